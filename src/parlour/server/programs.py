"""Programs that guests upload and the house runs: uploads, builds, and who may sit at a table."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import multiprocessing
import threading
import time
from collections.abc import Callable, Sequence
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from typing import TYPE_CHECKING, Any, Final

import msgspec

from parlour.bots.programs import archive, sandbox
from parlour.bots.programs.classic import protocol_of
from parlour.bots.programs.manifest import Manifest, available, read_manifest
from parlour.bots.programs.shelf import Package
from parlour.core.errors import Refused
from parlour.core.game import AnyGame
from parlour.core.protocol import ProgramFacts, VersionStatus
from parlour.games import find
from parlour.server.errors import Forbidden, NotFound
from parlour.server.limits import Buckets
from parlour.server.program_worker import BUILD, BUILT, CLOSE, serve
from parlour.store import Seat, rows

if TYPE_CHECKING:
    from parlour.server.house import House

log = logging.getLogger("parlour.server")

WORD: Final = "program:"
MOST_PROGRAMS: Final = 20  # of one guest
BUILDING_SECONDS: Final = 1800.0  # after this, a build is lost: its house was closed
LOST: Final = "The house was closed while it was being built; upload it again."

Told = Callable[[str, Any], None]


class Programs:
    """Everything about uploaded programs, in this process of a house."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.store = house.store
        self.worker = Worker()
        self.running: set[str] = set()  # the seats where a program plays now
        self._uploads = Buckets(10 / 60, 10, now=house.time.now)

    @property
    def on(self) -> bool:
        return self.house.settings.programs

    def facts(self) -> ProgramFacts | None:
        """What the house offers to authors; None if it runs no programs."""
        if not self.on:
            return None
        limits = sandbox.PLAYING
        return ProgramFacts(
            languages=[language.title for language in available()],
            memory_mb=limits.memory_mb,
            tasks=limits.tasks,
            scratch_mb=limits.scratch_mb,
            upload_mb=archive.LARGEST_UPLOAD // sandbox.MEGABYTE,
        )

    def check_on(self) -> None:
        if not self.on:
            raise Refused(
                "This house does not run programs; connect your bot to it instead, as the Bots page shows.",
                "no-programs",
            )

    # --- uploading and building ---

    async def upload(
        self, guest: rows.Guest, bot: rows.Guest | None, file: str, data: bytes, game: str | None
    ) -> rows.Guest:
        """Take a new program, or a new version of a bot's; it is built in the background."""
        self.check_on()
        if not self._uploads.take(guest.owner or guest.id):
            raise Refused("You are uploading too often; try again in a minute.", "too-many")
        named = [find(game).name] if game else []
        source, manifest = await asyncio.to_thread(_read, file, data, named)
        known = await self.store.program(bot.id) if bot is not None else None
        if not manifest.games and known is not None:
            manifest = msgspec.structs.replace(manifest, games=known.games)
        manifest = _checked_games(manifest)
        if bot is None:
            if len(await self.store.programs(guest.id)) >= MOST_PROGRAMS:
                raise Refused(f"You have {MOST_PROGRAMS} programs already; withdraw one first.", "too-many")
            bot, _ = await self.house.new_guest(manifest.name[:24].strip(), "bot", guest.id)
        version = await self.store.add_version(bot.id, manifest.games, msgspec.to_builtins(manifest), source)
        self.house.background(self._build(bot, version, manifest, source))
        return bot

    async def _build(self, guest: rows.Guest, version: int, manifest: Manifest, source: bytes) -> None:
        done: asyncio.Future[Any] = asyncio.get_running_loop().create_future()

        def told(what: str, found: Any) -> None:
            if not done.done():
                done.set_result(found if what == BUILT else (None, LOST, ""))

        bot, author = guest.id, guest.owner or guest.id
        key = f"{bot}/{version}"
        self.worker.ask(key, BUILD, (source, msgspec.json.encode(manifest), author), told)
        try:
            built, error, output = await done
        finally:
            self.worker.forget(key)
        if built is not None and len(built) > archive.LARGEST_UNPACKED:
            built, error = None, f"What was built is larger than {archive.LARGEST_UNPACKED // sandbox.MEGABYTE} MB."
        await self.store.finish_version(bot, version, built, manifest.games, error, output)

    async def own(self, guest: rows.Guest, program: str) -> rows.Program:
        """A program, if this guest owns it or is it."""
        found = await self.find(program)
        if guest.id not in (found.owner, found.guest):
            raise Forbidden("This program belongs to somebody else.")
        return found

    async def find(self, program: str) -> rows.Program:
        good = 0 < len(program) <= 64 and program.isascii() and "\0" not in program
        found = await self.store.program(program) if good else None
        if found is None:
            raise NotFound("There is no such program.")
        return found

    # --- at tables ---

    async def seats(self, game: AnyGame, guest: rows.Guest, wanted: Sequence[str]) -> dict[str, tuple[Seat, int]]:
        """The seat and the version for each program among the words of a new table."""
        found: dict[str, tuple[Seat, int]] = {}
        for word in wanted:
            if not word.startswith(WORD) or word in found:
                continue
            program = await self.ready(game, guest, word.removeprefix(WORD).strip())
            bot = await self.store.guest(program.guest)
            assert bot is not None
            self.house.remember(bot)
            found[word] = Seat(guest=bot.id, name=bot.name), program.version
        asked = sum(word.startswith(WORD) for word in wanted)
        most = self.house.settings.programs_at_once
        if asked and len(self.running) + asked > most:
            raise Refused(
                f"{most} programs play here at once, and {len(self.running)} are playing; try again later.", "too-many"
            )
        return found

    async def ready(self, game: AnyGame, guest: rows.Guest, id: str) -> rows.Program:
        """A program that this guest may let play this game."""
        self.check_on()
        program = await self.find(id)
        if not program.shared and guest.id not in (program.owner, program.guest):
            raise Forbidden("Only its owner may let this program play.")
        self.check_plays(program, game)
        return program

    @staticmethod
    def check_plays(program: rows.Program, game: AnyGame) -> None:
        if not program.version:
            raise Refused(f"{program.name} has no version that could be built yet.", "not-ready")
        if game.name not in program.games:
            plays = ", ".join(find(name).title for name in program.games)
            raise Refused(f"{program.name} does not play {game.title}; it plays {plays}.", "bad-seat")

    async def package(self, program: str, version: int) -> Package | None:
        """A version that is ready to play: for tables, and for tournaments, which make players of it on a Shelf."""
        files = await self.store.program_files(program, version)
        if files is None or files[2] is None:
            return None
        return Package(msgspec.convert(files[0], Manifest), files[2])

    def close(self) -> None:
        self.worker.close()


def shown_status(version: rows.ProgramVersion) -> tuple[VersionStatus, str]:
    """The status of a version and what went wrong with it."""
    if version.status == "building" and time.time() - version.created > BUILDING_SECONDS:
        return "failed", LOST
    return version.status, version.error


def _read(file: str, data: bytes, games: list[str]) -> tuple[bytes, Manifest]:
    files = archive.read_upload(file, data)
    return archive.pack(files), read_manifest(files, file, games)


def _checked_games(manifest: Manifest) -> Manifest:
    games = [find(name) for name in manifest.games[:50]]
    if not games and manifest.protocol == "classic":
        games = [find("gardening-war")]
    if not games:
        raise Refused(
            'Say which game it plays: choose one, or write game = "gardening-war" in parlour.toml.', "bad-program"
        )
    if manifest.protocol == "classic":
        for game in games:
            if protocol_of(game) is None:
                raise Refused(f"{game.title} has no original protocol; use the chair protocol.", "bad-program")
    return msgspec.structs.replace(manifest, games=list(dict.fromkeys(game.name for game in games)))


class Worker:
    """The process beside the house, started when it is first needed and again if it dies."""

    def __init__(self) -> None:
        self._process: SpawnProcess | None = None
        self._line: Connection | None = None
        self._told: dict[str, Told] = {}
        self._sending = threading.Lock()
        self._closed = False

    def ask(self, key: str, what: str, given: Any, told: Told | None = None) -> None:
        """Ask for something; `told` hears everything about this key from now on, in the event loop."""
        if told is not None:
            self._told[key] = told
        if self._line is None:
            self._start()
        assert self._line is not None
        with contextlib.suppress(OSError), self._sending:  # if it has just died, `_died` tells
            self._line.send((key, what, given))

    def forget(self, key: str) -> None:
        self._told.pop(key, None)

    def _start(self) -> None:
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe()
        process = context.Process(target=serve, args=(theirs,), name="programs", daemon=True)
        process.start()
        theirs.close()
        self._process, self._line = process, ours
        loop = asyncio.get_running_loop()
        threading.Thread(target=self._listen, args=(ours, loop), name="hears programs", daemon=True).start()

    def _listen(self, line: Connection, loop: asyncio.AbstractEventLoop) -> None:
        with contextlib.suppress(RuntimeError):  # the loop is closed
            try:
                while True:
                    loop.call_soon_threadsafe(self._hear, *line.recv())
            except (EOFError, OSError):
                loop.call_soon_threadsafe(self._died, line)

    def _hear(self, key: str, what: str, found: Any) -> None:
        told = self._told.get(key)
        if told is not None:
            told(what, found)

    def _died(self, line: Connection) -> None:
        if self._closed or line is not self._line:
            return
        log.error("the process that runs programs has ended; it is started again when it is needed")
        self._line = self._process = None
        asking, self._told = self._told, {}
        for told in asking.values():
            told("died", None)

    def close(self) -> None:
        self._closed = True
        if self._line is not None:
            with contextlib.suppress(OSError), self._sending:
                self._line.send(("", CLOSE, None))
        if self._process is not None:
            self._process.join(2.0)
            self._process.kill()
            self._process.join()

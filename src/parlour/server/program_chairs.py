"""Uploaded programs at a table: each sits on its chair like any guest; the process beside the house moves for it."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Any, cast

import msgspec

from parlour.core.errors import Refused
from parlour.core.moves import forfeit
from parlour.core.protocol import Events, RefusedMove
from parlour.server import messages
from parlour.server.connection import Connection, Encoded, encode
from parlour.server.program_worker import BAD, BEGIN, CRASHED, END, ENDED, HEAR, LATE, MOVED, unpacked
from parlour.store import StoreError

if TYPE_CHECKING:
    from parlour.server.table import LiveTable

log = logging.getLogger("parlour.server")

HEARD = tuple(f'{{"type":"{kind}"'.encode() for kind in ("events", "turn", "refused", "over"))
OVER = b'{"type":"over"'
MOST_STARTS = 3  # of one program in one match, if the process that runs it dies


class TablePrograms:
    """The programs that sit at one table. They move where the table's clock runs; elsewhere they are only present."""

    def __init__(self, table: LiveTable) -> None:
        self.table = table
        self._chairs: dict[int, ProgramChair] = {}

    def attend(self) -> None:
        """Let the programs sit down; let them play if this process drives the table."""
        table = self.table
        if not table.settings.programs or not table.house.programs.on or table.row.status not in ("open", "running"):
            return
        for seat, version in table.settings.programs.items():
            chair = self._chairs.get(seat)
            if chair is None:
                guest = table.row.seats[seat].guest
                if guest is None:
                    continue
                chair = self._chairs[seat] = ProgramChair(table, seat, guest, version)
                chair.sit_down()
            if table.drives and table.match is not None and not table.match.over:
                chair.play()

    def stop(self) -> None:
        for chair in self._chairs.values():
            chair.leave()
        self._chairs = {}


class ProgramChair:
    """A program's connection to its table, instead of a WebSocket."""

    is_program = True

    def __init__(self, table: LiveTable, seat: int, guest: str, version: int) -> None:
        self.table = table
        self.guest: str | None = guest
        self.seat: int | None = seat
        self.words = False
        self.device = ""
        self.gone = False
        self.place = seat
        self.version = version
        self.key = f"{table.id}/{seat}"
        self._bot = guest
        self._playing = False
        self._starts = 0

    # --- as a guest at the table ---

    def sit_down(self) -> None:
        self.table.guests.connect(cast(Connection, self))

    def send(self, message: Encoded) -> None:
        if not self._playing:
            return
        if message.startswith(HEARD):
            self.table.house.programs.worker.ask(self.key, HEAR, bytes(message))
        if message.startswith(OVER):
            self._end()

    def show_out(self, word: str) -> None:
        """A token of the bot was revoked; the house needs none for its program."""

    def leave(self) -> None:
        self._end()
        self.seat = None  # nothing was lost: the house put the table away
        self.table.guests.connections.discard(cast(Connection, self))

    # --- playing ---

    def play(self) -> None:
        """Start the program, unless it is running, and tell it where the game stands."""
        if not self._playing and self._starts < MOST_STARTS:
            self._playing = True
            self._starts += 1
            self.table.house.programs.running.add(self.key)
            self.table.house.background(self._begin())

    async def _begin(self) -> None:
        table, programs = self.table, self.table.house.programs
        package = await programs.package(self._bot, self.version)
        if package is None:
            self._end()
            await self._forfeit("The program was withdrawn.")
            return
        if table.match is None or table.match.over or not self._playing:
            return
        given = (table.game.name, msgspec.json.encode(package.manifest), package.built)
        programs.worker.ask(self.key, BEGIN, given, self._told)
        past = Events(table.ply, table.match.events(self.place), table.view(self.place)[1], table.match.mover)
        for message in (messages.hello(table, self.place), past):
            programs.worker.ask(self.key, HEAR, bytes(encode(message)))
        if table.asks(self.place):
            programs.worker.ask(self.key, HEAR, bytes(encode(messages.turn(table, self.place))))

    def _end(self) -> None:
        if self._playing:
            self._playing = False
            programs = self.table.house.programs
            programs.running.discard(self.key)
            programs.worker.ask(self.key, END, None)

    def _told(self, what: str, found: Any) -> None:
        """Something came from the process that runs the program."""
        house = self.table.house
        if what == ENDED:
            house.programs.worker.forget(self.key)
            house.background(self._note(*found))
        elif what == "died":
            self._playing = False
            house.programs.running.discard(self.key)
            if self._starts < MOST_STARTS:
                self.table.programs.attend()
            else:
                house.background(self._forfeit("The house could not run the program."))
        elif self._playing:
            house.background(self._carry_out(what, found))

    async def _carry_out(self, what: str, found: Any) -> None:
        table, seat = self.table, self.place
        try:
            if what == MOVED:
                await table.answer(cast(Connection, self), unpacked(found))
            elif what == BAD:
                ply, text, code = found
                table.faults.write(seat, "unreadable", text, ply=ply)
                await table.refuse(seat, Refused(text, code))
                if table.ply + 1 == ply:
                    self.send(encode(RefusedMove(ply, code, text, table.referee.strikes[seat])))
            elif what == LATE:
                ply, reason = found
                await table.late(ply, reason, seat)
            elif what == CRASHED:
                _, reason = found
                await self._forfeit(f"The program {reason}.")
        except StoreError as error:
            log.error("table %s: what a program did could not be stored: %s", table.id, error)
            await asyncio.sleep(1.0)
            await self._carry_out(what, found)
        except Refused as refusal:
            if refusal.code not in ("stale", "left", "game-over"):
                log.warning("table %s, a program: %s", table.id, refusal.text)

    async def _forfeit(self, why: str) -> None:
        """The program can't go on: it loses its seat, and its owner reads why."""
        table = self.table
        table.faults.write(self.place, "crashed", why)
        if table.match is not None and not table.match.over and not table.match.state.has_left(self.place):
            await table.play(table.ply + 1, self.place, forfeit(self.place))
        self._end()

    async def _note(self, used: Any, how: str, said: str) -> None:
        await self.table.house.store.note_run(self.table.id, self.place, self._bot, self.version, used, how, said)

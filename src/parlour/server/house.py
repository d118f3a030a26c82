"""The house: all tables of this process and what they share."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
from collections.abc import Coroutine
from dataclasses import dataclass
from typing import Any, TypeVar

from parlour.core.errors import Refused
from parlour.games import find
from parlour.server.accounts import Accounts
from parlour.server.afterwards import Afterwards
from parlour.server.calling import Calling
from parlour.server.demonstration import Demonstration
from parlour.server.errors import NotFound
from parlour.server.experiments.lab import Lab
from parlour.server.farewell import Farewell
from parlour.server.going_on import GoingOn
from parlour.server.identity import Signer, new_guest_id, signer, some_name
from parlour.server.keeper import QUIET_SECONDS, Keeper
from parlour.server.ladder import Ladder
from parlour.server.limits import Buckets
from parlour.server.lobby import Lobby
from parlour.server.measures import Measures
from parlour.server.names import check_name, rude_words
from parlour.server.news import NewsDesk
from parlour.server.option_reader import OptionReader
from parlour.server.order import Order
from parlour.server.pictures import Pictures
from parlour.server.player_pool import PlayerPool
from parlour.server.programs import Programs
from parlour.server.push import Push
from parlour.server.ratings import Ratings
from parlour.server.replays import Archive
from parlour.server.retention import Retention
from parlour.server.reviews import Reviews
from parlour.server.seeking import Seekers
from parlour.server.selves import Selves
from parlour.server.settings import Settings
from parlour.server.table import LiveTable
from parlour.server.time_slices import TimeSlices
from parlour.server.time_source import TimeSource
from parlour.server.tournaments.desk import Desk
from parlour.server.tournaments.director import Director
from parlour.server.tracing import Tracing, opened
from parlour.server.ways_back import WaysBack
from parlour.store import Store, rows

log = logging.getLogger("parlour.server")

T = TypeVar("T")

MOST_LIVE = 2000  # tables kept in memory; quiet ones are dropped first
CLOSING_SECONDS = 2.0
LISTING_SECONDS = 3.0  # how long a list waits for its tables to load


@dataclass(eq=False)
class Loading:
    """A table being loaded, and whether anybody is waiting for it."""

    task: asyncio.Task[LiveTable]
    wanted: bool = False


class House:
    """One process of the house. If it is only `visiting` a store, it looks after its own tables and no others."""

    def __init__(
        self, settings: Settings, store: Store, time_source: TimeSource | None = None, visiting: bool = False
    ) -> None:
        self.settings = settings
        self.store = store
        self.time = time_source or TimeSource()
        self.visiting = visiting
        # A single process recognizes its own leases after a crash; several processes need distinct names.
        self.me = secrets.token_hex(6) if settings.redis or visiting else "alone"
        self.measures = Measures()
        self.tracing: Tracing | None = None
        self.news = NewsDesk(self)
        self.lobby = Lobby(self)
        self.afterwards = Afterwards(self)
        self.order = Order(self)
        self.selves = Selves(self)
        self.ways_back = WaysBack(self)
        self.accounts = Accounts(self)
        self.farewell = Farewell(self)
        self.retention = Retention(self)
        self.calling = Calling(self)
        self.ladder = Ladder(self)
        self.seekers = Seekers(self)
        self.tournaments = Desk(self)
        self.director = Director(self)
        self.push = Push(self)
        self.keeper = Keeper(self)
        self.player_pool = PlayerPool(settings.workers, self.measures)
        self.archive = Archive(self.measures)
        self.pictures = Pictures(self)
        self.demonstration = Demonstration(self)
        self.going_on = GoingOn(self)
        self.reviews = Reviews(self)
        self.lab = Lab(self)
        self.ratings = Ratings(self)
        self.reader = OptionReader()
        self.programs = Programs(self)
        self.slices = TimeSlices()
        self.tables: dict[str, LiveTable] = {}
        self.guests: dict[str, rows.Guest] = {}
        self.bots: set[str] = set()
        self.moves_played = 0
        self.new_guests = Buckets(
            settings.guests_per_minute / 60, max(10, settings.guests_per_minute), now=self.time.now
        )
        self.rude_words = rude_words(settings.rude_words)
        self.started = self.time.date()
        self._kept: dict[type, Any] = {}
        self.signer: Signer
        self._loading: dict[str, Loading] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._keeping: list[asyncio.Task[None]] = []

    def trace(self, tracing: Tracing | None) -> None:
        """Tell a collector what is done here from now on."""
        self.tracing = self.measures.tracing = tracing
        self.store.watch(tracing.batch if tracing is not None else None)

    async def open(self) -> None:
        self.trace(opened(self.settings))
        self.signer = await signer(self.store, self.settings.secret)
        await self.order.look()
        await self.push.open()
        await self.news.open()
        if not self.visiting:
            await self.retention.tell()
            await self.keeper.close_abandoned_games()
            self.background(self.ratings.count_all(await self.store.rated()))
        self._keeping = [self.background(self.keeper.keep_house()), self.background(self.order.keep_looking())]
        if self.settings.ladder and not self.visiting:
            self._keeping.append(self.background(self.ladder.run()))
        if not self.visiting:
            self._keeping.append(self.background(self.lab.run()))
        self.director.open()

    async def close(self) -> None:
        for table in list(self.tables.values()):
            table.stop()
        self.reviews.stop()
        await self.director.close()
        for task in self._keeping:
            task.cancel()
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=CLOSING_SECONDS)  # moves and results being stored
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        driven = [table.id for table in self.tables.values() if table.drives]
        await asyncio.gather(*(self.store.release(id, self.me) for id in driven), return_exceptions=True)
        await self.news.close()
        self.player_pool.close()
        self.programs.close()
        self.archive.close()
        self.reviews.close()
        self.lab.close()
        self.accounts.close()
        await self.store.aclose()
        if self.tracing is not None:
            self.tracing.close()

    def keep(self, thing: object) -> None:
        """Keep an object that belongs to one game for as long as the house is open."""
        self._kept[type(thing)] = thing

    def kept(self, kind: type[T]) -> T | None:
        """The object of this class that was kept, if any."""
        return self._kept.get(kind)

    def background(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[None]:
        """Run something in the background; a failure is only logged."""

        async def carefully() -> None:
            try:
                await work
            except asyncio.CancelledError:
                raise
            except Exception as error:
                log.error("in the background: %r", error)

        return self.finish(carefully())

    def finish(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Run something to completion even if nobody waits for it any more."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._finished)
        return task

    def _finished(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled():
            task.exception()  # marks it as seen, in case nobody waits for it

    # --- guests ---

    async def new_guest(
        self, name: str | None, kind: str = "person", owner: str | None = None, device: str = "A program"
    ) -> tuple[rows.Guest, str]:
        shown = check_name(name, self.rude_words) if name else some_name()
        if kind == "person":
            return await self.selves.arrive(new_guest_id(), shown, device)
        guest = await self.store.save_guest(new_guest_id(), shown, kind, owner, self.time.date(), signed=0)
        self.remember(guest)
        return guest, self.signer.token(guest.id)

    async def rename(self, guest: rows.Guest, name: str) -> rows.Guest:
        if name == guest.name:  # whoever has a name from before it was checked keeps it
            return guest
        shown = check_name(name, self.rude_words)
        renamed = await self.store.save_guest(guest.id, shown, guest.kind, at=self.time.date())
        self.remember(renamed)
        return renamed

    def remember(self, guest: rows.Guest) -> None:
        if len(self.guests) > 50_000:
            self.guests.clear()
        self.guests[guest.id] = guest
        if guest.kind == "bot":
            self.bots.add(guest.id)

    # --- tables ---

    async def table(self, id: str, new: rows.Match | None = None) -> LiveTable:
        """The table with this id, loaded if necessary; `new` is the row of one that was just created."""
        if id not in self.tables:
            loading = self.load(id, new)
            loading.wanted = True
            return await asyncio.shield(loading.task)
        table = self.tables[id]
        table.touch()
        return table

    async def tables_of(self, found: list[rows.Match]) -> list[LiveTable]:
        """These tables, for a list. One that fails to load is left out; one that is slow is shown as stored."""
        loading = {row.id: self.load(row.id) for row in found if row.id not in self.tables}
        for one in loading.values():
            one.wanted = True
        if loading:
            await asyncio.wait([one.task for one in loading.values()], timeout=LISTING_SECONDS)
        shown: list[LiveTable] = []
        for row in found:
            if row.id in self.tables:
                table = self.tables[row.id]
                table.touch()
                shown.append(table)
            elif row.id not in loading or not loading[row.id].task.done():
                with contextlib.suppress(Refused):
                    shown.append(LiveTable(self, row, find(row.game)))
        return shown

    def load(self, id: str, new: rows.Match | None = None) -> Loading:
        """Load a table; everybody who asks for it meanwhile gets the same one."""
        if id not in self._loading:
            self._loading[id] = Loading(self.finish(self._read(id, new)))
        return self._loading[id]

    async def _read(self, id: str, new: rows.Match | None) -> LiveTable:
        try:
            played = rows.Played(new, []) if new is not None else None
            if played is None and len(id) <= 64 and id.isascii():
                played = await self.store.load_match(id)
            if played is None:
                raise NotFound
            table = await self._bring_up(played)
            if self._loading[id].wanted:
                table.touch()
            return table
        finally:
            del self._loading[id]

    async def _bring_up(self, played: rows.Played) -> LiveTable:
        row = played.match
        try:
            game = find(row.game)
        except Refused as refusal:
            raise Refused(
                f"This table plays {row.game!r}, which this house can't play now: its package is missing or does not "
                "load. Once the package is back, so is the table.",
                refusal.code,
            ) from None
        if row.version != str(game.version) and int(row.version) not in game.replays:
            raise Refused(
                f"This table was played under version {row.version} of {game.title}; the house now plays version "
                f"{game.version}.",
                "old-version",
            )
        await self.meet(row)
        try:
            table = LiveTable(self, row, game)
            if row.status in ("running", "over"):
                await table.begin(played.moves)
        except Exception as error:
            log.error("table %s cannot be restored: %s", row.id, error)
            raise Refused("This table can't be restored; its record is damaged.", "damaged") from None
        self._make_room()
        self.tables[row.id] = table
        if self.settings.redis:
            await self.news.refresh(table)  # news that came while it was loading was ignored
            await table.catch_up()
        if table.row.status == "running":
            if not await self.keeper.claim(table):
                table.run_on()
            table.drive()
        table.programs.attend()
        return table

    async def meet(self, row: rows.Match) -> None:
        """Load the guests who sit at a table."""
        for seat in row.seats:
            if seat.guest is not None and seat.guest not in self.guests:
                guest = await self.store.guest(seat.guest)
                if guest is not None:
                    self.remember(guest)

    def _make_room(self) -> None:
        if len(self.tables) < MOST_LIVE:
            return
        now = self.time.now()
        quiet = [t for t in self.tables.values() if not t.guests.visitors() and now - t.touched > QUIET_SECONDS]
        for table in sorted(quiet, key=lambda t: t.touched)[: MOST_LIVE // 10]:
            self.put_away(table)

    def put_away(self, table: LiveTable) -> None:
        table.stop()
        self.tables.pop(table.id, None)
        if table.drives:
            self.background(self.store.release(table.id, self.me))

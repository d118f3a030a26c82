"""The house: all tables of this process, and what they share."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
from collections.abc import Coroutine, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from parlour.bots.words import HOUSE_NAMES, house_name, known_words
from parlour.core import record
from parlour.core.errors import Refused
from parlour.core.game import AnyGame, Clock
from parlour.core.protocol import Emote, Emoted, NewTable
from parlour.core.seed import Seed
from parlour.games import find
from parlour.server.again import Archive
from parlour.server.connection import encode
from parlour.server.identity import Signer, clean_name, new_guest_id, signer, some_name
from parlour.server.limits import Buckets
from parlour.server.reading import Reader
from parlour.server.settings import Settings
from parlour.server.slices import Slices
from parlour.server.table import LiveTable, spoken
from parlour.server.thinking import Thinkers, check_house_word
from parlour.server.timepiece import Timepiece
from parlour.server.wire import News, RedisWire, Wire
from parlour.server.workbench import Workbench
from parlour.store import Seat, Store, StoreError, rows

if TYPE_CHECKING:
    from parlour.server.classic import ClassicDoor

log = logging.getLogger("parlour.server")

T = TypeVar("T")

MOST_LIVE = 2000  # tables kept in memory; quiet ones go first
QUIET_SECONDS = 120.0
CLOSING_SECONDS = 2.0
CLASSIC = "classic"  # the guest who owns every bot that came through the classic door
LISTING_SECONDS = 3.0  # that a list waits for its tables to load
ADOPTED_AT_ONCE = 20


class NotFound(Refused):
    def __init__(self, text: str = "There is no such table.") -> None:
        super().__init__(text, "not-found")


class Forbidden(Refused):
    def __init__(self, text: str) -> None:
        super().__init__(text, "forbidden")


@dataclass(eq=False)
class Loading:
    """A table on its way into memory, and whether somebody waits for it."""

    task: asyncio.Task[LiveTable]
    wanted: bool = False


class House:
    """One process of the house. One that is only `visiting` a store looks after its own tables and no others."""

    def __init__(
        self, settings: Settings, store: Store, timepiece: Timepiece | None = None, visiting: bool = False
    ) -> None:
        self.settings = settings
        self.store = store
        self.time = timepiece or Timepiece()
        self.visiting = visiting
        # Alone, a house knows its own leases again after a crash; among several processes each has its own.
        self.me = secrets.token_hex(6) if settings.redis or visiting else "alone"
        self.wire: Wire = RedisWire(settings.redis, self.me) if settings.redis else Wire()
        self.thinkers = Thinkers(settings.workers)
        self.archive = Archive()
        self.reader = Reader()
        self.workbench = Workbench()
        self.slices = Slices()
        self.tables: dict[str, LiveTable] = {}
        self.guests: dict[str, rows.Guest] = {}
        self.bots: set[str] = set()
        self.moves_played = 0
        self.new_guests = Buckets(
            settings.guests_per_minute / 60, max(10, settings.guests_per_minute), now=self.time.now
        )
        self.started = self.time.date()
        self.classic: ClassicDoor | None = None  # the open door, if there is one
        self.signer: Signer
        self._loading: dict[str, Loading] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._keeping: asyncio.Task[None] | None = None
        self._looked_at = ""
        self._quiet: dict[str, float] = {}  # tables that wait for a person, and until when nobody needs to look

    async def open(self) -> None:
        self.signer = await signer(self.store, self.settings.secret)
        await self.wire.open(self._hear, self._resync)
        if not self.visiting:
            await self.close_abandoned_games()
        self._keeping = self.background(self._keep_house())

    async def close(self) -> None:
        for table in list(self.tables.values()):
            table.stop()
        if self._keeping is not None:
            self._keeping.cancel()
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=CLOSING_SECONDS)  # moves and results that are on their way
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        driven = [table.id for table in self.tables.values() if table.drives]
        await asyncio.gather(*(self.store.release(id, self.me) for id in driven), return_exceptions=True)
        await self.wire.close()
        self.thinkers.close()
        self.archive.close()
        self.workbench.close()
        await self.store.aclose()

    def background(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[None]:
        """Run something beside everything else; a failure is logged and harms nobody."""

        async def carefully() -> None:
            try:
                await work
            except asyncio.CancelledError:
                raise
            except Exception as error:
                log.error("in the background: %r", error)

        return self.finish(carefully())

    def finish(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Run something to its end even if nobody waits for it any more."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._finished)
        return task

    def _finished(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled():
            task.exception()  # whoever waits is told; if nobody does any more, nobody needs to be

    # --- guests ---

    async def new_guest(
        self, name: str | None, kind: str = "person", owner: str | None = None
    ) -> tuple[rows.Guest, str]:
        shown = clean_name(name) if name else some_name()
        guest = await self.store.save_guest(new_guest_id(), shown, kind, owner)
        self._remember(guest)
        return guest, self.signer.token(guest.id)

    async def guest_of(self, token: str) -> rows.Guest | None:
        """The guest who holds this token."""
        id = self.signer.guest(token)
        if id is None:
            return None
        if id not in self.guests:
            guest = await self.store.guest(id)
            if guest is None:
                return None
            self._remember(guest)
        return self.guests[id]

    async def rename(self, guest: rows.Guest, name: str) -> rows.Guest:
        renamed = await self.store.save_guest(guest.id, clean_name(name), guest.kind)
        self._remember(renamed)
        return renamed

    def _remember(self, guest: rows.Guest) -> None:
        if len(self.guests) > 50_000:
            self.guests.clear()
        self.guests[guest.id] = guest
        if guest.kind == "bot":
            self.bots.add(guest.id)

    # --- tables ---

    async def table(self, id: str, new: rows.Match | None = None) -> LiveTable:
        """The table with this id, loaded if need be; one that was just made need not be read again."""
        if id not in self.tables:
            loading = self._load(id, new)
            loading.wanted = True
            return await asyncio.shield(loading.task)
        table = self.tables[id]
        table.touch()
        return table

    async def tables_of(self, found: list[rows.Match]) -> list[LiveTable]:
        """These tables for a list. One that does not load is left out; one that takes long is shown as it is stored."""
        loading = {row.id: self._load(row.id) for row in found if row.id not in self.tables}
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

    def _load(self, id: str, new: rows.Match | None = None) -> Loading:
        """Everybody who asks for a table while it is loaded gets the same one."""
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
                f"This table plays {row.game!r}, which this house does not have now: its package is missing or does "
                "not load. With the package back, the table is as it was.",
                refusal.code,
            ) from None
        if row.version != str(game.version) and int(row.version) not in game.replays:
            raise Refused(
                f"This table was played under version {row.version} of {game.title}; the house now plays version "
                f"{game.version}.",
                "old-version",
            )
        await self._meet(row)
        try:
            table = LiveTable(self, row, game)
            if row.status in ("running", "over"):
                await table.begin(played.moves)
        except Exception as error:
            log.error("table %s cannot be set up again: %s", row.id, error)
            raise Refused("This table cannot be set up again; its record is damaged.", "damaged") from None
        self._make_room()
        self.tables[row.id] = table
        if self.settings.redis:
            await self._refresh(table)  # news that came while it was loading found nobody at home
            await table.catch_up()
        if table.row.status == "running":
            table.drives = await self.store.claim(row.id, self.me, self.settings.lease_seconds)
            if not table.drives:
                table.run_on()
            table.drive()
        return table

    async def _meet(self, row: rows.Match) -> None:
        """Know everybody who sits at a table."""
        for seat in row.seats:
            if seat.guest is not None and seat.guest not in self.guests:
                guest = await self.store.guest(seat.guest)
                if guest is not None:
                    self._remember(guest)

    def _make_room(self) -> None:
        if len(self.tables) < MOST_LIVE:
            return
        now = self.time.now()
        quiet = [t for t in self.tables.values() if not t.connections and now - t.touched > QUIET_SECONDS]
        for table in sorted(quiet, key=lambda t: t.touched)[: MOST_LIVE // 10]:
            self._put_away(table)

    def _put_away(self, table: LiveTable) -> None:
        table.stop()
        self.tables.pop(table.id, None)
        if table.drives:
            self.background(self.store.release(table.id, self.me))

    async def make_table(
        self, guest: rows.Guest, wish: NewTable, rematch_of: LiveTable | None = None, classic: bool = False
    ) -> LiveTable:
        game = find(wish.game)
        options = game.read_options(wish.options, wish.preset)
        wanted = wish.seats or ["me", *["medium"] * (game.default_seats - 1)]
        game.check_seats(len(wanted))
        await self.reader.check(game, options, len(wanted), guest.id)
        clock = self._clock(game, wish.clock, wanted)
        settings = {"clock": msgspec.to_builtins(clock), "takeover": wish.takeover, "preset": wish.preset}
        if classic:
            settings["classic"] = True
        else:
            await self._check_hosted(guest)
        seats = self._seats(game, guest, wanted)
        running = not any(seat.empty for seat in seats)
        changed = await self.store.create_match(
            game.name,
            str(game.version),
            Seed.fresh().hex,
            options=msgspec.to_builtins(options),
            seats=seats,
            settings=settings,
            status="running" if running else "open",
            listed=wish.open,
            host=guest.id,
            rematch_of=rematch_of.id if rematch_of else None,
            started=self.time.date() if running else None,
        )
        assert changed.match is not None
        return await self.table(changed.match.id, changed.match if changed.ok else None)

    async def lay_for(
        self,
        owner: rows.Guest,
        bot: rows.Guest,
        game: AnyGame,
        options: Any,
        words: list[str],
        *,
        clock: Clock,
        preset: str | None = None,
    ) -> LiveTable:
        """A table where every seat is given, one of them to a bot: it begins when the bot sits down."""
        clock = self._clock(game, clock, words)
        await self._check_hosted(owner)
        self._remember(bot)
        changed = await self.store.create_match(
            game.name,
            str(game.version),
            Seed.fresh().hex,
            options=msgspec.to_builtins(options),
            seats=self._seats(game, bot, words),
            settings={"clock": msgspec.to_builtins(clock), "takeover": False, "preset": preset},
            host=owner.id,
        )
        assert changed.match is not None
        return await self.table(changed.match.id)

    async def _check_hosted(self, guest: rows.Guest) -> None:
        if await self.store.hosted(guest.id) >= self.settings.tables_per_guest:
            raise Refused(
                f"You already host {self.settings.tables_per_guest} tables; finish or close one first.",
                "too-many-tables",
            )

    def _clock(self, game: AnyGame, wish: Clock | None, seats: list[str]) -> Clock:
        clock = wish or Clock()
        if (
            not 0 <= clock.move_ms <= 7 * 86_400_000
            or not 0 <= clock.bank_ms <= 86_400_000
            or not 0 <= clock.strikes <= 100
        ):
            raise Refused("A clock has at most a week a move, a day in the bank and 100 strikes.", "bad-clock")
        if 0 < clock.move_ms < 500:
            raise Refused("A move needs at least half a second.", "bad-clock")
        return clock

    def _seats(self, game: AnyGame, guest: rows.Guest, wanted: list[str]) -> list[Seat]:
        mine = wanted.count("me")
        seats: list[Seat] = []
        taken = [guest.name] if mine else []
        for word in wanted:
            if word == "me":
                number = sum(1 for seat in seats if seat.guest == guest.id) + 1
                seats.append(Seat(guest=guest.id, name=guest.name if mine == 1 else f"{guest.name} {number}"))
            elif word == "free":
                seats.append(Seat())
            else:
                check_house_word(game, word, ("me", "free"))
                taken.append(plate(word, len(seats), taken))
                seats.append(Seat(bot=word, name=taken[-1]))
        return seats

    async def _change(self, table: LiveTable, **changes: Any) -> bool:
        """Change the stored row if nobody else did in between; whether it worked."""
        changed = await self.store.update_match(table.id, table.row.revision, **changes)
        if changed.match is not None:
            table.renew(changed.match)
        self.wire.tell({"changed": table.id})
        return changed.ok

    async def join(self, table: LiveTable, guest: rows.Guest, seat: int | None) -> int:
        for _ in range(5):
            row = table.row
            if row.status != "open":
                raise Refused("This table has already begun.", "begun")
            mine = table.seats_of(guest.id)
            if mine and (seat is None or seat in mine):
                return mine[0] if seat is None else seat
            free = [n for n, s in enumerate(row.seats) if s.empty]
            if seat is not None and not 0 <= seat < len(row.seats):
                raise Refused(f"This table has the seats 0 to {len(row.seats) - 1}, not {seat}.", "no-seat")
            if seat is not None and seat not in free:
                raise Refused("This seat is taken.", "taken")
            if not free:
                raise Refused("All seats are taken.", "taken")
            chosen = free[0] if seat is None else seat
            seats = list(row.seats)
            seats[chosen] = Seat(guest=guest.id, name=self._distinct(guest.name, seats))
            if await self._change(table, seats=seats):
                if not any(s.empty for s in seats):
                    await self.start(table, None)
                table.tell_table()
                return chosen
        raise Refused("Too many guests sat down at once; try again.", "busy")

    @staticmethod
    def _distinct(name: str, seats: list[Seat]) -> str:
        """The name of a guest who sits down, told apart from those who already sit there."""
        taken = {seat.name.removesuffix(f" ({seat.bot})") for seat in seats if seat.name}
        if name not in taken:
            return name
        return next(f"{name} {n}" for n in range(2, 100) if f"{name} {n}" not in taken)

    async def start(self, table: LiveTable, fill: str | None) -> None:
        """Begin; free seats are given to house players if asked."""
        for _ in range(5):
            row = table.row
            if row.status != "open":
                return
            seats = list(row.seats)
            if any(s.empty for s in seats):
                if fill is None:
                    raise Refused("Some seats are still free.", "free-seats")
                check_house_word(table.game, fill)
                for n, seat in enumerate(seats):
                    if seat.empty:
                        seats[n] = Seat(bot=fill, name=plate(fill, n, [s.name for s in seats if s.name]))
            if await self._change(table, seats=seats, status="running", started=self.time.date()):
                async with table.lock:
                    await self._begin(table)
                return
        raise Refused("The table changed while it was starting; try again.", "busy")

    async def _begin(self, table: LiveTable) -> None:
        if table.match is not None:
            return
        await table.begin(await self.store.moves_since(table.id, 0))
        table.drives = await self.store.claim(table.id, self.me, self.settings.lease_seconds)
        for connection in list(table.connections):
            table.welcome(connection)
        table.drive()

    async def leave(self, table: LiveTable, guest: rows.Guest) -> None:
        mine = table.seats_of(guest.id)
        if not mine:
            raise Refused("You do not sit at this table.", "not-your-seat")
        for _ in range(5):
            if table.row.status != "open":
                break
            seats = [Seat() if n in mine else s for n, s in enumerate(table.row.seats)]
            goes: dict[str, Any] = {"status": "closed", "ended": self.time.date()} if table.row.host == guest.id else {}
            if await self._change(table, seats=seats, **goes):
                await self._call_off(table)
                return
        for seat in mine:
            if table.match is not None and not table.match.over and not table.match.state.has_left(seat):
                await table.leave(seat)

    async def close_table(self, table: LiveTable, guest: rows.Guest) -> None:
        if table.row.host != guest.id:
            raise Forbidden("Only the host may close a table.")
        for _ in range(5):
            if table.row.status != "open":
                raise Refused("A game that has begun is ended by leaving it.", "begun")
            if await self._change(table, status="closed", ended=self.time.date()):
                await self._call_off(table)
                return
        raise Refused("The table changed at the same moment; try again.", "busy")

    async def drop(self, table: LiveTable) -> None:
        """A game that its players broke off: it ends without a result."""
        table.stop()
        for _ in range(5):
            if await self._change(table, status="closed", ended=self.time.date()):
                break
        table.tell_table()

    async def hold(self, table: LiveTable) -> None:
        """Take the lease of a table that waits for its beginning, so that everybody knows its door is there."""
        table.drives = await self.store.claim(table.id, self.me, self.settings.lease_seconds)

    async def close_abandoned_games(self) -> None:
        """Games of a classic door that fell have lost their bots, and nobody can go on with them."""
        for row in (await self.store.matches_of(CLASSIC, limit=50)).matches:
            held = row.id in self.tables and self.tables[row.id].drives
            if row.status not in ("open", "running") or held:
                continue
            if await self.store.claim(row.id, self.me, self.settings.lease_seconds):
                with contextlib.suppress(Refused):
                    await self.drop(await self.table(row.id))

    async def take_over(self, table: LiveTable, guest: rows.Guest, seat: int, word: str) -> None:
        """A house player plays on for a guest who is gone or wants a break."""
        mine = table.seats_of(guest.id)
        if not mine:
            raise Forbidden("Only players of this table may do that.")
        if not table.row.settings.get("takeover", True):
            raise Refused("At this table nobody is replaced.", "no-takeover")
        if table.row.status != "running" or not 0 <= seat < len(table.row.seats):
            raise Refused("There is no such seat in play.", "no-seat")
        if seat not in mine and not table.away(seat):
            seconds = int(self.settings.away_seconds)
            raise Refused(f"A seat can be taken over after {seconds} seconds of absence.", "not-away")
        if table.row.seats[seat].bot is not None:
            raise Refused("A house player already sits there.", "no-seat")
        check_house_word(table.game, word)
        await self._set_taken(table, seat, word)

    async def give_back(self, table: LiveTable, guest: rows.Guest, seat: int) -> None:
        if seat not in table.seats_of(guest.id):
            raise Forbidden("Only its owner can take a seat back.")
        await self._set_taken(table, seat, None)

    async def _set_taken(self, table: LiveTable, seat: int, word: str | None) -> None:
        for _ in range(5):
            taken = dict(table.row.settings.get("taken", {}))
            taken.pop(str(seat), None)
            if word is not None:
                taken[str(seat)] = word
            if await self._change(table, settings={**table.row.settings, "taken": taken}):
                table.tell_table()
                table.drive()
                return
        raise Refused("The table changed at the same moment; try again.", "busy")

    async def rematch(self, table: LiveTable, guest: rows.Guest) -> LiveTable:
        """The same people on the same seats with the same options; whoever asks second is led to the same table.

        It begins when everybody is there. One that was called off is followed by another.
        """
        if not table.seats_of(guest.id):
            raise Forbidden("Only players of this table may ask for a rematch.")
        if table.match is None or not table.match.over:
            raise Refused("The game is not over yet.", "not-over")
        classic = bool(table.row.settings.get("classic"))
        if table.goes_on:
            following = table.row.settings.get("next")
            again = await self.table(following["table"]) if following else None
            if again is not None and (classic or again.row.status != "closed"):
                return again
            if not classic:
                return await self.set_next(table)
        if classic:
            raise Refused(
                "A classic bot plays again when it connects again; its new table then stands in the lobby.",
                "no-rematch",
            )
        alone = len({seat.guest for seat in table.row.seats} - {None}) == 1
        first = table.earlier.options if table.earlier is not None else table.options_json
        again = await self._lay_again(table, guest.id, first, {}, not alone)
        await self._set_rematch(table, again.id)
        return again

    async def set_next(self, table: LiveTable) -> LiveTable:
        """The table for the next game of a match that goes on: the same guests, on the same seats, are told of it."""
        assert table.match is not None and table.earlier is not None
        sequel = table.match.sequel()
        assert sequel is not None
        games = msgspec.to_builtins(table.match.games())
        taken = table.row.settings.get("taken", {})
        settings = {key: value for key, value in table.row.settings.items() if key in ("classic", "taken")}
        settings["series"] = {"options": table.earlier.options, "games": games, "title": sequel.title}
        waits = any(seat.guest is not None and str(n) not in taken for n, seat in enumerate(table.row.seats))
        again = await self._lay_again(table, table.row.host, msgspec.to_builtins(sequel.options), settings, waits)
        following = {"table": again.id, "title": sequel.title}
        for _ in range(5):
            if table.row.settings.get("next") == following:
                break
            if await self._change(table, settings={**table.row.settings, "next": following}):
                table.tell_table()
        return again

    async def _lay_again(
        self, table: LiveTable, host: str | None, options: dict[str, Any], settings: dict[str, Any], waits: bool
    ) -> LiveTable:
        """Another table for the same seats, which waits for everybody or begins at once; one and the same for all."""
        kept = {key: value for key, value in table.row.settings.items() if key in ("clock", "takeover", "preset")}
        before = table
        while True:
            changed = await self.store.create_match(
                table.game.name,
                str(table.game.version),
                Seed.fresh().hex,
                options=options,
                seats=list(table.row.seats),
                settings={**kept, **settings},
                status="open" if waits else "running",
                listed=table.row.listed,
                host=host,
                rematch_of=before.id,
                started=None if waits else self.time.date(),
            )
            assert changed.match is not None
            again = await self.table(changed.match.id)
            if again.row.status != "closed":
                return again
            before = again

    async def _set_rematch(self, table: LiveTable, again: str | None) -> None:
        for _ in range(5):
            if table.row.settings.get("rematch") == again:
                return
            if await self._change(table, settings={**table.row.settings, "rematch": again}):
                table.tell_table()

    async def _call_off(self, table: LiveTable) -> None:
        """A table was closed before it began: if it was a rematch, it is offered no longer."""
        table.tell_table()
        while table.row.rematch_of is not None and table.row.status == "closed":
            table = await self.table(table.row.rematch_of)
        if table.row.status == "over":
            await self._set_rematch(table, None)

    async def begin_if_all_are_here(self, table: LiveTable) -> None:
        """A table whose seats were all given beforehand begins when everybody sits at it."""
        if table.row.status == "open" and not any(seat.empty for seat in table.row.seats) and not table.missing():
            await self.start(table, None)
            table.tell_table()

    async def import_record(self, guest: rows.Guest, data: bytes) -> LiveTable:
        """A record file becomes a table of this house, if it replays."""
        rec = record.decode(data)
        game = find(rec.game)
        bots = [house_word(game, name) for name in rec.seats]
        kept = await self.archive.check(data, spoken(rec.seats, bots), guest.id)
        seats = [{"name": name, "bot": bot} for name, bot in zip(rec.seats, bots, strict=True)]
        settings: dict[str, Any] = {"brought": True}
        if (earlier := kept.pop("earlier", None)) is not None:
            settings["series"] = earlier
        stored = {**kept, "version": str(rec.version), "seats": seats, "settings": settings}
        id = await self.store.import_match(stored, guest.id)
        return await self.table(id)

    # --- news, leases, cleaning ---

    async def _hear(self, news: News) -> None:
        """Another process tells."""
        table = self.tables.get(news.get("moved") or news.get("changed") or news.get("here") or news.get("emote") or "")
        if table is None:
            return
        if "moved" in news:
            await table.catch_up()
        elif "changed" in news:
            await self._refresh(table)
        elif "here" in news:
            self._elsewhere(table, news)
            await self.begin_if_all_are_here(table)
        elif "emote" in news:
            self.emote(table, int(news["seat"]), news["what"], tell=False)

    def _elsewhere(self, table: LiveTable, news: News) -> None:
        until = self.time.now() + 2 * self.settings.lease_seconds
        table.elsewhere[str(news.get("from"))] = (until, [int(s) for s in news.get("seats", [])])
        table.look_around()
        table.tell_table()

    async def _refresh(self, table: LiveTable) -> None:
        row = await self.store.match(table.id)
        if row is None:
            return
        await self._meet(row)
        table.renew(row)
        if table.row.status == "running" and table.match is None:
            async with table.lock:
                await self._begin(table)
        table.tell_table()
        table.drive()

    async def _resync(self) -> None:
        """News may have been missed: look at the store."""
        for table in list(self.tables.values()):
            await self._refresh(table)
            await table.catch_up()

    def emote(self, table: LiveTable, seat: int, what: Emote, tell: bool = True) -> None:
        message = encode(Emoted(seat, what))
        for connection in table.connections:
            connection.send(message)
        if tell:
            self.wire.tell({"emote": table.id, "seat": seat, "what": what})

    async def _keep_house(self) -> None:
        """Renew leases, take over what a dead process drove, close what nobody uses."""
        turn = 0
        while True:
            await asyncio.sleep(self.settings.lease_seconds / 3)
            turn += 1
            try:
                await self._renew_leases()
                if not self.visiting:
                    await self._adopt_orphans()
                if turn % 60 == 0 and not self.visiting:
                    await self._close_idle()
                    await self.close_abandoned_games()
            except StoreError as error:
                log.warning("keeping house: %s", error)
            except Exception as mistake:  # clocks and leases of all tables hang on this
                log.exception("keeping house: %s", mistake)

    async def _renew_leases(self) -> None:
        running = [t for t in self.tables.values() if t.row.status == "running" and t.match is not None]
        held = [t for t in self.tables.values() if t.row.status == "open" and t.drives]

        async def renew(table: LiveTable) -> None:
            drove = table.drives
            table.drives = await self.store.claim(table.id, self.me, self.settings.lease_seconds)
            if table.drives and not drove:
                await table.catch_up()
                table.drive()
            if not table.drives:
                table.stop()

        await asyncio.gather(*(renew(table) for table in [*running, *held]))
        if self.settings.redis:
            await self._look_for_unheard_moves(running)
        now = self.time.now()
        for table in self.tables.values():
            if table.connections:
                table.tell_presence()
            if table.elsewhere:
                table.look_around()
        for table in running:
            if not table.connections and table.waits_for_a_person() and now - table.touched > QUIET_SECONDS:
                self._put_away(table)

    async def _look_for_unheard_moves(self, running: list[LiveTable]) -> None:
        """A process may die between storing a move and telling us."""
        heights = await self.store.heights(table.id for table in running)
        for table in running:
            if heights.get(table.id, 0) > table.ply:
                await table.catch_up()

    async def _adopt_orphans(self) -> None:
        """Matches that no process drives: the clock or a house player may be waiting for us."""
        now = self.time.now()
        self._quiet = {id: until for id, until in self._quiet.items() if until > now}
        found = await self.store.expired_leases(1000, self._looked_at)
        self._looked_at = found[-1] if len(found) == 1000 else ""  # the next thousand next time
        new = [id for id in found if id not in self.tables and self._quiet.get(id, 0.0) <= now]
        for first in range(0, len(new), ADOPTED_AT_ONCE):  # so that a long match holds nobody up
            await asyncio.gather(*(self._adopt(id, now) for id in new[first : first + ADOPTED_AT_ONCE]))

    async def _adopt(self, id: str, now: float) -> None:
        try:
            table = await self._load(id).task
        except Refused:
            self._quiet[id] = now + 86_400.0
            return
        if table.waits_for_a_person() and not table.wanted:
            # Without a clock a person may take a week: look again only when somebody comes, or much later.
            self._quiet[id] = now + 600.0
            self._put_away(table)

    async def _close_idle(self) -> None:
        now = self.time.date()
        idle = await self.store.idle(now - self.settings.idle_open_hours * 3600, 100, ("open",))
        idle += await self.store.idle(now - self.settings.idle_running_days * 86_400, 100, ("running",))
        for row in idle:
            changed = await self.store.update_match(row.id, row.revision, status="closed", ended=now)
            self.wire.tell({"changed": row.id})
            table = self.tables.get(row.id)
            if table is not None and changed.match is not None:
                table.stop()
                table.renew(changed.match)
                table.tell_table()


def plate(word: str, seat: int, taken: Iterable[str]) -> str:
    """What stands on the plate of a house player: its name and how it plays."""
    return f"{house_name(seat, taken)} ({word})"


def house_word(game: AnyGame, name: str) -> str | None:
    """Which house player bears this name, if one does: a record file keeps names only."""
    first, _, rest = name.partition(" (")
    return next((word for word in known_words(game) if first in HOUSE_NAMES and rest == f"{word})"), None)

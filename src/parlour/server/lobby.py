"""The lobby: tables are created, guests sit down and leave, games begin, seats are taken over."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import msgspec

from parlour.bots.characters import NAMES, house_name
from parlour.bots.seat_words import known_words, split_character
from parlour.core import record
from parlour.core.clock import Clock, to_clock
from parlour.core.errors import Refused
from parlour.core.game import AnyGame
from parlour.core.protocol import NewTable
from parlour.core.seed import Seed
from parlour.core.sequel import Earlier
from parlour.games import find
from parlour.server import rated as rules
from parlour.server.errors import Forbidden
from parlour.server.names import look
from parlour.server.player_pool import check_house_word
from parlour.server.seating import check_hands, check_undo, shared_names
from parlour.server.table import LiveTable
from parlour.server.table_match import spoken
from parlour.server.table_settings import StoredSettings, chosen, write_settings
from parlour.store import Seat, rows

if TYPE_CHECKING:
    from parlour.server.house import House

SHORTEST_MOVE = 500  # milliseconds


class Lobby:
    """What guests may do with the tables of a house."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.store = house.store
        self.time = house.time

    # --- creating tables ---

    async def make_table(
        self, guest: rows.Guest, wish: NewTable, rematch_of: LiveTable | None = None, classic: bool = False
    ) -> LiveTable:
        if not classic:
            self.house.order.check_open()
        game = find(wish.game)
        options = game.read_options(wish.options, wish.preset)
        wanted = wish.seats or ["me", *["medium"] * (game.default_seats - 1)]
        game.check_seats(len(wanted))
        await self.house.reader.check(game, options, len(wanted), guest.id)
        clock = table_clock(wish.clock)
        programs = await self.house.programs.seats(game, guest, wanted)
        first = await self.first_character(guest, wanted)
        seats = self.seats_for(game, guest, wanted, first, programs, wish.names)
        check_hands(game, wish, seats)
        check_undo(wish, clock)
        running = not any(seat.empty for seat in seats)
        versions = {n: programs[word][1] for n, word in enumerate(wanted) if word in programs}
        # Several processes can't tell each other in time who has seen a move.
        undo = wish.undo and self.house.settings.redis is None
        settings = StoredSettings(**{**chosen(wish), "clock": clock, "undo": undo}, classic=classic, programs=versions)
        if wish.rated:
            settings = await rules.settings_of(self.house, game, options, seats, settings)
        changed = await self._create(
            game,
            options,
            seats,
            settings,
            status="running" if running else "open",
            listed=wish.listed or wish.open,
            host=guest.id,
            rematch_of=rematch_of.id if rematch_of else None,
            started=self.time.date() if running else None,
            most_hosted=None if classic else self.house.settings.tables_per_guest,
        )
        if changed.match is None:
            raise self._too_many_tables()
        return await self.house.table(changed.match.id, changed.match if changed.ok else None)

    async def create_for_bot(
        self,
        owner: rows.Guest,
        bot: rows.Guest,
        game: AnyGame,
        options: Any,
        words: list[str],
        *,
        clock: Clock | str,
        preset: str | None = None,
    ) -> LiveTable:
        """A table where every seat is assigned, one of them to a bot; it begins when the bot sits down."""
        players = [bot if word == "me" else word for word in words]
        return await self.set_table(owner, game, options, players, clock=clock, preset=preset)

    async def set_table(
        self,
        host: rows.Guest | None,
        game: AnyGame,
        options: Any,
        players: Sequence[rows.Guest | str],
        *,
        clock: Clock | str,
        preset: str | None = None,
        rated: bool = False,
        listed: bool = False,
    ) -> LiveTable:
        """A table where every seat is assigned, to a guest or to the house's player that a seat word names. It begins
        when all guests are there."""
        self.house.order.check_open()
        settings = StoredSettings(clock=table_clock(clock), takeover=False, preset=preset, rated=rated)
        if host is not None:
            await self.check_hosted(host)
        words = [player for player in players if isinstance(player, str)]
        seats = iter(self.seats_for(game, host, words, await self.first_character(host, words)))
        assigned: list[Seat] = []
        for player in players:
            if isinstance(player, str):
                assigned.append(next(seats))
            else:
                self.house.remember(player)
                assigned.append(Seat(guest=player.id, name=distinct(player.name, assigned)))
        if rated:
            settings = await rules.settings_of(self.house, game, options, assigned, settings)
        guest = None if host is None else host.id
        changed = await self._create(game, options, assigned, settings, listed=listed, host=guest)
        assert changed.match is not None
        return await self.house.table(changed.match.id)

    async def _create(
        self, game: AnyGame, options: Any, seats: Sequence[Seat], settings: StoredSettings, **more: Any
    ) -> rows.Changed:
        return await self.store.create_match(
            game.name,
            str(game.version),
            Seed.fresh().hex,
            options=msgspec.to_builtins(options),
            seats=seats,
            settings=write_settings(settings),
            **more,
        )

    async def check_hosted(self, guest: rows.Guest) -> None:
        if await self.store.hosted(guest.id) >= self.house.settings.tables_per_guest:
            raise self._too_many_tables()

    def _too_many_tables(self) -> Refused:
        most = self.house.settings.tables_per_guest
        return Refused(f"You are already hosting {most} tables; finish or close one first.", "too-many-tables")

    async def first_character(self, host: rows.Guest | None, wanted: list[str]) -> int:
        """Each new table of a host brings other characters, if any of the house are wanted."""
        wants_any = host is not None and any(word not in ("me", "free") for word in wanted)
        return await self.store.hosted(host.id, ended=True) if host is not None and wants_any else 0

    def seats_for(
        self,
        game: AnyGame,
        guest: rows.Guest | None,
        wanted: list[str],
        first: int,
        programs: Mapping[str, tuple[Seat, int]] = MappingProxyType({}),
        names: Sequence[str] = (),
    ) -> list[Seat]:
        mine = wanted.count("me")
        shared = shared_names(mine, names, self.house.rude_words)
        seats: list[Seat] = []
        taken = [*(shared or [guest.name])] if guest is not None and mine else []
        asked_for = [character.name for _, character in map(split_character, wanted) if character is not None]
        for word in wanted:
            if word == "me" and guest is not None:
                number = sum(1 for seat in seats if seat.guest == guest.id) + 1
                called = shared[number - 1] if shared else guest.name if mine == 1 else f"{guest.name} {number}"
                seats.append(Seat(guest=guest.id, name=called))
            elif word == "free":
                seats.append(Seat())
            elif word in programs:
                seat, _ = programs[word]
                seats.append(replace(seat, name=distinct(seat.name, seats)))
                taken.append(seats[-1].name)
            else:
                check_house_word(game, word, ("me", "free"))
                level, character = split_character(word)
                name = house_name(len(seats), [*taken, *asked_for], first) if character is None else character.name
                taken.append(f"{name} ({level})")
                seats.append(Seat(bot=level, name=taken[-1]))
        return seats

    # --- sitting down, beginning, leaving ---

    async def _change(self, table: LiveTable, **changes: Any) -> bool:
        """Change the stored row unless somebody else has; return whether it worked."""
        changed = await self.store.update_match(table.id, table.row.revision, **changes)
        if changed.match is not None:
            table.renew(changed.match)
        self.house.news.changed(table.id)
        return changed.ok

    async def change_settings(self, table: LiveTable, **changes: Any) -> bool:
        return await self._change(table, settings=write_settings(msgspec.structs.replace(table.settings, **changes)))

    async def join(self, table: LiveTable, guest: rows.Guest, seat: int | None) -> int:
        for _ in range(5):
            row = table.row
            if row.status != "open":
                raise Refused("This table has already begun.", "begun")
            mine = table.seats_of(guest.id)
            if mine and (seat is None or seat in mine):
                return mine[0] if seat is None else seat
            if not table.settings.classic:
                self.house.order.check_open()
            free = [n for n, s in enumerate(row.seats) if s.empty]
            if seat is not None and not 0 <= seat < len(row.seats):
                raise Refused(f"This table has seats 0 to {len(row.seats) - 1}, not {seat}.", "no-seat")
            if seat is not None and seat not in free:
                raise Refused("This seat is taken.", "taken")
            if not free:
                raise Refused("All seats are taken.", "taken")
            chosen = free[0] if seat is None else seat
            seats = list(row.seats)
            seats[chosen] = Seat(guest=guest.id, name=distinct(guest.name, seats))
            await rules.check(self.house, table, seats)
            begins = {} if any(s.empty for s in seats) else {"status": "running", "started": self.time.date()}
            if await self._change(table, seats=seats, **begins):
                if begins:
                    await table.begin_here()
                table.tell_table()
                return chosen
        raise Refused("Too many guests are sitting down at once; try again.", "busy")

    async def start(self, table: LiveTable, fill: str | None) -> None:
        """Begin; house players of the kind `fill` take the free seats."""
        for _ in range(5):
            row = table.row
            if row.status != "open":
                return
            seats = list(row.seats)
            if any(s.empty for s in seats):
                if fill is None:
                    raise Refused("Some seats are still free.", "free-seats")
                check_house_word(table.game, fill)
                fill, _ = split_character(fill)
                others = await self.store.hosted(row.host or "", ended=True) - 1  # without this one
                for n, seat in enumerate(seats):
                    if seat.empty:
                        name = house_name(n, [s.name for s in seats if s.name], others)
                        seats[n] = Seat(bot=fill, name=f"{name} ({fill})")
                await rules.check(self.house, table, seats)
            if await self._change(table, seats=seats, status="running", started=self.time.date()):
                await table.begin_here()
                return
        raise Refused("The table changed while it was starting; try again.", "busy")

    async def leave(self, table: LiveTable, guest: rows.Guest) -> None:
        mine = table.seats_of(guest.id)
        if not mine:
            raise Refused("You are not sitting at this table.", "not-your-seat")
        if table.settings.tournament is not None and table.row.status == "open":
            raise Refused(
                "This seat is kept for you by a tournament; to give it up, withdraw on the tournament's page.",
                "tournament",
            )
        for _ in range(5):
            if table.row.status != "open":
                break
            if table.row.host is None and await self.call_off(table, f"{guest.name} does not want to play."):
                return
            seats = [Seat() if n in mine else s for n, s in enumerate(table.row.seats)]
            goes: dict[str, Any] = {"status": "closed", "ended": self.time.date()} if table.row.host == guest.id else {}
            if await self._change(table, seats=seats, **goes):
                await self._call_off(table)
                return
        for seat in mine:
            if table.match is not None and not table.match.over and not table.match.state.has_left(seat):
                await table.leave(seat)

    async def close(self, table: LiveTable, guest: rows.Guest) -> None:
        if table.row.host != guest.id:
            raise Forbidden("Only the host may close a table.")
        for _ in range(5):
            if table.row.status != "open":
                raise Refused("The game has begun; leave it instead.", "begun")
            if await self._change(table, status="closed", ended=self.time.date()):
                await self._call_off(table)
                return
        raise Refused("The table changed at the same moment; try again.", "busy")

    async def call_off(self, table: LiveTable, why: str) -> bool:
        """Close a table that has not begun because somebody does not come; False if it has begun or was closed."""
        for _ in range(5):
            if table.row.status != "open":
                return False
            settings = msgspec.structs.replace(table.settings, called_off=why)
            closed = {"status": "closed", "ended": self.time.date(), "settings": write_settings(settings)}
            if await self._change(table, **closed):
                await self._call_off(table)
                return True
        return False

    async def drop(self, table: LiveTable) -> None:
        """End a broken-off game without a result."""
        table.stop()
        for _ in range(5):
            if await self._change(table, status="closed", ended=self.time.date()):
                break
        table.tell_table()

    # --- takeovers ---

    async def take_over(self, table: LiveTable, guest: rows.Guest, seat: int, word: str) -> None:
        """Let a house player play on for a guest who is away or wants a break."""
        mine = table.seats_of(guest.id)
        if not mine:
            raise Forbidden("Only players of this table may do that.")
        if table.settings.rated:
            raise Refused("This game is rated, so nobody can play on for somebody else.", "rated")
        if not table.settings.takeover:
            raise Refused("House players can't take over seats at this table.", "no-takeover")
        if table.status != "running" or not 0 <= seat < len(table.row.seats):
            raise Refused("No such seat is in play.", "no-seat")
        if seat not in mine and not table.guests.away(seat):
            seconds = int(self.house.settings.away_seconds)
            raise Refused(f"A seat can be taken over once its player has been away for {seconds} seconds.", "not-away")
        if table.row.seats[seat].bot is not None:
            raise Refused("A house player is already sitting there.", "no-seat")
        check_house_word(table.game, word)
        await self._set_taken(table, seat, split_character(word)[0])

    async def give_back(self, table: LiveTable, guest: rows.Guest, seat: int) -> None:
        if seat not in table.seats_of(guest.id):
            raise Forbidden("Only its owner can take a seat back.")
        await self._set_taken(table, seat, None)

    async def _set_taken(self, table: LiveTable, seat: int, word: str | None) -> None:
        for _ in range(5):
            taken = {n: other for n, other in table.settings.taken.items() if n != seat}
            if word is not None:
                taken[seat] = word
            if await self.change_settings(table, taken=taken):
                table.tell_table()
                table.drive()
                return
        raise Refused("The table changed at the same moment; try again.", "busy")

    # --- tables that begin or end by themselves ---

    async def _call_off(self, table: LiveTable) -> None:
        """A table was closed before it began: if it was a rematch, stop offering it."""
        table.tell_table()
        while table.row.rematch_of is not None and table.row.status == "closed":
            table = await self.house.table(table.row.rematch_of)
        if table.status == "over":
            await self.house.afterwards.set_rematch(table, None)

    async def begin_if_all_are_here(self, table: LiveTable) -> None:
        """A table whose seats were all assigned in advance begins when everybody is connected."""
        full = not any(seat.empty for seat in table.row.seats)
        if table.row.status == "open" and full and not table.guests.missing():
            await self.start(table, None)
            table.tell_table()

    async def import_record(self, guest: rows.Guest, data: bytes) -> LiveTable:
        """Turn a record file into a table of this house, if it replays."""
        rec = record.decode(data)
        game = find(rec.game)
        bots = [house_word(game, name) for name in rec.seats]
        kept = await self.house.archive.check(data, spoken(rec.seats, bots), guest.id)
        seats = [{"name": name, "bot": bot} for name, bot in zip(rec.seats, bots, strict=True)]
        earlier = kept.pop("earlier", None)
        series = None if earlier is None else msgspec.convert(earlier, Earlier)
        kept.pop("branch", None)
        branch = None if isinstance(rec.branch, msgspec.UnsetType) else rec.branch
        settings = write_settings(StoredSettings(imported=True, series=series, branch=branch))
        stored = {**kept, "version": str(rec.version), "seats": seats, "settings": settings}
        id = await self.store.import_match(stored, guest.id)
        return await self.house.table(id)


def distinct(name: str, seats: list[Seat]) -> str:
    """A guest's name, with a number if somebody of that name, or one that looks like it, already sits there."""
    taken = {look(seat.name.removesuffix(f" ({seat.bot})")) for seat in seats if seat.name}
    if look(name) not in taken:
        return name
    return next(f"{name} {n}" for n in range(2, 100) if look(f"{name} {n}") not in taken)


def as_stored(moves: Sequence[rows.Move]) -> list[dict[str, Any]]:
    """Moves for another match, with the times they took in this one."""
    return [{"seat": move.seat, "move": move.move, "at": move.at, "used_ms": move.used_ms} for move in moves]


def table_clock(wish: Clock | str | None) -> Clock:
    """The requested clock; refused if it is unsuitable for a table."""
    clock = to_clock(wish).checked()
    if 0 < clock.move_ms < SHORTEST_MOVE:
        raise Refused("Clock: at a table, a move needs at least half a second, as in `500ms/move`.", "bad-clock")
    return clock


def house_word(game: AnyGame, name: str) -> str | None:
    """The house player with this name, if any: a record file stores only names."""
    first, _, rest = name.partition(" (")
    return next((word for word in known_words(game) if first in NAMES and rest == f"{word})"), None)

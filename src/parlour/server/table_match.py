"""The match of a table as this process holds it: its row, its position, and the questions one may ask about it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from parlour.core.clock import to_clock
from parlour.core.errors import Reason, Refused
from parlour.core.game import AnyGame
from parlour.core.match import Match, Ply
from parlour.core.preview import Preview
from parlour.core.protocol import Plan
from parlour.core.referee import Referee
from parlour.core.seed import Seed
from parlour.core.sequel import Earlier
from parlour.core.state import State
from parlour.server.program_worker import STARTING_SECONDS
from parlour.server.replays import Entry, Played
from parlour.server.table_clock import TableClock
from parlour.server.table_settings import read_settings
from parlour.store import rows

if TYPE_CHECKING:
    from parlour.server.house import House


class TableMatch:
    """Takes in stored moves and tells nobody. The match is None until the game begins."""

    def __init__(self, house: House, row: rows.Match, game: AnyGame) -> None:
        self.house = house
        self.row = row
        self.game = game
        self.options = game.read_stored(row.options, int(row.version))
        self.options_json: dict[str, Any] = msgspec.to_builtins(self.options)  # including defaults
        self.settings = read_settings(row)
        self.earlier = self._earlier()
        self.clock = TableClock(to_clock(self.settings.clock), len(row.seats), self.house.time)
        self.promise = self.seed.promise
        self.match: Match | None = None
        self.turn_began = row.started or 0.0  # wall-clock time
        self._data: Any = None
        self._views: dict[int | None, tuple[Any, msgspec.Raw]] = {}  # for this ply: as an object, and as JSON

    def _earlier(self) -> Earlier | None:
        """The earlier games of this match; None if this game stands alone, like a branch or one from a record file."""
        if self.settings.series is not None:
            return self.settings.series
        alone = (
            self.settings.imported
            or self.settings.branch is not None
            or (self.row.status == "over" and self.settings.next is None)
        )
        return None if alone else Earlier(self.options_json)

    # --- properties ---

    @property
    def id(self) -> str:
        return self.row.id

    @property
    def seed(self) -> Seed:
        return Seed.parse(str(self.row.seed))

    @property
    def status(self) -> rows.Status:
        """For guests, a game is over once they have been told, even if the result is still being stored."""
        over = self.match is not None and self.match.over and (self.settings.next is not None or not self.goes_on)
        return "over" if over else self.row.status

    @property
    def result(self) -> dict[str, Any] | None:
        """Who won and why, as soon as the game is over for guests."""
        return self.outcome() if self.row.result is None and self.status == "over" else self.row.result

    def outcome(self) -> dict[str, Any]:
        """The result as it is stored, of a match that is over."""
        assert self.match is not None
        return {
            "payoffs": self.match.verdict(),
            "scores": [int(score) for score in self.match.state.scores()],
            "why": self.match.say_end(self.spoken),
        }

    @property
    def names(self) -> list[str]:
        return [seat.name or f"Seat {n + 1}" for n, seat in enumerate(self.row.seats)]

    @property
    def spoken(self) -> list[str]:
        return spoken(self.names, [seat.bot for seat in self.row.seats])

    @property
    def ply(self) -> int:
        return len(self.match.plies) if self.match else 0

    @property
    def referee(self) -> Referee:
        """Only once the game has begun."""
        assert self.clock.referee is not None
        return self.clock.referee

    @property
    def data(self) -> Any:
        """What a board needs to draw this table."""
        if self._data is None:
            self._data = self.game.data(self.options)
        return self._data

    @property
    def goes_on(self) -> bool:
        """Whether another game of this match follows, as after a draw when the rules require a winner."""
        sequel = self.match.sequel() if self.match is not None else None
        return sequel is not None and sequel.options is not None

    # --- seats ---

    def seats_of(self, guest: str | None) -> list[int]:
        return [n for n, seat in enumerate(self.row.seats) if guest is not None and seat.guest == guest]

    def only_seat(self, guest: str | None) -> int | None:
        """The guest's seat, if the guest holds exactly one."""
        seats = self.seats_of(guest)
        return seats[0] if len(seats) == 1 else None

    def word_of(self, seat: int) -> str | None:
        """The house player that moves for this seat now, if any."""
        return self.settings.taken.get(seat) or self.row.seats[seat].bot

    def _is_program(self, seat: int) -> bool:
        """Whether a visiting bot decides for this seat."""
        return self.row.seats[seat].guest in self.house.bots and self.word_of(seat) is None

    def waits_for_a_person(self) -> bool:
        """Whether nothing can happen here until a guest moves, however long that takes."""
        match = self.match
        if match is None or match.over:
            return True
        moved_by_house = self.word_of(match.mover) is not None or match.mover in self.settings.programs
        return not self.clock.timed and not moved_by_house and not match.state.has_left(match.mover)

    # --- stored moves ---

    async def replay(self, moves: Iterable[rows.Move]) -> None:
        """Set up the match and play its stored moves."""
        seats, branch = len(self.row.seats), self.settings.branch
        match = await self.house.reader.new_match(self.game, self.options, seats, self.seed, self.earlier, branch)
        self.turn_began = self.row.started or self.house.time.date()
        referee = Referee(match, self.clock.rule, self._is_program)
        for seat in self.settings.programs:
            referee.clocks.start_ms[seat] = 1000 * STARTING_SECONDS
        await self.house.slices.run(self._play_again(referee, moves))
        self.match = match
        self._views.clear()
        self.clock.resume(referee, self.turn_began, paused=True)

    def _play_again(self, referee: Referee, moves: Iterable[rows.Move]) -> Iterator[None]:
        for move in moves:
            self._enter(referee, move)
            yield

    def _enter(self, referee: Referee, stored: rows.Move, ahead: tuple[State, Ply] | None = None) -> Ply:
        self._views.clear()
        match, mover = referee.match, referee.match.mover
        if ahead is None:
            ply = match.enter(stored.seat, self.game.moves.from_json(stored.move, house=True))
        else:
            ply = match.go_ahead(*ahead)
        referee.entered(ply, mover, stored.used_ms)
        if stored.seat == mover and len(match.plies) > match.repeated:
            self.turn_began = stored.at
        return ply

    def run_on(self) -> None:
        """Another process runs this clock: the turn began with the last move, not when the table was loaded here."""
        self.clock.resume(self.referee, self.turn_began, paused=False)

    def played(self, stored: Iterable[rows.Move], names: list[str]) -> Played:
        """The match in a form that can be replayed in another process."""
        entries = [Entry(move.seat, move.move, move.at, move.used_ms) for move in stored]
        seats, branch = len(self.row.seats), self.settings.branch
        return Played(self.game.name, self.options_json, seats, self.seed.hex, entries, names, branch)

    # --- what a seat may ask ---

    def view(self, seat: int | None) -> tuple[Any, msgspec.Raw]:
        """What a seat sees now; computed once per ply."""
        assert self.match is not None
        if seat not in self._views:
            view = self.match.view(seat)
            self._views[seat] = view, msgspec.Raw(msgspec.json.encode(view))
        return self._views[seat]

    def why(self, seat: int | None, move_json: object) -> Reason | None:
        """The rule that forbids a move; None if it is legal."""
        if self.match is None:
            return Reason("not-begun", "The game has not begun yet.")
        if seat is None:
            return Reason("not-your-seat", "Spectators can't move.")
        try:
            return self.match.why_not(seat, self.game.moves.from_json(move_json))
        except Refused as refusal:
            return Reason(refusal.code, refusal.text)

    async def preview(self, seat: int | None, move_json: object, guest: str) -> Preview:
        """What a legal move of this seat is certain to change, computed from its own view alone."""
        if self.match is None or seat is None or self.match.mover != seat:
            return Preview([], False)
        move = self.game.moves.from_json(move_json)
        if not self.match.state.allows(move):
            return Preview([], False)
        return await self.house.player_pool.preview(self.game, bytes(self.view(seat)[1]), seat, move, guest)

    async def plan(self, seat: int | None, row: Sequence[object], guest: str) -> Plan:
        """Where a sequence of this seat's decisions would lead; asking decides nothing."""
        if self.match is None or seat is None or self.match.mover != seat:
            raise Refused("You can only plan on your own turn.", "not-your-turn")
        codes = [self.game.moves.from_json(move) for move in row]
        view = bytes(self.view(seat)[1])
        return await self.house.player_pool.plan(self.game, self.options, view, seat, codes, self.spoken, guest)


def spoken(names: Sequence[str], bots: Sequence[str | None]) -> list[str]:
    """The names as used in sentences: without the house players' levels, which are on their plates."""
    plain = [name.removesuffix(f" ({bot})") for name, bot in zip(names, bots, strict=True)]
    return [
        one if bot is None or plain.count(one) == 1 else f"{one} of the house"
        for one, bot in zip(plain, bots, strict=True)
    ]

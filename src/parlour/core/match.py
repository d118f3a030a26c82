"""A match: a game, its options, a secret seed and a list of moves. Everything else is computed from these."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from parlour.core.dice import Dice
from parlour.core.english import listed
from parlour.core.errors import Reason, Refused
from parlour.core.events import LEFT, MISSED, EventJson
from parlour.core.game import AnyGame
from parlour.core.moves import CONCEDE, FORFEIT, MISS, concede, forfeit, is_house, miss
from parlour.core.seed import Seed
from parlour.core.sequel import Earlier, Finished, Sequel
from parlour.core.state import OVER, State, Told

WENT = {CONCEDE: "gave up", FORFEIT: "forfeited the seat"}


class Ply(msgspec.Struct, frozen=True):
    """One entry of a match: who moved, what, and what it made happen."""

    seat: int
    move: int
    told: tuple[Told, ...]


class Match:
    """A match in play. `play` is the only way to change it, and refuses what the rules forbid.

    With `earlier`, it is one game of a match that needs a winner, and its ending includes what follows.
    """

    def __init__(
        self,
        game: AnyGame,
        options: Any = None,
        seats: int | None = None,
        seed: Seed | None = None,
        earlier: Earlier | None = None,
    ) -> None:
        self.game = game
        self.options = options if isinstance(options, game.Options) else game.read_options(options)
        self.seats = game.default_seats if seats is None else seats
        game.check_seats(self.seats)
        game.check(self.options, self.seats)
        self.seed = seed or Seed.fresh()
        self.earlier = earlier
        self.plies: list[Ply] = []
        self.state: State = game.new(self.options, self.seats, self.seed.dice("ply 0"))
        self.setup: tuple[Told, ...] = tuple(self.state.heard or ())  # events of the set-up
        self.state.heard = None

    @property
    def over(self) -> bool:
        return int(self.state.mover) == OVER

    @property
    def mover(self) -> int:
        return int(self.state.mover)

    def why_not(self, seat: int, move: int) -> Reason | None:
        """The first rule that forbids `seat` this move now, or None if it is legal."""
        if self.over:
            return Reason("game-over", "The game is over.")
        if seat != self.mover:
            return Reason("not-your-turn", "It is not your turn.")
        if move == concede(seat):  # players may concede only for themselves
            return None
        try:
            self.game.moves.check(move)
        except Refused as refusal:
            return Reason(refusal.code, refusal.text)
        if is_house(move):
            return Reason("unknown-action", "Only the house may do that.")
        if self.state.allows(move):
            return None
        return self.game.why_not(self.state, move)

    def play(self, seat: int, move: int) -> Ply:
        """Play a legal move of `seat`; otherwise change nothing and say which rule forbids it."""
        reason = self.why_not(seat, move)
        if reason is not None:
            raise Refused(reason.text, reason.code)
        return self.enter(seat, move)

    def enter(self, seat: int, move: int) -> Ply:
        """Add an entry to the match without checking whether it is legal: for checked moves, and for the house."""
        ply = Ply(seat, move, carry_out(self.state, seat, move, self.next_dice()))
        self.plies.append(ply)
        return ply

    def next_dice(self) -> Dice:
        """The dice of the next ply."""
        return self.seed.dice(f"ply {len(self.plies) + 1}")

    def ahead(self, seat: int, move: int) -> tuple[State, Ply]:
        """Where an entry leads. It is played on a copy, so that rules that fail halfway leave the match unchanged."""
        state = self.state.copy()
        return state, Ply(seat, move, carry_out(state, seat, move, self.next_dice()))

    def go_ahead(self, state: State, ply: Ply) -> Ply:
        """Move on to a position computed by `ahead`."""
        self.state = state
        self.plies.append(ply)
        return ply

    def late_entry(self, seat: int, last: bool) -> int:
        """What the house enters when the mover's time is up: a miss, or a forfeit on the last strike.

        If the game's own rules end the seat's game on this miss, the record gets the miss.
        """
        if not last:
            return miss()
        twin = self.state.copy()
        twin.miss(Dice(1, 2, 3, 4))
        return miss() if twin.has_left(seat) else forfeit(seat)

    def view(self, seat: int | None) -> Any:
        return self.game.view(self.state, seat)

    def events(self, seat: int | None, since: int = 0) -> list[EventJson]:
        """What `seat` may know of all that happened after the first `since` plies; 0 includes the set-up."""
        told = [] if since else list(self.setup)
        for ply in self.plies[since:]:
            told.extend(ply.told)
        return self.show(told, seat)

    def show(self, told: Iterable[Told], seat: int | None) -> list[EventJson]:
        """These events as `seat` may see them."""
        return self.game.events_of(self.options).show_all(told, seat)

    def payoffs(self) -> list[float]:
        if not self.over:
            raise Refused("The game is not over yet.", "not-over")
        return [float(p) for p in self.state.payoffs()]

    def games(self) -> list[Finished]:
        """All finished games of this match, this one last."""
        earlier = self.earlier.games if self.earlier is not None else []
        return [*earlier, self.game.finished(self.state)]

    def sequel(self, names: Sequence[str] | None = None) -> Sequel | None:
        """What follows this game, now that it is over; None: its result stands."""
        if self.earlier is None or not self.over:
            return None
        names = names or [f"Player {seat + 1}" for seat in range(self.seats)]
        return self.game.sequel(self.game.read_options(self.earlier.options), self.games(), names)

    def verdict(self) -> list[float]:
        """The payoffs of the match, which may not be decided by its last game alone."""
        sequel = self.sequel()
        return sequel.payoffs if sequel is not None and sequel.payoffs else self.payoffs()

    def say_end(self, names: Sequence[str]) -> str:
        """Who won and why, and what follows."""
        sequel = self.sequel(names)
        return self._say_end(names) if sequel is None else f"{self._say_end(names)} {sequel.says}"

    @property
    def last_to_stay(self) -> int | None:
        """The seat that won because the last of the others has just left."""
        staying = [seat for seat in range(self.seats) if not self.state.has_left(seat)]
        gone = len(staying) == 1 and self.plies and self.plies[-1].move & 63 in WENT
        return staying[0] if gone else None

    def _say_end(self, names: Sequence[str]) -> str:
        """If all the others left, the house says so, the same way in every game."""
        last = self.last_to_stay
        if last is None:
            return self.game.say_end(self.state, names, self.options)
        went: dict[str, list[str]] = {}
        for move in (ply.move for ply in self.plies if ply.move & 63 in WENT):
            went.setdefault(WENT[move & 63], []).append(names[(move >> 6) & 0xFFFF])
        reasons = [f"{listed(who)} {how}" for how, who in went.items()]
        return f"{names[last]} wins: {', '.join(reasons)}."


def carry_out(state: State, seat: int, move: int, dice: Dice) -> tuple[Told, ...]:
    """Play an entry of `seat`, a move or a house entry, on a position; return the events."""
    heard: list[Told] = []
    state.heard = heard
    kind = move & 63
    if kind in (CONCEDE, FORFEIT):
        leaver = (move >> 6) & 0xFFFF
        state.tell(LEFT, leaver, int(kind == FORFEIT))
        state.leave(leaver)
    elif kind == MISS:
        state.tell(MISSED, seat)
        state.miss(dice)
    else:
        state.play(move, dice)
    state.heard = None
    return tuple(heard)

"""A match: a game, its options, a secret seed and a list of moves. Everything else is computed from these."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from parlour.core.branch import MOST_STRETCHES, Branch, Stretch
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

    With `earlier`, it is one game of a match that needs a winner, and its ending includes what follows. With `branch`,
    it begins with entries of another match; whoever sets it up enters them again.
    """

    def __init__(
        self,
        game: AnyGame,
        options: Any = None,
        seats: int | None = None,
        seed: Seed | None = None,
        earlier: Earlier | None = None,
        branch: Branch | None = None,
    ) -> None:
        self.game = game
        self.options = options if isinstance(options, game.Options) else game.read_options(options)
        self.seats = game.default_seats if seats is None else seats
        game.check_seats(self.seats)
        game.check(self.options, self.seats)
        self.seed = seed or Seed.fresh()
        self.earlier = earlier
        self.branch = branch
        self.plies: list[Ply] = []
        self.state: State = game.new(self.options, self.seats, self.dice(0))
        self.setup: tuple[Told, ...] = tuple(self.state.heard or ())  # events of the set-up
        self.state.heard = None
        self.deal_anew(self.state, 0)

    def again(self) -> Match:
        """This match before its first entry."""
        return Match(self.game, self.options, self.seats, self.seed, branch=self.branch)

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
        number = len(self.plies) + 1
        ply = Ply(seat, move, carry_out(self.state, seat, move, self.dice(number)))
        self.plies.append(ply)
        self.deal_anew(self.state, number)
        return ply

    def dice(self, number: int) -> Dice:
        """The dice of a ply; 0 is the set-up. What a branch repeats has the dice with which it was first played."""
        seed = self.seed if self.branch is None else self.branch.seed_of(number, self.seed)
        return seed.dice(f"ply {number}")

    def deal_anew(self, state: State, number: int) -> None:
        """If this is a branch that deals the unknown anew after this many entries, do so in its position there."""
        if self.branch is not None:
            for kept, seed in self.branch.deals(number, self.seed):
                state.redeal(kept, seed.dice("deal"))

    def ahead(self, seat: int, move: int) -> tuple[State, Ply]:
        """Where an entry leads. It is played on a copy, so that rules that fail halfway leave the match unchanged."""
        state = self.state.copy()
        return state, Ply(seat, move, carry_out(state, seat, move, self.dice(len(self.plies) + 1)))

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
        first = since + 1 if since else 0
        return [event for number in range(first, len(self.plies) + 1) for event in self.events_in(number, seat)]

    def events_in(self, number: int, seat: int | None) -> list[EventJson]:
        """What `seat` may know of one ply; 0 is the set-up.

        If its hand was dealt anew since, it only remembers what everybody knows.
        """
        told = self.plies[number - 1].told if number else self.setup
        if self.branch is not None and not self.branch.remembers(seat, number, len(self.plies)):
            seat = None
        return self.show(told, seat)

    def show(self, told: Iterable[Told], seat: int | None) -> list[EventJson]:
        """These events as `seat` may see them."""
        return self.game.events_of(self.options).show_all(told, seat)

    @property
    def repeated(self) -> int:
        """How many of its entries are those of the match it branched off from."""
        return 0 if self.branch is None else self.branch.ply

    def branch_off(self, ply: int, names: Sequence[str], kept: int | None = None, table: str | None = None) -> Branch:
        """Where a match begins that plays on from a moment of this one, now that it is over and no secret any more.

        What is unknown stays as it was, or is dealt anew except for what the seat `kept` could see.
        """
        if not self.over:
            raise Refused(
                "The game is not over yet; until then, nobody can play on from one of its moments.", "not-over"
            )
        if ply == len(self.plies):
            raise Refused("The game ended there; choose an earlier moment to play on from.", "game-over")
        if not 0 <= ply < len(self.plies):
            raise Refused(f"This game has {len(self.plies)} moves, so there is no position after {ply}.", "bad-ply")
        if kept is not None and not self.game.hides:
            raise Refused(f"Nothing is hidden in {self.game.title}, so nothing can be dealt anew.", "nothing-hidden")
        earlier = [] if self.branch is None else [s for s in self.branch.stretches if s.ply <= ply]
        if len(earlier) >= MOST_STRETCHES:
            raise Refused("This game was played on from too often; go back to one before it.", "too-many-branches")
        seed = self.seed if self.branch is None else self.branch.seed_of(ply + 1, self.seed)
        return Branch(list(names), [*earlier, Stretch(ply, seed.hex, kept)], table)

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

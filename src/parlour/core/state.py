"""A position in a game: what the rules, the searches and the house share."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from parlour.core.bits import bit
from parlour.core.dice import Dice

OVER: Final = -1

# One thing that happened: its kind and up to five numbers, read by the game's event table.
Told = tuple[i64, i64, i64, i64, i64, i64]


class Hidden(Exception):
    """A preview has come to something that nobody who asks may know."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Planner:
    """A search that a game brings along because it knows better than the house's how its moves hang together."""

    def __init__(self) -> None:
        self.iterations: i64 = 0

    def think(self, iterations: i64, seconds: float) -> None:
        """Think for so many iterations, or for so long (0: no limit); may be called again to think longer."""
        raise NotImplementedError

    def moves(self) -> list[i64]:
        """The mover's next decisions, one after another, as found best so far; at least one."""
        raise NotImplementedError


@mypyc_attr(allow_interpreted_subclasses=True)
class State:
    """One position: mutable, cheap to copy, and without any knowledge of future luck.

    A game defines `moves`, `play`, `copy`, `payoffs`, and `redeal` if it hides anything. The rest has sensible
    defaults that a game may better: `judge` and `candidates` guide the searches, `default_move` and `leave` say
    what happens when a guest is slow or goes.
    """

    def __init__(self, seats: i64, mover: i64) -> None:
        self.seats: i64 = seats
        self.mover: i64 = mover  # the seat to decide, or OVER
        self.out: i64 = 0  # one bit for each seat that has left the game for good
        self.heard: list[Told] | None = None  # a list while somebody listens, else None
        self.curtain: i64 = 0  # in a preview, one bit for each kind of event at which it stops; else 0

    def moves(self) -> list[i64]:
        """Every legal move in the game's fixed order, without repeats; empty only when the game is over."""
        raise NotImplementedError

    def allows(self, move: i64) -> bool:
        """Whether the mover may play this. A game may allow more than it lists, such as lists of a wire format."""
        return move in self.moves()

    def play(self, move: i64, dice: Dice) -> None:
        """Carry out an allowed move of the mover."""
        raise NotImplementedError

    def copy(self) -> State:
        """An independent position like this one, to which nobody listens."""
        raise NotImplementedError

    def redeal(self, seat: i64, dice: Dice) -> None:
        """Replace all that `seat` cannot know by a fair guess. Nothing to do where nothing is hidden."""

    def settle(self, seat: i64) -> None:
        """After a redeal, for a search: give things that are alike names in a fixed order, so that worlds can share.

        Where copies of a card have numbers of their own, which copy is dealt makes no difference but for the name of
        the move; a tree that knows moves by name learns faster if the first copy always comes first.
        """

    def payoffs(self) -> list[float]:
        """At the end: 1 won, 0 lost, shared on ties; they add up to 1."""
        raise NotImplementedError

    def scores(self) -> list[i64]:
        """The numbers that players compare, one a seat."""
        return [0 for _ in range(self.seats)]

    def judge(self, seat: i64) -> float:
        """How good this position looks for `seat`, from 0 (lost) to 1 (won)."""
        return 1.0 / float(self.seats)

    def judge_all(self) -> list[float]:
        """How good this position looks for each seat; worth an own version where the seats' numbers belong together."""
        return [self.judge(seat) for seat in range(self.seats)]

    def candidates(self) -> list[i64]:
        """The moves worth a search's time; all legal ones unless a game knows better."""
        return self.moves()

    def random_move(self, dice: Dice) -> i64:
        """A legal move, each equally likely: `moves()[below(len)]`, however a game computes it."""
        moves = self.moves()
        return moves[dice.below(len(moves))]

    def playout_move(self, dice: Dice) -> i64:
        """The move that a playout makes here; random unless a game knows a cheap and better habit."""
        return self.random_move(dice)

    def default_move(self) -> i64:
        """What is played for the mover when the clock runs out: the last legal move (most games list passing last)."""
        moves = self.moves()
        return moves[len(moves) - 1]

    def goes_on(self) -> bool:
        """Whether the mover is in the middle of a move already begun, so that the same clock runs on."""
        return False

    def planner(self, dice: Dice) -> Planner | None:
        """A search of the game's own for the mover's next decisions; None: the house's search thinks."""
        return None

    def miss(self, dice: Dice) -> None:
        """The mover's clock ran out."""
        self.play(self.default_move(), dice)

    def leave(self, seat: i64) -> None:
        """`seat` gives up for good. The last one who stays wins; until then the others play on."""
        self.out |= bit(seat)
        staying: i64 = 0
        for other in range(self.seats):
            if not self.has_left(other):
                staying += 1
        if staying <= 1:
            self.mover = OVER

    def has_left(self, seat: i64) -> bool:
        return (self.out >> seat) & 1 == 1

    def tell(self, kind: i64, a: i64 = 0, b: i64 = 0, c: i64 = 0, d: i64 = 0, e: i64 = 0) -> None:
        """Report an event to whoever listens; costs nothing when nobody does.

        An event that shows a hidden thing (`reveals` in the event table) is told before the thing moves.
        """
        if self.heard is not None:
            if self.curtain != 0 and (self.curtain >> kind) & 1 == 1:
                self.unveil()
            self.heard.append((kind, a, b, c, d, e))

    def unveil(self) -> None:
        """Something that the mover cannot know decides what follows, and no event reveals it: a preview stops here."""
        if self.curtain != 0:
            raise Hidden("a hidden thing decides what happens next")

    def share(self, scores: list[i64]) -> list[float]:
        """Payoffs by score: the best of those who stayed share the win equally."""
        best: i64 = 0
        winners: i64 = 0
        for seat in range(self.seats):
            if self.has_left(seat):
                continue
            score: i64 = scores[seat]
            if winners == 0 or score > best:
                best = score
                winners = 1
            elif score == best:
                winners += 1
        payoffs: list[float] = []
        for seat in range(self.seats):
            if winners > 0 and not self.has_left(seat) and scores[seat] == best:
                payoffs.append(1.0 / float(winners))
            else:
                payoffs.append(0.0)
        return payoffs


def duel_payoffs(winner: i64) -> list[float]:
    """The payoffs of two seats of which one has won; a draw if neither has (-1)."""
    if winner == 0:
        return [1.0, 0.0]
    if winner == 1:
        return [0.0, 1.0]
    return [0.5, 0.5]

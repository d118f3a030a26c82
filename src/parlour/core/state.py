"""A position in a game: what the rules, the searches and the house share."""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import i64, mypyc_attr

from parlour.core.bits import bit
from parlour.core.dice import Dice
from parlour.core.pickling import taken_apart

OVER: Final = -1

# One thing that happened: its kind and up to five numbers, read by the game's event table.
Told = tuple[i64, i64, i64, i64, i64, i64]


class Hidden(Exception):
    """A preview has reached something that the player may not know."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Evaluator:
    """How good positions look to a thinking player: this one asks the position's own judge.

    Searches and planners ask their evaluator, so that one game can have several: a learned one, or the taste of one
    of the house's characters.
    """

    has_habit: bool = False  # whether `prior` knows more than that every move is equally likely

    def judge_all(self, state: State) -> list[float]:
        """How good this position, which is not over, looks for each seat, from 0 (lost) to 1 (won)."""
        return state.judge_all()

    def prior(self, state: State, moves: list[i64]) -> list[float]:
        """How likely the mover is to find each of these moves best, before any search: shares that add up to 1."""
        share = 1.0 / float(len(moves)) if moves else 0.0
        return [share for _ in moves]

    def playout_move(self, state: State, dice: Dice) -> i64:
        """The move that a playout makes here."""
        return state.playout_move(dice)


@mypyc_attr(allow_interpreted_subclasses=True)
class Planner:
    """A game's own search, for a game that knows better than the house's search how its moves fit together."""

    def __init__(self) -> None:
        self.iterations: i64 = 0

    def think(self, iterations: i64, seconds: float) -> None:
        """Think for this many iterations or seconds (0: no limit); call it again to think longer."""
        raise NotImplementedError

    def moves(self) -> list[i64]:
        """The best next decisions found so far for the mover, in order; at least one.

        They end where luck or something hidden decides what is best next.
        """
        raise NotImplementedError

    def plans(self) -> list[tuple[list[i64], float]]:
        """Different plans, each as in `moves`, with the chance of winning that it promises, the best one first.

        A careless player may choose one that promises a little less.
        """
        return [(self.moves(), 0.5)]


@mypyc_attr(allow_interpreted_subclasses=True)
class State:
    """One position: mutable, cheap to copy, and without any knowledge of future luck.

    A game defines `moves`, `play`, `copy`, `payoffs`, and `redeal` if it hides anything. The rest has sensible
    defaults that a game may improve on: `judge` and `candidates` guide the searches, `default_move` and `leave` say
    what happens when a guest is slow or leaves.
    """

    def __init__(self, seats: i64, mover: i64) -> None:
        self.seats: i64 = seats
        self.mover: i64 = mover  # the seat to decide, or OVER
        self.out: i64 = 0  # one bit for each seat that has left the game
        self.heard: list[Told] | None = None  # a list while somebody listens, else None
        self.curtain: i64 = 0  # in a preview, one bit for each kind of event at which it stops; else 0

    def moves(self) -> list[i64]:
        """Every legal move in the game's fixed order, without repeats; empty only when the game is over."""
        raise NotImplementedError

    def allows(self, move: i64) -> bool:
        """Whether the mover may play this. A game may allow more than it lists, such as a bot's list of actions."""
        return move in self.moves()

    def play(self, move: i64, dice: Dice) -> None:
        """Carry out an allowed move of the mover."""
        raise NotImplementedError

    def copy(self) -> State:
        """An independent copy of this position, without a listener."""
        raise NotImplementedError

    def redeal(self, seat: i64, dice: Dice) -> None:
        """Replace everything that `seat` cannot know with a fair guess. Does nothing if the game hides nothing."""

    def settle(self, seat: i64) -> None:
        """After a redeal, for a search: name identical things in a fixed order, so that worlds share statistics.

        If copies of a card are numbered, which copy is dealt changes nothing but the name of the move; a search tree
        that knows moves by name learns faster if the first copy always comes first.
        """

    def payoffs(self) -> list[float]:
        """At the end: 1 won, 0 lost, shared on ties; they add up to 1."""
        raise NotImplementedError

    def scores(self) -> list[i64]:
        """The numbers that players compare, one per seat."""
        return [0 for _ in range(self.seats)]

    def judge(self, seat: i64) -> float:
        """How good this position looks for `seat`, from 0 (lost) to 1 (won)."""
        return 1.0 / float(self.seats)

    def judge_all(self) -> list[float]:
        """How good this position looks for each seat; override it if judging all seats at once is cheaper."""
        return [self.judge(seat) for seat in range(self.seats)]

    def candidates(self) -> list[i64]:
        """The moves worth searching; all legal ones unless the game knows better."""
        return self.moves()

    def random_move(self, dice: Dice) -> i64:
        """A legal move, each equally likely: the same one as `moves()[below(len)]`, however the game computes it."""
        moves = self.moves()
        return moves[dice.below(len(moves))]

    def playout_move(self, dice: Dice) -> i64:
        """The move that a playout makes here; random unless the game has something cheap and better."""
        return self.random_move(dice)

    def default_move(self) -> i64:
        """What is played for the mover when the clock runs out: the last legal move (most games list passing last)."""
        moves = self.moves()
        return moves[len(moves) - 1]

    def goes_on(self) -> bool:
        """Whether the mover is in the middle of a move, so that the same clock keeps running."""
        return False

    def planner(self, dice: Dice, evaluator: Evaluator) -> Planner | None:
        """The game's own search for the mover's next decisions; None: use the house's search."""
        return None

    def features(self, seat: i64) -> list[float]:
        """This position in numbers, as `seat` may know it, for learned evaluators: one for each of `Game.features`."""
        return []

    def move_features(self, move: i64) -> list[float]:
        """A move of the mover in numbers, as the mover may know it: one for each of `Game.move_features`."""
        return []

    def miss(self, dice: Dice) -> None:
        """The mover's clock ran out."""
        self.play(self.default_move(), dice)

    def leave(self, seat: i64) -> None:
        """`seat` gives up. The others play on; the last one left wins."""
        self.out |= bit(seat)
        staying: i64 = 0
        for other in range(self.seats):
            if not self.has_left(other):
                staying += 1
        if staying <= 1:
            self.mover = OVER

    def __reduce__(self) -> tuple[Any, ...]:
        return taken_apart(self, *self.made_with())

    def made_with(self) -> tuple[Any, ...]:
        """The arguments that the constructor of a compiled position needs, for pickling."""
        return ()

    def has_left(self, seat: i64) -> bool:
        return (self.out >> seat) & 1 == 1

    def tell(self, kind: i64, a: i64 = 0, b: i64 = 0, c: i64 = 0, d: i64 = 0, e: i64 = 0) -> None:
        """Report an event to the listener, if there is one.

        An event that shows a hidden thing (`reveals` in the event table) is told before the thing moves.
        """
        if self.heard is not None:
            if self.curtain != 0 and (self.curtain >> kind) & 1 == 1:
                self.unveil()
            self.heard.append((kind, a, b, c, d, e))

    def unveil(self) -> None:
        """Stop a preview here: something the mover cannot know decides what follows, and no event reveals it."""
        if self.curtain != 0:
            raise Hidden("a hidden thing decides what happens next")

    def share(self, scores: list[i64]) -> list[float]:
        """Payoffs by score: the best of those still in the game share the win equally."""
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

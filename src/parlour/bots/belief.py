"""What a rival's move says about what it hides.

Somebody who bids four fives probably has some. A player who listens remembers what it saw after every ply. Before it
thinks, it deals what is hidden many times, finds the move that leads from one view to the next, and asks how good that
move looked to the rival who made it, with those cards. Deals in which it looked better than others become likelier.

That needs nothing from a game but its rules. It ends where luck comes between two views, such as a card drawn or dice
rolled: no deal leads from one to the other, and everything hidden is as likely as its deal again.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from parlour.core.dice import Dice
from parlour.core.game import AnyGame
from parlour.core.state import OVER, Evaluator, State
from parlour.core.watch import Watch

FEWEST = 8  # deals that must fit, or nothing is believed
OTHERS = 8  # moves with which a rival's move is compared
GUESSES = 3  # worlds in which a rival compares them
DOUBT = 0.15  # a rival may move for any other reason
SHARP = 0.5  # in units of how much moves differ: a move that much worse is chosen a third as often
TRIES = 2  # deals per world that is wanted
MOST_VIEWS = 12  # what happened longer ago is forgotten
ANSWERS = 6  # answers to a move that are looked at: those that were best elsewhere, and some at random


def is_telling(game: AnyGame, state: State) -> bool:
    """Whether rivals' moves tell a house player anything: hands are hidden, and the game has no search of its own."""
    hands = game.hides and not game.same_for_all
    return hands and not game.tuning.get("model") and type(state).planner is State.planner


class Belief:
    """Guesses at what is hidden, made likelier or less likely by what the rivals do."""

    def __init__(self, game: AnyGame, seat: int, dice: Dice, evaluator: Evaluator) -> None:
        self.game = game
        self.seat = seat
        self.dice = dice
        self.evaluator = evaluator
        self.views: list[tuple[Any, int]] = []  # what was seen and who was to move, since `worlds` was true
        self.worlds: list[State] = []  # for the first of these views; none: everything is as likely as its deal
        self.watch = Watch()
        self.telling: Counter[int] = Counter()  # answers, by how often they were better than the others

    def saw(self, view: Any, mover: int) -> None:
        """What this seat sees after a ply, and who is to move then."""
        self.views.append((view, mover))
        if len(self.views) > MOST_VIEWS:
            self.views.pop(0)
            self.worlds = []

    def guesses(self, number: int, seconds: float) -> list[State]:
        """So many worlds as they are now, the likely ones more than once; none if nothing is known."""
        self.watch.start(seconds)
        views = [(self.game.read_view(view), mover) for view, mover in self.views]
        for (before, mover), (after, _) in pairwise(views):
            self.worlds = self._follow(before, mover, after, number)
        self.views = self.views[-1:]
        return self.worlds

    def _follow(self, before: Any, mover: int, after: Any, number: int) -> list[State]:
        """Worlds for the view after a move, from those for the view before it."""
        if mover == OVER:
            return []
        found: list[tuple[State, State]] = []
        move = -1
        root = self.game.imagine(before, self.dice)
        for tried in range(TRIES * number):
            if len(found) == number or self.watch.up() or (tried == FEWEST and not found):
                break
            if self.worlds:
                world = self.worlds[int(self.dice.below(len(self.worlds)))].copy()
            else:
                world = root.copy()
                world.redeal(self.seat, self.dice)
            move, then = self._made(world, move, after)
            if then is not None:
                found.append((world, then))
        if len(found) < FEWEST or self.watch.over:
            return []
        if mover == self.seat:
            return [then for _, then in found]
        return self._weighed(found, move, number)

    def _made(self, world: State, likely: int, view: Any) -> tuple[int, State | None]:
        """The move that leads to this view, and where; `likely` led there in another world."""
        moves = [int(move) for move in world.moves()]
        if likely >= 0:
            moves = [likely] if likely in moves else []
        for move in moves:
            then = world.copy()
            then.play(move, self.dice)
            if self.game.view(then, self.seat) == view:
                return move, then
            if self.watch.up():
                break
        return likely, None

    def _weighed(self, found: Sequence[tuple[State, State]], move: int, number: int) -> list[State]:
        """Draws from the worlds, those in which the rival had reason to make this move more often."""
        chances = []
        for world, _ in found:
            chances.append(self._chances(world, move))
            if self.watch.over:
                return []
        spread = sum(_spread(looks) for looks in chances) / len(chances)
        if spread < 1e-6:
            return [then for _, then in found]
        weights = [DOUBT + (1 - DOUBT) * _likelihood(looks, SHARP * spread) for looks in chances]
        step = sum(weights) / number
        at = step * int(self.dice.next32()) / 2**32
        drawn: list[State] = []
        for (_, then), weight in zip(found, weights, strict=True):
            while at < weight and len(drawn) < number:
                drawn.append(then)
                at += step
            at -= weight
        return drawn

    def _chances(self, world: State, move: int) -> list[float]:
        """How good this move looks to its mover, and then a few others."""
        mover = int(world.mover)
        others = [int(other) for other in world.candidates() if other != move]
        compared = [move]
        while others and len(compared) <= OTHERS:
            compared.append(others.pop(int(self.dice.below(len(others)))))
        guesses = []
        for _ in range(GUESSES):
            guess = world.copy()
            guess.redeal(mover, self.dice)
            guesses.append(guess)
        return [sum(self._looks(guess, each, mover) for guess in guesses) / GUESSES for each in compared]

    def _looks(self, world: State, move: int, seat: int) -> float:
        """How good the position after a move looks to `seat`, once the next to move has given the best answer."""
        if self.watch.over:
            return 0.0
        after = world.copy()
        after.play(move, self.dice)
        if after.mover == OVER:
            return float(after.payoffs()[seat])
        mover = after.mover
        best, value, answered, worst = -1.0, 0.0, -1, 2.0
        for answer in self._answers(after):
            then = after.copy()
            then.play(answer, self.dice)
            values = then.payoffs() if then.mover == OVER else self.evaluator.judge_all(then)
            worst = min(worst, float(values[mover]))
            if values[mover] > best:
                best, value, answered = float(values[mover]), float(values[seat]), answer
            if self.watch.up():
                break
        if best > worst:
            self.telling[answered] += 1
        return value

    def _answers(self, state: State) -> list[int]:
        """The moves worth a look here: all if there are few, else those that were best elsewhere and some at random."""
        moves = [int(move) for move in state.candidates()]
        if len(moves) <= ANSWERS or not self.telling:
            return moves
        legal = set(moves)
        found = [move for move, _ in self.telling.most_common(ANSWERS) if move in legal][: ANSWERS // 2]
        return found + [moves[int(self.dice.below(len(moves)))] for _ in range(ANSWERS - len(found))]


def _spread(looks: Sequence[float]) -> float:
    mean = sum(looks) / len(looks)
    return math.sqrt(sum((look - mean) ** 2 for look in looks) / len(looks))


def _likelihood(looks: Sequence[float], sharp: float) -> float:
    """How much likelier than any other of these moves the first one is."""
    best = max(looks)
    weights = [math.exp((look - best) / sharp) for look in looks]
    return weights[0] * len(weights) / sum(weights)

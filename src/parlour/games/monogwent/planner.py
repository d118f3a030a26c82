"""The AI's search in MonoGwent: a tree of its own decisions in this round, and an outlook on the next one.

Each try guesses what is hidden, walks down the tree, adds one decision, and lets both sides finish the round as they
play at first glance. How good the beginning of the next round is, the outlook says. So a try costs a round instead of a
game, and tells more than a win or a loss, which luck in later rounds mostly decides.
"""

from __future__ import annotations

import math
from typing import Final

from mypy_extensions import i64

from parlour.core.bits import first, kind_of, second
from parlour.core.dice import Dice
from parlour.core.state import OVER, Planner
from parlour.core.watch import Watch
from parlour.games.monogwent import moves
from parlour.games.monogwent.judge import Gwent
from parlour.games.monogwent.outlook import Outlook
from parlour.games.monogwent.state import EMPTY

EXPLORE: Final = 0.15  # less than for wins and losses, because an outlook varies less


class Decision:
    """A decision of ours in the tree, reached by `move`."""

    def __init__(self, move: i64) -> None:
        self.move: i64 = move
        self.visits: i64 = 0
        self.offered: i64 = 0  # how often it was legal when the one before it was visited
        self.won: float = 0.0
        self.next: list[Decision] = []

    def after(self, move: i64) -> Decision | None:
        for decision in self.next:
            if decision.move == move:
                return decision
        return None

    def value(self) -> float:
        return self.won / float(self.visits) if self.visits > 0 else 0.0


class GwentPlanner(Planner):
    """One decision at a time: what the rival answers decides what is best next."""

    def __init__(self, root: Gwent, dice: Dice, outlook: Outlook) -> None:
        super().__init__()
        self.root: Gwent = root
        self.seat: i64 = root.mover
        self.dice: Dice = dice
        self.outlook: Outlook = outlook
        self.watch: Watch = Watch()
        self.tree: Decision = Decision(-1)

    def think(self, iterations: i64, seconds: float) -> None:
        self.watch.start(seconds)
        done: i64 = 0
        while (iterations == 0 or done < iterations) and not self.watch.over:
            world = twin(self.root)
            world.redeal(self.seat, self.dice)
            if world.round == 0:
                self.try_redraw(world)
            else:
                world.settle(self.seat)
                self.try_round(world)
            done += 1
        self.iterations += done

    def moves(self) -> list[i64]:
        """The most visited decision."""
        best = self.tree.next[0]
        for decision in self.tree.next:
            if decision.visits > best.visits:
                best = decision
        return [best.move]

    def plans(self) -> list[tuple[list[i64], float]]:
        """A move that was hardly tried promises no more than the best one, whatever its few tries say."""
        best = self.moves()[0]
        favourite = self.tree.after(best)
        most = 1.0 if favourite is None else favourite.value()
        found: list[tuple[list[i64], float]] = [([best], most)]
        for decision in self.tree.next:
            if decision.move != best:
                found.append(([decision.move], min(most, decision.value())))
        return found

    # --- one try ---

    def try_round(self, state: Gwent) -> None:
        round = state.round
        path: list[Decision] = [self.tree]
        fresh = False
        while state.mover != OVER and state.round == round and not self.watch.up():
            if state.mover != self.seat or fresh:
                state.play(state.playout_move(self.dice), self.dice)
                continue
            decision = self.select(path[-1], state.candidates())
            fresh = decision.visits == 0
            path.append(decision)
            state.play(decision.move, self.dice)
        self.count(path, self.outlook.chance(state, self.seat))

    def try_redraw(self, state: Gwent) -> None:
        """The hand after the mulligan, as the first round begins; the rival's choice does not matter to it."""
        decision = self.select(self.tree, state.candidates())
        kind = kind_of(decision.move)
        given = first(decision.move) if kind != moves.KEEP else EMPTY
        other = second(decision.move) if kind == moves.REDRAW_TWO else EMPTY
        state.redraw(self.seat, given, other, self.dice)
        state.round = 1
        state.mover = state.starter
        self.watch.up()
        self.count([self.tree, decision], self.outlook.chance(state, self.seat))

    def select(self, node: Decision, options: list[i64]) -> Decision:
        """A random untried decision if there is one, else the best by UCB over the worlds that offered it."""
        best: Decision | None = None
        most = -1.0
        untried: i64 = 0
        pick: i64 = -1
        for move in options:
            decision = node.after(move)
            if decision is None:
                untried += 1
                if self.dice.below(untried) == 0:
                    pick = move
                continue
            decision.offered += 1
            if untried > 0:
                continue
            visits = float(decision.visits)
            value = decision.won / visits + EXPLORE * math.sqrt(math.log(float(decision.offered)) / visits)
            if value > most:
                most = value
                best = decision
        if untried == 0 and best is not None:
            return best
        fresh = Decision(pick)
        fresh.offered = 1
        node.next.append(fresh)
        return fresh

    def count(self, path: list[Decision], value: float) -> None:
        for decision in path:
            decision.visits += 1
            decision.won += value


def twin(state: Gwent) -> Gwent:
    copied = state.copy()
    assert isinstance(copied, Gwent)
    return copied

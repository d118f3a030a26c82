"""Information-set Monte Carlo tree search: the house's thinking player, compiled.

Single observer: each iteration deals again what the observer cannot know (`redeal`), walks down one tree of moves
that all these worlds share, tries one new move, plays on a little, and judges. Chance is open loop: the dice are
rolled again in each iteration, and the tree branches only on decisions.
"""

from __future__ import annotations

import math

from mypy_extensions import i64

from parlour.bots.playout import play_out
from parlour.core.dice import Dice
from parlour.core.state import OVER, Evaluator, State
from parlour.core.watch import Watch


class Node:
    """A node of the tree: reached by `move`, and counting the winnings of the seat that chose it."""

    def __init__(self, move: i64) -> None:
        self.move: i64 = move
        self.visits: i64 = 0
        self.offered: i64 = 0  # how often the move was legal when its parent was visited
        self.won: float = 0.0  # summed payoffs of the seat that chose this move
        self.children: list[Node] = []

    def child(self, move: i64) -> Node | None:
        for node in self.children:
            if node.move == move:
                return node
        return None


class Search:
    """The search for one decision. `think` may be called again to think longer.

    With `model` rivals are expected to move as in playouts, and the tree branches only on our own decisions. That is
    for games with good playouts: a rival in the tree knows our hand, which scares us away from good moves.
    """

    def __init__(
        self,
        root: State,
        seat: i64,
        dice: Dice,
        explore: float,
        depth: i64,
        model: bool = False,
        evaluator: Evaluator | None = None,
    ) -> None:
        self.root_state: State = root
        self.seat: i64 = seat
        self.dice: Dice = dice
        self.explore: float = explore
        self.depth: i64 = depth  # playout moves before the judge decides; 0: judge at once
        self.model: bool = model
        self.evaluator: Evaluator = Evaluator() if evaluator is None else evaluator
        self.root: Node = Node(-1)
        self.watch: Watch = Watch()
        self.iterations: i64 = 0
        self.states: i64 = 0

    def think(self, iterations: i64, seconds: float) -> None:
        """Search for `iterations` (0: no limit) or `seconds` (0: no limit).

        When time is up, the current iteration is judged where it is, however slow a playout is.
        """
        self.watch.start(seconds)
        done: i64 = 0
        while (iterations == 0 or done < iterations) and not self.watch.over:
            self.iterate()
            done += 1
        self.iterations += done

    def iterate(self) -> None:
        state = self.root_state.copy()
        state.redeal(self.seat, self.dice)
        state.settle(self.seat)
        watch = self.watch
        node = self.root
        path: list[Node] = [node]
        movers: list[i64] = [-1]
        fresh = False
        while state.mover != OVER and not fresh:
            mover = state.mover
            if self.model and mover != self.seat:
                state.play(self.evaluator.playout_move(state, self.dice), self.dice)
            else:
                moves = state.candidates()
                node = self.select(node, moves)
                fresh = node.visits == 0
                if len(moves) > 1 or fresh:
                    path.append(node)
                    movers.append(mover)
                state.play(node.move, self.dice)
            self.states += 1
            if watch.up():
                break
        if state.mover != OVER and not watch.over:
            self.states += play_out(state, self.dice, self.depth, watch, self.evaluator)
        self.count(path, movers, state)

    def select(self, node: Node, moves: list[i64]) -> Node:
        """A random untried move if there is one, else the best by UCB over the worlds that offered it."""
        best: Node | None = None
        best_value = -1.0
        untried: i64 = 0
        pick: i64 = -1
        for move in moves:
            child = node.child(move)
            if child is None:
                # reservoir sampling: each untried move is equally likely to be picked
                untried += 1
                if self.dice.below(untried) == 0:
                    pick = move
                continue
            child.offered += 1
            if untried > 0:
                continue
            value = child.won / float(child.visits) + self.explore * math.sqrt(
                math.log(float(child.offered)) / float(child.visits)
            )
            if value > best_value:
                best_value = value
                best = child
        if untried > 0 or best is None:
            return self.grow(node, pick)
        return best

    def grow(self, node: Node, move: i64) -> Node:
        child = Node(move)
        child.offered = 1
        node.children.append(child)
        return child

    def count(self, path: list[Node], movers: list[i64], state: State) -> None:
        values = state.payoffs() if state.mover == OVER else self.evaluator.judge_all(state)
        for i in range(len(path)):
            node = path[i]
            node.visits += 1
            mover: i64 = movers[i]
            if mover >= 0:
                node.won += values[mover]

    def tally(self) -> list[tuple[i64, i64, float]]:
        """The moves at the root with their visits and their share of winnings so far."""
        found: list[tuple[i64, i64, float]] = []
        for child in self.root.children:
            found.append((child.move, child.visits, child.won / float(child.visits) if child.visits > 0 else 0.0))
        return found

"""The AI's search: a tree of the mover's whole moves, with the rival playing by habit and each try played to the end.

The game has no luck, and the gardeners rarely interfere with each other until all land is taken. So the search looks
for a good sequence of its own moves: it walks down its tree by upper confidence bounds, adds one whole move, and lets
both gardeners play on by habit. A move is as good as the best game found through it. A node opens its moves one by
one, the likely ones first, as its visits grow.
"""

from __future__ import annotations

import math
from typing import Final

from mypy_extensions import i64

from parlour.core.bits import bit
from parlour.core.dice import Dice
from parlour.core.state import OVER, Planner
from parlour.core.watch import Watch
from parlour.games.gardening_war import shop
from parlour.games.gardening_war.whole_moves import (
    DIG,
    FEED,
    HOMEWARD,
    OUTWARD,
    REAP,
    REST,
    SPRINKLE,
    GardenWholeMoves,
    Habit,
    expand,
    sow,
    supply,
)

EXPLORE: Final = 0.4
AS_GOOD: Final = 0.002  # a difference in value that a search of this length cannot tell


class Branch:
    """A whole move in the tree."""

    def __init__(self, whole: i64) -> None:
        self.whole: i64 = whole
        self.visits: i64 = 0
        self.best: float = -1.0  # share of points in the best game found through it
        self.waiting: list[i64] = []  # moves not tried yet, the likeliest last
        self.opened: bool = False
        self.children: list[Branch] = []


# The first was among the best of 210 that played against four fixed ones; the others add variety.
HABITS: list[Habit] = [
    Habit(shop.CROCUS, 2, 10, OUTWARD),
    Habit(shop.CROCUS, 4, 10, OUTWARD),
    Habit(shop.BLUEJAZZ, 2, 10, OUTWARD),
    Habit(shop.TULIP, 2, 10, OUTWARD),
    Habit(shop.CROCUS, 2, 4, HOMEWARD),
    Habit(0, 2, 4, OUTWARD),
]


class GardenPlanner(Planner):
    """Plans one whole move. `think` may be called again to think longer."""

    def __init__(self, root: GardenWholeMoves, dice: Dice) -> None:
        super().__init__()
        self.state: GardenWholeMoves = root
        self.seat: i64 = root.mover
        self.dice: Dice = dice
        self.root: Branch = Branch(REST)
        self.watch: Watch = Watch()

    def think(self, tries: i64, seconds: float) -> None:
        """Try this many times, or for this long; 0 means no limit."""
        self.watch.start(seconds)
        done: i64 = 0
        while (tries == 0 or done < tries) and not self.watch.over:
            self.once()
            done += 1
        self.iterations += done

    def once(self) -> None:
        twin = self.state.copy()
        assert isinstance(twin, GardenWholeMoves)
        state: GardenWholeMoves = twin
        branch = self.root
        path: list[Branch] = [branch]
        rival: Habit = HABITS[0]
        while state.mover != OVER:
            branch = self.step_down(branch, state)
            path.append(branch)
            state.do(branch.whole)
            self.answer(state, rival)
            if branch.visits == 0 or self.watch.up():
                break
        self.play_on(state, HABITS[0], rival)
        # a game cut off by time says nothing: an early lead may not last
        value = self.outcome(state) if state.mover == OVER else -1.0
        for node in path:
            node.visits += 1
            if value > node.best:
                node.best = value

    def answer(self, state: GardenWholeMoves, rival: Habit) -> None:
        if state.mover != OVER and state.mover != self.seat:
            state.do(state.habitual(rival))

    def play_on(self, state: GardenWholeMoves, own: Habit, rival: Habit) -> None:
        while state.mover != OVER and not self.watch.up():
            if state.mover == self.seat:
                state.do(state.habitual(own))
            else:
                state.do(state.habitual(rival))

    def outcome(self, state: GardenWholeMoves) -> float:
        """The share of points, plus a bonus for winning."""
        own = float(state.gardener(self.seat).points)
        other = float(state.gardener(1 - self.seat).points)
        share = own / (own + other + 1.0)
        won = 0.5
        if state.winner >= 0:
            won = 1.0 if state.winner == self.seat else 0.0
        return 0.8 * share + 0.2 * won

    def step_down(self, branch: Branch, state: GardenWholeMoves) -> Branch:
        if not branch.opened:
            branch.opened = True
            branch.waiting = likely(state)
        wide = 2 + int(1.5 * math.sqrt(float(branch.visits)))
        if len(branch.waiting) > 0 and len(branch.children) < wide:
            child = Branch(branch.waiting.pop())
            branch.children.append(child)
            return child
        return best_bound(branch)

    def moves(self) -> list[i64]:
        return self.state.steps(self.choice())

    def choice(self) -> i64:
        """The first move of the best game found, or the likeliest move if none was finished.

        Among moves that are as good for all we know, any: who always plays the same can be beaten by rote.
        """
        best: i64 = self.root.children[0].whole if len(self.root.children) > 0 else REST
        value = -1.0
        for child in self.root.children:
            value = max(value, child.best)
        equals: i64 = 0
        for child in self.root.children:
            if value >= 0.0 and child.best >= value - AS_GOOD:
                equals += 1
                if self.dice.below(equals) == 0:
                    best = child.whole
        return best


def best_bound(branch: Branch) -> Branch:
    """The child to try next: one with good games (relative to its siblings) or few tries."""
    low = 2.0
    high = -1.0
    for child in branch.children:
        if child.best < low:
            low = child.best
        if child.best > high:
            high = child.best
    span = high - low + 0.000001
    log = math.log(float(branch.visits + 1))
    chosen = branch.children[0]
    most = -1.0
    for child in branch.children:
        value = (child.best - low) / span + EXPLORE * math.sqrt(log / float(child.visits))
        if value > most:
            most = value
            chosen = child
    return chosen


def likely(state: GardenWholeMoves) -> list[i64]:
    """Whole moves worth a try for the mover, the likeliest last."""
    seat = state.mover
    gardener = state.gardener(seat)
    seen = state.survey(gardener)
    left = state.rounds - state.round
    stock = gardener.stock
    n: i64 = len(gardener.fields)
    found: list[i64] = []
    for habit in HABITS:
        add(found, state.habitual(habit))
    if seen.mature > 0:
        add(found, REAP)
    if stock[shop.FERTILIZERS] > 0 and left > 0:
        add(found, FEED)
    if seen.wanted > 0 and stock[shop.DROPS] > 0:
        add(found, SPRINKLE)
    if seen.beds > 0 and left > 0:
        kind: i64 = shop.TULIP
        while kind >= shop.ANEMONE:
            if stock[kind] > 0:
                add(found, sow(bit(kind)))
            kind -= 1
    if stock[shop.MOLES] > 0:
        prey = state.best_prey(seat)
        if prey >= 0:
            add(found, DIG | prey << 4)
    if gardener.gold >= shop.FIELD_PRICE and left >= 4 and state.has_frontier(gardener):
        most = gardener.gold // shop.FIELD_PRICE
        if most > 60:
            most = 60
        add(found, expand(most, OUTWARD))
        add(found, expand((most + 1) // 2, OUTWARD))
        add(found, expand(1, OUTWARD))
        add(found, expand(most, HOMEWARD))
        add(found, expand((most + 3) // 4, HOMEWARD))
    if left >= 2 and n > 0:
        kind = shop.TULIP
        while kind >= shop.BLUEJAZZ:
            add(found, state.bundle(gardener, kind, 1, False, left))
            add(found, state.bundle(gardener, kind, 1, True, left))
            if kind == shop.TULIP:
                add(found, state.bundle(gardener, kind, 2, True, left))
                add(found, state.bundle(gardener, kind, 4, True, left))
            kind -= 1
    if gardener.gold >= shop.PRICE[shop.MOLES] and stock[shop.MOLES] == 0 and left >= 2:
        add(found, supply(0, 0, 0, 0, 1))
        moles = gardener.gold // shop.PRICE[shop.MOLES]
        add(found, supply(0, 0, 0, 0, moles if moles < 4 else 4))
    if gardener.gold >= shop.PRICE[shop.FERTILIZERS] and left >= 2:
        add(found, supply(0, 0, 0, 1, 0))
    add(found, REST)
    found.reverse()
    return found


def add(found: list[i64], whole: i64) -> None:
    if whole not in found:
        found.append(whole)

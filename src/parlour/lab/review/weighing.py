"""Weighs one decision with what its mover could know: the alternatives are tried in the same worlds.

The worlds with even numbers choose the best move, those with odd numbers say by how much it is better. If the same
worlds did both, the best of many equal moves would look better than it is, and every move played would lose a little.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from copy import copy
from typing import Any, Final

from parlour.core.moves import CONCEDE, FORFEIT, is_house
from parlour.core.seed import Seed
from parlour.lab.review.names import is_settled
from parlour.lab.review.playing_on import END_WORK, MOST_THOUGHT, Chances, Entry, House, LastHouse

MOST: Final = 8  # alternatives that are tried at first
FEW: Final = 4  # and those that are tried again with more thought
LOOKED: Final = 3  # worlds in which a decision with more is looked at
CLEARLY: Final = 2.5  # standard errors by which an alternative must be worse to be given up
MANY: Final = 16  # worlds after which only a few alternatives are tried in still more
LASTING: Final = 2
DOUBT: Final = 0.05  # a few equal results do not yet mean that the others would be equal too
THOUGHT: Final = 64  # iterations of the first longer thought about what to try, and then more of them
THINK_AGAIN: Final = 4
CLEAR_DOUBT: Final = 0.002  # the same without luck and secrets, where only the players' fancies differ
MOST_PARTS: Final = 48  # of a move that has begun, that are tried to complete it
STAKE_WORLDS: Final = 16
RANDOM: Final = -1  # in each world another move, each equally likely: what the decision was worth
STAY: Final = -2  # for a seat that leaves: to play on

Values = list[Chances]  # by world


class Weighing:
    """One decision and its alternatives; `widen` tries them in more worlds."""

    def __init__(self, house: House, view: Any, played: Entry, seed: Seed, thought: int, clear: bool) -> None:
        self.house = house
        self.seat = played.seat
        self.played = played.move
        self.seed = seed
        self.thought = thought  # iterations for each turn on the way
        self.clear = clear  # the game has neither luck nor secrets
        self.worlds = house.worlds(view, played.seat, seed)
        self.first: Weighing | None = None  # the first look, which has tried more moves
        self.values: dict[int, Values] = {}
        self.open: list[int] = []
        self.number = 0  # of worlds
        self.thoughts = 0
        self.plans: dict[int, list[int]] = {}  # how decisions go on that only begin a move
        root = self.worlds.root
        self.leaves = is_house(played.move) and played.move & 63 in (CONCEDE, FORFEIT)
        self.forced = False
        if self.leaves:
            self.open = [STAY, played.move]
        else:
            legal = [int(move) for move in root.moves()]
            self.forced = len(legal) == 1
            self.open = [played.move] if self.forced else self._worth_trying()
            if played.move not in self.open:
                self.open.append(played.move)
        self.values = {move: [] for move in self.open}
        if not self.forced and not self.leaves:
            self.values[RANDOM] = []

    @property
    def seats(self) -> int:
        return int(self.worlds.root.seats)

    def _worth_trying(self) -> list[int]:
        """All sensible moves, or of many those that a longer thought or a first look finds promising."""
        root = self.worlds.root
        found = [int(move) for move in root.candidates()]
        if len(found) <= MOST:
            if not root.goes_on() and any(self._only_begins(move) for move in found):
                self._thought(0)
            return found
        first = self._thought(MOST // 2)
        looks = self._looks([move for move in found if move not in first])
        return [*first, *sorted(looks, key=lambda move: -looks[move])][:MOST]

    def _thought(self, most: int) -> list[int]:
        """What a longer thought finds best, every time a longer one."""
        self.thoughts += 1
        iterations = THOUGHT * THINK_AGAIN ** (self.thoughts - 1)
        plans = self.house.promising(self.worlds.root.copy(), self.seed.dice(f"thought {self.thoughts}"), iterations)
        self.plans = {**plans, **self.plans}
        return list(plans)[:most]

    def _only_begins(self, move: int) -> bool:
        """Whether the mover has to say more before the move is complete."""
        after = self.worlds.root.copy()
        after.play(move, self.worlds.luck(0).of_entry())
        return after.goes_on()

    def _looks(self, moves: Sequence[int]) -> dict[int, float]:
        """How good the positions after these moves look at once."""
        looks = dict.fromkeys(moves, 0.0)
        for number in range(LOOKED):
            world = self.worlds.world(number)
            for move in moves:
                after = world.copy()
                after.play(move, self.worlds.luck(number).of_entry())
                looks[move] += self.house.looks(after)[self.seat]
        return looks

    def with_thought(self, usual: int) -> Weighing:
        """The same decision anew with more thought for each turn, the usual one at least.

        Only what a first look has found promising is tried again; shortly before the end, when a first look may have
        seen no difference at all, everything.
        """
        thought = self._thought_to_the_end()
        near = thought > usual
        if self.forced or max(thought, usual) <= self.thought:
            return self
        twin = copy(self)
        twin.thought, twin.number, twin.first = max(thought, usual), 0, self
        own = {move: sum(chances[self.seat] for chances in self.values[move]) for move in self.open}
        found = list(self.values) if near else sorted(own, key=lambda move: -own[move])[:FEW]
        twin.open = [move for move in dict.fromkeys([*found, self.best, self.played]) if move != RANDOM]
        twin.values = {move: [] for move in twin.open}
        if near:
            twin.house = LastHouse(self.house.game)
            twin.plans = {move: plan for move in twin.open if move >= 0 and (plan := twin._completed(move))}
        return twin

    def _completed(self, move: int) -> list[int]:
        """How a move goes on that this decision only begins: as planned, or with the one part that does best."""
        if move in self.plans or not self._only_begins(move):
            return self.plans.get(move, [])
        begun, luck = self.worlds.world(0), self.worlds.luck(0)
        begun.play(move, luck.of_entry())
        best, most = [], -1.0
        for part in [int(part) for part in begun.candidates()][:MOST_PARTS]:
            after = begun.copy()
            after.play(part, luck.of_entry())
            plan = [part, int(after.default_move())] if after.goes_on() else [part]
            entry = Entry(self.seat, move)
            own = self.house.outcome(self.worlds.world(0), entry, luck, self.thought, self.clear, plan)[self.seat]
            if own > most:
                best, most = plan, own
        return best

    def _thought_to_the_end(self) -> int:
        """Iterations for each turn that the end of the game is worth, if it is near."""
        if self.forced:
            return 0
        left = [self.house.choices_left(self.worlds.world(n), self.worlds.luck(n)) for n in range(LOOKED)]
        return min(MOST_THOUGHT, END_WORK * LOOKED**2 // max(1, sum(left)) ** 2)

    def widen(self, upto: int) -> None:
        """Try what is still open in worlds up to this number, and give up what is clearly worse."""
        if upto <= self.number or self.forced:
            return
        if self.number and self.thoughts < 2 and not self.forced and not self.leaves:
            for move in self._thought(2):  # what a second, longer thought finds best
                if move not in self.values:
                    self.values[move] = [self._try(move, number) for number in range(self.number)]
                    self.open.append(move)
        for number in range(self.number, upto):
            for move in self.open:
                self.values[move].append(self._try(move, number))
            if RANDOM in self.values and number < STAKE_WORLDS:
                self.values[RANDOM].append(self._try(RANDOM, number))
        self.number = upto
        self._give_up()

    def _try(self, move: int, number: int) -> Chances:
        world, luck = self.worlds.world(number), self.worlds.luck(number)
        if move == RANDOM:
            legal = world.moves()
            move = int(legal[self.seed.dice(f"world {number} random").below(len(legal))])
        entry = None if move == STAY else Entry(self.seat, move)
        return self.house.outcome(world, entry, luck, self.thought, self.clear, self.plans.get(move, ()))

    def _give_up(self) -> None:
        """Stop trying what is clearly worse than the best, except for the move played."""
        best = self.best
        keep: list[int] = []
        for move in self.open:
            behind, error = self.behind(move, best, range(self.number))
            if move in (best, self.played) or behind < CLEARLY * error:
                keep.append(move)
        if self.number >= MANY:
            own = {move: sum(chances[self.seat] for chances in self.values[move]) for move in keep}
            lasting = sorted(keep, key=lambda move: -own[move])[:LASTING]
            keep = [move for move in keep if move in (best, self.played) or move in lasting]
        self.open = keep

    @property
    def best(self) -> int:
        """The best move by the worlds with even numbers; of equally good ones the one played."""
        if self.forced:
            return self.played
        even = range(0, self.number, 2)
        own = {move: sum(self.values[move][n][self.seat] for n in even) for move in self.open}
        most = max(own.values())
        return self.played if own[self.played] >= most - 1e-12 else max(own, key=lambda move: own[move])

    def behind(self, move: int, best: int, worlds: range) -> tuple[float, float]:
        """By how much the mover's chance is lower after `move` than after `best`, and the standard error of that."""
        ours, theirs = self.values[move], self.values[best]
        gaps = [theirs[n][self.seat] - ours[n][self.seat] for n in worlds if n < min(len(ours), len(theirs))]
        return mean_and_error(gaps, self.doubt)

    @property
    def doubt(self) -> float:
        return CLEAR_DOUBT if self.clear else DOUBT

    @property
    def loss(self) -> tuple[float, float]:
        """What the mover gave away, by the worlds with odd numbers, and its standard error."""
        best = self.best
        if best == self.played:
            return 0.0, 0.0
        return self.behind(self.played, best, range(1, self.number, 2))

    @property
    def choice(self) -> Chances:
        """What the decision changed for every seat."""
        best = self.best
        if best == self.played:
            return [0.0] * self.seats
        odd = range(1, self.number, 2)
        ours, theirs = self.values[self.played], self.values[best]
        return [sum(ours[n][seat] - theirs[n][seat] for n in odd) / len(odd) for seat in range(self.seats)]

    @property
    def stake(self) -> float:
        """What a random move would have given away."""
        if self.first is not None:
            return self.first.stake
        if RANDOM not in self.values:
            return 0.0
        return self.behind(RANDOM, self.best, range(self.number))[0]

    @property
    def expected(self) -> Values:
        """What the best move led to in the worlds that did not choose it."""
        return self.values[self.best][1::2]

    def settled(self) -> bool:
        """Whether more worlds would hardly change what this decision is called."""
        if self.forced:
            return True
        if len(self.open) == 1:
            return True
        loss, error = self.loss
        if self.best == self.played:  # is anything else still likely to be clearly better?
            rivals = [self.behind(self.played, move, range(self.number)) for move in self.open if move != self.played]
            return all(is_settled(gap, error, self.seats) for gap, error in rivals)
        return is_settled(loss, error, self.seats)


def mean_and_error(numbers: Sequence[float], doubt: float = DOUBT) -> tuple[float, float]:
    """The mean and its standard error, which is never quite nothing."""
    n = len(numbers)
    if n == 0:
        return 0.0, 1.0
    mean = sum(numbers) / n
    spread = sum((number - mean) ** 2 for number in numbers) + doubt
    return mean, math.sqrt(spread / max(1, n - 1) / n)


def means_and_errors(values: Values, doubt: float = DOUBT) -> tuple[Chances, Chances]:
    found = [mean_and_error([chances[seat] for chances in values], doubt) for seat in range(len(values[0]))]
    return [mean for mean, _ in found], [error for _, error in found]

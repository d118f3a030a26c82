"""The AI's search: a beam of whole moves, compared after each round by what they promise for the end.

The game has no luck, and one gardener's moves change little for the other. So the planner looks for a good sequence
of its own moves: from round to round it tries the sensible whole moves in every garden it still follows, lets the
rival answer by habit, and goes on with the most promising gardens. The width of this beam is the number of
iterations. The first whole move of the best line is the plan; the best lines with other first moves are its
alternatives.
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
from parlour.games.gardening_war.forecast import forecast, share_out
from parlour.games.gardening_war.state import Gardener
from parlour.games.gardening_war.whole_moves import (
    DIG,
    FEED,
    HOMEWARD,
    LAST_PHASE,
    OTHER_WAY,
    OUTWARD,
    REAP,
    REST,
    SPRINKLE,
    GardenWholeMoves,
    Habit,
    Survey,
    expand,
    sow,
    supply,
    unit_price,
)

FARTHEST: Final = 30  # rounds that the planner looks ahead at most,
NEAREST: Final = 6  # and at least
WON: Final = 50.0
UNKNOWN: Final = -1000.0
STEEP: Final = 3.0  # how the chance of winning grows with the outlook
SLOPE: Final = 0.5  # how the chance of a worse plan falls with its outlook
WIDEST: Final = 4096
# How much of what a mole wins will be lost again, because rivals dig back. While there is land to buy, moles only slow
# down both gardeners: with less doubt, experts dig at each other for half the game and neither earns anything.
TAKEN_BACK_EARLY: Final = 1.0
TAKEN_BACK: Final = 0.75
AS_GOOD: Final = 0.001  # plans that differ by less are equal

# The first was among the best of 210 that played against four fixed ones; the others add variety.
HABITS: list[Habit] = [
    Habit(shop.CROCUS, 2, 10, OUTWARD),
    Habit(shop.CROCUS, 4, 10, OUTWARD),
    Habit(shop.BLUEJAZZ, 2, 10, OUTWARD),
    Habit(shop.TULIP, 2, 10, OUTWARD),
    Habit(shop.CROCUS, 2, 4, HOMEWARD),
    Habit(0, 2, 4, OUTWARD),
]


class Line:
    """A garden that the planner follows, and how it got there."""

    def __init__(self, state: GardenWholeMoves, before: Line | None, whole: i64, value: float, doubt: float) -> None:
        self.state: GardenWholeMoves = state
        self.before: Line | None = before
        self.whole: i64 = whole  # the last whole move
        self.first: i64 = -1  # place of the first one among the root's moves
        self.value: float = value
        self.doubt: float = doubt  # what of it is not to be counted on: land that a mole took can be taken back


def value_of(line: Line) -> float:
    return line.value


class Beam:
    """Looks for one gardener's best line while the other one follows a script, and after that a habit."""

    def __init__(self, root: GardenWholeMoves, manner: i64, script: list[i64], habit: Habit, watch: Watch) -> None:
        self.root: GardenWholeMoves = root
        self.seat: i64 = root.mover
        self.manner: i64 = manner
        self.script: list[i64] = script
        self.habit: Habit = habit
        self.watch: Watch = watch
        self.firsts: list[i64] = likely(root, manner)
        self.lines: list[Line] = []
        self.depth: i64 = 0

    def look(self, wide: i64, farthest: i64) -> None:
        """Follow so many lines for so many rounds, unless time is up first."""
        self.depth = 0
        self.lines = [Line(self.root, None, REST, 0.0, 0.0)]
        while self.depth < farthest:
            grown = self.grow()
            if len(grown) == 0 or (self.watch.over and self.depth > 0):
                return  # a layer cut short favours its first lines
            self.lines = self.choose(grown, wide)
            self.depth += 1

    def grow(self) -> list[Line]:
        """Every line with every sensible move and the other gardener's answer; empty if all games are over."""
        grown: list[Line] = []
        goes_on = False
        for line in self.lines:
            if line.state.mover == OVER:
                grown.append(line)
                continue
            goes_on = True
            for place, whole in enumerate(self.firsts if line.first < 0 else likely(line.state, self.manner)):
                longer = self.longer(line, whole)
                longer.first = place if line.first < 0 else line.first
                grown.append(longer)
                if self.watch.up():
                    return grown
        if not goes_on:
            grown = []
        return grown

    def longer(self, line: Line, whole: i64) -> Line:
        after = self.played(line.state, whole)
        value = self.outlook(after) - line.doubt
        doubt = line.doubt
        if whole & 15 == DIG and after.rounds - after.round > 3:
            gain = value + line.doubt - self.outlook(self.played(line.state, REST))
            if gain > 0.0 and can_dig_back(after, 1 - self.seat):
                gain *= TAKEN_BACK if after.free_low() | after.free_high() == 0 else TAKEN_BACK_EARLY
                doubt += gain
                value -= gain
        return Line(after, line, whole, value, doubt)

    def played(self, state: GardenWholeMoves, whole: i64) -> GardenWholeMoves:
        twin = state.copy()
        assert isinstance(twin, GardenWholeMoves)
        after: GardenWholeMoves = twin
        after.do(whole)
        if after.mover != OVER and after.mover != self.seat:
            answer: i64 = self.script[self.depth] if self.depth < len(self.script) else REST
            # who could do nothing in the script may be able to now
            after.do(answer if answer != REST else after.habitual(self.habit))
        return after

    def choose(self, grown: list[Line], wide: i64) -> list[Line]:
        """The best lines, equal gardens once; and the best line of every first move, so that all can be compared."""
        grown.sort(key=value_of, reverse=True)
        kept: list[Line] = []
        seen: set[int] = set()
        firsts: list[bool] = [False for _ in self.firsts]
        for line in grown:
            if len(kept) >= wide and firsts[line.first]:
                continue
            key = int(fingerprint(line.state, self.seat))
            if key in seen:
                continue
            seen.add(key)
            firsts[line.first] = True
            kept.append(line)
        return kept

    def outlook(self, state: GardenWholeMoves) -> float:
        """The logarithm of how many times as many points as the other gardener one will have."""
        own = float(state.gardener(self.seat).points)
        other = float(state.gardener(1 - self.seat).points)
        won = 0.0
        if state.mover == OVER:
            if state.winner >= 0:
                won = WON if state.winner == self.seat else -WON
        else:
            land = share_out(state)
            zero = forecast(state, 0, land.fields0, land.special0)
            one = forecast(state, 1, land.fields1, land.special1)
            own = zero if self.seat == 0 else one
            other = one if self.seat == 0 else zero
        return won + math.log((own + 2000.0) / (other + 2000.0))

    def values(self) -> list[float]:
        """What each of the first moves leads to."""
        found = [UNKNOWN for _ in self.firsts]
        for line in self.lines:
            if line.first >= 0 and line.value > found[line.first]:
                found[line.first] = line.value
        return found

    def best_line(self) -> list[i64]:
        """The whole moves of the best line."""
        found: list[i64] = []
        line: Line | None = self.lines[0]
        while line is not None and line.before is not None:
            found.append(line.whole)
            line = line.before
        found.reverse()
        return found


class GardenPlanner(Planner):
    """Plans one whole move. `think` may be called again to think longer."""

    def __init__(self, root: GardenWholeMoves, dice: Dice) -> None:
        super().__init__()
        self.state: GardenWholeMoves = root
        self.dice: Dice = dice
        self.watch: Watch = Watch()
        self.manner: i64 = OUTWARD | (OTHER_WAY if dice.below(2) == 1 else 0)
        self.habit: Habit = HABITS[dice.below(3)]
        self.firsts: list[i64] = likely(root, self.manner)
        self.values: list[float] = [UNKNOWN for _ in self.firsts]
        self.depth: i64 = 0  # rounds that the values look ahead
        self.chosen: i64 = -1  # place of the plan among the first moves

    def think(self, iterations: i64, seconds: float) -> None:
        """Follow this many lines at once, or more and more of them for this long; 0 means no limit."""
        self.watch.start(seconds)
        if iterations > 0:
            self.iterations += self.look_ahead(iterations)
            return
        wide: i64 = 1
        while not self.watch.over:
            self.iterations += self.look_ahead(wide)
            if wide < WIDEST:
                wide *= 2

    def look_ahead(self, wide: i64) -> i64:
        """Look ahead with a beam of this width; how much of it was done before time was up."""
        farthest = NEAREST + wide
        if farthest > FARTHEST:
            farthest = FARTHEST
        script = self.expected(1 + wide // 3, farthest)
        beam = Beam(self.state, self.manner, script, self.habit, self.watch)
        beam.look(wide, farthest)
        if beam.depth >= self.depth or not self.watch.over:
            self.depth = beam.depth
            self.chosen = -1
            self.values = beam.values()
        if self.watch.over:
            done = wide * beam.depth // farthest
            return done if done > 0 else 1
        return wide

    def expected(self, wide: i64, farthest: i64) -> list[i64]:
        """What the rival will probably do: its own best line, against a gardener of habit."""
        twin = self.state.copy()
        assert isinstance(twin, GardenWholeMoves)
        root: GardenWholeMoves = twin
        root.do(root.habitual(self.habit))
        if root.mover == OVER:
            return []
        beam = Beam(root, self.manner, [], self.habit, self.watch)
        beam.look(wide, farthest)
        return beam.best_line()

    def moves(self) -> list[i64]:
        return self.state.steps(self.choice())

    def choice(self) -> i64:
        """The first move of the best line, or of one that is as good as the best: nobody should know it in advance."""
        if self.chosen < 0:
            best = self.best_place()
            close: list[i64] = []
            place: i64 = 0
            while place < len(self.firsts):
                if self.values[place] >= self.values[best] - AS_GOOD:
                    close.append(place)
                place += 1
            self.chosen = close[self.dice.below(len(close))]
        return self.firsts[self.chosen]

    def best_place(self) -> i64:
        best: i64 = 0
        place: i64 = 1
        while place < len(self.firsts):
            if self.values[place] > self.values[best]:
                best = place
            place += 1
        return best

    def plans(self) -> list[tuple[list[i64], float]]:
        """A plan for every first move, with a chance that falls as its points do."""
        best = self.values[self.best_place()]
        chance = 1.0 / (1.0 + math.exp(-STEEP * best))
        ranked: list[tuple[float, int]] = []
        for place in range(len(self.firsts)):
            if self.values[place] > UNKNOWN:
                ranked.append((self.values[place], place))
        ranked.sort(reverse=True)
        found: list[tuple[list[i64], float]] = []
        for value, place in ranked:
            worse = chance - SLOPE * (best - value)
            found.append((self.state.steps(self.firsts[place]), worse if worse > 0.0 else 0.0))
        return found


def can_dig_back(state: GardenWholeMoves, seat: i64) -> bool:
    """Whether this gardener has a mole, or land or gold enough to get one."""
    gardener = state.gardener(seat)
    if gardener.stock[shop.MOLES] > 0 or gardener.gold >= shop.PRICE[shop.MOLES]:
        return True
    return len(gardener.fields) > 0


def fingerprint(state: GardenWholeMoves, seat: i64) -> i64:
    """A number that differs between different gardens, almost surely."""
    gardener = state.gardener(seat)
    rival = state.gardener(1 - seat)
    mixed = mix(gardener.gold, gardener.points)
    for amount in gardener.stock:
        mixed = mix(mixed, amount)
    mixed = mix(mix(mixed, gardener.low), gardener.high)
    mixed = mix(mix(mixed, rival.low), rival.high)
    mixed = mix(mix(mixed, rival.points), gardener.fert)
    for field in gardener.fields:
        plant: i64 = state.plants[field]
        if plant != 0:
            mixed += plant * (field * field + 7)
    return mixed


def mix(mixed: i64, more: i64) -> i64:
    return ((mixed * 131071) ^ more) & 0xFFFFFFFFFFF


# --- which whole moves are sensible ---


def likely(state: GardenWholeMoves, manner: i64 = OUTWARD) -> list[i64]:
    """Whole moves worth a try for the mover, at least one; land is bought in this manner."""
    seat = state.mover
    gardener = state.gardener(seat)
    seen = state.survey(gardener)
    left = state.rounds - state.round  # moves after this one
    phase = state.round % 10
    stock = gardener.stock
    n: i64 = len(gardener.fields)
    gold = gardener.gold
    spare = spare_gold(gardener, seen)
    found: list[i64] = []
    if seen.mature > 0 or seen.dead * 4 > n:
        found.append(REAP)
    if left > 0 and seen.wanted > 0 and stock[shop.DROPS] > 0:
        found.append(SPRINKLE)
    if left > 0 and seen.beds > 0:
        add_sowing(found, state, left, phase)
    if stock[shop.FERTILIZERS] > 0 and left > 0 and gardener.fert < 5:
        found.append(FEED)
    if stock[shop.MOLES] > 0:
        prey = state.best_prey(seat)
        if prey >= 0:
            found.append(DIG | prey << 4)
    if spare >= shop.FIELD_PRICE and left >= 4 and state.has_frontier(gardener):
        most = spare // shop.FIELD_PRICE
        add_land(found, most, manner)
        add_land(found, (gold - 2000 * n) // 7000, manner)
        add_land(found, (gold - 3800 * n) // 8800, manner)
        if most > 2:
            add_land(found, most // 2, manner)
    add_shopping(found, state, seen, left)
    poor = gold < unit_price(shop.BLUEJAZZ) and seen.mature + seen.growing + stock[shop.DROPS] == 0
    if len(found) == 0 or poor:
        found.append(REST)  # the poor wait for rain
    return found


def spare_gold(gardener: Gardener, seen: Survey) -> i64:
    """The gold for land and cards: who has nothing planted and no seed keeps enough for a plant."""
    if seen.mature + seen.growing > 0 or gardener.seeds() > 0:
        return gardener.gold
    return gardener.gold - unit_price(shop.BLUEJAZZ)


def add(found: list[i64], whole: i64) -> None:
    if whole != REST and whole not in found:
        found.append(whole)


def add_land(found: list[i64], fields: i64, manner: i64) -> None:
    if fields > 0:
        add(found, expand(fields if fields < 60 else 60, manner))


def add_sowing(found: list[i64], state: GardenWholeMoves, left: i64, phase: i64) -> None:
    stock = state.gardener(state.mover).stock
    kinds: i64 = 0
    if left >= 2 or phase == LAST_PHASE:
        kind: i64 = shop.ANEMONE
        while kind <= shop.CROCUS:
            if stock[kind] > 0:
                kinds |= bit(kind)
                add(found, sow(bit(kind)))
            kind += 1
    if stock[shop.TULIP] > 0 and left >= 2 and phase <= 7:
        add(found, sow(bit(shop.TULIP)))
        kinds |= bit(shop.TULIP)
    if kinds != 0:
        add(found, sow(kinds))


def add_shopping(found: list[i64], state: GardenWholeMoves, seen: Survey, left: i64) -> None:
    gardener = state.gardener(state.mover)
    stock = gardener.stock
    n: i64 = len(gardener.fields)
    gold = gardener.gold
    if seen.wanted > stock[shop.DROPS]:
        missing = seen.wanted - stock[shop.DROPS]
        if missing > gold // shop.PRICE[shop.DROPS]:
            missing = gold // shop.PRICE[shop.DROPS]
        if missing > 0:
            add(found, supply(0, 0, missing, 0, 0))
    if gold < unit_price(shop.BLUEJAZZ) and gold >= shop.PRICE[shop.BLUEJAZZ] and stock[shop.BLUEJAZZ] == 0:
        add(found, supply(shop.BLUEJAZZ, 1, 0, 0, 0))
    seeds: i64 = stock[shop.TULIP] + stock[shop.CROCUS] + stock[shop.BLUEJAZZ] + stock[shop.ANEMONE]
    if left >= 2 and n > 0 and seeds < 2 * n:
        rich = gold >= 12 * 3800 * n
        if gold < 4000 * n:
            add(found, state.basket(gardener, shop.CROCUS, 1, 0, 0))
            if n >= 3 and gold >= 3000 + 1000 * n:
                add(found, state.basket(gardener, shop.CROCUS, 1, 1, 0))
            add(found, state.basket(gardener, shop.BLUEJAZZ, 1, 0, 0))
        if gold >= 2000 * n and not rich:
            add(found, state.basket(gardener, shop.TULIP, 1, 0, 0))
            if n >= 3:
                add(found, state.basket(gardener, shop.TULIP, 1, 2, 0))
        if gold >= 7600 * n and left >= 5:
            add(found, state.basket(gardener, shop.TULIP, 2, 3, 0))
            if gold >= 7600 * n + 30000:
                add(found, state.basket(gardener, shop.TULIP, 2, 3, 2))
        if gold >= 15200 * n + 18000 and left >= 15:
            add(found, state.basket(gardener, shop.TULIP, 4, 6, 0))
            if gold >= 15200 * n + 70000:
                add(found, state.basket(gardener, shop.TULIP, 4, 6, 5))
    spare = spare_gold(gardener, seen)
    if left >= 2 and stock[shop.MOLES] == 0 and spare >= shop.PRICE[shop.MOLES]:
        add(found, supply(0, 0, 0, 0, 1))
        if spare >= 40000:
            add(found, supply(0, 0, 0, 0, 4))
    if left >= 2 and stock[shop.FERTILIZERS] == 0 and spare >= 3000 and n >= 3:
        add(found, supply(0, 0, 0, 1, 0))

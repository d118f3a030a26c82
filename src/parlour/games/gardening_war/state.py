"""The garden of Gardening War: 64 fields, what grows on them, and what the two gardeners own.

A field is its index 8x + y. A set of fields is two masks of 32 bits, the left half of the board (x below 4) and the
right one. A plant is one integer: kind, drops still needed, rounds left to live, dead or not; 0 is bare ground.
"""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import i64

from parlour.core.bits import bit
from parlour.core.pickling import taken_apart
from parlour.core.state import OVER, State, duel_payoffs
from parlour.games.gardening_war import events, shop, steps

FIELDS: Final = 64
HALF: Final = 0xFFFFFFFF
NOBODY: Final = -1
DEAD_BIT: Final = 512

# Columns without their lowest and without their highest field, in a half board of four columns.
NOT_BOTTOM: Final = 0xFEFEFEFE
NOT_TOP: Final = 0x7F7F7F7F


# A plant in one integer: kind, drops needed, life, dead.


def seedling(kind: i64) -> i64:
    return kind | shop.NEED[kind] << 3 | shop.LIFE[kind] << 6


def a_plant(kind: i64, need: i64, life: i64, dead: bool) -> i64:
    """A plant with these values; a dead one needs nothing."""
    if dead:
        return kind | life << 6 | DEAD_BIT
    return kind | need << 3 | life << 6


def kind_of_plant(plant: i64) -> i64:
    return plant & 7


def need_of(plant: i64) -> i64:
    return (plant >> 3) & 7


def life_of(plant: i64) -> i64:
    return (plant >> 6) & 7


def is_dead(plant: i64) -> bool:
    return plant >= DEAD_BIT


def is_alive(plant: i64) -> bool:
    """Growing or mature."""
    return plant != 0 and plant < DEAD_BIT


def is_mature(plant: i64) -> bool:
    return plant != 0 and plant < DEAD_BIT and (plant >> 3) & 7 == 0


def is_growing(plant: i64) -> bool:
    return plant < DEAD_BIT and (plant >> 3) & 7 > 0


def is_ripe(plant: i64) -> bool:
    """Mature or dead: what a harvest removes."""
    return plant != 0 and (plant >= DEAD_BIT or (plant >> 3) & 7 == 0)


def soaked(plant: i64, drops: i64) -> i64:
    """The plant after receiving this many drops (section 7)."""
    if drops == 0 or plant >= DEAD_BIT:
        return plant
    need = (plant >> 3) & 7
    if drops <= need:
        return plant - (drops << 3)
    return (plant & ~(7 << 3)) | DEAD_BIT


def aged(plant: i64) -> i64:
    """The plant one round later; without any life left it is dead (section 8)."""
    life = (plant >> 6) & 7
    if life == 0:
        return plant
    plant -= 64
    if life == 1:
        plant = (plant & ~(7 << 3)) | DEAD_BIT
    return plant


def affordable(gold: i64, price: i64) -> i64:
    """How many quantities of the series 1, 2, 5, 10, … this much gold can pay for at this price."""
    most = gold // price
    n: i64 = 0
    while most >= 10:
        most //= 10
        n += 3
    if most >= 5:
        n += 3
    elif most >= 2:
        n += 2
    elif most >= 1:
        n += 1
    longest: i64 = len(shop.QUANTITIES)
    return n if n < longest else longest


class Gardener:
    """What one player owns."""

    def __init__(self, first_field: i64) -> None:
        self.gold: i64 = shop.START_GOLD
        self.points: i64 = 0
        self.fert: i64 = 0
        self.misses: i64 = 0
        self.stock: list[i64] = [0, 0, 0, 0, 0, 0, 0]
        self.fields: list[i64] = []  # in the order acquired
        self.low: i64 = 0  # the same as masks
        self.high: i64 = 0
        if first_field >= 0:
            self.take(first_field)

    def copy(self) -> Gardener:
        twin = Gardener(NOBODY)
        twin.gold, twin.points = self.gold, self.points
        twin.fert, twin.misses = self.fert, self.misses
        twin.stock = self.stock[:]
        twin.fields, twin.low, twin.high = self.fields[:], self.low, self.high
        return twin

    def __reduce__(self) -> tuple[Any, ...]:
        return taken_apart(self, NOBODY)

    def owns(self, field: i64) -> bool:
        if field < 32:
            return (self.low >> field) & 1 == 1
        return (self.high >> (field - 32)) & 1 == 1

    def take(self, field: i64) -> None:
        self.fields.append(field)
        if field < 32:
            self.low |= bit(field)
        else:
            self.high |= bit(field - 32)

    def lose(self, field: i64) -> None:
        self.fields.remove(field)
        if field < 32:
            self.low &= ~bit(field)
        else:
            self.high &= ~bit(field - 32)

    def seeds(self) -> i64:
        """How many kinds of seed are in stock."""
        stock = self.stock
        n: i64 = 0
        if stock[shop.ANEMONE] > 0:
            n += 1
        if stock[shop.BLUEJAZZ] > 0:
            n += 1
        if stock[shop.CROCUS] > 0:
            n += 1
        if stock[shop.TULIP] > 0:
            n += 1
        return n

    def value(self) -> i64:
        """Gold plus the price of all stock and land: the last tie-break of a match (section 12)."""
        total = self.gold + shop.FIELD_PRICE * len(self.fields)
        for good in range(shop.GOOD_COUNT):
            total += shop.PRICE[good] * self.stock[good]
        return total


class Garden(State):
    """A position of Gardening War."""

    def __init__(self, special_low: i64, special_high: i64, rounds: i64, max_misses: i64) -> None:
        super().__init__(2, 0)
        self.special_low: i64 = special_low
        self.special_high: i64 = special_high
        self.rounds: i64 = rounds
        self.max_misses: i64 = max_misses
        self.round: i64 = 1
        self.gardener0: Gardener = Gardener(0)
        self.gardener1: Gardener = Gardener(63)
        self.plants: list[i64] = [0] * FIELDS
        # The move in progress (section 13): which list, whether it has a part yet, and how far it has come.
        self.step: i64 = steps.CHOOSE
        self.begun: bool = False
        self.cursor: i64 = -1  # the last field of a PLANT or WATER list, the good of a SHOP list
        self.ceiling: i64 = -1  # SHOP: the index of the largest quantity still allowed for this good
        self.last: i64 = -1  # SHOP: the index of the last quantity bought
        self.winner: i64 = NOBODY
        self.cause: i64 = events.BY_POINTS

    def blank(self) -> Garden:
        """A new garden of the same kind and options."""
        raise NotImplementedError

    def copy(self) -> Garden:
        twin = self.blank()
        twin.mover, twin.out, twin.round = self.mover, self.out, self.round
        twin.gardener0, twin.gardener1 = self.gardener0.copy(), self.gardener1.copy()
        twin.plants = self.plants[:]
        twin.step, twin.begun = self.step, self.begun
        twin.cursor, twin.ceiling, twin.last = self.cursor, self.ceiling, self.last
        twin.winner, twin.cause = self.winner, self.cause
        return twin

    def made_with(self) -> tuple[Any, ...]:
        return self.special_low, self.special_high, self.rounds, self.max_misses

    def gardener(self, seat: i64) -> Gardener:
        return self.gardener0 if seat == 0 else self.gardener1

    def is_special(self, field: i64) -> bool:
        if field < 32:
            return (self.special_low >> field) & 1 == 1
        return (self.special_high >> (field - 32)) & 1 == 1

    def owner(self, field: i64) -> i64:
        if self.gardener0.owns(field):
            return 0
        if self.gardener1.owns(field):
            return 1
        return NOBODY

    def rain_in(self) -> i64:
        return 10 - self.round % 10

    def free_low(self) -> i64:
        return HALF & ~(self.gardener0.low | self.gardener1.low)

    def free_high(self) -> i64:
        return HALF & ~(self.gardener0.high | self.gardener1.high)

    def frontier_low(self, gardener: Gardener) -> i64:
        """The free fields of the left half that touch the gardener's land."""
        return touching_low(gardener.low, gardener.high) & self.free_low()

    def frontier_high(self, gardener: Gardener) -> i64:
        return touching_high(gardener.low, gardener.high) & self.free_high()

    # --- the end ---

    def scores(self) -> list[i64]:
        return [self.gardener0.points, self.gardener1.points]

    def payoffs(self) -> list[float]:
        return duel_payoffs(self.winner)

    def leave(self, seat: i64) -> None:
        """A gardener who leaves or loses on time has no points and loses at once (section 12)."""
        self.out |= bit(seat)
        self.gardener(seat).points = 0
        self.finish(1 - seat, events.BY_LEAVING)

    def count_points(self) -> None:
        """The last round is over: the gardener with more points wins."""
        if self.gardener0.points == self.gardener1.points:
            self.finish(NOBODY, events.BY_DRAW)
        else:
            self.finish(0 if self.gardener0.points > self.gardener1.points else 1, events.BY_POINTS)

    def finish(self, winner: i64, cause: i64) -> None:
        self.mover = OVER
        self.winner = winner
        self.cause = cause
        self.tell(events.ENDED, cause, winner, self.gardener0.points, self.gardener1.points)


def upright(half: i64) -> i64:
    """A half board's fields together with those above and below them."""
    return half | ((half << 1) & NOT_BOTTOM) | ((half >> 1) & NOT_TOP)


def touching_low(low: i64, high: i64) -> i64:
    """The fields of the left half that belong to these fields or touch them, diagonals included."""
    near = upright(low)
    return (near | (near << 8) | (near >> 8) | (upright(high) << 24)) & HALF


def touching_high(low: i64, high: i64) -> i64:
    near = upright(high)
    return (near | (near << 8) | (near >> 8) | (upright(low) >> 24)) & HALF

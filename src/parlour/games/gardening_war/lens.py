"""Gardening War for learning programs: the 64 fields, both gardeners, and the list in progress."""

from __future__ import annotations

import math
from typing import Final, cast

from mypy_extensions import i64

from parlour.core.bits import first, kind_of, second, third
from parlour.core.lens import Layout, Lens, Numbers
from parlour.core.state import State
from parlour.games.gardening_war import moves, shop, steps
from parlour.games.gardening_war.goods import PLANTS, WORDS
from parlour.games.gardening_war.state import (
    FIELDS,
    Garden,
    Gardener,
    affordable,
    is_dead,
    kind_of_plant,
    life_of,
    need_of,
)

# The places, in the order of the table of moves.
MOLE: Final = 3
BEGIN: Final[i64] = MOLE + FIELDS
LAND: Final[i64] = BEGIN + 5
BUY: Final[i64] = LAND + FIELDS
PLANT: Final[i64] = BUY + len(WORDS) * len(moves.QUANTITIES)
SEEDS: Final[i64] = len(PLANTS)
WATER: Final[i64] = PLANT + FIELDS * len(PLANTS)
DROPS: Final = 7
DONE: Final[i64] = WATER + FIELDS * DROPS
SERIES: Final[i64] = len(moves.QUANTITIES)

_FIELD: list[str] = ["special", "own", "rival's", *[plant.word for plant in PLANTS], "dead", "needs", "lives"]
OF_A_FIELD: Final[i64] = len(_FIELD)
_GARDENER: list[str] = ["gold", "points", "rounds of fertilizer", "misses"]
OF_A_GARDENER: Final[i64] = len(_GARDENER) + len(WORDS)
MOST_LOG: Final = 10.0  # the logarithm of what a thousand rounds can bring, in fives


class GardenLens(Lens):
    """683 numbers, 1 009 places: those of the table of moves."""

    def __init__(self) -> None:
        layout = Layout()
        self.table: i64 = layout.each("table", ["to move", "second seat", "list begun"])
        self.step: i64 = layout.each("list", steps.WORDS[:5])
        self.counts: i64 = layout.each(
            "table", ["round", "rounds", "rain in", "cursor, from 1", "ceiling, from 1", "last, from 1"], 20.0
        )
        self.can_buy: i64 = layout.each("quantities to be had", WORDS)
        self.gardeners: i64 = len(layout.names)
        for whose in ("own", "rival's"):
            layout.each(whose, _GARDENER, MOST_LOG * 100.0)
            layout.each(f"{whose} stock", WORDS, MOST_LOG)
        self.fields: i64 = len(layout.names)
        for field in range(FIELDS):
            layout.each(f"field {field // 8} {field % 8}", _FIELD)
        super().__init__(layout, DONE + 1)

    def observe(self, state: State, seat: i64, out: Numbers) -> None:
        garden = cast(Garden, state)
        own = garden.gardener(seat)
        rival = garden.gardener(1 - seat)
        out.flag(self.table, garden.mover == seat)
        out.flag(self.table + 1, seat == 1)
        out.flag(self.table + 2, garden.begun)
        out.mark(self.step + garden.step)
        out.put(self.counts, float(garden.round) / 100.0)
        out.put(self.counts + 1, float(garden.rounds) / 100.0)
        out.put(self.counts + 2, float(garden.rain_in()) / 10.0)
        out.put(self.counts + 3, float(garden.cursor + 1) / 64.0)
        out.put(self.counts + 4, float(garden.ceiling + 1) / 24.0)
        out.put(self.counts + 5, float(garden.last + 1) / 24.0)
        good: i64 = 0
        while good < shop.GOOD_COUNT:
            out.put(self.can_buy + good, float(affordable(own.gold, shop.PRICE[good])) / 24.0)
            good += 1
        put_gardener(own, self.gardeners, out)
        put_gardener(rival, self.gardeners + OF_A_GARDENER, out)
        field: i64 = 0
        at = self.fields
        while field < FIELDS:
            out.flag(at, garden.is_special(field))
            out.flag(at + 1, own.owns(field))
            out.flag(at + 2, rival.owns(field))
            plant: i64 = garden.plants[field]
            if plant != 0:
                out.mark(at + 3 + kind_of_plant(plant) - shop.FIRST_PLANT)
                out.flag(at + 3 + SEEDS, is_dead(plant))
                out.put(at + 4 + SEEDS, float(need_of(plant)) / 7.0)
                out.put(at + 5 + SEEDS, float(life_of(plant)) / 7.0)
            at += OF_A_FIELD
            field += 1

    def choice(self, state: State, move: i64) -> i64:
        kind = kind_of(move)
        a = first(move)
        if kind == moves.BUY:
            return BUY + a * SERIES + second(move)
        if kind == moves.DONE:
            return DONE
        if kind == moves.BEGIN:
            return BEGIN + a
        field = a * 8 + second(move)
        if kind == moves.WATER:
            return WATER + field * DROPS + third(move)
        if kind == moves.PLANT:
            return PLANT + field * SEEDS + third(move)
        if kind == moves.LAND:
            return LAND + field
        if kind == moves.MOLE:
            return MOLE + field
        return kind

    def words(self) -> list[str]:
        return [moves.MOVES.to_words(moves.MOVES.from_action(place)) for place in range(DONE + 1)]


def put_gardener(gardener: Gardener, at: i64, out: Numbers) -> None:
    """Amounts grow without limit, so each is a logarithm: 0 for nothing, about 1 for a hundred."""
    out.put(at, amount(gardener.gold))
    out.put(at + 1, amount(gardener.points))
    out.put(at + 2, float(gardener.fert) / 10.0)
    out.put(at + 3, float(gardener.misses) / 10.0)
    good: i64 = 0
    while good < shop.GOOD_COUNT:
        out.put(at + 4 + good, amount(gardener.stock[good]))
        good += 1


def amount(n: i64) -> float:
    return math.log(float(n) + 1.0) / 5.0

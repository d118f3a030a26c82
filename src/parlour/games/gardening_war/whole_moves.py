"""Whole moves for the AI: a small language of sensible ones, and the decisions that make up each of them.

A search over single steps would drown in them (twenty fields can be planted in 5^20 ways), so the AI thinks in whole
moves: buy this many fields, buy seed and water for this many, plant these kinds everywhere, give every plant what it
needs. A whole move is one integer; `do` carries it out at once, `steps` turns it into decisions of section 13.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from parlour.core.bits import has, pack1, pack2, pack3
from parlour.games.gardening_war import moves, shop, steps
from parlour.games.gardening_war.decisions import GardenDecisions, at
from parlour.games.gardening_war.land import in_order
from parlour.games.gardening_war.state import (
    Gardener,
    is_growing,
    kind_of_plant,
    need_of,
)
from parlour.games.gardening_war.wholes import DIG, FEED, REAP, SOW, SPRINKLE, SUPPLY, supplied

LAST_PHASE: Final = 9  # rain falls after rounds whose number ends in 9


class GardenWholeMoves(GardenDecisions):
    """The garden in whole moves."""

    # --- what to see ---

    def wanted(self, plant: i64) -> i64:
        """The drops to give a growing plant now: all it needs, less what rain will give it tonight."""
        need = need_of(plant)
        if self.round % 10 == LAST_PHASE:
            return need - 2 if need > 2 else 0
        return need

    def wants_water(self, gardener: Gardener) -> bool:
        for field in gardener.fields:
            plant: i64 = self.plants[field]
            if is_growing(plant) and self.wanted(plant) > 0:
                return True
        return False

    # --- carrying out ---

    def sprinkling(self, gardener: Gardener) -> list[i64]:
        """Which plants get water: dear ones and special fields first; each as 8 times the field plus the drops."""
        ranked: list[i64] = []
        for field in gardener.fields:
            plant: i64 = self.plants[field]
            if is_growing(plant) and self.wanted(plant) > 0:
                rank: i64 = shop.TULIP - kind_of_plant(plant)
                ranked.append((rank * 2 + (0 if self.is_special(field) else 1)) << 6 | field)
        left: i64 = gardener.stock[shop.DROPS]
        chosen: list[i64] = []
        for entry in in_order(ranked):
            field = entry & 63
            drops = self.wanted(self.plants[field])
            if drops <= left:
                left -= drops
                chosen.append(field << 3 | drops)
        return chosen

    def sowing(self, gardener: Gardener, kinds: i64) -> list[i64]:
        """Which seed goes where: dear seed and special fields first; each as 8 times the field plus the kind."""
        chosen: list[i64] = []
        special: list[i64] = []
        plain: list[i64] = []
        for field in gardener.fields:
            if self.plants[field] == 0:
                if self.is_special(field):
                    special.append(field)
                else:
                    plain.append(field)
        beds = special + plain
        n: i64 = len(beds)
        next_bed: i64 = 0
        kind: i64 = shop.TULIP
        while kind >= shop.ANEMONE:
            if has(kinds, kind):
                seeds: i64 = gardener.stock[kind]
                while seeds > 0 and next_bed < n:
                    chosen.append(beds[next_bed] << 3 | kind)
                    next_bed += 1
                    seeds -= 1
            kind -= 1
        return chosen

    def steps(self, whole: i64) -> list[i64]:
        """A whole move as decisions, with DONE if necessary; PASS if it has no effect."""
        seat = self.mover
        gardener = self.gardener(seat)
        kind = whole & 15
        written: list[i64] = []
        if kind == REAP and self.may_harvest(gardener):
            written.append(moves.HARVEST)
        elif kind == FEED and gardener.stock[shop.FERTILIZERS] > 0:
            written.append(moves.FERTILIZER)
        elif kind == DIG and self.may_dig(seat, whole >> 4):
            written.append(at(moves.MOLE, whole >> 4))
        elif kind == SPRINKLE:
            for can in in_order(self.sprinkling(gardener)):
                written.append(pack3(moves.WATER, can >> 6, (can >> 3) & 7, can & 7))
            begin_with(written, steps.WATER)
        elif kind == SOW:
            for bed in in_order(self.sowing(gardener, whole >> 4)):
                written.append(pack3(moves.PLANT, bed >> 6, (bed >> 3) & 7, (bed & 7) - shop.FIRST_PLANT))
            begin_with(written, steps.PLANT)
        elif kind == SUPPLY:
            gold = gardener.gold
            good: i64 = 0
            while good < shop.GOOD_COUNT:
                amount = supplied(whole, good)
                if amount > 0 and shop.PRICE[good] * amount <= gold:
                    gold -= shop.PRICE[good] * amount
                    add_parts(written, good, amount)
                good += 1
            begin_with(written, steps.SHOP)
        if len(written) == 0:
            written.append(moves.PASS)
            return written
        return self.completed(written)


def begin_with(written: list[i64], action: i64) -> None:
    if len(written) > 0:
        written.insert(0, pack1(moves.BEGIN, action))


def add_parts(written: list[i64], good: i64, amount: i64) -> None:
    """A quantity as parts of section 13, largest first."""
    place: i64 = len(shop.QUANTITIES) - 1
    while amount > 0:
        while shop.QUANTITIES[place] <= amount:
            written.append(pack2(moves.BUY, good, place))
            amount -= shop.QUANTITIES[place]
        place -= 1

"""How good a garden is, which decisions are worth considering, and the planning of whole moves."""

from __future__ import annotations

from mypy_extensions import i64

from parlour.core.bits import first, kind_of, third
from parlour.core.dice import Dice
from parlour.core.state import OVER, Evaluator, Planner
from parlour.games.gardening_war import moves, shop, steps
from parlour.games.gardening_war.planner import GardenPlanner
from parlour.games.gardening_war.state import Gardener, is_dead, kind_of_plant, life_of, need_of
from parlour.games.gardening_war.whole_moves import GardenWholeMoves


class GardeningWarState(GardenWholeMoves):
    """Gardening War with a judgement of positions."""

    def blank(self) -> GardeningWarState:
        return GardeningWarState(self.special_low, self.special_high, self.rounds, self.max_misses)

    def judge(self, seat: i64) -> float:
        if self.mover == OVER:
            return self.payoffs()[seat]
        lead = self.prospects(seat) - self.prospects(1 - seat)
        return 0.5 + 0.5 * lead / (abs(lead) + 20000.0)

    def prospects(self, seat: i64) -> float:
        """Points, and what everything else will probably earn: gold least, then stock, seedlings, ripe plants."""
        gardener = self.gardener(seat)
        rounds = self.rounds - self.round + 1  # in which this gardener still moves, including this one
        if seat == 0 and self.mover == 1:
            rounds -= 1
        worth = float(gardener.points)
        for field in gardener.fields:
            worth += self.prospect_of(field, gardener, rounds)
        if rounds >= 3:
            worth += self.prospect_of_stock(gardener)
        if rounds >= 4:
            worth += 0.35 * float(gardener.gold)
        if rounds >= 8:
            worth += float(len(gardener.fields)) * min(float(rounds) * 150.0, 6000.0)
        return worth + self.prospect_of_move(seat)

    def prospect_of(self, field: i64, gardener: Gardener, rounds: i64) -> float:
        plant: i64 = self.plants[field]
        if plant == 0:
            return 0.0
        if is_dead(plant):
            return -300.0  # it blocks the bed
        worth = float(shop.WORTH[kind_of_plant(plant)])
        if self.is_special(field):
            worth *= 2.0
        need = need_of(plant)
        rain_before = 10 - self.round % 10  # upkeeps until rain
        if need == 0:
            if rounds < 1:
                return 0.0
            # a ripe plant should be picked: it is worth less on the field
            worth *= 0.9
            if gardener.fert > 1:
                worth *= 1.8
            return worth
        if rounds < 2 or life_of(plant) < 2:
            return 0.05 * worth
        if rain_before <= 2 and kind_of_plant(plant) == shop.TULIP:
            return 0.0
        if rain_before == 1:
            return worth * 0.72 if need <= 2 else worth * 0.6
        return worth * (0.78 - 0.03 * float(need))

    def prospect_of_stock(self, gardener: Gardener) -> float:
        """Seed is worth most of its harvest while there are beds for it; missing water costs."""
        stock = gardener.stock
        beds = self.count_beds(gardener, -1)
        worth = 0.0
        kind: i64 = shop.TULIP
        while kind >= shop.ANEMONE:
            used: i64 = stock[kind]
            if used > beds:
                worth += 0.2 * float((used - beds) * shop.PRICE[kind])
                used = beds
            beds -= used
            worth += 0.6 * float(used * shop.WORTH[kind])
            kind -= 1
        missing = self.missing_drops(gardener)
        if missing > 0:
            if gardener.gold >= missing * shop.PRICE[shop.DROPS]:
                worth -= 300.0 * float(missing)
            else:
                worth -= 1500.0 * float(missing)
        else:
            worth -= 70.0 * float(missing)
        cards: i64 = stock[shop.FERTILIZERS]
        worth += float(len(gardener.fields)) * 400.0 * float(cards if cards < 2 else 2)
        return worth + 1500.0 * float(stock[shop.MOLES])

    def missing_drops(self, gardener: Gardener) -> i64:
        """Water for all growing plants and all seed with a bed, less what is in stock; negative if there is more."""
        stock = gardener.stock
        missing: i64 = -stock[shop.DROPS]
        beds: i64 = 0
        for field in gardener.fields:
            plant: i64 = self.plants[field]
            if plant == 0:
                beds += 1
            elif not is_dead(plant):
                missing += need_of(plant)
        kind: i64 = shop.TULIP
        while kind >= shop.ANEMONE:
            used: i64 = stock[kind]
            if used > beds:
                used = beds
            beds -= used
            missing += used * shop.NEED[kind]
            kind -= 1
        return missing

    def prospect_of_move(self, seat: i64) -> float:
        """A list that has just begun is worth what its first part promises."""
        if self.mover != seat or self.step == steps.CHOOSE or self.begun:
            return 0.0
        gardener = self.gardener(seat)
        stock = gardener.stock
        if self.step == steps.PLANT:
            if self.round % 10 >= 8:
                return 1000.0 if stock[shop.TULIP] == 0 else -2000.0
            return 1000.0 if self.missing_drops(gardener) <= 0 else -2000.0
        if self.step == steps.WATER:
            return 1500.0 if self.wants_water(gardener) else -9000.0
        if self.step == steps.LAND:
            return 800.0 if gardener.gold >= 2 * shop.FIELD_PRICE else -3000.0
        short = (
            self.count_beds(gardener, -1)
            - stock[shop.ANEMONE]
            - stock[shop.BLUEJAZZ]
            - stock[shop.CROCUS]
            - stock[shop.TULIP]
        )
        useful = (short > 0 and gardener.gold >= 900) or self.missing_drops(gardener) > 0
        return 900.0 if useful else -3000.0

    # --- which decisions are worth considering ---

    def candidates(self) -> list[i64]:
        """The legal moves without the foolish ones: no wasted water, no useless stockpiles."""
        legal = self.moves()
        if self.step == steps.CHOOSE:
            return legal
        gardener = self.gardener(self.mover)
        found: list[i64] = []
        for move in legal:
            kind = kind_of(move)
            if kind == moves.WATER:
                plant: i64 = self.plants[first(move) * 8 + ((move >> 22) & 65535)]
                if third(move) != self.wanted(plant):
                    continue
            elif kind == moves.BUY and self.is_stockpile(gardener, move):
                continue
            found.append(move)
        return found if len(found) > 0 else legal

    def is_stockpile(self, gardener: Gardener, move: i64) -> bool:
        """More of a good than all fields could use for two harvests."""
        good = first(move)
        place = (move >> 22) & 65535
        n: i64 = len(gardener.fields)
        limit = n * 2
        if good == shop.DROPS:
            limit = n * 10
        elif good < shop.ANEMONE:
            limit = 3
        if place >= 12:
            return True
        return gardener.stock[good] + shop.QUANTITIES[place] > limit

    def planner(self, dice: Dice, evaluator: Evaluator) -> Planner | None:
        """Plans a whole move; in the middle of a move the house's own search decides."""
        if self.mover == OVER or self.step != steps.CHOOSE:
            return None
        return GardenPlanner(self, dice)

"""The rules of Gardening War, sections 4 to 12: the effect of each line of a list and of the upkeep."""

from __future__ import annotations

from mypy_extensions import i64

from parlour.core.bits import bit
from parlour.core.dice import Dice
from parlour.games.gardening_war import events, shop, steps
from parlour.games.gardening_war.state import (
    Garden,
    Gardener,
    aged,
    is_dead,
    is_ripe,
    kind_of_plant,
    need_of,
    seedling,
    soaked,
)

CARD_ROUNDS: i64 = 3  # that a fertilizer card adds to the counter
RAIN_DROPS: i64 = 2
RAIN_EVERY: i64 = 10


class GardenRules(Garden):
    """The garden and everything that gardeners can do in it."""

    # --- what is allowed (lists, steps and explanations all use these conditions) ---

    def may_buy_field(self, seat: i64, field: i64) -> bool:
        """Section 4: enough gold, and a free field that touches one's own land."""
        gardener = self.gardener(seat)
        return gardener.gold >= shop.FIELD_PRICE and self.on_frontier(gardener, field)

    def on_frontier(self, gardener: Gardener, field: i64) -> bool:
        if field < 32:
            return (self.frontier_low(gardener) >> field) & 1 == 1
        return (self.frontier_high(gardener) >> (field - 32)) & 1 == 1

    def has_frontier(self, gardener: Gardener) -> bool:
        return self.frontier_low(gardener) != 0 or self.frontier_high(gardener) != 0

    def may_dig(self, seat: i64, field: i64) -> bool:
        """Section 11: a mole card in stock, and one of the opponent's fields."""
        return self.gardener(seat).stock[shop.MOLES] >= 1 and self.gardener(1 - seat).owns(field)

    # --- actions ---

    def buy_field(self, seat: i64, field: i64) -> None:
        gardener = self.gardener(seat)
        gardener.gold -= shop.FIELD_PRICE
        gardener.take(field)
        self.tell(events.BOUGHT_FIELD, seat, field >> 3, field & 7, gardener.gold)

    def buy_goods(self, seat: i64, good: i64, amount: i64) -> None:
        gardener = self.gardener(seat)
        gardener.gold -= shop.PRICE[good] * amount
        gardener.stock[good] += amount
        self.tell(events.BOUGHT, seat, good, amount, gardener.stock[good], gardener.gold)

    def put_seed(self, seat: i64, field: i64, kind: i64) -> None:
        gardener = self.gardener(seat)
        gardener.stock[kind] -= 1
        self.plants[field] = seedling(kind)
        self.tell(events.PLANTED, seat, field >> 3, field & 7, kind - shop.FIRST_PLANT, gardener.stock[kind])

    def give_water(self, seat: i64, field: i64, drops: i64) -> None:
        gardener = self.gardener(seat)
        gardener.stock[shop.DROPS] -= drops
        plant = soaked(self.plants[field], drops)
        self.plants[field] = plant
        self.tell(events.WATERED, seat, field >> 3, field & 7, drops, shown_need(plant))

    def harvest(self, seat: i64) -> None:
        """Section 9: mature plants pay, dead ones are cleared, growing ones stay."""
        gardener = self.gardener(seat)
        plants = self.plants
        total: i64 = 0
        for field in gardener.fields:
            plant: i64 = plants[field]
            if not is_ripe(plant):
                continue
            gain: i64 = 0
            if not is_dead(plant):
                gain = shop.WORTH[kind_of_plant(plant)]
                if self.is_special(field):
                    gain *= 2
                if gardener.fert > 0:
                    gain *= 2
            plants[field] = 0
            total += gain
            self.tell(events.PICKED, seat, field >> 3, field & 7, kind_of_plant(plant) - shop.FIRST_PLANT, gain)
        gardener.gold += total
        gardener.points += total
        self.tell(events.HARVESTED, seat, total, gardener.gold, gardener.points)

    def fertilize(self, seat: i64) -> None:
        gardener = self.gardener(seat)
        gardener.stock[shop.FERTILIZERS] -= 1
        gardener.fert += CARD_ROUNDS
        self.tell(events.FERTILIZED, seat, gardener.fert, gardener.stock[shop.FERTILIZERS])

    def dig(self, seat: i64, field: i64) -> None:
        """A mole takes the field and destroys what grew there."""
        gardener = self.gardener(seat)
        plant: i64 = self.plants[field]
        gardener.stock[shop.MOLES] -= 1
        self.plants[field] = 0
        self.gardener(1 - seat).lose(field)
        gardener.take(field)
        shown: i64 = 0
        if plant != 0:
            shown = kind_of_plant(plant) - shop.FIRST_PLANT + 1
        self.tell(events.DUG, seat, field >> 3, field & 7, shown, gardener.stock[shop.MOLES])

    # --- the round ---

    def end_move(self) -> None:
        """The move is complete: the other gardener's turn or the upkeep is next."""
        self.step = steps.CHOOSE
        self.begun = False
        self.cursor = -1
        self.ceiling = -1
        self.last = -1
        if self.mover == 0:
            self.mover = 1
        else:
            self.upkeep()

    def upkeep(self) -> None:
        """Section 3: next round, rain, ageing, fertilizer, end of the game."""
        self.round += 1
        self.tell(events.ROUND, self.round, self.rain_in())
        raining = self.round % RAIN_EVERY == 0
        if raining:
            self.tell(events.RAINED, self.round)
        self.weather(0, self.gardener0, raining)
        self.weather(1, self.gardener1, raining)
        if self.gardener0.fert > 0:
            self.gardener0.fert -= 1
        if self.gardener1.fert > 0:
            self.gardener1.fert -= 1
        self.mover = 0
        if self.round > self.rounds:
            self.count_points()

    def weather(self, seat: i64, gardener: Gardener, raining: bool) -> None:
        """Rain, then ageing, for every plant of one gardener; only owned fields have plants."""
        plants = self.plants
        for field in gardener.fields:
            plant: i64 = plants[field]
            if plant == 0:
                continue
            if raining:
                plant = soaked(plant, RAIN_DROPS)
                kind = kind_of_plant(plant) - shop.FIRST_PLANT
                self.tell(events.SOAKED, seat, field >> 3, field & 7, kind, shown_need(plant))
            older = aged(plant)
            if is_dead(older) and not is_dead(plant):
                self.tell(events.WITHERED, seat, field >> 3, field & 7, kind_of_plant(plant) - shop.FIRST_PLANT)
            plants[field] = older

    # --- the clock ---

    def miss(self, dice: Dice) -> None:
        """Section 12: the move ends as it is; the last allowed miss loses at once."""
        gardener = self.gardener(self.mover)
        gardener.misses += 1
        self.tell(events.OUT_OF_TIME, self.mover, gardener.misses)
        if self.max_misses > 0 and gardener.misses >= self.max_misses:
            self.out |= bit(self.mover)
            gardener.points = 0
            self.finish(1 - self.mover, events.BY_MISSES)
        else:
            self.end_move()

    def goes_on(self) -> bool:
        return self.step != steps.CHOOSE


def shown_need(plant: i64) -> i64:
    """Drops still needed; -1 for a dead plant."""
    if is_dead(plant):
        return -1
    return need_of(plant)

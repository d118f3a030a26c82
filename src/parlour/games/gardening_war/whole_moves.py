"""Whole moves for the AI: a small language of sensible ones, a gardener's habits, and the steps that make up a move.

A search over single steps would drown in them (twenty fields can be planted in 5^20 ways), so the AI thinks in whole
moves: buy so many fields, buy seed and water for so many, plant these kinds everywhere, give every plant what it
needs. A whole move is one integer; `do` carries it out at once, `steps` turns it into decisions of section 13.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from parlour.core.bits import has, pack1, pack2, pack3
from parlour.games.gardening_war import moves, shop, steps
from parlour.games.gardening_war.decisions import GardenDecisions, at
from parlour.games.gardening_war.state import (
    FIELDS,
    Gardener,
    is_dead,
    is_growing,
    is_mature,
    kind_of_plant,
    life_of,
    need_of,
    touching_high,
    touching_low,
)

# Whole moves: the kind in the lowest four bits, its details above.
REST: Final = 0
REAP: Final = 1
FEED: Final = 2
DIG: Final = 3  # field
EXPAND: Final = 4  # number of fields, direction
SUPPLY: Final = 5  # seed, seeds, drops, fertilizer cards, mole cards
SOW: Final = 6  # kinds, one bit each
SPRINKLE: Final = 7

OUTWARD: Final = 0  # directions to expand: towards the rival,
HOMEWARD: Final = 1  # or close to one's own corner

LAST_PHASE: Final = 9  # rain falls after rounds whose number ends in 9
DROP_PRICE: Final[i64] = shop.PRICE[shop.DROPS]
MOST: Final = 2000


def expand(fields: i64, manner: i64) -> i64:
    return EXPAND | fields << 4 | manner << 11


def supply(seed: i64, seeds: i64, drops: i64, cards: i64, moles: i64) -> i64:
    return SUPPLY | seed << 4 | seeds << 7 | drops << 18 | cards << 32 | moles << 38


def sow(kinds: i64) -> i64:
    return SOW | kinds << 4


def unit_price(kind: i64) -> i64:
    """The price of a seed and all the water it needs."""
    return shop.PRICE[kind] + DROP_PRICE * shop.NEED[kind]


class Survey:
    """A gardener's beds at a glance."""

    def __init__(self) -> None:
        self.beds: i64 = 0  # empty fields
        self.growing: i64 = 0
        self.wanted: i64 = 0  # drops to give now
        self.mature: i64 = 0
        self.gain: i64 = 0  # what a harvest would earn without fertilizer
        self.least_life: i64 = 9  # of mature plants
        self.dead: i64 = 0


class Habit:
    """How a gardener plays without thinking."""

    def __init__(self, reserve: i64, runs: i64, cards_from: i64, manner: i64) -> None:
        self.reserve: i64 = reserve  # buys land as long as it can still plant this kind everywhere; 0: buys none
        self.runs: i64 = runs  # how many harvests to shop for at once
        self.cards_from: i64 = cards_from  # uses fertilizer from this many fields on
        self.manner: i64 = manner


class GardenWholeMoves(GardenDecisions):
    """The garden in whole moves."""

    # --- what to see ---

    def survey(self, gardener: Gardener) -> Survey:
        found = Survey()
        plants = self.plants
        for field in gardener.fields:
            plant: i64 = plants[field]
            if plant == 0:
                found.beds += 1
            elif is_dead(plant):
                found.dead += 1
            elif is_mature(plant):
                found.mature += 1
                worth: i64 = shop.WORTH[kind_of_plant(plant)]
                found.gain += worth * 2 if self.is_special(field) else worth
                life = life_of(plant)
                if life < found.least_life:
                    found.least_life = life
            else:
                found.growing += 1
                found.wanted += self.wanted(plant)
        return found

    def wanted(self, plant: i64) -> i64:
        """The drops to give a growing plant now: all it needs, less what rain will give it tonight."""
        need = need_of(plant)
        if self.round % 10 == LAST_PHASE:
            return need - 2 if need > 2 else 0
        return need

    def drops_for(self, field: i64, left: i64) -> i64:
        """The drops to give the plant on this field now, if so many are left."""
        plant: i64 = self.plants[field]
        if not is_growing(plant):
            return 0
        drops = self.wanted(plant)
        return drops if drops < left else left

    def best_field(self, gardener: Gardener, manner: i64) -> i64:
        """The most attractive free field next to the gardener's land; -1 if there is none."""
        low = self.frontier_low(gardener)
        high = self.frontier_high(gardener)
        special_low = self.special_low & self.free_low()
        special_high = self.special_high & self.free_high()
        near_low = touching_low(special_low, special_high)
        near_high = touching_high(special_low, special_high)
        towards: i64 = 1 if gardener is self.gardener0 else -1
        if manner == HOMEWARD:
            towards = -towards
        best: i64 = -1
        best_score: i64 = -1000
        field: i64 = 0
        while field < FIELDS:
            half = field < 32
            place = field if half else field - 32
            if half and low >> place == 0:
                field = 32
                continue
            if not half and high >> place == 0:
                break
            if has(low if half else high, place):
                score = towards * ((field >> 3) + (field & 7))
                if has(special_low if half else special_high, place):
                    score += 40
                elif has(near_low if half else near_high, place):
                    score += 12
                if score > best_score:
                    best_score = score
                    best = field
            field += 1
        return best

    def best_prey(self, seat: i64) -> i64:
        """The opponent's field that a mole should take: special and valuable ones first; -1 if there is none."""
        rival = self.gardener(1 - seat)
        best: i64 = -1
        best_score: i64 = -1
        for field in rival.fields:
            plant: i64 = self.plants[field]
            score: i64 = 1
            if plant != 0 and not is_dead(plant):
                score += shop.WORTH[kind_of_plant(plant)] // 1000
                if is_mature(plant):
                    score += shop.WORTH[kind_of_plant(plant)] // 1000
            if self.is_special(field):
                score = score * 2 + 20
            if score > best_score:
                best_score = score
                best = field
        return best

    # --- carrying out ---

    def do(self, whole: i64) -> None:
        """Carry out a whole move of the mover as far as possible."""
        seat = self.mover
        gardener = self.gardener(seat)
        kind = whole & 15
        if kind == REAP:
            self.harvest(seat)
        elif kind == SPRINKLE:
            for field in gardener.fields:
                drops = self.drops_for(field, gardener.stock[shop.DROPS])
                if drops > 0:
                    self.give_water(seat, field, drops)
        elif kind == SOW:
            for bed in self.sowing(gardener, whole >> 4):
                self.put_seed(seat, bed >> 3, bed & 7)
        elif kind == SUPPLY:
            self.do_supply(seat, gardener, whole)
        elif kind == EXPAND:
            self.do_expand(seat, gardener, whole)
        elif kind == FEED:
            if gardener.stock[shop.FERTILIZERS] > 0:
                self.fertilize(seat)
        elif kind == DIG and self.may_dig(seat, whole >> 4):
            self.dig(seat, whole >> 4)
        self.end_move()

    def do_supply(self, seat: i64, gardener: Gardener, whole: i64) -> None:
        good: i64 = 0
        while good < shop.GOOD_COUNT:
            amount = supplied(whole, good)
            if amount > 0 and shop.PRICE[good] * amount <= gardener.gold:
                self.buy_goods(seat, good, amount)
            good += 1

    def do_expand(self, seat: i64, gardener: Gardener, whole: i64) -> None:
        left = (whole >> 4) & 127
        while left > 0 and gardener.gold >= shop.FIELD_PRICE:
            field = self.best_field(gardener, whole >> 11)
            if field < 0:
                return
            self.buy_field(seat, field)
            left -= 1

    def sowing(self, gardener: Gardener, kinds: i64) -> list[i64]:
        """Which seed goes where: expensive seeds and special fields first; each as 8 times the field plus the kind."""
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
        trial = self.copy()
        gardener = trial.gardener(seat)
        kind = whole & 15
        written: list[i64] = []
        if kind == REAP and self.may_harvest(gardener):
            written.append(moves.HARVEST)
        elif kind == FEED and gardener.stock[shop.FERTILIZERS] > 0:
            written.append(moves.FERTILIZER)
        elif kind == DIG and self.may_dig(seat, whole >> 4):
            written.append(at(moves.MOLE, whole >> 4))
        elif kind == SPRINKLE:
            given: list[i64] = []
            for field in gardener.fields:
                drops = self.drops_for(field, gardener.stock[shop.DROPS])
                if drops > 0:
                    gardener.stock[shop.DROPS] -= drops
                    given.append(field << 3 | drops)
            for can in in_order(given):
                written.append(pack3(moves.WATER, can >> 6, (can >> 3) & 7, can & 7))
            begin_with(written, steps.WATER)
        elif kind == SOW:
            for bed in in_order(self.sowing(gardener, whole >> 4)):
                written.append(pack3(moves.PLANT, bed >> 6, (bed >> 3) & 7, (bed & 7) - shop.FIRST_PLANT))
            begin_with(written, steps.PLANT)
        elif kind == SUPPLY:
            good: i64 = 0
            while good < shop.GOOD_COUNT:
                amount = supplied(whole, good)
                if amount > 0 and shop.PRICE[good] * amount <= gardener.gold:
                    gardener.gold -= shop.PRICE[good] * amount
                    add_parts(written, good, amount)
                good += 1
            begin_with(written, steps.SHOP)
        elif kind == EXPAND:
            before: i64 = len(gardener.fields)
            if isinstance(trial, GardenWholeMoves):
                trial.do_expand(seat, gardener, whole)
            for field in gardener.fields[before:]:
                written.append(at(moves.LAND, field))
            begin_with(written, steps.LAND)
        if len(written) == 0:
            written.append(moves.PASS)
            return written
        return self.completed(written)

    # --- habits ---

    def habitual(self, habit: Habit) -> i64:
        """The whole move that a gardener with this habit makes without thinking."""
        gardener = self.gardener(self.mover)
        seen = self.survey(gardener)
        phase = self.round % 10
        to_rain = LAST_PHASE - phase
        left = self.rounds - self.round
        cards: i64 = gardener.stock[shop.FERTILIZERS]
        if seen.mature > 0:
            can_wait = left > 0 and to_rain > 0 and seen.least_life > 1
            if can_wait and gardener.fert == 0 and cards > 0 and seen.gain > 5000:
                return FEED
            return REAP
        if seen.growing > 0:
            if seen.wanted > 0 and left > 0:
                missing = seen.wanted - gardener.stock[shop.DROPS]
                if missing <= 0:
                    return SPRINKLE
                if gardener.gold >= missing * DROP_PRICE:
                    return supply(0, 0, missing, 0, 0)
                if gardener.stock[shop.DROPS] > 0:
                    return SPRINKLE
            elif cards > 0 and gardener.fert <= 1 and to_rain == 0 and left > 0:
                return FEED
        if gardener.stock[shop.MOLES] > 0:
            prey = self.best_prey(self.mover)
            if prey >= 0:
                return DIG | prey << 4
        more = self.land_to_buy(gardener, habit, left)
        n: i64 = len(gardener.fields)
        if more > n // 3:
            return expand(more, habit.manner)
        if seen.beds > 0 and gardener.seeds() > 0:
            whole = self.habitual_sowing(gardener, habit, to_rain, left)
            if whole != REST:
                return whole
        if more > 0:
            return expand(more, habit.manner)
        if seen.growing == 0 and seen.dead > seen.beds:
            return REAP
        whole = self.habitual_supply(gardener, habit, phase, left)
        if whole == REST and seen.dead > 0:
            return REAP
        return whole

    def land_to_buy(self, gardener: Gardener, habit: Habit, left: i64) -> i64:
        """As many fields as leave enough gold to plant everything with the habit's reserve kind."""
        if habit.reserve == 0 or left < 8 or not self.has_frontier(gardener):
            return 0
        unit = unit_price(habit.reserve)
        spare = gardener.gold - len(gardener.fields) * unit
        if spare < shop.FIELD_PRICE + unit:
            return 0
        more = spare // (shop.FIELD_PRICE + unit)
        return more if more < 60 else 60

    def habitual_sowing(self, gardener: Gardener, habit: Habit, to_rain: i64, left: i64) -> i64:
        stock = gardener.stock
        kinds: i64 = 0
        if stock[shop.TULIP] > 0 and left >= 2 and to_rain >= 2:
            if stock[shop.FERTILIZERS] > 0 and gardener.fert < 3 and len(gardener.fields) >= habit.cards_from:
                lacking: i64 = 1 if gardener.fert >= 1 else 2
                if stock[shop.FERTILIZERS] >= lacking and to_rain >= 2 + lacking and left >= 2 + lacking:
                    return FEED
            kinds |= 64
        if left >= 2:
            if stock[shop.CROCUS] > 0:
                kinds |= 32
            if stock[shop.BLUEJAZZ] > 0:
                kinds |= 16
            if stock[shop.ANEMONE] > 0:
                kinds |= 8
        elif left == 1 and to_rain == 0:
            if stock[shop.BLUEJAZZ] > 0:
                kinds |= 16
            if stock[shop.ANEMONE] > 0:
                kinds |= 8
        return sow(kinds) if kinds != 0 else REST

    def habitual_supply(self, gardener: Gardener, habit: Habit, phase: i64, left: i64) -> i64:
        """Seed and water for every field, of the most profitable kind that can still be harvested."""
        n: i64 = len(gardener.fields)
        if n == 0:
            if gardener.gold >= shop.PRICE[shop.MOLES] and left >= 6:
                return supply(0, 0, 0, 0, 1)
            return REST
        best: i64 = 0
        best_profit: i64 = 0
        kind: i64 = shop.TULIP
        while kind >= shop.ANEMONE:
            profit = self.profit(gardener, kind, n, phase, left)
            if profit > best_profit:
                best_profit = profit
                best = kind
            kind -= 1
        if best == 0:
            return REST
        return self.bundle(gardener, best, habit.runs, n >= habit.cards_from, left)

    def profit(self, gardener: Gardener, kind: i64, n: i64, phase: i64, left: i64) -> i64:
        sown = (phase + 1) % 10  # the phase of the round of planting
        if left < 3 and not (left == 2 and sown == LAST_PHASE and shop.NEED[kind] == 2):
            return 0
        if kind == shop.TULIP and sown > 7:
            return 0
        unit = unit_price(kind)
        seeds = gardener.gold // unit
        if seeds > n:
            seeds = n
        return seeds * (shop.WORTH[kind] - unit)

    def bundle(self, gardener: Gardener, kind: i64, runs: i64, with_cards: bool, left: i64) -> i64:
        """Seed of one kind for all fields and some harvests, its water, and suitable fertilizer."""
        n: i64 = len(gardener.fields)
        unit = unit_price(kind)
        count = gardener.gold // unit
        times: i64 = 1
        if count >= 2 * n and kind == shop.TULIP:
            times = count // n
            if times > runs:
                times = runs
            if times > left // 3:
                times = left // 3
            if times < 1:
                times = 1
        if count > n * times:
            count = n * times
        cards: i64 = 0
        if with_cards:
            cards = (3 * times + 1) // 2 if kind == shop.TULIP else 1
            cards -= gardener.stock[shop.FERTILIZERS]
            if cards < 0:
                cards = 0
            spare = (gardener.gold - count * unit) // shop.PRICE[shop.FERTILIZERS]
            if cards > spare:
                cards = spare
        seeds = count - gardener.stock[kind]
        drops = count * shop.NEED[kind] - gardener.stock[shop.DROPS]
        if seeds < 0:
            seeds = 0
        if drops < 0:
            drops = 0
        if seeds + drops + cards == 0:
            return REST
        if seeds > MOST:
            seeds = MOST
        return supply(kind, seeds, drops, cards, 0)


def supplied(whole: i64, good: i64) -> i64:
    """How much of a good a SUPPLY buys."""
    if good == shop.DROPS:
        return (whole >> 18) & 16383
    if good == shop.MOLES:
        return (whole >> 38) & 15
    if good == shop.FERTILIZERS:
        return (whole >> 32) & 63
    if good == (whole >> 4) & 7:
        return (whole >> 7) & 2047
    return 0


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


def in_order(things: list[i64]) -> list[i64]:
    """Ascending; a few dozen at most, so insertion will do."""
    done: list[i64] = []
    for thing in things:
        place: i64 = len(done)
        while place > 0 and done[place - 1] > thing:
            place -= 1
        done.insert(place, thing)
    return done

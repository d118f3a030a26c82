"""What a gardener will probably have earned by the end, reckoned in cycles of shopping, planting, watering, harvesting.

The planner compares thousands of gardens a second, so this is a rough count and no playout: what stands on the beds
is brought in first, then gold goes into land as long as it pays, then into the dearest seed there is gold for. Land
that nobody owns yet is shared out by who is nearer.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from parlour.core.bits import count_bits
from parlour.games.gardening_war import shop
from parlour.games.gardening_war.state import (
    Garden,
    is_dead,
    kind_of_plant,
    life_of,
    need_of,
    touching_high,
    touching_low,
)

TULIP_UNIT: Final = 3800.0  # a seed and its water
CROCUS_UNIT: Final = 2000.0
BLUEJAZZ_UNIT: Final = 900.0
LAST_PHASE: Final = 9

# Moves that a cycle takes: shop, plant, water, harvest; with fertilizer, which has to be renewed, five.
PLAIN_CYCLE: Final = 4.0
FED_CYCLE: Final = 5.0
SHOP_SAVED: Final = 0.6  # moves that tulip seed for another harvest in stock is worth
FERT_SAVED: Final = 0.2  # moves that a round of fertilizer is worth
MOLE_WORTH: Final = 9000.0
LAND_UNTIL: Final = 9.0  # land that is bought with fewer moves left does not pay


class Share:
    """The free land, divided between the gardeners by who is nearer: fields, and special ones among them."""

    def __init__(self) -> None:
        self.fields0: float = 0.0
        self.special0: float = 0.0
        self.fields1: float = 0.0
        self.special1: float = 0.0


def share_out(garden: Garden) -> Share:
    found = Share()
    low0 = garden.gardener0.low
    high0 = garden.gardener0.high
    low1 = garden.gardener1.low
    high1 = garden.gardener1.high
    free_low = garden.free_low()
    free_high = garden.free_high()
    special_low = garden.special_low
    special_high = garden.special_high
    while free_low != 0 or free_high != 0:
        next_low0 = touching_low(low0, high0) & free_low
        next_high0 = touching_high(low0, high0) & free_high
        next_low1 = touching_low(low1, high1) & free_low
        next_high1 = touching_high(low1, high1) & free_high
        if next_low0 | next_high0 | next_low1 | next_high1 == 0:
            break
        both_low = next_low0 & next_low1
        both_high = next_high0 & next_high1
        halves = 0.5 * float(count_bits(both_low) + count_bits(both_high))
        special = 0.5 * float(count_bits(both_low & special_low) + count_bits(both_high & special_high))
        next_low0 &= ~both_low
        next_high0 &= ~both_high
        next_low1 &= ~both_low
        next_high1 &= ~both_high
        found.fields0 += halves + float(count_bits(next_low0) + count_bits(next_high0))
        found.fields1 += halves + float(count_bits(next_low1) + count_bits(next_high1))
        found.special0 += special + float(count_bits(next_low0 & special_low) + count_bits(next_high0 & special_high))
        found.special1 += special + float(count_bits(next_low1 & special_low) + count_bits(next_high1 & special_high))
        free_low &= ~(next_low0 | next_low1 | both_low)
        free_high &= ~(next_high0 | next_high1 | both_high)
        low0 |= next_low0
        high0 |= next_high0
        low1 |= next_low1
        high1 |= next_high1
    return found


def forecast(garden: Garden, seat: i64, free: float, free_special: float) -> float:
    """The points that `seat` will probably have at the end if it gets so much of the free land."""
    gardener = garden.gardener(seat)
    moves = garden.rounds - garden.round + 1
    late: i64 = 0  # whether the round will be over before this gardener moves again
    if seat == 0 and garden.mover == 1:
        moves -= 1
        late = 1
    points = float(gardener.points)
    fields: i64 = len(gardener.fields)
    if moves <= 0:
        return points
    stock = gardener.stock
    special = count_bits(gardener.low & garden.special_low) + count_bits(gardener.high & garden.special_high)
    phase = (garden.round + late) % 10
    fert = gardener.fert - late
    # --- what stands on the beds ---
    ripe: float = 0.0
    growing: float = 0.0
    ripe_life: i64 = 9
    thirst: i64 = 0
    drops: i64 = stock[shop.DROPS]
    wait: i64 = 2
    for field in gardener.fields:
        plant: i64 = garden.plants[field]
        if plant == 0 or is_dead(plant):
            continue
        life = life_of(plant) - late
        need = need_of(plant)
        if late == 1 and phase == 0:
            if need == 0 or need == 1:
                continue
            need -= 2
        if life <= 0:
            continue
        worth = float(shop.WORTH[kind_of_plant(plant)])
        if garden.is_special(field):
            worth *= 2.0
        if need == 0:
            ripe += worth
            if life < ripe_life:
                ripe_life = life
        elif life >= 2 and (need > 1 or phase != LAST_PHASE):
            growing += worth
            thirst += need if phase != LAST_PHASE else need - 2
    left = float(moves)
    gold = float(gardener.gold)
    if growing > 0.0:
        if thirst > drops:
            wait = 3
            gold -= 200.0 * float(thirst - drops)
            if gold < 0.0 or phase + 2 > LAST_PHASE:
                growing *= 0.3
                gold = 0.0
        thirst = thirst if thirst < drops else drops
        drops -= thirst
        if moves < wait:
            growing = 0.0
    if ripe > 0.0 and (growing == 0.0 or ripe_life < wait or phase + wait > LAST_PHASE + 1):
        if fert > 0:
            ripe *= 2.0
        points += ripe
        gold += ripe
        left -= 1.0
        ripe = 0.0
        if growing > 0.0:
            fert -= 1
    if growing > 0.0:
        growing += ripe
        if fert >= wait:
            growing *= 2.0
        points += growing
        gold += growing
        left -= float(wait)
    # --- what is in stock ---
    n = float(fields)
    m = n + float(special)
    if fields > 0:
        sown: float = 0.0
        gain: float = 0.0
        water: float = 0.0
        price: float = 0.0
        kind: i64 = shop.TULIP
        while kind >= shop.ANEMONE:
            seeds = float(stock[kind])
            price += seeds * float(shop.PRICE[kind])
            if seeds > n - sown:
                seeds = n - sown
            sown += seeds
            gain += seeds * float(shop.WORTH[kind])
            water += seeds * float(shop.NEED[kind])
            price -= seeds * float(shop.PRICE[kind])
            kind -= 1
        if sown > 0.0 and left >= 3.0:
            missing = water - float(drops)
            cycle = 3.0
            if missing > 0.0:
                cycle = 4.0
                gold -= missing * 200.0
                drops = 0
                if gold < 0.0:
                    gain *= 0.5
                    gold = 0.0
            else:
                drops -= i64(water)
            gain *= on_best(sown, m - n) / sown
            cards = float(stock[shop.FERTILIZERS])
            if fert > 3 or (fert > 0 and cards >= 1.0) or cards >= 2.0:
                gain *= 2.0
                if fert <= 3:
                    cycle += 1.0
            if left < cycle:
                gain *= 0.8
            left -= cycle
            points += gain
            gold += gain
        else:
            price = 0.0
        runs = float(stock[shop.TULIP]) / n - 1.0
        most = left / FED_CYCLE
        if runs > 0.0 and most > 0.0:
            if runs > most:
                price *= most / runs
                runs = most
            left += SHOP_SAVED * runs
            gold += price + 200.0 * float(drops)
        if gold < 500.0:
            return points  # not even one seed more: cards and land are no use
        if fert > 0:
            left += FERT_SAVED * float(fert)
        cards = float(stock[shop.FERTILIZERS])
        if cards > left / 3.0:
            cards = left / 3.0
        gold += 3000.0 * cards
    gold += MOLE_WORTH * float(stock[shop.MOLES])
    return points + to_come(gold, n, m, left, free, free_special)


def to_come(gold: float, n: float, m: float, left: float, free: float, free_special: float) -> float:
    """The harvests of `left` moves with `n` fields that count for `m`."""
    points = 0.0
    if n < 1.0:
        if gold < 10000.0 or left < 8.0:
            return 0.0
        gold -= 10000.0
        left -= 2.0
        n = 1.0
        m = 1.0
    while left > 0.0:
        if free >= 1.0 and left > LAND_UNTIL:
            more = (gold - CROCUS_UNIT * n) / (5000.0 + CROCUS_UNIT)
            if more > free:
                more = free
            # a move for a field or two does not pay as soon as there are many
            if more >= 1.0 and (more * 4.0 >= n or more >= free - 0.01):
                gold -= 5000.0 * more
                n += more
                special = free_special * more / free
                m += more + special
                free -= more
                free_special -= special
                left -= 1.0
        if gold >= TULIP_UNIT * n + 5000.0 and n >= 3.0:
            cost = TULIP_UNIT * n + 5000.0
            gain = 16000.0 * m
            moves = FED_CYCLE
        elif gold >= CROCUS_UNIT * n + 3000.0 and n >= 3.0:
            more = (gold - CROCUS_UNIT * n - 3000.0) / 1800.0
            if more > n:
                more = n
            cost = CROCUS_UNIT * n + 3000.0 + 1800.0 * more
            gain = 10000.0 * m + 6000.0 * on_best(more, m - n)
            moves = FED_CYCLE
        elif gold >= CROCUS_UNIT * n:
            more = (gold - CROCUS_UNIT * n) / 1800.0
            if more > n:
                more = n
            cost = CROCUS_UNIT * n + 1800.0 * more
            gain = 5000.0 * m + 3000.0 * on_best(more, m - n)
            moves = PLAIN_CYCLE
        elif gold < BLUEJAZZ_UNIT:
            if gold < 500.0:
                break  # broke for good
            sown = 1.0
            cost = 500.0
            gain = 2500.0
            moves = 8.0  # it has to wait for rain
        else:
            sown = gold / BLUEJAZZ_UNIT
            if sown > n:
                sown = n
            cost = BLUEJAZZ_UNIT * sown
            gain = 2500.0 * on_best(sown, m - n)
            moves = PLAIN_CYCLE
        if free < 1.0 and gain > cost and gold > 3.0 * cost:
            # rich and without any land left to buy: so it goes on until the end
            return points + gain * left / moves
        left -= moves
        if left < 0.0:
            # not enough time for a whole cycle: smoothly less, so that a garden a move ahead counts for more
            gain *= (left + moves) / moves
        if gain <= cost and gain < 1000.0:
            break
        gold += gain - cost
        points += gain
    return points


def on_best(sown: float, special: float) -> float:
    """What so many plants count for: the special fields, which count twice, are planted first."""
    return sown + (sown if sown < special else special)

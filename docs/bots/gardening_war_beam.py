"""Gardening War by beam search: whole moves, a dozen rounds ahead, over a small model of one's own economy.

The model counts fields, plain and special, instead of placing them: all that were planted together ripen together. The
rival only matters as somebody whose fields can be taken with moles, and who wants the same land: fields near the rival
are bought first. At the end of a line of moves, fields are worth what they will still yield. Needs only Python.
"""

import json
import sys
from typing import NamedTuple

WIDTH, DEPTH = 48, 12
LAND, MOLE, FERTILIZER, WATER = 5000, 10000, 3000, 200
NAMES = ("bluejazz", "crocus", "tulip")
CARD = {"water": 0, "mole": 1, "fertilizer": 2, "anemone": 3, "bluejazz": 4, "crocus": 5, "tulip": 6}
SEED, DROPS, LIFE, WORTH = (500, 1000, 3600), (2, 5, 1), (4, 4, 3), (2500, 5000, 8000)
PLANTED_FIELD = 8800  # a field, a tulip and a drop
YIELD = 3200  # points a plain field brings in a round, with tulips and fertilizer
DOUBLING = 1500  # points that a round of fertilizer adds to a plain field
SOON = 3  # a rival down to a few fields will not wait for longer until the last is taken


class Group(NamedTuple):
    """Plants of one kind that were planted together."""

    kind: int
    need: int  # -1: dead
    life: int
    plain: int
    special: int


class Garden(NamedTuple):
    gold: int
    points: int
    plain: int
    special: int
    water: int
    seeds: tuple[int, int, int]
    cards: int  # of fertilizer
    moles: int
    fert: int
    bought: int  # fields of the root's shopping list that are ours by now
    taken: int  # fields of the rival that moles have brought
    groups: tuple[Group, ...]


class Model:
    """What the board allows: the fields to buy, in order, and the rival's fields, best first."""

    def __init__(self, view):
        me = view["seat"]
        self.fields = view["fields"]
        self.now = view["round"]
        self.last = view["rounds"]
        rival = view["gardeners"][1 - me]
        self.own = view["gardeners"][me]["fields"]
        self.theirs = sorted(rival["fields"], key=self.is_special, reverse=True)
        self.threat = rival["stock"]["mole"] + rival["gold"] // MOLE  # fields that could be taken from us soon
        self.to_buy = self.shopping_list()

    def is_special(self, index):
        return self.fields[index]["special"]

    def shopping_list(self):
        """Free land in the order to buy it: special fields, ways to them, and what the rival could take first."""
        own, order = set(self.own), []
        free = {index for index, field in enumerate(self.fields) if field["owner"] is None}
        while len(order) < 24:
            reach = {near for index in own for near in neighbours(index) if near in free}
            if not reach:
                break
            best = max(reach, key=lambda index: (self.wish(index, free, own), -index))
            order.append(best)
            own.add(best)
            free.remove(best)
        return order

    def wish(self, index, free, own):
        near_rival = min((distance(index, other) for other in self.theirs), default=8)
        leads_to = sum(self.is_special(near) for near in neighbours(index) if near in free and near not in own)
        return 6 * self.is_special(index) + leads_to - near_rival

    def worth(self, garden, round_now):
        """The points that this garden is expected to end with, less what the rival's fields will bring.

        While there is land to buy, fields are only as good as the wealth that buys and plants them, so a garden
        grows fastest by getting richer; later the fields themselves count.
        """
        left = max(0, self.last - round_now)
        standing = 0.0
        for group in garden.groups:
            rounds_to_go = 0 if group.need == 0 else 1
            if group.need >= 0 and group.life > rounds_to_go <= left:
                doubled = 2 if garden.fert > rounds_to_go else 1
                crop = WORTH[group.kind] * (group.plain + 2 * group.special) * doubled
                standing += crop * (0.9 if group.need == 0 else 0.75)
        stock = sum(count * price for count, price in zip(garden.seeds, SEED, strict=True))
        stock += WATER * garden.water + FERTILIZER * garden.cards + MOLE * garden.moles
        cash = garden.gold + 0.95 * stock + standing
        free = len(self.to_buy) - garden.bought
        fields = garden.plain + 2 * garden.special
        by_wealth = (cash + LAND * fields) / PLANTED_FIELD
        by_land = fields + min(free, cash / PLANTED_FIELD)
        rivals = len(self.theirs) - garden.taken
        rival = rivals + sum(map(self.is_special, self.theirs[garden.taken :]))
        strength = min(by_wealth, by_land) - (0.6 if free > 4 else 1.0) * rival
        if rivals == 0:
            strength += 10  # without a field there is no coming back
        if garden.plain + garden.special <= self.threat:
            strength -= 5
        doubling = DOUBLING * fields * min(garden.fert, left, 7)
        return garden.points + standing + doubling + YIELD * left * strength + 0.02 * cash


def neighbours(index):
    x, y = divmod(index, 8)
    return [
        8 * a + b
        for a in range(max(0, x - 1), min(8, x + 2))
        for b in range(max(0, y - 1), min(8, y + 2))
        if (a, b) != (x, y)
    ]


def distance(one, other):
    return max(abs(one // 8 - other // 8), abs(one % 8 - other % 8))


def drops_for(group, round_now):
    """What to give a group now: two drops fewer if rain comes tonight."""
    return max(0, group.need - 2) if (round_now + 1) % 10 == 0 else max(0, group.need)


def whole_moves(model, garden, round_now):
    """Sensible whole moves, each as (letter, what)."""
    yield "-", None
    if any(group.need <= 0 for group in garden.groups):
        yield "H", None
    if garden.water and any(drops_for(group, round_now) for group in garden.groups):
        yield "W", None
    fields = garden.plain + garden.special
    if sum(group.plain + group.special for group in garden.groups) < fields:
        kinds = [kind for kind in (2, 1, 0) if garden.seeds[kind]]
        for kind in kinds:
            yield "P", (kind,)
        if len(kinds) > 1:
            yield "P", tuple(kinds)
    if garden.cards:
        yield "F", None
    left = len(model.theirs) - garden.taken
    if garden.moles and (left > 1 or (left and round_now - model.now <= SOON)):
        yield "M", None
    most = min(garden.gold // LAND, len(model.to_buy) - garden.bought)
    if most > 0:
        funded = [(garden.gold - seed * fields) // (LAND + seed) for seed in (900, 2000, 3800)]
        for count in {most, max(1, most // 2), *(count for count in funded if 0 < count < most)}:
            yield "L", count
    yield from purchases(model, garden)


def purchases(model, garden):
    """Baskets: seed and water for all fields and some cycles, with fertilizer and moles as far as gold goes."""
    fields = garden.plain + garden.special
    seen = set()
    for kind in (2, 1, 0):
        for cycles in (1, 2, 4):
            seeds = max(0, fields * cycles - garden.seeds[kind])
            water = max(0, fields * cycles * DROPS[kind] - garden.water)
            price = seeds * SEED[kind] + water * WATER
            if price > garden.gold:
                if cycles == 1:
                    seeds = min(seeds, garden.gold // (SEED[kind] + WATER * DROPS[kind]))
                    seen.add((kind, seeds, max(0, seeds * DROPS[kind] - garden.water), 0, 0))
                break
            seen.add((kind, seeds, water, 0, 0))
            for cards in (1, 2, 3, 5):
                if price + FERTILIZER * cards <= garden.gold:
                    seen.add((kind, seeds, water, cards, 0))
            for moles in (1, 2, 5, 10):
                if price + 3 * FERTILIZER + MOLE * moles <= garden.gold and model.theirs:
                    seen.add((kind, seeds, water, 3, moles))
    for moles in range(1, min(len(model.theirs) - garden.taken, garden.gold // MOLE, 4) + 1):
        seen.add((0, 0, 0, 0, moles))
    return (("C", basket) for basket in seen if any(basket[1:]))


def apply(model, garden, move, round_now):
    """The garden after our move and the upkeep that follows it."""
    letter, what = move
    groups = garden.groups
    if letter == "H":
        ripe = [group for group in groups if group.need == 0]
        gain = sum(WORTH[group.kind] * (group.plain + 2 * group.special) for group in ripe)
        gain *= 2 if garden.fert else 1
        groups = tuple(group for group in groups if group.need > 0)
        garden = garden._replace(gold=garden.gold + gain, points=garden.points + gain)
    elif letter == "W":
        water, wet = garden.water, []
        for group in sorted(groups, key=lambda group: -WORTH[group.kind]):
            plants = group.plain + group.special
            drops = drops_for(group, round_now)
            if drops * plants <= water:
                water -= drops * plants
                wet.append(group._replace(need=group.need - drops))
            else:
                wet.append(group)
        groups = tuple(wet)
        garden = garden._replace(water=water)
    elif letter == "P":
        plain = garden.plain - sum(group.plain for group in groups)
        special = garden.special - sum(group.special for group in groups)
        seeds = list(garden.seeds)
        for kind in what:
            on_special = min(special, seeds[kind])
            on_plain = min(plain, seeds[kind] - on_special)
            if on_special + on_plain:
                groups = (*groups, Group(kind, DROPS[kind], LIFE[kind], on_plain, on_special))
            seeds[kind] -= on_special + on_plain
            special -= on_special
            plain -= on_plain
        garden = garden._replace(seeds=tuple(seeds))
    elif letter == "L":
        new = model.to_buy[garden.bought : garden.bought + what]
        special = sum(map(model.is_special, new))
        garden = garden._replace(
            gold=garden.gold - LAND * what,
            bought=garden.bought + what,
            special=garden.special + special,
            plain=garden.plain + what - special,
        )
    elif letter == "C":
        kind, seeds, water, cards, moles = what
        stock = list(garden.seeds)
        stock[kind] += seeds
        price = SEED[kind] * seeds + WATER * water + FERTILIZER * cards + MOLE * moles
        garden = garden._replace(
            gold=garden.gold - price,
            seeds=tuple(stock),
            water=garden.water + water,
            cards=garden.cards + cards,
            moles=garden.moles + moles,
        )
    elif letter == "F":
        garden = garden._replace(cards=garden.cards - 1, fert=garden.fert + 3)
    elif letter == "M":
        special = model.is_special(model.theirs[garden.taken])
        garden = garden._replace(
            moles=garden.moles - 1,
            taken=garden.taken + 1,
            special=garden.special + special,
            plain=garden.plain + (not special),
        )
    rain = (round_now + 1) % 10 == 0
    aged = []
    for group in groups:
        need = group.need - 2 if rain and group.need >= 0 else group.need
        alive = need >= 0 and group.need >= 0 and group.life > 1
        aged.append(group._replace(need=need if alive else -1, life=max(0, group.life - 1)))
    return garden._replace(groups=tuple(aged), fert=max(0, garden.fert - 1))


def best_move(model, garden, round_now):
    """The first move of the best line in the beam."""
    beam = [(garden, None)]
    for now in range(round_now, min(round_now + DEPTH, model.last + 1)):
        following = {}
        for state, first in beam:
            for move in whole_moves(model, state, now):
                after = apply(model, state, move, now)
                if after not in following:
                    following[after] = move if first is None else first
        ranked = sorted(following.items(), key=lambda entry: model.worth(entry[0], now + 1), reverse=True)
        beam = ranked[:WIDTH]
    return beam[0][1]


def read(view, model):
    gardener = view["gardeners"][view["seat"]]
    stock = gardener["stock"]
    plants = {}
    for index in gardener["fields"]:
        plant = view["fields"][index]["plant"]
        if plant:
            kind = NAMES.index(plant["plant"]) if plant["plant"] in NAMES else 0
            counts = plants.setdefault((kind, plant["need"], plant["life"]), [0, 0])
            counts[model.is_special(index)] += 1
    special = sum(map(model.is_special, gardener["fields"]))
    return Garden(
        gold=gardener["gold"],
        points=gardener["points"],
        plain=len(gardener["fields"]) - special,
        special=special,
        water=stock["water"],
        seeds=tuple(stock[name] for name in NAMES),
        cards=stock["fertilizer"],
        moles=stock["mole"],
        fert=gardener["fert"],
        bought=0,
        taken=0,
        groups=tuple(Group(*plant, *counts) for plant, counts in plants.items()),
    )


def lines(model, garden, view, move):
    """A move in the notation of the original competition, with the places that the model leaves open."""
    letter, what = move
    if letter == "C":
        kind, seeds, water, cards, moles = what
        basket = ((CARD[NAMES[kind]], seeds), (0, water), (2, cards), (1, moles))
        return [{"CardId": card, "Amount": amount} for card, amount in basket if amount]
    if letter == "L":
        return [place(index) for index in model.to_buy[:what]]
    if letter == "M":
        special = [index for index in model.theirs if model.is_special(index)] or model.theirs
        plants = {index: view["fields"][index]["plant"] for index in special}
        alive = [index for index, plant in plants.items() if plant and plant["state"] != "dead"]
        return [place((alive or special)[0])]
    found = []
    if letter == "P":
        empty = [index for index in model.own if view["fields"][index]["plant"] is None]
        empty.sort(key=model.is_special, reverse=True)
        seeds = [kind for kind in what for _ in range(garden.seeds[kind])]
        for index, kind in zip(empty, seeds, strict=False):
            found.append({**place(index), "CardId": CARD[NAMES[kind]]})
    elif letter == "W":
        water = garden.water
        growing = [index for index in model.own if (view["fields"][index]["plant"] or {}).get("state") == "growing"]
        growing.sort(key=lambda index: (view["fields"][index]["plant"]["plant"] == "tulip", model.is_special(index)))
        for index in reversed(growing):
            plant = view["fields"][index]["plant"]
            drops = max(0, plant["need"] - 2) if view["rain_in"] == 1 else plant["need"]
            if 0 < drops <= water:
                water -= drops
                found.append({**place(index), "Amount": drops})
    return found


def place(index):
    return {"X": index // 8, "Y": index % 8}


def answer(view):
    model = Model(view)
    garden = read(view, model)
    move = best_move(model, garden, view["round"])
    if move[0] == "-":
        return {"move": {"kind": "pass"}}
    return {"list": {"ActionType": move[0], "Properties": lines(model, garden, view, move)}}


for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "turn":
        print(json.dumps({"type": "move", "ply": message["ply"], **answer(message["view"])}), flush=True)
    elif message["type"] == "refused":
        print("Refused:", message["why"], file=sys.stderr)

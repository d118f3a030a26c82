"""Gardening War by rule of thumb: the same cycle again and again, shop, plant, fertilize, water, harvest.

Crocuses live long enough for a fertilizer card between planting and harvest, so one card doubles every harvest. Gold
beyond the next planting buys land: special fields and ways to them first. Nothing is planted that rain would drown or
that cannot be harvested before the end. Needs only Python.
"""

import json
import sys

PLANT = {"crocus": (1000, 5), "bluejazz": (500, 2), "tulip": (3600, 1)}  # price, drops
CARD = {"water": 0, "fertilizer": 2, "bluejazz": 4, "crocus": 5, "tulip": 6}
LAND, WATER, FERTILIZER = 5000, 200, 3000


def decide(view):
    mine = view["gardeners"][view["seat"]]
    stock, gold, turn = mine["stock"], mine["gold"], view["round"]
    fields = [view["fields"][index] for index in mine["fields"]]
    plants = [field["plant"] for field in fields if field["plant"]]
    growing = [field for field in fields if field["plant"] and field["plant"]["state"] == "growing"]
    empty = [field for field in fields if not field["plant"]]
    mature = [plant for plant in plants if plant["state"] == "mature"]
    kept = all(plant["life"] > 1 for plant in mature) and turn < view["rounds"] and view["rain_in"] > 1
    if mature and not mine["fert"] and stock["fertilizer"] and kept and len(mature) > 1:
        return "F", []
    if mature or (plants and not growing and not mature):
        return "H", []
    if growing:
        thirst = [(field, wanted(field["plant"], view)) for field in growing]
        if sum(drops for _, drops in thirst) > stock["water"]:
            return "C", [
                {"CardId": 0, "Amount": min(gold // WATER, sum(drops for _, drops in thirst) - stock["water"])}
            ]
        lines = [{**place(field), "Amount": drops} for field, drops in thirst if drops]
        return ("W", lines) if lines else ("-", [])
    kind = "tulip" if len(fields) == 1 and gold < 2 * LAND and turn % 10 < 7 else "crocus"
    seed, drops = PLANT[kind]
    unit = seed + WATER * drops
    if stock[kind] and turn + 2 <= view["rounds"] and (kind != "tulip" or turn % 10 < 8):
        empty.sort(key=lambda field: not field["special"])
        return "P", [{**place(field), "CardId": CARD[kind]} for field in empty[: stock[kind]]]
    wanted_gold = unit * len(fields) + FERTILIZER
    more = (gold - wanted_gold) // (LAND + unit)
    if more > 0 and turn + 12 < view["rounds"]:
        land = shopping_list(view, more)
        if land:
            return "L", [place(field) for field in land]
    count = min(len(fields), gold // unit)
    if count == 0 and stock[kind] == 0:
        return cheap_planting(view, mine, empty)
    cards = int(gold - count * unit >= FERTILIZER and stock["fertilizer"] == 0 and len(fields) > 1)
    basket = ((CARD[kind], count), (0, max(0, count * drops - stock["water"])), (2, cards))
    return "C", [{"CardId": card, "Amount": amount} for card, amount in basket if amount]


def cheap_planting(view, mine, empty):
    """Too poor for the usual: what little there is goes into one flower."""
    if mine["stock"]["bluejazz"]:
        return "P", [{**place(empty[0]), "CardId": CARD["bluejazz"]}]
    if mine["gold"] >= PLANT["bluejazz"][0] and empty:
        return "C", [{"CardId": CARD["bluejazz"], "Amount": 1}]
    return "-", []


def wanted(plant, view):
    """The drops to give a plant now: two fewer if rain comes tonight."""
    return max(0, plant["need"] - 2) if view["rain_in"] == 1 else plant["need"]


def shopping_list(view, count):
    """Free fields in reach: special ones first, then those near special ones and near the rival."""
    fields, seat = view["fields"], view["seat"]
    own = {(field["x"], field["y"]) for field in fields if field["owner"] == seat}
    rival = [(field["x"], field["y"]) for field in fields if field["owner"] == 1 - seat] or [(3, 3)]
    free = {(field["x"], field["y"]): field for field in fields if field["owner"] is None}
    special = {spot for spot, field in free.items() if field["special"]}

    def near(one, other):
        return max(abs(one[0] - other[0]), abs(one[1] - other[1]))

    def wish(spot):
        leads_to = sum(near(spot, other) == 1 for other in special)
        return 6 * (spot in special) + leads_to - min(near(spot, other) for other in rival)

    found = []
    while len(found) < count:
        reach = [spot for spot in free if any(near(spot, other) == 1 for other in own)]
        if not reach:
            break
        best = max(reach, key=wish)
        found.append(free.pop(best))
        own.add(best)
        special.discard(best)
    return found


def place(field):
    return {"X": field["x"], "Y": field["y"]}


for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "turn":
        letter, lines = decide(message["view"])
        whole = {"list": {"ActionType": letter, "Properties": lines}}
        answer = {"move": {"kind": "pass"}} if letter == "-" else whole
        print(json.dumps({"type": "move", "ply": message["ply"], **answer}), flush=True)
    elif message["type"] == "refused":
        print("Refused:", message["why"], file=sys.stderr)

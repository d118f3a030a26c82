"""Deadwood by rule of thumb: parts on the card, work close by, and one big step up in rank.

An extra acts at once, a star rehearses until two dice faces in three are enough. The ranks below 4 are skipped, because
a later upgrade makes them worthless; the office is visited when 4 or more can be paid. Needs only Python.
"""

import json
import sys

NEIGHBOURS = {
    "train_station": ("jail", "general_store", "office"),
    "secret_hideout": ("church", "ranch", "office"),
    "church": ("secret_hideout", "bank", "hotel"),
    "hotel": ("trailer", "bank", "church"),
    "main_street": ("trailer", "jail", "saloon"),
    "jail": ("main_street", "general_store", "train_station"),
    "general_store": ("ranch", "train_station", "jail", "saloon"),
    "ranch": ("office", "general_store", "secret_hideout", "bank"),
    "bank": ("saloon", "church", "ranch", "hotel"),
    "saloon": ("main_street", "general_store", "bank", "trailer"),
    "trailer": ("main_street", "saloon", "hotel"),
    "office": ("train_station", "ranch", "secret_hideout"),
}
PRICES = {4: (18, 15), 5: (28, 20), 6: (40, 25)}  # dollars, credits


def walk(start, goal):
    """The number of moves between two areas."""
    steps, reached = 0, {start}
    while goal not in reached:
        reached |= {near for area in reached for near in NEIGHBOURS[area]}
        steps += 1
    return steps


def upgrade(mine, late):
    """The upgrade to buy, as (rank, currency): credits lose no points; on the last day only what is free of loss."""
    best = None
    for rank, (dollars, credits) in PRICES.items():
        if rank > mine["rank"]:
            gain = 5 * (rank - mine["rank"])
            if mine["credits"] >= credits and (not late or gain >= credits) and (mine["rank"] < 4 or rank == 6):
                best = rank, "credits"
            elif mine["dollars"] >= dollars and not late and mine["rank"] == 1 and rank < 6:
                best = rank, "dollars"
    return best


def role_worth(one, side, index):
    """Points a turn that a role pays, roughly."""
    budget, takes = one["budget"], one["takes"]
    p = (7 - budget) / 6
    if side == "off":
        return 1 + p
    ranks = one["on"]
    place = sorted(ranks, reverse=True).index(ranks[index])
    dice = len(range(place, budget, len(ranks)))
    turns = takes / min(1, p + 0.25) + 1.5
    return (2 * takes + (4.8 - 0.8 * place) * dice) / turns


def best_role(one, rank):
    found = [(0.0, "", -1)]
    for side in ("on", "off"):
        for index, (needed, seat) in enumerate(zip(one[side], one[side + "_seats"], strict=True)):
            if needed <= rank and seat < 0:
                found.append((role_worth(one, side, index), side, index))
    return max(found)


def set_worth(one, area, rank):
    """How inviting a set is: its best role, less for each move; a face-down one is a good guess for higher ranks."""
    worth = best_role(one, rank)[0] if one["state"] == "open" else 1.1 + 0.15 * rank
    return worth - 0.25 * walk(area, one["area"])


def decide(view, moves):
    mine = view["players"][view["seat"]]
    sets = {one["area"]: one for one in view["sets"]}
    here = sets.get(mine["area"])
    if mine["side"]:
        ready = mine["side"] == "off" or mine["chance"] >= 4 or here["budget"] - mine["chips"] <= 3
        return {"kind": "act"} if ready else {"kind": "rehearse"}
    wish = upgrade(mine, view["day"] == view["days"])
    if wish and mine["area"] == "office":
        return {"kind": "upgrade", "rank": wish[0], "pay": wish[1]}
    goal = "office"
    if not wish:
        left = [one for one in view["sets"] if one["state"] != "wrapped"]
        goal = max(left, key=lambda one: set_worth(one, mine["area"], mine["rank"]))["area"]
    if goal == mine["area"] or view["moved"]:
        _, side, index = best_role(here, mine["rank"]) if here and here["state"] == "open" else (0, "", -1)
        if side and (goal == mine["area"] or not wish):
            return {"kind": "take_role", "side": side, "index": index}
        return {"kind": "end_turn"}
    return min((move for move in moves if move["kind"] == "move"), key=lambda move: walk(move["area"], goal))


for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "turn":
        move = decide(message["view"], message["moves"])
        print(json.dumps({"type": "move", "ply": message["ply"], "move": move}), flush=True)
    elif message["type"] == "refused":
        print("Refused:", message["why"], file=sys.stderr)

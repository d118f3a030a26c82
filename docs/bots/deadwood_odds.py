"""Deadwood by exact odds: what a role will pay, by a small dynamic programme, and how many turns it takes to get there.

Time is money: a turn is worth `TURN` points, more for higher ranks. The worth of a role is everything it will pay until
the scene is wrapped, minus its turns, if the actor always does the better of acting and rehearsing. Without a role the
bot compares all sets, with the walk to each; of a face-down scene it takes the average over the cards not seen yet. An
upgrade is worth its points, and what a better rank earns in the turns to come. Needs only Python.
"""

import json
import sys
from functools import cache
from math import comb

TURN = (0, 1.25, 1.42, 1.60, 1.98, 2.20, 2.40)  # points a turn brings, by rank
INCOME = {"dollars": 0.8, "credits": 0.5}  # in a turn
TURNS_PER_TAKE = 3.3  # turns of all players together for a take, with the walks and rehearsals
PRICES = {2: (4, 5), 3: (10, 10), 4: (18, 15), 5: (28, 20), 6: (40, 25)}  # dollars, credits
TAKES_PER_DAY = 20
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
CARDS = {  # budget, ranks of the roles
    "c01": (4, (2, 3, 4)), "c02": (3, (1, 2, 4)), "c03": (5, (5, 6)), "c04": (5, (3, 4, 6)), "c05": (4, (2, 3, 5)),
    "c06": (6, (2, 4, 6)), "c07": (4, (4, 6)), "c08": (4, (2, 4, 5)), "c09": (3, (1, 3, 5)), "c10": (4, (1, 2, 4)),
    "c11": (4, (1, 4, 5)), "c12": (2, (6,)), "c13": (3, (3, 6)), "c14": (2, (3, 4)), "c15": (2, (2, 4)),
    "c16": (5, (2, 4, 5)), "c17": (5, (2, 3, 4)), "c18": (3, (1, 3, 4)), "c19": (3, (4, 6)), "c20": (5, (3, 5, 6)),
    "c21": (6, (4, 5, 6)), "c22": (5, (2, 4, 5)), "c23": (6, (5, 6)), "c24": (2, (3, 6)), "c25": (5, (1, 4, 6)),
    "c26": (6, (1, 2, 5)), "c27": (5, (1, 3, 5)), "c28": (4, (2, 3, 4)), "c29": (5, (2, 3, 5)),
    "c30": (4, (2, 3, 4)), "c31": (4, (5, 6)), "c32": (6, (1, 3, 5)), "c33": (6, (3, 5, 6)), "c34": (4, (2, 4, 5)),
    "c35": (5, (3, 4, 5)), "c36": (4, (1, 2, 5)), "c37": (5, (2, 4, 5)), "c38": (4, (4, 5, 6)), "c39": (3, (2, 6)),
    "c40": (5, (2, 4, 6)),
}  # fmt: skip


@cache
def expected_die(dice, place):
    """The mean of the die at this place (0: the best) among this many, sorted from high to low."""
    total = 0.0
    for face in range(1, 7):
        p = (7 - face) / 6  # that a die shows at least this
        total += sum(comb(dice, n) * p**n * (1 - p) ** (dice - n) for n in range(place + 1, dice + 1))
    return total


@cache
def star_bonus(budget, roles, index):
    """What a role on the card is paid on average when the scene is wrapped."""
    order = sorted(range(len(roles)), key=lambda role: (-roles[role], role))
    place = order.index(index)
    return sum(expected_die(budget, die) for die in range(place, budget, len(roles)))


@cache
def role_worth(star, budget, takes, chips, bonus, turn, risk):
    """(worth of the role with this many takes left, whether to act now); `risk`: the day may end after any turn."""
    stays = 1 - risk
    p = min(6, max(0, 7 + chips - budget)) / 6
    success, failure = (2, 0) if star else (2, 1)
    then = bonus if takes == 1 else stays * role_worth(star, budget, takes - 1, chips, bonus, turn, risk)[0]
    acting = (p * (success + then) + (1 - p) * failure - turn) / (1 - (1 - p) * stays)
    if chips >= budget - 1:
        return acting, True
    rehearsing = stays * role_worth(star, budget, takes, chips + 1, bonus, turn, risk)[0] - turn
    return (acting, True) if acting >= rehearsing else (rehearsing, False)


class Lot:
    """A view of the lot, and the worth of what can be done there."""

    def __init__(self, view):
        self.view = view
        self.seat = view["seat"]
        self.me = view["players"][self.seat]
        self.sets = {one["area"]: one for one in view["sets"]}
        seats = len(view["players"])
        takes = sum(one["takes"] for one in view["sets"]) + TAKES_PER_DAY * (view["days"] - view["day"])
        self.turns_left = TURNS_PER_TAKE * takes / seats
        self.scenes_left = sum(one["state"] != "wrapped" for one in view["sets"])
        self.unseen = [card for name, card in CARDS.items() if name not in view["seen"]] or list(CARDS.values())

    def risk(self, area):
        """The chance that somebody on another set ends the day this round."""
        if self.scenes_left > 2:
            return 0.0
        for player in self.view["players"]:
            other = self.sets.get(player["area"])
            if player["side"] and other and other["area"] != area and other["takes"] == 1:
                return player["chance"] / 6
        return 0.05

    def best_role(self, one, rank, budget, roles, seats, turn, risk):
        """The worth and name of the best vacant role on a set with this card."""
        found = []
        for index, needed in enumerate(roles):
            if needed <= rank and seats[index] < 0:
                bonus = star_bonus(budget, tuple(roles), index)
                worth = role_worth(True, budget, one["takes"], 0, bonus, turn, risk)[0]
                found.append((worth, "on", index))
        star = any(seat >= 0 for seat in seats)
        for index, needed in enumerate(one["off"]):
            if needed <= rank and one["off_seats"][index] < 0:
                bonus = needed if star else 0.2 * needed
                worth = role_worth(False, budget, one["takes"], 0, bonus, turn, risk)[0]
                found.append((worth, "off", index))
        return max(found, default=(-99.0, "", -1))

    def set_worth(self, one, rank, turn):
        """The worth of the best role on a set; of a face-down one the mean over what may lie there."""
        risk = self.risk(one["area"])
        if one["state"] == "open":
            return self.best_role(one, rank, one["budget"], one["on"], one["on_seats"], turn, risk)[0]
        total = 0.0
        for budget, roles in self.unseen:
            total += max(-2 * turn, self.best_role(one, rank, budget, roles, [-1] * len(roles), turn, risk)[0])
        return total / len(self.unseen)

    def best_set(self, start, rank, moved):
        """(worth, area) of the best set to go to; each turn of walking costs a turn."""
        turn = TURN[rank]
        found = []
        for area, steps in distances(start).items():
            one = self.sets.get(area)
            if one and one["state"] != "wrapped" and (steps or one["state"] == "open"):
                walk = steps if moved else max(0, steps - 1)
                found.append((self.set_worth(one, rank, turn) * 0.96**walk - turn * walk, area))
        return max(found, default=(-5.0, start))

    def upgrades(self, rank, purse, turns):
        """(gain, rank, currency, turns until we can pay) for each rank above ours."""
        for target, prices in PRICES.items():
            if target > rank:
                for price, pay in zip(prices, INCOME, strict=True):
                    wait = max(0.0, (price - purse[pay]) / INCOME[pay])
                    earns = (TURN[target] - TURN[rank]) * max(0.0, turns - wait)
                    yield 5 * (target - rank) - price + earns, target, pay, wait

    def best_upgrade(self):
        """(gain, rank, currency) of the best upgrade that we can pay for now, compared with waiting for another."""
        rank, turns = self.me["rank"], self.turns_left
        purse = {pay: self.me[pay] for pay in INCOME}
        best, later = (0.0, 0, ""), 0.0
        for gain, target, pay, wait in self.upgrades(rank, purse, turns):
            if wait:
                later = max(later, gain)
                continue
            price = PRICES[target][0 if pay == "dollars" else 1]
            rest = {**purse, pay: purse[pay] - price}
            follows = max((one[0] for one in self.upgrades(target, rest, turns)), default=0.0)
            best = max(best, (gain + max(0.0, follows), target, pay))
        return (best[0] - later, *best[1:])

    def plan(self):
        """The area to go to, which may be the one we stand on."""
        mine, moved = self.me, self.view["moved"]
        worth, goal = self.best_set(mine["area"], mine["rank"], moved)
        away = distances(mine["area"])["office"]
        walk = away if moved else max(0, away - 1)
        gain, rank, _ = self.best_upgrade()
        if gain > 0 and away:
            after, _ = self.best_set("office", rank, moved=True)
            if gain + after - TURN[rank] * walk > worth:
                return "office"
        return goal


@cache
def distances(start):
    found = {start: 0}
    edge = [start]
    while edge:
        edge = [near for area in edge for near in NEIGHBOURS[area] if near not in found]
        for area in edge:
            found[area] = 1 + min(found[near] for near in NEIGHBOURS[area] if near in found)
    return found


def decide(view, moves):
    lot = Lot(view)
    mine = lot.me
    here = lot.sets.get(mine["area"])
    if mine["side"]:
        star = mine["side"] == "on"
        if star:
            bonus = star_bonus(here["budget"], tuple(here["on"]), mine["index"])
        else:
            rank = here["off"][mine["index"]]
            bonus = rank if any(seat >= 0 for seat in here["on_seats"]) else 0.2 * rank
        risk = lot.risk(mine["area"])
        _, act = role_worth(star, here["budget"], here["takes"], mine["chips"], bonus, TURN[mine["rank"]], risk)
        return {"kind": "act" if act else "rehearse"}
    if mine["area"] == "office":
        gain, rank, pay = lot.best_upgrade()
        if gain > 0:
            return {"kind": "upgrade", "rank": rank, "pay": pay}
    goal = lot.plan()
    if goal == mine["area"]:
        if here and here["state"] == "open":
            turn = TURN[mine["rank"]]
            seats = here["on_seats"]
            risk = lot.risk(mine["area"])
            _, side, index = lot.best_role(here, mine["rank"], here["budget"], here["on"], seats, turn, risk)
            if side:
                return {"kind": "take_role", "side": side, "index": index}
    elif not view["moved"]:
        to_goal = distances(goal)
        return min((move for move in moves if move["kind"] == "move"), key=lambda move: to_goal[move["area"]])
    return {"kind": "end_turn"}


for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "turn":
        move = decide(message["view"], message["moves"])
        print(json.dumps({"type": "move", "ply": message["ply"], "move": move}), flush=True)
    elif message["type"] == "refused":
        print("Refused:", message["why"], file=sys.stderr)

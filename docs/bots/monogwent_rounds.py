"""MonoGwent by simulating rounds: every move is tried, and the rest of the round is played out many times.

In each playout the rival holds other cards, dealt from those not seen, and both sides go on by rule of thumb: spend
little with a life to spare, win as cheaply as possible once the rival has passed. What the round leaves behind, lives
and cards in hand, is turned into a chance to win the match; the move with the best average is made. Decoys are left
out, to keep the simulator small. Needs only Python.
"""

import json
import math
import random
import sys
import time

SECONDS = 0.25  # to think about a move
A_CARD = 4.5  # the power of an average card
A_LIFE, A_POINT = 1.0, 0.14  # what a life, and a point of power in hand, adds to the odds (logarithms)
CARDS = {  # type, power, rows, effect
    "Lane Militia": ("Silver", 2, "MRS", ""), "Post Owl": ("Silver", 4, "RS", "DrawCard"),
    "The Wandering Champion": ("Gold", 8, "MR", ""), "Seven Days of Rain": ("Weather", 0, "MRS", ""),
    "Open Sky": ("Dispel", 0, "", ""), "Scarecrow": ("Decoy", 0, "MRS", ""), "Hedge Warden": ("Silver", 2, "MR", ""),
    "Thistle Pikes": ("Silver", 2, "M", "MultiplyByCopies"), "Orchard Slinger": ("Silver", 4, "RS", ""),
    "Hornblower Quill": ("Silver", 4, "R", "SetBoost(Ranged)"), "Rolling Barrel": ("Silver", 6, "S", ""),
    "Old Boar Tusker": ("Silver", 6, "M", "DrawCard"), "The Gate Oak": ("Gold", 8, "S", ""),
    "Dame Hawthorn": ("Gold", 7, "M", "SetBoost(Melee)"), "Root Tangle": ("Weather", 0, "S", ""),
    "Hard Frost": ("Weather", 0, "MS", ""), "War Drums": ("Boost", 0, "M", ""),
    "Harvest Horn": ("Boost", 0, "R", ""), "Topiary Knight": ("Decoy", 0, "S", ""),
    "Gull Caller": ("Silver", 2, "RS", ""), "Salt Kettle": ("Silver", 3, "S", ""),
    "Breakwater Guard": ("Silver", 5, "M", ""), "Sleet Cantor": ("Silver", 4, "R", "SetWeather(Melee)"),
    "Tide Engine": ("Silver", 6, "S", ""), "Fog Organ": ("Silver", 6, "S", "SetWeather(Ranged)"),
    "Heron Queen": ("Gold", 9, "R", ""), "The Ninth Wave": ("Gold", 8, "M", "ClearEmptiestRow"),
    "Biting Sleet": ("Weather", 0, "M", ""), "Marsh Fog": ("Weather", 0, "R", ""),
    "Lighthouse": ("Boost", 0, "S", ""), "Following Wind": ("Boost", 0, "R", ""),
    "Empty Boat": ("Decoy", 0, "RS", ""), "Ferret Boy": ("Silver", 2, "M", ""),
    "Heath Archer": ("Silver", 3, "RS", ""), "Peat Sledge": ("Silver", 5, "S", ""),
    "Snare Setter": ("Silver", 4, "M", "RemoveRivalWeakest"), "Longbow Widow": ("Silver", 6, "R", ""),
    "Tinker's Wagon": ("Silver", 7, "S", "DrawCard"), "The Grey Hound": ("Gold", 8, "M", ""),
    "Marrow the Marksman": ("Gold", 7, "R", "RemoveStrongest"), "Smoke on the Heather": ("Weather", 0, "R", ""),
    "Sucking Mud": ("Weather", 0, "MS", ""), "Blood Trail": ("Boost", 0, "M", ""),
    "Hilltop Camp": ("Boost", 0, "S", ""), "Stuffed Stag": ("Decoy", 0, "MRS", ""),
    "Spade Gang": ("Silver", 3, "MS", ""), "Rope Crew": ("Silver", 3, "MR", ""),
    "Stone Thrower": ("Silver", 5, "R", ""), "Trench Engineer": ("Silver", 5, "S", "SetBoost(Siege)"),
    "Tower Breaker": ("Silver", 7, "M", ""), "Plough Horse Maggie": ("Silver", 7, "R", "ClearEmptiestRow"),
    "The Great Roller": ("Gold", 9, "S", ""), "Judge Evenhand": ("Gold", 8, "M", "AveragePower"),
    "Dust of Demolition": ("Weather", 0, "M", ""), "Burst Dam": ("Weather", 0, "RS", ""),
    "Pamphlet Rain": ("Boost", 0, "R", ""), "Double Shift": ("Boost", 0, "S", ""),
    "Painted Siege Tower": ("Decoy", 0, "M", ""),
}  # fmt: skip
LEADERS = {
    "Lady Bramble": "DrawCard", "Bellmother": "RecoverLastDiscarded", "Old Mother Quarry": "WinDrawnRound",
    "Foreman Plumb": "RemoveRivalWeakest",
}  # fmt: skip
ROWS = {"M": "melee", "R": "ranged", "S": "siege"}
HAND_LIMIT = 10  # what is drawn beyond it is lost
A_DRAW = 3  # what a card drawn is worth in power


class Unit:
    """A unit on the table."""

    __slots__ = ("gold", "name", "power", "row")

    def __init__(self, name, power, row, gold):
        self.name, self.power, self.row, self.gold = name, power, row, gold

    def copy(self):
        return Unit(self.name, self.power, self.row, self.gold)


class Side:
    def __init__(self, hand, field, boosts, leader, lives, passed, unseen):
        self.hand, self.field, self.boosts, self.leader = hand, field, boosts, leader
        self.lives, self.passed, self.unseen = lives, passed, unseen

    def copy(self):
        field = [unit.copy() for unit in self.field]
        return Side(self.hand[:], field, set(self.boosts), self.leader, self.lives, self.passed, self.unseen)

    def power(self, weather):
        total = 0
        for unit in self.field:
            if unit.gold:
                total += unit.power
            else:
                power = unit.power + (unit.row in self.boosts)
                total += min(power, 1) if unit.row in weather else power
        return total


class Round:
    """One round: both sides and the weather; side 0 is the one that thinks."""

    def __init__(self, sides, weather):
        self.sides, self.weather = sides, weather

    def copy(self):
        return Round([side.copy() for side in self.sides], set(self.weather))

    def lead(self, seat):
        return self.sides[seat].power(self.weather) - self.sides[1 - seat].power(self.weather)

    def options(self, seat):
        """(card, row) for everything that can be played; ("", "") is the leader. Decoys stay in hand."""
        side = self.sides[seat]
        for name in dict.fromkeys(side.hand):
            kind, _, rows, _ = CARDS[name]
            if kind == "Dispel":
                if self.weather:
                    yield name, ""
            elif kind != "Decoy":
                for row in rows:
                    if kind != "Boost" or row not in side.boosts:
                        yield name, row
        if side.leader and (side.leader != "RemoveRivalWeakest" or any(not u.gold for u in self.sides[1 - seat].field)):
            yield "", ""

    def play(self, seat, option):
        side = self.sides[seat]
        name, row = option
        if not name:
            effect, side.leader = side.leader, ""
            self.effect(seat, effect, None)
            return
        kind, power, _, effect = CARDS[name]
        side.hand.remove(name)
        if kind == "Weather":
            self.weather.add(row)
        elif kind == "Dispel":
            self.weather.clear()
        elif kind == "Boost":
            side.boosts.add(row)
        else:
            unit = Unit(name, power, row, kind == "Gold")
            side.field.append(unit)
            if effect:
                self.effect(seat, effect, unit)

    def effect(self, seat, effect, unit):
        side, rival = self.sides[seat], self.sides[1 - seat]
        if effect in ("DrawCard", "RecoverLastDiscarded"):
            if side.unseen and len(side.hand) < HAND_LIMIT:
                side.hand.append(random.choice(side.unseen))
        elif effect.startswith("SetWeather"):
            self.weather.add(effect[11])
        elif effect.startswith("SetBoost"):
            side.boosts.add(effect[9])
        elif effect == "MultiplyByCopies":
            unit.power *= sum(other.name == unit.name for other in side.field)
        elif effect == "AveragePower":
            silver = [one for one in side.field + rival.field if not one.gold]
            for one in silver:
                one.power = sum(other.power for other in silver) // len(silver)
        elif effect == "RemoveRivalWeakest":
            silver = [one for one in rival.field if not one.gold]
            if silver:
                rival.field.remove(min(silver, key=lambda one: one.power))
        elif effect == "RemoveStrongest":
            silver = [
                (one.power, owner is rival, owner, one)
                for owner in (rival, side)
                for one in owner.field
                if not one.gold
            ]
            if silver:
                _, _, owner, one = max(silver, key=lambda entry: entry[:2])
                owner.field.remove(one)
        elif effect == "ClearEmptiestRow":
            rows = {}
            for owner in (side, rival):
                for one in owner.field:
                    rows.setdefault((owner is side, one.row), []).append(one)
            if rows:
                (own, _), units = min(rows.items(), key=lambda entry: len(entry[1]))
                owner = side if own else rival
                owner.field = [one for one in owner.field if one.gold or one not in units]


def card_worth(name):
    """What a card in hand is good for in a later round."""
    kind, power, _, effect = CARDS[name]
    if kind in ("Silver", "Gold"):
        return power + (3 if effect == "DrawCard" else 1.5 if effect else 0) + (kind == "Gold")
    return {"Weather": 5, "Dispel": 3, "Boost": 3.5, "Decoy": 2}[kind]


def gains(table, seat):
    """How much each option changes the lead, best first; a card drawn counts for something too."""
    side, rival = table.sides[seat], table.sides[1 - seat]
    before = table.lead(seat)
    found = []
    for option in table.options(seat):
        name, row = option
        kind, power, _, effect = CARDS[name] if name else ("Leader", 0, "", side.leader)
        if kind == "Gold" and not effect:
            gain = power
        elif kind == "Silver" and not effect:
            gain = min(power, 1) if row in table.weather else power + (row in side.boosts)
        elif effect in ("DrawCard", "RecoverLastDiscarded"):
            room = len(side.hand) - bool(name) < HAND_LIMIT
            gain = A_DRAW * room + (min(power, 1) if row in table.weather else power)
        elif kind == "Weather":
            gain = 0 if row in table.weather else blown_away(rival, row) - blown_away(side, row)
        elif kind == "Boost":
            gain = 0 if row in table.weather else sum(unit.row == row and not unit.gold for unit in side.field)
        else:
            after = table.copy()
            after.play(seat, option)
            gain = after.lead(seat) - before
        found.append((gain, option))
    found.sort(reverse=True)
    return found


def blown_away(side, row):
    """The power that weather over a row takes from a side."""
    boost = row in side.boosts
    return sum(max(0, unit.power + boost - 1) for unit in side.field if unit.row == row and not unit.gold)


def price(option):
    return card_worth(option[0]) if option[0] else 4


def thumb(table, seat):
    """What a sensible player does: None passes."""
    side, rival = table.sides[seat], table.sides[1 - seat]
    lead = table.lead(seat)
    found = [entry for entry in gains(table, seat) if entry[0] > 0]
    if not found or (rival.passed and lead > 0):
        return None
    enough = [option for gain, option in found if lead + gain > 0]
    cheapest = min(enough or [option for _, option in found], key=price)
    if rival.passed:
        reach = sum(gain for gain, _ in unlike(found)[:2])
        if enough:
            return cheapest
        return found[0][1] if side.lives == 1 or lead + reach > 0 else None
    if side.lives == 1:
        if lead > 7 * len(rival.hand):
            return None
        return cheapest if rival.lives == 2 and enough else found[0][1]
    if len(side.hand) > HAND_LIMIT - 2:  # a full hand could not draw before the next round
        return cheapest
    ahead = len(side.hand) - len(rival.hand)  # in cards
    if lead > 0:
        return None if lead >= 8 or ahead < 0 else cheapest
    if not enough or (ahead < 0 and len(side.hand) < 7) or len(side.hand) < 5:
        return None
    return cheapest


def unlike(found):
    """One entry for each card."""
    return list({option[0]: (gain, option) for gain, option in reversed(found)}.values())[::-1]


def hand_worth(hand):
    """With the two cards that are drawn before the next round, if there is room for them."""
    return sum(map(card_worth, hand)) + A_CARD * min(2, HAND_LIMIT - len(hand))


def chance(table):
    """Our chance to win the match when the round is over."""
    us, them = table.sides
    lead = table.lead(0)
    ours, theirs = us.lives - (lead <= 0), them.lives - (lead >= 0)
    if ours == 0 or theirs == 0:
        return 0.5 if ours == theirs else float(ours > 0)
    cards = hand_worth(us.hand) - hand_worth(them.hand)
    return 1 / (1 + math.exp(-A_LIFE * (ours - theirs) - A_POINT * cards))


def playout(table, option):
    """Make a move, then let both sides finish the round by rule of thumb."""
    seat = 0
    while True:
        if option is None:
            table.sides[seat].passed = True
        else:
            table.play(seat, option)
        if table.sides[0].passed and table.sides[1].passed:
            return chance(table)
        seat = seat if table.sides[1 - seat].passed else 1 - seat
        option = thumb(table, seat)


def decide(view, moves):
    if view["round"] == 0:
        return mulligan(view, moves)
    options = [None, *(option for _, option in gains(read(view), 0))]
    totals = dict.fromkeys(options, 0.0)
    end = time.monotonic() + SECONDS
    rounds = 0
    while rounds < 4 or (time.monotonic() < end and rounds < 60):
        rounds += 1
        table = read(view)  # deals the rival's hand anew, the same for every move
        for option in options:
            totals[option] += playout(table.copy(), option)
    return as_move(view, moves, max(options, key=lambda option: totals[option]))


def read(view):
    """The round as our seat sees it; the rival's hand is dealt from the cards not seen."""
    sides = []
    for seat in (view["seat"], 1 - view["seat"]):
        one = view["sides"][seat]
        unseen = [name for name, count in one["unseen"].items() for _ in range(count) if name in CARDS]
        if one["hand"] is not None:
            hand = [card["card"] for card in one["hand"] if card["card"] in CARDS]
        else:
            hand = random.sample(unseen, min(one["hand_size"], len(unseen)))
        field = [Unit(unit["card"], unit["power"], unit["row"][0], unit["type"] != "Silver") for unit in one["field"]]
        boosts = {row for row, boost in zip("MRS", one["boosts"], strict=True) if boost}
        leader = "" if one["leader_used"] else LEADERS.get(one["leader"], "")
        if leader in ("WinDrawnRound", "RecoverLastDiscarded") and not one["leader_ready"]:
            leader = ""
        sides.append(Side(hand, field, boosts, leader, one["lives"], one["passed"], unseen))
    weather = {row for row, card in zip("MRS", view["weather"], strict=True) if card}
    return Round(sides, weather)


def mulligan(view, moves):
    """Send the two worst cards back."""
    hand = sorted(view["sides"][view["seat"]]["hand"], key=lambda card: card_worth(card["card"]))
    worst = [card["id"] for card in hand[:2] if card_worth(card["card"]) < 4]
    for move in moves:
        if sorted(move[key] for key in ("card", "other") if key in move) == sorted(worst):
            return move
    return {"kind": "keep"}


def as_move(view, moves, option):
    """The offered move that plays this option."""
    if option is None:
        return {"kind": "pass"}
    name, row = option
    names = {card["id"]: card["card"] for card in view["sides"][view["seat"]]["hand"]}
    for move in moves:
        if not name and move["kind"] == "leader":
            return move
        if name and names.get(move.get("card")) == name and move.get("row", "") == ROWS.get(row, ""):
            return move
    return {"kind": "pass"}


for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "turn":
        move = decide(message["view"], message["moves"])
        print(json.dumps({"type": "move", "ply": message["ply"], "move": move}), flush=True)
    elif message["type"] == "refused":
        print("Refused:", message["why"], file=sys.stderr)

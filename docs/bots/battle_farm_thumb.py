"""Battle Farm by rule of thumb: everything is priced in coins, and the dearest thing is done first.

A bed that works earns about `BED_TURN` coins a turn, so a crop is worth its value and its effect, minus the turns it
keeps a bed. A fertilizer saves one such turn. What a rival loses counts as won, shared among all rivals. Crops that
cannot ripen before the end are worth nothing. Needs only Python.
"""

import json
import sys

BED_TURN = 2.3  # what a bed earns in a turn
FERTILIZER = 1.9  # a fertilizer saves a turn of a bed, but not every turn saved can be used
INCOME = 11  # what a good farmer earns in a turn
PRICES = (0, 1, 2, 3, 5, 8)  # by grade: common to mythic
CROPS = {  # colour, grade (also the timer), value
    "wheat": ("yellow", 1, 2), "apples": ("red", 1, 2), "cabbage": ("green", 1, 2), "corn": ("yellow", 1, 3),
    "carrots": ("red", 1, 3), "onions": ("green", 1, 3), "mango": ("yellow", 2, 5), "tomatoes": ("red", 2, 5),
    "potatoes": ("green", 2, 5), "melon": ("yellow", 2, 6), "beans": ("red", 2, 6), "wasabi": ("green", 2, 6),
    "pineapple": ("yellow", 3, 9), "eggplant": ("red", 3, 9), "peppers": ("green", 3, 9),
    "oranges": ("yellow", 4, 15), "pumpkins": ("red", 4, 15), "grapes": ("green", 4, 15),
    "cloudberry": ("yellow", 5, 21), "strawberry": ("red", 5, 23), "blueberry": ("green", 5, 22),
}  # fmt: skip
ACTIONS = {  # grade, cost in fertilizers
    "garden_gourmet": (1, 1), "fertilizer_frenzy": (1, 1), "recycle": (1, 0), "lucky_find": (1, 0),
    "green_thumb": (1, 1), "red_reaper": (1, 1), "yellow_warning": (1, 1), "weed_whacker": (2, 1),
    "pest_control": (2, 3), "selection": (2, 3), "flower_power": (2, 3), "fungus_infiltration": (2, 3),
    "seed_sprout": (3, 3), "pollinator_paradise": (3, 2), "retractable_greenhouse": (3, 1), "garden_gnome": (3, 1),
    "trellis_bed": (4, 2), "vertical_bed": (4, 2), "rotational_bed": (4, 2), "grocery": (5, 1),
    "thorny_fence": (5, 3), "clone": (5, 4), "wither": (5, 3),
}  # fmt: skip
COLOUR_OF_BED = {"trellis": "green", "rotational": "yellow", "vertical": "red"}
COUNTS_COLOUR = ("cabbage", "corn", "carrots")
HELPFUL = ("garden_gourmet", "genetic_modification", "clone", "strawberry")


class Table:
    """A view, and what things are worth in it."""

    def __init__(self, view):
        self.view = view
        self.me = view["seat"]
        self.farm = view["farmers"][self.me]
        self.hand = self.farm["hand"]
        self.beds = self.farm["beds"]
        self.rivals = [farm for seat, farm in enumerate(view["farmers"]) if seat != self.me]
        self.hurt = 1 / len(self.rivals)
        richest = max(farm["coins"] for farm in view["farmers"])
        by_deck = view["deck_size"] // (2 * len(view["farmers"])) + 1
        self.turns_left = 0 if view["final"] else min(by_deck, max(1, (view["win_limit"] - richest) // INCOME))
        self.fertilizer = min(FERTILIZER, 0.6 * self.turns_left)
        growing = sum(bed["timer"] for bed in self.beds if bed["crop"])
        waiting = sum(CROPS[one["card"]][1] for one in self.hand if one["card"] in CROPS)
        self.supply = (growing + waiting) / len(self.beds)  # turns for which the beds have work

    def standing(self, farms, open_only=False):
        return [
            bed
            for farm in farms
            for bed in farm["beds"]
            if bed["crop"] and not (open_only and bed["type"] == "greenhouse")
        ]

    def best_rival_crop(self):
        """What a rival loses with the best crop that can be hit: a crop nearly ripe has cost the bed more turns."""
        return max((bed["value"] for bed in self.standing(self.rivals, open_only=True)), default=0)

    def effect(self, name):
        """Coins that a crop brings besides its value."""
        rivals = self.rivals
        others = sum(one["card"] == name for one in self.hand) - 1
        if name in COUNTS_COLOUR:
            colour = CROPS[name][0]
            return sum(CROPS[bed["crop"]][0] == colour for bed in self.standing([self.farm, *rivals]))
        if name == "apples":
            return self.farm["apples"] + 0.5
        if name == "onions":
            return self.fertilizer * max(0, others)
        if name == "mango":
            return 1.5 * (1 + self.hurt) if any(farm["hand_size"] for farm in rivals) else 0
        if name == "tomatoes":
            return 2.5 * sum(farm["coins"] > self.farm["coins"] for farm in rivals)
        if name == "potatoes":
            return 1 + 0.75 * self.fertilizer
        if name == "melon":
            return 2.5 if self.farm["melons"] else 1
        if name == "wasabi":
            return 2.5 * (1 + self.hurt) if others > 0 else 0
        if name == "pineapple":
            return 6 * self.hurt
        if name == "eggplant":
            return 3 * self.hurt if self.standing(rivals, open_only=True) else -3
        if name == "cloudberry":
            lost = 0
            for farm in rivals:
                things = farm["hand_size"] + len(self.standing([farm]))
                lost += min(things, farm["coins"]) + FERTILIZER * min(things, farm["fertilizers"])
            return lost * self.hurt
        if name == "pumpkins":
            return sum(min(farm["coins"], farm["fertilizers"]) for farm in rivals) * (1 + self.hurt)
        if name == "blueberry":
            return 0.8 * self.best_rival_crop() * self.hurt
        return {"beans": 1.5, "peppers": 2.5, "grapes": 3.5, "strawberry": 9}.get(name, 0)

    def timer(self, name, bed=None):
        grade = CROPS[name][1]
        return grade - (bed is not None and bed["type"] == "hydroponic" and grade >= 3)

    def bonus(self, name, bed):
        colour, grade, _ = CROPS[name]
        if bed["type"] == "raised":
            return 2 if grade >= 3 else 0
        return int(COLOUR_OF_BED.get(bed["type"]) == colour)

    def crop_worth(self, name, value, bed_turn, wait=0.0):
        """Coins from planting this crop, if it can ripen: the turns it keeps the bed are paid for at `bed_turn`."""
        timer = self.timer(name)
        if wait + timer > self.turns_left + min(2, self.farm["fertilizers"]):
            return -1.0
        return value + self.effect(name) - bed_turn * timer

    def action_worth(self, name, cost):
        """Coins from playing an action card now, its fertilizers paid."""
        field = self.standing([self.farm, *self.rivals])
        own = self.standing([self.farm])
        crops = [one for one in self.hand if one["card"] in CROPS]
        gain = 0.0
        if name == "lucky_find":
            gain = 3.5
        elif name == "recycle":
            gain = max((self.recycled(one) for one in self.hand if one["card"] != "recycle"), default=0)
        elif name in ("green_thumb", "red_reaper", "yellow_warning"):
            colour = {"g": "green", "r": "red", "y": "yellow"}[name[0]]
            gain = sum(CROPS[one["card"]][0] == colour for one in crops)
        elif name == "garden_gourmet":
            gain = cost if own else 0
        elif name == "fertilizer_frenzy":
            gain = self.hurt * max(
                (min(bed["value"], CROPS[bed["crop"]][1]) for bed in self.standing(self.rivals, True)), default=0
            )
        elif name == "weed_whacker" or name == "pest_control":
            gain = len(own)
        elif name == "selection":
            gain = 5 if crops and self.turns_left > 3 else 0
        elif name == "flower_power":
            gain = self.fertilizer * len({bed["crop"] for bed in field})
        elif name == "fungus_infiltration":
            gain = max(self.fungus(colour) for colour in COLOUR_OF_BED.values())
        elif name == "seed_sprout":
            gain = 2.2 * len({CROPS[bed["crop"]][0] for bed in own}) if self.turns_left > 3 else 0
        elif name == "pollinator_paradise":
            gain = 4 if self.turns_left > 3 else 0
        elif name == "garden_gnome":
            gain = 2 * self.hurt if any(farm["hand_size"] for farm in self.rivals) else 0
        elif name in ("trellis_bed", "vertical_bed", "rotational_bed"):
            gain = 0.15 * self.turns_left
        elif name == "grocery":
            gain = 3.5 * cost * self.fertilizer
        elif name == "thorny_fence":
            gain = 2 * self.hurt * min(len(own), max(farm["hand_size"] for farm in self.rivals))
        elif name == "clone":
            gain = max((bed["value"] - BED_TURN * CROPS[bed["crop"]][1] for bed in field), default=0)
        elif name == "wither":
            gain = self.hurt * (self.best_rival_crop() - 1)
        return gain - self.fertilizer * cost

    def recycled(self, held):
        return self.fertilizer * grade_of(held["card"]) - self.keep_worth(held)

    def fungus(self, colour):
        def hit(farms):
            return sum(CROPS[bed["crop"]][0] == colour and bed["value"] > 1 for bed in self.standing(farms, True))

        return self.hurt * hit(self.rivals) - hit([self.farm])

    def keep_worth(self, held):
        """What a card in hand is worth to us later."""
        name, value = held["card"], held["value"]
        if name in CROPS:
            return max(0.0, self.crop_worth(name, value, 0.8 if self.supply < 2 else BED_TURN, 1))
        return max(0.0, self.action_worth(name, value)) if value <= self.farm["fertilizers"] else 0.0

    def buy_worth(self, name):
        """What a market card is worth beyond its price. While beds may stand empty, their turns are cheap."""
        price = PRICES[grade_of(name)]
        if name in CROPS:
            bed_turn = BED_TURN * min(1.0, self.supply / 2.5)
            wait = max(0, self.supply - 1)
            return self.crop_worth(name, CROPS[name][2], bed_turn, wait) - price
        cost = ACTIONS[name][1]
        if cost > self.farm["fertilizers"] or name in ("recycle", "garden_gourmet"):
            return -1.0
        return self.action_worth(name, cost) - price - 0.3


def grade_of(name):
    return CROPS[name][1] if name in CROPS else ACTIONS[name][0]


def market(table, moves):
    def worth(move):
        return 0.2 if move["kind"] == "stop" else table.buy_worth(table.view["market"][move["slot"]])

    return max(moves, key=worth)


def play(table, moves):
    """Free coins first, then what must be counted before planting, then crops, then the rest."""
    best, most = {"kind": "end"}, 0.0
    for move in moves:
        if move["kind"] == "use_class":
            worth = class_worth(table)
        elif move["kind"] == "end":
            continue
        elif move["card"] in CROPS:
            name = move["card"]
            worth = 50 + table.crop_worth(name, move["value"], BED_TURN) - 40 * (name in COUNTS_COLOUR)
            if table.crop_worth(name, move["value"], 0) <= 0:
                worth = 0
        else:
            worth = table.action_worth(move["card"], move["value"])
            if worth > 0.3 and move["card"] in ("lucky_find", "green_thumb", "red_reaper", "yellow_warning"):
                worth += 100
            elif worth <= 0.3:
                worth = 0
        if worth > most:
            best, most = move, worth
    return best


def class_worth(table):
    farm, view = table.farm, table.view
    if farm["klass"] == "land_baron":
        return max(worth_in_hand(table, name) for name in view["discard"]) - 12 + (20 if table.turns_left < 8 else 0)
    if farm["klass"] == "market_trader":
        free = max(table.buy_worth(name) + PRICES[grade_of(name)] for name in view["market"] if name)
        return free - 3 * table.fertilizer - 3 if table.turns_left > 5 else 0
    if farm["klass"] == "weather_watcher":
        value = max((bed["value"] / bed["timer"] for bed in table.standing(table.rivals, True)), default=0)
        return table.hurt * min(value, BED_TURN + 0.5) - table.fertilizer
    if farm["klass"] == "harvest_freak":
        junk = min(map(table.keep_worth, farm["hand"]))
        return 2.8 - junk - table.fertilizer if table.turns_left > 3 else 0
    if farm["klass"] == "crop_scientist":
        return 1 - table.fertilizer if table.standing([farm]) else 0
    return 0


def choose_crop(table, moves):
    """Ours for what helps; otherwise the rival's crop that hurts most, or the cheapest of ours."""
    source = table.view["source"]

    def worth(move):
        bed = table.view["farmers"][move["seat"]]["beds"][move["bed"]]
        own = move["seat"] == table.me
        if source in ("strawberry", "clone"):
            return bed["value"]
        if source in HELPFUL:
            return bed["value"] if own else -bed["value"]
        lost = bed["value"]
        if source == "fertilizer_frenzy":
            lost = min(bed["value"], CROPS[bed["crop"]][1])
        elif source == "eggplant":
            lost = 1 + min(BED_TURN, bed["value"] / bed["timer"])
        return -lost if own else lost + table.view["farmers"][move["seat"]]["coins"] / 1000

    return max(moves, key=worth)


def choose_bed(table, moves):
    source = table.view["source"]

    def worth(move):
        bed = table.view["farmers"][move["seat"]]["beds"][move["bed"]]
        own = move["seat"] == table.me
        if source in ("cloud_cover", "blueberry"):
            return bed["value"] - 5 * (source == "blueberry" and bed["type"] == "greenhouse")
        return (10 if own else -10) + (bed["type"] == "common")

    return max(moves, key=worth)


def fertilize(table, moves):
    """A turn saved is worth as much on any crop, but not on one that is harvested next turn anyway."""
    best, most = {"kind": "stop"}, 0.0
    waiting = sum(one["card"] in CROPS for one in table.hand)
    empty = sum(bed["crop"] is None for bed in table.beds)
    for move in moves:
        if move["kind"] == "stop":
            continue
        bed = table.beds[move["bed"]]
        if table.turns_left == 0:
            in_reach = min(table.view["limit"] - table.view["used"], table.farm["fertilizers"])
            worth = bed["value"] / bed["timer"] if bed["timer"] <= in_reach else 0
        elif bed["timer"] < 2:
            worth = 0
        elif bed["timer"] > table.turns_left:
            worth = bed["value"] / (bed["timer"] - table.turns_left)
        else:
            worth = 3 - 0.1 * bed["timer"] if waiting > empty or table.farm["coins"] > 3 else 0
        if worth > most:
            best, most = move, worth
    return best


def bundle(table, moves):
    """Offer the card that we have no use for; whatever it brings is welcome."""
    if table.view["bundle"]:
        return next(move for move in moves if move["kind"] == "send")
    junk = [move for move in moves if move["kind"] == "add" and table.keep_worth(move) < 0.3]
    return junk[0] if junk and table.turns_left > 0 else {"kind": "skip"}


def bid(table, moves):
    worth = sum(table.keep_worth(one) for one in table.view["bundle"])
    return moves[min(len(moves) - 1, int(0.5 * worth))]


def decide(view, moves):
    table = Table(view)
    question = view["question"]
    if question == "market":
        return market(table, moves)
    if question == "play":
        return play(table, moves)
    if question == "plant":
        name = view["source"]
        rare = CROPS[name][1] >= 3

        def fits(move):
            bed = table.beds[move["bed"]]
            special = bed["type"] in ("raised", "hydroponic")
            return (
                table.bonus(name, bed) + BED_TURN * (CROPS[name][1] - table.timer(name, bed)) - (special and not rare)
            )

        return max(moves, key=fits)
    if question == "fertilize":
        return fertilize(table, moves)
    if question == "bundle":
        return bundle(table, moves)
    if question == "bid":
        return bid(table, moves)
    kind = moves[0]["kind"]
    if kind in ("accept", "reject"):
        bids = [move for move in moves if move["kind"] == "accept"]
        return max(bids, key=lambda move: view["farmers"][move["seat"]]["bid"])
    if kind == "choose_crop":
        return choose_crop(table, moves)
    if kind == "choose_bed":
        return choose_bed(table, moves)
    if kind == "choose_player":
        rivals = [move for move in moves if move["seat"] != table.me] or moves
        return max(rivals, key=lambda move: view["farmers"][move["seat"]]["coins"])
    if kind == "choose_colour":
        return max(moves, key=lambda move: table.fungus(move["colour"]))
    if kind == "sprinkle":
        return max(moves, key=lambda move: move["value"] / CROPS[move["card"]][1])
    if kind == "pick":
        return max(moves, key=lambda move: worth_in_hand(table, view["market"][move["slot"]]))
    if kind in ("keep", "fetch"):
        return max(moves, key=lambda move: worth_in_hand(table, move["card"]))
    if view["source"] == "recycle":
        return max(moves, key=table.recycled)
    if kind == "discard" or view["source"] == "reap_and_sow":
        return min(moves, key=table.keep_worth)
    if kind == "choose_card":
        return max(moves, key=lambda move: move["card"] in CROPS)
    if kind == "give":
        return moves[-1] if table.turns_left < 2 else moves[0]
    return moves[0]


def worth_in_hand(table, name):
    return table.buy_worth(name) + PRICES[grade_of(name)]


for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "turn":
        print(
            json.dumps({"type": "move", "ply": message["ply"], "move": decide(message["view"], message["moves"])}),
            flush=True,
        )
    elif message["type"] == "refused":
        print("Refused:", message["why"], file=sys.stderr)

"""Kata TCG by rule of thumb: kill if possible, trade well, use all mana, and hit the rival otherwise.

Every legal move gets a score, and the best is made: a minion that dies in an exchange is a cost, a rival's minion that
dies is a gain, and mana left unused is wasted. Health counts double when there is little of it. Needs only Python.
"""

import json
import sys
from itertools import combinations

CARDS = {  # cost, damage, heal, minion's damage and health, draw
    "dud": (0, 0, 0, 0, 1, None), "jab": (1, 1, 1, 1, 1, None), "cut": (2, 2, 2, 2, 2, None),
    "strike": (3, 3, 3, 3, 3, None), "slash": (4, 4, 4, 4, 4, None), "lunge": (5, 5, 5, 5, 5, None),
    "smash": (6, 6, 6, 6, 6, None), "crush": (7, 7, 7, 7, 7, None), "ruin": (8, 8, 8, 8, 8, None),
    "glance": (1, None, None, None, None, 1), "browse": (2, None, None, None, None, 2),
    "study": (3, None, None, None, None, 3), "research": (4, None, None, None, None, 4),
    "flying-splinter": (0, 1, None, None, None, None), "ember-dart": (1, 2, None, None, None, None),
    "hail-needle": (2, 3, None, None, None, None), "cinder-lash": (3, 5, None, None, None, None),
    "forge-hammer": (4, 5, None, 2, 2, None), "thunder-jar": (5, 7, None, None, None, None),
    "kiln-breath": (6, 9, None, None, None, None), "falling-tower": (7, 11, None, None, None, None),
    "comet-call": (10, 15, None, None, None, None), "mint-poultice": (1, 0, 3, None, None, None),
    "warm-broth": (2, 1, 4, None, None, None), "monks-bandage": (3, 2, 5, None, None, None),
    "hearth-song": (4, 2, 7, None, None, None), "spring-rite": (6, 4, 10, None, None, None),
    "scarecrow": (0, 0, None, 0, 3, None), "alley-cat": (1, 1, None, 2, 1, None),
    "brass-beetle": (1, 0, None, 1, 3, None), "hedge-knight": (2, 1, None, 2, 3, None),
    "glass-duelist": (2, 1, None, 4, 1, None), "wolf-runner": (3, 2, None, 4, 2, None),
    "stone-porter": (3, 1, None, 1, 7, None), "bridge-troll": (4, 2, None, 4, 5, None),
    "siege-ox": (5, 3, None, 5, 6, None), "marsh-giant": (7, 4, None, 7, 9, None),
    "old-dragon": (9, 7, None, 11, 10, None), "river-spirit": (2, 2, 3, 1, 3, None),
    "wandering-smith": (3, 3, 3, 2, 4, None), "field-surgeon": (4, 3, 5, 3, 4, None),
    "banner-guard": (5, 5, 4, 5, 6, None), "twilight-envoy": (6, 6, 6, 6, 8, None),
    "quick-errand": (0, None, None, None, None, 1), "gossip-ring": (2, None, None, None, None, 3),
    "open-library": (4, None, None, None, None, 5), "map-seller": (2, 2, None, None, None, 2),
    "courier-owl": (3, 2, None, 2, 3, 2), "stolen-crown": (1, 4, None, None, None, None),
    "miracle-herb": (0, 0, 4, None, None, None), "lightning-idol": (2, 3, 3, 3, 4, None),
    "runaway-golem": (3, 3, None, 5, 5, None), "oracles-debt": (1, None, None, None, None, 4),
    "tax-collector": (4, 2, 2, 2, 3, None), "gilded-spoon": (5, 3, 3, 3, 3, None),
    "rusty-ballista": (6, 5, None, 1, 5, None), "royal-parade": (8, 5, 5, 6, 6, None),
    "flood-of-letters": (7, None, None, None, None, 5), "unpaid-bill": (0, 0, None, None, None, None),
    "wet-firework": (3, 0, None, None, None, None), "marble-egg": (6, 0, 0, 0, 1, None),
    "blank-scroll": (5, None, None, None, None, 1),
}  # fmt: skip
FULL, HAND_LIMIT = 30, 5


def body(minion):
    """What a minion on the table is worth, in mana."""
    return 0.8 * minion["damage"] + 0.6 * minion["health"]


def can_kill(mine, rival):
    """Whether all ready minions and the best cards in hand take the rival's last health."""
    missing = rival["health"] - sum(
        minion["damage"] for minion in mine["board"] if not minion["asleep"] and not minion["used"]
    )
    attacks = [CARDS[card][:2] for card in mine["hand"] if CARDS[card][1]]
    return any(
        sum(cost for cost, _ in cards) <= mine["mana"] and sum(damage for _, damage in cards) >= missing
        for count in range(len(attacks) + 1)
        for cards in combinations(attacks, count)
    )


def worth(move, mine, rival, kill):
    kind = move["kind"]
    minions = {minion["minion"]: minion for minion in mine["board"] + rival["board"]}
    threat = sum(minion["damage"] for minion in rival["board"])
    racing = mine["health"] - threat > 10 and rival["health"] < 12
    target = move.get("target")
    if kind == "end":
        return 0.05
    if kind == "fight":
        fighter = minions[move["minion"]]
        if target == "player":
            return 100 * kill + fighter["damage"] * (1.4 if racing else 1.0)
        other = minions[target]
        dies = fighter["damage"] >= other["health"]
        gain = body(other) * 1.5 if dies else 0.5 * fighter["damage"]
        cost = body(fighter) if other["damage"] >= fighter["health"] else 0.6 * other["damage"]
        return gain - cost
    cost, damage, heal, minion_damage, minion_health, draw = CARDS[move["card"]]
    if kind == "attack":
        if target == "player":
            return 100 * kill + damage * (0.8 if racing else 0.5)
        other = minions[target]
        if damage < other["health"]:
            return -1
        return 1.5 * body(other) - 0.2 * (damage - other["health"]) - 0.3 * cost
    if kind == "summon":
        return 0.9 * minion_damage + 0.7 * minion_health + (1 if mine["mana"] == cost else 0) - 0.2 * cost
    if kind == "heal":
        healed = min(FULL, mine["health"] + heal) - mine["health"]
        return healed * (1.2 if mine["health"] < 12 + threat else 0.4)
    room = HAND_LIMIT - len(mine["hand"]) + 1
    return 1.6 * min(draw, room, mine["deck_size"]) - 0.3 * cost


def decide(view, moves):
    mine, rival = view["sides"][view["seat"]], view["sides"][1 - view["seat"]]
    kill = can_kill(mine, rival)
    return max(moves, key=lambda move: worth(move, mine, rival, kill))


for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "turn":
        move = decide(message["view"], message["moves"])
        print(json.dumps({"type": "move", "ply": message["ply"], "move": move}), flush=True)
    elif message["type"] == "refused":
        print("Refused:", message["why"], file=sys.stderr)

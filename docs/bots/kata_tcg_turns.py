"""Kata TCG by search of whole turns: every sensible way to spend the turn, then the rival's likely answers.

First comes the exact question: can cards and minions kill now? If not, a beam of whole turns is searched from the view
alone. Each of the best is answered by a rival with hands dealt from the cards we have not seen, who takes the best
single step again and again; the turn with the best average is begun. A draw is searched as unknown cards, and the
turn is thought over again once they are known. Needs only Python.
"""

import json
import random
import sys
from itertools import combinations
from typing import NamedTuple

BEAM, FINALISTS, DEALS = 40, 10, 6
FULL, HAND_LIMIT, BOARD_LIMIT = 30, 5, 3
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


class Minion(NamedTuple):
    name: str
    damage: int
    health: int
    ready: bool


class Side(NamedTuple):
    health: int
    mana: int
    hand: tuple[str, ...]  # sorted, so that the same hand is the same state
    unknown: int  # cards in hand that nobody can name
    deck: int
    board: tuple[Minion, ...]


class Rules(NamedTuple):
    healing: bool
    minions: bool
    drawers: bool


def lethal(side, rival):
    """The steps that kill the rival this turn, if there are any: all ready minions and the best cards."""
    ready = [minion for minion in side.board if minion.ready and minion.damage]
    missing = rival.health - sum(minion.damage for minion in ready)
    fights = [("fight", minion.name, "player") for minion in ready]
    attacks = [card for card in side.hand if CARDS[card][1]]
    for count in range(len(attacks) + 1):
        for cards in combinations(attacks, count):
            if sum(CARDS[card][0] for card in cards) <= side.mana and sum(CARDS[card][1] for card in cards) >= missing:
                return fights + [("attack", card, "player") for card in cards]
    return None


def steps(rules, side, rival):
    """Everything the side may sensibly do next."""
    targets = [minion.name for minion in rival.board]
    for card in dict.fromkeys(side.hand):
        cost, damage, heal, body, _, draw = CARDS[card]
        if cost > side.mana:
            continue
        if draw and rules.drawers and side.deck:
            yield "draw", card, None
        if body is not None and rules.minions and len(side.board) < BOARD_LIMIT:
            yield "summon", card, None
        if damage:
            yield "attack", card, "player"
            for target in targets:
                yield "attack", card, target
        if heal and rules.healing and side.health < FULL:
            yield "heal", card, None
    for minion in side.board:
        if minion.ready and minion.damage:
            yield "fight", minion.name, "player"
            for target in targets:
                yield "fight", minion.name, target


def hit(board, name, damage):
    """A board after one of its minions has been dealt damage."""
    found = []
    for minion in board:
        health = minion.health - damage if minion.name == name else minion.health
        if health > 0:
            found.append(minion if health == minion.health else minion._replace(health=health))
    return tuple(found)


def apply(side, rival, step):
    """Both sides after a step."""
    kind, name, target = step
    if kind == "fight":
        fighter = next(minion for minion in side.board if minion.name == name)
        board = tuple(minion._replace(ready=False) if minion is fighter else minion for minion in side.board)
        if target == "player":
            return side._replace(board=board), rival._replace(health=rival.health - fighter.damage)
        back = next(minion.damage for minion in rival.board if minion.name == target)
        return (
            side._replace(board=hit(board, name, back)),
            rival._replace(board=hit(rival.board, target, fighter.damage)),
        )
    cost, damage, heal, body, life, draw = CARDS[name]
    place = side.hand.index(name)
    side = side._replace(mana=side.mana - cost, hand=side.hand[:place] + side.hand[place + 1 :])
    if kind == "attack":
        if target == "player":
            return side, rival._replace(health=rival.health - damage)
        return side, rival._replace(board=hit(rival.board, target, damage))
    if kind == "heal":
        return side._replace(health=min(FULL, side.health + heal)), rival
    if kind == "summon":
        return side._replace(board=(*side.board, Minion("new " + name, body, life, False))), rival
    drawn = min(draw, side.deck)
    kept = min(drawn, HAND_LIMIT - len(side.hand) - side.unknown)
    bleeding = draw - drawn
    side = side._replace(unknown=side.unknown + kept, deck=side.deck - drawn, health=side.health - bleeding)
    return side, rival


def card_worth(card):
    _, damage, heal, body, life, draw = CARDS[card]
    return 0.35 * max(damage or 0, 0.8 * (heal or 0), 0.7 * ((body or 0) + (life or 0)), 1.3 * (draw or 0))


CARD_WORTH = {card: card_worth(card) for card in CARDS}
UNKNOWN_WORTH = 1.3


def side_worth(side):
    """Health counts more the less there is of it; a minion is worth its body, and damage is what wins."""
    health = side.health + 0.5 * min(side.health, 12) + 0.5 * min(side.health, 6)
    board = sum(1.3 * minion.damage + 1.1 * minion.health + 0.3 for minion in side.board)
    return health + board + sum(CARD_WORTH[card] for card in side.hand) + UNKNOWN_WORTH * side.unknown


def worth(side, rival):
    if rival.health <= 0:
        return 1000.0
    if side.health <= 0:
        return -1000.0
    return side_worth(side) - side_worth(rival)


def whole_turns(rules, side, rival):
    """Whole turns, best first, as (worth, steps, side, rival): a beam over the steps, each state once."""
    start = (side, rival)
    seen = {start}
    found = [(worth(side, rival), (), side, rival)]
    beam = found
    while beam:
        following = []
        for _, done, one, other in beam:
            for step in steps(rules, one, other):
                after = apply(one, other, step)
                if after not in seen:
                    seen.add(after)
                    following.append((worth(*after), (*done, step), *after))
        following.sort(key=lambda turn: turn[0], reverse=True)
        beam = following[:BEAM]
        found.extend(beam)
    found.sort(key=lambda turn: turn[0], reverse=True)
    return found


def answer(rules, rival, side):
    """The worth to us after the rival's turn, played one best step at a time."""
    if lethal(rival, side):
        return -1000.0
    best = worth(rival, side)
    while True:
        after = max(
            (apply(rival, side, step) for step in steps(rules, rival, side)),
            key=lambda pair: worth(*pair),
            default=None,
        )
        if after is None or worth(*after) <= best:
            return -best
        rival, side = after
        best = worth(rival, side)


def choose(rules, side, rival, rival_slots, unseen):
    """The first step of the best turn; None ends the turn."""
    kill = lethal(side, rival)
    if kill:
        return kill[0]
    turns = whole_turns(rules, side, rival)[:FINALISTS]
    size = min(HAND_LIMIT, rival.unknown + 1, len(unseen))
    hands = [tuple(sorted(random.sample(unseen, size))) for _ in range(DEALS)]

    def average(turn):
        _, _, us, them = turn
        if them.health <= 0:
            return 1000.0
        awake = tuple(minion._replace(ready=True) for minion in them.board)
        total = 0.0
        for hand in hands:
            total += answer(rules, them._replace(hand=hand, unknown=0, mana=rival_slots, board=awake), us)
        return total / DEALS

    best = max(turns, key=average)
    return best[1][0] if best[1] else None


def read(view, seat):
    side = view["sides"][seat]
    board = tuple(
        Minion(one["minion"], one["damage"], one["health"], not one["asleep"] and not one["used"])
        for one in side["board"]
    )
    hand = tuple(sorted(side["hand"])) if side["hand"] is not None else ()
    unknown = 0 if side["hand"] is not None else side["hand_size"]
    return Side(side["health"], side["mana"], hand, unknown, side["deck_size"], board)


def decide(view):
    seat = view["seat"]
    rules = Rules(view["healing"], view["minions"], view["drawers"])
    them = view["sides"][1 - seat]
    unseen = [card for card, count in them["unseen"].items() for _ in range(count)]
    step = choose(rules, read(view, seat), read(view, 1 - seat), min(10, them["slots"] + 1), unseen)
    if step is None:
        return {"kind": "end"}
    kind, name, target = step
    move = {"kind": kind, "minion" if kind == "fight" else "card": name}
    return move if target is None else {**move, "target": target}


for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "turn":
        print(json.dumps({"type": "move", "ply": message["ply"], "move": decide(message["view"])}), flush=True)
    elif message["type"] == "refused":
        print("Refused:", message["why"], file=sys.stderr)

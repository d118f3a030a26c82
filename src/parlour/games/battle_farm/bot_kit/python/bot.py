"""A starter bot for Battle Farm. It needs only Python 3.9.

    parlour match battle-farm --preset short --seats "cmd:python3 bot.py,easy,easy,easy" --games 4

It scores every legal move and makes the best one: it keeps its beds full of what earns most coins a turn, plays
the action cards that are simply good, and aims those that hurt at the richest rival. Everything worth changing
is in `worth` and the functions below it; `client.py` talks to the house, and `data.json` has all cards.
"""

from __future__ import annotations

from typing import Any

from client import data, play

Json = dict[str, Any]

CARDS: dict[str, Json] = {card["id"]: card for card in data()["cards"]}
# Action cards that need no plan, and roughly what they are worth in coins.
SIMPLY_GOOD = {"lucky_find": 3, "weed_whacker": 3, "pest_control": 3, "grocery": 4, "seed_sprout": 4}
# These help a crop; all others are better aimed at somebody else.
HELPS = {"garden_gourmet", "genetic_modification", "clone", "strawberry"}
# These make a bed better.
IMPROVES = {"retractable_greenhouse", "trellis_bed", "vertical_bed", "rotational_bed", "early_bird"}
RARE = 3  # the grade from which raised and hydroponic beds help


def decide(view: Json, moves: list[Json]) -> Json:
    """The move to make: one of `moves`."""
    return max(moves, key=lambda move: worth(view, move))


def worth(view: Json, move: Json) -> int:
    """The score of a move, about ten points per coin; stopping, skipping, rejecting and ending score 0."""
    me: int = view["mover"]
    farm: Json = view["farmers"][me]
    kind = move["kind"]
    if kind in ("buy", "pick"):
        return worth_of_card(farm, view["market"][move["slot"]], kind == "buy")
    if kind == "bid":
        return -abs(int(move["coins"]) - fair_price(farm, view["bundle"]))
    if kind == "accept":
        return int(view["farmers"][move["seat"]]["bid"] or 0) - 3
    if kind == "play":
        return worth_of_playing(farm, move["card"], move["value"])
    if kind == "plant":
        return worth_of_bed(farm["beds"][move["bed"]], CARDS[view["source"]])
    if kind == "fertilize":
        return int(farm["beds"][move["bed"]]["value"]) - 2  # small crops are not worth a fertilizer
    if kind == "choose_crop":
        value = int(view["farmers"][move["seat"]]["beds"][move["bed"]]["value"])
        return value if (move["seat"] == me) == (view["source"] in HELPS) else -value
    if kind == "choose_bed":
        value = int(view["farmers"][move["seat"]]["beds"][move["bed"]]["value"])
        return value + (100 if (move["seat"] == me) == (view["source"] in IMPROVES) else 0)
    if kind == "choose_player":
        return -1 if move["seat"] == me else int(view["farmers"][move["seat"]]["coins"])
    if kind == "choose_colour":
        return -sum(
            bed["value"] for bed in farm["beds"] if bed["crop"] and CARDS[bed["crop"]]["group"] == move["colour"]
        )
    if kind in ("keep", "fetch"):
        return 100 + worth_of_card(farm, move["card"], False)
    if kind in ("choose_card", "discard"):
        return -int(move["value"]) - (10 if is_crop(move["card"]) else 0)
    if kind == "sprinkle":
        return int(move["value"])
    if kind == "give":
        return int(farm["coins"] >= farm["fertilizers"]) if move["goods"] == "coin" else 0
    if kind in ("add", "use_class"):
        return -1  # selling cards and using the class card are up to you
    return 0  # stop, skip, send, reject, end, choose_type


def is_crop(card: str) -> bool:
    return "timer" in CARDS[card] and bool(CARDS[card]["timer"])


def free_beds(farm: Json) -> int:
    """Empty beds, minus the crops in hand that will fill them."""
    empty = sum(bed["crop"] is None for bed in farm["beds"])
    return empty - sum(is_crop(held["card"]) for held in farm["hand"] or [])


def worth_of_card(farm: Json, name: str | None, pays: bool) -> int:
    """A crop is worth its value per turn it takes; one more than there are beds may wait in hand."""
    if name is None:
        return 0
    card = CARDS[name]
    price = 10 * card["price"] if pays else 0
    if not is_crop(name):
        return int(10 * SIMPLY_GOOD.get(name, 0) - price)
    if free_beds(farm) < 0:
        return -price
    return int(10 * card["value"] - price - 5 * card["timer"])


def fair_price(farm: Json, bundle: list[Json]) -> int:
    """What the market would charge for the crops on offer that we have beds for."""
    crops = sorted((CARDS[one["card"]]["price"] for one in bundle if is_crop(one["card"])), reverse=True)
    return int(min(farm["coins"], sum(crops[: max(0, free_beds(farm) + 1)])))


def worth_of_playing(farm: Json, name: str, value: int) -> int:
    """Crops before action cards, best first; an action card's value is its cost in fertilizers."""
    if is_crop(name):
        return 1000 + 10 * value
    return 10 * SIMPLY_GOOD[name] - (5 * value if farm["fertilizers"] < 4 else 0) if name in SIMPLY_GOOD else -1


def worth_of_bed(bed: Json, crop: Json) -> int:
    """Where a crop does best."""
    if bed["type"] in ("raised", "hydroponic"):
        return 2 if crop["grade"] >= RARE else -2  # keep it free for rare crops
    colours = {"trellis": "green", "rotational": "yellow", "vertical": "red"}
    return 1 if colours.get(bed["type"]) == crop["group"] else 0


if __name__ == "__main__":
    play(decide)

"""A starter bot for MonoGwent. It needs only Python 3.9.

    parlour match monogwent --seats "cmd:python3 bot.py,easy" --games 10

It returns its weakest cards, spends little on a round while it has a life to spare, wins as cheaply as it can once
the rival has passed, and plays everything for its last life. Everything worth changing is in `decide` and
`gain`; `client.py` talks to the house, and `data.json` has all cards.
"""

from __future__ import annotations

from typing import Any

from client import data, play

Json = dict[str, Any]

EFFECTS: dict[str, str] = {card["name"]: card["effect"] for card in data()["cards"]}
ROWS = ["melee", "ranged", "siege"]
PASS = {"kind": "pass"}
WEAK = 3  # silver units up to this power go back in the mulligan
AHEAD = 8  # with this lead we let the rival spend cards on the round
KEPT = 8  # cards to keep in hand while there is a life to spare
A_UNIT = 6  # what a rival's card usually adds to a side
A_CARD = 4  # what drawing a card is worth


def decide(view: Json, moves: list[Json]) -> Json:
    """The move to make: one of `moves`."""
    table = Table(view)
    if view["round"] == 0:
        return mulligan(table, moves)
    useful = [move for move in moves if move != PASS and gain(table, move) > 0]
    if not useful:
        return PASS
    lead = table.me["power"] - table.rival["power"]
    strongest = max(useful, key=lambda move: gain(table, move))
    cheapest = min(useful, key=lambda move: price(table, move))
    if table.rival["passed"]:
        return win_cheaply(table, useful, strongest, lead)
    if table.me["lives"] == 1:  # no reason to keep a card, unless the rival can't catch up any more
        if lead > A_UNIT * table.rival["hand_size"]:
            return PASS
        return strongest if lead < 0 else cheapest
    return PASS if lead >= AHEAD or table.me["hand_size"] <= KEPT else cheapest


def win_cheaply(table: Table, useful: list[Json], strongest: Json, lead: int) -> Json:
    """The rival has passed: play one card if that is enough, several if the round matters, or none."""
    if lead > 0:
        return PASS
    enough = [move for move in useful if lead + gain(table, move) > 0]
    if enough:
        return min(enough, key=lambda move: price(table, move))
    best_three = sorted((gain(table, move) for move in useful), reverse=True)[:3]
    return strongest if table.me["lives"] == 1 or lead + sum(best_three) > 0 else PASS


def price(table: Table, move: Json) -> int:
    """The cost of giving up a card: its gain, and much more for a hero."""
    card = table.hand.get(move.get("card", -1))
    return gain(table, move) + (20 if card is not None and card["type"] == "Gold" else 0)


class Table:
    """The two sides of the view, and the cards in our hand by their number."""

    def __init__(self, view: Json) -> None:
        self.me: Json = view["sides"][view["mover"]]
        self.rival: Json = view["sides"][1 - view["mover"]]
        self.hand: dict[int, Json] = {card["id"]: card for card in self.me["hand"]}
        self.weather: list[bool] = [card is not None for card in view["weather"]]


def mulligan(table: Table, moves: list[Json]) -> Json:
    """Return up to two cards: decoys, which this bot can't use, and weak units."""
    weak = [card for card in table.hand.values() if card["type"] in ("Silver", "Decoy") and card["power"] <= WEAK]
    weak = sorted(weak, key=lambda card: (card["power"], card["id"]))[:2]
    ids = {card["id"] for card in weak}
    for move in moves:
        if {move[key] for key in ("card", "other") if key in move} == ids:
            return move
    return {"kind": "keep"}


def gain(table: Table, move: Json) -> int:
    """How much a move changes the lead, as far as this bot can count."""
    kind = move["kind"]
    if kind == "leader":
        return effect(table, table.me["leader"])
    if kind == "swap":
        return -1  # using decoys well is up to you
    card = table.hand[move["card"]]
    if kind == "clear":
        return sum(fog(table, row) for row in range(3) if table.weather[row])
    row = ROWS.index(move["row"])
    if card["type"] == "Weather":
        return 0 if table.weather[row] else -fog(table, row)
    if card["type"] == "Dispel":
        return fog(table, row) if table.weather[row] else 0
    if card["type"] == "Boost":
        return 0 if table.weather[row] else len(silver(table.me, row))
    power = int(card["power"])
    if card["type"] == "Gold":
        return power + effect(table, card["card"])
    if EFFECTS.get(card["card"]) == "MultiplyByCopies":
        power *= 1 + sum(unit["card"] == card["card"] for unit in table.me["field"])
    power += table.me["boosts"][row] is not None
    return (min(1, power) if table.weather[row] else power) + effect(table, card["card"])


def effect(table: Table, name: str) -> int:
    """The gain from the effect of a card or leader; 0 for a card that we do not know."""
    does = EFFECTS.get(name, "")
    mine = [int(unit["power"]) for unit in table.me["field"] if unit["type"] == "Silver"]
    theirs = [int(unit["power"]) for unit in table.rival["field"] if unit["type"] == "Silver"]
    if does in ("DrawCard", "RecoverLastDiscarded"):
        return A_CARD
    if does == "RemoveRivalWeakest":
        return min(theirs, default=0)
    if does == "RemoveStrongest":
        strongest = max(theirs, default=0)
        return strongest if strongest >= max(mine, default=0) else -max(mine, default=0)
    if does == "AveragePower" and mine + theirs:
        average = sum(mine + theirs) // len(mine + theirs)
        return average * (len(mine) - len(theirs)) - sum(mine) + sum(theirs)
    for number, row in enumerate(("Melee", "Ranged", "Siege")):
        if does == f"SetWeather({row})" and not table.weather[number]:
            return -fog(table, number)
        if does == f"SetBoost({row})" and table.me["boosts"][number] is None and not table.weather[number]:
            return len(silver(table.me, number))
    return 0


def silver(side: Json, row: int) -> list[Json]:
    return [unit for unit in side["field"] if unit["type"] == "Silver" and unit["row"].lower() == ROWS[row]]


def fog(table: Table, row: int) -> int:
    """How much more weather over this row costs us than the rival."""

    def cost(side: Json) -> int:
        boost = side["boosts"][row] is not None
        return sum(max(0, int(unit["power"]) + boost - 1) for unit in silver(side, row))

    return cost(table.me) - cost(table.rival)


if __name__ == "__main__":
    play(decide)

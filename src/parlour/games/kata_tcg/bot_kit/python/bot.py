"""A starter bot for Kata TCG. It needs only Python 3.9.

    parlour match kata-tcg --preset full --seats "cmd:python3 bot.py,easy" --games 10

It scores every legal move and makes the best one; at 0 points it prefers to end its turn. Everything worth
changing is in `worth` and the functions below it; `client.py` talks to the house, and `data.json` has all cards.
"""

from __future__ import annotations

from typing import Any

from client import data, play

Json = dict[str, Any]

CARDS: dict[str, Json] = {card["id"]: card for card in data()["cards"]}
FULL_HEALTH = 30
FULL_HAND = 5


def decide(view: Json, moves: list[Json]) -> Json:
    """The move to make: one of `moves`."""
    table = Table(view)
    return max(moves, key=lambda move: worth(table, move))


class Table:
    """The two sides of the view: `me`, whose hand is open, and `rival`."""

    def __init__(self, view: Json) -> None:
        self.me: Json = view["sides"][view["mover"]]
        self.rival: Json = view["sides"][1 - view["mover"]]
        self.minions: dict[str, Json] = {m["minion"]: m for side in (self.me, self.rival) for m in side["board"]}
        self.kills: bool = self.reach() >= self.rival["health"]

    def reach(self) -> int:
        """The damage we can do to the rival this turn: minions that may fight, then cards, cheapest first."""
        damage = sum(m["damage"] for m in self.me["board"] if not m["asleep"] and not m["used"])
        mana = self.me["mana"]
        hand = [CARDS[card] for card in self.me["hand"] if card in CARDS]
        for card in sorted(hand, key=lambda card: (card["cost"], -(card["damage"] or 0))):
            if card["damage"] and card["cost"] <= mana:
                mana -= card["cost"]
                damage += card["damage"]
        return int(damage)


def worth(table: Table, move: Json) -> int:
    """The score of a move: about ten points per health or damage."""
    kind = move["kind"]
    if kind == "end":
        return 0
    if kind == "fight":
        return worth_of_fight(table, table.minions[move["minion"]], move["target"])
    card = CARDS[move["card"]]
    room = 15 if table.me["hand_size"] >= FULL_HAND else 0  # the next card drawn would be lost
    if kind == "attack":
        return room + worth_of_attack(table, card["damage"], move["target"])
    if kind == "heal":
        healed = min(card["heal"], FULL_HEALTH - table.me["health"])
        return room + healed * (12 if table.me["health"] <= 12 else 4)
    if kind == "summon":
        return room + 6 * card["minion_damage"] + 4 * card["minion_health"]
    cards = card["draw"]  # kind == "draw"
    fits = cards <= table.me["deck_size"] and table.me["hand_size"] - 1 + cards <= FULL_HAND
    return room + (15 * cards if fits else -100)


def worth_of_attack(table: Table, damage: int, target: str) -> int:
    """A card against the player, or against a minion that it kills."""
    if target == "player":
        return 10 * damage * (10 if table.kills else 1)
    minion = table.minions[target]
    if damage < minion["health"]:
        return -10
    return 8 * (minion["damage"] + minion["health"]) - 4 * (damage - minion["health"])


def worth_of_fight(table: Table, mine: Json, target: str) -> int:
    """A minion against the player, who does not strike back, or against another minion, which does."""
    if target == "player":
        return int(10 * mine["damage"] * (10 if table.kills else 1) + 1)
    minion = table.minions[target]
    points = 0
    if mine["damage"] >= minion["health"]:
        points += 9 * (minion["damage"] + minion["health"])
    if minion["damage"] >= mine["health"]:
        points -= 9 * (mine["damage"] + mine["health"])
    return points


if __name__ == "__main__":
    play(decide)

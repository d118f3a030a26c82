"""How good the end of a turn looks, for whole-turn planning: learned weights, spread into tables for quick look-up.

`own` is the side that ends its turn, `rival` the one that moves next. Own cards are known, of the rival's hand only the
number. All values are in logits: 0 is an even game, and `chance` turns a value into a chance of winning.
"""

from __future__ import annotations

import math
from typing import Final

from mypy_extensions import i64

from parlour.core.state import Evaluator
from parlour.games.kata_tcg.rules import COST, DAMAGE, DRAWS, HEALING, MINION_DAMAGE, MINION_HEALTH
from parlour.games.kata_tcg.state import DECK_SIZE, HAND_CAP, HEALTH_CAP, SLOT_CAP
from parlour.games.kata_tcg.weights import WEIGHTS

UNKNOWN: Final = 63  # a card drawn while planning, in place of a card's number
LOWEST: Final = -20  # of health left after the other board's next blows
STATS: Final = 32  # damage and health of a minion are below this

# Where each group of numbers begins.
BIAS: Final = 0
HEALTH: Final = 1
RIVAL_HEALTH: Final = 6
MARGIN: Final = 11
RIVAL_MARGIN: Final = 16
MINION: Final = 21
RIVAL_MINION: Final = 25
CARD: Final = 29
UNKNOWN_CARD: Final = 36
HAND: Final = 37
RIVAL_HAND: Final = 39
DECK: Final = 42
RIVAL_DECK: Final = 45
SIZE: Final = 48


def positive(x: i64) -> float:
    return float(x) if x > 0 else 0.0


def truth(x: bool) -> float:
    return 1.0 if x else 0.0


def health_numbers(health: i64) -> list[float]:
    return [
        float(health) / 10.0,
        positive(20 - health) / 10.0,
        positive(12 - health) / 10.0,
        positive(6 - health) / 5.0,
        positive(3 - health) / 3.0,
    ]


def margin_numbers(left: i64) -> list[float]:
    """Of the health that would be left if all minions opposite hit the player."""
    return [
        positive(15 - left) / 10.0,
        positive(8 - left) / 5.0,
        positive(4 - left) / 4.0,
        truth(left <= 0),
        positive(-left) / 5.0,
    ]


def minion_numbers(damage: i64, health: i64) -> list[float]:
    return [1.0, float(damage) / 5.0, float(health) / 5.0, math.sqrt(float(damage * health)) / 5.0]


def card_numbers(card: i64, healing: bool, minions: bool, drawers: bool) -> list[float]:
    return [
        1.0,
        float(COST[card]) / 5.0,
        positive(DAMAGE[card]) / 5.0,
        positive(HEALING[card]) / 5.0 if healing else 0.0,
        positive(MINION_DAMAGE[card] + MINION_HEALTH[card]) / 10.0 if minions else 0.0,
        positive(DRAWS[card]) / 3.0 if drawers else 0.0,
        truth(COST[card] <= 2),
    ]


def hand_numbers(size: i64) -> list[float]:
    return [truth(size == HAND_CAP), truth(size == 0)]


def rival_hand_numbers(size: i64) -> list[float]:
    return [float(size) / 5.0, truth(size == HAND_CAP), truth(size == 0)]


def deck_numbers(size: i64) -> list[float]:
    return [float(size) / 10.0, positive(5 - size) / 5.0, truth(size == 0)]


class Outlook:
    """The tables for one number of mana slots under given options."""

    def __init__(self, weights: list[float], slots: i64, healing: bool, minions: bool, drawers: bool) -> None:
        growth = float(slots) / float(SLOT_CAP)
        w: list[float] = []
        at: i64 = 0
        while at < SIZE:
            w.append(weights[at] + growth * weights[SIZE + at])
            at += 1
        self.bias: float = w[BIAS]
        healths = [health_numbers(n) for n in range(HEALTH_CAP + 1)]
        self.health: list[float] = weigh_all(w, HEALTH, healths)
        self.rival_health: list[float] = weigh_all(w, RIVAL_HEALTH, healths)
        margins = [margin_numbers(n) for n in range(LOWEST, HEALTH_CAP + 1)]
        self.margin: list[float] = weigh_all(w, MARGIN, margins)
        self.rival_margin: list[float] = weigh_all(w, RIVAL_MARGIN, margins)
        stats = [minion_numbers(damage, health) for damage in range(STATS) for health in range(STATS)]
        self.minion: list[float] = weigh_all(w, MINION, stats)
        self.rival_minion: list[float] = weigh_all(w, RIVAL_MINION, stats)
        self.card: list[float] = [0.0] * (UNKNOWN + 1)
        for card in range(len(COST)):
            self.card[card] = weigh(w, CARD, card_numbers(card, healing, minions, drawers))
        self.card[UNKNOWN] = w[UNKNOWN_CARD]
        self.hand: list[float] = weigh_all(w, HAND, [hand_numbers(n) for n in range(HAND_CAP + 1)])
        self.rival_hand: list[float] = weigh_all(w, RIVAL_HAND, [rival_hand_numbers(n) for n in range(HAND_CAP + 1)])
        decks = [deck_numbers(n) for n in range(DECK_SIZE + 1)]
        self.deck: list[float] = weigh_all(w, DECK, decks)
        self.rival_deck: list[float] = weigh_all(w, RIVAL_DECK, decks)


def weigh(weights: list[float], start: i64, numbers: list[float]) -> float:
    total = 0.0
    at: i64 = start
    for number in numbers:
        total += weights[at] * number
        at += 1
    return total


def weigh_all(weights: list[float], start: i64, rows: list[list[float]]) -> list[float]:
    return [weigh(weights, start, numbers) for numbers in rows]


def chance(value: float) -> float:
    """The chance of winning that a value stands for."""
    if value > 30.0:
        return 1.0
    if value < -30.0:
        return 0.0
    return 1.0 / (1.0 + math.exp(-value))


class KataEvaluator(Evaluator):
    """The weights by which a planner judges the ends of turns: 48 numbers, and how each grows with the mana slots.

    Games with and without minions are different enough to have their own weights.
    """

    def __init__(self, with_minions: list[float], without_minions: list[float]) -> None:
        self.with_minions: list[float] = with_minions
        self.without_minions: list[float] = without_minions
        self.look: float = 0.01  # what a point of mana is worth that is still there when cards are drawn
        self.waste: float = 0.3  # what it costs to draw a card for which the hand has no place
        self.outlooks: list[Outlook | None] = [None] * (8 * (SLOT_CAP + 1))

    def outlook(self, slots: i64, healing: bool, minions: bool, drawers: bool) -> Outlook:
        at: i64 = slots * 8
        if healing:
            at += 1
        if minions:
            at += 2
        if drawers:
            at += 4
        found = self.outlooks[at]
        if found is None:
            weights = self.with_minions if minions else self.without_minions
            found = Outlook(weights, slots, healing, minions, drawers)
            self.outlooks[at] = found
        return found


LEARNED: KataEvaluator = KataEvaluator(WEIGHTS["minions"], WEIGHTS["no minions"])

"""What a side may expect at the start of a round, from the cards in both hands: the chance of winning the game.

It knows both hands, so it is asked only in worlds that were dealt by guessing. The weights were fitted to games that
the habit played against itself (practice.py); they are in outlook.json.
"""

from __future__ import annotations

import json
import math
from importlib.resources import files
from typing import Final

from mypy_extensions import i64

from parlour.core.state import OVER
from parlour.games.monogwent import effects
from parlour.games.monogwent.judge import Gwent
from parlour.games.monogwent.state import GOLD, SILVER

# What a side has.
KINDS: Final = 0  # cards: silver, gold, decoy, weather, dispel, boost
SILVER_POWER: Final = 6
GOLD_POWER: Final = 7
EFFECT: Final = 8  # draw, average, rival's weakest, strongest, emptiest row, boost, weather, copies, script
LEADER: Final = 17  # draw, rival's weakest, recover, drawn round, script
PAIRS: Final = 22  # of units that gather
FEATURES: Final = 23

# Situations: both with two lives, both with one, and one with two against one.
OPENING: Final = 0
EVEN: Final = 1
AHEAD: Final = 2
WEIGHTS: Final = 2 * FEATURES + 2  # own, the rival's, who moves first, and nothing in particular

MOST_POWER: Final = 15


class Outlook:
    """The chance of winning at the start of a round."""

    def __init__(self, weights: list[list[float]]) -> None:
        self.weights: list[list[float]] = weights

    def chance(self, state: Gwent, seat: i64) -> float:
        if state.mover == OVER:
            return state.payoffs()[seat]
        lives: i64 = state.side(seat).lives
        rival_lives: i64 = state.side(1 - seat).lives
        if lives < rival_lives:
            return 1.0 - self.promise(state, 1 - seat, AHEAD)
        if lives > rival_lives:
            return self.promise(state, seat, AHEAD)
        return self.promise(state, seat, EVEN if lives == 1 else OPENING)

    def promise(self, state: Gwent, seat: i64, situation: i64) -> float:
        weights = self.weights[situation]
        total: float = weights[2 * FEATURES + 1]
        if state.mover == seat:
            total += weights[2 * FEATURES]
        else:
            total -= weights[2 * FEATURES]
        total += self.side_total(state, seat, weights, 0) + self.side_total(state, 1 - seat, weights, FEATURES)
        return 1.0 / (1.0 + math.exp(-max(-30.0, min(30.0, total))))

    def side_total(self, state: Gwent, seat: i64, weights: list[float], base: i64) -> float:
        cards = state.cards
        side = state.side(seat)
        total = 0.0
        copies: i64 = 0
        for card in side.hand:
            kind: i64 = cards.kind[card]
            place: i64 = base + KINDS + kind
            total += weights[place]
            if kind <= GOLD:  # a unit
                power: i64 = state.power[card]
                if power > MOST_POWER:
                    power = MOST_POWER
                place = base + (SILVER_POWER if kind == SILVER else GOLD_POWER)
                total += 0.2 * float(power) * weights[place]
            effect: i64 = cards.effect[card]
            if effect != effects.NO_EFFECT:
                place = base + EFFECT + group(effect)
                total += weights[place]
                if effect == effects.MULTIPLY_BY_COPIES:
                    place = base + PAIRS
                    total += float(copies) * weights[place]
                    copies += 1
        if not side.leader_used:
            place = leader(cards.leader_effect[seat])
            if place >= 0:
                place += base + LEADER
                total += weights[place]
        return total

    def describe(self, state: Gwent, seat: i64) -> list[float]:
        """The numbers that are weighed, for practice."""
        x: list[float] = []
        weights: list[float] = [0.0] * (2 * FEATURES)
        i: i64 = 0
        while i < FEATURES:
            weights[i] = 1.0
            x.append(self.side_total(state, seat, weights, 0))
            weights[i] = 0.0
            i += 1
        i = 0
        while i < FEATURES:
            weights[i] = 1.0
            x.append(self.side_total(state, 1 - seat, weights, 0))
            weights[i] = 0.0
            i += 1
        x.append(1.0 if state.mover == seat else -1.0)
        x.append(1.0)
        return x


def group(effect: i64) -> i64:
    """Effects that are alike."""
    if effect < effects.SET_BOOST:
        return effect - 1
    if effect < effects.SET_WEATHER:
        return 5
    if effect < effects.MULTIPLY_BY_COPIES:
        return 6
    return 7 if effect == effects.MULTIPLY_BY_COPIES else 8


def leader(effect: i64) -> i64:
    if effect == effects.DRAW_CARD:
        return 0
    if effect == effects.REMOVE_RIVAL_WEAKEST:
        return 1
    if effect == effects.RECOVER_LAST_DISCARDED:
        return 2
    if effect == effects.WIN_DRAWN_ROUND:
        return 3
    return 4 if effect == effects.SCRIPTED else -1


def read_weights() -> list[list[float]]:
    """What ships with the game."""
    text = files("parlour.games.monogwent").joinpath("outlook.json").read_text(encoding="utf-8")
    return [[float(weight) for weight in row] for row in json.loads(text)]


LEARNED: Final = read_weights()

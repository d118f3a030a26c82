"""What a player may expect of a position: the chance of winning, learned from games between the house's players.

An outlook sees only what its seat may know. Of the rival's hidden hand it knows the size and, on average, the cards,
because it knows which ones have not been seen. So it can be asked in a guessed world without betraying the guess.
The numbers it learned are in outlook.json, one small network for each situation: how many lives each side has left, and
who has passed.
"""

from __future__ import annotations

import json
import math
from importlib.resources import files
from typing import Final

from mypy_extensions import i64

from parlour.core.state import OVER, Evaluator, State
from parlour.games.monogwent import effects
from parlour.games.monogwent.judge import Gwent
from parlour.games.monogwent.state import BOOST, DECOY, DISPEL, EMPTY, GOLD, SILVER, WEATHER, Side

SITUATIONS: Final = 12

# Where each group of numbers begins.
HAND: Final = 0
RIVAL_HAND: Final = 16
LEAD: Final = 32
TABLE: Final = 36
RIVAL_TABLE: Final = 44
TURN: Final = 52
LEADER: Final = 53
RIVAL_LEADER: Final = 57
REACH: Final = 61
RIVAL_REACH: Final = 67
CARDS_AHEAD: Final = 70
FEATURES: Final = 72

# Scripts may write larger numbers than any that were learned from.
MOST_UNIT: Final = 12.0
MOST_GAIN: Final = 40
MOST_LEAD: Final = 60.0


def within(value: float, limit: float) -> float:
    return max(-limit, min(limit, value))


class Network:
    """One hidden layer beside a linear part; its result is a chance."""

    def __init__(self, bias: float, linear: list[float], units: list[tuple[float, float, list[float]]]) -> None:
        self.bias: float = bias
        self.linear: list[float] = linear
        self.thresholds: list[float] = [threshold for threshold, _, _ in units]
        self.outputs: list[float] = [output for _, output, _ in units]
        self.weights: list[list[float]] = [weights for _, _, weights in units]

    def chance(self, places: list[i64], values: list[float]) -> float:
        """The chance of winning, from the features that are not zero."""
        n: i64 = len(places)
        total = self.bias
        linear = self.linear
        i: i64 = 0
        while i < n:
            total += linear[places[i]] * values[i]
            i += 1
        unit: i64 = 0
        units: i64 = len(self.outputs)
        while unit < units:
            weights = self.weights[unit]
            signal = self.thresholds[unit]
            i = 0
            while i < n:
                signal += weights[places[i]] * values[i]
                i += 1
            if signal > 0.0:
                total += self.outputs[unit] * signal
            unit += 1
        return 1.0 / (1.0 + math.exp(-within(total, 30.0)))


class Outlook(Evaluator):
    """The learned chance of winning, for each seat by what it knows."""

    def __init__(self) -> None:
        self.features: list[float] = [0.0] * FEATURES

    def judge_all(self, state: State) -> list[float]:
        assert isinstance(state, Gwent)
        return [self.chance(state, 0), self.chance(state, 1)]

    def chance(self, state: Gwent, seat: i64) -> float:
        """The chance that `seat` wins."""
        if state.mover == OVER:
            return state.payoffs()[seat]
        self.describe(state, seat)
        places: list[i64] = []
        values: list[float] = []
        i: i64 = 0
        while i < FEATURES:
            value: float = self.features[i]
            if value != 0.0:
                places.append(i)
                values.append(value)
            i += 1
        return NETWORKS[situation(state, seat)].chance(places, values)

    # --- a position in numbers, each of the order of 1 ---

    def describe(self, state: Gwent, seat: i64) -> None:
        x = self.features
        i: i64 = 0
        while i < FEATURES:
            x[i] = 0.0
            i += 1
        own = state.side(seat)
        rival = state.side(1 - seat)
        for card in own.hand:
            self.add_card(state, HAND, card, 1.0)
        hidden: list[i64] = []
        seen: list[i64] = []
        for card in rival.hand:
            if len(state.known) > 0 and state.is_known(card):
                seen.append(card)
                self.add_card(state, RIVAL_HAND, card, 1.0)
            else:
                hidden.append(card)
        unknown: i64 = len(hidden)
        hidden.extend(rival.deck)
        if unknown > 0:
            share = float(unknown) / float(len(hidden))
            for card in hidden:
                self.add_card(state, RIVAL_HAND, card, share)
        lead = within(float(state.total(seat) - state.total(1 - seat)), MOST_LEAD)
        x[LEAD] = 0.1 * lead
        x[LEAD + 1] = 0.25 * within(lead, 6.0)
        if lead > 0.0:
            x[LEAD + 2] = 1.0
        elif lead == 0.0:
            x[LEAD + 3] = 1.0
        self.describe_table(state, own, TABLE)
        self.describe_table(state, rival, RIVAL_TABLE)
        if state.mover == seat:
            x[TURN] = 1.0
        if not own.leader_used:
            self.add_leader(LEADER, state.cards.leader_effect[seat])
        if not rival.leader_used:
            self.add_leader(RIVAL_LEADER, state.cards.leader_effect[1 - seat])
        self.describe_reach(state, seat, lead)
        self.describe_rival_reach(state, 1 - seat, hidden, unknown, seen, lead)
        in_hand: i64 = len(own.hand)
        in_rival_hand: i64 = len(rival.hand)
        x[CARDS_AHEAD] = float(in_hand - in_rival_hand)
        # with more than eight cards, those drawn for the next round are lost
        x[CARDS_AHEAD + 1] = float(max(0, in_hand - 8) - max(0, in_rival_hand - 8))

    def add_card(self, state: Gwent, place: i64, card: i64, share: float) -> None:
        x = self.features
        kind: i64 = state.cards.kind[card]
        if kind == SILVER:
            x[place] += share
            x[place + 1] += share * 0.25 * within(float(state.power[card]), MOST_UNIT)
        elif kind == GOLD:
            x[place + 2] += share
            x[place + 3] += share * 0.125 * within(float(state.cards.printed[card]), MOST_UNIT)
        elif kind == DECOY:
            x[place + 4] += share
        elif kind == WEATHER:
            x[place + 5] += share
        elif kind == DISPEL:
            x[place + 6] += share
        elif kind == BOOST:
            x[place + 7] += share
        effect: i64 = state.cards.effect[card]
        if effect == effects.NO_EFFECT or effect > effects.MULTIPLY_BY_COPIES:
            return
        if effect < effects.SET_BOOST:
            x[place + 7 + effect] += share
        elif effect < effects.SET_WEATHER:
            x[place + 13] += share
        elif effect < effects.MULTIPLY_BY_COPIES:
            x[place + 14] += share
        else:
            x[place + 15] += share

    def add_leader(self, place: i64, effect: i64) -> None:
        if effect == effects.RECOVER_LAST_DISCARDED:
            place += 1
        elif effect == effects.WIN_DRAWN_ROUND:
            place += 2
        elif effect == effects.REMOVE_RIVAL_WEAKEST:
            place += 3
        if effect != effects.NO_EFFECT:
            self.features[place] = 1.0

    def describe_table(self, state: Gwent, side: Side, place: i64) -> None:
        """What weather could take and has taken, and what effects could hit."""
        x = self.features
        exposed0 = 0.0
        exposed1 = 0.0
        exposed2 = 0.0
        frozen = 0.0
        strongest: i64 = 0
        units: i64 = 0
        heroes: i64 = 0
        drawing: i64 = 0
        for card in side.field:
            kind: i64 = state.cards.kind[card]
            if kind == GOLD:
                heroes += 1
            if kind != SILVER:
                continue
            row: i64 = state.row[card]
            power: i64 = state.power[card]
            units += 1
            if power > strongest:
                strongest = power
            if state.cards.effect[card] == effects.DRAW_CARD:
                drawing += 1
            loss = within(float(power), MOST_UNIT) - 1.0
            if side.boosts[row] != EMPTY:
                loss += 1.0
            if loss > 0.0:
                if state.weather[row] != EMPTY:
                    frozen += loss
                elif row == 0:
                    exposed0 += loss
                elif row == 1:
                    exposed1 += loss
                else:
                    exposed2 += loss
        x[place] = 0.1 * max(exposed0, max(exposed1, exposed2))
        x[place + 1] = 0.05 * (exposed0 + exposed1 + exposed2)
        x[place + 2] = 0.1 * frozen
        x[place + 3] = 0.1 * within(float(strongest), 2.0 * MOST_UNIT)
        x[place + 4] = 0.2 * float(units)
        x[place + 5] = float(drawing)
        row = 0
        while row < 3:
            if side.boosts[row] != EMPTY:
                x[place + 6] += 1.0
            row += 1
        x[place + 7] = float(heroes)

    def describe_reach(self, state: Gwent, seat: i64, lead: float) -> None:
        """What the hand could gain at once, and how many of its cards would overtake the rival."""
        x = self.features
        gains: list[i64] = []  # the largest first
        total: i64 = 0
        for card in state.side(seat).hand:
            gain: i64 = min(MOST_GAIN, state.gain(seat, card))
            total += gain
            at: i64 = len(gains)
            gains.append(gain)
            while at > 0 and gains[at - 1] < gain:
                gains[at] = gains[at - 1]
                at -= 1
            gains[at] = gain
        n: i64 = len(gains)
        x[REACH] = 0.05 * float(total)
        best: i64 = gains[0] if n > 0 else 0
        second: i64 = gains[1] if n > 1 else 0
        x[REACH + 1] = 0.1 * float(best)
        x[REACH + 2] = 0.1 * float(best + second)
        need = 1.0 - lead
        used: i64 = 0
        while need > 0.0 and used < n and gains[used] > 0:
            need -= float(gains[used])
            used += 1
        if need > 0.0:
            x[REACH + 3] = 1.0
            x[REACH + 4] = 1.5
            x[REACH + 5] = within(0.1 * need, 3.0)
        else:
            x[REACH + 4] = 0.3 * float(used)

    def describe_rival_reach(
        self, state: Gwent, rival: i64, hidden: list[i64], unknown: i64, seen: list[i64], lead: float
    ) -> None:
        """The same for the rival, as far as one can know it."""
        x = self.features
        average = 0.0
        if len(hidden) > 0:
            total: i64 = 0
            for card in hidden:
                total += min(MOST_GAIN, state.gain(rival, card))
            average = float(total) / float(len(hidden))
        reach = average * float(unknown)
        for card in seen:
            reach += float(min(MOST_GAIN, state.gain(rival, card)))
        need = lead + 1.0
        x[RIVAL_REACH] = 0.05 * reach
        if need > 0.0:
            x[RIVAL_REACH + 1] = 0.3 * within(need / (average + 1.0), 10.0)
        x[RIVAL_REACH + 2] = 0.1 * within(reach - need, 30.0)


def situation(state: Gwent, seat: i64) -> i64:
    """Which network to ask: by the lives of both sides, and who has passed."""
    own = state.side(seat)
    rival = state.side(1 - seat)
    lives: i64 = 2 * (2 - min(2, own.lives)) + (2 - min(2, rival.lives))
    if own.passed:
        return 3 * lives + 1
    return 3 * lives + 2 if rival.passed else 3 * lives


def read_networks() -> list[Network]:
    """What ships with the game."""
    text = files("parlour.games.monogwent").joinpath("outlook.json").read_text(encoding="utf-8")
    return [
        Network(float(one["bias"]), one["linear"], [(float(a), float(b), weights) for a, b, weights in one["units"]])
        for one in json.loads(text)
    ]


NETWORKS: Final = read_networks()

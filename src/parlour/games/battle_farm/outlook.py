"""What a farmer can expect of the rest of the game, and what things are worth to that farmer, in coins.

A turn's dice let a farmer buy few cards, and beds are few: so three prices matter. `bed_turn` is what a bed earns in a
turn, `fertilizer` the bed turn that a fertilizer saves, and `harm` the share of a rival's loss that counts as a gain;
the loss of a rival who may win counts for more.
"""

from __future__ import annotations

import math
from typing import Final

from mypy_extensions import i64

from parlour.games.battle_farm import fields, phases, printed
from parlour.games.battle_farm.farmer import Farmer, card_kind, crop_of, is_protected, timer_of, value_of
from parlour.games.battle_farm.state import FarmTable

# by number in `taste`
INCOME: Final = 0  # coins that the richest farm gains in a round
PACE: Final = 1  # cards that leave the deck in a farmer's turn
BED_TURN: Final = 2  # what a turn of a bed is worth if no crop waits for one
CROWDED: Final = 3  # how much more for each crop card that finds no bed
FERTILIZER: Final = 4  # what a fertilizer is worth if it can be used
A_CARD: Final = 5  # what an unknown card is worth
POVERTY: Final = 6  # how much dearer each coin is to a farmer without any
STANDING: Final = 7  # the share of growing crops that counts as income soon
DELAY: Final = 8  # what each turn until the harvest costs, as a share of the crop's value
MARGIN: Final = 9  # what a purchase must promise beyond its price
EARLY: Final = 10  # what it is worth to get a crop's coins at once rather than next turn, as a share
LEFT_BED_TURN: Final = 11  # what a bed turn is worth when a position is judged
LEFT_FERTILIZER: Final = 12
LEFT_HAND: Final = 13  # the share of what a hand promises that will come true
CHURN: Final = 14  # what it is worth to see another card at the market, with idle beds
HURRY: Final = 15  # how much more a fertilizer is worth for each crop card that finds no bed
UNPAID: Final = 16  # the share of an action card's promise that counts while it cannot be played to much effect
WINNING: Final = 17  # how much winning matters, beside plain riches
LUCK: Final = 18  # how much a lead may still shrink or grow in a round
PACE_TRUST: Final = 19  # turns after which the pace so far says as much as PACE
SLACK: Final = 20  # how much likelier a crop is to ripen in time for each turn to spare
TASTE: Final[list[float]] = [
    *(7.0, 1.8, 0.3, 0.5, 1.4, 3.0, 0.5, 0.4, 0.02, -0.4, 0.05),
    *(0.1, 0.7, 0.95),
    *(0.8, 0.3, 0.3),
    *(0.85, 4.4),
    *(20.0, 0.5),
]
JUST_IN_TIME: Final = 0.75  # how likely a crop is to ripen that needs all turns that are left, by the guess at those
DECK: Final = 189  # cards in all
DEALT: Final = 3  # to each hand

FERTILIZERS_A_TURN: Final = 2.5  # the mean of the die


class Outlook:
    """How the game looks to one seat; `look` before asking."""

    def __init__(self, farm: FarmTable, taste: list[float]) -> None:
        self.taste: list[float] = taste
        self.farm: FarmTable = farm
        self.seat: i64 = 0
        self.farmer: Farmer = farm.farmers[0]
        self.turns: float = 0.0  # own turns after the present one
        self.to_grow: float = 0.0  # own turns after the one in which cards can be planted next; below 0: never again
        self.wait: float = 0.0  # turns until everything in beds and hand has been harvested
        self.idle: i64 = 0  # empty beds beyond the crop cards in hand; negative if cards find no bed
        self.bed_turn: float = 0.0
        self.fertilizer: float = 0.0
        self.harm: float = 1.0  # if the rival is as likely to win as any other
        self.dangers: list[float] = []  # how much more likely each seat is to win than the usual rival

    def look(self, farm: FarmTable, seat: i64) -> None:
        taste = self.taste
        self.farm = farm
        self.seat = seat
        farmer = farm.farmers[seat]
        self.farmer = farmer
        self.turns = turns_left(farm, seat, rounds_left(farm, taste))
        self.to_grow = self.turns if seat == farm.active and farm.phase <= phases.PLAY else self.turns - 1.0
        busy: i64 = 0
        idle: i64 = 0
        for b in farmer.beds:
            if b >= 8:
                busy += timer_of(b)
            else:
                idle += 1
        for c in farmer.hand:
            kind = card_kind(c)
            if printed.is_crop(kind):
                busy += printed.TIMER[kind]
                idle -= 1
        self.wait = float(busy) / float(len(farmer.beds))
        self.idle = idle
        crowd = float(max(0, min(4, 1 - idle)))
        self.bed_turn = taste[BED_TURN] + taste[CROWDED] * crowd
        usable = FERTILIZERS_A_TURN * self.turns + 0.5
        spare = float(farmer.fertilizers) / usable
        self.fertilizer = (taste[FERTILIZER] + taste[HURRY] * crowd) * max(0.05, 1.0 - 0.6 * spare)
        self.harm = 1.0 / float(farm.seats - 1)
        if len(self.dangers) > 0:
            self.dangers = []

    def danger(self, seat: i64) -> float:
        """How much a rival's loss matters: 1 for all if they are equally rich, more for the richest."""
        if self.farm.seats == 2:
            return 1.0
        if len(self.dangers) == 0:
            self.weigh_rivals()
        return self.dangers[seat]

    def weigh_rivals(self) -> None:
        """If chances to win are a softmax of riches, a coin less for a rival is worth that rival's chance to us."""
        farm = self.farm
        scale = 2.0 + self.taste[LUCK] * math.sqrt(self.turns)
        riches: list[float] = []
        most = 0.0
        for farmer in farm.farmers:
            wealth = self.riches(farmer)
            riches.append(wealth)
            most = max(most, wealth)
        total = 0.0
        seat: i64 = 0
        while seat < farm.seats:
            if seat != self.seat:
                total += math.exp((riches[seat] - most) / scale)
            seat += 1
        usual = max(1e-9, total / float(farm.seats - 1))
        self.dangers = [math.exp((wealth - most) / scale) / usual for wealth in riches]

    def riches(self, farmer: Farmer) -> float:
        """What a farmer has, as far as anybody can see."""
        total = float(farmer.coins) + 0.5 * float(len(farmer.hand))
        for b in farmer.beds:
            if b >= 8:
                total += 0.8 * float(value_of(b))
        return total

    def ripens(self, timer: float) -> float:
        """How likely a crop is to ripen before the end if it is planted next; nobody knows when that comes."""
        spare = self.to_grow - timer
        if self.farm.final or self.taste[SLACK] <= 0.0:
            return 1.0 if spare >= 0.0 else 0.0
        return max(0.0, min(1.0, JUST_IN_TIME + self.taste[SLACK] * spare))

    def keep(self, c: i64) -> float:
        """What a card in hand is worth."""
        raise NotImplementedError

    # --- what effects ask ---

    def dearest(self) -> float:
        """The most valuable crop on the field."""
        best: i64 = 0
        for farmer in self.farm.farmers:
            for b in farmer.beds:
                if b >= 8:
                    best = max(best, value_of(b))
        return float(best)

    def dearest_target(self) -> float:
        """The value of the unprotected rival crop whose loss matters most, as if its owner were the usual rival."""
        return self.dearest_loss(False)

    def dearest_grade(self) -> float:
        """The highest grade of an unprotected rival crop, or its value if that is lower, likewise."""
        return self.dearest_loss(True)

    def dearest_loss(self, by_grade: bool) -> float:
        best = 0.0
        seat: i64 = 0
        for farmer in self.farm.farmers:
            if seat != self.seat:
                for b in farmer.beds:
                    if b >= 8 and not is_protected(b):
                        loss: i64 = value_of(b)
                        if by_grade:
                            loss = min(loss, printed.GRADE[crop_of(b)])
                        best = max(best, self.danger(seat) * float(loss))
            seat += 1
        return best

    def rival_cards(self) -> i64:
        """The number of cards in the largest rival hand."""
        most: i64 = 0
        seat: i64 = 0
        for farmer in self.farm.farmers:
            if seat != self.seat:
                most = max(most, len(farmer.hand))
            seat += 1
        return most

    def richer(self) -> i64:
        """How many rivals have more coins."""
        n: i64 = 0
        for farmer in self.farm.farmers:
            if farmer.coins > self.farmer.coins:
                n += 1
        return n

    def waiting(self) -> i64:
        """Crop cards in hand."""
        n: i64 = 0
        for c in self.farmer.hand:
            if printed.is_crop(card_kind(c)):
                n += 1
        return n


def rounds_left(farm: FarmTable, taste: list[float]) -> float:
    """A guess at the number of rounds after this one."""
    if farm.final:
        return 0.0
    best = 0.0
    for farmer in farm.farmers:
        standing: i64 = 0
        for b in farmer.beds:
            if b >= 8:
                standing += value_of(b)
        if farmer.coins >= farm.win_limit:
            return 0.0
        best = max(best, float(farmer.coins) + taste[STANDING] * float(standing))
    by_coins = (float(farm.win_limit) - best) / taste[INCOME]
    by_deck = float(len(farm.deck)) / (pace(farm, taste) * float(farm.seats))
    return max(1.0, min(min(by_coins, by_deck), float(farm.max_rounds - farm.round)))


def pace(farm: FarmTable, taste: list[float]) -> float:
    """How many cards leave the deck in a turn, by what is usual and by what has happened so far."""
    trust = taste[PACE_TRUST]
    turns = float((farm.round - 1) * farm.seats + farm.place)
    gone = float(DECK - DEALT * farm.seats - fields.SLOTS - len(farm.deck))
    return max(0.5, (taste[PACE] * trust + gone) / (trust + turns))


def turns_left(farm: FarmTable, seat: i64, rounds: float) -> float:
    """How many turns this seat has left after the present one."""
    if rounds > 0.0:
        return rounds
    return 1.0 if place_in_order(farm, seat) > farm.place else 0.0


def place_in_order(farm: FarmTable, seat: i64) -> i64:
    place: i64 = 0
    while farm.order[place] != seat:
        place += 1
    return place

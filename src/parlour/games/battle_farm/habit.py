"""How an experienced farmer plays without thinking: each answer weighed in coins, by rules of thumb.

The planner plays on by habit, for all seats, to compare the answers that habit finds most promising.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from parlour.core.bits import bit, first, kind_of, pack1, pack2, second
from parlour.games.battle_farm import asks, moves, printed
from parlour.games.battle_farm.actions import blight
from parlour.games.battle_farm.effects import DEAREST, RIVAL, SELF
from parlour.games.battle_farm.farmer import (
    NO_CARD,
    card,
    card_kind,
    card_value,
    crop_of,
    is_protected,
    timer_of,
    value_of,
)
from parlour.games.battle_farm.outlook import (
    CHURN,
    DELAY,
    EARLY,
    FERTILIZERS_A_TURN,
    LEFT_BED_TURN,
    LEFT_FERTILIZER,
    LEFT_HAND,
    MARGIN,
    POVERTY,
    UNPAID,
    Outlook,
    rounds_left,
    turns_left,
)
from parlour.games.battle_farm.rules import FarmRules
from parlour.games.battle_farm.sources import EFFECTS

NOTHING_GAINED: Final = 0.0
# Answers are weighed in coins. What must come first in a turn counts more, so that it is played first.
FIRST: Final = 2000.0
THEN: Final = 1000.0
RATHER_NOT: Final = -1000.0

PROMISES: Final[list[float]] = [effect.promise for effect in EFFECTS]
EARLY_CARDS: Final[list[bool]] = [effect.early for effect in EFFECTS]


class Habit(Outlook):
    """Weighs the answers to the question that a farm asks."""

    def __init__(self, farm: FarmRules, taste: list[float]) -> None:
        super().__init__(farm, taste)
        self.rules: FarmRules = farm
        self.found: list[i64] = []
        self.weights: list[float] = []

    def choose(self, farm: FarmRules) -> i64:
        """The answer that weighs most."""
        self.weigh(farm)
        best: i64 = self.found[0]
        most = self.weights[0]
        at: i64 = 1
        while at < len(self.found):
            if self.weights[at] > most:
                most = self.weights[at]
                best = self.found[at]
            at += 1
        return best

    def options(self, farm: FarmRules, most: i64) -> list[i64]:
        """The answers worth a thought, the heaviest first."""
        self.weigh(farm)
        kept: list[i64] = []
        used: i64 = 0  # a bit for each answer kept
        while len(kept) < most and len(kept) < len(self.found):
            best: i64 = -1
            at: i64 = 0
            while at < len(self.found):
                if (used >> at) & 1 == 0 and (best < 0 or self.weights[at] > self.weights[best]):
                    best = at
                at += 1
            if len(kept) > 0 and self.weights[best] <= RATHER_NOT:
                break
            used |= bit(best)
            kept.append(self.found[best])
        return kept

    def deficit(self, answer: i64) -> float:
        """By how much less this answer weighs than the heaviest, of those weighed last."""
        own = 0.0
        most: float = self.weights[0]
        for at in range(len(self.found)):
            most = max(most, self.weights[at])
            if self.found[at] == answer:
                own = self.weights[at]
        return most - own

    def put(self, move: i64, weight: float) -> None:
        self.found.append(move)
        self.weights.append(weight)

    def weigh(self, farm: FarmRules) -> None:
        self.found = []
        self.weights = []
        self.rules = farm
        self.look(farm, farm.mover)
        asking = farm.asking
        if asking == asks.PLAY:
            self.weigh_plays()
        elif asking == asks.MARKET:
            self.weigh_purchases()
        elif asking == asks.FERTILIZE:
            self.weigh_fertilizing()
        elif asking == asks.BUNDLE:
            self.weigh_bundle()
        elif asking == asks.BID:
            self.put(pack1(moves.BID, self.bid_of(farm, farm.mover)), 1.0)
        elif asking == asks.ANSWER:
            self.weigh_bids()
        elif asking == asks.PLANT:
            self.weigh_beds_to_plant()
        elif asking == asks.CROP:
            self.weigh_crops()
        elif asking == asks.OPPONENT or asking == asks.PLAYER:
            self.weigh_players()
        elif asking == asks.BED:
            self.weigh_beds()
        elif asking == asks.TYPE or asking == asks.COLOUR:
            self.weigh_colours()
        else:
            self.weigh_cards()

    # --- what cards are worth ---

    def pays(self, kind: i64, value: i64) -> float:
        """What a crop from hand brings in all, wherever it is planted."""
        effect = EFFECTS[kind]
        return float(value) + effect.when_planted(self, kind) + effect.when_harvested(self, kind)

    def keep(self, c: i64) -> float:
        kind = card_kind(c)
        left = self.to_grow
        if left < 0.0:
            return 0.0
        if not printed.is_crop(kind):
            worth = self.taste[UNPAID] * PROMISES[kind] * min(1.0, left / 2.0)
            cost = card_value(c)
            if cost <= self.farmer.fertilizers:
                worth = max(worth, EFFECTS[kind].gain(self, cost) - self.fertilizer * float(cost))
            return worth
        timer = float(printed.TIMER[kind])
        hurried = 0.0
        if timer > left:
            if self.idle < 0:
                return 0.0
            hurried = self.late_crop(kind, card_value(c))
        ripens = self.ripens(timer)
        if ripens <= 0.0:
            return hurried
        pays = self.pays(kind, card_value(c))
        worth = ripens * max(0.2 * pays, pays * (1.0 - self.taste[DELAY] * timer) - self.bed_turn * timer)
        # of a queue too long for the rest of the game, some will never be harvested
        late = self.wait - self.turns
        if late > 0.0:
            worth *= max(0.0, 1.0 - late / 3.0)
        return max(hurried, worth)

    def late_crop(self, kind: i64, value: i64) -> float:
        """What a crop pays that needs fertilizers to ripen before the end."""
        late = float(printed.TIMER[kind]) - self.to_grow
        ripe = 1.0 - late / (FERTILIZERS_A_TURN + 0.5) if float(self.farmer.fertilizers) >= late else 0.0
        return 0.7 * float(value) * max(0.0, ripe) + EFFECTS[kind].when_planted(self, kind)

    def weigh_purchases(self) -> None:
        """What a card is worth beyond its price; coins are dear while there are few."""
        farm = self.rules
        farmer = self.farmer
        coins = farmer.coins
        dear = 1.0
        if self.turns > 3.0:
            dear += self.taste[POVERTY] * max(0.0, 1.0 - float(coins) / 12.0)
        seeing = -self.taste[MARGIN]
        if self.idle > 0 and farm.limit - farm.used > 1:
            seeing += self.taste[CHURN] * float(self.idle)
        # A queue that will not be harvested before the end is worth nothing.
        room = self.turns - self.wait
        seen: i64 = 0
        slot: i64 = 0
        for kind in farm.market:
            if kind != NO_CARD and printed.PRICE[kind] <= coins and (seen >> kind) & 1 == 0:
                seen |= bit(kind)
                worth = self.keep(card(kind, printed.VALUE[kind]))
                if printed.is_crop(kind) and room < float(printed.TIMER[kind]) / float(len(farmer.beds)):
                    worth *= 0.3
                self.put(pack1(moves.BUY, slot), worth + seeing - dear * float(printed.PRICE[kind]))
            slot += 1
        best = 0.0
        for weight in self.weights:
            best = max(best, weight)
        # with idle beds, leaving a good bargain is no option
        self.put(moves.STOP, RATHER_NOT if self.idle > 0 and best > 1.5 else NOTHING_GAINED)

    # --- trade ---

    def worth_of_bundle(self) -> float:
        """What the offered cards are worth to this seat."""
        total = 0.0
        for c in self.rules.bundle:
            total += self.keep(c)
        return total

    def bid_of(self, farm: FarmRules, seat: i64) -> i64:
        """What this seat usually bids for the bundle on offer: about half of what it is worth, never its last coins."""
        self.rules = farm
        self.look(farm, seat)
        worth = self.worth_of_bundle()
        return max(0, min(self.farmer.coins - 2, i64(worth * (0.45 if farm.seats == 2 else 0.55))))

    def offer_gains(self, farm: FarmRules) -> list[float]:
        """For each card in the mover's hand, what selling it at a usual bid gains over keeping it."""
        seat = farm.mover
        hand = farm.farmers[seat].hand
        best: list[float] = [0.0 for _ in hand]
        other: i64 = 0
        while other < farm.seats:
            if other != seat and farm.farmers[other].coins > 4:
                turns = turns_left(farm, other, rounds_left(farm, self.taste))
                for place in range(len(hand)):
                    best[place] = max(best[place], use_of(hand[place], turns, farm.farmers[other].fertilizers))
            other += 1
        self.look(farm, seat)
        bid = 0.45 if farm.seats == 2 else 0.55
        gains: list[float] = []
        for place in range(len(hand)):
            gains.append((bid - self.harm * (1.0 - bid)) * best[place] - self.keep(hand[place]))
        return gains

    def weigh_bids(self) -> None:
        """Accept what exceeds the cards' worth and what they help the buyer."""
        worth = self.worth_of_bundle()
        for move in self.rules.moves():
            if kind_of(move) == moves.ACCEPT:
                bid = float(self.rules.farmers[first(move)].bid)
                self.put(move, bid * (1.0 + self.harm) - worth - self.harm * max(worth, bid))
        self.put(moves.REJECT, NOTHING_GAINED)

    def weigh_bundle(self) -> None:
        """Offers are planned by the planner; by habit nobody trades."""
        if len(self.rules.bundle) > 0:
            self.put(moves.SEND, 1.0)
        self.put(moves.SKIP, NOTHING_GAINED)

    # --- play ---

    def weigh_plays(self) -> None:
        farm = self.rules
        farmer = self.farmer
        room = farmer.has_empty_bed()
        planting = False
        place: i64 = 0
        seen: i64 = 0
        for c in farmer.hand:
            kind = card_kind(c)
            if (seen >> kind) & 1 == 0 or farmer.is_first_copy(place):
                seen |= bit(kind)
                if printed.is_crop(kind):
                    if room:
                        weight = self.planting_gain(c)
                        if weight > 0.0:
                            planting = True
                            weight += THEN
                        self.put(pack2(moves.PLAY, kind, card_value(c)), weight)
                elif farm.may_play(farmer, c):
                    gain = EFFECTS[kind].gain(self, card_value(c)) - self.fertilizer * float(card_value(c))
                    if gain > 0.0:
                        if EARLY_CARDS[kind]:
                            gain += FIRST
                        self.put(pack2(moves.PLAY, kind, card_value(c)), gain)
                    else:
                        self.put(pack2(moves.PLAY, kind, card_value(c)), gain - 0.3)
            place += 1
        if farm.may_use_class(farmer):
            source = printed.class_source(farmer.klass)
            cost = self.fertilizer * float(printed.CLASS_COST[farmer.klass])
            self.put(moves.USE_CLASS, EFFECTS[source].gain(self, printed.CLASS_COST[farmer.klass]) - cost - 0.1)
        self.put(moves.END, RATHER_NOT if planting else NOTHING_GAINED)

    def planting_gain(self, c: i64) -> float:
        """How well a crop uses a bed: what it pays in a turn, if it ripens in time."""
        kind = card_kind(c)
        timer = float(printed.TIMER[kind])
        if timer <= self.turns:
            return self.pays(kind, card_value(c)) / timer
        return max(self.late_crop(kind, card_value(c)), self.ripens(timer) * self.pays(kind, card_value(c)) / timer)

    def weigh_beds_to_plant(self) -> None:
        kind = self.rules.source
        place: i64 = 0
        seen: i64 = 0
        rare = printed.GRADE[kind] >= 3
        for b in self.farmer.beds:
            if b < 8 and (seen >> b) & 1 == 0:
                seen |= bit(b)
                weight = float(printed.harvest_bonus(b, kind))
                weight += self.bed_turn * float(printed.TIMER[kind] - printed.planted_timer(b, kind))
                if b == printed.GREENHOUSE:
                    weight += 0.06 * float(self.rules.power) * (1.0 if rare else 0.3)
                elif b != printed.COMMON and weight <= 0.0:
                    weight -= 0.3  # keep special beds for crops that suit them
                self.put(pack1(moves.PLANT, place), weight)
            place += 1

    # --- fertilizing ---

    def weigh_fertilizing(self) -> None:
        """A crop that will be ripe next turn anyway gains nothing; any other frees its bed a turn earlier."""
        farm = self.rules
        farmer = self.farmer
        available = min(farmer.fertilizers, farm.limit - farm.used)
        place: i64 = 0
        for b in farmer.beds:
            if b >= 8:
                kind = crop_of(b)
                timer = timer_of(b)
                pays = float(value_of(b) + printed.harvest_bonus(b & 7, kind))
                pays += EFFECTS[kind].when_harvested(self, kind)
                gain = float(EFFECTS[kind].fertilized(0)) - self.fertilizer
                if self.turns < float(timer):
                    if timer <= available or self.turns + float(available) >= float(timer):
                        gain += pays / float(max(1, timer))
                elif timer >= 2:
                    gain += self.bed_turn + self.taste[EARLY] * pays
                else:
                    gain += self.taste[EARLY] * pays * 0.2
                self.put(pack1(moves.FERTILIZE, place), gain)
            place += 1
        self.put(moves.STOP, NOTHING_GAINED)

    # --- targets ---

    def weigh_crops(self) -> None:
        farm = self.rules
        aim = EFFECTS[farm.source].aims_at
        for move in farm.moves():
            owner = farm.farmers[first(move)]
            b: i64 = owner.beds[second(move)]
            value = float(value_of(b))
            own = first(move) == farm.active
            if aim == DEAREST:
                weight = value - 0.1 * float(printed.TIMER[crop_of(b)])
            elif aim == SELF:
                weight = RATHER_NOT
                if own:
                    weight = 2.0 if is_protected(b) else 1.0
                    if float(timer_of(b)) > self.turns:
                        weight -= 10.0
                    weight -= 0.1 * float(timer_of(b))
            elif own:
                weight = RATHER_NOT - value
            else:
                weight = value + float(printed.harvest_bonus(b & 7, crop_of(b))) - 0.5 * float(timer_of(b))
                weight *= self.danger(first(move))
            self.put(move, weight)

    def weigh_players(self) -> None:
        farm = self.rules
        for move in farm.moves():
            if first(move) == farm.active:
                self.put(move, RATHER_NOT)
            else:
                self.put(move, self.danger(first(move)) + 0.001 * self.riches(farm.farmers[first(move)]))

    def weigh_beds(self) -> None:
        farm = self.rules
        hostile = EFFECTS[farm.source].aims_at == RIVAL
        for move in farm.moves():
            owner = farm.farmers[first(move)]
            b: i64 = owner.beds[second(move)]
            own = first(move) == farm.active
            if hostile:
                weight = float(value_of(b)) - 0.5 * float(timer_of(b)) if b >= 8 else 0.0
                if is_protected(b):
                    weight *= 0.2
                weight *= self.danger(first(move))
            elif own:
                weight = 2.0 if b & 7 == printed.COMMON else 0.0
                if b >= 8:
                    weight += 0.1 * float(value_of(b))
            else:
                weight = RATHER_NOT
            self.put(move, weight)

    def weigh_colours(self) -> None:
        farm = self.rules
        for move in farm.moves():
            if farm.asking == asks.COLOUR:
                self.put(move, blight(self, first(move)))
            else:
                n: i64 = 0
                for c in self.farmer.hand:
                    n += printed.harvest_bonus(first(move), card_kind(c)) if printed.is_crop(card_kind(c)) else 0
                self.put(move, float(n))

    def weigh_cards(self) -> None:
        """Choices among cards, and a tribute."""
        farm = self.rules
        asking = farm.asking
        for move in farm.moves():
            kind = first(move)
            if asking == asks.TRIBUTE:
                weight = -1.0 if kind == moves.COIN else -self.fertilizer
            elif asking == asks.POINT:
                weight = self.planting_gain(card(kind, second(move)))
            elif asking == asks.CARD and farm.source != printed.class_source(self.farmer.klass):
                c = card(kind, second(move))
                if EFFECTS[farm.source].early:  # it raises the card's value
                    weight = self.planting_gain(c) if printed.is_crop(kind) else RATHER_NOT
                else:
                    weight = self.fertilizer * float(printed.GRADE[kind]) - self.keep(c)
            elif asking == asks.CARD or asking == asks.DISCARD:
                weight = -self.keep(card(kind, second(move)))
            else:
                if asking == asks.PICK:
                    kind = farm.market[kind]
                weight = self.keep(card(kind, printed.VALUE[kind]))
            self.put(move, weight)

    # --- how positions look ---

    def worth(self, farm: FarmRules, seat: i64) -> float:
        """What this farmer will have when the game ends, in coins, beyond what any farm earns from new cards."""
        self.look(farm, seat)
        taste = self.taste
        farmer = self.farmer
        bed_turn = taste[LEFT_BED_TURN]
        points = float(farmer.coins)
        room = float(len(farmer.beds)) * self.turns
        for b in farmer.beds:
            if b >= 8:
                kind = crop_of(b)
                timer = float(timer_of(b))
                if timer <= self.turns:
                    pays = float(value_of(b) + printed.harvest_bonus(b & 7, kind))
                    points += pays + EFFECTS[kind].when_harvested(self, kind) - bed_turn * (timer - 1.0)
                    room -= timer
                elif timer - self.turns <= 1.0 and self.turns > 0.0:
                    points += 0.3 * float(value_of(b))
        hand = 0.0
        self.bed_turn = bed_turn
        self.wait = 0.0  # room is counted here
        for c in farmer.hand:
            kind = card_kind(c)
            if printed.is_crop(kind):
                timer = float(printed.TIMER[kind])
                if room >= timer:
                    hand += self.keep(c)
                    room -= timer
                else:
                    hand += 0.1 * self.keep(c)
            else:
                hand += self.keep(c)
        points += taste[LEFT_HAND] * hand
        usable = min(float(farmer.fertilizers), FERTILIZERS_A_TURN * self.turns)
        return points + taste[LEFT_FERTILIZER] * usable * (1.0 - 0.4 * usable / (FERTILIZERS_A_TURN * self.turns + 1.0))


def use_of(c: i64, turns: float, fertilizers: i64) -> float:
    """What a card is probably worth to a farmer whose hand we do not know."""
    kind = card_kind(c)
    if printed.is_crop(kind):
        return 0.8 * float(card_value(c)) if float(printed.TIMER[kind]) <= turns else 0.0
    return 0.5 * PROMISES[kind] if card_value(c) <= fertilizers and turns > 0.0 else 0.0

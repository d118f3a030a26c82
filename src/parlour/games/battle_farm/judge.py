"""How good a position of Battle Farm looks, which moves are worth considering, and how playouts play it.

Everything is measured in coins: a crop is worth what it will pay less the cost of occupying its bed, a card in hand
what it may still become, a fertilizer the turn it saves.
"""

from __future__ import annotations

import math
from typing import Final

from mypy_extensions import i64

from parlour.core.bits import bit, first, kind_of, pack1, pack2, second
from parlour.core.dice import Dice
from parlour.core.state import OVER, Evaluator, Planner
from parlour.games.battle_farm import asks, fields, moves, phases, printed
from parlour.games.battle_farm.effects import DEAREST, RIVAL, SELF
from parlour.games.battle_farm.farmer import NO_CARD, Farmer, card, card_kind, card_value, crop_of, timer_of, value_of
from parlour.games.battle_farm.planner import FarmPlanner
from parlour.games.battle_farm.rules import FarmRules
from parlour.games.battle_farm.sources import EFFECTS

A_BED_TURN: Final = 1.0  # what a bed could otherwise earn in a turn
CROWDED_BED_TURN: Final = 0.2  # how much more for each crop card waiting for a bed
USUAL_BED_TURN: Final = 1.2
A_FERTILIZER: Final = 0.8
LATER: Final = 0.03  # the share of its value that a crop loses with each turn of delay
INCOME: Final = 5.0  # coins a leading farm earns in a round

ACTION_WORTH: Final[list[float]] = [effect.worth for effect in EFFECTS]


def growing(pays: float, timer: i64, turns: float, boost: i64, bed_turn: float, soon: float) -> float:
    """A growing crop: worth less for each turn it occupies its bed, and little if the game may end first."""
    if timer <= 0:
        return pays
    late = float(timer) - turns
    if late > 0.0:
        if timer <= boost:
            return 0.8 * pays
        return pays * max(0.0, 0.35 - 0.2 * late) if turns > 0.0 else 0.0
    return max(0.4 * pays, pays - (bed_turn + LATER * pays) * (float(timer) - soon))


def hand_worth(c: i64, turns: float, bed_turn: float) -> float:
    """A card that may still be planted or played."""
    kind = card_kind(c)
    if not printed.is_crop(kind):
        return ACTION_WORTH[kind] * min(1.0, turns / 2.0)
    pays = float(card_value(c))
    left = turns - float(printed.TIMER[kind])
    if left < 0.0:
        return 0.1 * pays if turns > 0.0 else 0.0
    return (
        0.9
        * max(0.3 * pays, pays - (bed_turn + LATER * pays) * float(printed.TIMER[kind]))
        * min(1.0, 0.5 + left / 4.0)
    )


class Farm(FarmRules):
    """Battle Farm with an estimate of what each farm will yield."""

    def blank(self) -> Farm:
        return Farm(self.seats, self.win_limit, self.max_rounds, self.order, self.fresh_market)

    def planner(self, dice: Dice, evaluator: Evaluator) -> Planner:
        plain = type(evaluator) is Evaluator  # the planner's own judgement is better than this judge
        return FarmPlanner(self, dice, None if plain else evaluator)

    # --- the judge ---

    def judge(self, seat: i64) -> float:
        """The share of the win that this farm can expect, given what all farms are worth.

        Mostly a steep measure of the lead; a little plain worth keeps those who are far behind or ahead trying.
        """
        if self.mover == OVER:
            return self.payoffs()[seat]
        if self.has_left(seat):
            return 0.0
        rounds = self.rounds_left()
        scale = 4.0 + 0.5 * rounds  # how large a lead matters: smaller towards the end
        own = self.worth(seat, rounds)
        total = 0.0
        riches = 0.0
        other: i64 = 0
        while other < self.seats:
            if not self.has_left(other):
                worth = own if other == seat else self.worth(other, rounds)
                total += math.exp(min(30.0, (worth - own) / scale))
                riches += worth + 20.0
            other += 1
        return 0.7 / total + 0.3 * (own + 20.0) / riches

    def rounds_left(self) -> float:
        """A guess at the number of rounds after this one."""
        if self.final:
            return 0.0
        best: i64 = 0
        for farmer in self.farmers:
            best = max(best, farmer.coins)
        by_coins = float(self.win_limit - best) / INCOME
        by_deck = 2.0 + float(len(self.deck)) / (2.2 * float(self.seats))
        return max(1.0, min(by_coins, min(by_deck, float(self.max_rounds - self.round))))

    def turns_left(self, seat: i64, rounds: float) -> float:
        """How many turns this seat has left after the current one."""
        if not self.final:
            return rounds
        return 1.0 if self.place_in_order(seat) > self.place else 0.0

    def place_in_order(self, seat: i64) -> i64:
        place: i64 = 0
        while self.order[place] != seat:
            place += 1
        return place

    def worth(self, seat: i64, rounds: float) -> float:
        """What this farmer will have when the game ends, in coins."""
        farmer = self.farmers[seat]
        turns = self.turns_left(seat, rounds)
        points = float(farmer.coins)
        acting = seat == self.active
        waiting = self.waiting(farmer)
        bed_turn = A_BED_TURN + CROWDED_BED_TURN * float(min(4, waiting))
        # Fertilizers can still ripen crops in this turn.
        boost: i64 = 0
        if acting:
            if self.phase == phases.FERTILIZE:
                boost = min(farmer.fertilizers, self.limit - self.used)
            elif turns < 4.0:
                boost = min(farmer.fertilizers, 2)
        # Timers fall when a farmer's turn begins: soon for the next in order, a round away for the active one.
        wait = (self.place_in_order(seat) - self.place + self.seats - 1) % self.seats
        soon = 1.0 - float(wait + 1) / float(self.seats)
        idle: i64 = 0
        for b in farmer.beds:
            if b >= 8:
                kind = crop_of(b)
                pays = float(value_of(b) + printed.harvest_bonus(b & 7, kind))
                points += growing(pays, timer_of(b), turns, boost, bed_turn, soon)
            else:
                idle += 1
        hand = 0.0
        for c in farmer.hand:
            worth = hand_worth(c, turns, bed_turn)
            if not printed.is_crop(card_kind(c)) and card_value(c) > farmer.fertilizers:
                worth *= 0.3
            hand += worth
        # If there are more crops than can be planted in time, each is worth less.
        room = float(idle) + float(len(farmer.beds)) * turns / 2.0
        if float(waiting) > room:
            hand *= 0.2 + 0.8 * room / float(waiting)
        points += hand
        if acting and self.resolving == phases.PLANTING and self.named != NO_CARD:
            points += 1.1 * hand_worth(self.named, turns, bed_turn)
        useful = min(float(farmer.fertilizers), 3.0 + 2.5 * turns)
        points += A_FERTILIZER * useful * min(1.0, turns / 3.0)
        return points

    # --- moves worth considering ---

    def candidates(self) -> list[i64]:
        asking = self.asking
        if asking == asks.BID:
            return self.sensible_bids()
        if asking == asks.BUNDLE:
            return self.sensible_bundles()
        legal = self.moves()
        if asking == asks.MARKET:
            return self.different_cards(legal)
        if len(legal) <= 2:
            return legal
        if asking == asks.CROP:
            return self.sensible_crops(legal)
        if asking == asks.BED:
            return self.sensible_beds(legal)
        if asking == asks.PLANT:
            return self.different_beds(legal)
        if asking == asks.FETCH:
            return self.best_cards(legal, 5)
        return legal

    def price_of_bundle(self) -> i64:
        """What the offered cards are worth to somebody with time to use them."""
        turns = self.rounds_left()
        worth = 0.0
        for c in self.bundle:
            worth += hand_worth(c, turns, USUAL_BED_TURN)
        return i64(worth)

    def sensible_bids(self) -> list[i64]:
        coins = self.farmers[self.mover].coins
        fair = self.price_of_bundle()
        bids: list[i64] = [moves.BID]
        last: i64 = 0
        for bid in (1, fair // 2, fair, fair + 2):
            if bid > last and bid <= coins:
                bids.append(pack1(moves.BID, bid))
                last = bid
        return bids

    def sensible_bundles(self) -> list[i64]:
        """Nothing, or the one card that is worth least to the seller."""
        legal: list[i64] = []
        if len(self.bundle) > 0:
            legal.append(moves.SEND)
            legal.append(moves.SKIP)
            return legal
        farmer = self.farmers[self.mover]
        turns = self.rounds_left()
        if len(farmer.hand) >= 4 and turns > 1.0:
            least: i64 = -1
            least_worth = 1000.0
            for c in farmer.hand:
                worth = hand_worth(c, turns, USUAL_BED_TURN)
                if worth < least_worth and (not printed.is_crop(card_kind(c)) or len(farmer.hand) > 8):
                    least = c
                    least_worth = worth
            if least >= 0:
                legal.append(pack2(moves.ADD, card_kind(least), card_value(least)))
        legal.append(moves.SKIP)
        return legal

    def different_cards(self, legal: list[i64]) -> list[i64]:
        """One slot for each kind at the market; with idle beds, no stopping before buying something cheap."""
        seen: i64 = 0
        kept: list[i64] = []
        for move in legal:
            if move == moves.STOP:
                if not self.must_churn():
                    kept.append(move)
                continue
            kind: i64 = self.market[first(move)]
            if (seen >> kind) & 1 == 0:
                seen |= bit(kind)
                kept.append(move)
        return kept

    def different_beds(self, legal: list[i64]) -> list[i64]:
        """One empty bed of each type."""
        beds = self.farmers[self.mover].beds
        seen: i64 = 0
        kept: list[i64] = []
        for move in legal:
            type: i64 = beds[first(move)] & 7
            if (seen >> type) & 1 == 0:
                seen |= bit(type)
                kept.append(move)
        return kept

    def sensible_crops(self, legal: list[i64]) -> list[i64]:
        """Help one's own crops, harm the others'."""
        aim = EFFECTS[self.source].aims_at
        if aim == DEAREST:
            best: i64 = legal[0]
            best_value: i64 = -1
            for move in legal:
                value = value_of(self.farmers[first(move)].beds[second(move)])
                if value > best_value:
                    best_value = value
                    best = move
            return [best]
        kept: list[i64] = []
        for move in legal:
            if (first(move) == self.active) == (aim == SELF):
                kept.append(move)
        return kept if len(kept) > 0 else legal

    def sensible_beds(self, legal: list[i64]) -> list[i64]:
        kept: list[i64] = []
        hostile = EFFECTS[self.source].aims_at == RIVAL
        for move in legal:
            b: i64 = self.farmers[first(move)].beds[second(move)]
            if hostile:
                if b >= 8:
                    kept.append(move)
            elif first(move) == self.active:
                kept.append(move)
        return kept if len(kept) > 0 else legal

    def best_cards(self, legal: list[i64], most: i64) -> list[i64]:
        """The cards of the discard pile that would be worth most in hand."""
        turns = self.rounds_left()
        rest = legal[:]
        kept: list[i64] = []
        while len(kept) < most and len(rest) > 0:
            best: i64 = 0
            best_worth = -1.0
            at: i64 = 0
            while at < len(rest):
                kind = first(rest[at])
                worth = hand_worth(card(kind, printed.VALUE[kind]), turns, USUAL_BED_TURN)
                if worth > best_worth:
                    best_worth = worth
                    best = at
                at += 1
            kept.append(rest.pop(best))
        return kept

    # --- how playouts play ---

    def playout_move(self, dice: Dice) -> i64:
        asking = self.asking
        if asking == asks.BUNDLE:
            return moves.SKIP
        if asking == asks.BID:
            fair = self.price_of_bundle()
            return pack1(moves.BID, dice.below(min(self.farmers[self.mover].coins, fair) + 1))
        if asking == asks.MARKET:
            return self.playout_purchase(dice)
        if asking == asks.PLAY:
            return self.playout_play(dice)
        if asking == asks.FERTILIZE:
            return self.playout_fertilizer()
        legal = self.candidates()
        if asking == asks.ANSWER:
            return legal[0]
        return legal[dice.below(len(legal))]

    def must_churn(self) -> bool:
        """Whether to buy anything cheap just to see new cards: there are idle beds and no crops for them."""
        farmer = self.farmers[self.mover]
        if self.waiting(farmer) >= len(farmer.beds) - farmer.crops():
            return False
        if self.turns_left(self.mover, self.rounds_left()) <= 2.0:
            return False
        most = self.price_of_room(farmer)
        for kind in self.market:
            if kind != NO_CARD and printed.PRICE[kind] <= most:
                return True
        return False

    def price_of_room(self, farmer: Farmer) -> i64:
        """What a farmer with idle beds would pay for a card just to see another in its place.

        A market that nobody buys from stays the same for at least a round; without crops in it, nobody earns.
        """
        for kind in self.market:
            if kind != NO_CARD and printed.is_crop(kind):
                return 1 + farmer.coins // 20
        return max(1 + farmer.coins // 20, farmer.coins // 3)

    def waiting(self, farmer: Farmer) -> i64:
        """Crop cards in hand."""
        n: i64 = 0
        for c in farmer.hand:
            if printed.is_crop(card_kind(c)):
                n += 1
        return n

    def playout_purchase(self, dice: Dice) -> i64:
        """The card that promises most beyond its price; with idle beds, a cheap one rather than none."""
        farmer = self.farmers[self.mover]
        waiting = self.waiting(farmer)
        idle: i64 = len(farmer.beds) - farmer.crops()
        crowded = waiting > idle + 2
        turns = self.turns_left(self.mover, self.rounds_left())
        best: i64 = moves.STOP
        best_gain = -float(self.price_of_room(farmer)) if waiting < idle and turns > 2.0 else 0.0
        slot: i64 = 0
        while slot < fields.SLOTS:
            if self.may_buy(farmer, slot):
                kind: i64 = self.market[slot]
                if not (crowded and printed.is_crop(kind)):
                    gain = hand_worth(card(kind, printed.VALUE[kind]), turns, 0.5) - float(printed.PRICE[kind])
                    gain += 0.5 * float(dice.below(3))
                    if gain > best_gain:
                        best_gain = gain
                        best = pack1(moves.BUY, slot)
            slot += 1
        return best

    def playout_play(self, dice: Dice) -> i64:
        """Plant the most valuable crop first; then usually play whatever else is possible."""
        legal = self.moves()
        best: i64 = -1
        best_value: i64 = -1
        for move in legal:
            if kind_of(move) == moves.PLAY and printed.is_crop(first(move)) and second(move) > best_value:
                best_value = second(move)
                best = move
        if best >= 0:
            return best
        if dice.below(4) == 0:
            return moves.END
        return legal[dice.below(len(legal))]

    def playout_fertilizer(self) -> i64:
        """Fertilize the crop with the most value per turn left."""
        farmer = self.farmers[self.mover]
        best: i64 = moves.STOP
        best_rank: i64 = -1
        place: i64 = 0
        for b in farmer.beds:
            if b >= 8:
                rank = value_of(b) * 16 // max(1, timer_of(b))
                if rank > best_rank:
                    best_rank = rank
                    best = pack1(moves.FERTILIZE, place)
            place += 1
        return best

"""The rules of Battle Farm: the six phases of a turn, what decisions do, and the end of the game."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from parlour.core.bits import first, kind_of, second
from parlour.core.dice import Dice
from parlour.core.state import OVER
from parlour.games.battle_farm import asks, events, fields, moves, phases, printed
from parlour.games.battle_farm.choices import FarmChoices, Options
from parlour.games.battle_farm.farmer import (
    NO_BID,
    NO_CARD,
    bed_with,
    card,
    card_kind,
    card_value,
    crop_of,
    timer_of,
    value_of,
    with_timer,
)
from parlour.games.battle_farm.sources import EFFECTS
from parlour.games.battle_farm.state import NOWHERE

DEAD_ROUNDS: Final = 3


class FarmRules(FarmChoices):
    """Battle Farm as played."""

    # --- asking ---

    def ask(self, decision: i64, seat: i64, dice: Dice) -> None:
        self.asking = decision
        self.mover = seat
        options = Options()
        self.list_choices(self.farmers[seat], decision, options)
        if options.size > 1:
            self.round_dead = False
            return
        self.asking = asks.NOTHING
        if options.size == 0:
            self.tell(events.FIZZLED, self.active, self.source)
        else:
            self.tell(events.FORCED, seat, decision, self.source)
            self.answer(decision, options.moves[0], dice)

    def answer(self, decision: i64, move: i64, dice: Dice) -> None:
        """Carry on with the card that asked."""
        if decision == asks.PLANT:
            self.plant(first(move), dice)
        else:
            EFFECTS[self.source].chosen(self, move, dice)

    def ask_in_phase(self, decision: i64, seat: i64) -> None:
        """Ask a question that belongs to a phase rather than a card; it always has more than one answer."""
        self.asking = decision
        self.mover = seat
        if decision < asks.BUNDLE or decision > asks.ANSWER:
            self.round_dead = False

    # --- the flow of a turn ---

    def play(self, move: i64, dice: Dice) -> None:
        asked = self.asking
        self.asking = asks.NOTHING
        if asked == asks.PLAY:
            self.name_card(move, dice)
        elif asked == asks.MARKET:
            if move == moves.STOP:
                self.phase = phases.TRADE
            else:
                self.buy(first(move))
        elif asked == asks.BUNDLE:
            self.bundle_up(move)
        elif asked == asks.BID:
            self.farmers[self.mover].bid = first(move)
            self.tell(events.BADE, self.mover, first(move))
            self.next_bid(self.mover)
        elif asked == asks.ANSWER:
            self.answer_bids(move)
        elif asked == asks.FERTILIZE:
            if move == moves.STOP:
                self.phase = phases.CHECK
            else:
                self.fertilize(first(move), dice)
        else:
            self.answer(asked, move, dice)
        self.run(dice)

    def run(self, dice: Dice) -> None:
        """Continue until somebody has a choice or the game is over."""
        while self.asking == asks.NOTHING and self.mover != OVER:
            if self.resolving != phases.NOTHING:
                self.finish_effect()
            elif self.phase == phases.PLAY:
                farmer = self.farmers[self.active]
                if self.can_play(farmer):
                    self.ask_in_phase(asks.PLAY, self.active)
                else:
                    self.tell(events.IDLE, self.active)
                    self.start_fertilizing(dice)
            elif self.phase == phases.HARVEST:
                self.harvest_next(dice)
            elif self.phase == phases.MARKET:
                self.go_to_market()
            elif self.phase == phases.TRADE:
                self.go_trading()
            elif self.phase == phases.FERTILIZE:
                self.go_fertilizing()
            else:
                self.check()

    def start_turn(self) -> None:
        """Phase 1: every timer falls by 1; ripe crops are then harvested bed by bed."""
        self.active = self.order[self.place]
        self.mover = self.active
        self.phase = phases.HARVEST
        self.bed = NOWHERE
        self.limit = 0
        self.used = 0
        self.tell(events.TURN, self.active, self.round)
        beds = self.farmers[self.active].beds
        place: i64 = 0
        fell = False
        for b in beds:
            if b >= 8 and timer_of(b) > 0:
                beds[place] = with_timer(b, timer_of(b) - 1)
                fell = True
            place += 1
        if fell:
            self.tell(events.COUNTDOWN, self.active)

    # --- phase 1, and harvesting in phase 5 ---

    def harvest_next(self, dice: Dice) -> None:
        beds = self.farmers[self.active].beds
        place = self.bed + 1
        while place < len(beds):
            b: i64 = beds[place]
            if b >= 8 and timer_of(b) == 0:
                self.harvest(place, dice)
                return
            place += 1
        self.phase = phases.MARKET
        self.bed = NOWHERE
        self.used = 0
        self.limit = dice.roll(4)
        self.tell(events.LIMIT, self.active, events.PURCHASES, self.limit)

    def harvest(self, place: i64, dice: Dice) -> None:
        """Section 6.2: the crop leaves, its coins are paid, its effect follows."""
        farmer = self.farmers[self.active]
        b: i64 = farmer.beds[place]
        kind = crop_of(b)
        type = b & 7
        coins = value_of(b) + printed.harvest_bonus(type, kind)
        farmer.beds[place] = type
        self.discard.append(kind)
        farmer.coins += coins
        self.tell(events.HARVESTED, self.active, place, kind, coins, farmer.coins)
        self.begin_effect(phases.HARVESTING, kind)
        self.bed = place
        EFFECTS[kind].harvested(self, type, dice)

    def begin_effect(self, effect: i64, source: i64) -> None:
        self.resolving = effect
        self.source = source
        self.target = NOWHERE
        self.left = 0

    def finish_effect(self) -> None:
        """Count a harvest or discard an action card; an empty deck calls the last round."""
        effect = self.resolving
        self.resolving = phases.NOTHING
        self.target = NOWHERE
        self.left = 0
        self.mover = self.active
        if effect == phases.HARVESTING:
            EFFECTS[self.source].count_harvest(self.farmers[self.active])
            return
        if effect == phases.ACTING:
            self.discard.append(self.source)
            self.tell(events.SPENT, self.active, self.source)
        self.named = NO_CARD
        self.power = 0
        if len(self.deck) == 0:
            self.call_last_round(events.BY_DECK)

    # --- phase 2 ---

    def go_to_market(self) -> None:
        if self.used < self.limit:
            farmer = self.farmers[self.active]
            why: i64 = events.NO_GOODS
            slot: i64 = 0
            while slot < fields.SLOTS:
                if self.may_buy(farmer, slot):
                    self.ask_in_phase(asks.MARKET, self.active)
                    return
                if self.market[slot] != NO_CARD:
                    why = events.NO_COINS
                slot += 1
            self.tell(events.PASSED, self.active, why)
        self.phase = phases.TRADE

    def buy(self, slot: i64) -> None:
        farmer = self.farmers[self.active]
        kind = self.take_from_market(slot)
        farmer.coins -= printed.PRICE[kind]
        self.used += 1
        self.tell(events.BOUGHT, self.active, slot, kind, printed.PRICE[kind], farmer.coins)
        self.refill(slot)
        if len(self.deck) == 0:
            self.call_last_round(events.BY_DECK)

    # --- phase 3 ---

    def go_trading(self) -> None:
        if len(self.farmers[self.active].hand) > 0:
            seat: i64 = 0
            for farmer in self.farmers:
                if seat != self.active and farmer.coins > 0:
                    self.ask_in_phase(asks.BUNDLE, self.active)
                    return
                seat += 1
            self.tell(events.PASSED, self.active, events.NO_BIDDER)
        else:
            self.tell(events.PASSED, self.active, events.NO_HAND)
        self.phase = phases.PLAY

    def bundle_up(self, move: i64) -> None:
        kind = kind_of(move)
        if kind == moves.ADD:
            c = card(first(move), second(move))
            self.bundle.append(c)
            self.tell(events.BUNDLED, self.active, first(move), second(move))
            self.asking = asks.BUNDLE
            return
        if kind == moves.SKIP:
            if len(self.bundle) > 0:
                self.bundle = []
            self.phase = phases.PLAY
            return
        self.sent = True
        self.tell(events.OFFERED, self.active, len(self.bundle))
        for c in self.bundle:
            self.tell(events.SHOWN, self.active, card_kind(c), card_value(c))
        self.farmers[self.active].seen_shown(self.bundle, self.watchers(self.active))
        self.next_bid(self.active)

    def next_bid(self, after: i64) -> None:
        """Ask the next opponent who has a coin; after the last one the bids are shown."""
        step: i64 = 1
        while self.after(step - 1) != after:
            step += 1
        while step < self.seats:
            seat = self.after(step)
            if self.farmers[seat].coins > 0:
                self.ask_in_phase(asks.BID, seat)
                return
            step += 1
        self.show_bids()

    def show_bids(self) -> None:
        best: i64 = 0
        step: i64 = 1
        while step < self.seats:
            seat = self.after(step)
            bid = self.farmers[seat].bid
            if bid != NO_BID:
                self.tell(events.REVEALED, seat, bid)
                best = max(best, bid)
            step += 1
        if best > 0:
            self.ask_in_phase(asks.ANSWER, self.active)
        else:
            self.tell(events.UNSOLD, self.active, events.NO_BIDS)
            self.end_trade()

    def answer_bids(self, move: i64) -> None:
        if move == moves.REJECT:
            self.tell(events.UNSOLD, self.active, events.REJECTED)
        else:
            self.sell(first(move))
        self.end_trade()

    def sell(self, buyer: i64) -> None:
        """The whole bundle for the bid, values and order kept."""
        self.round_dead = False
        seat = self.active
        price = self.farmers[buyer].bid
        self.farmers[buyer].coins -= price
        self.farmers[seat].coins += price
        self.tell(events.SOLD, seat, buyer, price)
        for c in self.bundle:
            self.remove_openly(seat, self.farmers[seat].place_of(c))
            self.add_openly(buyer, c)
            self.tell(events.HANDED, seat, buyer, card_kind(c), card_value(c))

    def end_trade(self) -> None:
        for farmer in self.farmers:
            farmer.bid = NO_BID
        self.bundle = []
        self.sent = False
        self.mover = self.active
        self.phase = phases.PLAY

    # --- phase 4 ---

    def name_card(self, move: i64, dice: Dice) -> None:
        """D5: the cost is paid and the card leaves the hand before anything is chosen."""
        kind = kind_of(move)
        if kind == moves.END:
            self.start_fertilizing(dice)
            return
        farmer = self.farmers[self.active]
        if kind == moves.USE_CLASS:
            cost: i64 = printed.CLASS_COST[farmer.klass]
            farmer.fertilizers -= cost
            farmer.class_used = True
            self.begin_effect(phases.CLASS_ACTING, printed.class_source(farmer.klass))
            self.tell(events.PLAYED, self.active, self.source, cost, farmer.fertilizers)
            EFFECTS[self.source].played(self, dice)
            return
        c = card(first(move), second(move))
        self.remove_openly(self.active, farmer.place_of(c))
        self.named = c
        self.power = second(move)
        if printed.is_crop(first(move)):
            self.begin_effect(phases.PLANTING, first(move))
            self.tell(events.NAMED, self.active, first(move))
            self.ask(asks.PLANT, self.active, dice)
        else:
            farmer.fertilizers -= self.power
            self.begin_effect(phases.ACTING, first(move))
            self.tell(events.PLAYED, self.active, self.source, self.power, farmer.fertilizers)
            EFFECTS[self.source].played(self, dice)

    def plant(self, place: i64, dice: Dice) -> None:
        """Section 6.3: value kept, timer by rarity and bed, then the planted effect."""
        beds = self.farmers[self.active].beds
        kind = self.source
        type: i64 = beds[place] & 7
        timer = printed.planted_timer(type, kind)
        beds[place] = bed_with(type, kind, self.power, timer)
        self.bed = place
        self.named = NO_CARD
        self.tell(events.PLANTED, self.active, place, kind, self.power, timer)
        EFFECTS[kind].planted(self, dice)

    # --- phase 5 ---

    def start_fertilizing(self, dice: Dice) -> None:
        self.phase = phases.FERTILIZE
        self.used = 0
        self.limit = dice.roll(4)
        self.tell(events.LIMIT, self.active, events.FERTILIZING, self.limit)

    def go_fertilizing(self) -> None:
        farmer = self.farmers[self.active]
        if self.used < self.limit and farmer.fertilizers > 0 and farmer.crops() > 0:
            self.ask_in_phase(asks.FERTILIZE, self.active)
            return
        if self.used < self.limit:
            self.tell(events.PASSED, self.active, events.NO_FERTILIZER if farmer.fertilizers == 0 else events.NO_CROP)
        self.phase = phases.CHECK

    def fertilize(self, place: i64, dice: Dice) -> None:
        farmer = self.farmers[self.active]
        b: i64 = farmer.beds[place]
        kind = crop_of(b)
        value = EFFECTS[kind].fertilized(value_of(b))
        timer = max(0, timer_of(b) - 1)
        farmer.fertilizers -= 1
        self.used += 1
        farmer.beds[place] = bed_with(b & 7, kind, value, timer)
        self.tell(events.FERTILIZED, self.active, place, value, timer, farmer.fertilizers)
        if timer == 0:
            self.harvest(place, dice)

    # --- phase 6 and the end ---

    def check(self) -> None:
        farmer = self.farmers[self.active]
        if farmer.coins >= self.win_limit:
            self.call_last_round(events.BY_COINS)
        if not printed.ONCE_A_GAME[farmer.klass]:
            farmer.class_used = False
        self.place += 1
        if self.place == self.seats:
            self.place = 0
            self.end_round()
        if self.mover != OVER:
            self.start_turn()

    def call_last_round(self, cause: i64) -> None:
        if not self.final:
            self.final = True
            self.tell(events.LAST_ROUND, self.active, cause)

    def end_round(self) -> None:
        self.dead_rounds = self.dead_rounds + 1 if self.round_dead else 0
        if self.final:
            self.end_game(events.BY_LAST_ROUND)
        elif self.dead_rounds >= DEAD_ROUNDS:
            self.end_game(events.BY_DEAD_FIELD)
        elif self.round >= self.max_rounds:
            self.end_game(events.BY_ROUND_CAP)
        else:
            self.round += 1
            self.round_dead = not self.any_crop()
            if self.fresh_market and self.untouched:
                self.renew_market()
            self.untouched = True

    def renew_market(self) -> None:
        """Nobody wanted the market's cards, so the next round begins with six others (R72)."""
        self.tell(events.STALE, self.round - 1)
        self.lay_out_market()
        if len(self.deck) == 0:
            self.call_last_round(events.BY_DECK)

    def end_game(self, cause: i64) -> None:
        self.mover = OVER
        self.cause = cause
        self.tell(events.ENDED, cause)

    def leave(self, seat: i64) -> None:
        """The farm lies fallow: nothing is done on its turns."""
        super().leave(seat)
        if self.mover == OVER:
            self.cause = events.BY_LEAVING
            self.tell(events.ENDED, events.BY_LEAVING)

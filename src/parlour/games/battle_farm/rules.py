"""The turn of Battle Farm: its six phases, what may be decided in each, and the end of the game."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from parlour.core.bits import bit, first, kind_of, pack1, pack2, second
from parlour.core.dice import Dice
from parlour.core.state import OVER
from parlour.games.battle_farm.cards import CLASSES
from parlour.games.battle_farm.effects import EFFECTS
from parlour.games.battle_farm.farmer import (
    HYDROPONIC,
    NO_BID,
    NO_CARD,
    RAISED,
    ROTATIONAL,
    TRELLIS,
    VERTICAL,
    Farmer,
    bed_with,
    card,
    crop_of,
    kind_of_card,
    timer_of,
    value_of,
    value_of_card,
    with_timer,
)
from parlour.games.battle_farm.moves import (
    ACCEPT,
    ADD,
    BADE,
    BID,
    BOUGHT,
    BUNDLED,
    BUY,
    BY_COINS,
    BY_DEAD_FIELD,
    BY_DECK,
    BY_LAST_ROUND,
    BY_LEAVING,
    BY_ROUND_CAP,
    CHOOSE_BED,
    CHOOSE_CARD,
    CHOOSE_COLOUR,
    CHOOSE_CROP,
    CHOOSE_PLAYER,
    CHOOSE_TYPE,
    COIN,
    COUNTDOWN,
    DISCARD,
    END,
    ENDED,
    FERTILIZE,
    FERTILIZED,
    FERTILIZER,
    FETCH,
    FIZZLED,
    FORCED,
    GIVE,
    HANDED,
    HARVESTED,
    IDLE,
    KEEP,
    LAST_ROUND,
    LIMIT,
    NAMED,
    NO_BIDDER,
    NO_COINS,
    NO_CROP,
    NO_FERTILIZER,
    NO_GOODS,
    NO_HAND,
    OFFERED,
    PASSED,
    PICK,
    PLANT,
    PLANTED,
    PLAY,
    PLAYED,
    REJECT,
    REVEALED,
    SEND,
    SHOWN,
    SKIP,
    SOLD,
    SPENT,
    SPRINKLE,
    STALE,
    STOP,
    TURN,
    UNSOLD,
    USE_CLASS,
)
from parlour.games.battle_farm.state import (
    ACTING,
    APPLES,
    ASK_ANSWER,
    ASK_BED,
    ASK_BID,
    ASK_BUNDLE,
    ASK_CARD,
    ASK_COLOUR,
    ASK_CROP,
    ASK_DISCARD,
    ASK_FERTILIZE,
    ASK_KEEP,
    ASK_MARKET,
    ASK_OPPONENT,
    ASK_PICK,
    ASK_PLANT,
    ASK_PLAY,
    ASK_PLAYER,
    ASK_POINT,
    ASK_TRIBUTE,
    ASK_TYPE,
    CHECK,
    CLASS_ACTING,
    COLOUR,
    CROPS,
    FERTILIZING,
    GRADE,
    HARVEST,
    HARVESTING,
    KINDS,
    MARKET,
    MELON,
    NO_EFFECT,
    NOTHING,
    NOWHERE,
    PLANTING,
    PLAYING,
    PRICE,
    RARE,
    SLOTS,
    TIMER,
    TRADE,
    WHEAT,
    FarmTable,
)

CLASS_COST: Final[list[i64]] = [c.cost for c in CLASSES]
CLASS_ONCE_A_GAME: Final[list[i64]] = [1 if c.once_per == "game" else 0 for c in CLASSES]
GREEN: Final = 1
YELLOW: Final = 2
RED: Final = 0
DEAD_ROUNDS: Final = 3


def harvest_bonus(type: i64, kind: i64) -> i64:
    """Coins on top of the crop's value, by the bed's present type."""
    if type == RAISED:
        return 2 if GRADE[kind] >= RARE else 0
    if type == TRELLIS:
        return 1 if COLOUR[kind] == GREEN else 0
    if type == ROTATIONAL:
        return 1 if COLOUR[kind] == YELLOW else 0
    if type == VERTICAL:
        return 1 if COLOUR[kind] == RED else 0
    return 0


def planted_timer(type: i64, kind: i64) -> i64:
    return TIMER[kind] - 1 if type == HYDROPONIC and GRADE[kind] >= RARE else TIMER[kind]


class FarmRules(FarmTable):
    """Battle Farm as played: what may be decided, and what it does."""

    # --- what may be decided ---

    def moves(self) -> list[i64]:
        options: list[i64] = []
        asking = self.asking
        if self.mover == OVER:
            return options
        farmer = self.farmers[self.mover]
        if asking == ASK_MARKET:
            slot: i64 = 0
            while slot < SLOTS:
                if self.may_buy(farmer, slot):
                    options.append(pack1(BUY, slot))
                slot += 1
            options.append(STOP)
        elif asking == ASK_BUNDLE:
            self.list_bundle(farmer, options)
        elif asking == ASK_BID:
            coins: i64 = 0
            while coins <= farmer.coins:
                options.append(pack1(BID, coins))
                coins += 1
        elif asking == ASK_ANSWER:
            step: i64 = 1
            while step < self.seats:
                if self.farmers[self.after(step)].bid >= 1:
                    options.append(pack1(ACCEPT, self.after(step)))
                step += 1
            options.append(REJECT)
        elif asking == ASK_PLAY:
            self.list_plays(farmer, options)
        elif asking == ASK_FERTILIZE:
            self.list_beds(farmer, FERTILIZE, True, options)
            options.append(STOP)
        else:
            self.list_choices(farmer, asking, options)
        return options

    def list_choices(self, farmer: Farmer, asking: i64, options: list[i64]) -> None:
        """The answers to what a card asks."""
        if asking == ASK_PLANT:
            self.list_beds(farmer, PLANT, False, options)
        elif asking == ASK_CROP:
            self.list_crops(options)
        elif asking == ASK_OPPONENT:
            self.list_players(self.active, options)
        elif asking == ASK_PLAYER:
            self.list_players(NOWHERE, options)
        elif asking == ASK_BED:
            self.list_all_beds(options)
        elif asking == ASK_TYPE:
            present: i64 = farmer.beds[self.target] & 7
            for type in (TRELLIS, ROTATIONAL, VERTICAL):
                if type != present:
                    options.append(pack1(CHOOSE_TYPE, type))
        elif asking == ASK_COLOUR:
            colour: i64 = 0
            while colour < 3:
                options.append(pack1(CHOOSE_COLOUR, colour))
                colour += 1
        elif asking == ASK_CARD:
            self.list_hand(farmer, CHOOSE_CARD, KINDS, options)
        elif asking == ASK_DISCARD:
            self.list_hand(farmer, DISCARD, KINDS, options)
        elif asking == ASK_POINT:
            self.list_hand(farmer, SPRINKLE, CROPS, options)
        elif asking == ASK_TRIBUTE:
            if farmer.coins > 0:
                options.append(pack1(GIVE, COIN))
            if farmer.fertilizers > 0:
                options.append(pack1(GIVE, FERTILIZER))
        elif asking == ASK_KEEP:
            top: i64 = self.deck[len(self.deck) - 1]
            below: i64 = self.deck[len(self.deck) - 2]
            options.append(pack1(KEEP, top))
            if below != top:
                options.append(pack1(KEEP, below))
        elif asking == ASK_PICK:
            slot: i64 = 0
            while slot < SLOTS:
                if self.market[slot] != NO_CARD:
                    options.append(pack1(PICK, slot))
                slot += 1
        else:
            self.list_discard(options)

    def may_buy(self, farmer: Farmer, slot: i64) -> bool:
        kind: i64 = self.market[slot]
        return kind != NO_CARD and PRICE[kind] <= farmer.coins

    def may_play(self, farmer: Farmer, c: i64) -> bool:
        """Whether the active player may name this hand card."""
        kind = kind_of_card(c)
        if kind < CROPS:
            return farmer.has_empty_bed()
        return value_of_card(c) <= farmer.fertilizers and EFFECTS[kind].playable(self)

    def may_use_class(self, farmer: Farmer) -> bool:
        return (
            not farmer.class_used
            and CLASS_COST[farmer.klass] <= farmer.fertilizers
            and EFFECTS[KINDS + farmer.klass].playable(self)
        )

    def list_plays(self, farmer: Farmer, options: list[i64]) -> None:
        place: i64 = 0
        seen: i64 = 0  # kinds that came before in the hand
        room = farmer.has_empty_bed()
        for c in farmer.hand:
            kind = kind_of_card(c)
            if (seen >> kind) & 1 == 0 or farmer.is_first_copy(place):
                seen |= bit(kind)
                if room if kind < CROPS else self.may_play(farmer, c):
                    options.append(pack2(PLAY, kind, value_of_card(c)))
            place += 1
        if self.may_use_class(farmer):
            options.append(USE_CLASS)
        options.append(END)

    def can_play(self, farmer: Farmer) -> bool:
        room = farmer.has_empty_bed()
        for c in farmer.hand:
            if room if kind_of_card(c) < CROPS else self.may_play(farmer, c):
                return True
        return self.may_use_class(farmer)

    def list_bundle(self, farmer: Farmer, options: list[i64]) -> None:
        """D2: different cards by first copy; none that comes before the card added last."""
        hand = farmer.hand
        size: i64 = len(self.bundle)
        place: i64 = 0
        if size > 0:
            place = farmer.place_of(self.bundle[size - 1])
        seen: i64 = 0  # kinds that came before in the hand
        before: i64 = 0
        while before < place:
            seen |= bit(kind_of_card(hand[before]))
            before += 1
        while place < len(hand):
            c: i64 = hand[place]
            new = (seen >> kind_of_card(c)) & 1 == 0 or farmer.is_first_copy(place)
            seen |= bit(kind_of_card(c))
            if new and (size == 0 or self.may_add(farmer, c)):
                options.append(pack2(ADD, kind_of_card(c), value_of_card(c)))
            place += 1
        if size > 0:
            options.append(SEND)
        options.append(SKIP)

    def may_add(self, farmer: Farmer, c: i64) -> bool:
        """Whether a copy of this card is outside the bundle."""
        copies: i64 = 0
        for other in farmer.hand:
            if other == c:
                copies += 1
        for other in self.bundle:
            if other == c:
                copies -= 1
        return copies > 0

    def list_beds(self, farmer: Farmer, move: i64, grown: bool, options: list[i64]) -> None:
        place: i64 = 0
        for b in farmer.beds:
            if (b >= 8) == grown:
                options.append(pack1(move, place))
            place += 1

    def list_crops(self, options: list[i64]) -> None:
        effect = EFFECTS[self.source]
        seat: i64 = 0
        for farmer in self.farmers:
            place: i64 = 0
            for b in farmer.beds:
                if b >= 8 and effect.may_choose_crop(self, b):
                    options.append(pack2(CHOOSE_CROP, seat, place))
                place += 1
            seat += 1

    def list_all_beds(self, options: list[i64]) -> None:
        effect = EFFECTS[self.source]
        seat: i64 = 0
        for farmer in self.farmers:
            place: i64 = 0
            for b in farmer.beds:
                if effect.may_choose_bed(self, seat, b):
                    options.append(pack2(CHOOSE_BED, seat, place))
                place += 1
            seat += 1

    def list_players(self, without: i64, options: list[i64]) -> None:
        effect = EFFECTS[self.source]
        seat: i64 = 0
        while seat < self.seats:
            if seat != without and effect.may_choose_player(self, seat):
                options.append(pack1(CHOOSE_PLAYER, seat))
            seat += 1

    def list_hand(self, farmer: Farmer, move: i64, kinds: i64, options: list[i64]) -> None:
        """The different cards of a hand, of the first so many kinds."""
        place: i64 = 0
        seen: i64 = 0
        for c in farmer.hand:
            kind = kind_of_card(c)
            if kind < kinds and ((seen >> kind) & 1 == 0 or farmer.is_first_copy(place)):
                seen |= bit(kind)
                options.append(pack2(move, kind, value_of_card(c)))
            place += 1

    def list_discard(self, options: list[i64]) -> None:
        """The different cards of the discard pile, the one discarded last first."""
        listed: i64 = 0
        at: i64 = len(self.discard) - 1
        while at >= 0:
            kind: i64 = self.discard[at]
            if (listed >> kind) & 1 == 0:
                listed |= bit(kind)
                options.append(pack1(FETCH, kind))
            at -= 1

    def allows(self, move: i64) -> bool:
        if self.asking == ASK_BID and kind_of(move) == BID:
            return move == pack1(BID, first(move)) and first(move) <= self.farmers[self.mover].coins
        return move in self.moves()

    def random_move(self, dice: Dice) -> i64:
        if self.asking == ASK_BID:
            return pack1(BID, dice.below(self.farmers[self.mover].coins + 1))
        moves = self.moves()
        return moves[dice.below(len(moves))]

    def default_move(self) -> i64:
        """Nothing bid, nothing done; where something must be chosen, the last on the list."""
        if self.asking == ASK_BID:
            return BID
        moves = self.moves()
        return moves[len(moves) - 1]

    # --- asking ---

    def ask(self, decision: i64, seat: i64, dice: Dice) -> None:
        self.asking = decision
        self.mover = seat
        options: list[i64] = []
        self.list_choices(self.farmers[seat], decision, options)
        if len(options) > 1:
            self.round_dead = False
            return
        self.asking = NOTHING
        if len(options) == 0:
            self.tell(FIZZLED, self.active, self.source)
        else:
            self.tell(FORCED, seat, decision, self.source)
            self.answer(decision, options[0], dice)

    def answer(self, decision: i64, move: i64, dice: Dice) -> None:
        """Carry on with the card that asked."""
        if decision == ASK_PLANT:
            self.plant(first(move), dice)
        else:
            EFFECTS[self.source].chosen(self, move, dice)

    def open(self, decision: i64, seat: i64) -> None:
        """Ask one of the questions of the phases themselves: there is always more than one answer."""
        self.asking = decision
        self.mover = seat
        if decision < ASK_BUNDLE or decision > ASK_ANSWER:
            self.round_dead = False

    # --- the flow of a turn ---

    def play(self, move: i64, dice: Dice) -> None:
        asked = self.asking
        self.asking = NOTHING
        if asked == ASK_PLAY:
            self.name_card(move, dice)
        elif asked == ASK_MARKET:
            if move == STOP:
                self.phase = TRADE
            else:
                self.buy(first(move))
        elif asked == ASK_BUNDLE:
            self.bundle_up(move)
        elif asked == ASK_BID:
            self.farmers[self.mover].bid = first(move)
            self.tell(BADE, self.mover, first(move))
            self.next_bid(self.mover)
        elif asked == ASK_ANSWER:
            self.answer_bids(move)
        elif asked == ASK_FERTILIZE:
            if move == STOP:
                self.phase = CHECK
            else:
                self.fertilize(first(move), dice)
        else:
            self.answer(asked, move, dice)
        self.run(dice)

    def run(self, dice: Dice) -> None:
        """Go on until somebody has a choice or the game is over."""
        while self.asking == NOTHING and self.mover != OVER:
            if self.effect != NO_EFFECT:
                self.finish_effect()
            elif self.phase == PLAYING:
                farmer = self.farmers[self.active]
                if self.can_play(farmer):
                    self.open(ASK_PLAY, self.active)
                else:
                    self.tell(IDLE, self.active)
                    self.start_fertilizing(dice)
            elif self.phase == HARVEST:
                self.harvest_next(dice)
            elif self.phase == MARKET:
                self.go_to_market()
            elif self.phase == TRADE:
                self.go_trading()
            elif self.phase == FERTILIZING:
                self.go_fertilizing()
            else:
                self.check()

    def start_turn(self) -> None:
        """Phase 1: every timer falls, then bed by bed what is ripe is harvested."""
        self.active = self.order[self.place]
        self.mover = self.active
        self.phase = HARVEST
        self.bed = NOWHERE
        self.limit = 0
        self.used = 0
        self.tell(TURN, self.active, self.round)
        beds = self.farmers[self.active].beds
        place: i64 = 0
        fell = False
        for b in beds:
            if b >= 8 and timer_of(b) > 0:
                beds[place] = with_timer(b, timer_of(b) - 1)
                fell = True
            place += 1
        if fell:
            self.tell(COUNTDOWN, self.active)

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
        self.phase = MARKET
        self.bed = NOWHERE
        self.used = 0
        self.limit = dice.roll(4)
        self.tell(LIMIT, self.active, 0, self.limit)

    def harvest(self, place: i64, dice: Dice) -> None:
        """Section 6.2: the crop leaves, its coins are paid, its effect follows."""
        farmer = self.farmers[self.active]
        b: i64 = farmer.beds[place]
        kind = crop_of(b)
        type = b & 7
        coins = value_of(b) + harvest_bonus(type, kind)
        farmer.beds[place] = type
        self.discard.append(kind)
        farmer.coins += coins
        self.tell(HARVESTED, self.active, place, kind, coins, farmer.coins)
        self.begin_effect(HARVESTING, kind)
        self.bed = place
        EFFECTS[kind].harvested(self, type, dice)

    def begin_effect(self, effect: i64, source: i64) -> None:
        self.effect = effect
        self.source = source
        self.target = NOWHERE
        self.left = 0

    def finish_effect(self) -> None:
        """A harvest is counted, an action card discarded; an empty deck calls the last round."""
        effect = self.effect
        self.effect = NO_EFFECT
        self.target = NOWHERE
        self.left = 0
        self.mover = self.active
        if effect == HARVESTING:
            farmer = self.farmers[self.active]
            if self.source == APPLES:
                farmer.apples += 1
            elif self.source == MELON:
                farmer.melons += 1
            return
        if effect == ACTING:
            self.discard.append(self.source)
            self.tell(SPENT, self.active, self.source)
        self.named = NO_CARD
        self.power = 0
        if len(self.deck) == 0:
            self.call_last_round(BY_DECK)

    # --- phase 2 ---

    def go_to_market(self) -> None:
        if self.used < self.limit:
            farmer = self.farmers[self.active]
            why: i64 = NO_GOODS
            slot: i64 = 0
            while slot < SLOTS:
                if self.may_buy(farmer, slot):
                    self.open(ASK_MARKET, self.active)
                    return
                if self.market[slot] != NO_CARD:
                    why = NO_COINS
                slot += 1
            self.tell(PASSED, self.active, why)
        self.phase = TRADE

    def buy(self, slot: i64) -> None:
        farmer = self.farmers[self.active]
        kind = self.take_from_market(slot)
        farmer.coins -= PRICE[kind]
        self.used += 1
        self.tell(BOUGHT, self.active, slot, kind, PRICE[kind], farmer.coins)
        self.refill(slot)
        if len(self.deck) == 0:
            self.call_last_round(BY_DECK)

    # --- phase 3 ---

    def go_trading(self) -> None:
        if len(self.farmers[self.active].hand) > 0:
            seat: i64 = 0
            for farmer in self.farmers:
                if seat != self.active and farmer.coins > 0:
                    self.open(ASK_BUNDLE, self.active)
                    return
                seat += 1
            self.tell(PASSED, self.active, NO_BIDDER)
        else:
            self.tell(PASSED, self.active, NO_HAND)
        self.phase = PLAYING

    def bundle_up(self, move: i64) -> None:
        kind = kind_of(move)
        if kind == ADD:
            c = card(first(move), second(move))
            self.bundle.append(c)
            self.tell(BUNDLED, self.active, first(move), second(move))
            self.asking = ASK_BUNDLE
            return
        if kind == SKIP:
            if len(self.bundle) > 0:
                self.bundle = []
            self.phase = PLAYING
            return
        self.sent = True
        self.tell(OFFERED, self.active, len(self.bundle))
        for c in self.bundle:
            self.tell(SHOWN, self.active, kind_of_card(c), value_of_card(c))
        self.farmers[self.active].seen_lying(self.bundle, self.watchers(self.active))
        self.next_bid(self.active)

    def next_bid(self, after: i64) -> None:
        """Ask the next opponent who has a coin; after the last one the bids are shown."""
        step: i64 = 1
        while self.after(step - 1) != after:
            step += 1
        while step < self.seats:
            seat = self.after(step)
            if self.farmers[seat].coins > 0:
                self.open(ASK_BID, seat)
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
                self.tell(REVEALED, seat, bid)
                best = max(best, bid)
            step += 1
        if best > 0:
            self.open(ASK_ANSWER, self.active)
        else:
            self.tell(UNSOLD, self.active, 1)
            self.end_trade()

    def answer_bids(self, move: i64) -> None:
        if move == REJECT:
            self.tell(UNSOLD, self.active, 0)
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
        self.tell(SOLD, seat, buyer, price)
        for c in self.bundle:
            self.go_seen(seat, self.farmers[seat].place_of(c))
            self.come_seen(buyer, c)
            self.tell(HANDED, seat, buyer, kind_of_card(c), value_of_card(c))

    def end_trade(self) -> None:
        for farmer in self.farmers:
            farmer.bid = NO_BID
        self.bundle = []
        self.sent = False
        self.mover = self.active
        self.phase = PLAYING

    # --- phase 4 ---

    def name_card(self, move: i64, dice: Dice) -> None:
        """D5: the cost is paid and the card leaves the hand before anything is chosen."""
        kind = kind_of(move)
        if kind == END:
            self.start_fertilizing(dice)
            return
        farmer = self.farmers[self.active]
        if kind == USE_CLASS:
            cost: i64 = CLASS_COST[farmer.klass]
            farmer.fertilizers -= cost
            farmer.class_used = True
            self.begin_effect(CLASS_ACTING, KINDS + farmer.klass)
            self.tell(PLAYED, self.active, self.source, cost, farmer.fertilizers)
            EFFECTS[self.source].played(self, dice)
            return
        c = card(first(move), second(move))
        self.go_seen(self.active, farmer.place_of(c))
        self.named = c
        self.power = second(move)
        if first(move) < CROPS:
            self.begin_effect(PLANTING, first(move))
            self.tell(NAMED, self.active, first(move))
            self.ask(ASK_PLANT, self.active, dice)
        else:
            farmer.fertilizers -= self.power
            self.begin_effect(ACTING, first(move))
            self.tell(PLAYED, self.active, self.source, self.power, farmer.fertilizers)
            EFFECTS[self.source].played(self, dice)

    def plant(self, place: i64, dice: Dice) -> None:
        """Section 6.3: value kept, timer by rarity and bed, then the planted effect."""
        beds = self.farmers[self.active].beds
        kind = self.source
        type: i64 = beds[place] & 7
        timer = planted_timer(type, kind)
        beds[place] = bed_with(type, kind, self.power, timer)
        self.bed = place
        self.named = NO_CARD
        self.tell(PLANTED, self.active, place, kind, self.power, timer)
        EFFECTS[kind].planted(self, dice)

    # --- phase 5 ---

    def start_fertilizing(self, dice: Dice) -> None:
        self.phase = FERTILIZING
        self.used = 0
        self.limit = dice.roll(4)
        self.tell(LIMIT, self.active, 1, self.limit)

    def go_fertilizing(self) -> None:
        farmer = self.farmers[self.active]
        if self.used < self.limit and farmer.fertilizers > 0 and farmer.crops() > 0:
            self.open(ASK_FERTILIZE, self.active)
            return
        if self.used < self.limit:
            self.tell(PASSED, self.active, NO_FERTILIZER if farmer.fertilizers == 0 else NO_CROP)
        self.phase = CHECK

    def fertilize(self, place: i64, dice: Dice) -> None:
        farmer = self.farmers[self.active]
        b: i64 = farmer.beds[place]
        kind = crop_of(b)
        value = value_of(b) + 1 if kind == WHEAT else value_of(b)
        timer = max(0, timer_of(b) - 1)
        farmer.fertilizers -= 1
        self.used += 1
        farmer.beds[place] = bed_with(b & 7, kind, value, timer)
        self.tell(FERTILIZED, self.active, place, value, timer, farmer.fertilizers)
        if timer == 0:
            self.harvest(place, dice)

    # --- phase 6 and the end ---

    def check(self) -> None:
        farmer = self.farmers[self.active]
        if farmer.coins >= self.win_limit:
            self.call_last_round(BY_COINS)
        if CLASS_ONCE_A_GAME[farmer.klass] == 0:
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
            self.tell(LAST_ROUND, self.active, cause)

    def end_round(self) -> None:
        self.dead_rounds = self.dead_rounds + 1 if self.round_dead else 0
        if self.final:
            self.end_game(BY_LAST_ROUND)
        elif self.dead_rounds >= DEAD_ROUNDS:
            self.end_game(BY_DEAD_FIELD)
        elif self.round >= self.max_rounds:
            self.end_game(BY_ROUND_CAP)
        else:
            self.round += 1
            self.round_dead = not self.any_crop()
            if self.fresh_market and self.untouched:
                self.renew_market()
            self.untouched = True

    def renew_market(self) -> None:
        """Nobody wanted what lay in the market: six other cards lie there when the next round begins (R72)."""
        self.tell(STALE, self.round - 1)
        self.lay_out_market()
        if len(self.deck) == 0:
            self.call_last_round(BY_DECK)

    def end_game(self, cause: i64) -> None:
        self.mover = OVER
        self.cause = cause
        self.tell(ENDED, cause)

    def leave(self, seat: i64) -> None:
        """The farm lies fallow: its turns go by with nothing done."""
        super().leave(seat)
        if self.mover == OVER:
            self.cause = BY_LEAVING
            self.tell(ENDED, BY_LEAVING)

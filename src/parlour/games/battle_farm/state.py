"""A position of Battle Farm: deck, market, discard pile, the farmers, and the question being asked."""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import i64

from parlour.core.bits import bit, count_bits
from parlour.core.dice import Dice
from parlour.core.state import State
from parlour.games.battle_farm import asks, events, fields, phases, printed
from parlour.games.battle_farm.farmer import (
    ALL_WATCHERS,
    CARD_MASK,
    KNOWN,
    NO_BID,
    NO_CARD,
    PERHAPS,
    Farmer,
    card,
    card_kind,
    crop_of,
    timer_of,
    value_of,
    with_type,
)

NOWHERE: Final = -1
MOST_GUESSES: Final = 100
SIMPLE_GUESSES: Final = 50


class FarmTable(State):
    """A position of Battle Farm."""

    def __init__(
        self, seats: i64, win_limit: i64, max_rounds: i64, order: list[i64], fresh_market: bool = True
    ) -> None:
        super().__init__(seats, 0)
        self.win_limit: i64 = win_limit
        self.max_rounds: i64 = max_rounds
        self.fresh_market: bool = (
            fresh_market  # whether the market is replaced after a round in which nobody took a card
        )
        self.order: list[i64] = order  # seats in turn order; never changes, so copies share it
        self.farmers: list[Farmer] = []
        self.deck: list[i64] = []  # kinds; the top card is the last
        self.market: list[i64] = []  # kinds by slot, NO_CARD where empty
        self.discard: list[i64] = []  # kinds, first discarded first
        self.created: list[i64] = []  # kinds made by potatoes and clone
        self.returned: list[
            i64
        ] = []  # seat | kind << 3: cards that a seat put back into the deck and has not seen since
        self.round: i64 = 1
        self.place: i64 = 0  # of the active player in turn order
        self.active: i64 = 0
        self.final: bool = False
        self.cause: i64 = 0  # why the game ended
        self.dead_rounds: i64 = 0  # in a row
        self.round_dead: bool = False  # nothing has happened in this round so far
        self.untouched: bool = True  # nobody has taken a card from the market in this round so far
        self.phase: i64 = phases.HARVEST
        self.limit: i64 = 0  # the d4 of phases 2 and 5
        self.used: i64 = 0  # purchases or fertilizers of this phase
        self.asking: i64 = asks.NOTHING
        # what is being resolved
        self.resolving: i64 = phases.NOTHING
        self.source: i64 = 0  # the card that acts: a kind, or the class card's number after all kinds
        self.named: i64 = NO_CARD  # the card being resolved, which is in no zone
        self.power: i64 = 0  # its current value
        self.bed: i64 = NOWHERE  # the bed harvested or planted last in this turn
        self.left: i64 = 0  # points or discards still to be decided
        self.target: i64 = NOWHERE  # the opponent, or own bed, chosen first
        # the trade
        self.bundle: list[i64] = []
        self.sent: bool = False

    def blank(self) -> FarmTable:
        """A new table with the same seats, limits and order."""
        raise NotImplementedError

    def copy(self) -> FarmTable:
        twin = self.blank()
        twin.mover, twin.out = self.mover, self.out
        twin.deck = self.deck[:]
        twin.market = self.market[:]
        twin.discard = self.discard[:]
        if len(self.created) > 0:
            twin.created = self.created[:]
        if len(self.returned) > 0:
            twin.returned = self.returned[:]
        farmers: list[Farmer] = []
        for farmer in self.farmers:
            farmers.append(farmer.copy())
        twin.farmers = farmers
        twin.round, twin.place, twin.active = self.round, self.place, self.active
        twin.final, twin.cause = self.final, self.cause
        twin.dead_rounds, twin.round_dead, twin.untouched = self.dead_rounds, self.round_dead, self.untouched
        twin.phase, twin.limit, twin.used = self.phase, self.limit, self.used
        twin.asking, twin.resolving = self.asking, self.resolving
        twin.source, twin.named, twin.power = self.source, self.named, self.power
        twin.bed, twin.left, twin.target = self.bed, self.left, self.target
        if len(self.bundle) > 0:
            twin.bundle = self.bundle[:]
        twin.sent = self.sent
        return twin

    def made_with(self) -> tuple[Any, ...]:
        return self.seats, self.win_limit, self.max_rounds, self.order, self.fresh_market

    def payoffs(self) -> list[float]:
        return self.share(self.scores())

    def scores(self) -> list[i64]:
        scores: list[i64] = []
        for farmer in self.farmers:
            scores.append(farmer.coins)
        return scores

    # --- asking ---

    def ask(self, decision: i64, seat: i64, dice: Dice) -> None:
        """Ask a seat to choose. A single option is taken at once; without options nothing happens (R45)."""
        raise NotImplementedError

    def after(self, steps: i64) -> i64:
        """The seat this many turns after the active player, wrapping around."""
        return self.order[(self.place + steps) % self.seats]

    def watchers(self, seat: i64) -> i64:
        """Everybody except this seat, including spectators."""
        return ALL_WATCHERS - bit(seat)

    # --- coins and fertilizers ---

    def gain_coins(self, seat: i64, amount: i64) -> None:
        farmer = self.farmers[seat]
        farmer.coins += amount
        self.tell(events.GAINED, seat, events.COINS, amount, farmer.coins, self.source)

    def gain_fertilizers(self, seat: i64, amount: i64) -> None:
        farmer = self.farmers[seat]
        farmer.fertilizers += amount
        self.tell(events.GAINED, seat, events.FERTILIZERS, amount, farmer.fertilizers, self.source)

    def lose_coins(self, seat: i64, amount: i64) -> None:
        """Nobody loses more than they have."""
        farmer = self.farmers[seat]
        amount = min(amount, farmer.coins)
        farmer.coins -= amount
        self.tell(events.LOST, seat, events.COINS, amount, farmer.coins, self.source)

    def lose_fertilizers(self, seat: i64, amount: i64) -> None:
        farmer = self.farmers[seat]
        amount = min(amount, farmer.fertilizers)
        farmer.fertilizers -= amount
        self.tell(events.LOST, seat, events.FERTILIZERS, amount, farmer.fertilizers, self.source)

    def take_coins(self, seat: i64, victim: i64, amount: i64) -> None:
        giver = self.farmers[victim]
        amount = min(amount, giver.coins)
        giver.coins -= amount
        self.farmers[seat].coins += amount
        self.tell(events.TOOK, seat, victim, events.COINS, amount, self.source)

    def take_fertilizer(self, seat: i64, victim: i64) -> None:
        self.farmers[victim].fertilizers -= 1
        self.farmers[seat].fertilizers += 1
        self.tell(events.TOOK, seat, victim, events.FERTILIZERS, 1, self.source)

    def roll(self, sides: i64, dice: Dice) -> i64:
        die = dice.roll(sides)
        self.tell(events.ROLLED, self.active, sides, die, self.source)
        return die

    # --- the field ---

    def count_colour(self, colour: i64) -> i64:
        """Crops of a colour on the whole field."""
        n: i64 = 0
        for farmer in self.farmers:
            for b in farmer.beds:
                if b >= 8 and printed.COLOUR[crop_of(b)] == colour:
                    n += 1
        return n

    def count_kinds(self) -> i64:
        """Kinds of crop on the whole field."""
        seen: i64 = 0
        for farmer in self.farmers:
            for b in farmer.beds:
                if b >= 8:
                    seen |= bit(crop_of(b))
        return count_bits(seen)

    def any_crop(self) -> bool:
        for farmer in self.farmers:
            for b in farmer.beds:
                if b >= 8:
                    return True
        return False

    def any_unprotected_crop(self) -> bool:
        for farmer in self.farmers:
            for b in farmer.beds:
                if b >= 8 and b & 7 != printed.GREENHOUSE:
                    return True
        return False

    def any_opposing_card(self) -> bool:
        """Whether an opponent of the active player has a card in hand."""
        seat: i64 = 0
        for farmer in self.farmers:
            if seat != self.active and len(farmer.hand) > 0:
                return True
            seat += 1
        return False

    def set_bed(self, seat: i64, place: i64, b: i64) -> None:
        """Change a crop in its bed and announce it."""
        self.farmers[seat].beds[place] = b
        self.tell(events.CHANGED, seat, place, crop_of(b), value_of(b), timer_of(b))

    def retype(self, seat: i64, place: i64, type: i64) -> None:
        """Change the type of a bed; its crop stays (6.5)."""
        beds = self.farmers[seat].beds
        b: i64 = beds[place]
        beds[place] = with_type(b, type)
        self.tell(events.RETYPED, seat, place, b & 7, type)

    def destroy(self, seat: i64, place: i64) -> None:
        """The crop goes to the discard pile: no coins, no effect, no count (6.4)."""
        beds = self.farmers[seat].beds
        b: i64 = beds[place]
        beds[place] = b & 7
        self.discard.append(crop_of(b))
        self.tell(events.DESTROYED, seat, place, crop_of(b))

    # --- cards ---

    def add_openly(self, seat: i64, c: i64) -> None:
        """Add a card to a hand for all to see."""
        farmer = self.farmers[seat]
        farmer.hand.append(c)
        farmer.seen_entering(c, self.watchers(seat))

    def remove_openly(self, seat: i64, place: i64) -> i64:
        """Remove a card from a hand for all to see."""
        farmer = self.farmers[seat]
        c: i64 = farmer.hand.pop(place)
        farmer.seen_leaving(c, self.watchers(seat))
        return c

    def discard_from_hand(self, seat: i64, place: i64) -> i64:
        if seat != self.mover:
            self.unveil()
        c = self.remove_openly(seat, place)
        kind = card_kind(c)
        self.discard.append(kind)
        self.tell(events.DISCARDED, seat, kind)
        return kind

    def create(self, seat: i64, kind: i64, value: i64) -> None:
        self.created.append(kind)
        self.add_openly(seat, card(kind, value))
        self.tell(events.CREATED, seat, kind, value, self.source)

    def draw(self, seat: i64) -> None:
        """Draw the top card of the deck face down, if there is one."""
        if len(self.deck) == 0:
            return
        kind: i64 = self.deck[-1]
        self.tell(events.DREW, seat, kind, len(self.deck) - 1)
        self.deck.pop()
        self.farmers[seat].hand.append(card(kind, printed.VALUE[kind]))
        if len(self.returned) > 0:
            self.seen_again(seat, kind)

    def return_to_deck(self, seat: i64, kind: i64, dice: Dice) -> None:
        """Put a card back at a random place in the deck: `below(size + 1)` cards are above it."""
        size: i64 = len(self.deck)
        self.deck.insert(size - dice.below(size + 1), kind)
        self.returned.append(seat | kind << 3)
        self.tell(events.RETURNED, seat, kind, size + 1)

    def take_from_market(self, slot: i64) -> i64:
        """The active player takes the card in this slot, for all to see."""
        kind: i64 = self.market[slot]
        self.market[slot] = NO_CARD
        self.untouched = False
        self.add_openly(self.active, card(kind, printed.VALUE[kind]))
        return kind

    def lay_out_market(self) -> None:
        """Discard the market's cards, then fill the slots from the deck, both in slot order."""
        slot: i64 = 0
        while slot < fields.SLOTS:
            kind: i64 = self.market[slot]
            if kind != NO_CARD:
                self.discard.append(kind)
                self.tell(events.SWEPT, slot, kind)
            slot += 1
        slot = 0
        while slot < fields.SLOTS:
            self.refill(slot)
            slot += 1

    def refill(self, slot: i64) -> None:
        """Fill a slot from the top of the deck; if the deck is empty, so is the slot."""
        self.market[slot] = NO_CARD
        if len(self.deck) == 0:
            return
        kind: i64 = self.deck[-1]
        self.tell(events.REFILLED, slot, kind, len(self.deck) - 1)
        self.deck.pop()
        self.market[slot] = kind
        if len(self.returned) > 0:
            seat: i64 = 0
            while seat < self.seats:
                self.seen_again(seat, kind)
                seat += 1

    def seen_again(self, seat: i64, kind: i64) -> None:
        """This seat saw a card leave the deck; if it had put one of that kind back, that is accounted for."""
        at: i64 = 0
        while at < len(self.returned):
            if self.returned[at] == seat | kind << 3:
                del self.returned[at]
                return
            at += 1

    # --- hidden cards ---

    def looks_at_deck(self, seat: i64) -> bool:
        """Whether this seat is choosing between the top two cards."""
        return self.asking == asks.KEEP and self.active == seat

    def redeal(self, seat: i64, dice: Dice) -> None:
        """A fair guess (8.1): remembered cards stay; all other hidden cards are redealt to hands and deck.

        `seat` is SPECTATOR for somebody who sees no hand at all.
        """
        pool = self.deck
        seen_top: list[i64] = []
        if self.looks_at_deck(seat):
            seen_top.append(pool.pop())
            seen_top.append(pool.pop())
        sizes: list[i64] = []
        other: i64 = 0
        while other < self.seats:
            farmer = self.farmers[other]
            sizes.append(len(farmer.hand))
            if other != seat:
                for c in farmer.hand:
                    pool.append(card_kind(c))
                farmer.hand = []
            farmer.clear((ALL_WATCHERS - bit(seat)) * (bit(KNOWN) + bit(PERHAPS)))
            farmer.lost &= bit(seat * 8) * 255
            other += 1
        self.keep_remembered(seat, pool, sizes, dice)
        self.guess_bonus(seat, pool, dice)
        dice.shuffle(pool)
        other = 0
        while other < self.seats:
            if other != seat:
                farmer = self.farmers[other]
                while len(farmer.hand) < sizes[other]:
                    kind: i64 = pool.pop()
                    farmer.hand.append(card(kind, printed.VALUE[kind]))
                if self.asking == asks.BID and farmer.bid != NO_BID:
                    farmer.bid = dice.below(farmer.coins + 1)
            other += 1
        if len(seen_top) > 0:
            pool.append(seen_top[1])
            pool.append(seen_top[0])
        if self.asking == asks.BUNDLE and self.active != seat:
            self.guess_bundle(dice)
        if len(self.returned) > 0:
            self.forget_returned(seat)

    def guess_bundle(self, dice: Dice) -> None:
        """A random bundle that the active player might have put together so far."""
        farmer = self.farmers[self.active]
        self.bundle = []
        for place in range(len(farmer.hand)):
            if farmer.is_first_copy(place):
                c: i64 = farmer.hand[place]
                for other in farmer.hand:
                    if other == c and dice.below(2) == 0:
                        self.bundle.append(c)

    def forget_returned(self, seat: i64) -> None:
        """Keep only the cards that this seat itself put back."""
        kept: list[i64] = []
        for entry in self.returned:
            if entry & 7 == seat:
                kept.append(entry)
        self.returned = kept

    def keep_remembered(self, seat: i64, pool: list[i64], sizes: list[i64], dice: Dice) -> None:
        """Deal known cards to their hands, then all but the lost ones of those that may be there."""
        eye = bit(seat)
        other: i64 = 0
        while other < self.seats:
            if other != seat:
                farmer = self.farmers[other]
                for entry in farmer.memory:
                    if (entry >> KNOWN) & eye != 0 and take_out(pool, card_kind(entry)):
                        farmer.hand.append(entry & CARD_MASK)
            other += 1
        # The last copy of a card may be in either of two hands. Try again leaving out other cards, and if chance
        # does not find a solution, leave out the contested ones.
        contested: list[i64] = []
        attempts: i64 = 0
        while attempts < MOST_GUESSES and not self.keep_perhaps(seat, pool, sizes, contested, dice):
            attempts += 1
            if attempts == SIMPLE_GUESSES:
                contested = self.contested(seat, pool)

    def perhaps_of(self, other: i64, seat: i64) -> list[i64]:
        """The cards that the other hand may still hold, as this seat remembers it."""
        perhaps: list[i64] = []
        for entry in self.farmers[other].memory:
            if (entry >> (PERHAPS + seat)) & 1 == 1:
                perhaps.append(entry & CARD_MASK)
        return perhaps

    def contested(self, seat: i64, pool: list[i64]) -> list[i64]:
        """The kinds of which the others may hold more than are left."""
        left = pool[:]
        contested: list[i64] = []
        for other in range(self.seats):
            if other != seat:
                for c in self.perhaps_of(other, seat):
                    if not take_out(left, card_kind(c)):
                        contested.append(card_kind(c))
        return contested

    def keep_perhaps(self, seat: i64, pool: list[i64], sizes: list[i64], contested: list[i64], dice: Dice) -> bool:
        """Deal all but the lost ones of the remembered cards to each hand; undo it all if that fails."""
        known: list[i64] = []
        for farmer in self.farmers:
            known.append(len(farmer.hand))
        short = False
        first: i64 = dice.below(self.seats) if len(contested) > 0 else 0
        step: i64 = 0
        while step < self.seats:
            other: i64 = (first + step) % self.seats
            farmer = self.farmers[other]
            lost = (farmer.lost >> (seat * 8)) & 255
            if other != seat and lost > 0:
                perhaps = self.perhaps_of(other, seat)
                dice.shuffle(perhaps)
                if len(contested) > 0:
                    perhaps = contested_last(perhaps, contested)
                keep: i64 = len(perhaps) - lost
                for c in perhaps:
                    if keep > 0 and len(farmer.hand) < sizes[other] and take_out(pool, card_kind(c)):
                        farmer.hand.append(c)
                        keep -= 1
                if keep > 0:
                    short = True
            step += 1
        if not short:
            return True
        for place in range(self.seats):
            if place != seat:
                hand = self.farmers[place].hand
                while len(hand) > known[place]:
                    pool.append(card_kind(hand.pop()))
        return False

    def guess_bonus(self, seat: i64, pool: list[i64], dice: Dice) -> None:
        """Guess the others' bonus cards again, except those that must be among the visible cards."""
        other: i64 = 0
        while other < self.seats:
            farmer = self.farmers[other]
            if other != seat and farmer.bonus0 != NO_CARD:
                kinds = printed.BONUS_KINDS[farmer.klass]
                free0 = take_out(pool, farmer.bonus0)
                free1 = farmer.bonus1 != NO_CARD and take_out(pool, farmer.bonus1)
                if free0:
                    farmer.bonus0 = kinds[dice.below(len(kinds))]
                    pool.append(farmer.bonus0)
                if free1:
                    farmer.bonus1 = kinds[dice.below(len(kinds))]
                    pool.append(farmer.bonus1)
            other += 1


def contested_last(cards: list[i64], contested: list[i64]) -> list[i64]:
    """The same cards, with those of contested kinds at the end."""
    first: list[i64] = []
    last: list[i64] = []
    for c in cards:
        if card_kind(c) in contested:
            last.append(c)
        else:
            first.append(c)
    return first + last


def take_out(pool: list[i64], kind: i64) -> bool:
    """Remove one card of this kind from an unordered pool, if there is one."""
    at: i64 = len(pool) - 1
    while at >= 0:
        if pool[at] == kind:
            pool[at] = pool[len(pool) - 1]
            pool.pop()
            return True
        at -= 1
    return False

"""The table of Kata TCG: two sides with health, mana, hand, deck, board and discard pile.

A pile of up to twenty cards is packed into two integers of ten cards each, six bits per card; a hand is one such
integer, and so is a minion. Small functions hide this from the rules.
"""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import i64

from parlour.core.dice import Dice
from parlour.core.pickling import taken_apart
from parlour.core.state import OVER, State, duel_payoffs

START_HEALTH: Final = 30
HEALTH_CAP: Final = 30
SLOT_CAP: Final = 10
HAND_CAP: Final = 5
BOARD_CAP: Final = 3
DECK_SIZE: Final = 20
CARD: Final = 6  # bits per card
CARD_MASK: Final = 63
WORD: Final = 10  # cards per integer


# A minion: card, damage, health, health it arrived with, serial, asleep, used.


def minion(card: i64, damage: i64, health: i64, most: i64, serial: i64, asleep: i64, used: i64) -> i64:
    return card | damage << 6 | health << 11 | most << 16 | serial << 21 | asleep << 28 | used << 29


def card_of(m: i64) -> i64:
    return m & 63


def damage_of(m: i64) -> i64:
    return (m >> 6) & 31


def health_of(m: i64) -> i64:
    return (m >> 11) & 31


def most_health_of(m: i64) -> i64:
    return (m >> 16) & 31


def serial_of(m: i64) -> i64:
    return (m >> 21) & 127


def is_asleep(m: i64) -> bool:
    return (m >> 28) & 1 == 1


def is_used(m: i64) -> bool:
    return (m >> 29) & 1 == 1


def is_ready(m: i64) -> bool:
    return m >> 28 == 0


def with_health(m: i64, health: i64) -> i64:
    return (m & ~(31 << 11)) | health << 11


READY_BITS: Final = 0xFFFFFFF  # everything but asleep and used
USED_BIT: Final = 0x20000000


def pile_card(low: i64, high: i64, place: i64) -> i64:
    if place < WORD:
        return (low >> (place * CARD)) & CARD_MASK
    return (high >> ((place - WORD) * CARD)) & CARD_MASK


def pile_cards(low: i64, high: i64, size: i64) -> list[i64]:
    cards: list[i64] = []
    place: i64 = 0
    while place < size:
        cards.append(pile_card(low, high, place))
        place += 1
    return cards


class Side:
    """What one player owns."""

    def __init__(self) -> None:
        self.health: i64 = START_HEALTH
        self.slots: i64 = 0
        self.mana: i64 = 0
        self.hand: i64 = 0  # first drawn lowest
        self.hand_size: i64 = 0
        self.deck_low: i64 = 0  # the bottom ten cards; the top card is the last one
        self.deck_high: i64 = 0
        self.deck_size: i64 = 0
        self.discard_low: i64 = 0  # first discarded lowest
        self.discard_high: i64 = 0
        self.discard_size: i64 = 0
        self.minion0: i64 = 0  # in order of arrival; 0 is an empty place
        self.minion1: i64 = 0
        self.minion2: i64 = 0
        self.board_size: i64 = 0

    def copy(self) -> Side:
        twin = Side()
        twin.health, twin.slots, twin.mana = self.health, self.slots, self.mana
        twin.hand, twin.hand_size = self.hand, self.hand_size
        twin.deck_low, twin.deck_high, twin.deck_size = self.deck_low, self.deck_high, self.deck_size
        twin.discard_low, twin.discard_high, twin.discard_size = self.discard_low, self.discard_high, self.discard_size
        twin.minion0, twin.minion1, twin.minion2 = self.minion0, self.minion1, self.minion2
        twin.board_size = self.board_size
        return twin

    def __reduce__(self) -> tuple[Any, ...]:
        return taken_apart(self)

    def hand_card(self, place: i64) -> i64:
        return (self.hand >> (place * CARD)) & CARD_MASK

    def place_in_hand(self, card: i64) -> i64:
        """The place of the earliest copy, or -1."""
        rest = self.hand
        place: i64 = 0
        while place < self.hand_size:
            if rest & CARD_MASK == card:
                return place
            rest >>= CARD
            place += 1
        return -1

    def into_hand(self, card: i64) -> None:
        self.hand |= card << (self.hand_size * CARD)
        self.hand_size += 1

    def out_of_hand(self, place: i64) -> None:
        """Remove a card from the hand and close the gap."""
        shift = place * CARD
        below = self.hand - ((self.hand >> shift) << shift)
        self.hand = below | (self.hand >> (shift + CARD)) << shift
        self.hand_size -= 1

    def deck_card(self, place: i64) -> i64:
        return pile_card(self.deck_low, self.deck_high, place)

    def onto_deck(self, card: i64) -> None:
        if self.deck_size < WORD:
            self.deck_low |= card << (self.deck_size * CARD)
        else:
            self.deck_high |= card << ((self.deck_size - WORD) * CARD)
        self.deck_size += 1

    def off_deck(self) -> i64:
        """Take the top card."""
        self.deck_size -= 1
        place = self.deck_size
        card = self.deck_card(place)
        if place < WORD:
            self.deck_low ^= card << (place * CARD)
        else:
            self.deck_high ^= card << ((place - WORD) * CARD)
        return card

    def onto_discard(self, card: i64) -> None:
        if self.discard_size < WORD:
            self.discard_low |= card << (self.discard_size * CARD)
        else:
            self.discard_high |= card << ((self.discard_size - WORD) * CARD)
        self.discard_size += 1

    def minion_at(self, place: i64) -> i64:
        if place == 0:
            return self.minion0
        if place == 1:
            return self.minion1
        return self.minion2

    def set_minion(self, place: i64, m: i64) -> None:
        if place == 0:
            self.minion0 = m
        elif place == 1:
            self.minion1 = m
        else:
            self.minion2 = m

    def place_on_board(self, serial: i64) -> i64:
        """The place of the minion with this serial, or -1."""
        place: i64 = 0
        while place < self.board_size:
            if serial_of(self.minion_at(place)) == serial:
                return place
            place += 1
        return -1

    def onto_board(self, m: i64) -> None:
        self.set_minion(self.board_size, m)
        self.board_size += 1

    def off_board(self, place: i64) -> None:
        """Remove a minion and close the gap."""
        if place == 0:
            self.minion0 = self.minion1
        if place <= 1:
            self.minion1 = self.minion2
        self.minion2 = 0
        self.board_size -= 1

    def hand_cards(self) -> list[i64]:
        return pile_cards(self.hand, 0, self.hand_size)

    def deck_cards(self) -> list[i64]:
        """From the bottom to the top."""
        return pile_cards(self.deck_low, self.deck_high, self.deck_size)

    def discard_cards(self) -> list[i64]:
        return pile_cards(self.discard_low, self.discard_high, self.discard_size)

    def set_hand(self, cards: list[i64]) -> None:
        self.hand = 0
        self.hand_size = 0
        for card in cards:
            self.into_hand(card)

    def set_deck(self, cards: list[i64]) -> None:
        """From the bottom to the top."""
        self.deck_low = 0
        self.deck_high = 0
        self.deck_size = 0
        for card in cards:
            self.onto_deck(card)

    def redeal(self, hand_too: bool, dice: Dice) -> None:
        """Shuffle the deck, together with the hand if that is unknown too."""
        cards = self.deck_cards()
        if hand_too:
            size = self.hand_size
            cards.extend(self.hand_cards())
            dice.shuffle(cards)
            self.hand = 0
            self.hand_size = 0
            while self.hand_size < size:
                self.into_hand(cards.pop())
        else:
            dice.shuffle(cards)
        self.set_deck(cards)


class KataTable(State):
    """A position of Kata TCG."""

    def __init__(self, healing: bool, minions: bool, drawers: bool) -> None:
        super().__init__(2, 0)
        self.healing: bool = healing
        self.minions: bool = minions
        self.drawers: bool = drawers
        self.turn: i64 = 0
        self.summoned: i64 = 0  # serials given so far
        self.winner: i64 = -1
        self.cause: i64 = 0
        self.side0: Side = Side()
        self.side1: Side = Side()

    def side(self, seat: i64) -> Side:
        return self.side0 if seat == 0 else self.side1

    def blank(self) -> KataTable:
        """A new table of the same kind and options."""
        raise NotImplementedError

    def copy(self) -> KataTable:
        twin = self.blank()
        twin.mover, twin.out, twin.turn = self.mover, self.out, self.turn
        twin.summoned, twin.winner, twin.cause = self.summoned, self.winner, self.cause
        twin.side0 = self.side0.copy()
        twin.side1 = self.side1.copy()
        return twin

    def made_with(self) -> tuple[Any, ...]:
        return self.healing, self.minions, self.drawers

    def redeal(self, seat: i64, dice: Dice) -> None:
        """A seat does not know the order of its own deck, nor the rival's deck and hand (section 11)."""
        self.side(seat).redeal(False, dice)
        self.side(1 - seat).redeal(True, dice)

    def payoffs(self) -> list[float]:
        return duel_payoffs(self.winner)

    def scores(self) -> list[i64]:
        return [self.side0.health, self.side1.health]

    def win(self, seat: i64, cause: i64) -> None:
        self.winner = seat
        self.cause = cause
        self.mover = OVER

"""A farmer: coins, fertilizers, beds, hand, and what the others remember of that hand.

A card in hand is packed into one integer, and so is a bed with its crop; small functions hide this from the rules.
"""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import i64

from parlour.core.bits import bit
from parlour.core.pickling import taken_apart
from parlour.games.battle_farm import printed

START_COINS: Final = 4
START_FERTILIZERS: Final = 6
NO_BID: Final = -1
NO_CARD: Final = -1
EMPTY: Final = -1

# A card: kind (6 bits), current value (16 bits).


def card(kind: i64, value: i64) -> i64:
    return kind | value << 6


def card_kind(c: i64) -> i64:
    return c & 63


def card_value(c: i64) -> i64:
    return (c >> 6) & 0xFFFF


CARD_MASK: Final = 0x3FFFFF

# A bed: type (3 bits), kind of the crop + 1 or 0 when empty (6 bits), value (16 bits), timer (16 bits).


def bed(type: i64) -> i64:
    return type


def bed_with(type: i64, kind: i64, value: i64, timer: i64) -> i64:
    return type | (kind + 1) << 3 | value << 9 | timer << 25


def type_of(b: i64) -> i64:
    return b & 7


def is_empty(b: i64) -> bool:
    return b < 8


def crop_of(b: i64) -> i64:
    """The kind of the crop in a bed, or EMPTY."""
    return ((b >> 3) & 63) - 1


def value_of(b: i64) -> i64:
    return (b >> 9) & 0xFFFF


def timer_of(b: i64) -> i64:
    return b >> 25


def is_protected(b: i64) -> bool:
    return b & 7 == printed.GREENHOUSE


def with_value(b: i64, value: i64) -> i64:
    return bed_with(b & 7, crop_of(b), value, b >> 25)


def with_timer(b: i64, timer: i64) -> i64:
    return bed_with(b & 7, crop_of(b), value_of(b), timer)


def with_type(b: i64, type: i64) -> i64:
    return b - (b & 7) + type


# A memory of a card in a hand: the card as last seen, who knows that it is there, and who only knows that it was there
# before some card left the hand unseen. Watchers are the seats, and 6 for everybody else.

SPECTATOR: Final = 6
WATCHERS: Final = 7
ALL_WATCHERS: Final = 127
KNOWN: Final = 22
PERHAPS: Final = 29


def entry_known(entry: i64) -> i64:
    return (entry >> KNOWN) & ALL_WATCHERS


def entry_perhaps(entry: i64) -> i64:
    return (entry >> PERHAPS) & ALL_WATCHERS


class Farmer:
    """What one player owns."""

    def __init__(self, klass: i64, beds: list[i64], hand: list[i64], memory: list[i64]) -> None:
        self.klass: i64 = klass
        self.coins: i64 = START_COINS
        self.fertilizers: i64 = START_FERTILIZERS
        self.beds: list[i64] = beds
        self.hand: list[i64] = hand  # in order of arrival
        self.apples: i64 = 0  # harvested in this game
        self.melons: i64 = 0
        self.class_used: bool = False
        self.bid: i64 = NO_BID
        self.bonus0: i64 = NO_CARD  # kinds of the class bonus cards
        self.bonus1: i64 = NO_CARD
        self.memory: list[i64] = memory  # what others remember of this hand, oldest first
        self.lost: i64 = 0  # 8 bits per watcher: how many cards have left unseen since `perhaps` began

    def copy(self) -> Farmer:
        twin = Farmer(self.klass, self.beds[:], self.hand[:], self.memory[:])
        twin.coins, twin.fertilizers = self.coins, self.fertilizers
        twin.apples, twin.melons = self.apples, self.melons
        twin.class_used, twin.bid = self.class_used, self.bid
        twin.bonus0, twin.bonus1, twin.lost = self.bonus0, self.bonus1, self.lost
        return twin

    def __reduce__(self) -> tuple[Any, ...]:
        return taken_apart(self, self.klass, self.beds, self.hand, self.memory)

    # --- hand and beds ---

    def place_of(self, c: i64) -> i64:
        """The place of the first copy in hand, or -1."""
        place: i64 = 0
        for other in self.hand:
            if other == c:
                return place
            place += 1
        return -1

    def is_first_copy(self, place: i64) -> bool:
        hand = self.hand
        c: i64 = hand[place]
        earlier: i64 = 0
        while earlier < place:
            if hand[earlier] == c:
                return False
            earlier += 1
        return True

    def count_in_hand(self, kind: i64) -> i64:
        n: i64 = 0
        for c in self.hand:
            if c & 63 == kind:
                n += 1
        return n

    def count_colour_in_hand(self, colour: i64) -> i64:
        n: i64 = 0
        for c in self.hand:
            if printed.COLOUR[card_kind(c)] == colour:
                n += 1
        return n

    def crops(self) -> i64:
        n: i64 = 0
        for b in self.beds:
            if b >= 8:
                n += 1
        return n

    def has_empty_bed(self) -> bool:
        for b in self.beds:
            if b < 8:
                return True
        return False

    # --- what the others remember (8.1) ---

    def seen_entering(self, c: i64, watchers: i64) -> None:
        self.memory.append(c | watchers << KNOWN)

    def seen_leaving(self, c: i64, watchers: i64) -> None:
        """Each watcher strikes one entry of this kind: one of the same value, else the oldest, else from perhaps."""
        if len(self.memory) == 0:
            return
        left = self.strike(c, CARD_MASK, watchers, KNOWN)
        if left != 0:
            left = self.strike(c, 63, left, KNOWN)
        if left != 0 and self.lost != 0:
            left = self.strike(c, CARD_MASK, left, PERHAPS)
            if left != 0:
                self.strike(c, 63, left, PERHAPS)
            self.settle()

    def strike(self, c: i64, mask: i64, watchers: i64, where: i64) -> i64:
        """Strike the oldest matching entry for each watcher; returns those who had none."""
        memory = self.memory
        at: i64 = 0
        while at < len(memory):
            entry: i64 = memory[at]
            if (entry ^ c) & mask == 0:
                struck = (entry >> where) & watchers
                if struck != 0:
                    watchers -= struck
                    entry -= struck << where
                    if entry >> KNOWN == 0:
                        del memory[at]
                    else:
                        memory[at] = entry
                        at += 1
                    if watchers == 0:
                        return 0
                    continue
            at += 1
        return watchers

    def left_unseen(self, watchers: i64) -> None:
        """A card left unseen by these watchers: from now on, what they knew is only perhaps there."""
        memory = self.memory
        if len(memory) == 0:
            return
        doubting: i64 = 0
        at: i64 = 0
        while at < len(memory):
            entry: i64 = memory[at]
            moved = (entry >> KNOWN) & watchers
            if moved != 0:
                entry += (moved << PERHAPS) - (moved << KNOWN)
                memory[at] = entry
            doubting |= entry_perhaps(entry) & watchers
            at += 1
        if doubting == 0 and self.lost == 0:
            return
        watcher: i64 = 0
        while watcher < WATCHERS:
            if (doubting >> watcher) & 1 == 1:
                self.lost += bit(watcher * 8)
            watcher += 1
        self.settle()

    def settle(self) -> None:
        """Forget a list once as many cards were lost as it has entries."""
        if self.lost == 0:
            return
        watcher: i64 = 0
        while watcher < WATCHERS:
            lost = (self.lost >> (watcher * 8)) & 255
            if lost > 0:
                length: i64 = 0
                for entry in self.memory:
                    length += (entry >> (PERHAPS + watcher)) & 1
                if length <= lost:
                    self.lost -= lost << (watcher * 8)
                    self.clear(bit(watcher) << PERHAPS)
            watcher += 1

    def clear(self, bits: i64) -> None:
        """Remove these marks from all entries, and drop entries that nobody remembers."""
        kept: list[i64] = []
        for entry in self.memory:
            left = entry & ~bits
            if left >> KNOWN != 0:
                kept.append(left)
        self.memory = kept

    def seen_shown(self, cards: list[i64], watchers: i64) -> None:
        """Cards were shown in this hand: each watcher now knows at least these, with the values shown.

        A card remembered exactly as shown stays. Otherwise it replaces the oldest entry of its kind, then one that was
        perhaps there; failing that, it is new.
        """
        news: list[i64] = []  # for each card, the watchers who do not remember it exactly
        used: list[i64] = [0 for _ in self.memory]  # for each entry, the watchers who have found it
        for c in cards:
            news.append(self.find(c, CARD_MASK, watchers, KNOWN, used, False))
        at: i64 = 0
        for c in cards:
            watching: i64 = news[at]
            if watching != 0:
                watching = self.find(c, 63, watching, KNOWN, used, True)
                if watching != 0 and self.lost != 0:
                    watching = self.find(c, CARD_MASK, watching, PERHAPS, used, True)
                    self.find(c, 63, watching, PERHAPS, used, True)
            at += 1
        self.clear(0)
        at = 0
        for c in cards:
            if news[at] != 0:
                self.memory.append(c | news[at] << KNOWN)
            at += 1
        if self.lost != 0:
            self.settle()

    def find(self, c: i64, mask: i64, watchers: i64, where: i64, used: list[i64], strike: bool) -> i64:
        """Each watcher finds the oldest unused matching entry, and may strike it; returns those without one."""
        at: i64 = 0
        memory = self.memory
        while at < len(used):
            entry: i64 = memory[at]
            if (entry ^ c) & mask == 0:
                found = (entry >> where) & watchers & ~used[at]
                if found != 0:
                    watchers -= found
                    if strike:
                        memory[at] = entry - (found << where)
                    else:
                        used[at] |= found
                    if watchers == 0:
                        return 0
            at += 1
        return watchers

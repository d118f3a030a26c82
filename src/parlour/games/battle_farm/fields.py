"""The fields of moves and events in Battle Farm: cards, beds, seats and amounts, each with its size."""

from __future__ import annotations

from typing import Final

from parlour.core.moves import number, word
from parlour.games.battle_farm.cards import BEDS, CARDS, CLASSES

MOST_SEATS: Final = 6
SLOTS: Final = 6  # of the market

CARD_WORDS: Final = tuple(card.id for card in CARDS)
BED_WORDS: Final = tuple(bed.id for bed in BEDS)

CARD: Final = word("card", CARD_WORDS)
VALUE: Final = number("value", 1024)
SEAT: Final = number("seat", MOST_SEATS)
BED: Final = number("bed", max(len(c.beds) for c in CLASSES))
SLOT: Final = number("slot", SLOTS)
PURSE: Final = number("coins", 4096)

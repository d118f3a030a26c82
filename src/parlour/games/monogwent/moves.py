"""The moves of MonoGwent, their numbers and their words."""

from __future__ import annotations

from typing import Final

from parlour.core.moves import MoveTable, kind, number, word
from parlour.games.monogwent.pool import LARGEST_DECK, ROWS

PASS: Final = 0
LEADER: Final = 1
PLAY: Final = 2  # a unit, weather, boost or one-row dispel to a row
CLEAR: Final = 3  # the dispel for all rows
SWAP: Final = 4  # a decoy for a unit
KEEP: Final = 5  # mulligan: give back no card, one or two
REDRAW: Final = 6
REDRAW_TWO: Final = 7

CARDS: Final = 2 * LARGEST_DECK
ROW_WORDS: Final = tuple(row.lower() for row in ROWS)

_card = number("card", CARDS)

MOVES: Final = MoveTable(
    kind("pass"),
    kind("leader"),
    kind("play", _card, word("row", ROW_WORDS)),
    kind("clear", _card),
    kind("swap", _card, number("target", CARDS)),
    kind("keep"),
    kind("redraw", _card),
    kind("redraw-two", _card, number("other", CARDS)),
)

"""What a seat is asked: the decisions D1 to D20 of section 5, their numbers and their words."""

from __future__ import annotations

from typing import Final

NOTHING: Final = 0
MARKET: Final = 1
BUNDLE: Final = 2
BID: Final = 3
ANSWER: Final = 4
PLAY: Final = 5
PLANT: Final = 6
CROP: Final = 7
OPPONENT: Final = 8
PLAYER: Final = 9
BED: Final = 10
TYPE: Final = 11
COLOUR: Final = 12
CARD: Final = 13
DISCARD: Final = 14
POINT: Final = 15
TRIBUTE: Final = 16
KEEP: Final = 17
PICK: Final = 18
FETCH: Final = 19
FERTILIZE: Final = 20

_IN_PHASES = ("market", "bundle", "bid", "answer", "play")
_OF_CARDS = ("plant", "crop", "opponent", "player", "bed", "type", "colour", "card", "discard", "point", "tribute")
WORDS: Final = ("", *_IN_PHASES, *_OF_CARDS, "keep", "pick", "fetch", "fertilize")

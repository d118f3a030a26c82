"""The moves of Battle Farm, their numbers and their words."""

from __future__ import annotations

from typing import Final

from parlour.core.moves import MoveTable, kind, word
from parlour.games.battle_farm import fields
from parlour.games.battle_farm.cards import COLOURS

BUY: Final = 0
STOP: Final = 1
ADD: Final = 2
SEND: Final = 3
SKIP: Final = 4
BID: Final = 5
ACCEPT: Final = 6
REJECT: Final = 7
PLAY: Final = 8
USE_CLASS: Final = 9
END: Final = 10
PLANT: Final = 11
CHOOSE_CROP: Final = 12
CHOOSE_PLAYER: Final = 13
CHOOSE_BED: Final = 14
CHOOSE_TYPE: Final = 15
CHOOSE_COLOUR: Final = 16
CHOOSE_CARD: Final = 17
DISCARD: Final = 18
SPRINKLE: Final = 19
GIVE: Final = 20
KEEP: Final = 21
PICK: Final = 22
FETCH: Final = 23
FERTILIZE: Final = 24

COIN: Final = 0  # what an opponent hands over for Beans
FERTILIZER: Final = 1

MOVES: Final = MoveTable(
    kind("buy", fields.SLOT),
    kind("stop"),
    kind("add", fields.CARD, fields.VALUE),
    kind("send"),
    kind("skip"),
    kind("bid", fields.PURSE),
    kind("accept", fields.SEAT),
    kind("reject"),
    kind("play", fields.CARD, fields.VALUE),
    kind("use_class"),
    kind("end"),
    kind("plant", fields.BED),
    kind("choose_crop", fields.SEAT, fields.BED),
    kind("choose_player", fields.SEAT),
    kind("choose_bed", fields.SEAT, fields.BED),
    kind("choose_type", word("type", fields.BED_WORDS)),
    kind("choose_colour", word("colour", COLOURS)),
    kind("choose_card", fields.CARD, fields.VALUE),
    kind("discard", fields.CARD, fields.VALUE),
    kind("sprinkle", fields.CARD, fields.VALUE),
    kind("give", word("goods", ["coin", "fertilizer"])),
    kind("keep", fields.CARD),
    kind("pick", fields.SLOT),
    kind("fetch", fields.CARD),
    kind("fertilize", fields.BED),
)

"""The moves and events of Gardening War, their numbers and their words."""

from __future__ import annotations

from typing import Final

from parlour.core.events import EventTable, event
from parlour.core.moves import MoveTable, kind, number, one_of, word
from parlour.games.gardening_war.goods import PLANTS, WORDS

# Step 0 (section 13): a whole move, or the beginning of a list.
PASS: Final = 0
HARVEST: Final = 1
FERTILIZER: Final = 2
MOLE: Final = 3
BEGIN: Final = 4
# The parts of a list.
LAND: Final = 5
BUY: Final = 6
PLANT: Final = 7
WATER: Final = 8
DONE: Final = 9
# Only from outside, never offered: whole moves that no steps can express.
DRENCH: Final = 10  # more drops on one plant than could do anything
VOID: Final = 11  # a list that the rules throw away

# What a list is about, as the first field of BEGIN and as the step that a position is in.
CHOOSE: Final = 0
OF_LAND: Final = 1
OF_SHOP: Final = 2
OF_PLANT: Final = 3
OF_WATER: Final = 4

ACTIONS: Final = ("none", "land", "shop", "plant", "water", "harvest", "fertilizer", "mole")
EMPTY_LIST: Final = 0
OFF_BOARD: Final = 1
NEGATIVE: Final = 2
NOT_ONE_LINE: Final = 3
NOT_YOURS: Final = 4
TOO_LITTLE_WATER: Final = 5
UNKNOWN_KIND: Final = 6
UNREADABLE: Final = 7
REASONS: Final = (
    "empty list",
    "off the board",
    "negative amount",
    "not exactly one line",
    "a field of somebody else",
    "too little water",
    "unknown kind",
    "unreadable",
)

# 1, 2, 5, 10, 20, 50, … as far as a thousand rounds of harvests could ever pay (tests prove it)
SERIES: Final = tuple(digit * 10**zeros for zeros in range(8) for digit in (1, 2, 5))

FIRST_PLANT: Final = 3

# Events
ROUND: Final = 0
PASSED: Final = 1
VOIDED: Final = 2
BOUGHT_FIELD: Final = 3
BOUGHT: Final = 4
PLANTED: Final = 5
WATERED: Final = 6
PICKED: Final = 7
HARVESTED: Final = 8
FERTILIZED: Final = 9
DUG: Final = 10
RAINED: Final = 11
SOAKED: Final = 12
WITHERED: Final = 13
OUT_OF_TIME: Final = 14
ENDED: Final = 15

CAUSES: Final = ("points", "misses", "concede", "draw")
BY_POINTS: Final = 0
BY_MISSES: Final = 1
BY_LEAVING: Final = 2
BY_DRAW: Final = 3

_x = number("x", 8)
_y = number("y", 8)
_seat = number("seat", 2)
_good = word("good", WORDS)
_plant = word("plant", [plant.word for plant in PLANTS])
_shown_plant = word("plant", ["nothing", *(plant.word for plant in PLANTS)])
_amount = number("amount", 1)
_gold = number("gold", 1)

MOVES: Final = MoveTable(
    kind("pass"),
    kind("harvest"),
    kind("fertilizer"),
    kind("mole", _x, _y),
    kind("begin", word("action", ACTIONS[:5])),
    kind("land", _x, _y),
    kind("buy", _good, one_of("amount", SERIES)),
    kind("plant", _x, _y, _plant),
    kind("water", _x, _y, number("drops", 7)),
    kind("done"),
    kind("drench", number("field", 64), number("thousands", 65536), number("drops", 1000), outside=True),
    kind("void", word("action", ACTIONS), word("reason", REASONS), outside=True),
)

EVENTS: Final = EventTable(
    event("round", number("round", 1), number("rain_in", 11), opens="round"),
    event("passed", _seat),
    event("voided", _seat, word("action", ACTIONS), word("reason", REASONS)),
    event("bought_field", _seat, _x, _y, _gold),
    event("bought", _seat, _good, _amount, number("stock", 1), _gold),
    event("planted", _seat, _x, _y, _plant, number("seeds", 1)),
    event("watered", _seat, _x, _y, number("drops", 1), number("need", 1)),
    event("picked", _seat, _x, _y, _plant, number("gain", 1)),
    event("harvested", _seat, number("gain", 1), _gold, number("points", 1)),
    event("fertilized", _seat, number("rounds", 1), number("cards", 1)),
    event("dug", _seat, _x, _y, _shown_plant, number("cards", 1)),
    event("rained", number("round", 1)),
    event("soaked", _seat, _x, _y, _plant, number("need", 1)),
    event("withered", _seat, _x, _y, _plant),
    event("out_of_time", _seat, number("misses", 1)),
    event("ended", word("cause", CAUSES), number("winner", 2), number("points_0", 1), number("points_1", 1)),
)

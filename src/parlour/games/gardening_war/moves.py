"""The moves of Gardening War, their numbers and their words."""

from __future__ import annotations

from typing import Final

from parlour.core.moves import MoveTable, kind, number, one_of, word
from parlour.games.gardening_war import steps
from parlour.games.gardening_war.goods import PLANTS, WORDS

# Step 0 (section 13): a whole move, or the start of a list.
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
# Never offered: whole moves from outside that no steps can express.
DRENCH: Final = 10  # more drops than can have any effect on one plant
VOID: Final = 11  # a list that is void

# why a list is void
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

# 1, 2, 5, 10, 20, 50, … up to more than a thousand rounds of harvests could ever pay for (a test proves it)
QUANTITIES: Final = tuple(digit * 10**zeros for zeros in range(8) for digit in (1, 2, 5))

X: Final = number("x", 8)
Y: Final = number("y", 8)
GOOD: Final = word("good", WORDS)
SEED: Final = word("plant", [plant.word for plant in PLANTS])

MOVES: Final = MoveTable(
    kind("pass"),
    kind("harvest"),
    kind("fertilizer"),
    kind("mole", X, Y),
    kind("begin", word("action", steps.WORDS[:5])),
    kind("land", X, Y),
    kind("buy", GOOD, one_of("amount", QUANTITIES)),
    kind("plant", X, Y, SEED),
    kind("water", X, Y, number("drops", 7)),
    kind("done"),
    kind("drench", number("field", 64), number("thousands", 65536), number("drops", 1000), outside=True),
    kind("void", word("action", steps.WORDS), word("reason", REASONS), outside=True),
)

"""The moves of Deadwood, their numbers and their words."""

from __future__ import annotations

from typing import Final

from parlour.core.moves import MoveTable, kind, number, word
from parlour.games.deadwood.codes import AREAS, CURRENCIES, MOST_ROLES, SIDES, TOP_RANK

ACT: Final = 0
REHEARSE: Final = 1
UPGRADE: Final = 2
MOVE: Final = 3
TAKE_ROLE: Final = 4
END_TURN: Final = 5

AREA: Final = word("area", AREAS)
SIDE: Final = word("side", SIDES)
INDEX: Final = number("index", MOST_ROLES)
RANK: Final = number("rank", TOP_RANK + 1)
PAY: Final = word("pay", CURRENCIES)

MOVES: Final = MoveTable(
    kind("act"),
    kind("rehearse"),
    kind("upgrade", RANK, PAY),
    kind("move", AREA),
    kind("take_role", SIDE, INDEX),
    kind("end_turn"),
)

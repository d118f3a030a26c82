"""The moves of Kata TCG, their numbers and their words."""

from __future__ import annotations

from typing import Final

from parlour.core.moves import MoveTable, kind, word
from parlour.games.kata_tcg.pool import POOL
from parlour.games.kata_tcg.state import DECK_SIZE

ATTACK: Final = 0
HEAL: Final = 1
SUMMON: Final = 2
DRAW: Final = 3
FIGHT: Final = 4
END: Final = 5

PLAYER: Final = 0  # as a target; minions are numbered from 1

SERIALS: Final = 2 * DECK_SIZE + 1  # each card of both decks is summoned at most once; 0 is not used

CARD: Final = word("card", [card.id for card in POOL])
MINION: Final = word("minion", [f"m{serial}" for serial in range(SERIALS)])
TARGET: Final = word("target", ["player", *(f"m{serial}" for serial in range(1, SERIALS))])

MOVES: Final = MoveTable(
    kind("attack", CARD, TARGET),
    kind("heal", CARD),
    kind("summon", CARD),
    kind("draw", CARD),
    kind("fight", MINION, TARGET),
    kind("end"),
)

"""The phases of a turn, what can be resolved in them, and their words."""

from __future__ import annotations

from typing import Final

WORDS: Final = ("", "harvest", "market", "trade", "play", "fertilize", "check")
RESOLVING_WORDS: Final = ("", "planting", "action", "class_card", "harvest")

HARVEST: Final = 1
MARKET: Final = 2
TRADE: Final = 3
PLAY: Final = 4
FERTILIZE: Final = 5
CHECK: Final = 6

# what is being resolved
NOTHING: Final = 0
PLANTING: Final = 1
ACTING: Final = 2
CLASS_ACTING: Final = 3
HARVESTING: Final = 4

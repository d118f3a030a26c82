"""The kinds of list: the first field of a `begin`, and the step that a position is in."""

from __future__ import annotations

from typing import Final

CHOOSE: Final = 0
LAND: Final = 1
SHOP: Final = 2
PLANT: Final = 3
WATER: Final = 4

# The steps, then the moves that are complete by themselves.
WORDS: Final = ("none", "land", "shop", "plant", "water", "harvest", "fertilizer", "mole")

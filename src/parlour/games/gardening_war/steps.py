"""What a list is about, as the first field of a `begin` and as the step that a position is in."""

from __future__ import annotations

from typing import Final

CHOOSE: Final = 0
LAND: Final = 1
SHOP: Final = 2
PLANT: Final = 3
WATER: Final = 4

# The steps, then what is a whole move by itself.
WORDS: Final = ("none", "land", "shop", "plant", "water", "harvest", "fertilizer", "mole")

"""What happens at a table as its players feel it: how much it matters, who is glad of it, and who is not.

The house's characters say something at such moments, and take a little longer over what matters. Both only ever follow
from events as a spectator sees them, so that neither tells anybody anything new.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import msgspec

MATTERS: Final = 0.35  # what weighs less is a matter of course


class Feeling(msgspec.Struct, frozen=True):
    """What an event means to the players. `weight`: from 0, a matter of course, to 1, which may decide the game."""

    weight: float
    glad: int | None = None
    sorry: int | None = None


def strongest(feelings: Iterable[Feeling | None]) -> Feeling:
    """The one that matters most of several at once."""
    return max((one for one in feelings if one is not None), key=lambda one: one.weight, default=Feeling(0.0))

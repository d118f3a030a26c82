"""What can be set before a game of Gardening War."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta


class GardeningWarOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How long the game is, how long a move may take, and which fields are special."""

    rounds: Annotated[
        int,
        Meta(title="Rounds", description="Moves each player makes; the original program plays 99.", ge=1, le=1500),
    ] = 100
    move_seconds: Annotated[
        int, Meta(title="Seconds a move", description="Time for a bot's whole move; 0 sets no limit.", ge=0, le=3600)
    ] = 6
    max_misses: Annotated[
        int,
        Meta(title="Misses", description="The miss that loses the game; 0 lets a player miss for ever.", ge=0, le=100),
    ] = 3
    layout: Annotated[
        Literal["picture", "random"],
        Meta(title="Special fields", description="As in the picture, or drawn at random in mirrored pairs."),
    ] = "picture"


PRESETS: dict[str, dict[str, Any]] = {
    "classic": {},
    "original-program": {"rounds": 99, "layout": "random"},
    "short": {"rounds": 30},
}

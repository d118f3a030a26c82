"""The options of Gardening War."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta

from parlour.core.options import even_start


class GardeningWarOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The length of the game, the time for a move, the special fields, and what the second seat gets for waiting."""

    rounds: Annotated[
        int,
        Meta(title="Rounds", description="Moves per player; the original program plays 99.", ge=1, le=1500),
    ] = 100
    move_seconds: Annotated[
        int,
        Meta(title="Seconds per move", description="For a bot's whole move; 0 means no limit.", ge=0, le=3600),
    ] = 6
    max_misses: Annotated[
        int,
        Meta(title="Misses", description="How many missed moves lose the game; 0 means no limit.", ge=0, le=100),
    ] = 3
    layout: Annotated[
        Literal["picture", "random"],
        Meta(title="Special fields", description="As in the rules' picture, or drawn at random in mirrored pairs."),
    ] = "picture"
    even: Annotated[bool, even_start("The second gardener, a move behind, starts with more gold.")] = False


PRESETS: dict[str, dict[str, Any]] = {
    "classic": {},
    "original-program": {"rounds": 99, "layout": "random"},
    "short": {"rounds": 30},
    "even": {"layout": "random", "even": True},
}
PRESET_WORDS = {
    "classic": "A hundred rounds on the garden of the rule-book.",
    "original-program": "Ninety-nine rounds, with special fields drawn at random.",
    "short": "Thirty rounds, for a first look or a short break.",
    "even": "A hundred rounds, special fields drawn at random, and more gold for the second gardener, to be fair.",
}

LONG: Final = 60  # rounds from which a game counts as long
# What the second gardener starts with in addition, with the option `even`: in short games and in long ones.
_GOLD: Final[dict[str, int]] = tomllib.loads((files(__package__) / "even.toml").read_text("utf-8"))["gold"]


def even_gold(rounds: int) -> int:
    """What the second gardener gets in a game of so many rounds."""
    return _GOLD["long" if rounds >= LONG else "short"]

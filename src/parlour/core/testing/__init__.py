"""The contract that every game keeps, as checks that anyone can run over a game of their own.

    from parlour.core.testing import check_game
    check_game(MY_GAME)

Each check raises AssertionError with a sentence that names the game, the seat count, the seed and the ply.
"""

from parlour.core.testing.contract import (
    check_game,
    check_guesses,
    check_leaving,
    check_play,
    check_position,
    check_previews,
    check_records,
    check_refusals,
    check_secrets,
    check_tables,
    check_words,
)
from parlour.core.testing.goldens import playthrough, trace
from parlour.core.testing.guesses import hidden_frequencies
from parlour.core.testing.positions import encode, random_match, snapshot

__all__ = [
    "check_game",
    "check_guesses",
    "check_leaving",
    "check_play",
    "check_position",
    "check_previews",
    "check_records",
    "check_refusals",
    "check_secrets",
    "check_tables",
    "check_words",
    "encode",
    "hidden_frequencies",
    "playthrough",
    "random_match",
    "snapshot",
    "trace",
]

"""The contract that every game fulfils, as checks that you can run on your own game.

    from parlour.core.testing import check_game
    check_game(MY_GAME)

Each check raises AssertionError with a sentence that gives the game, the number of seats, the seed and the ply.
"""

from parlour.core.testing.contract import (
    check_branches,
    check_game,
    check_guesses,
    check_leaving,
    check_lens,
    check_pickles,
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
    "check_branches",
    "check_game",
    "check_guesses",
    "check_leaving",
    "check_lens",
    "check_pickles",
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

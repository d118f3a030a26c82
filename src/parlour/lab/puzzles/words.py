"""A puzzle in words, the same in the terminal and in the browser."""

from __future__ import annotations

from parlour.core.english import count
from parlour.core.game import AnyGame

QUESTION = "Find the move"


def ask(game: AnyGame) -> str:
    """What a puzzle of this game asks for."""
    if game.puzzled_by == "points":
        return "One move earns far more points by the end of the game than any other. Which?"
    return "One move is far better than all others. Which?"


def say_worth(game: AnyGame, worth: float) -> str:
    """What a move leads to, in a few words."""
    if game.puzzled_by == "points":
        points = round(worth)
        if points == 0:
            return "ends level"
        return f"ends {count(abs(points), 'point'):s} {'ahead' if points > 0 else 'behind'}".replace(
            str(abs(points)), f"{abs(points):,}"
        )
    return f"wins {100 * worth:.0f} of 100"

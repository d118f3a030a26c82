"""Ratings of solvers and puzzles, on one scale: a try is a game between the two, as Elo rates them."""

from __future__ import annotations

from typing import Final

FIRST: Final = 1000.0  # of a solver who has not tried any
SPREAD: Final = 400.0  # so much more means ten to one
NEW: Final = 20  # tries until a rating has settled
FAST, SLOW = 40.0, 20.0  # how far a try moves a solver at most, first and later
PUZZLE_FAST, PUZZLE_SLOW = 16.0, 8.0  # a puzzle begins with a good guess
LOWEST, HIGHEST = 100.0, 3500.0


def expected(solver: float, puzzle: float) -> float:
    """How likely the solver is to find the move."""
    return float(1 / (1 + 10 ** ((puzzle - solver) / SPREAD)))


def after(solver: float, tries: int, puzzle: float, its_tries: int, solved: bool) -> tuple[float, float]:
    """The ratings of both after a try."""
    surprise = float(solved) - expected(solver, puzzle)
    mine = solver + (FAST if tries < NEW else SLOW) * surprise
    its = puzzle - (PUZZLE_FAST if its_tries < NEW else PUZZLE_SLOW) * surprise
    return min(HIGHEST, max(LOWEST, mine)), min(HIGHEST, max(LOWEST, its))

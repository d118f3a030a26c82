"""Puzzles: find the move."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from parlour.core.protocol.json import Move, Options


class PuzzleStanding(msgspec.Struct, frozen=True):
    """How you do with the puzzles of a game."""

    rating: int
    tries: int
    solved: int
    streak: int  # solved in a row, up to now
    longest: int


class PuzzleShelf(msgspec.Struct, frozen=True):
    """The puzzles of one game: how many there are, and how you do with them."""

    game: str
    title: str
    puzzles: int
    tried: int  # of these, by you
    standing: PuzzleStanding


class PuzzleQuestion(msgspec.Struct, frozen=True):
    """A position as the seat sees it, and every legal move. The solution is told only in return for an answer."""

    id: str
    game: str
    title: str
    ask: str  # what to look for
    seat: int
    names: list[str]
    options: Options
    data: Any  # what a board needs to draw
    view: Any
    text: str  # the position in words
    moves: list[Move]
    words: list[str]  # each move in words
    rating: int
    fresh: bool  # your first try, which counts
    standing: PuzzleStanding


class PuzzleAnswer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    move: Move


class MoveInWords(msgspec.Struct, frozen=True):
    move: Move
    words: str


class PuzzleMove(MoveInWords, frozen=True):
    """A move and what it leads to: the chance of winning, or by how many points you end ahead."""

    worth: float
    says: str


class PuzzleSolution(MoveInWords, frozen=True):
    """Whether your answer, `move`, was right, and the solution."""

    right: bool
    counted: bool
    solutions: list[Move]
    solution: str  # in words
    by: Literal["chance", "points"]  # what `worth` is
    tried: list[PuzzleMove]  # the solution and the main alternatives, best first
    line: list[str]  # how the turn goes on, beginning with the solution
    source: str
    gained: int  # by your rating
    rating: int  # of the puzzle
    standing: PuzzleStanding

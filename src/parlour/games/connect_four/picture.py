"""A picture of the board: the discs as they lie, and the four that won."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from parlour.core.picture import SEATS, WIDTH, Picture
from parlour.games.connect_four.board import COLUMNS, ROWS

if TYPE_CHECKING:
    from parlour.games.connect_four.game import Board

CELL = 62
EMPTY = "#14263f"


def draw(view: Board, names: Sequence[str]) -> Picture:
    drawn = Picture(ground="#101a2a")
    left, top = (WIDTH - COLUMNS * CELL) / 2, 62
    drawn.plate(left, 30, COLUMNS * CELL / 2 - 12, 0, names[0])
    drawn.plate(WIDTH / 2 + 12, 30, COLUMNS * CELL / 2 - 12, 1, names[1])
    drawn.box(left - 10, top - 8, COLUMNS * CELL + 20, ROWS * CELL + 16, "#24508c", radius=18)
    four = {tuple(cell) for cell in view.four}
    for column, stack in enumerate(view.columns):
        for row in range(ROWS):
            x, y = left + (column + 0.5) * CELL, top + (ROWS - row - 0.5) * CELL
            won = (column, row) in four
            fill = SEATS[stack[row]] if row < len(stack) else EMPTY
            drawn.disc(x, y, 25, fill, "#fff6dc" if won else "", 5)
    return drawn

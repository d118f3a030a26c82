"""Connect four for learning programs: the discs of both sides, and a place for each column."""

from __future__ import annotations

from typing import cast

from mypy_extensions import i64

from parlour.core.lens import Layout, Lens, Numbers
from parlour.core.state import State
from parlour.games.connect_four.board import CELLS, COLUMNS, HEIGHT, ROWS
from parlour.games.connect_four.state import ConnectFour

_CELLS: list[str] = [f"column {column} row {row}" for column in range(COLUMNS) for row in range(ROWS)]


class FourLens(Lens):
    """85 numbers, 7 places."""

    def __init__(self) -> None:
        layout = Layout()
        layout.each("own disc", _CELLS)
        layout.each("rival's disc", _CELLS)
        layout.one("to move")
        super().__init__(layout, COLUMNS)

    def observe(self, state: State, seat: i64, out: Numbers) -> None:
        table = cast(ConnectFour, state)
        put_discs(table.discs0, 0 if seat == 0 else CELLS, out)
        put_discs(table.discs1, CELLS if seat == 0 else 0, out)
        out.flag(2 * CELLS, table.mover == seat)

    def choice(self, state: State, move: i64) -> i64:
        return move >> 6

    def words(self) -> list[str]:
        return [f"drop {column}" for column in range(COLUMNS)]


def put_discs(discs: i64, place: i64, out: Numbers) -> None:
    while discs != 0:
        column = discs & 127
        cell = place
        while column != 0:
            if column & 1 == 1:
                out.mark(cell)
            column >>= 1
            cell += 1
        discs >>= HEIGHT
        place += ROWS

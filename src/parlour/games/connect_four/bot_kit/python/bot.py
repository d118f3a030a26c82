"""A starter bot for Connect Four. It needs only Python 3.9.

    parlour match connect-four --seats "cmd:python3 bot.py,easy" --games 10

It wins if it can, blocks if it must, gives its rival no win, and otherwise counts the lines of four that a
disc would help. Everything worth changing is in `decide` and `promise`; `client.py` talks to the house.
"""

from __future__ import annotations

from typing import Any

from client import play

Json = dict[str, Any]

COLUMNS, ROWS = 7, 6
DIRECTIONS = ((1, 0), (0, 1), (1, 1), (1, -1))
# Every line of four places on the board, as (column, row).
LINES = [
    [(column + n * dx, row + n * dy) for n in range(4)]
    for column in range(COLUMNS)
    for row in range(ROWS)
    for dx, dy in DIRECTIONS
    if 0 <= column + 3 * dx < COLUMNS and 0 <= row + 3 * dy < ROWS
]


def decide(view: Json, moves: list[Json]) -> Json:
    """The move to make: one of `moves`."""
    columns: list[list[int]] = view["columns"]  # from the bottom up, 0 or 1 for the owner of the disc
    me: int = view["mover"]
    rival = 1 - me
    open_columns = [move["column"] for move in moves]
    for seat in (me, rival):  # win now, or stop the rival from winning
        for column in open_columns:
            if wins(columns, column, seat):
                return {"kind": "drop", "column": column}
    safe = [column for column in open_columns if not wins(dropped(columns, column, me), column, rival)]
    best = max(safe or open_columns, key=lambda column: promise(columns, column, me))
    return {"kind": "drop", "column": best}


def dropped(columns: list[list[int]], column: int, seat: int) -> list[list[int]]:
    """The board after this seat has dropped a disc there."""
    after = [list(discs) for discs in columns]
    after[column].append(seat)
    return after


def disc(columns: list[list[int]], place: tuple[int, int]) -> int | None:
    column, row = place
    return columns[column][row] if row < len(columns[column]) else None


def wins(columns: list[list[int]], column: int, seat: int) -> bool:
    """Whether a disc of this seat in this column would complete a line of four."""
    if len(columns[column]) >= ROWS:
        return False
    place = (column, len(columns[column]))
    after = dropped(columns, column, seat)
    return any(place in line and all(disc(after, other) == seat for other in line) for line in LINES)


def promise(columns: list[list[int]], column: int, me: int) -> int:
    """The value of a disc there: every line through it counts by its discs, both mine and the rival's."""
    place = (column, len(columns[column]))
    worth = 0
    for line in LINES:
        if place in line:
            mine = sum(disc(columns, other) == me for other in line)
            theirs = sum(disc(columns, other) == 1 - me for other in line)
            if theirs == 0:
                worth += (1, 4, 16, 64)[mine]
            elif mine == 0:
                worth += (0, 3, 12, 48)[theirs]
    return 10 * worth - abs(column - 3)  # among equals, prefer the middle


if __name__ == "__main__":
    play(decide)

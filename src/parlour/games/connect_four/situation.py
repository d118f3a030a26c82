"""What a position of connect four means: who threatens what, and where."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from parlour.core.english import listed
from parlour.games.connect_four.board import BOTTOM_ROW, COLUMNS, FULL_BOARD, HEIGHT, completing

if TYPE_CHECKING:
    from parlour.games.connect_four.game import Board


def say_situation(view: Board, names: Sequence[str], seat: int | None) -> str:
    if view.mover < 0:
        return ""
    discs = [discs_of(view, 0), discs_of(view, 1)]
    taken = discs[0] | discs[1]
    wins = [int(completing(each, taken)) for each in discs]
    reach = taken + BOTTOM_ROW  # where a disc dropped now would land
    mover, rival = view.mover, 1 - view.mover
    now, threats = wins[mover] & reach, wins[rival] & reach
    if now:
        return f"{names[mover]} can complete four in {_columns(now, 'or')}."
    if threats & (threats - 1):
        return f"{names[rival]} threatens four in {_columns(threats)}, and {names[mover]} can only block one."
    if threats:
        return f"{names[rival]} threatens four in {_columns(threats)}: {names[mover]} must block."
    if not any(_open(discs[other]) for other in (0, 1)):
        return "Nobody can make four any more: this will be a draw."
    first = 0 if seat is None else seat
    waiting = [f"{names[who]} in {_columns(wins[who])}" for who in (first, 1 - first) if wins[who]]
    if waiting:
        return f"A fourth disc is still out of reach for {listed(waiting)}."
    return "No threats on the board yet."


def discs_of(view: Board, seat: int) -> int:
    return sum(
        1 << (column * HEIGHT + row)
        for column, stack in enumerate(view.columns)
        for row, owner in enumerate(stack)
        if owner == seat
    )


def _open(theirs: int) -> bool:
    """Whether four cells in a row are left to the rival of these discs."""
    free = FULL_BOARD & ~theirs
    return any(
        free & free >> step & free >> 2 * step & free >> 3 * step for step in (1, HEIGHT - 1, HEIGHT, HEIGHT + 1)
    )


def _columns(cells: int, conjunction: str = "and") -> str:
    found = [str(column + 1) for column in range(COLUMNS) if cells >> (column * HEIGHT) & 127]
    return f"column{'s' * (len(found) > 1)} {listed(found, conjunction)}"

"""Connect four's board as bits: seven bits for each column, lowest row first, the seventh always empty."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

COLUMNS: Final = 7
ROWS: Final = 6
HEIGHT: Final = 7  # bits per column in a bitboard: six rows and an empty one on top
CELLS: Final = 42

FULL_BOARD: Final = 0b0111111_0111111_0111111_0111111_0111111_0111111_0111111
TOP_ROW: Final = 0b0100000_0100000_0100000_0100000_0100000_0100000_0100000
BOTTOM_ROW: Final = 0b0000001_0000001_0000001_0000001_0000001_0000001_0000001


def four_in_a_row(discs: i64) -> bool:
    up = discs & (discs >> 1)
    if up & (up >> 2) != 0:
        return True
    across = discs & (discs >> 7)
    if across & (across >> 14) != 0:
        return True
    falling = discs & (discs >> 6)
    if falling & (falling >> 12) != 0:
        return True
    rising = discs & (discs >> 8)
    return rising & (rising >> 16) != 0


def completing(discs: i64, taken: i64) -> i64:
    """The empty cells, within reach or not, that would complete four of these discs in a row."""
    found = (discs << 1) & (discs << 2) & (discs << 3)
    step: i64 = 6  # diagonally down, across, diagonally up
    while step <= 8:
        two = (discs << step) & (discs << (2 * step))
        found |= two & (discs << (3 * step))
        found |= two & (discs >> step)
        two = (discs >> step) & (discs >> (2 * step))
        found |= two & (discs << step)
        found |= two & (discs >> (3 * step))
        step += 1
    return found & (FULL_BOARD ^ taken)

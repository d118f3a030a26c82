"""Connect four: the smallest game in the house."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from parlour.core.bits import count_bits
from parlour.core.dice import Dice
from parlour.core.state import OVER, Evaluator, Planner, State
from parlour.games.connect_four.board import (
    BOTTOM_ROW,
    COLUMNS,
    FULL_BOARD,
    HEIGHT,
    ROWS,
    TOP_ROW,
    completing,
    four_in_a_row,
)
from parlour.games.connect_four.planner import FourPlanner

BOTH: Final = 2  # `winner` when the board is full
ODD_ROWS: Final = 0b0010101_0010101_0010101_0010101_0010101_0010101_0010101
EVEN_ROWS: Final = 0b0101010_0101010_0101010_0101010_0101010_0101010_0101010

DROPPED: Final = 0
FOUR: Final = 1
FULL: Final = 2


class ConnectFour(State):
    """Two players drop discs into seven columns; four in a row wins."""

    def __init__(self) -> None:
        super().__init__(2, 0)
        self.discs0: i64 = 0  # bitboard: seven bits per column, lowest row first
        self.discs1: i64 = 0
        self.winner: i64 = -1

    def height(self, column: i64) -> i64:
        taken = ((self.discs0 | self.discs1) >> (column * HEIGHT)) & 63
        n: i64 = 0
        while taken != 0:
            taken >>= 1
            n += 1
        return n

    def moves(self) -> list[i64]:
        open_columns: list[i64] = []
        if self.mover == OVER:
            return open_columns
        tops = (self.discs0 | self.discs1) >> (ROWS - 1)
        column: i64 = 0
        while column < COLUMNS:
            if tops & 1 == 0:
                open_columns.append(column << 6)
            tops >>= HEIGHT
            column += 1
        return open_columns

    def random_move(self, dice: Dice) -> i64:
        # For most of the game no column is full, so there is no need to list the moves.
        if (self.discs0 | self.discs1) & TOP_ROW == 0:
            return dice.below(COLUMNS) << 6
        return super().random_move(dice)

    def play(self, move: i64, dice: Dice) -> None:
        seat = self.mover
        column = (move >> 6) & 65535
        if self.heard is not None:
            self.tell(DROPPED, seat, column, self.height(column))
        # Adding one at the foot of a column carries up to its lowest empty cell.
        taken = self.discs0 | self.discs1
        foot: i64 = 1
        foot <<= column * HEIGHT
        after = taken | (taken + foot)
        if seat == 0:
            mine = self.discs0 = after ^ self.discs1
        else:
            mine = self.discs1 = after ^ self.discs0
        if four_in_a_row(mine):
            self.tell(FOUR, seat)
            self.winner = seat
            self.mover = OVER
        elif after == FULL_BOARD:
            self.tell(FULL)
            self.winner = BOTH
            self.mover = OVER
        else:
            self.mover = 1 - seat

    def leave(self, seat: i64) -> None:
        super().leave(seat)
        self.winner = 1 - seat

    def copy(self) -> ConnectFour:
        twin = ConnectFour()
        twin.mover, twin.out = self.mover, self.out
        twin.discs0, twin.discs1, twin.winner = self.discs0, self.discs1, self.winner
        return twin

    def payoffs(self) -> list[float]:
        if self.winner == BOTH:
            return [0.5, 0.5]
        return [1.0 if self.winner == 0 else 0.0, 1.0 if self.winner == 1 else 0.0]

    def scores(self) -> list[i64]:
        return [1 if self.winner == 0 else 0, 1 if self.winner == 1 else 0]

    def judge(self, seat: i64) -> float:
        if self.mover == OVER:
            return self.payoffs()[seat]
        lead = centre(self.discs0) - centre(self.discs1)
        if seat == 1:
            lead = -lead
        return 0.5 + float(lead) / 80.0

    def planner(self, dice: Dice, evaluator: Evaluator) -> Planner | None:
        if self.mover == OVER:
            return None
        mine, theirs = (self.discs0, self.discs1) if self.mover == 0 else (self.discs1, self.discs0)
        return FourPlanner(mine, theirs, dice)

    def features(self, seat: i64) -> list[float]:
        """What makes a position of connect four good: cells that would win, and when they can be filled."""
        mine = self.discs0 if seat == 0 else self.discs1
        theirs = self.discs1 if seat == 0 else self.discs0
        taken = mine | theirs
        wins = completing(mine, taken)
        at_hand = wins & (taken + BOTTOM_ROW)  # a disc dropped now would fill these
        later = wins ^ at_hand
        # If nothing else decides, the players fill the rest in turn, and each gets every other row.
        own_rows = ODD_ROWS if seat == 0 else EVEN_ROWS
        to_move = self.mover == seat
        return [
            1.0 if to_move and at_hand != 0 else 0.0,
            1.0 if not to_move and at_hand & (at_hand - 1) != 0 else 0.0,
            1.0 if not to_move and at_hand != 0 else 0.0,
            float(count_bits(later & own_rows)),
            float(count_bits(later & ~own_rows)),
            float(count_bits(wins & (wins >> 1))),
            float(open_lines(mine, theirs, 2)),
            float(open_lines(mine, theirs, 1)),
            float(centre(mine)),
        ]

    def move_features(self, move: i64) -> list[float]:
        """What makes a move of connect four worth trying: what it fills, and what it opens above."""
        mine = self.discs0 if self.mover == 0 else self.discs1
        theirs = self.discs1 if self.mover == 0 else self.discs0
        column = (move >> 6) & 65535
        taken = mine | theirs
        foot: i64 = 1
        foot <<= column * HEIGHT
        cell = (taken | (taken + foot)) ^ taken
        my_wins = completing(mine, taken)
        their_wins = completing(theirs, taken)
        return [
            1.0 if my_wins & cell != 0 else 0.0,
            1.0 if their_wins & cell != 0 else 0.0,
            1.0 if their_wins & (cell << 1) != 0 else 0.0,
            1.0 if my_wins & (cell << 1) != 0 else 0.0,
            3.0 - abs(float(column) - 3.0),
        ]

def centre(discs: i64) -> i64:
    """Discs near the middle column are worth more: 3 in it, then 2 and 1 on either side."""
    total: i64 = 0
    column: i64 = 0
    while column < COLUMNS:
        worth = 3 - (column - 3 if column > 3 else 3 - column)
        here = (discs >> (column * HEIGHT)) & 63
        while here != 0:
            total += worth * (here & 1)
            here >>= 1
        column += 1
    return total


def open_lines(mine: i64, theirs: i64, discs: i64) -> i64:
    """The lines of four cells with exactly this many of our discs (1 or 2) and none of theirs."""
    free = FULL_BOARD & ~theirs
    total: i64 = 0
    step: i64 = 1
    while step <= HEIGHT + 1:
        lines = free & (free >> step) & (free >> (2 * step)) & (free >> (3 * step))
        b = mine >> step
        c = mine >> (2 * step)
        d = mine >> (3 * step)
        # Adding the four cells of each line bit by bit: `odd` has one or three discs, `two` at least two.
        low = mine ^ b
        high = c ^ d
        odd = low ^ high
        two = (mine & b) | (c & d) | (low & high)
        total += count_bits(lines & (odd & ~two if discs == 1 else two & ~odd & ~(mine & b & c & d)))
        step = HEIGHT - 1 if step == 1 else step + 1
    return total

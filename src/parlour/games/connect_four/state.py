"""Connect four: the smallest game in the house."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from parlour.core.dice import Dice
from parlour.core.state import OVER, Evaluator, Planner, State
from parlour.games.connect_four.board import COLUMNS, FULL_BOARD, HEIGHT, ROWS, TOP_ROW, four_in_a_row
from parlour.games.connect_four.planner import FourPlanner

BOTH: Final = 2  # `winner` when the board is full

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

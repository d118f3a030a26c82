"""What rank and purse are worth with this many turns to go, if ranks are bought at the best times.

A small dynamic programme: a turn brings some dollars and credits on average, more at higher ranks, and a purchase
costs its price and the turns of the way to the office.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from parlour.games.deadwood.codes import TOP_RANK
from parlour.games.deadwood.state import RANK_POINTS, RANKS

STEP: Final = 2  # turns between two rows of the table
DEAREST: Final = 40  # prices above this are not planned for


class Career:
    """The worth of every rank and purse on one lot, with up to `longest` turns to go."""

    def __init__(
        self, prices: list[i64], dollars: list[float], credits: list[float], trip: float, longest: i64
    ) -> None:
        self.prices: list[i64] = prices
        self.dollars: i64 = 1 + dearest(prices, 0)  # different numbers of dollars that matter
        self.credits: i64 = 1 + dearest(prices, 1)
        self.purses: i64 = self.dollars * self.credits
        self.rows: i64 = longest // STEP + 2
        # what is gained beyond the present score: for each row, rank and purse
        self.table: list[float] = []
        for _ in range(RANKS * self.purses):
            self.table.append(0.0)
        row: i64 = 1
        while row < self.rows:
            self.add_row(row, dollars, credits, trip)
            row += 1

    def add_row(self, row: i64, dollars: list[float], credits: list[float], trip: float) -> None:
        """Two more turns to go: work, or buy first."""
        table = self.table
        for _ in range(self.purses):
            table.append(0.0)  # nobody has rank 0
        turns = float(row * STEP) - trip
        rank: i64 = 1
        while rank < RANKS:
            more_dollars = float(STEP) * dollars[rank]
            more_credits = float(STEP) * credits[rank]
            before: i64 = ((row - 1) * RANKS + rank) * self.purses
            d: i64 = 0
            while d < self.dollars:
                c: i64 = 0
                while c < self.credits:
                    best = more_dollars + more_credits + self.between(before, d, c, more_dollars, more_credits)
                    if turns >= 0.0 and rank < TOP_RANK:
                        bought = self.buying(turns, rank, d, c)
                        if bought > best:
                            best = bought
                    table.append(best)
                    c += 1
                d += 1
            rank += 1

    def between(self, at: i64, d: i64, c: i64, more_dollars: float, more_credits: float) -> float:
        """The table for a purse that grows by a fraction: the average of its neighbours."""
        whole_d = i64(more_dollars)
        whole_c = i64(more_credits)
        part_d = more_dollars - float(whole_d)
        part_c = more_credits - float(whole_c)
        d0: i64 = min(d + whole_d, self.dollars - 1)
        d1: i64 = min(d0 + 1, self.dollars - 1)
        c0: i64 = min(c + whole_c, self.credits - 1)
        c1: i64 = min(c0 + 1, self.credits - 1)
        low = (
            self.table[at + d0 * self.credits + c0] * (1.0 - part_c) + self.table[at + d0 * self.credits + c1] * part_c
        )
        high = (
            self.table[at + d1 * self.credits + c0] * (1.0 - part_c) + self.table[at + d1 * self.credits + c1] * part_c
        )
        return low * (1.0 - part_d) + high * part_d

    def buying(self, turns: float, rank: i64, d: i64, c: i64) -> float:
        """The best purchase with this purse, compared with the present score, and what follows it."""
        best = -1000.0
        new: i64 = rank + 1
        while new <= TOP_RANK:
            points = float(RANK_POINTS * (new - rank))
            price: i64 = self.prices[2 * new]
            if 0 < price <= d:
                value = points - float(price) + self.more(turns, new, d - price, c)
                if value > best:
                    best = value
            price = self.prices[2 * new + 1]
            if 0 < price <= c:
                value = points - float(price) + self.more(turns, new, d, c - price)
                if value > best:
                    best = value
            new += 1
        return best

    def more(self, turns: float, rank: i64, dollars: i64, credits: i64) -> float:
        """The points to be expected beyond the present score."""
        if turns <= 0.0:
            return 0.0
        d: i64 = min(dollars, self.dollars - 1)
        c: i64 = min(credits, self.credits - 1)
        part = turns / float(STEP)
        row: i64 = i64(part)
        if row > self.rows - 2:
            row = self.rows - 2
        part -= float(row)
        at: i64 = (row * RANKS + rank) * self.purses + d * self.credits + c
        if part == 0.0:
            return self.table[at]
        return self.table[at] * (1.0 - part) + self.table[at + RANKS * self.purses] * part


def dearest(prices: list[i64], pay: i64) -> i64:
    """The highest price in a currency that is planned for."""
    most: i64 = 0
    rank: i64 = 2
    while rank <= TOP_RANK:
        price: i64 = prices[2 * rank + pay]
        if most < price <= DEAREST:
            most = price
        rank += 1
    return most

"""Connect four's own search: alpha-beta with iterative deepening, which sees forced wins to their end.

Nothing is hidden and nothing is left to luck, so looking at every line to a certain depth beats sampling lines. A
position in which nobody can force a win yet is judged by the cells that would complete a row: in the end the column
below such a cell fills up, and the first player gets the odd rows, the second the even ones.
"""

from __future__ import annotations

import math
from typing import Final

from mypy_extensions import i64

from parlour.core.bits import count_bits
from parlour.core.dice import Dice
from parlour.core.state import Planner
from parlour.core.watch import Watch
from parlour.games.connect_four.board import BOTTOM_ROW, CELLS, COLUMNS, FULL_BOARD, HEIGHT, ROWS, completing

LOOKS: Final = 50  # positions that count as an iteration
WIN: Final = 10_000  # less the number of discs on the board when it happens
SURE: Final = 5_000  # a score beyond this is a forced win
SCALE: Final = 120.0  # a score that makes the chances about 73 to 27
WITHIN: Final = 150  # the scores of moves worse than the best by more than this are only known to be low
EXACT: Final = 0
AT_LEAST: Final = 1
AT_MOST: Final = 2
SLOTS: Final = 131_071  # of the table of known positions; a prime
DEEPEST: Final = 64

COLUMN: Final = 0b0111111
ODD_ROWS: Final = 0b0010101_0010101_0010101_0010101_0010101_0010101_0010101
EVEN_ROWS: Final = 0b0101010_0101010_0101010_0101010_0101010_0101010_0101010
MIDDLE: Final = 0b0000000_0000000_0000000_0111111_0000000_0000000_0000000
NEAR_MIDDLE: Final = 0b0000000_0000000_0111111_0000000_0111111_0000000_0000000
OUTWARDS: Final[list[i64]] = [3, 2, 4, 1, 5, 0, 6]


class FourPlanner(Planner):
    """Plans one disc: deeper and deeper until its iterations or its time are used up, or the result is certain."""

    def __init__(self, mine: i64, theirs: i64, dice: Dice) -> None:
        super().__init__()
        self.mine: i64 = mine
        self.taken: i64 = mine | theirs
        self.discs: i64 = count_bits(mine | theirs)
        self.watch: Watch = Watch()
        self.looked: i64 = 0
        self.most: i64 = 0  # positions to look at; 0: no limit
        self.stopped: bool = False
        self.keys: list[i64] = [0] * SLOTS
        self.known: list[i64] = [0] * SLOTS
        self.order: list[i64] = [c for c in OUTWARDS if (self.taken >> (c * HEIGHT + ROWS - 1)) & 1 == 0]
        dice.shuffle(self.order)  # so that equally good moves are chosen in turn
        self.scores: list[i64] = [0 for _ in self.order]  # of these columns, at the depth that was completed last

    def think(self, iterations: i64, seconds: float) -> None:
        """Look deeper and deeper; a result that is certain counts as having thought to the end."""
        self.watch.start(seconds)
        self.looked = 0
        self.most = iterations * LOOKS
        self.stopped = False
        depth: i64 = 1
        while not self.stopped and depth <= DEEPEST and not self.certain():
            self.deepen(depth)
            depth += 1
        self.iterations += iterations if not self.watch.over else self.looked // LOOKS

    def certain(self) -> bool:
        """Whether looking deeper cannot change the choice."""
        return len(self.order) == 1 or self.scores[0] > SURE

    def deepen(self, depth: i64) -> None:
        """Score every column at this depth, the best one so far first."""
        scores: list[i64] = []
        best: i64 = -WIN
        for column in self.order:
            score = -self.drop(
                self.mine, self.taken, column, depth, -WIN, WITHIN - best if best > WITHIN - WIN else WIN
            )
            if self.stopped:
                return
            scores.append(score)
            if score > best:
                best = score
        self.rank(scores)

    def rank(self, scores: list[i64]) -> None:
        """Sort the columns by their scores, keeping the order of equals."""
        order: list[i64] = []
        sorted_scores: list[i64] = []
        for at in range(len(scores)):
            score: i64 = scores[at]
            place: i64 = 0
            while place < len(sorted_scores) and sorted_scores[place] >= score:
                place += 1
            sorted_scores.insert(place, score)
            order.insert(place, self.order[at])
        self.order = order
        self.scores = sorted_scores

    def drop(self, mine: i64, taken: i64, column: i64, depth: i64, low: i64, high: i64) -> i64:
        """The score, for the rival, after a disc in this column."""
        foot: i64 = 1
        foot <<= column * HEIGHT
        after = taken | (taken + foot)
        discs = self.discs + 1
        if completing(mine, taken) & (after ^ taken) != 0:
            return discs - WIN
        if after == FULL_BOARD:
            return 0
        return self.look(taken ^ mine, after, discs, depth - 1, low, high)

    def look(self, mine: i64, taken: i64, discs: i64, depth: i64, low: i64, high: i64) -> i64:
        """The score for the player to move, between `low` and `high`, or a bound beyond them."""
        self.looked += 1
        if (self.most > 0 and self.looked > self.most) or self.watch.up():
            self.stopped = True
            return 0
        theirs = taken ^ mine
        reach = (taken + BOTTOM_ROW) & FULL_BOARD
        if completing(mine, taken) & reach != 0:
            return WIN - discs - 1
        threats = completing(theirs, taken)
        forced = threats & reach
        if forced != 0:
            if forced & (forced - 1) != 0:
                return discs + 2 - WIN
            reach = forced
        reach &= ~(threats >> 1)  # below a threat the rival would drop a disc onto ours
        if reach == 0:
            # whoever has no other cell left must give the rival the row, unless the board is full before that
            return 0 if discs + 1 >= CELLS else discs + 2 - WIN
        if discs + 2 >= CELLS:
            return 0  # the last two discs complete no row
        if depth <= 0 and forced == 0:
            return self.judge(mine, theirs, taken, threats, discs)
        key = mine + taken
        slot = key % SLOTS
        first: i64 = -1
        if self.keys[slot] == key:
            note: i64 = self.known[slot]
            score = ((note >> 16) & 0xFFFF) - 0x8000
            bound = note & 3
            first = ((note >> 2) & 7) - 1
            deep_enough = ((note >> 8) & 0xFF) >= depth or score > SURE or score < -SURE
            decides = bound == EXACT or (bound == AT_LEAST and score >= high) or (bound == AT_MOST and score <= low)
            if deep_enough and decides:
                return score
        best: i64 = -WIN
        best_column: i64 = 0
        was_low = low
        deeper = depth if forced != 0 else depth - 1
        at: i64 = -1
        while at < COLUMNS:
            column: i64 = first if at < 0 else OUTWARDS[at]
            at += 1
            if column < 0 or (at > 0 and column == first):
                continue
            shift: i64 = column * HEIGHT
            cell = ((reach >> shift) & COLUMN) << shift
            if cell == 0:
                continue
            score = -self.look(theirs, taken | cell, discs + 1, deeper, -high, -low)
            if self.stopped:
                return 0
            if score > best:
                best = score
                best_column = column
                if score > low:
                    low = score
                    if low >= high:
                        break
        bound = AT_LEAST if best >= high else (AT_MOST if best <= was_low else EXACT)
        self.keys[slot] = key
        self.known[slot] = (
            ((best + 0x8000) << 16) | ((depth if depth > 0 else 0) << 8) | ((best_column + 1) << 2) | bound
        )
        return best

    def judge(self, mine: i64, theirs: i64, taken: i64, threats: i64, discs: i64) -> i64:
        """How the position looks to the player to move, if neither can force anything yet."""
        ours = completing(mine, taken)
        first_moves = discs % 2 == 0
        my_rows: i64 = ODD_ROWS if first_moves else EVEN_ROWS
        their_rows: i64 = EVEN_ROWS if first_moves else ODD_ROWS
        score = 30 * count_bits(ours) - 30 * count_bits(threats)
        score += 50 * count_bits(ours & my_rows) - 50 * count_bits(threats & their_rows)
        score += 6 * count_bits(mine & MIDDLE) - 6 * count_bits(theirs & MIDDLE)
        return score + 3 * count_bits(mine & NEAR_MIDDLE) - 3 * count_bits(theirs & NEAR_MIDDLE)

    def moves(self) -> list[i64]:
        return [self.order[0] << 6]

    def plans(self) -> list[tuple[list[i64], float]]:
        found: list[tuple[list[i64], float]] = []
        for at in range(len(self.order)):
            column: i64 = self.order[at]
            found.append(([column << 6], chance(self.scores[at])))
        return found


def chance(score: i64) -> float:
    """A score as a chance of winning. A loss that is further away is a little better: the rival may overlook it."""
    if score > SURE:
        return 1.0
    if score < -SURE:
        return float(score + WIN) / 1000.0
    return 1.0 / (1.0 + math.exp(float(-score) / SCALE))

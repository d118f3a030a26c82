"""Connect Four by alpha-beta search, deeper while there is time, with threats to judge by.

A place is a threat if one more disc there makes four. Lines still open count a little, threats a lot, and more on the
rows that the zugzwang at the end of the game favours: odd ones for the first player, even ones for the second.
Needs only Python.
"""

import json
import sys
import time

SECONDS = 0.25
COLUMNS, ROWS, WON = 7, 6, 100_000
# A board is one number per player: bit 7 * column + row, with an empty row on top of each column.
CELL = {(column, row): 1 << (7 * column + row) for column in range(COLUMNS) for row in range(ROWS)}
LINES = [
    tuple(CELL[column + n * across, row + n * up] for n in range(4))
    for column, row in CELL
    for across, up in ((1, 0), (0, 1), (1, 1), (1, -1))
    if (column + 3 * across, row + 3 * up) in CELL
]
LINES = [(sum(cells), cells) for cells in LINES]
ROW_OF = {cell: row for (_, row), cell in CELL.items()}
ORDER = (3, 2, 4, 1, 5, 0, 6)


class OutOfTime(Exception):
    pass


def four(discs):
    """Whether these discs hold four in a row."""
    for shift in (1, 6, 7, 8):
        pairs = discs & (discs >> shift)
        if pairs & (pairs >> (2 * shift)):
            return True
    return False


def judge(mine, theirs, first):
    """The promise of a quiet position for the owner of `mine`, who moves; `first`: it began the game."""
    total = 0
    for line, cells in LINES:
        ours, others = line & mine, line & theirs
        if ours and others:
            continue
        discs, began, sign = (ours, first, 1) if ours else (others, not first, -1)
        count = discs.bit_count()
        if count == 3:
            gap = next(cell for cell in cells if not cell & discs)
            total += sign * (30 if (ROW_OF[gap] % 2 == 0) == began else 18)
        elif count:
            total += sign * (1 if count == 1 else 4)
    return total


class Search:
    def __init__(self):
        self.end = time.monotonic() + SECONDS
        self.known = {}  # positions searched before, with their best column

    def best(self, mine, theirs, heights):
        """The best column, from as deep a search as time allows."""
        choice = next(column for column in ORDER if heights[column] < ROWS)
        empty = COLUMNS * ROWS - sum(heights)
        try:
            for depth in range(1, empty + 1):
                worth = self.worth(mine, theirs, heights, depth, -WON, WON)
                choice = self.known[mine, theirs]
                if abs(worth) > WON // 2:
                    break
        except OutOfTime:
            pass
        return choice

    def worth(self, mine, theirs, heights, depth, low, high):
        if time.monotonic() > self.end:
            raise OutOfTime
        discs = sum(heights)
        if discs == COLUMNS * ROWS:
            return 0
        if depth == 0:
            return judge(mine, theirs, discs % 2 == 0)
        open_columns = [column for column in ORDER if heights[column] < ROWS]
        hint = self.known.get((mine, theirs))
        if hint is not None:
            open_columns.sort(key=lambda column: column != hint)
        best = -WON
        for column in open_columns:
            after = mine | 1 << (7 * column + heights[column])
            if four(after):
                self.known[mine, theirs] = column
                return WON - discs
            heights[column] += 1
            try:
                worth = -self.worth(theirs, after, heights, depth - 1, -high, -low)
            finally:
                heights[column] -= 1
            if worth > best:
                best = worth
                self.known[mine, theirs] = column
                low = max(low, best)
                if low >= high:
                    break
        return best


def decide(view):
    boards = [0, 0]
    for column, discs in enumerate(view["columns"]):
        for row, seat in enumerate(discs):
            boards[seat] |= CELL[column, row]
    me = view["mover"]
    return {"kind": "drop", "column": Search().best(boards[me], boards[1 - me], [len(one) for one in view["columns"]])}


for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "turn":
        print(json.dumps({"type": "move", "ply": message["ply"], "move": decide(message["view"])}), flush=True)
    elif message["type"] == "refused":
        print("Refused:", message["why"], file=sys.stderr)

"""How a learning program sees a game: numbers for what a seat may know, and a small index for what it may do.

A game's lens stands beside its view. It writes an observation of a fixed length into a buffer that numpy reads without
copying, and it gives every listed move a place in a short list, the same in all positions. Compiled.
"""

from __future__ import annotations

from collections.abc import Sequence

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from parlour.core.state import State


class Numbers:
    """Rows of numbers, all 0 at first. `values` is one long row of doubles, for `numpy.frombuffer`."""

    def __init__(self, rows: i64, size: i64) -> None:
        self.rows: i64 = rows
        self.size: i64 = size
        self.values: vec[float] = vec[float]([0.0] * (rows * size))
        # Most numbers are 0 most of the time, so a row remembers which ones are not.
        self.filled: vec[i64] = vec[i64]([0] * (rows * size))
        self.counts: vec[i64] = vec[i64]([0] * rows)
        self.row: i64 = 0
        self.at: i64 = 0

    def begin(self, row: i64) -> None:
        """Write into this row from now on; all of it is 0."""
        self.row = row
        self.at = row * self.size
        i = self.at
        end = i + self.counts[row]
        while i < end:
            self.values[self.filled[i]] = 0.0
            i += 1
        self.counts[row] = 0

    def put(self, place: i64, value: float) -> None:
        where = self.at + place
        if self.values[where] == 0.0:
            if value == 0.0:
                return
            n = self.counts[self.row]
            if n < self.size:
                self.filled[self.at + n] = where
                self.counts[self.row] = n + 1
            else:  # numbers came and went until there was no more room to remember them: take all of the row for filled
                n = 0
                while n < self.size:
                    self.filled[self.at + n] = self.at + n
                    n += 1
        self.values[where] = value

    def mark(self, place: i64) -> None:
        """Put a 1."""
        self.put(place, 1.0)

    def flag(self, place: i64, is_so: bool) -> None:
        """Put a 1 if it is so."""
        if is_so:
            self.put(place, 1.0)

    def add(self, place: i64, value: float) -> None:
        self.put(place, self.values[self.at + place] + value)

    def row_values(self, row: i64) -> list[float]:
        """The numbers of a row, for those who do without numpy."""
        found: list[float] = []
        i = row * self.size
        end = i + self.size
        while i < end:
            found.append(self.values[i])
            i += 1
        return found


class Layout:
    """What an observation consists of: the name and the bounds of each of its numbers."""

    def __init__(self) -> None:
        self.names: list[str] = []
        self.lows: list[float] = []
        self.highs: list[float] = []

    def one(self, name: str, high: float = 1.0, low: float = 0.0) -> i64:
        """One number; returns its place."""
        self.names.append(name)
        self.lows.append(low)
        self.highs.append(high)
        return len(self.names) - 1

    def each(self, what: str, words: Sequence[str], high: float = 1.0, low: float = 0.0) -> i64:
        """A number for each of these words; returns the place of the first."""
        first: i64 = len(self.names)
        for word in words:
            self.one(f"{what}: {word}", high, low)
        return first


@mypyc_attr(allow_interpreted_subclasses=True)
class Lens:
    """How learning programs see one game with certain options at a table of a certain size.

    Numbers are scaled so that usual values are about 1; the bounds are what the rules allow.
    """

    def __init__(self, layout: Layout, choices: i64) -> None:
        self.names: list[str] = layout.names
        self.lows: list[float] = layout.lows
        self.highs: list[float] = layout.highs
        self.size: i64 = len(layout.names)
        self.choices: i64 = choices  # how many places the index of moves has

    def observe(self, state: State, seat: i64, out: Numbers) -> None:
        """Put what `seat` may know of this position into the row of `out` that has begun."""
        raise NotImplementedError

    def choice(self, state: State, move: i64) -> i64:
        """The place of a listed move of the mover, from 0 to `choices` - 1: no two of a position have the same."""
        raise NotImplementedError

    def words(self) -> list[str]:
        """What each place of the index stands for."""
        raise NotImplementedError

    def move(self, state: State, choice: i64) -> i64:
        """The listed move at this place, or -1 if there is none now."""
        for listed in state.moves():
            if self.choice(state, listed) == choice:
                return listed
        return -1


def nth(words: str, size: i64) -> list[str]:
    """Names such as `bed 0`, `bed 1`."""
    return [f"{words} {n}" for n in range(size)]

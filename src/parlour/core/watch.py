"""A stopwatch for searches: cheap to check after every move, and accurate to within a few moves."""

from __future__ import annotations

import time
from typing import Final

from mypy_extensions import i64

from parlour.core.interrupts import check_interrupts

QUICK: Final = 0.00002  # seconds between two looks at the clock that cost next to nothing
SLOW: Final = 0.001
STEADY: Final = 32  # quick looks in a row before looking less often
LONGEST_STRIDE: Final = 64  # moves between two looks
INTERRUPT_SECONDS: Final = 0.05  # between two checks for signals


class Watch:
    """Start it with a time limit and ask it after each move whether time is up.

    Reading the clock takes about as long as a move of connect four. So after many quick moves only every n-th one
    reads it; as soon as a move is slow, each one does again.
    """

    def __init__(self) -> None:
        self.until: float = 0.0
        self.endless: bool = True
        self.over: bool = False
        self.looked: float = 0.0
        self.interrupts_checked: float = 0.0
        self.stride: i64 = 1  # moves from one look to the next
        self.left: i64 = 1
        self.quick: i64 = 0  # quick looks in a row

    def start(self, seconds: float) -> None:
        """Time is up after this many seconds from now; 0 means no limit."""
        now = time.perf_counter()
        self.until = now + seconds
        self.endless = seconds <= 0.0
        self.over = False
        self.looked = now
        self.interrupts_checked = now
        self.stride = 1
        self.left = 1
        self.quick = 0

    def up(self) -> bool:
        """Whether time is up; call it after each move."""
        self.left -= 1
        if self.left > 0:
            return False
        return self.look()

    def look(self) -> bool:
        now = time.perf_counter()
        took = now - self.looked
        if took < QUICK:
            self.quick += 1
            if self.quick == STEADY and self.stride < LONGEST_STRIDE:
                self.stride *= 2
                self.quick = 0
        else:
            self.quick = 0
            if took > SLOW:
                self.stride = 1
            elif took > 4.0 * QUICK and self.stride > 1:
                self.stride //= 2
        self.left = self.stride
        self.looked = now
        if now - self.interrupts_checked > INTERRUPT_SECONDS:
            self.interrupts_checked = now
            check_interrupts()
        if not self.endless and now >= self.until:
            self.over = True
            self.left = 1
        return self.over

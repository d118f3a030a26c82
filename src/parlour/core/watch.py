"""A watch for searches: cheap to ask after every play, right to a few plays however long each of them takes."""

from __future__ import annotations

import time
from typing import Final

from mypy_extensions import i64

from parlour.core.breath import breathe

QUICK: Final = 0.00002  # seconds between two looks that cost nothing to speak of
SLOW: Final = 0.001
STEADY: Final = 32  # quick looks in a row until fewer will do
FEWEST_LOOKS: Final = 64  # at most so many plays from one look to the next
BREATH: Final = 0.05  # seconds


class Watch:
    """Started with the time that is given, asked after each play, it tells when that time is up.

    Looking at a clock takes about as long as a play of connect four. So after many quick plays only every so many of
    them look, and as soon as one is slow each of them does.
    """

    def __init__(self) -> None:
        self.until: float = 0.0
        self.endless: bool = True
        self.over: bool = False
        self.looked: float = 0.0
        self.breathed: float = 0.0
        self.stride: i64 = 1  # plays from one look to the next
        self.left: i64 = 1
        self.quick: i64 = 0  # quick looks in a row

    def start(self, seconds: float) -> None:
        """From now on so many seconds are given; 0 means no limit."""
        now = time.perf_counter()
        self.until = now + seconds
        self.endless = seconds <= 0.0
        self.over = False
        self.looked = now
        self.breathed = now
        self.stride = 1
        self.left = 1
        self.quick = 0

    def up(self) -> bool:
        """Whether the time is over, asked after a play."""
        self.left -= 1
        if self.left > 0:
            return False
        return self.look()

    def look(self) -> bool:
        now = time.perf_counter()
        took = now - self.looked
        if took < QUICK:
            self.quick += 1
            if self.quick == STEADY and self.stride < FEWEST_LOOKS:
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
        if now - self.breathed > BREATH:
            self.breathed = now
            breathe()
        if not self.endless and now >= self.until:
            self.over = True
            self.left = 1
        return self.over

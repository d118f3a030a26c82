"""Clocks whose hands a test moves: nothing is late because the machine is."""

from __future__ import annotations

import heapq
import itertools
from collections.abc import Callable

from parlour.server.time_source import TimeSource


class ByHand(TimeSource):
    """Time that passes only when somebody says so. Halves, quarters and so on of a second are counted exactly."""

    def __init__(self) -> None:
        self._now = 1000.0
        self.midnight = 1_700_000_000.0  # what the wall clock showed when this one began at zero
        self._alarms: list[tuple[float, int, Alarm]] = []
        self._numbers = itertools.count()

    def now(self) -> float:
        return self._now

    def date(self) -> float:
        return self.midnight + self._now

    def call_later(self, seconds: float, deed: Callable[[], object]) -> Alarm:
        alarm = Alarm(deed)
        heapq.heappush(self._alarms, (self._now + seconds, next(self._numbers), alarm))
        return alarm

    def turn(self, seconds: float) -> None:
        """Let so much time pass; alarms that fall into it go off, each at its own moment."""
        until = self._now + seconds
        while self._alarms and self._alarms[0][0] <= until:
            at, _, alarm = heapq.heappop(self._alarms)
            self._now = max(self._now, at)
            alarm.ring()
        self._now = until


class Alarm:
    def __init__(self, deed: Callable[[], object]) -> None:
        self._deed: Callable[[], object] | None = deed

    def ring(self) -> None:
        if self._deed is not None:
            self._deed()

    def cancel(self) -> None:
        self._deed = None

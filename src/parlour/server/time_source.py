"""Where the house gets the time from: tests replace it, so they need not wait for a week to pass."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Protocol


class Alarm(Protocol):
    def cancel(self) -> None: ...


class TimeSource:
    """Real time."""

    def now(self) -> float:
        """Monotonic time in seconds."""
        return time.monotonic()

    def date(self) -> float:
        """Seconds since 1970: the wall-clock time that the store and the other processes use."""
        return time.time()

    def call_later(self, seconds: float, callback: Callable[[], object]) -> Alarm:
        """Call back after this many seconds, unless cancelled before."""
        return asyncio.get_running_loop().call_later(seconds, callback)

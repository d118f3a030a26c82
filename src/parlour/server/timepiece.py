"""What the clocks of a house go by, in one place: whoever wants to know what happens after a week need not wait one."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Protocol


class Alarm(Protocol):
    def cancel(self) -> None: ...


class Timepiece:
    """The time that passes by itself."""

    def now(self) -> float:
        """Seconds since some moment in the past; never fewer than before."""
        return time.monotonic()

    def date(self) -> float:
        """Seconds since 1970, by the wall clock that the store stamps with and other processes share."""
        return time.time()

    def call_later(self, seconds: float, deed: Callable[[], object]) -> Alarm:
        """Do something after so many seconds, unless it is cancelled before."""
        return asyncio.get_running_loop().call_later(seconds, deed)

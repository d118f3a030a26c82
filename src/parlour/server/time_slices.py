"""Long work in the process that serves tables, done in short slices so that every table gets its turn in between."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterable

SLICE = 0.01  # seconds; a slice takes this long plus one step


class TimeSlices:
    """Long jobs take turns, and together get at most half of the process's time."""

    def __init__(self) -> None:
        self._turn = asyncio.Lock()

    async def run(self, steps: Iterable[None]) -> None:
        """Run all steps."""
        left = iter(steps)
        while True:
            async with self._turn:
                start = now = time.perf_counter()
                for _ in left:
                    now = time.perf_counter()
                    if now >= start + SLICE:
                        break
                else:
                    return
                await asyncio.sleep(now - start)

"""Long work in the process that serves tables: in short pieces, so that every table gets its turn in between."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterable

PIECE = 0.01  # seconds; a piece is as long as this and one step more


class Slices:
    """All long works of a house take turns, however many there are, and half of the time belongs to everybody else."""

    def __init__(self) -> None:
        self._turn = asyncio.Lock()

    async def through(self, steps: Iterable[None]) -> None:
        """Take all steps."""
        left = iter(steps)
        while True:
            async with self._turn:
                start = now = time.perf_counter()
                for _ in left:
                    now = time.perf_counter()
                    if now >= start + PIECE:
                        break
                else:
                    return
                await asyncio.sleep(now - start)

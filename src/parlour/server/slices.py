"""Long work in the process that serves tables: in short pieces, so that every table gets its turn in between."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterable

PIECE = 0.01  # seconds; a piece is as long as this and one step more


class Slices:
    """All long works of a house take turns, however many there are: between two pieces everybody else has one."""

    def __init__(self) -> None:
        self._turn = asyncio.Lock()

    async def through(self, steps: Iterable[None]) -> None:
        """Take all steps."""
        left = iter(steps)
        while True:
            async with self._turn:
                until = time.perf_counter() + PIECE
                for _ in left:
                    if time.perf_counter() >= until:
                        break
                else:
                    return
            await asyncio.sleep(0)

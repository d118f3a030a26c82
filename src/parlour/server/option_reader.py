"""Reads long options, such as a card script or a film lot, in a thread: they take longer than a move may."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, TypeVar

import msgspec

from parlour.core.branch import Branch
from parlour.core.errors import Refused
from parlour.core.game import AnyGame
from parlour.core.match import Match
from parlour.core.seed import Seed
from parlour.core.sequel import Earlier
from parlour.server.limits import Buckets

T = TypeVar("T")

SHORT = 1000  # bytes; a script this short is read in a few milliseconds


class OptionReader:
    """Reads one set of long options at a time. Python rules running in a thread let the tables go on."""

    def __init__(self) -> None:
        self._turn = asyncio.Lock()
        self._asking = Buckets(rate=1 / 3, burst=10)

    async def check(self, game: AnyGame, options: Any, seats: int, guest: str) -> None:
        """Refuse options that do not go together."""
        if is_long(options) and not self._asking.take(guest):
            raise Refused("You are asking for too many tables with long options; wait a moment.", "too-many")
        await self._read(options, game.check, options, seats)

    async def new_match(
        self,
        game: AnyGame,
        options: Any,
        seats: int,
        seed: Seed,
        earlier: Earlier | None = None,
        branch: Branch | None = None,
    ) -> Match:
        return await self._read(options, Match, game, options, seats, seed, earlier, branch)

    async def _read(self, options: Any, deed: Callable[..., T], *given: Any) -> T:
        if not is_long(options):
            return deed(*given)
        async with self._turn:
            return await asyncio.to_thread(deed, *given)


def is_long(options: Any) -> bool:
    return len(msgspec.json.encode(options)) > SHORT

"""Keeping and forgetting: what is too old goes, a little at a time beside play."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from typing import TYPE_CHECKING

from parlour.core.errors import Refused
from parlour.server.hosting import RETENTION
from parlour.server.settings import Settings
from parlour.store import rows
from parlour.store.retention import KINDS

if TYPE_CHECKING:
    from parlour.server.house import House

log = logging.getLogger("parlour.server")

DAY = 86_400.0
JUMP_SECONDS = DAY  # by which the wall clock may run away from the other one, which stands still while a machine sleeps
PAUSE = 0.05  # seconds after each step
BUSY = 100  # writes that wait for the disk: then we wait, too
WORDS = {  # what is kept, and which of it is too old
    "guests": ("Guests", "Guests not seen for {}"),
    "games": ("Friendly games", "Friendly games that ended more than {} ago"),
    "logs": ("Bots' logs", "Lines in bots' logs older than {}"),
    "reports": ("Reports and bans", "Reports settled and bans ended more than {} ago"),
    "acts": ("The log of what hosts did", "Lines in the log of what hosts did older than {}"),
}


def days_of(settings: Settings) -> dict[str, int]:
    """For how many days each kind is kept; 0: for good."""
    return {kind: getattr(settings, f"keep_{kind}_days") for kind in KINDS}


def limits(days: Mapping[str, int], now: float) -> dict[str, float]:
    """What is older than this goes, by kind; what is kept for good is left out."""
    return {kind: now - number * DAY for kind, number in days.items() if number > 0}


class Retention:
    """Drops what is too old, in steps so small that nobody waits for one."""

    def __init__(self, house: House) -> None:
        self.house = house
        self._sweeping = False
        self._offset = house.time.date() - house.time.now()
        self._rests_until = 0.0

    async def tell(self) -> None:
        """Let `parlour prune` know how long this house keeps things."""
        days = days_of(self.house.settings)
        if (await self.house.store.states()).get(RETENTION, (0, None))[1] != days:
            await self.house.store.set_state(RETENTION, days)

    def sweep_beside_play(self) -> None:
        if not self._sweeping and not self._clock_jumped():
            self.house.background(self.sweep(days_of(self.house.settings)))

    def _clock_jumped(self) -> bool:
        """A wall clock that was set wrong makes everything look old: after a jump, nothing is dropped for a day."""
        now, offset = self.house.time.now(), self.house.time.date() - self.house.time.now()
        if abs(offset - self._offset) > JUMP_SECONDS:
            log.warning("the wall clock jumped by %.0f s; nothing is dropped for a day", offset - self._offset)
            self._offset, self._rests_until = offset, now + DAY
        return now < self._rests_until

    async def sweep(self, days: Mapping[str, int]) -> dict[str, int]:
        """Drop everything that is too old; returns how much of each kind."""
        self._sweeping = True
        try:
            now = self.house.time.date()
            return {kind: await self._sweep(kind, before, now) for kind, before in limits(days, now).items()}
        finally:
            self._sweeping = False

    async def _sweep(self, kind: str, before: float, now: float) -> int:
        if kind not in ("guests", "games"):
            return await self._drop_lines(kind, before)
        dropped = 0
        for id in await self._outdated(kind, before, now):
            await self._rest()
            dropped += await (self._forget(id) if kind == "guests" else self._drop_game(id, before))
        return dropped

    async def _outdated(self, kind: str, before: float, now: float) -> list[str]:
        """All that are too old now. A game that is needed until another one goes stays until the next time, so that
        `parlour prune --dry-run` can say what will go."""
        found: list[str] = []
        while page := await self.house.store.outdated(kind, before, now, found[-1] if found else ""):
            found += page
        return found

    async def _drop_lines(self, kind: str, before: float) -> int:
        dropped = 0
        while number := await self.house.store.drop_lines(kind, before):
            dropped += number
            await self._rest()
        return dropped

    async def _drop_game(self, id: str, before: float) -> bool:
        table = self.house.tables.get(id)
        if table is not None and table.connections:  # somebody looks at it just now
            return False
        if not await self.house.store.drop_match(id, before):
            return False
        self.house.tables.pop(id, None)
        return True

    async def _forget(self, id: str) -> bool:
        """As a farewell of the guest's own would; whoever left nothing behind is dropped altogether."""
        guest = await self.house.store.guest(id)
        bots = await self.house.store.bots_of(id, 10_000)
        if guest is None or any(self._is_here(one) for one in (guest, *bots)):
            return False
        try:
            await self.house.farewell.forget(guest)
        except Refused:  # busy with their data just now
            return False
        for one in (*bots, guest):
            await self.house.store.drop_guest(one.id)
        return True

    def _is_here(self, guest: rows.Guest) -> bool:
        """Somebody may have sat here for longer than the house keeps a guest."""
        return any(one.guest == guest.id for table in self.house.tables.values() for one in table.connections)

    async def _rest(self) -> None:
        await asyncio.sleep(PAUSE)
        while self.house.store.stats().queue > BUSY:
            await asyncio.sleep(10 * PAUSE)

"""The keeper renews leases, adopts games whose process died, and closes tables that nobody uses."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from typing import TYPE_CHECKING

from parlour.core.errors import Refused
from parlour.server.table import LiveTable
from parlour.store import StoreError

if TYPE_CHECKING:
    from parlour.server.house import House

log = logging.getLogger("parlour.server")

QUIET_SECONDS = 120.0
CLASSIC = "classic"  # the guest who owns every bot from the classic door
ADOPTED_AT_ONCE = 20


class Keeper:
    """A process drives a match, its clock and its house players, while it holds its lease."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.store = house.store
        self.time = house.time
        self.settings = house.settings
        self._looked_at = ""
        self._quiet: dict[str, float] = {}  # tables waiting for a person, and when to look at them again

    async def claim(self, table: LiveTable) -> bool:
        """Take or renew the lease of a table; return whether this process drives it now."""
        table.drives = await self.store.claim(table.id, self.house.me, self.settings.lease_seconds)
        return table.drives

    async def keep_house(self) -> None:
        """Renew leases, adopt what a dead process was driving, close what nobody uses."""
        turn = 0
        while True:
            await asyncio.sleep(self.settings.lease_seconds / 3)
            turn += 1
            try:
                await self.renew_leases()
                await self.house.calling.keep()
                if not self.house.visiting:
                    await self.adopt_orphans()
                if turn % 60 == 0 and not self.house.visiting:
                    await self.close_idle()
                    await self.close_abandoned_games()
                    await self.house.ratings.count_all(await self.store.rated(waiting=True))
                    self.house.retention.sweep_beside_play()
            except StoreError as error:
                log.warning("keeping house: %s", error)
            except Exception as mistake:  # the clocks and leases of all tables depend on this loop
                log.exception("keeping house: %s", mistake)

    async def renew_leases(self) -> None:
        running = [t for t in self.house.tables.values() if t.row.status == "running" and t.match is not None]
        held = [t for t in self.house.tables.values() if t.row.status == "open" and t.drives]

        async def renew(table: LiveTable) -> None:
            drove = table.drives
            await self.claim(table)
            if table.drives and not drove:
                await table.catch_up()
                table.drive()
            if not table.drives:
                table.stop()

        driven = [table.id for table in [*running, *held] if table.drives]
        renewed = await self.store.renew(driven, self.house.me, self.settings.lease_seconds) if driven else set()
        await asyncio.gather(*(renew(table) for table in [*running, *held] if table.id not in renewed))
        if self.settings.redis:
            await self._look_for_unheard_moves(running)
        now = self.time.now()
        for table in self.house.tables.values():
            if table.connections:
                table.guests.tell_processes()
            if table.guests.elsewhere:
                table.guests.look_around()
        for table in running:
            quiet = now - table.touched > QUIET_SECONDS or self.house.demonstration.rests(table)
            if not table.guests.visitors() and table.waits_for_a_person() and quiet:
                self.house.put_away(table)
        for table in list(self.house.tables.values()):  # what is over can be read again from the store
            ended = table.row.status in ("over", "closed")
            if ended and now - table.touched > QUIET_SECONDS and not table.guests.visitors():
                self.house.put_away(table)

    async def _look_for_unheard_moves(self, running: list[LiveTable]) -> None:
        """A process may have died between storing a move and telling us."""
        move_counts = await self.store.move_counts(table.id for table in running)
        for table in running:
            if move_counts.get(table.id, 0) > table.ply:
                await table.catch_up()

    async def adopt_orphans(self) -> None:
        """Drive matches that no process drives: their clocks and house players have stopped."""
        now = self.time.now()
        self._quiet = {id: until for id, until in self._quiet.items() if until > now}
        found = await self.store.expired_leases(1000, self._looked_at)
        self._looked_at = found[-1] if len(found) == 1000 else ""  # the next thousand next time
        new = [id for id in found if id not in self.house.tables and self._quiet.get(id, 0.0) <= now]
        for first in range(0, len(new), ADOPTED_AT_ONCE):  # in groups, so that no long match holds up all the others
            await asyncio.gather(*(self._adopt(id, now) for id in new[first : first + ADOPTED_AT_ONCE]))

    async def _adopt(self, id: str, now: float) -> None:
        if id in self.house.tables:  # somebody came for it while others were being adopted
            return
        try:
            table = await self.house.load(id).task
        except Refused:
            self._quiet[id] = now + 86_400.0
            return
        if table.waits_for_a_person() and not table.wanted:
            # Without a clock a person may take a week: look again only when somebody comes, or much later.
            self._quiet[id] = now + 600.0
            self.house.put_away(table)

    async def close_idle(self) -> None:
        now = self.time.date()
        idle = await self.store.idle(now - self.settings.idle_open_hours * 3600, 100, ("open",))
        idle += await self.store.idle(now - self.settings.idle_running_days * 86_400, 100, ("running",))
        for row in idle:
            changed = await self.store.update_match(row.id, row.revision, status="closed", ended=now)
            self.house.news.changed(row.id)
            table = self.house.tables.get(row.id)
            if table is not None and changed.match is not None:
                table.stop()
                table.renew(changed.match)
                table.tell_table()

    async def close_abandoned_games(self) -> None:
        """When the classic door crashes, its games lose their bots and cannot go on."""
        for row in (await self.store.matches_of(CLASSIC, limit=50)).matches:
            held = row.id in self.house.tables and self.house.tables[row.id].drives
            if row.status not in ("open", "running") or held:
                continue
            if await self.store.claim(row.id, self.house.me, self.settings.lease_seconds):
                with contextlib.suppress(Refused):
                    await self.house.lobby.drop(await self.house.table(row.id))

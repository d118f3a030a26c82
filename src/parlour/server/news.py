"""The news of the house: what its processes tell each other, and what each makes of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from parlour.core.protocol import Emote
from parlour.server.table import LiveTable
from parlour.server.wire import News, RedisWire, Wire

if TYPE_CHECKING:
    from parlour.server.house import House


class NewsDesk:
    """Tells the other processes what happened at tables here, and hears what happened there."""

    def __init__(self, house: House) -> None:
        self.house = house
        redis = house.settings.redis
        self.wire: Wire = RedisWire(redis, house.me) if redis else Wire()

    async def open(self) -> None:
        await self.wire.open(self._hear, self._resync)

    async def close(self) -> None:
        await self.wire.close()

    # --- what is told ---

    def moved(self, table: str, ply: int) -> None:
        self.wire.tell({"moved": table, "ply": ply})

    def changed(self, table: str) -> None:
        """Who sits there, its status or its settings."""
        self.wire.tell({"changed": table})

    def here(self, table: str, seats: list[int]) -> None:
        """Which seats are present at this process."""
        self.wire.tell({"here": table, "seats": seats})

    def emote(self, table: LiveTable, seat: int, emote: Emote) -> None:
        table.tell_emote(seat, emote)
        self.wire.tell({"emote": table.id, "seat": seat, "what": emote})

    # --- what is heard ---

    async def _hear(self, news: News) -> None:
        """Another process tells."""
        about = news.get("moved") or news.get("changed") or news.get("here") or news.get("emote") or ""
        table = self.house.tables.get(about)
        if table is None:
            return
        if "moved" in news:
            await table.catch_up()
        elif "changed" in news:
            await self.refresh(table)
        elif "here" in news:
            self._elsewhere(table, news)
            await self.house.lobby.begin_if_all_are_here(table)
        elif "emote" in news:
            table.tell_emote(int(news["seat"]), news["what"])

    def _elsewhere(self, table: LiveTable, news: News) -> None:
        until = self.house.time.now() + 2 * self.house.settings.lease_seconds
        table.elsewhere[str(news.get("from"))] = (until, [int(s) for s in news.get("seats", [])])
        table.look_around()
        table.tell_table()

    async def refresh(self, table: LiveTable) -> None:
        """Take in the table as it is stored."""
        row = await self.house.store.match(table.id)
        if row is None:
            return
        await self.house.meet(row)
        table.renew(row)
        if table.row.status == "running":
            await table.begin_here()
        table.tell_table()
        table.drive()

    async def _resync(self) -> None:
        """News may have been missed: look at the store."""
        for table in list(self.house.tables.values()):
            await self.refresh(table)
            await table.catch_up()

"""What the processes of the house tell each other, and how each reacts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from parlour.core.protocol import Emote
from parlour.server.pubsub import News, PubSub, RedisPubSub
from parlour.server.table import LiveTable

if TYPE_CHECKING:
    from parlour.server.house import House


class NewsDesk:
    """Tells the other processes what happened at tables here, and reacts to what happened there."""

    def __init__(self, house: House) -> None:
        self.house = house
        redis = house.settings.redis
        self.pubsub: PubSub = RedisPubSub(redis, house.me) if redis else PubSub()

    async def open(self) -> None:
        await self.pubsub.open(self._hear, self._resync)

    async def close(self) -> None:
        await self.pubsub.close()

    # --- outgoing ---

    def moved(self, table: str, ply: int) -> None:
        self.pubsub.tell({"moved": table, "ply": ply})

    def changed(self, table: str) -> None:
        """The table's seats, status or settings have changed."""
        self.pubsub.tell({"changed": table})

    def tokens_changed(self, guest: str) -> None:
        """Some of this guest's tokens were revoked."""
        self.pubsub.tell({"tokens": guest})

    def here(self, table: str, seats: list[int]) -> None:
        """Which seats are connected to this process."""
        self.pubsub.tell({"here": table, "seats": seats})

    def emote(self, table: LiveTable, seat: int, emote: Emote) -> None:
        table.guests.tell_emote(seat, emote)
        self.pubsub.tell({"emote": table.id, "seat": seat, "what": emote})

    # --- incoming ---

    async def _hear(self, news: News) -> None:
        """React to another process's news."""
        if "tokens" in news:
            await self.house.selves.forget(str(news["tokens"]))
            return
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
            table.guests.tell_emote(int(news["seat"]), news["what"])

    def _elsewhere(self, table: LiveTable, news: News) -> None:
        until = self.house.time.now() + 2 * self.house.settings.lease_seconds
        table.guests.elsewhere[str(news.get("from"))] = (until, [int(s) for s in news.get("seats", [])])
        table.guests.look_around()
        table.tell_table()

    async def refresh(self, table: LiveTable) -> None:
        """Reload the table from the store."""
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
        """News may have been missed: reload from the store."""
        await self.house.selves.forget_all()
        for table in list(self.house.tables.values()):
            await self.refresh(table)
            await table.catch_up()

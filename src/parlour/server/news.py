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

    def order_changed(self) -> None:
        """A host has done something; what, is in the store."""
        self.pubsub.tell({"order": True})

    def invited(self, bot: str) -> None:
        """A bot that is not on call here has been invited to a table."""
        self.pubsub.tell({"invited": bot})

    def wished(self, bot: str) -> None:
        """The owner of a bot that is not on call here has said what it plays on the ladder."""
        self.pubsub.tell({"wished": bot})

    def hang_up(self, bot: str, word: str) -> None:
        """A bot that is not on call here has lost its place; `word` is the reason."""
        self.pubsub.tell({"hang up": bot, "word": word})

    def tournament(self, id: str) -> None:
        """Something happened in a tournament that whoever directs it must know."""
        self.pubsub.tell({"tournament": id})

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
        if "order" in news:
            await self.house.order.look()
            return
        if "invited" in news:
            await self.house.calling.deliver(str(news["invited"]))
            return
        if "wished" in news:
            await self.house.calling.tell_again(str(news["wished"]))
            return
        if "hang up" in news:
            self.house.calling.hang_up_here(str(news["hang up"]), str(news["word"]))
            return
        if "tournament" in news:
            self.house.director.wake()
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
            table.bearing.heard(int(news["seat"]), news["what"])

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
        if table.row.status == "closed":
            table.stop()
        table.tell_table()
        table.drive()

    async def _resync(self) -> None:
        """News may have been missed: reload from the store."""
        await self.house.selves.forget_all()
        await self.house.order.look()
        for table in list(self.house.tables.values()):
            await self.refresh(table)
            await table.catch_up()
        await self.house.calling.deliver_all()

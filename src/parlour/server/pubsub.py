"""Publishes news to the other processes of the house over Redis; does nothing if there is only one."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec

from parlour.core.errors import Refused

CHANNEL = "parlour"
log = logging.getLogger("parlour.server")

News = dict[str, Any]


class PubSub:
    """For a house with a single process: there is nobody else to tell."""

    async def open(self, hear: Callable[[News], Awaitable[None]], missed: Callable[[], Awaitable[None]]) -> None:
        """Start listening. `missed` is called when news may have been lost."""

    def tell(self, news: News) -> None:
        """Tell the other processes as soon as possible, without waiting."""

    async def close(self) -> None:
        """Stop listening."""


async def check_redis(url: str) -> None:
    """Refuse an address where no Redis answers."""
    wire = RedisPubSub(url, "check")
    try:
        await wire.ping()
    finally:
        await wire.close()


class RedisPubSub(PubSub):
    """Reconnects after a broken connection; then `missed` tells the house to check the store."""

    def __init__(self, url: str, me: str) -> None:
        try:
            from redis import asyncio as redis
        except ModuleNotFoundError:
            raise Refused("Redis is set, but its client is missing: install parlour[redis].", "no-redis") from None
        try:
            self._redis = redis.from_url(url)
        except ValueError as error:
            raise Refused(f"{error}. A Redis address looks like redis://127.0.0.1:6379.", "no-redis") from None
        self.me = me
        self._out: asyncio.Queue[News] = asyncio.Queue(10_000)
        self._lost = False  # some news did not fit into the queue
        self._gone = False  # Redis is known not to answer
        self._tasks: list[asyncio.Task[None]] = []

    async def open(self, hear: Callable[[News], Awaitable[None]], missed: Callable[[], Awaitable[None]]) -> None:
        await self.ping()
        self._tasks = [asyncio.create_task(self._listen(hear, missed)), asyncio.create_task(self._speak())]

    async def ping(self) -> None:
        try:
            await self._redis.ping()
        except Exception as error:
            raise Refused(f"Redis does not answer: {str(error).rstrip('.')}.", "no-redis") from None

    def tell(self, news: News) -> None:
        try:
            self._out.put_nowait({**news, "from": self.me})
        except asyncio.QueueFull:
            self._lost = True

    async def _speak(self) -> None:
        while True:
            await self._publish(await self._out.get())
            if self._lost:
                self._lost = False
                await self._publish({"missed": True, "from": self.me})

    async def _publish(self, news: News) -> None:
        """Retry until it is published: processes that have already reconnected do not know that ours has not."""
        while True:
            try:
                await self._redis.publish(CHANNEL, msgspec.json.encode(news))
                return
            except Exception as error:
                self._away(error)
                await asyncio.sleep(0.2)

    async def _listen(self, hear: Callable[[News], Awaitable[None]], missed: Callable[[], Awaitable[None]]) -> None:
        while True:
            try:
                async with self._redis.pubsub() as pubsub:
                    await pubsub.subscribe(CHANNEL)
                    self._back()
                    await missed()
                    async for message in pubsub.listen():
                        if message["type"] != "message":
                            continue
                        news = msgspec.json.decode(message["data"])
                        if not isinstance(news, dict) or news.get("from") == self.me:
                            continue
                        await (missed() if news.get("missed") else hear(news))
            except asyncio.CancelledError:
                raise
            except Exception as error:
                self._away(error)
                await asyncio.sleep(0.5)

    def _away(self, error: Exception) -> None:
        """Log it once, not on every attempt."""
        if not self._gone:
            reason = str(error).rstrip(".")
            log.warning("Redis is unavailable: %s. Until it is back, players on different processes wait.", reason)
        self._gone = True

    def _back(self) -> None:
        if self._gone:
            log.warning("Redis is back: every process checks the store for what it missed.")
        self._gone = False

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._redis.aclose()

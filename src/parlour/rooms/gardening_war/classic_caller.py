"""A bot's connection to the classic door: what it sends is cut into messages, and those wait for their turn."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import time
from collections.abc import Callable

from parlour.games.gardening_war.classic_protocol import Message, Reader

CHUNK = 64 * 1024

Heard = tuple["Caller", Message | None]  # None: no more will come from it


class Caller:
    """One bot's connection. What it says from its name on waits until it has a seat, then goes to the door's queue."""

    def __init__(
        self, seat: int, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, spoke: Callable[[], None]
    ) -> None:
        self.seat = seat
        self.reader = reader
        self.writer = writer
        self.name: str | None = None
        self.spoke = False  # has given a name; only then may it have a seat
        self.ended = False  # no more will come from it
        self.stayed = False  # connected since the last game of this match
        self._tell_spoke = spoke
        self._queue: asyncio.Future[asyncio.Queue[Heard]] = asyncio.get_running_loop().create_future()
        line = writer.get_extra_info("socket")
        if line is not None:
            line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._listening = asyncio.create_task(self._listen())

    @property
    def gone(self) -> bool:
        """Whether it disconnected while waiting."""
        return self._listening.done() or self.reader.at_eof()

    def sit_down(self, queue: asyncio.Queue[Heard]) -> None:
        if not self._queue.done():
            self._queue.set_result(queue)

    async def _say(self, message: Message | None) -> None:
        if message is not None and not self.spoke:
            if message.is_restart or not message.name:
                return  # as good as silence (B11)
            self.spoke = True
            self._tell_spoke()
        await (await self._queue).put((self, message))

    async def _listen(self) -> None:
        cut = Reader()
        pending: asyncio.Task[bytes] | None = None
        try:
            while True:
                if pending is None:
                    pending = asyncio.create_task(self.reader.read(CHUNK))
                due = cut.due()
                wait = None if due is None else max(0.0, due - time.monotonic())
                done, _ = await asyncio.wait((pending,), timeout=wait)
                if done:
                    data = pending.result()
                    pending = None
                    if not data:
                        break
                    messages = cut.feed(data, time.monotonic())
                else:
                    messages = cut.tick(time.monotonic())
                for message in messages:
                    await self._say(message)
        except OSError:
            pass
        finally:
            if pending is not None:
                pending.cancel()
        for message in cut.end():
            await self._say(message)
        if self._queue.done():
            await self._say(None)

    def send(self, data: bytes) -> None:
        """Send header and payload in one write; a bot that has gone misses it."""
        with contextlib.suppress(OSError, RuntimeError):
            self.writer.write(data)

    def close(self) -> None:
        self._listening.cancel()
        with contextlib.suppress(OSError, RuntimeError):
            self.writer.close()

"""One connection of a guest: what is sent to it waits in a short queue of its own."""

from __future__ import annotations

import asyncio
import contextlib
import time
from typing import Any

from litestar import WebSocket
from litestar.exceptions import WebSocketDisconnect

LONGEST_QUEUE = 1000


class Connection:
    """Somebody at a table: on a seat, or watching (seat None)."""

    def __init__(self, socket: WebSocket[Any, Any, Any], guest: str | None, seat: int | None, words: bool) -> None:
        self.socket = socket
        self.guest = guest
        self.seat = seat
        self.words = words
        self.since = time.monotonic()
        self.gone = asyncio.Event()
        self._queue: asyncio.Queue[bytes | None] = asyncio.Queue(LONGEST_QUEUE)

    def send(self, message: bytes) -> None:
        """Queue a message. A guest who does not read is shown out rather than waited for."""
        try:
            self._queue.put_nowait(message)
        except asyncio.QueueFull:
            self.gone.set()

    def finish(self) -> None:
        """Say goodbye once everything queued is sent."""
        with contextlib.suppress(asyncio.QueueFull):
            self._queue.put_nowait(None)

    async def write(self) -> None:
        """Send what is queued until the guest is gone."""
        try:
            while (message := await self._queue.get()) is not None:
                await self.socket.send_data(message.decode(), mode="text")
        except (WebSocketDisconnect, RuntimeError, OSError):
            pass
        finally:
            self.gone.set()

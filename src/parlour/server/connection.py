"""A guest's connection and its queue of outgoing messages."""

from __future__ import annotations

import asyncio
from typing import Any, NewType

import msgspec
from litestar import WebSocket
from litestar.exceptions import WebSocketDisconnect

from parlour.core.protocol import ToGuest

LONGEST_QUEUE = 1000  # messages
LARGEST_QUEUE = 1024 * 1024  # bytes; the first message always fits
GOODBYE = 1000
POLICY = 1008

Encoded = NewType("Encoded", bytes)  # a message of the protocol, ready to send


def encode(message: ToGuest) -> Encoded:
    """The only way to make something that can be sent, so nothing leaves the house that is not in the protocol."""
    return Encoded(msgspec.json.encode(message))


class Connection:
    """Somebody at a table: on a seat, or watching (seat None)."""

    def __init__(
        self, socket: WebSocket[Any, Any, Any], guest: str | None, seat: int | None, words: bool, device: str = ""
    ) -> None:
        self.socket = socket
        self.guest = guest
        self.device = device  # whose token it showed
        self.seat = seat
        self.words = words
        self.gone = asyncio.Event()
        self.goodbye = (GOODBYE, "")  # the code and reason to close with
        self._queue: asyncio.Queue[Encoded | None] = asyncio.Queue()
        self._waiting = 0  # bytes

    def send(self, message: Encoded) -> None:
        """Queue a message. A guest who does not keep up is disconnected."""
        if self.gone.is_set():
            return
        full = self._queue.qsize() >= LONGEST_QUEUE or self._waiting + len(message) > LARGEST_QUEUE
        if full and not self._queue.empty():
            self.show_out("too-slow")
            return
        self._waiting += len(message)
        self._queue.put_nowait(message)

    def show_out(self, word: str) -> None:
        """End the connection; `word` is the reason."""
        self.goodbye = (POLICY, word)
        self.gone.set()

    def finish(self) -> None:
        """Close once everything queued has been sent."""
        self._queue.put_nowait(None)

    async def write(self) -> None:
        """Send queued messages until the guest is gone."""
        try:
            while (message := await self._queue.get()) is not None:
                self._waiting -= len(message)
                await self.socket.send_data(message.decode(), mode="text")
        except (WebSocketDisconnect, RuntimeError, OSError):
            pass
        finally:
            self.gone.set()

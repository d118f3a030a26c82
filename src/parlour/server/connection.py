"""A guest's connection and the messages that wait to be sent."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from typing import NewType, Protocol

import msgspec

from parlour.core.protocol import ToBot, ToGuest

LONGEST_QUEUE = 1000  # messages
LARGEST_QUEUE = 1024 * 1024  # bytes; the first message always fits
GOODBYE = 1000
POLICY = 1008

Encoded = NewType("Encoded", bytes)  # a message of the protocol, ready to send

_encode = msgspec.json.Encoder().encode


def encode(message: ToGuest | ToBot) -> Encoded:
    """The only way to make something that can be sent, so nothing leaves the house that is not in the protocol."""
    return Encoded(_encode(message))


class Wire(Protocol):
    """The way to a guest: uvicorn_protocols.py."""

    @property
    def closed(self) -> bool:
        """Whether nothing can be sent any more."""

    @property
    def keeps_up(self) -> bool:
        """Whether the guest reads what is sent."""

    async def wait_to_keep_up(self) -> None: ...

    def write_texts(self, messages: Iterable[bytes]) -> None: ...


class Connection:
    """Somebody at a table: on a seat, or watching (seat None).

    What is sent in one turn of the event loop leaves together at its end. If the guest does not read, it waits here.
    """

    is_program = False  # run by the house itself

    def __init__(
        self, wire: Wire, guest: str | None, seat: int | None, words: bool, device: str = "", address: str = ""
    ) -> None:
        self.guest = guest
        self.device = device  # whose token it showed
        self.address = address
        self.seat = seat
        self.words = words
        self.gone = False
        self.goodbye = (GOODBYE, "")  # the code and reason to close with
        self._wire = wire
        self._loop = asyncio.get_running_loop()
        self._queue: list[Encoded] = []
        self._size = 0  # bytes in the queue
        self._sending: asyncio.Handle | asyncio.Task[None] | None = None
        self._when_gone: Callable[[], object] | None = None

    def send(self, message: Encoded) -> None:
        """Queue a message. A guest who does not keep up is disconnected."""
        if self.gone:
            return
        full = len(self._queue) >= LONGEST_QUEUE or self._size + len(message) > LARGEST_QUEUE
        if full and self._queue:
            self.show_out("too-slow")
            return
        self._size += len(message)
        self._queue.append(message)
        if self._sending is None:
            self._sending = self._loop.call_soon(self._send)

    def show_out(self, word: str) -> None:
        """End the connection; `word` is the reason."""
        self.goodbye = (POLICY, word)
        self._is_gone()

    def when_gone(self, callback: Callable[[], object]) -> None:
        """Call back as soon as the guest is shown out or lost."""
        self._when_gone = callback
        if self.gone:
            callback()

    def _is_gone(self) -> None:
        if not self.gone:
            self.gone = True
            if self._when_gone is not None:
                self._when_gone()

    def _send(self) -> None:
        self._sending = None
        if self._wire.closed:
            self._is_gone()
        elif self._wire.keeps_up:
            queue, self._queue, self._size = self._queue, [], 0
            self._wire.write_texts(queue)
        else:
            self._sending = self._loop.create_task(self._send_later())

    async def _send_later(self) -> None:
        await self._wire.wait_to_keep_up()
        self._send()

    async def finish(self) -> None:
        """Wait until everything queued has been sent."""
        while self._queue and not self._wire.closed:
            await self._wire.wait_to_keep_up()
            self._wire.write_texts(self._queue)
            self._queue, self._size = [], 0

    def close(self) -> None:
        """Nothing more is sent."""
        self.gone = True
        if self._sending is not None:
            self._sending.cancel()

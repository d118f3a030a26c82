"""uvicorn's HTTP and WebSocket protocols, with timeouts for clients that neither send nor read, and with a short way
for the messages of a table: straight to the transport, many at once."""

from __future__ import annotations

from asyncio import BaseTransport
from collections.abc import Iterable
from struct import pack
from typing import Any, cast

from litestar import WebSocket
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import OPEN

FIRST_REQUEST_SECONDS = 20.0  # until the first request must have arrived
LAST_READ_SECONDS = 5.0  # for a client being disconnected to read what was already sent
WIRE = "parlour.wire"  # where an application finds the protocol that serves it
TEXT = 0x81  # the first byte of a text message that is one frame


class HttpProtocol(HttpToolsProtocol):
    """Closes a connection that never sends a request."""

    def connection_made(self, transport: BaseTransport) -> None:
        super().connection_made(transport)  # type: ignore[arg-type]
        self.patience = self.loop.call_later(FIRST_REQUEST_SECONDS, self._no_request_came)

    def connection_lost(self, exc: Exception | None) -> None:
        self.patience.cancel()
        super().connection_lost(exc)

    def _no_request_came(self) -> None:
        still_ours = self.transport.get_protocol() is self  # not yet upgraded to a WebSocket
        if still_ours and self.cycle is None:
            self.transport.abort()


class WebSocketProtocol(WebSocketsSansIOProtocol):
    """Closing politely waits until everything is sent; a client that never reads would stay forever."""

    async def run_asgi(self) -> None:
        extensions: dict[str, Any] = cast("dict[str, Any]", self.scope["extensions"])
        extensions[WIRE] = self
        await super().run_asgi()
        del extensions[WIRE]  # a circle that only the search for garbage would find
        self.loop.call_later(LAST_READ_SECONDS, self.transport.abort)

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        self.loop.call_later(LAST_READ_SECONDS, self.transport.abort)

    def data_received(self, data: bytes) -> None:
        if not self.transport.is_closing():
            super().data_received(data)

    # --- the short way out ---

    @property
    def closed(self) -> bool:
        """Whether nothing can be sent any more."""
        return self.disconnected or self.close_sent or self.conn.state is not OPEN or self.transport.is_closing()

    @property
    def keeps_up(self) -> bool:
        """Whether the client reads what it is sent; otherwise the transport's buffer is full."""
        return self.writable.is_set()

    async def wait_to_keep_up(self) -> None:
        await self.writable.wait()

    def write_texts(self, messages: Iterable[bytes]) -> None:
        """Send each as a text message, all with one call to the system. They must be UTF-8."""
        if self.closed:
            return
        frames: list[bytes] = []
        for message in messages:
            frames += (_head(len(message)), message)
        if frames:
            self.transport.write(b"".join(frames))


def _head(length: int) -> bytes:
    """The head of a text frame from a server, which masks nothing."""
    if length < 126:
        return pack("!BB", TEXT, length)
    if length < 65536:
        return pack("!BBH", TEXT, 126, length)
    return pack("!BBQ", TEXT, 127, length)


def wire_of(socket: WebSocket[Any, Any, Any]) -> WebSocketProtocol:
    """The protocol that serves this socket."""
    found: WebSocketProtocol = cast("dict[str, Any]", socket.scope["extensions"])[WIRE]
    return found

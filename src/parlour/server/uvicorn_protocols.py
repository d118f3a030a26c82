"""uvicorn's HTTP and WebSocket protocols, with timeouts for clients that neither send nor read."""

from __future__ import annotations

from asyncio import BaseTransport

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

FIRST_REQUEST_SECONDS = 20.0  # until the first request must have arrived
LAST_READ_SECONDS = 5.0  # for a client being disconnected to read what was already sent


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
        await super().run_asgi()
        self.loop.call_later(LAST_READ_SECONDS, self.transport.abort)

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        self.loop.call_later(LAST_READ_SECONDS, self.transport.abort)

    def data_received(self, data: bytes) -> None:
        if not self.transport.is_closing():
            super().data_received(data)

"""The connections themselves: uvicorn's, taught to let go of guests who neither speak nor listen."""

from __future__ import annotations

from asyncio import BaseTransport

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

FIRST_WORD = 20.0  # seconds until the first request must have come
LAST_WORD = 5.0  # seconds for a guest who is shown out to take what was already sent


class Door(HttpToolsProtocol):
    """HTTP. A connection that never asks for anything is closed."""

    def connection_made(self, transport: BaseTransport) -> None:
        super().connection_made(transport)  # type: ignore[arg-type]
        self.patience = self.loop.call_later(FIRST_WORD, self._nobody_spoke)

    def connection_lost(self, exc: Exception | None) -> None:
        self.patience.cancel()
        super().connection_lost(exc)

    def _nobody_spoke(self) -> None:
        still_ours = self.transport.get_protocol() is self  # and not a WebSocket's by now
        if still_ours and self.cycle is None:
            self.transport.abort()


class Chair(WebSocketsSansIOProtocol):
    """WebSocket. Closing politely waits until everything is sent; who never reads would stay for ever."""

    async def run_asgi(self) -> None:
        await super().run_asgi()
        self.loop.call_later(LAST_WORD, self.transport.abort)

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        self.loop.call_later(LAST_WORD, self.transport.abort)

    def data_received(self, data: bytes) -> None:
        if not self.transport.is_closing():
            super().data_received(data)

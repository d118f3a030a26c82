"""uvicorn's HTTP and WebSocket protocols, with timeouts for clients that neither send nor read, and with a short way
for the messages of a table: straight to and from the transport, many at once."""

from __future__ import annotations

from asyncio import BaseTransport
from collections.abc import Iterable
from struct import pack
from typing import Any, cast

from litestar import WebSocket
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import CONNECTING, OPEN

FIRST_REQUEST_SECONDS = 20.0  # until the first request must have arrived
LAST_READ_SECONDS = 5.0  # for a client being disconnected to read what was already sent
WIRE = "parlour.wire"  # where an application finds the protocol that serves it
TEXT = 0x81  # the first byte of a text message that is one frame
CONTROLS = (0x88, 0x89, 0x8A)  # of a frame that closes, a ping, a pong
MASKED = 0x80  # in the second byte: clients mask what they send
MOST_WAITING = 8  # messages of one client; while there are more, nothing is read from it


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

    # --- the short way in ---

    # Nearly all that clients send are short text messages in one frame: these need no more than taking off the mask.
    # All else goes the long way, through `websockets`, which then gets whole frames, or everything from there on.
    _asked = False  # the request has arrived
    _long_way = False  # from now on for everything
    _rest = b""  # of a frame that has not quite arrived

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        if self.conn.state is OPEN and not self._long_way:
            self._take_frames(self._rest + data if self._rest else data)
            return
        if self.conn.state is CONNECTING:  # whoever sends more than the request at once may be in the middle of a frame
            self._long_way, self._asked = self._asked, True
        super().data_received(data)

    def _take_frames(self, data: bytes) -> None:
        at = 0
        while len(data) >= at + 2 and not self._long_way and not self.transport.is_closing():
            kind, length = data[at], data[at + 1] - MASKED
            if (kind != TEXT and kind not in CONTROLS) or not 0 <= length <= 126 or (length == 126 and kind != TEXT):
                self._long_way = True
                super().data_received(data[at:])
                return
            begin = at + 6
            if length == 126:
                begin = at + 8
                length = int.from_bytes(data[at + 2 : at + 4], "big")
            end = begin + length
            if len(data) < end:
                break
            text = _unmasked(data[begin - 4 : begin], data[begin:end]) if kind == TEXT else None
            if text is None:
                super().data_received(data[at:end])
            else:
                self._hear(text)
            at = end
        self._rest = data[at:]

    def _hear(self, text: str) -> None:
        if self.close_sent:
            return
        self.queue.put_nowait({"type": "websocket.receive", "text": text})
        if not self.read_paused and self.queue.qsize() > MOST_WAITING:
            self.read_paused = True
            self.transport.pause_reading()

    async def next_message(self) -> str | bytes | None:
        """What the client sends next, text or bytes; None once it has gone."""
        event: Any = await self.receive()
        if event["type"] == "websocket.disconnect":
            return None
        message: str | bytes = event.get("text") or event.get("bytes") or ""
        return message

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


def _unmasked(mask: bytes, data: bytes) -> str | None:
    """The text of a message; None if it is not UTF-8."""
    length = len(data)
    key = int.from_bytes((mask * (length // 4 + 1))[:length], "little")
    try:
        return (int.from_bytes(data, "little") ^ key).to_bytes(length, "little").decode()
    except UnicodeDecodeError:
        return None


def wire_of(socket: WebSocket[Any, Any, Any]) -> WebSocketProtocol:
    """The protocol that serves this socket."""
    found: WebSocketProtocol = cast("dict[str, Any]", socket.scope["extensions"])[WIRE]
    return found

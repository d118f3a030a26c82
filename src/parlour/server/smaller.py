"""Answers as small as a browser can read them. The client's files come pressed from the build; this is for the rest."""

from __future__ import annotations

import zlib
from asyncio import to_thread
from typing import Any

from litestar.enums import ScopeType
from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from parlour.server.assets import readable

LEAST = 1024  # bytes; below that there is nothing to be gained
LONG = 256 * 1024  # more is pressed beside the tables
LEVEL = 5  # of 9: nearly as small as the best, in a third of the time
TEXTS = (b"application/json", b"text/html", b"image/svg+xml", b"text/javascript")


class Smaller(ASGIMiddleware):
    """Presses whole answers in words for whoever can read gzip; what is sent bit by bit goes through as it is."""

    scopes = (ScopeType.HTTP,)

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        accepted = dict(scope["headers"]).get(b"accept-encoding", b"").decode("latin-1")
        if "gzip" not in readable(accepted):
            await next_app(scope, receive, send)
            return
        start: Message | None = None

        async def press(message: Message) -> None:
            nonlocal start
            if message["type"] == "http.response.start":
                start = message
                return
            if start is not None:
                first, start = start, None
                if message["type"] == "http.response.body" and not message.get("more_body"):
                    await _press(first, message)
                await send(first)
            await send(message)

        await next_app(scope, receive, press)


async def _press(start: Any, message: Any) -> None:
    headers = {name.lower(): value for name, value in start["headers"]}
    body: bytes = message.get("body", b"")
    if not headers.get(b"content-type", b"").startswith(TEXTS) or b"content-encoding" in headers or len(body) < LEAST:
        return
    smaller = _gzip(body) if len(body) < LONG else await to_thread(_gzip, body)
    kept = [pair for pair in start["headers"] if pair[0].lower() not in (b"content-length", b"vary")]
    start["headers"] = [
        *kept,
        (b"content-length", str(len(smaller)).encode()),
        (b"content-encoding", b"gzip"),
        (b"vary", b"Accept-Encoding"),
    ]
    message["body"] = smaller


def _gzip(body: bytes) -> bytes:
    press = zlib.compressobj(LEVEL, zlib.DEFLATED, 16 + zlib.MAX_WBITS)
    return press.compress(body) + press.flush()

"""A port of its own for /metrics, so that every process can be asked and no guest can."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable

from parlour.core.errors import Refused

SECONDS = 5.0  # for a request to arrive
FOUND = "HTTP/1.1 200 OK\r\nContent-Type: text/plain; version=0.0.4; charset=utf-8\r\n"
LOST = "HTTP/1.1 404 Not Found\r\nContent-Type: text/plain; charset=utf-8\r\n"


@contextlib.asynccontextmanager
async def metrics_port(port: int | None, tell: Callable[[], str]) -> AsyncIterator[None]:
    """Answers there while the house is open; without a port, nothing happens."""
    if port is None:
        yield
        return

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError, TimeoutError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            asked = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), SECONDS)
            path = asked.split(b" ", 2)[1:2]
            head, body = (FOUND, tell()) if path == [b"/metrics"] else (LOST, "Only /metrics is here.\n")
            data = body.encode()
            writer.write(f"{head}Content-Length: {len(data)}\r\nConnection: close\r\n\r\n".encode() + data)
            await asyncio.wait_for(writer.drain(), SECONDS)
        writer.close()

    try:
        server = await asyncio.start_server(answer, "127.0.0.1", port)
    except OSError as error:
        why = (error.strerror or str(error)).lower()
        raise Refused(f"The metrics can't be served at port {port}: {why}.", "no-port") from None
    async with server:
        yield

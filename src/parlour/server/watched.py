"""The application as a host watches it: requests are measured, and logged as JSON if the host asks for that."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from time import perf_counter
from typing import Any, TextIO, cast

import msgspec
from litestar import Litestar
from litestar.types import Message, Receive, Scope, Send

from parlour.core.errors import Refused
from parlour.server.house import House
from parlour.server.order_rules import last_forwarded

NO_ROUTE = "none"
STANDARD_OUTPUT = "-"


class Visit(msgspec.Struct, frozen=True, omit_defaults=True):
    """One line of the access log. Neither queries nor tokens nor bodies are in it."""

    at: str
    method: str
    path: str
    status: int
    ms: float
    bytes: int = 0
    address: str = ""


class Watched:
    """An ASGI application around the house's own."""

    def __init__(self, app: Litestar, log: Callable[[Visit], None] | None = None) -> None:
        self.app = app
        self.state = app.state
        self.log = log

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        kind: str = scope["type"]
        if kind not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        house: House | None = getattr(self.state, "house", None)
        tracing = house.tracing if house is not None and kind == "http" else None
        begun = None if tracing is None else tracing.begin()
        started = perf_counter()
        status, size = 101 if kind == "websocket" else 500, 0

        async def watch(message: Message) -> None:
            nonlocal status, size
            if message["type"] == "http.response.start":
                status = cast("Any", message)["status"]
            elif message["type"] == "http.response.body":
                size += len(cast("Any", message).get("body", b""))
            await send(message)

        try:
            await self.app(scope, receive, watch)
        finally:
            self._note(scope, status, size, perf_counter() - started)
            if tracing is not None and begun is not None:
                tracing.answered(begun, *_route(scope), status)

    def _note(self, scope: Any, status: int, size: int, seconds: float) -> None:
        house: House | None = getattr(self.state, "house", None)
        if house is not None and scope["type"] == "http":
            house.measures.http.add(seconds, *_route(scope), str(status))
        if self.log is not None:
            address = (scope.get("client") or ("",))[0]
            if house is not None and house.settings.trust_proxy:
                lines = [value.decode("latin-1") for name, value in scope["headers"] if name == b"x-forwarded-for"]
                address = last_forwarded(lines) or address
            at = datetime.now(UTC).isoformat(timespec="milliseconds")
            method, ms = scope.get("method", "CHAIR"), round(1000 * seconds, 2)
            self.log(Visit(at, method, scope["path"], status, ms, size, address))


def _route(scope: Any) -> tuple[str, str]:
    """The method and the route of a request, without anything that a guest chose."""
    route = scope.get("path_template") or NO_ROUTE
    return (scope["method"] if route != NO_ROUTE else "any"), route


def access_log(place: str) -> Callable[[Visit], None]:
    """Writes a line of JSON for every request: to a file, which may be rotated, or to standard output ("-")."""
    if place == STANDARD_OUTPUT:
        return lambda visit: _write(sys.stdout, visit)
    path = Path(place)
    try:
        path.open("a", encoding="utf-8").close()
    except OSError as error:
        raise Refused(f"The access log {place} can't be written: {error.strerror or error}.", "bad-setting") from None

    def write(visit: Visit) -> None:
        with contextlib.suppress(OSError), path.open("a", encoding="utf-8") as file:  # a full disk closes no house
            _write(file, visit)

    return write


def _write(file: TextIO, visit: Visit) -> None:
    file.write(msgspec.json.encode(visit).decode() + "\n")
    file.flush()

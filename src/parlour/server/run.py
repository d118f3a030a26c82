"""Runs one process of the house on uvicorn."""

from __future__ import annotations

import asyncio
import logging
import signal
import socket
import threading
import time
import webbrowser
from collections.abc import Callable

import uvicorn

from parlour.core.errors import Refused
from parlour.server.app import make_app
from parlour.server.garbage import settle_in
from parlour.server.pubsub import check_redis
from parlour.server.settings import Settings
from parlour.server.time_source import TimeSource
from parlour.server.uvicorn_protocols import HttpProtocol, WebSocketProtocol
from parlour.store import Store, StoreError


def free_port(host: str, wanted: int) -> int:
    """The wanted port, or the next free one within twenty."""
    for port in range(wanted, wanted + 20):
        with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((host, port))
            except OSError:
                continue
            return port
    raise Refused(f"No port from {wanted} to {wanted + 19} is free on {host}.", "no-port")


def serve(settings: Settings, ready: Callable[[str], None] | None = None, browser: bool = False) -> None:
    """Run until stopped. `ready` is called with the address once guests can connect."""
    logging.basicConfig(level=logging.WARNING, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    _check_port(settings.host, settings.port)
    if settings.redis is not None:
        asyncio.run(check_redis(settings.redis))
    try:
        store = Store.open(settings.db)
    except StoreError as trouble:
        raise Refused(str(trouble), "store") from None
    server = make_server(settings, store)
    shown = "localhost" if settings.host in ("127.0.0.1", "0.0.0.0", "::", "::1") else settings.host
    address = f"http://{shown}:{settings.port}"

    def welcome() -> None:
        while not server.started:
            if server.should_exit:
                return
            time.sleep(0.02)
        settle_in()
        if ready is not None:
            ready(address)
        if browser:
            webbrowser.open(address)

    threading.Thread(target=welcome, daemon=True).start()
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGTERM, signal.default_int_handler)  # close as cleanly as on Ctrl-C
    try:
        server.run()
    except (KeyboardInterrupt, asyncio.CancelledError):
        return
    except SystemExit:  # uvicorn could not start
        raise Refused("The house could not be opened; the lines above say why.", "not-open") from None


def make_server(settings: Settings, store: Store, time_source: TimeSource | None = None) -> uvicorn.Server:
    """The server, not yet running."""
    config = uvicorn.Config(
        make_app(settings, store, time_source),
        host=settings.host,
        port=settings.port,
        http=HttpProtocol,
        ws=WebSocketProtocol,
        ws_max_size=128 * 1024,
        ws_ping_interval=settings.ping_seconds,
        ws_ping_timeout=settings.ping_seconds,
        ws_per_message_deflate=False,  # messages are short; memory and time for compression are not
        log_level="warning",
        access_log=False,
        proxy_headers=False,  # we read them ourselves
        timeout_graceful_shutdown=3,
        server_header=False,
    )
    logging.getLogger("uvicorn.error").addFilter(_is_no_farewell)
    return uvicorn.Server(config)


def _is_no_farewell(line: logging.LogRecord) -> bool:
    """Requests cancelled because the house is closing are not worth logging."""
    return line.exc_info is None or not isinstance(line.exc_info[1], asyncio.CancelledError)


def _check_port(host: str, port: int) -> None:
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        with socket.socket(found[0][0]) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(found[0][4])
    except (OSError, OverflowError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise Refused(f"The house can't open at {host}, port {port}: {why.lower()}.", "no-port") from None

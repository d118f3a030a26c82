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
from litestar import Litestar

from parlour.bots.programs import sandbox
from parlour.core.errors import Refused
from parlour.server import oidc, tracing
from parlour.server.app import make_app
from parlour.server.garbage import settle_in
from parlour.server.pubsub import check_redis
from parlour.server.settings import Settings
from parlour.server.uvicorn_protocols import HttpProtocol, WebSocketProtocol
from parlour.server.watched import Watched, access_log
from parlour.store import Store, StoreError
from parlour.store.connect import default_place


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


Ready = Callable[[str, str], None]


def serve(
    settings: Settings,
    ready: Ready | None = None,
    browser: bool = False,
    sockets: list[socket.socket] | None = None,
) -> None:
    """Run until stopped. `ready` is called with the address and the host's key once guests can connect.

    `sockets` are ports that are open already, shared with other processes.
    """
    logging.basicConfig(level=logging.WARNING, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    if sockets is None:
        open_port(settings.host, settings.port).close()
    if settings.metrics_port is not None:
        open_port("127.0.0.1", settings.metrics_port).close()
    if settings.redis is not None:
        asyncio.run(check_redis(settings.redis))
    oidc.check(settings)
    tracing.check(settings)
    if settings.programs:
        check_programs(settings)
    try:
        store = Store.open(settings.db)
    except StoreError as trouble:
        raise Refused(str(trouble), "store") from None
    server = make_server(settings, make_app(settings, store))

    def welcome() -> None:
        while not server.started:
            if server.should_exit:
                return
            time.sleep(0.02)
        settle_in()
        if ready is not None:
            ready(address_of(settings), server.config.loaded_app.state.house.order.key)
        if browser:
            webbrowser.open(address_of(settings))

    threading.Thread(target=welcome, daemon=True).start()
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGTERM, signal.default_int_handler)  # close as cleanly as on Ctrl-C
    try:
        server.run(sockets)
    except (KeyboardInterrupt, asyncio.CancelledError):
        return
    except SystemExit:  # uvicorn could not start
        raise Refused("The house could not be opened; the lines above say why.", "not-open") from None


def check_programs(settings: Settings) -> None:
    """Refuse to run programs where the sandbox does not work, or where they could see the database."""
    sandbox.check()
    seen = sandbox.why_seen(settings.db or default_place())
    if seen is not None:
        raise Refused(seen, "no-sandbox")


def make_server(settings: Settings, app: Litestar) -> uvicorn.Server:
    """The server, not yet running."""
    config = uvicorn.Config(
        Watched(app, access_log(settings.access_log) if settings.access_log else None),
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


def address_of(settings: Settings) -> str:
    """Where somebody at this machine finds the house."""
    shown = "localhost" if settings.host in ("127.0.0.1", "0.0.0.0", "::", "::1") else settings.host
    return f"http://{shown}:{settings.port}"


def open_port(host: str, port: int) -> socket.socket:
    """A socket that is bound there, but not yet listening."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        opened = socket.socket(found[0][0])
        try:
            opened.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            opened.bind(found[0][4])
        except BaseException:
            opened.close()
            raise
        return opened
    except (OSError, OverflowError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise Refused(f"The house can't open at {host}, port {port}: {why.lower()}.", "no-port") from None

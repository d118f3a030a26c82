"""`parlour serve`: the house on the network. `parlour` alone: the house on this machine, in the browser."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from parlour.cli.rooms import Extra, add_settings
from parlour.cli.shared_options import Database

if TYPE_CHECKING:
    from parlour.server.settings import Settings


def serve(
    host: Annotated[
        str, typer.Option("--host", help="The address to listen on; 0.0.0.0 lets everybody in.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", min=1, max=65_535)] = 8080,
    db: Database = None,
    redis: Annotated[
        str | None,
        typer.Option(
            "--redis", metavar="URL", envvar="PARLOUR_REDIS", help="Carries messages between several processes."
        ),
    ] = None,
    origin: Annotated[
        list[str] | None,
        typer.Option("--origin", metavar="URL", help="Another site whose pages may open a chair; may be repeated."),
    ] = None,
    workers: Annotated[
        int | None, typer.Option("--workers", min=1, max=256, help="Processes that think for house players.")
    ] = None,
    pace: Annotated[
        int,
        typer.Option("--pace", min=0, max=10_000, metavar="MS", help="The least time a house player takes for a move."),
    ] = 450,
    tables: Annotated[int, typer.Option("--tables-per-guest", min=1, help="Open and running tables per host.")] = 20,
    guests: Annotated[
        int, typer.Option("--guests-per-minute", min=1, help="New guests per minute from one address.")
    ] = 60,
    rude_words: Annotated[
        str | None,
        typer.Option("--rude-words", metavar="FILE", help="More words that no name may have."),
    ] = None,
    trust_proxy: Annotated[
        bool, typer.Option("--trust-proxy", help="Trust X-Forwarded-For and -Host from a proxy in front.")
    ] = False,
    *,
    extra: Extra,
) -> None:
    """Open the house for others, until Ctrl-C.

    \b
    Examples:
      parlour serve --host 0.0.0.0
      parlour serve --db postgresql://parlour@localhost/parlour --redis redis://localhost --trust-proxy

    docs/host.md lists all settings; those without an option are read from the environment.
    """
    from parlour.server.settings import Settings, from_environment

    own: dict[str, Any] = {}
    notices = add_settings(own, extra)
    settings = Settings(
        host=host,
        port=port,
        db=db,
        redis=redis,
        origins=tuple(origin or ()),
        pace_ms=pace,
        tables_per_guest=tables,
        guests_per_minute=guests,
        rude_words=rude_words,
        trust_proxy=trust_proxy,
        workers=workers or Settings.workers,
        **own,
        **from_environment(),
    )
    _run(settings, notices, browser=False)


def welcome(browser: bool = True) -> None:
    """Open the house for this machine only: on loopback, at a free port, in the browser."""
    from parlour.server.run import free_port
    from parlour.server.settings import Settings

    host = "127.0.0.1"
    _run(Settings(host=host, port=free_port(host, 8080)), [], browser)


def _run(settings: Settings, notices: Sequence[str], browser: bool) -> None:
    from parlour.server.run import serve

    def ready(address: str) -> None:
        print(f"The house is open at {address} (Ctrl-C closes it).", flush=True)
        if settings.host in ("0.0.0.0", "::") and (outside := _address_for_others()):
            print(f"Others on your network can join at http://{outside}:{settings.port}.", flush=True)
        for notice in notices:
            print(notice, flush=True)

    serve(settings, ready, browser)
    print("The house is closed; every match is saved.", flush=True)


def _address_for_others() -> str | None:
    """This machine's address on its network. Nothing is sent: connecting a UDP socket only chooses a route."""
    import socket

    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect(("192.0.2.1", 9))  # reserved for documentation, so nobody is there
            found = str(probe.getsockname()[0])
    except OSError:
        return None
    return None if found.startswith(("127.", "0.")) else found

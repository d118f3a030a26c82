"""`parlour serve`: the house on the network. `parlour` alone: the house on this machine, in the browser."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from parlour.server.settings import Settings


def serve(
    host: Annotated[
        str, typer.Option("--host", help="The address to listen on; 0.0.0.0 lets everybody in.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", min=1, max=65_535)] = 8080,
    db: Annotated[
        str | None,
        typer.Option(
            "--db", metavar="FILE|URL", envvar="PARLOUR_DB", help="Where matches are kept: a file, or postgresql://…"
        ),
    ] = None,
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
    classic: Annotated[
        bool, typer.Option("--classic", help="Let the original Gardening War bots in, on ports 8081 and 8082.")
    ] = False,
    against: Annotated[
        str,
        typer.Option(
            "--classic-against", metavar="WORD", help="Who plays them: bot, guest (a person), or a house player."
        ),
    ] = "bot",
    classic_host: Annotated[
        str,
        typer.Option(
            "--classic-host", metavar="ADDRESS", help="The address that door listens on; 0.0.0.0 lets everybody in."
        ),
    ] = "127.0.0.1",
    classic_rounds: Annotated[int, typer.Option("--classic-rounds", min=1, help="Rounds of their games.")] = 100,
    classic_ports: Annotated[
        str, typer.Option("--classic-ports", metavar="A,B", help="The ports of their seats.")
    ] = "8081,8082",
    trust_proxy: Annotated[
        bool, typer.Option("--trust-proxy", help="Believe X-Forwarded-For and -Host of a proxy in front.")
    ] = False,
) -> None:
    """Open the house for others, until Ctrl-C.

    \b
    Examples:
      parlour serve --host 0.0.0.0
      parlour serve --db postgresql://parlour@localhost/parlour --redis redis://localhost --trust-proxy

    docs/host.md lists all settings; those without an option are read from the environment.
    """
    from parlour.server.settings import Settings, from_environment

    if classic and against not in ("bot", "guest"):
        from parlour.bots.seat_words import read_word
        from parlour.games import find

        read_word(find("gardening-war"), against)
    if classic:
        warn_of_strangers(classic_host)
    settings = Settings(
        host=host,
        port=port,
        db=db,
        redis=redis,
        origins=tuple(origin or ()),
        pace_ms=pace,
        tables_per_guest=tables,
        guests_per_minute=guests,
        trust_proxy=trust_proxy,
        classic=against if classic else None,
        classic_rounds=classic_rounds,
        classic_ports=read_ports(classic_ports),
        classic_host=classic_host,
        workers=workers or Settings.workers,
        **from_environment(),
    )
    _run(settings, browser=False)


def warn_of_strangers(host: str) -> None:
    """The original protocol has no passwords: the classic door lets anybody in who can reach it."""
    import sys

    if not is_loopback(host):
        print(
            f"Warning: the classic door listens on {host}, and its protocol has no passwords. "
            "Anybody who can reach the ports can play, under any name.",
            file=sys.stderr,
        )


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach an address."""
    from ipaddress import ip_address

    try:
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False


def read_ports(text: str) -> tuple[int, int]:
    from parlour.core.errors import Refused

    parts = [part.strip() for part in text.split(",")]
    if len(parts) != 2 or not all(p.isascii() and p.isdigit() and 0 < int(p) < 65_536 for p in parts):
        raise Refused(f"Write two ports as `8081,8082`, not {text[:40]!r}.", "bad-port")
    if int(parts[0]) == int(parts[1]):
        raise Refused(f"Each seat needs its own port; {parts[0]} was given twice.", "bad-port")
    return int(parts[0]), int(parts[1])


def welcome(browser: bool = True) -> None:
    """Open the house for this machine only: on loopback, at a free port, in the browser."""
    from parlour.server.run import free_port
    from parlour.server.settings import Settings

    host = "127.0.0.1"
    _run(Settings(host=host, port=free_port(host, 8080)), browser)


def _run(settings: Settings, browser: bool) -> None:
    from parlour.server.run import serve

    def ready(address: str) -> None:
        print(f"The house is open at {address} (Ctrl-C closes it).", flush=True)
        if settings.host in ("0.0.0.0", "::") and (outside := _address_for_others()):
            print(f"Others on your network can join at http://{outside}:{settings.port}.", flush=True)
        if settings.classic is not None:
            ports = " and ".join(str(port) for port in settings.classic_ports[: 2 if settings.classic == "bot" else 1])
            then = "; their table then appears in the lobby" if settings.classic == "guest" else ""
            print(f"Classic bots connect to port {ports}{then}.", flush=True)

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

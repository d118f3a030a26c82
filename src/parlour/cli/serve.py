"""`parlour serve`: the house on the network. `parlour` alone: the house on this machine, in the browser."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from parlour.cli.rooms import Extra, add_settings
from parlour.cli.shared_options import (
    Database,
    HouseWorkers,
    ProgramsAtOnce,
    count_option,
    keep_option,
    redis_option,
    text_option,
)

if TYPE_CHECKING:
    from parlour.server.settings import Settings


def serve(
    host: Annotated[
        str, typer.Option("--host", help="The address to listen on; 0.0.0.0 lets everybody in.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", min=1, max=65_535)] = 8080,
    db: Database = None,
    redis: Annotated[str | None, redis_option("Carries messages between several processes.")] = None,
    origin: Annotated[
        list[str] | None,
        typer.Option("--origin", metavar="URL", help="Another site whose pages may open a chair; may be repeated."),
    ] = None,
    workers: HouseWorkers = None,
    pace: Annotated[
        int,
        typer.Option("--pace", min=0, max=10_000, metavar="MS", help="The least time a house player takes for a move."),
    ] = 450,
    demonstration: Annotated[
        float,
        typer.Option(
            "--demonstration",
            min=0,
            max=60,
            metavar="SECONDS",
            help="The time for a move where the house plays itself in the lobby; 0 turns that off.",
        ),
    ] = 2.0,
    tables: Annotated[int, typer.Option("--tables-per-guest", min=1, help="Open and running tables per host.")] = 20,
    guests: Annotated[
        int, typer.Option("--guests-per-minute", min=1, help="New guests per minute from one address.")
    ] = 60,
    ladder: Annotated[
        bool, typer.Option("--ladder/--no-ladder", help="Match bots on call with each other, in rated games.")
    ] = True,
    rude_words: Annotated[str | None, text_option("--rude-words", "FILE", "More words that no name may have.")] = None,
    processes: Annotated[
        int, count_option("--processes", "How many processes share this port; needs PostgreSQL and Redis.", 64)
    ] = 1,
    metrics_port: Annotated[
        int | None,
        count_option("--metrics-port", "Another port for /metrics, on this machine only.", 65_000),
    ] = None,
    traces: Annotated[
        str | None, text_option("--traces", "URL", "Send OpenTelemetry traces to this collector (OTLP over HTTP).")
    ] = None,
    access_log: Annotated[
        str | None, text_option("--access-log", "FILE", "Log each request as a line of JSON; - is standard output.")
    ] = None,
    keep_guests: Annotated[int, keep_option("guests")] = 0,
    keep_games: Annotated[int, keep_option("games")] = 0,
    keep_logs: Annotated[int, keep_option("logs")] = 365,
    keep_reports: Annotated[int, keep_option("reports")] = 365,
    keep_acts: Annotated[int, keep_option("acts")] = 1095,
    no_host_page: Annotated[
        bool, typer.Option("--no-host-page", help="Keep order by `parlour host` only; no key is printed.")
    ] = False,
    programs: Annotated[
        bool, typer.Option("--programs", help="Run programs that guests upload, in a sandbox (needs bubblewrap).")
    ] = False,
    programs_at_once: ProgramsAtOnce = None,
    lab: Annotated[bool, typer.Option("--lab/--no-lab", help="Let guests run experiments in the lab.")] = True,
    lab_games: Annotated[
        int | None, count_option("--lab-games", "How many games one experiment may have.", 10**8)
    ] = None,
    lab_minutes: Annotated[
        float | None,
        typer.Option("--lab-minutes", min=0.1, max=100_000, help="Minutes of processor time for one experiment."),
    ] = None,
    push_contact: Annotated[
        str | None,
        text_option(
            "--push-contact",
            "ADDRESS",
            "Tell guests' devices when it is their turn; push services complain to this mail address.",
            env=True,
        ),
    ] = None,
    oidc_issuer: Annotated[
        str | None,
        text_option(
            "--oidc-issuer", "URL", "Let guests sign in by their account at this OpenID provider, too.", env=True
        ),
    ] = None,
    oidc_client: Annotated[
        str | None, text_option("--oidc-client", "ID", "What that provider calls this house.", env=True)
    ] = None,
    oidc_secret_file: Annotated[
        str | None,
        text_option("--oidc-secret-file", "FILE", "Holds the client's secret; PARLOUR_OIDC_SECRET does the same."),
    ] = None,
    oidc_name: Annotated[
        str | None, text_option("--oidc-name", "NAME", "What guests call that provider.", env=True)
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
    from parlour.server.oidc import secret_of
    from parlour.server.push import contact_of
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
        demonstration=demonstration,
        tables_per_guest=tables,
        guests_per_minute=guests,
        ladder=ladder,
        rude_words=rude_words,
        processes=processes,
        metrics_port=metrics_port,
        traces=traces,
        access_log=access_log,
        no_host_page=no_host_page,
        keep_guests_days=keep_guests,
        keep_games_days=keep_games,
        keep_logs_days=keep_logs,
        keep_reports_days=keep_reports,
        keep_acts_days=keep_acts,
        push_contact=contact_of(push_contact),
        oidc_issuer=oidc_issuer,
        oidc_client=oidc_client,
        oidc_secret=secret_of(oidc_secret_file),
        oidc_name=oidc_name,
        trust_proxy=trust_proxy,
        programs=programs,
        programs_at_once=programs_at_once or Settings.programs_at_once,
        lab=lab,
        lab_games=lab_games or Settings.lab_games,
        lab_minutes=lab_minutes or Settings.lab_minutes,
        workers=workers or Settings.workers,
        **own,
        **from_environment(),
    )
    _run(settings, notices, browser=False, host_page=not no_host_page)


def welcome(browser: bool = True) -> None:
    """Open the house for this machine only: on loopback, at a free port, in the browser."""
    from parlour.server.run import free_port
    from parlour.server.settings import Settings

    host = "127.0.0.1"
    _run(Settings(host=host, port=free_port(host, 8080)), [], browser)


def _run(settings: Settings, notices: Sequence[str], browser: bool, host_page: bool = False) -> None:
    from parlour.server.processes import serve_together
    from parlour.server.run import serve

    def ready(address: str, key: str) -> None:
        print(f"The house is open at {address} (Ctrl-C closes it).", flush=True)
        if settings.host in ("0.0.0.0", "::") and (outside := _address_for_others()):
            print(f"Others on your network can join at http://{outside}:{settings.port}.", flush=True)
        if host_page:
            print(f"The host's page is at {address}/host; its key is {key}", flush=True)
        for notice in notices:
            print(notice, flush=True)

    if settings.processes > 1:
        serve_together(settings, ready)
    else:
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

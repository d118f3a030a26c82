"""The settings of a house."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from parlour.core.errors import Refused


@dataclass(frozen=True)
class Settings:
    """One process of a house."""

    host: str = "127.0.0.1"
    port: int = 8080
    db: str | None = None  # a file or a URL; None: the user's data folder
    redis: str | None = None  # between several processes of one house
    secret: str | None = field(default=None, repr=False)  # signs tokens; None: kept in the database
    origins: tuple[str, ...] = ()  # origins besides our own that may open a WebSocket
    workers: int = max(1, (os.cpu_count() or 2) - 1)  # processes for house players
    demonstration: float = 2.0  # seconds for a move on the demonstration table in the lobby; 0: there is none
    pace_ms: int = 450  # a house player's move takes at least this long, so that people can follow
    tables_per_guest: int = 20
    guests_per_minute: int = 60  # new guests from one address
    push_contact: str | None = None  # mailto: or https:, for push services to complain to; None: no Web Push
    oidc_issuer: str | None = None  # the address of an OpenID provider by which guests may sign in; None: by none
    oidc_client: str | None = None  # what it calls this house
    oidc_secret: str | None = field(default=None, repr=False)  # by which it knows us; None: a public client
    oidc_name: str | None = None  # what guests call it; None: the name of its host
    rude_words: str | None = None  # a file with more words that no name may have
    processes: int = 1  # of this house, on one port
    metrics_port: int | None = None  # a port of its own for /metrics, on this machine only
    traces: str | None = None  # the address of a collector for OpenTelemetry's traces; None: OTEL_ variables decide
    access_log: str | None = None  # a file for a line of JSON per request; "-": standard output
    messages_per_second: float = 40.0  # per connection, with short bursts above it
    sit_seconds: float = 10.0  # how long a connection may stay silent before it says who it is
    away_seconds: float = 30.0  # after this absence a house player may take over a seat
    idle_open_hours: float = 12.0  # an open table that nobody joins is closed after this long
    idle_running_days: float = 30.0
    come_seconds: float = 30.0  # how long a table waits for those who were invited to it
    seek_seconds: float = 8.0  # whoever has not asked for so long is no longer looking for an opponent
    ladder: bool = True  # match bots on call with each other in rated games
    ladder_tables: int = 4  # at most so many such games at a time
    ladder_seconds: float = 60.0  # at least so long between two of them for one bot
    lease_seconds: float = 15.0  # how long a match waits for a dead process before another drives it
    ping_seconds: float = 20.0  # how often a silent connection is pinged, and how long it has to answer
    classic: str | None = None  # open the classic door with this on the second seat: bot, guest, or a seat word
    classic_rounds: int = 100
    classic_ports: tuple[int, int] = (8081, 8082)
    classic_host: str = "127.0.0.1"  # where it listens; the original protocol has no passwords
    classic_person_seconds: float = 300.0  # per move, for a person who plays a bot there
    classic_away_seconds: float = 120.0  # after this absence a person loses such a game
    classic_pause_ms: int = 150  # between two of their moves, as in the original, so that people can follow
    no_host_page: bool = False  # order is kept in the terminal only
    keep_guests_days: int = 0  # guests who were not seen for so long are forgotten; 0: never
    keep_games_days: int = 0  # friendly games that ended so long ago are dropped; 0: never
    keep_logs_days: int = 365  # what went wrong with bots
    keep_reports_days: int = 365  # settled reports, and bans that have ended
    keep_acts_days: int = 1095  # the log of what hosts did
    programs: bool = False  # run programs that guests upload
    programs_at_once: int = 16  # of them that play at the same time, in this process
    lab: bool = True  # guests may let the house play experiments
    lab_games: int = 20_000  # of one experiment
    lab_minutes: float = 30.0  # of processor time for one experiment
    trust_proxy: bool = False  # trust the last address in X-Forwarded-For, and X-Forwarded-Host


# Rarely changed settings: `parlour serve` has no option for them, but reads PARLOUR_AWAY_SECONDS etc.
BY_ENVIRONMENT = (
    "secret",
    "messages_per_second",
    "sit_seconds",
    "away_seconds",
    "come_seconds",
    "seek_seconds",
    "ladder_tables",
    "ladder_seconds",
    "idle_open_hours",
    "idle_running_days",
    "lease_seconds",
    "ping_seconds",
    "classic_pause_ms",
    "classic_person_seconds",
    "classic_away_seconds",
)


def from_environment(environment: Mapping[str, str] = os.environ) -> dict[str, Any]:
    """The settings given by environment variables."""
    found: dict[str, Any] = {}
    for name in BY_ENVIRONMENT:
        variable = f"PARLOUR_{name.upper()}"
        value = environment.get(variable, "")
        if not value:
            continue
        if name == "secret":
            if len(value) < 16:
                raise Refused(f"{variable} signs guests' tokens: it needs at least 16 characters.", "bad-setting")
            found[name] = value
            continue
        try:
            found[name] = float(value)
        except ValueError:
            found[name] = 0.0
        if not 0 < found[name] < 1e6:
            raise Refused(f"{variable} is {value[:40]!r}, but it must be a number above 0.", "bad-setting")
    return found

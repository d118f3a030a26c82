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
    pace_ms: int = 450  # a house player's move takes at least this long, so that people can follow
    tables_per_guest: int = 20
    guests_per_minute: int = 60  # new guests from one address
    rude_words: str | None = None  # a file with more words that no name may have
    messages_per_second: float = 40.0  # per connection, with short bursts above it
    sit_seconds: float = 10.0  # how long a connection may stay silent before it says who it is
    away_seconds: float = 30.0  # after this absence a house player may take over a seat
    idle_open_hours: float = 12.0  # an open table that nobody joins is closed after this long
    idle_running_days: float = 30.0
    lease_seconds: float = 15.0  # how long a match waits for a dead process before another drives it
    ping_seconds: float = 20.0  # how often a silent connection is pinged, and how long it has to answer
    classic: str | None = None  # open the classic door with this on the second seat: bot, guest, or a seat word
    classic_rounds: int = 100
    classic_ports: tuple[int, int] = (8081, 8082)
    classic_host: str = "127.0.0.1"  # where it listens; the original protocol has no passwords
    classic_person_seconds: float = 300.0  # per move, for a person who plays a bot there
    classic_away_seconds: float = 120.0  # after this absence a person loses such a game
    classic_pause_ms: int = 150  # between two of their moves, as in the original, so that people can follow
    trust_proxy: bool = False  # trust the last address in X-Forwarded-For, and X-Forwarded-Host


# Rarely changed settings: `parlour serve` has no option for them, but reads PARLOUR_AWAY_SECONDS etc.
BY_ENVIRONMENT = (
    "secret",
    "messages_per_second",
    "sit_seconds",
    "away_seconds",
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

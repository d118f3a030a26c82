"""How a house is run: what `parlour serve` can be told."""

from __future__ import annotations

import os
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Settings:
    """One process of a house."""

    host: str = "127.0.0.1"
    port: int = 8080
    db: str | None = None  # a file or a URL; None: the user's data folder
    redis: str | None = None  # between several processes of one house
    secret: str | None = field(default=None, repr=False)  # signs tokens; None: kept in the database
    origins: tuple[str, ...] = ()  # further origins that may open a WebSocket, besides our own
    workers: int = max(1, (os.cpu_count() or 2) - 1)  # processes that think for house players
    pace_ms: int = 450  # a house player's move is shown no sooner, so that people can follow
    tables_per_guest: int = 20
    guests_per_minute: int = 60  # new guests from one address
    messages_per_second: float = 40.0  # on one connection, with a short burst above it
    sit_seconds: float = 10.0  # how long a connection may stay silent before it says who it is
    away_seconds: float = 30.0  # after this absence a house player may take over a seat
    idle_open_hours: float = 12.0  # an open table that nobody joins is closed after this
    idle_running_days: float = 30.0
    lease_seconds: float = 15.0  # how long a match waits for a dead process before another drives it
    ping_seconds: float = 20.0  # how often a silent connection is asked whether it still lives, and may wait to answer
    classic: str | None = None  # open the classic door, with this on its second seat: bot, guest, or a seat word
    classic_rounds: int = 100
    classic_ports: tuple[int, int] = (8081, 8082)
    classic_pause_ms: int = 150  # between two of their moves, as in the original, so that people can follow
    trust_proxy: bool = False  # believe the last address in X-Forwarded-For

"""Clock times in messages."""

from __future__ import annotations

import msgspec


class Remaining(msgspec.Struct, frozen=True):
    """What the mover has left; None: no limit."""

    move_ms: int | None = None
    bank_ms: int | None = None
    strikes: int = 0  # misses and refusals so far


class SeatClock(msgspec.Struct, frozen=True):
    """What a seat had left after its last move."""

    bank_ms: int | None = None
    strikes: int = 0

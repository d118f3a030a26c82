"""The time, as guests are told it."""

from __future__ import annotations

import msgspec


class Remaining(msgspec.Struct, frozen=True):
    """Time left to the mover; None where there is no limit."""

    move_ms: int | None = None
    bank_ms: int | None = None
    strikes: int = 0  # misses and refusals so far


class SeatClock(msgspec.Struct, frozen=True):
    """What a seat kept after its last move."""

    bank_ms: int | None = None
    strikes: int = 0

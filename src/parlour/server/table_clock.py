"""The clock of a table: gives its referee the time, and rings when the mover's time is up."""

from __future__ import annotations

from collections.abc import Callable

from parlour.core.clock import Clock
from parlour.core.protocol import Remaining, SeatClock
from parlour.core.referee import Referee
from parlour.server.time_source import Alarm, TimeSource

LONGEST_MOVE = 2**31 - 1  # milliseconds that fit into the store


class TableClock:
    """Before the game begins it shows the agreed times; then what the referee counts."""

    def __init__(self, rule: Clock, seats: int, time: TimeSource) -> None:
        self.rule = rule
        self.seats = seats
        self.time = time
        self.referee: Referee | None = None
        self._alarm: Alarm | None = None

    @property
    def timed(self) -> bool:
        return self.rule.timed

    # --- what happens at the table ---

    def ask(self, referee: Referee) -> None:
        """The next turn starts now."""
        self.referee = referee
        referee.clocks.ask(self.time.now())

    def resume(self, referee: Referee, date: float, paused: bool) -> None:
        """The current turn started on this date. Since then another process ran the clock, or none did: a pause."""
        self.referee = referee
        ago = max(0.0, self.time.date() - date)
        if paused:
            referee.clocks.go_on(self.time.now(), ago)
        else:
            referee.clocks.ask(self.time.now() - ago)

    def used_ms(self) -> int:
        """How long the mover has taken so far."""
        assert self.referee is not None
        return min(int(self.referee.clocks.used_ms(self.time.now())), LONGEST_MOVE)

    # --- what it shows ---

    def remaining(self) -> Remaining:
        """What the mover has left right now."""
        assert self.referee is not None
        return self.referee.left(self.time.now())

    def kept(self) -> list[SeatClock]:
        """What each seat had left after its last move."""
        if self.referee is None:
            return [SeatClock()] * self.seats
        banks = self.referee.clocks.bank_ms if self.rule.bank_ms else [None] * self.seats
        return [
            SeatClock(None if bank is None else int(bank), strikes)
            for bank, strikes in zip(banks, self.referee.strikes, strict=True)
        ]

    # --- the alarm ---

    def start(self, mover: int, callback: Callable[[], object]) -> None:
        """Call back when the mover's time is up."""
        assert self.referee is not None
        until = self.referee.clocks.until(mover)
        if until is None:
            return
        self.stop()
        self._alarm = self.time.call_later(max(0.0, until - self.time.now()), callback)

    def stop(self) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None

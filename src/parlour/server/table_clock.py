"""The clock of a table: where its referee gets the time from, and the alarm that rings when the mover's is up."""

from __future__ import annotations

from collections.abc import Callable

from parlour.core.clock import Clock
from parlour.core.protocol import Remaining, SeatClock
from parlour.core.referee import Referee
from parlour.server.timepiece import Alarm, Timepiece

LONGEST_MOVE = 2**31 - 1  # milliseconds that the store can count


class TableClock:
    """Before the game begins it shows what was agreed; then what the referee counts."""

    def __init__(self, rule: Clock, seats: int, time: Timepiece) -> None:
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
        """The next decision is asked for in this moment."""
        self.referee = referee
        referee.clocks.ask(self.time.now())

    def asked_on(self, referee: Referee, date: float, paused: bool) -> None:
        """The decision was asked for on this date. In between another process ran this clock, or none: a pause."""
        self.referee = referee
        ago = max(0.0, self.time.date() - date)
        if paused:
            referee.clocks.go_on(self.time.now(), ago)
        else:
            referee.clocks.ask(self.time.now() - ago)

    def used_ms(self) -> int:
        """What the mover has needed so far."""
        assert self.referee is not None
        return min(int(self.referee.clocks.used_ms(self.time.now())), LONGEST_MOVE)

    # --- what it shows ---

    def remaining(self) -> Remaining:
        """What the mover has left, in this very moment."""
        assert self.referee is not None
        return self.referee.left(self.time.now())

    def kept(self) -> list[SeatClock]:
        """What each seat kept after its last move."""
        if self.referee is None:
            return [SeatClock()] * self.seats
        banks = self.referee.clocks.bank_ms if self.rule.bank_ms else [None] * self.seats
        return [
            SeatClock(None if bank is None else int(bank), strikes)
            for bank, strikes in zip(banks, self.referee.strikes, strict=True)
        ]

    # --- the alarm ---

    def start(self, mover: int, deed: Callable[[], object]) -> None:
        """When the mover's time is up, do this."""
        assert self.referee is not None
        until = self.referee.clocks.until(mover)
        if until is None:
            return
        self.stop()
        self._alarm = self.time.call_later(max(0.0, until - self.time.now()), deed)

    def stop(self) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None

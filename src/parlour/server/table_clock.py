"""The clock of a table: what each seat has left, and the alarm that rings when the mover's time is up."""

from __future__ import annotations

from collections.abc import Callable

from parlour.core.game import Clock
from parlour.core.protocol import Remaining, SeatClock
from parlour.server.timepiece import Alarm, Timepiece

LONGEST_MOVE = 2**31 - 1  # milliseconds that the store can count


class TableClock:
    """Counts for the seat that was asked last; the table says who was asked and what was entered."""

    def __init__(self, rule: Clock, seats: int, time: Timepiece) -> None:
        self.rule = rule
        self.time = time
        self.begun = False
        self.bank_ms = [float(rule.bank_ms)] * seats
        self.strikes = [0] * seats
        self.asked_at = time.now()
        self.spent_ms = 0  # on the earlier decisions of a move that is still going on
        self._alarm: Alarm | None = None

    @property
    def timed(self) -> bool:
        return bool(self.rule.move_ms or self.rule.bank_ms)

    # --- what happens at the table ---

    def begin(self) -> None:
        """As before the first move."""
        self.begun = True
        self.bank_ms = [float(self.rule.bank_ms)] * len(self.bank_ms)
        self.strikes = [0] * len(self.strikes)
        self.spent_ms = 0

    def ask(self) -> None:
        """The next decision is asked for in this moment."""
        self.asked_at = self.time.now()

    def asked_on(self, date: float) -> None:
        """The decision was asked for on this date, by another process that runs this clock."""
        self.asked_at = self.time.now() - max(0.0, self.time.date() - date)

    def used_ms(self) -> int:
        """What the mover has needed so far."""
        return min(max(0, int((self.time.now() - self.asked_at) * 1000)), LONGEST_MOVE)

    def enter(self, seat: int, used_ms: int, missed: bool, goes_on: bool) -> None:
        """A decision was entered that took so long; `goes_on`: the move is made of more of them."""
        if self.rule.bank_ms:
            overdrawn = max(0, used_ms - max(0, self.rule.move_ms - self.spent_ms))
            self.bank_ms[seat] = max(0.0, self.bank_ms[seat] - overdrawn)
        self.spent_ms = self.spent_ms + used_ms if goes_on else 0
        if missed:
            self.strikes[seat] += 1

    # --- what it shows ---

    def remaining(self, mover: int) -> Remaining:
        """What the mover has left, in this very moment."""
        rule = self.rule
        spent = self.spent_ms + (self.time.now() - self.asked_at) * 1000
        over_time = max(0.0, spent - max(rule.move_ms, self.spent_ms))
        return Remaining(
            move_ms=max(0, int(rule.move_ms - spent)) if rule.move_ms else None,
            bank_ms=max(0, int(self.bank_ms[mover] - over_time)) if rule.bank_ms else None,
            strikes=self.strikes[mover],
        )

    def kept(self) -> list[SeatClock]:
        """What each seat kept after its last move."""
        return [
            SeatClock(int(bank) if self.begun and self.rule.bank_ms else None, strikes)
            for bank, strikes in zip(self.bank_ms, self.strikes, strict=True)
        ]

    def last_chance(self, seat: int) -> bool:
        """Whether one more miss loses the seat."""
        return 0 < self.rule.strikes <= self.strikes[seat] + 1

    # --- the alarm ---

    def start(self, mover: int, deed: Callable[[float], object]) -> None:
        """When the mover's time is up, do this; it is told how many seconds were granted."""
        left = self.remaining(mover)
        if left.move_ms is None and left.bank_ms is None:
            return
        self.stop()
        seconds = ((left.move_ms or 0) + (left.bank_ms or 0)) / 1000
        granted = seconds + (self.time.now() - self.asked_at) + self.spent_ms / 1000
        self._alarm = self.time.call_later(seconds, lambda: deed(granted))

    def stop(self) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None

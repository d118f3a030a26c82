"""The referee of a match: asks the mover, checks the answer, counts strikes, and rules on misses and forfeits.

It is the same in `parlour match`, at tables and at the classic door. An illegal answer changes nothing; it costs a
program a strike and a person nothing. No answer in time is a miss, and a strike for both. The last strike loses the
seat. Whoever runs the match enters what the referee rules, and reports every entry to `entered`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from parlour.core.answers import answered_moves
from parlour.core.clock import Clock, Clocks
from parlour.core.errors import Refused
from parlour.core.game import WholeMove
from parlour.core.match import Match, Ply
from parlour.core.moves import FORFEIT, MISS, forfeit
from parlour.core.protocol import MoveAnswer, Remaining, Turn

PATIENCE: Final = 3  # strikes that lose a program's seat if the clock sets no number


class PastTurn(Refused):
    """An answer to an earlier turn of this seat, sent too late or twice. It costs nothing more."""


class Referee:
    """Lists are indexed by seat. `now` is the time in seconds."""

    def __init__(self, match: Match, clock: Clock, is_program: Callable[[int], bool], now: float = 0.0) -> None:
        self.match = match
        self.clock = clock
        self.clocks = Clocks(clock, match.seats, now)
        self.strikes = [0] * match.seats
        self._is_program = is_program
        self._legal: tuple[int, list[int]] = (-1, [])

    @property
    def ply(self) -> int:
        """The number of the current decision."""
        return len(self.match.plies) + 1

    # --- asking ---

    def turn(self, view: Any, now: float) -> Turn:
        """The question to the mover; `view` is the mover's own."""
        to_json = self.match.game.moves.to_json
        moves = [to_json(move) for move in self.legal()]
        if not moves:
            raise LookupError("the game is not over, but nobody has a legal move")
        return Turn(self.ply, view, moves, self.left(now))

    def legal(self) -> list[int]:
        ply, legal = self._legal
        if ply != len(self.match.plies):
            legal = [int(move) for move in self.match.state.moves()]
            self._legal = len(self.match.plies), legal
        return legal

    def left(self, now: float) -> Remaining:
        """What the mover has left."""
        mover = self.match.mover
        return Remaining(*self.clocks.left(mover, now), self.strikes[mover])

    # --- the answer ---

    def check(self, seat: int, answer: MoveAnswer) -> WholeMove:
        """The moves in the mover's answer; refused if it is not legal."""
        if answer.ply != self.ply and self._was_asked(seat, answer.ply):
            raise PastTurn(f"This answers ply {answer.ply}, but the turn is ply {self.ply}.", "stale")
        legal = self.legal()
        whole = answered_moves(answer, self.match, legal)
        if whole.moves[0] not in legal:  # a game may allow more than it lists
            reason = self.match.why_not(seat, whole.moves[0])
            if reason is not None:
                raise Refused(reason.text, reason.code)
        return whole

    def _was_asked(self, seat: int, ply: int) -> bool:
        return 0 < ply <= len(self.match.plies) and self.match.plies[ply - 1].seat == seat

    def refuse(self, seat: int, refusal: Refused) -> int | None:
        """Count an illegal answer. Returns the forfeit for the house to enter if that was the last strike."""
        if isinstance(refusal, PastTurn) or not self._is_program(seat):
            return None
        last = self.is_last(seat)
        self.strikes[seat] += 1
        return forfeit(seat) if last else None

    def late(self, seat: int) -> int:
        """The mover's time is up. Returns what the house enters: a miss, or a forfeit if that was the last strike."""
        entry = self.match.late_entry(seat, self.is_last(seat))
        if entry & 63 == FORFEIT:  # a miss is counted when it is entered, as in every replay
            self.strikes[seat] += 1
        return entry

    def is_last(self, seat: int) -> bool:
        """Whether the next strike loses the seat."""
        limit = self.clock.strikes or (PATIENCE if self._is_program(seat) else 0)
        return 0 < limit <= self.strikes[seat] + 1

    # --- the entry ---

    def entered(self, ply: Ply, mover: int, used_ms: float) -> None:
        """An entry was played, after the mover took this long. Leaving out of turn does not stop the mover's clock.

        What a branch repeats was on another clock.
        """
        if len(self.match.plies) <= self.match.repeated:
            return
        if ply.move & 63 == MISS:
            self.strikes[ply.seat] += 1
        if self.clocks.timed and ply.seat == mover:
            self.clocks.decided(mover, used_ms, bool(self.match.state.goes_on()))

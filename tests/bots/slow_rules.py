"""A game whose rules take as long as a test says, and a clock that only they move."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec
import pytest

from parlour.core import OVER, Dice, EventTable, Game, MoveTable, NoOptions, State, kind, number

PLIES = 60
STEPS = 5


class HandClock:
    """What `time.perf_counter` says; only rules move it on."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 1000.0
        monkeypatch.setattr("time.perf_counter", lambda: self.now)


class Walk(State):
    """Two walkers take sixty steps; whoever steps further wins."""

    def __init__(self, plies: int = 0, at: Sequence[int] = (0, 0), tired: Callable[[int], None] | None = None) -> None:
        super().__init__(2, plies % 2 if plies < PLIES else OVER)
        self.plies = plies
        self.at = list(at)
        self.tired = tired or (lambda plies: None)

    def moves(self) -> list[int]:
        return [] if self.mover == OVER else [step << 6 for step in range(STEPS)]

    def play(self, move: int, dice: Dice) -> None:
        self.tired(self.plies)
        self.at[self.mover] += move >> 6
        self.plies += 1
        self.mover = OVER if self.plies >= PLIES else self.plies % 2

    def copy(self) -> Walk:
        return Walk(self.plies, self.at, self.tired)

    def payoffs(self) -> list[float]:
        return self.share(self.at)

    def judge(self, seat: int) -> float:
        return (1 + self.at[seat]) / (2 + sum(self.at))


class WalkView(msgspec.Struct, frozen=True):
    plies: int
    at: list[int]


class SlowWalk(Game[Walk, NoOptions, WalkView]):
    """A walk in which imagining and stepping take as long as a test says."""

    name = "slow-walk"
    title = "Slow walk"
    seats = range(2, 3)
    Options = NoOptions
    View = WalkView
    hides = False
    moves = MoveTable(kind("step", number("far", STEPS)))
    events = EventTable()

    def __init__(
        self, imagining: Callable[[], None] = lambda: None, stepping: Callable[[int], None] = lambda plies: None
    ) -> None:
        self.imagining = imagining
        self.stepping = stepping

    def new(self, options: NoOptions, seats: int, dice: Dice) -> Walk:
        return Walk(tired=self.stepping)

    def view(self, state: Walk, seat: int | None) -> WalkView:
        return WalkView(state.plies, list(state.at))

    def imagine(self, view: WalkView, dice: Dice) -> Walk:
        self.imagining()
        return Walk(view.plies, view.at, self.stepping)

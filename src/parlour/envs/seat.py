"""Gymnasium: one seat of a game; players of the house take the others."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from parlour.core.errors import Refused
from parlour.core.game import AnyGame
from parlour.core.state import State
from parlour.envs.stepping import reward
from parlour.envs.table import RANDOM, Opponents, Table

MOST_SEEDS = 2**31


class SeatEnv(gymnasium.Env[NDArray[np.float32], np.int64]):
    """One seat; `others` is the seat word of all others, or a word for each of them.

    The reward comes at the end: 1 for a win alone, -1 for a loss to one rival. `info["action_mask"]` and
    `action_masks()` say what is legal; an action that is not ends the game with -1.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"]}  # noqa: RUF012 (as Gymnasium declares it)

    def __init__(
        self,
        game: str | AnyGame,
        *,
        seat: int = 0,
        others: str | Mapping[int, str] = RANDOM,
        seats: int | None = None,
        options: Mapping[str, Any] | None = None,
        preset: str | None = None,
        render_mode: str | None = None,
    ) -> None:
        self.table = Table(game, options, preset, seats)
        self.seat = seat
        if not 0 <= seat < self.table.seats:
            raise Refused(f"There is no seat {seat}: seats are numbered from 0 to {self.table.seats - 1}.", "bad-seat")
        words = dict.fromkeys(range(self.table.seats), others) if isinstance(others, str) else dict(others)
        words.pop(seat, None)
        for other in range(self.table.seats):
            if other != seat:
                words.setdefault(other, RANDOM)
        self.opponents = Opponents(self.table, words)
        self.render_mode = render_mode
        self._state: State | None = None
        self.over = True
        self.observation_space: Any = self.table.observation_space()
        self.action_space = spaces.Discrete(self.table.choices)

    @property
    def now(self) -> State:
        if self._state is None:
            raise Refused("Call reset() first: no game has begun.", "no-game")
        return self._state

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        super().reset(seed=seed)
        while True:  # a game that ends before the seat's first decision is no game for it
            chosen = self.table.seeds(int(self.np_random.integers(MOST_SEEDS)))
            self.opponents.begin(0, chosen)
            self._state, self.dice = self.table.start(chosen)
            self._wait()
            if self.now.mover >= 0:
                self.over = False
                return self._seen()

    def step(self, action: np.int64 | int) -> tuple[NDArray[np.float32], float, bool, bool, dict[str, Any]]:
        if self.over:
            raise Refused("Call reset() first: no game is going on.", "no-game")
        move = int(self.table.lens.move(self.now, int(action)))
        if move < 0:
            self.over = True
            return self._seen()[0], -1.0, True, False, self._seen()[1]
        self.now.play(move, self.dice)
        self._wait()
        self.over = self.now.mover < 0
        gained = float(reward(self.now.payoffs()[self.seat], self.table.seats)) if self.over else 0.0
        seen, info = self._seen()
        return seen, gained, self.over, False, info

    def action_masks(self) -> NDArray[np.bool_]:
        """What is legal now, as learning libraries ask for it."""
        return self.table.mask(self.now).astype(np.bool_)

    def _wait(self) -> None:
        """Let the others play until it is the seat's turn or the game is over."""
        state: State = self.now
        while state.mover >= 0 and state.mover != self.seat:
            is_random = self.opponents.random >> int(state.mover) & 1
            move = state.random_move(self.dice) if is_random else self.opponents.choose(0, state)
            state.play(move, self.dice)

    def _seen(self) -> tuple[NDArray[np.float32], dict[str, Any]]:
        return self.table.observation(self.now, self.seat), {"action_mask": self.table.mask(self.now)}

    def render(self) -> str:  # type: ignore[override, unused-ignore]
        """The table in words, as the seat sees it."""
        game = self.table.game
        names = ["You" if seat == self.seat else f"Seat {seat}" for seat in range(self.table.seats)]
        return game.say_view(game.view(self.now, self.seat), names, self.table.options)

    def close(self) -> None:
        self.opponents.close()

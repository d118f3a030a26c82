"""How fast a batch of games steps: random actions, with the observation and the mask of every position."""

from __future__ import annotations

import time

import numpy as np

from parlour.core.dice import Dice
from parlour.core.game import AnyGame
from parlour.envs.batches import Batch
from parlour.envs.stepping import choose_randomly
from parlour.lab.bench import Slice

GAMES = 32  # few enough for a core's own memory


def stepping(game: AnyGame, games: int = GAMES) -> Slice:
    """A row of `parlour bench`: the caller plays all seats; actions go in as an array, as a policy would give them."""
    batch = Batch(game, games, preset=game.measured, seed=1)
    batch.reset()
    dice = Dice(1, 2, 3, 4)
    chosen = [0] * games
    actions = np.zeros(games, np.int64)

    def play(seconds: float) -> tuple[int, float]:
        steps = 0
        began = time.process_time()
        until = began + seconds
        while True:
            choose_randomly(batch.stepper, dice, chosen)
            actions[:] = chosen
            batch.step(actions)
            steps += games
            if (now := time.process_time()) >= until:
                return steps, now - began

    return play

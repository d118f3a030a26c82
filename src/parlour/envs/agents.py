"""What both of PettingZoo's interfaces share: seats as agents, their spaces, and the table in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import spaces

from parlour.core.dice import Dice
from parlour.core.errors import Refused
from parlour.core.game import AnyGame
from parlour.core.state import State
from parlour.envs.table import Table


class Agents:
    """The seats of a table as agents `seat_0`, `seat_1`, …; an observation has `observation` and `action_mask`."""

    parallel = False
    extra_actions = 0
    metadata: dict[str, Any]
    dice: Dice

    def __init__(
        self,
        game: str | AnyGame,
        *,
        seats: int | None = None,
        options: Mapping[str, Any] | None = None,
        preset: str | None = None,
        max_cycles: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.table = Table(game, options, preset, seats)
        self.metadata = {
            "name": f"parlour_{self.table.game.name.replace('-', '_')}_v{self.table.game.version}",
            "render_modes": ["ansi"],
            "is_parallelizable": self.parallel,
        }
        self.max_cycles = max_cycles
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(self.table.seats)]
        actions = self.table.choices + self.extra_actions
        mask = spaces.Box(0, 1, (actions,), np.int8)
        self._observations = {
            agent: spaces.Dict({"observation": self.table.observation_space(), "action_mask": mask})
            for agent in self.possible_agents
        }
        self._actions = {agent: spaces.Discrete(actions) for agent in self.possible_agents}
        self.agents: list[str] = []
        self._state: State | None = None

    @property
    def state_now(self) -> State:
        if self._state is None:
            raise Refused("Call reset() first: no game has begun.", "no-game")
        return self._state

    @state_now.setter
    def state_now(self, state: State) -> None:
        self._state = state

    def check_going_on(self) -> None:
        """Refuse a step before the first reset and after the end."""
        if not self.agents:
            raise Refused("Call reset() first: no game is going on.", "no-game")

    def observation_space(self, agent: str) -> spaces.Dict:
        return self._observations[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self._actions[agent]

    def begin(self, seed: int | None) -> None:
        """A new game with all agents; the same seed gives the same game."""
        self.state_now, self.dice = self.table.start(self.table.seeds(seed))
        self.cycles = 0
        self.agents = list(self.possible_agents)

    def render(self) -> str:
        """The table in words, as a spectator sees it."""
        return self.table.in_words(self.state_now)

    def close(self) -> None:
        pass

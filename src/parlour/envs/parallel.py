"""PettingZoo's parallel interface: all seats answer at every step, and those who are not asked wait."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from pettingzoo import ParallelEnv

from parlour.envs.agents import Agents
from parlour.envs.stepping import reward


class AllSeatsEnv(Agents, ParallelEnv):  # type: ignore[misc, unused-ignore]
    """A game for agents `seat_0`, `seat_1`, …, one decision of one of them at every step.

    The last action means waiting: the only one for a seat that is not asked, whatever it answers. If the seat that is
    asked answers with something that is not legal, the house plays for it as when its clock had run out. After
    `max_cycles` steps the game is truncated.
    """

    parallel = True
    extra_actions = 1

    @property
    def wait(self) -> int:
        """The action that means waiting."""
        return self.table.choices

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
        self.begin(seed)
        return self._seen(), {agent: {} for agent in self.agents}

    def step(self, actions: Mapping[str, int]) -> tuple[dict[str, Any], ...]:
        self.check_going_on()
        state, agents = self.state_now, self.agents
        action = int(actions.get(self.possible_agents[int(state.mover)], self.wait))
        move = int(self.table.lens.move(state, action)) if action != self.wait else -1
        if move < 0:
            state.miss(self.dice)
        else:
            state.play(move, self.dice)
        self.cycles += 1
        over = int(state.mover) < 0
        late = not over and self.max_cycles is not None and self.cycles >= self.max_cycles
        rewards = dict.fromkeys(agents, 0.0)
        if over:
            for agent, payoff in zip(agents, state.payoffs(), strict=True):
                rewards[agent] = float(reward(payoff, self.table.seats))
        seen = self._seen()
        if over or late:
            self.agents = []
        infos: dict[str, Any] = {agent: {} for agent in agents}
        return seen, rewards, dict.fromkeys(agents, over), dict.fromkeys(agents, late), infos

    def _seen(self) -> dict[str, Any]:
        seen: dict[str, Any] = {}
        for seat, agent in enumerate(self.possible_agents):
            mask = np.zeros(self.table.choices + 1, np.int8)
            if int(self.state_now.mover) == seat:
                mask[:-1] = self.table.mask(self.state_now)
            else:
                mask[-1] = 1
            seen[agent] = {"observation": self.table.observation(self.state_now, seat), "action_mask": mask}
        return seen

"""PettingZoo: every game of the house as an AEC environment with action masks, for any number of seats."""

from __future__ import annotations

from typing import Any

import numpy as np
from pettingzoo import AECEnv

from parlour.envs.agents import Agents
from parlour.envs.stepping import reward


class TurnEnv(Agents, AECEnv):  # type: ignore[misc, unused-ignore]
    """A game for agents `seat_0`, `seat_1`, …; an observation is a dict with `observation` and `action_mask`.

    Rewards come at the end and add up to 0: 1 for the only winner, less for the others. An action that is not legal
    ends the game: -1 for the seat that chose it, 0 for the others. After `max_cycles` decisions the game is truncated.
    """

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.begin(seed)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self._mover()

    def observe(self, agent: str) -> dict[str, Any]:
        seat = self.possible_agents.index(agent)
        to_move = int(self.state_now.mover) == seat and not self.terminations.get(agent, True)
        mask = self.table.mask(self.state_now) if to_move else np.zeros(self.table.choices, np.int8)
        return {"observation": self.table.observation(self.state_now, seat), "action_mask": mask}

    def step(self, action: int | None) -> None:
        self.check_going_on()
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict.fromkeys(self.agents, 0.0)
        move = -1 if action is None else int(self.table.lens.move(self.state_now, int(action)))
        self.cycles += 1
        if move < 0:
            self.rewards[agent] = -1.0
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            self.state_now.play(move, self.dice)
            if self.state_now.mover < 0:
                for each, payoff in zip(self.possible_agents, self.state_now.payoffs(), strict=True):
                    self.rewards[each] = float(reward(payoff, self.table.seats))
                self.terminations = dict.fromkeys(self.agents, True)
            else:
                self.agent_selection = self._mover()
                if self.max_cycles is not None and self.cycles >= self.max_cycles:
                    self.truncations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        self._deads_step_first()

    def _mover(self) -> str:
        return self.possible_agents[int(self.state_now.mover)]

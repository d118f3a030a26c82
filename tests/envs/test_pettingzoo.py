"""PettingZoo's own tests, for every game of the house."""

from types import SimpleNamespace

import numpy as np
import pytest
from pettingzoo.test import api_test, max_cycles_test, parallel_api_test, parallel_seed_test, seed_test
from pettingzoo.utils import parallel_to_aec

from parlour import games
from parlour.core.errors import Refused
from parlour.envs import parallel_env, pettingzoo_env

NAMES = games.names()
# PettingZoo's own environments with action masks get the same two.
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
]


@pytest.mark.parametrize("name", NAMES)
def test_api(name):
    api_test(pettingzoo_env(name), num_cycles=30)


@pytest.mark.parametrize("name", NAMES)
def test_seeds(name):
    seed_test(lambda: pettingzoo_env(name), num_cycles=20)


@pytest.mark.parametrize("name", NAMES)
def test_all_seats_at_once(name):
    parallel_api_test(parallel_env(name), num_cycles=15)
    parallel_seed_test(lambda: parallel_env(name), num_cycles=10)


@pytest.mark.parametrize("name", NAMES)
def test_max_cycles(name):
    """PettingZoo's test needs an environment in which all agents act equally often."""

    def env(max_cycles):
        return parallel_to_aec(parallel_env(name, max_cycles=max_cycles))

    max_cycles_test(SimpleNamespace(parallel_env=lambda max_cycles: parallel_env(name, max_cycles=max_cycles), env=env))


def play(env, most=10_000):
    """Always the first legal action; returns the rewards of all agents over the whole game."""
    total = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter(most):
        observation, reward, terminated, truncated, _ = env.last()
        total[agent] += reward
        env.step(None if terminated or truncated else int(np.argmax(observation["action_mask"])))
    return total


def test_a_game_to_its_end():
    env = pettingzoo_env("connect-four")
    env.reset(seed=1)
    total = play(env)
    assert sorted(total.values()) == [-1.0, 1.0] and not env.agents


@pytest.mark.parametrize("seats", [2, 5])
def test_battle_farm_at_any_table(seats):
    env = pettingzoo_env("battle-farm", seats=seats, max_cycles=60)
    env.reset(seed=3)
    assert env.num_agents == seats
    play(env)
    assert all(env.truncations.values()) and not env.agents and env.cycles == 60


def test_an_illegal_action_loses():
    env = pettingzoo_env("kata-tcg")
    env.reset(seed=1)
    mover = env.agent_selection
    mask = env.observe(mover)["action_mask"]
    assert env.observe(next(a for a in env.agents if a != mover))["action_mask"].sum() == 0
    env.step(int(np.argmin(mask)))
    assert all(env.terminations.values())
    assert env.rewards[mover] == -1.0 and sum(env.rewards.values()) == -1.0


def test_the_table_in_words():
    env = pettingzoo_env("connect-four", render_mode="ansi")
    env.reset(seed=1)
    assert "Seat 0 to move" in env.render()


def test_seats_that_are_not_asked_wait():
    env = parallel_env("connect-four")
    seen, _ = env.reset(seed=1)
    assert seen["seat_0"]["action_mask"].tolist() == [1] * 7 + [0]
    assert seen["seat_1"]["action_mask"].tolist() == [0] * 7 + [1]
    for drop in range(7):
        seen, rewards, over, late, _ = env.step({"seat_0": drop % 2, "seat_1": drop % 2})
    assert rewards == {"seat_0": 1.0, "seat_1": -1.0} and all(over.values()) and not any(late.values())
    assert env.agents == []


def test_the_house_plays_for_a_seat_that_answers_nonsense():
    env = parallel_env("connect-four")
    env.reset(seed=1)
    seen, *_ = env.step({"seat_0": env.wait, "seat_1": 0})
    assert seen["seat_0"]["observation"][36] == 1  # the default move: the last column


def test_without_a_game_a_sentence_says_what_to_do():
    turns, together = pettingzoo_env("connect-four"), parallel_env("connect-four")
    for ask in (lambda: turns.step(0), lambda: turns.observe("seat_0"), turns.render, lambda: together.step({})):
        with pytest.raises(Refused, match=r"Call reset\(\) first"):
            ask()
    together.reset(seed=1)
    while together.agents:
        together.step({"seat_0": 0, "seat_1": 1})
    with pytest.raises(Refused, match="no game is going on"):
        together.step({"seat_0": 0})

"""Gymnasium's own check, for every game of the house; one seat against the house's players."""

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from parlour import games
from parlour.core.errors import Refused
from parlour.envs import seat_env

NAMES = games.names()


@pytest.mark.parametrize("name", NAMES)
def test_check_env(name):
    check_env(seat_env(name), skip_render_check=True)


@pytest.mark.parametrize("others", ["random", "greedy", {1: "greedy"}])
def test_a_game_against_the_house(others):
    env = seat_env("connect-four", others=others)
    _, info = env.reset(seed=2)
    rewards, over = [], False
    while not over:
        assert (env.action_masks() == info["action_mask"]).all()
        _, reward, over, truncated, info = env.step(np.int64(np.argmax(info["action_mask"])))
        rewards.append(reward)
    assert rewards[-1] in (-1.0, 0.0, 1.0) and not any(rewards[:-1]) and not truncated
    assert info["action_mask"].sum() == 0
    env.close()


def test_the_second_seat_waits_for_the_first():
    env = seat_env("connect-four", seat=1)
    seen, _ = env.reset(seed=1)
    assert seen[:42].sum() == 0 and seen[42:84].sum() == 1 and seen[84] == 1


def test_an_illegal_action_loses():
    env = seat_env("connect-four")
    env.reset(seed=1)
    for _ in range(6):
        _, reward, over, _, info = env.step(0)
        if over:
            break
    assert over and reward == -1.0 and info["action_mask"][0] == 0


def test_there_is_no_third_seat():
    with pytest.raises(Refused, match="no seat 2"):
        seat_env("connect-four", seat=2)


def test_without_a_game_a_sentence_says_what_to_do():
    env = seat_env("connect-four")
    for ask in (lambda: env.step(0), env.action_masks, env.render):
        with pytest.raises(Refused, match=r"Call reset\(\) first"):
            ask()
    env.reset(seed=1)
    env.step(99)  # is not legal, and so the end
    with pytest.raises(Refused, match="no game is going on"):
        env.step(0)

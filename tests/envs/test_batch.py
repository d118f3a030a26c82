"""Batches of games for learning programs: the same games as anywhere in the house, only many at a time."""

import sys

import numpy as np
import pytest
from tests.core.small_games import HIGHEST

from parlour import games
from parlour.core.errors import Refused
from parlour.core.seed import Seed
from parlour.envs import batch
from parlour.envs.table import Table

NAMES = games.names()


def first_legal(mask):
    return mask.argmax(axis=1)


def any_legal(mask, rng):
    return [int(rng.choice(np.flatnonzero(row))) for row in mask]


@pytest.mark.parametrize("name", NAMES)
def test_every_game_steps_in_batches(name):
    many = batch(name, games=3, seed=5)
    lows, highs = np.array(many.table.lens.lows), np.array(many.table.lens.highs)
    rng = np.random.default_rng(1)
    step = many.reset()
    for _ in range(40):
        assert step.observation.shape == (3, len(many.names))
        assert step.mask.shape == (3, len(many.words))
        assert (step.observation >= lows - 1e-6).all() and (step.observation <= highs * (1 + 1e-6)).all()
        assert (step.mask.sum(axis=1) > 0).all()
        assert ((step.mover >= 0) & (step.mover < many.table.seats)).all()
        step = many.step(any_legal(step.mask, rng))


@pytest.mark.parametrize("name", NAMES)
def test_a_row_is_the_game_that_its_seed_deals(name):
    many = batch(name, games=2, seed=[8, 9])
    step = many.reset()
    table = Table(name, None, None, None)
    state, dice = table.start(Seed.parse("9").child(0))
    for _ in range(25):
        assert int(state.mover) == step.mover[1]
        assert (table.observation(state, int(state.mover)) == step.observation[1]).all()
        assert (table.mask(state) == step.mask[1]).all()
        actions = first_legal(step.mask)
        state.play(int(table.lens.move(state, int(actions[1]))), dice)
        step = many.step(actions)
        if step.ended[1]:
            assert int(state.mover) < 0
            return


def test_the_same_seed_and_actions_give_the_same_arrays():
    seen = []
    for _ in range(2):
        many = batch("kata-tcg", games=4, seed=3, preset="full")
        rng = np.random.default_rng(7)
        step = many.reset()
        for _ in range(60):
            step = many.step(any_legal(step.mask, rng))
        seen.append((step.observation.copy(), step.mask.copy(), step.mover.copy()))
    for one, other in zip(*seen, strict=True):
        assert (one == other).all()
    assert not (many.reset(seed=np.int64(4)).observation == seen[0][0]).all()


def test_a_new_game_begins_where_one_has_ended():
    many = batch("connect-four", games=2, seed=1)
    step = many.reset()
    # seat 0 fills the first column, seat 1 the second: after seven drops seat 0 has four
    for drop in range(7):
        assert not step.ended.any()
        step = many.step([drop % 2, drop % 2])
    assert step.ended.all()
    assert step.reward.tolist() == [[1.0, -1.0], [1.0, -1.0]]
    assert step.observation[:, :-1].sum() == 0  # an empty board again
    assert many.lengths().tolist() == [7, 7]
    step = many.step([3, 3])
    assert not step.ended.any() and (step.reward == 0).all()


def test_rewards_add_up_to_nothing_at_a_larger_table():
    many = batch("deadwood", games=4, seats=3, preset="one day", seed=2)
    rng = np.random.default_rng(3)
    step = many.reset()
    for _ in range(3000):
        step = many.step(any_legal(step.mask, rng))
        if step.ended.any():
            break
    row = step.reward[step.ended][0]
    assert abs(row.sum()) < 1e-9 and row.max() > 0 and row.min() >= -0.5


@pytest.mark.parametrize("word", ["random", "greedy"])
def test_opponents_play_inside(word):
    many = batch("connect-four", games=3, others={0: word}, seed=4)
    step = many.reset()
    ended = 0
    for _ in range(30):
        assert (step.mover == 1).all()
        step = many.step(first_legal(step.mask))
        ended += step.ended.sum()
    assert ended > 0
    many.close()


def test_an_illegal_action_changes_nothing():
    many = batch("connect-four", games=2, seed=1)
    before = many.reset().observation.copy()
    with pytest.raises(Refused, match="Action 9 is not legal in game 1"):
        many.step([0, 9])
    assert (many.step([0, 0]).observation[:, 42] == 1).all()  # now the rival's disc, and the only one
    assert before.sum() == 2


def test_observations_go_into_the_callers_array():
    out = np.zeros((2, 85), np.float32)
    many = batch("connect-four", games=2, out=out)
    many.reset()
    assert many.step([3, 3]).observation is out and out[:, 42 + 18].tolist() == [1, 1]
    with pytest.raises(Refused, match="float32 array of 3 rows and 85 columns"):
        batch("connect-four", games=3, out=out)


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"games": 0}, "1 to 1000000 games"),
        ({"games": 2.5}, "1 to 1000000 games, not 2.5"),
        ({"others": {0: "random", 1: "random"}}, "at least one seat"),
        ({"others": {2: "random"}}, "no seat 2"),
        ({"others": {1: "nobody"}}, "no player 'nobody'"),
        ({"games": 3, "seed": [1, 2]}, "3 games need as many seeds, not 2"),
        ({"games": 2, "seed": 1.5}, "a list of one for each game, not 1.5"),
        ({"games": 2, "seed": "12"}, "a list of one for each game, not '12'"),
        ({"games": 1, "out": [[0.0] * 85]}, "that can be written into"),
        ({"games": 1, "out": np.frombuffer(bytes(340), np.float32).reshape(1, 85)}, "that can be written into"),
        ({"seats": 3}, "for 2 players, not 3"),
    ],
)
def test_settings_that_make_no_sense_are_refused(settings, said):
    with pytest.raises(Refused, match=said):
        batch("connect-four", **settings)


def test_without_the_extra_a_sentence_says_what_is_missing(monkeypatch):
    monkeypatch.setitem(sys.modules, "parlour.envs.batches", None)
    with pytest.raises(Refused, match=r"pip install 'parlour\[rl\]'"):
        batch("connect-four")


def test_steps_need_a_reset_and_an_action_for_each_game():
    many = batch("connect-four", games=2)
    with pytest.raises(Refused, match="reset"):
        many.step([0, 0])
    many.reset()
    with pytest.raises(Refused, match="2 games need as many actions, not 1"):
        many.step([0])


@pytest.mark.parametrize(
    "actions", [[0.5, 1.0], [float("nan"), 1.0], ["a", "b"], [[0], [1]], [[0], [1, 2]], 3, [2**70, 0], [True, True]]
)
def test_actions_that_are_no_row_of_whole_numbers_are_refused(actions):
    many = batch("connect-four", games=2)
    many.reset()
    with pytest.raises(Refused, match="Actions are a row of whole numbers, one for each game"):
        many.step(actions)


def test_a_game_without_a_lens_of_its_own_steps_too():
    many = batch(HIGHEST, games=2, seed=1)
    step = many.reset()
    for _ in range(20):
        step = many.step(first_legal(step.mask))
    assert many.words[0] == "lay 0" and "to move" in many.names

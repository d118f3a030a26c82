"""OpenSpiel's own test of a game, for every game of the house.

Run by `make test-openspiel` in the environment of `make bench`; not part of the suite, which has no OpenSpiel.
"""

import pyspiel
import pytest

import parlour.envs.openspiel
from parlour import games

NAMES = games.names()


@pytest.mark.parametrize("name", NAMES)
def test_random_simulations(name):
    game = pyspiel.load_game(f"parlour(game={name})")
    pyspiel.random_sim_test(game, 1, name in ("connect-four", "kata-tcg", "monogwent"), False)


def test_a_larger_table_of_another_kind():
    game = pyspiel.load_game("parlour(game=deadwood,preset=one day,seats=3,luck=16)")
    pyspiel.random_sim_test(game, 2, True, False)
    assert game.num_players() == 3 and game.max_chance_outcomes() == 16


def test_luck_is_decided_after_the_move():
    """Nobody who clones a state learns what will be rolled: that is decided at a chance node."""
    game = pyspiel.load_game("parlour(game=deadwood)")
    state = game.new_initial_state()
    assert state.is_chance_node()
    state.apply_action(7)
    while not state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    after = [state.child(outcome) for outcome in range(8)]
    assert len({str(each) for each in after}) > 1
    assert str(state.child(3)) == str(after[3]), "the same outcome rolls the same"


def test_a_seat_sees_the_lens():
    game = pyspiel.load_game("parlour(game=connect-four)")
    state = game.new_initial_state()
    assert not state.is_chance_node() and state.current_player() == 0
    state.apply_action(3)
    assert sum(state.observation_tensor(0)) == 1 and sum(state.observation_tensor(1)) == 2
    assert "column 3 row 0" in state.observation_string(1)
    assert parlour.envs.openspiel.NAME in str(game)

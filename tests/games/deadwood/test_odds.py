"""The worth of a role by exact odds, checked against sums worked out by hand and against simple play."""

import pytest

from parlour.core.dice import Dice
from parlour.games.deadwood.odds import EXTRA, STAR, Odds, chance

FREE_TURNS = Odds([0.0] * 7)  # turns cost nothing
DEAR_TURNS = Odds([1.0] * 7)


def test_chance_counts_the_faces():
    assert chance(6, 0) == pytest.approx(1 / 6)
    assert chance(4, 1) == pytest.approx(4 / 6)
    assert chance(2, 1) == 1
    assert chance(2, 5) == 1


def test_a_star_alone_gets_two_credits_a_take_and_the_bonus():
    assert FREE_TURNS.worth(STAR, 1, 4, 0, 6.0, 3, 0) == pytest.approx(3 * 2 + 6)


def test_a_sure_take_costs_one_turn():
    assert DEAR_TURNS.worth(STAR, 1, 4, 0, 6.0, 2, 3) == pytest.approx(2 * 2 + 6 - 2)


def test_one_chip_is_worth_a_turn_in_a_hopeless_scene():
    """Budget 6, one take, no bonus: six turns of acting, or one chip and three, or two chips and two, and so on."""
    by_chips = [2 - chips - 6 / (chips + 1) for chips in range(6)]
    assert DEAR_TURNS.worth(STAR, 1, 6, 0, 0.0, 1, 0) == pytest.approx(max(by_chips))
    assert DEAR_TURNS.should_rehearse(STAR, 1, 6, 0, 0.0, 1, 0)
    assert not DEAR_TURNS.should_rehearse(STAR, 1, 6, 0, 0.0, 1, 2)


def test_an_extra_is_paid_for_a_cut():
    """Budget 5, one take: a third of the acts end the scene and pay two, the others pay one."""
    assert not DEAR_TURNS.should_rehearse(EXTRA, 1, 5, 0, 0.0, 1, 0)
    assert DEAR_TURNS.worth(EXTRA, 1, 5, 0, 0.0, 1, 0) == pytest.approx(1.0)


def test_help_shortens_a_scene():
    """With a bonus to come, a sure helper is welcome; without one, he takes our takes away."""
    busy = Odds([2.0] * 7)
    assert busy.worth(STAR, 1, 6, 6, 12.0, 3, 0) > busy.worth(STAR, 1, 6, 0, 12.0, 3, 0)
    assert DEAR_TURNS.worth(STAR, 1, 2, 6, 0.0, 3, 1) < DEAR_TURNS.worth(STAR, 1, 2, 0, 0.0, 3, 1)


@pytest.mark.parametrize(("side", "budget", "takes", "help"), [(STAR, 4, 2, 0), (EXTRA, 3, 3, 2), (STAR, 5, 3, 3)])
def test_playing_by_the_odds_earns_what_they_promise(side, budget, takes, help):
    dice = Dice(1, 2, 3, 4)
    total = 0.0
    games = 4000
    for _ in range(games):
        left, chips = takes, 0
        while left > 0:
            total -= 1.0
            if DEAR_TURNS.should_rehearse(side, 1, budget, help, 3.0, left, chips):
                chips += 1
            elif dice.roll(6) + chips >= budget:
                total += 2
                left -= 1
            elif side == EXTRA:
                total += 1
            if left > 0 and dice.roll(6) <= help:
                left -= 1
        total += 3.0
    assert total / games == pytest.approx(DEAR_TURNS.worth(side, 1, budget, help, 3.0, takes, 0), abs=0.2)

"""What a role pays by exact odds, checked against sums worked out by hand and against simple play."""

import pytest

from parlour.core.dice import Dice
from parlour.games.deadwood.odds import Odds, chance

ODDS = Odds()


def star(budget, help, takes, chips, turn):
    """The worth of a role on the card before the bonus: two credits a take."""
    return ODDS.worth(budget, help, takes, chips, 2.0, 0.0, turn)


def extra(budget, help, takes, chips, turn):
    return ODDS.worth(budget, help, takes, chips, 2.0, 1.0, turn)


def should_rehearse(role, budget, help, takes, chips, turn):
    role(budget, help, takes, chips, turn)
    return ODDS.aim > chips


def test_chance_counts_the_faces():
    assert chance(6, 0) == pytest.approx(1 / 6)
    assert chance(4, 1) == pytest.approx(4 / 6)
    assert chance(2, 1) == 1
    assert chance(2, 5) == 1


def test_a_star_alone_gets_two_credits_a_take():
    assert star(4, 0, 3, 0, turn=0.0) == pytest.approx(3 * 2)


def test_a_sure_take_costs_one_turn():
    assert star(4, 0, 2, 3, turn=1.0) == pytest.approx(2 * 2 - 2)


def test_one_chip_is_worth_a_turn_in_a_hopeless_scene():
    """Budget 6, one take: six turns of acting, or one chip and three, or two chips and two, and so on."""
    by_chips = [2 - chips - 6 / (chips + 1) for chips in range(6)]
    assert star(6, 0, 1, 0, turn=1.0) == pytest.approx(max(by_chips))
    assert should_rehearse(star, 6, 0, 1, 0, turn=1.0)
    assert not should_rehearse(star, 6, 0, 1, 2, turn=1.0)


def test_an_extra_is_paid_for_a_cut():
    """Budget 5, one take: a third of the acts end the scene and pay two, the others pay one."""
    assert not should_rehearse(extra, 5, 0, 1, 0, turn=1.0)
    assert extra(5, 0, 1, 0, turn=1.0) == pytest.approx(1.0)
    assert ODDS.length == pytest.approx(3.0)


def test_help_shortens_a_scene():
    """With little to earn, a sure helper is welcome; where every turn earns, he takes our takes away."""
    assert star(6, 6, 3, 0, turn=2.0) > star(6, 0, 3, 0, turn=2.0)
    assert star(2, 6, 3, 1, turn=1.0) < star(2, 0, 3, 1, turn=1.0)
    assert star(6, 9, 3, 0, turn=2.0) > star(6, 6, 3, 0, turn=2.0)


@pytest.mark.parametrize(
    ("role", "budget", "takes", "help"), [(star, 4, 2, 0), (extra, 3, 3, 2), (star, 5, 3, 3), (star, 6, 3, 8)]
)
def test_playing_by_the_odds_earns_what_they_promise(role, budget, takes, help):
    """The plan of the first turn is kept; the others shoot `help` sixths of a take a round."""
    promised = role(budget, help, takes, 0, 1.0)
    aim = int(ODDS.aim)
    dice = Dice(1, 2, 3, 4)
    total = 0.0
    games = 4000
    for _ in range(games):
        left, chips = takes, 0
        while left > 0:
            total -= 1.0
            if chips < aim:
                chips += 1
            elif dice.roll(6) + chips >= budget:
                total += 2
                left -= 1
            elif role is extra:
                total += 1
            left -= help // 6 + (dice.roll(6) <= help % 6)
    assert total / games == pytest.approx(promised, abs=0.2)

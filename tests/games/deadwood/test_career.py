"""The worth of rank and purse: when to buy, and what for."""

import pytest

from parlour.games.deadwood.board import STANDARD_LOT
from parlour.games.deadwood.career import Career

PRICES = [int(price) for price in STANDARD_LOT.prices]


def career(by_rank, prices=PRICES):
    """Where a turn brings this many dollars at each rank, and no credits."""
    return Career(prices, [0.0, *by_rank], [0.0] * 7, 2.0, 60)


FLAT = career([1.0] * 6)
STEEP = career([1.0, 1.2, 1.6, 2.0, 2.4, 3.0])


def test_nothing_is_gained_after_the_last_turn():
    assert STEEP.more(0.0, 1, 40, 25) == 0


def test_work_is_paid_by_the_turn():
    assert FLAT.more(10.0, 6, 0, 0) == pytest.approx(10)
    assert FLAT.more(11.0, 6, 0, 0) == pytest.approx(11)


def test_a_rank_that_earns_nothing_more_is_not_bought_at_a_loss():
    """The first rank costs four dollars and counts five points, but the way there costs two turns."""
    assert FLAT.more(20.0, 1, 40, 0) == pytest.approx(20)


def test_a_rank_that_earns_more_is_bought_while_there_is_time():
    assert STEEP.more(50.0, 1, 40, 0) == pytest.approx(25 - 40 + 3 * 48)
    assert STEEP.more(4.0, 1, 40, 0) == pytest.approx(4)


def test_savings_for_the_next_rank_are_worth_more_than_their_face():
    assert STEEP.more(40.0, 1, 8, 0) > STEEP.more(40.0, 1, 4, 0)
    assert STEEP.more(40.0, 1, 0, 12) > STEEP.more(40.0, 1, 0, 0)


def test_what_is_not_for_sale_is_not_planned_for():
    nothing = career([1.0, 1.2, 1.6, 2.0, 2.4, 3.0], [0] * len(PRICES))
    assert nothing.more(40.0, 1, 99, 99) == pytest.approx(40)


def test_a_price_beyond_all_purses_is_ignored():
    dear = [0] * len(PRICES)
    dear[2 * 6] = 5000
    assert career([1.0, 1.2, 1.6, 2.0, 2.4, 3.0], dear).more(40.0, 1, 99, 99) == pytest.approx(40)

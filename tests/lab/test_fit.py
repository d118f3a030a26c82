"""Fitting weights to what happened."""

import math

import pytest

from parlour.core.dice import Dice
from parlour.core.evaluator import softmax, weigh
from parlour.lab.train.fit import Case, fit, loss


def cases_by(weights: list[float], number: int, alternatives: int, unit: float = 1.0) -> list[Case]:
    """Cases in which each alternative comes true as often as these weights say; the first number is in `unit`s."""
    dice = Dice(1, 2, 3, 4)
    found = []
    for _ in range(number):
        numbers = [[dice.below(1000) / 500 - 1 for _ in weights] for _ in range(alternatives)]
        shares = softmax([weigh(weights, one) for one in numbers])
        found.append(Case([[one[0] * unit, *one[1:]] for one in numbers], shares, 1.0))
    return found


@pytest.mark.parametrize("alternatives", [2, 3, 7])
def test_it_finds_the_weights_by_which_things_happen(alternatives: int) -> None:
    truth = [1.5, -0.7, 0.0]
    found = fit(cases_by(truth, 200, alternatives), [0.0, 0.0, 0.0], 0.001)
    assert found == pytest.approx(truth, abs=0.01)


def test_the_unit_of_a_feature_does_not_matter() -> None:
    small = fit(cases_by([1.0, -1.0], 50, 2), [0.0, 0.0], 5.0)
    large = fit(cases_by([1.0, -1.0], 50, 2, unit=1000.0), [0.0, 0.0], 5.0)
    assert large[0] * 1000 == pytest.approx(small[0], rel=1e-6)
    assert large[1] == pytest.approx(small[1], rel=1e-6)


def test_few_cases_leave_the_first_guess_nearly_as_it_was() -> None:
    few = cases_by([3.0, 0.0], 4, 2)
    first = [0.5, 0.0]
    cautious, bold = fit(few, first, 100.0), fit(few, first, 0.01)
    assert abs(cautious[0] - 0.5) < 0.1 < abs(bold[0] - 0.5)
    assert loss(few, bold) < loss(few, cautious) < loss(few, first)


def test_a_number_that_is_the_same_for_all_keeps_its_first_guess() -> None:
    cases = [Case([[1.0, 5.0], [0.0, 5.0]], [1.0, 0.0], 1.0) for _ in range(20)]
    found = fit(cases, [0.0, 0.25], 1.0)
    assert found[0] > 1
    assert found[1] == 0.25


def test_two_numbers_that_always_agree_share_the_weight() -> None:
    cases = [Case([[1.0, 1.0], [0.0, 0.0]], [0.9, 0.1], 1.0) for _ in range(50)]
    found = fit(cases, [0.0, 0.0], 0.1)
    assert found[0] == pytest.approx(found[1])


def test_the_surprise_at_a_fair_coin_is_one_bit() -> None:
    assert loss([Case([[0.0], [0.0]], [1.0, 0.0], 1.0)], [1.0]) == pytest.approx(math.log(2))

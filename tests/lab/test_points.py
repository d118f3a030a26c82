"""Points explain the shares they were made from."""

import pytest

from parlour.arena.anchors import MeasuredPair
from parlour.lab.points import fit_points


def test_points_follow_elo() -> None:
    found = fit_points([MeasuredPair("strong", "weak", 10 / 11, 100_000)], "weak")
    assert found["weak"] == (1000.0, 0.0)
    assert found["strong"].points == pytest.approx(1400, abs=1)
    assert found["strong"].margin == pytest.approx(4, abs=2)


def test_points_add_up_along_a_ladder() -> None:
    ladder = [MeasuredPair("b", "a", 0.7, 400), MeasuredPair("c", "b", 0.7, 400), MeasuredPair("d", "c", 0.5, 400)]
    found = fit_points(ladder, "a")
    step = found["b"].points - 1000
    assert step == pytest.approx(147, abs=5)
    assert found["c"].points - found["b"].points == pytest.approx(step, abs=5)
    assert found["d"].points == pytest.approx(found["c"].points, abs=2)
    assert found["b"].margin < found["c"].margin < found["d"].margin


def test_a_clean_sheet_is_far_but_finite() -> None:
    found = fit_points([MeasuredPair("b", "a", 1.0, 40)], "a")
    assert 1400 < found["b"].points < 2200
    assert found["b"].margin > 200

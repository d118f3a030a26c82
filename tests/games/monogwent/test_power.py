"""Section 3: what cards count (scenarios 1 to 8)."""

import pytest
from tests.games.monogwent.scene import A, B, Scene, act, totals


def power(*cards: str) -> int:
    return totals(Scene().field(A, *cards).table())[A]


def test_s01_a_plain_unit_counts_its_power() -> None:
    assert power("M5") == 5


def test_s02_a_boost_adds_one_to_each_silver() -> None:
    assert power("M+", "M5", "M3") == 10


def test_s03_weather_caps_each_silver_at_one() -> None:
    assert power("M*", "M5", "M3") == 2


def test_s04_weather_acts_after_the_boost() -> None:
    assert power("M+", "M*", "M5", "M3") == 2


def test_s05_boost_and_weather_do_not_touch_gold() -> None:
    assert power("R+", "R*", "RG9", "R4") == 10


@pytest.mark.parametrize(("extra", "count"), [((), 2), (("S+",), 4), (("S*",), 1), (("S+", "S*"), 2)])
def test_s06_a_unit_at_zero(extra: tuple[str, ...], count: int) -> None:
    assert power(*extra, "S0/3", "S2") == count


def test_s07_a_decoy_counts_nothing_even_when_boosted() -> None:
    assert power("M+", "Md", "M4") == 5


def test_s08_weather_falls_on_both_sides() -> None:
    scene = Scene().field(A, "M5", "M5").field(B, "M7", "R2").hand(A, "M*#frost")
    state = scene.table()
    act(state, f"play {scene['frost']} melee")
    assert totals(state) == (2, 3)


def test_a_boost_acts_on_its_owners_row_only() -> None:
    state = Scene().field(A, "M+", "M5", "R5").field(B, "M5").table()
    assert totals(state) == (11, 5)
    assert [int(state.row_total(A, row)) for row in range(3)] == [6, 5, 0]

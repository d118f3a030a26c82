"""The lab's intervals keep their promise: simulated games whose truth is known, mirrored deals, many at once."""

from __future__ import annotations

from random import Random

import pytest

from parlour.lab.experiments.statistics import (
    Again,
    Tally,
    holm,
    mean_interval,
    parts,
    share_interval,
    sidak,
    student_point,
    student_tails,
    surprise,
)


def deals_of(random: Random, deals: int, strength: float) -> Tally:
    """Deals played from two seats: one side has good cards, which change sides with the seats, and some skill."""
    tally = Tally()
    for _ in range(deals):
        cards = random.gauss(0.0, 0.25)
        won = 0.0
        for side in (1.0, -1.0):
            won += random.random() < min(0.98, max(0.02, strength + side * cards))
        tally.add(won, 2.0, 1.0)
    return tally


def clumps_of(random: Random, deals: int) -> Tally:
    """Deals that favour somebody in all their games, and that are played unequally often."""
    tally = Tally()
    for _ in range(deals):
        chance = random.choice((0.1, 0.5, 0.9))
        games = random.randrange(1, 9)
        tally.add(float(sum(random.random() < chance for _ in range(games))), float(games), games / 2)
    return tally


@pytest.mark.parametrize("deals", [25, 100])
@pytest.mark.parametrize("strength", [0.5, 0.7])
def test_intervals_of_mirrored_deals_cover_the_truth_as_often_as_they_say(deals: int, strength: float) -> None:
    random, covered, times = Random(1), 0, 600
    truth = deals_of(Random(2), 20_000, strength).share  # chances are capped, so it is not quite the strength
    for _ in range(times):
        low, high = share_interval(deals_of(random, deals, strength))
        covered += low <= truth <= high
    assert 0.93 <= covered / times <= 0.975


@pytest.mark.parametrize("deals", [20, 100])
def test_intervals_of_deals_that_hang_together_cover_the_truth(deals: int) -> None:
    random, covered, narrow, times = Random(3), 0, 0, 600
    for _ in range(times):
        tally = clumps_of(random, deals)
        low, high = share_interval(tally)
        covered += low <= 0.5 <= high
        spread = 1.96 * (0.25 / tally.chances) ** 0.5  # as if all games were independent
        narrow += abs(tally.share - 0.5) <= spread
    assert 0.93 <= covered / times <= 0.98
    assert narrow / times < 0.87, "games of the same deal would have been taken for independent ones"


def test_intervals_of_means_cover_the_truth() -> None:
    random, covered, times = Random(4), 0, 600
    for _ in range(times):
        tally = Tally()
        for _ in range(30):
            long = random.expovariate(1 / 40)
            tally.add(long + random.gauss(60, 5) + long + random.gauss(60, 5), 2.0)
        found = mean_interval(tally)
        assert found is not None
        covered += found.low <= 100 <= found.high
    assert 0.91 <= covered / times <= 0.975  # a few long games pull a mean of thirty deals


def test_all_intervals_of_a_family_hold_at_once() -> None:
    random, all_hold, times, family = Random(5), 0, 300, 12
    for _ in range(times):
        tallies = [deals_of(random, 40, 0.5) for _ in range(family)]
        intervals = [share_interval(tally, sidak(family)) for tally in tallies]
        all_hold += all(low <= 0.5 <= high for low, high in intervals)
    assert all_hold / times >= 0.92


def test_nothing_is_marked_where_there_is_nothing_to_find() -> None:
    random, marked, times = Random(6), 0, 300
    for _ in range(times):
        marked += min(holm([surprise(deals_of(random, 40, 0.5)) for _ in range(12)])) < 0.05
    assert marked / times <= 0.08


def test_what_differs_much_is_marked() -> None:
    random = Random(7)
    chances = holm([surprise(deals_of(random, 200, strength)) for strength in (0.5, 0.5, 0.65)])
    assert chances[2] < 0.001 < min(chances[:2])


def test_holm_steps_down() -> None:
    assert holm([0.01, 0.04, 0.03]) == pytest.approx([0.03, 0.06, 0.06])
    assert holm([0.5, 0.9]) == pytest.approx([1.0, 1.0])
    assert holm([]) == []


def test_sidak_is_what_independent_intervals_need() -> None:
    assert sidak(10) ** 10 == pytest.approx(0.95)
    assert sidak(1) == pytest.approx(0.95)


@pytest.mark.parametrize(
    ("freedom", "point"), [(1, 12.7062), (2, 4.30265), (5, 2.57058), (30, 2.04227), (1000, 1.96234)]
)
def test_student_is_as_in_the_tables(freedom: int, point: float) -> None:
    assert student_point(0.95, freedom) == pytest.approx(point, abs=1e-4)
    assert student_tails(point, freedom) == pytest.approx(0.05, abs=1e-5)


def test_a_clean_sheet_is_not_a_certainty() -> None:
    tally = Tally()
    for _ in range(10):
        tally.add(2.0, 2.0, 1.0)
    low, high = share_interval(tally)
    assert high == 1.0 and 0.5 < low < 0.8
    one = Tally()
    one.add(1.0, 1.0, 0.5)
    assert share_interval(one) == (0.0, 1.0), "one deal says nothing"
    assert surprise(one) == 1.0


# --- luck and choice ---


def played_again(random: Random, deal: float, luck: float, choice: float, deals: int = 4000) -> list[Again]:
    """Results that depend, in this measure, on the deal, on luck after it and on choice."""
    found = []
    for _ in range(deals):
        dealt = random.gauss(0.0, deal)
        rows = []
        for _ in range(2):
            lucky = random.gauss(0.0, luck)
            points = [0.5 + dealt + lucky + random.gauss(0.0, choice) for _ in range(2)]
            rows.append([[one, 1 - one] for one in points])
        found.append(Again(rows, [0.5, 0.5]))
    return found


@pytest.mark.parametrize("parts_of", [(0.3, 0.2, 0.1), (0.0, 0.2, 0.2), (0.1, 0.0, 0.3)])
def test_the_parts_of_luck_and_choice_are_found_again(parts_of: tuple[float, float, float]) -> None:
    total = sum(part * part for part in parts_of)
    found = parts(played_again(Random(8), *parts_of))
    assert found is not None
    assert found[1:] == pytest.approx([part * part / total for part in parts_of], abs=0.04)
    assert sum(found) == pytest.approx(1.0)


def test_where_nothing_differs_there_is_nothing_to_divide() -> None:
    even = [Again([[[0.5, 0.5]] * 2] * 2, [0.5, 0.5])] * 3
    assert parts(even) is None
    assert parts(even[:1]) is None

"""The sequential test that decides whether a new evaluator is accepted."""

from parlour.core.seed import Seed
from parlour.lab.train.trial import Sprt


def run(chance: float, seed: int, most: int = 2000) -> Sprt:
    """A test whose single games are won with this chance, until it decides or `most` deals are played."""
    dice, test = Seed.parse(str(seed)).dice("games"), Sprt(0.5, 0.6)
    while test.accepted is None and len(test.samples) < most:
        test.add(sum(dice.below(1000) < 1000 * chance for _ in range(2)) / 2)
    return test


def test_it_accepts_what_is_better_and_refuses_what_is_not() -> None:
    better = [run(0.62, seed) for seed in range(60)]
    equal = [run(0.5, seed) for seed in range(60)]
    assert sum(test.accepted is True for test in better) >= 54
    assert sum(test.accepted is False for test in equal) >= 54


def test_it_stops_early_if_the_difference_is_large() -> None:
    assert len(run(0.9, 1).samples) < 25
    assert len(run(0.1, 1).samples) < 25


def test_a_few_wins_in_a_row_decide_nothing() -> None:
    test = Sprt(0.5, 0.6)
    for _ in range(7):
        test.add(1.0)
    assert test.accepted is None
    test.add(1.0)
    assert test.accepted is True


def test_only_draws_are_refused_in_the_end() -> None:
    test = Sprt(0.5, 0.55)
    for _ in range(100):
        test.add(0.5)
    assert test.accepted is False

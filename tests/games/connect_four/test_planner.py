"""Connect four's own search: sees what is forced, answers what is threatened, and varies what is equal."""

from __future__ import annotations

import pytest
from tests.games.connect_four.test_four import after

from parlour.core import Dice
from parlour.core.bits import count_bits
from parlour.core.state import Evaluator, Planner
from parlour.games.connect_four.board import FULL_BOARD, completing


def plan(columns: str, iterations: int = 400, seed: int = 4) -> Planner:
    planner = after(columns).state.planner(Dice(1, 2, 3, seed), Evaluator())
    assert planner is not None
    planner.think(iterations, 0.0)
    return planner


def column(planner: Planner) -> int:
    return (int(planner.moves()[0]) >> 6) + 1


@pytest.mark.parametrize(
    ("columns", "best"),
    [
        ("121212", 1),  # completes the row
        ("12121", 1),  # stops the row
        ("767676", 7),  # the columns at the edge are columns too
        ("76767", 7),
        ("4455", 3),  # three in a row, open at both ends; column 6 would do as well
    ],
)
def test_a_row_is_completed_and_stopped(columns: str, best: int) -> None:
    assert column(plan(columns)) in ({3, 6} if best == 3 else {best})


def test_the_first_disc_goes_into_the_middle() -> None:
    assert column(plan("", 2000)) == 4


def test_a_forced_win_is_certain_and_needs_no_more_thought() -> None:
    planner = plan("4455", 100_000)
    assert planner.plans()[0][1] == 1.0
    assert int(planner.iterations) == 100_000, "it counts as having thought to the end"


def test_the_best_plan_comes_first_and_a_loss_is_the_last_choice() -> None:
    chances = [chance for _, chance in plan("12121").plans()]
    assert chances == sorted(chances, reverse=True)
    assert chances[0] > 0.1
    assert all(chance < 0.05 for chance in chances[1:])


def test_equal_moves_are_chosen_in_turn() -> None:
    assert {column(plan("4455", seed=seed)) for seed in range(1, 20)} == {3, 6}


def test_full_columns_are_left_alone() -> None:
    planner = plan("111111777777")
    assert {int(moves[0]) >> 6 for moves, _ in planner.plans()} == {1, 2, 3, 4, 5}


def test_the_cells_that_complete_a_row_are_found_in_every_direction() -> None:
    rising = sum(2 ** (c * 7 + c) for c in (0, 1, 3))
    falling = sum(2 ** (c * 7 + 5 - c) for c in (1, 2, 3))
    assert completing(rising, rising) == 2 ** (2 * 7 + 2)
    assert completing(falling, falling) == 2**5 + 2 ** (4 * 7 + 1)
    assert count_bits(FULL_BOARD) == 42

"""Connect four: the row that won is in everybody's view, so that a board can mark it without knowing the rules."""

import pytest

from parlour.core import Match
from parlour.core.moves import concede
from parlour.games.connect_four.game import GAME


def after(columns: str) -> Match:
    """A match in which these columns, counted from 1, were chosen in turn."""
    match = Match(GAME)
    for column in columns:
        match.play(match.mover, GAME.moves.pack("drop", int(column) - 1))
    return match


@pytest.mark.parametrize(
    ("columns", "four"),
    [
        ("1121314", [[0, 0], [1, 0], [2, 0], [3, 0]]),
        ("1212121", [[0, 0], [0, 1], [0, 2], [0, 3]]),
        ("12233434544", [[0, 0], [1, 1], [2, 2], [3, 3]]),
        ("76655454344", [[3, 3], [4, 2], [5, 1], [6, 0]]),
        ("1122335566774", [[column, 0] for column in range(7)]),
    ],
    ids=["across", "upright", "rising", "falling", "seven"],
)
def test_the_view_names_the_places_of_the_row_that_won(columns: str, four: list[list[int]]) -> None:
    assert after(columns[:-1]).view(0).four == []
    match = after(columns)
    assert match.over
    for seat in (0, 1, None):
        assert match.view(seat).four == four


def test_no_row_is_named_when_somebody_gives_up() -> None:
    match = after("112233")
    match.enter(0, concede(0))
    assert match.over
    assert match.view(None).four == []

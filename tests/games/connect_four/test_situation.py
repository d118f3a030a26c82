"""What a position of connect four means."""

import pytest
from tests.games.connect_four.test_four import after

from parlour.core import NoOptions
from parlour.core.speech import situation
from parlour.games.connect_four.game import GAME, Board


def line(columns: str, seat: int | None) -> str:
    match = after(columns)
    return situation(GAME, match.view(seat), ["Ann", "Ben"], seat, match.options, seat)


@pytest.mark.parametrize(
    ("columns", "seat", "said"),
    [
        ("", 0, "No threats on the board yet."),
        ("121212", 0, "You can complete four in column 1."),
        ("121212", 1, "Ann can complete four in column 1."),
        ("12121", 1, "Ann threatens four in column 1: you must block."),
        ("12121", None, "Ann threatens four in column 1: Ben must block."),
        ("33445", 1, "Ann threatens four in columns 2 and 6, and you can only block one."),
        ("33445", 0, "You threaten four in columns 2 and 6, and Ben can only block one."),
    ],
)
def test_threats(columns: str, seat: int | None, said: str) -> None:
    assert line(columns, seat) == said


def view_of(*rows: str) -> Board:
    """A board drawn from the top, X to move."""
    columns: list[list[int]] = [[] for _ in range(7)]
    for row in reversed(rows):
        for column, mark in enumerate(row):
            if mark != "·":
                columns[column].append("XO".index(mark))
    return GAME.View(mover=0, columns=columns)


def test_a_fourth_disc_that_cannot_be_dropped_yet() -> None:
    view = view_of(
        "·XXX···",
        "·OXO···",
    )
    names = ["Ann", "Ben"]
    assert (
        situation(GAME, view, names, 0, NoOptions(), 0)
        == "A fourth disc is still out of reach for you in columns 1 and 5."
    )
    assert (
        situation(GAME, view, names, 1, NoOptions(), 1)
        == "A fourth disc is still out of reach for Ann in columns 1 and 5."
    )


def test_a_draw_that_is_certain() -> None:
    view = view_of(
        "XXOOXX·",
        "OOXXOOX",
        "XXOOXXO",
        "OOXXOOX",
        "XXOOXXO",
        "OOXXOOX",
    )
    assert (
        situation(GAME, view, ["Ann", "Ben"], 0, NoOptions(), 0)
        == "Nobody can make four any more: this will be a draw."
    )

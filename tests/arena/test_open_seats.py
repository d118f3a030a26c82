"""A bot that opens its own table says who gets the seats: `parlour bot join --game deadwood --seats me,free,hard`."""

import pytest

from parlour.arena.network import read_seats
from parlour.core.errors import Refused


@pytest.mark.parametrize(
    ("text", "place", "seats"),
    [
        ("3", None, ["me", "free", "free"]),
        ("3", 2, ["free", "free", "me"]),
        (" me , free,hard", None, ["me", "free", "hard"]),
        ("free,me", 1, ["free", "me"]),
    ],
)
def test_seats_are_a_number_or_a_word_for_each(text: str, place: int | None, seats: list[str]) -> None:
    assert read_seats("deadwood", text, place) == seats


@pytest.mark.parametrize(
    ("game", "text", "place", "why"),
    [
        (None, "2", None, "name its game too"),
        ("deadwood", "99999", None, "can't have 99999"),
        ("deadwood", "9", None, "2 to 8"),
        ("deadwood", "3", 3, "has seats 0 to 2, not 3"),
        ("deadwood", "free,hard", None, "Write `me`"),
        ("deadwood", "me,me", None, "Write `me`"),
        ("deadwood", "me,free", 1, "can't be both 1 and 0"),
        ("deadwood", "me", None, "2 to 8"),
        ("deadwood", "me,harder", None, "harder"),
        ("deadwood", "me,,", None, "''"),
        ("nowhere", "2", None, "nowhere"),
    ],
)
def test_impossible_seats_are_refused_with_a_sentence(game: str | None, text: str, place: int | None, why: str) -> None:
    with pytest.raises(Refused) as told:
        read_seats(game, text, place)
    assert why in told.value.text

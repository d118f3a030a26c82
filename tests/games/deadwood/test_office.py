"""Upgrades in the casting office (D31 to D36)."""

import pytest
from tests.games.deadwood.given import Lot


def in_office(rank=1, dollars=0, credits=0):
    return Lot().player(1, "office", rank=rank, dollars=dollars, credits=credits).turn_of(1)


@pytest.mark.parametrize("rank", [1, 3])
def test_d31_jumping_ranks(rank):
    lot = in_office(rank, 18, 15).play("upgrade 4 dollars")
    assert lot.seen(1).rank == 4
    assert lot.owns(1) == (0, 15)
    assert lot.active == 1


def test_d32_upgrade_options():
    offered = [words for words in in_office(2, 11, 16).decisions if words.startswith("upgrade")]
    assert offered == ["upgrade 3 dollars", "upgrade 3 credits", "upgrade 4 credits"]


def test_d33_upgrade_move_role():
    lot = Lot().scene("ranch", "c10").player(1, "office", dollars=4).turn_of(1)
    lot.play("upgrade 2 dollars").play("move ranch").play("take_role on 1")
    assert lot.seen(1).rank == 2
    assert (lot.seen(1).side, lot.seen(1).index) == ("on", 1)
    assert lot.active == 2


def test_d34_enter_and_upgrade():
    lot = Lot().player(1, "ranch", credits=5).turn_of(1).play("move office").play("upgrade 2 credits")
    assert lot.seen(1).rank == 2
    assert lot.decisions == ["end_turn"]
    assert lot.refused("move ranch") == "already-moved"


def test_d35_two_upgrades():
    lot = in_office(1, 4, 10).play("upgrade 2 dollars").play("upgrade 3 credits")
    assert lot.seen(1).rank == 3
    assert lot.owns(1) == (0, 0)
    assert "move ranch" in lot.decisions


@pytest.mark.parametrize(
    ("lot", "words", "code"),
    [
        (in_office(3, 99, 99), "upgrade 3 dollars", "not-higher"),
        (in_office(3, 99, 99), "upgrade 2 credits", "not-higher"),
        (in_office(6, 99, 99), "upgrade 6 dollars", "not-higher"),
        (in_office(1, 3, 0), "upgrade 2 dollars", "too-dear"),
        (in_office(1, 2, 3), "upgrade 2 dollars", "too-dear"),
        (in_office(1, 2, 3), "upgrade 2 credits", "too-dear"),
        (Lot().player(1, "ranch", dollars=50).turn_of(1), "upgrade 2 dollars", "not-in-office"),
        (Lot().player(1, "trailer", credits=50).turn_of(1), "upgrade 2 credits", "not-in-office"),
    ],
)
def test_d36_refused_upgrades(lot, words, code):
    assert lot.refused(words) == code
    assert words not in lot.decisions

"""Section 7: wrap and bonus payout (D25 to D30), the worked example digit by digit."""

from tests.games.deadwood.given import Lot, dice

from parlour.games.deadwood.game import GAME
from parlour.games.deadwood.options import DeadwoodOptions


def worked_example():
    return (
        Lot(4)
        .scene("train_station", "c16", takes=1)
        .player(1, "train_station", "on 2", rank=5, dollars=3, credits=6)
        .player(2, "train_station", "on 0", rank=3, credits=4, chips=2)
        .player(3, "train_station", "off 0", rank=2, dollars=2, credits=1, chips=1)
        .player(4, "train_station", "off 3", rank=4, dollars=7)
        .turn_of(3)
    )


def test_d25_wrap_with_a_star():
    lot = worked_example().play("act", dice(4, 3, 6, 1, 6, 2))
    assert lot.owns(1) == (11, 6)
    assert lot.owns(2) == (3, 4)
    assert lot.owns(3) == (4, 2)
    assert lot.owns(4) == (11, 0)
    for seat in range(1, 5):
        assert not lot.has_role(seat)
        assert lot.seen(seat).chips == 0
        assert lot.seen(seat).area == "train_station"
    assert lot.on("train_station").state == "wrapped"
    assert lot.active == 4


def test_d25_told_digit_by_digit():
    lot = worked_example().play("act", dice(4, 3, 6, 1, 6, 2))
    acted = lot.told("acted")[0]
    assert (acted["die"], acted["chips"], acted["budget"], acted["result"]) == (4, 1, 5, "success")
    paid = lot.told("paid")[0]
    assert (paid["seat"], paid["dollars"], paid["credits"]) == (2, 1, 1)
    assert [(e["die"], e["rank"], e["seat"]) for e in lot.told("bonus_die")] == [
        (6, 5, 0),
        (6, 4, -1),
        (3, 2, 1),
        (2, 5, 0),
        (1, 4, -1),
    ]
    assert sorted((e["seat"], e["side"], e["dollars"], e["dollars_now"]) for e in lot.told("bonus")) == [
        (0, "on", 8, 11),
        (1, "on", 3, 3),
        (2, "off", 1, 4),
        (3, "off", 4, 11),
    ]


def test_d26_wrap_without_a_star():
    lot = Lot().scene("bank", "c21", takes=1).player(1, "bank", "off 1", rank=3, chips=5).turn_of(1)
    lot.play("act", dice(1))
    assert lot.owns(1) == (1, 1)
    assert lot.on("bank").state == "wrapped"
    assert not lot.told("bonus_die")
    assert not lot.told("bonus")
    assert not lot.has_role(1)
    assert lot.seen(1).chips == 0
    [unpaid] = lot.told("unpaid")
    assert GAME.say_event(unpaid, "ABCD", None, DeadwoodOptions()) == "Nobody stars at Bank, so the wrap pays no bonus."


def test_d27_one_role_card():
    lot = Lot().scene("bank", "c12", takes=1).player(1, "bank", "on 0", rank=6).turn_of(1)
    assert lot.play("act", dice(2, 3, 5)).owns(1) == (8, 2)


def test_d28_vacant_top_role():
    lot = Lot().scene("bank", "c07", takes=1).player(1, "bank", "on 0", rank=4).turn_of(1)
    assert lot.play("act", dice(4, 6, 5, 2, 1)).owns(1) == (6, 2)


def test_d29_extra_bonus_by_role():
    lot = (
        Lot()
        .scene("church", "c15", takes=1)
        .player(1, "church", "on 0", rank=2)
        .player(2, "church", "off 1", rank=6)
        .turn_of(1)
    )
    assert lot.play("act", dice(2, 1, 1)).owns(2) == (2, 0)


def test_d30_wrapped_set():
    lot = Lot(2).wrapped("jail").player(1, "main_street").turn_of(1).play("move jail")
    assert lot.decisions == ["end_turn"]
    assert lot.refused("take_role off 0") == "wrapped"
    lot.play("end_turn").play("end_turn")
    assert "move train_station" in lot.decisions


def test_bystanders_get_nothing():
    lot = Lot().scene("bank", "c12", takes=1).player(1, "bank", "on 0", rank=6).player(2, "bank", dollars=3).turn_of(1)
    assert lot.play("act", dice(2, 3, 5)).owns(2) == (3, 0)


def test_chips_do_not_raise_bonus_dice():
    """R7."""
    lot = Lot().scene("bank", "c12", takes=1).player(1, "bank", "on 0", rank=6, chips=1).turn_of(1)
    assert lot.play("act", dice(1, 1, 1)).owns(1) == (2, 2)


def test_extras_on_other_sets_are_not_paid():
    lot = (
        Lot()
        .scene("bank", "c12", takes=1)
        .scene("hotel", "c09")
        .player(1, "bank", "on 0", rank=6)
        .player(2, "hotel", "off 0")
        .turn_of(1)
        .play("act", dice(2, 3, 5))
    )
    assert lot.owns(2) == (0, 0)
    assert lot.has_role(2)

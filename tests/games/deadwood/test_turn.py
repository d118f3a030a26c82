"""Sections 3 and 4: walking, taking roles, acting, rehearsing (D06 to D24)."""

import pytest
from tests.games.deadwood.given import Lot, dice

from parlour.core.errors import Refused
from parlour.games.deadwood.game import GAME


def test_d06_not_adjacent():
    lot = Lot()
    assert lot.refused("move church") == "not-near"
    assert lot.active == 1
    assert "move saloon" in lot.decisions


def test_walking_to_where_one_is_gets_a_sentence_of_its_own():
    lot = Lot()
    with pytest.raises(Refused, match="You are already at Trailers"):
        lot.play("move trailer")


def given_saloon_c09(seats=4):
    """D07: c09 lies face down on the saloon, and P1 moves in."""
    lot = Lot(seats).scene("saloon", "c09", face_up=False)
    assert lot.on("saloon").card is None
    return lot.play("move saloon")


def test_d07_first_entry_flips():
    saloon = given_saloon_c09().on("saloon")
    assert (saloon.state, saloon.card, saloon.budget, saloon.on, saloon.takes) == ("open", "c09", 3, [1, 3, 5], 2)


def test_d08_second_entry():
    lot = given_saloon_c09().play("end_turn")
    pile = len(lot.state.pile)
    lot.play("move saloon")
    assert lot.told("moved")
    assert not lot.told("turned_up")
    assert len(lot.state.pile) == pile
    assert lot.on("saloon").card == "c09"


def test_d09_only_one_move():
    assert given_saloon_c09().refused("move bank") == "already-moved"


def test_d10_move_and_role():
    lot = given_saloon_c09().play("take_role off 0")
    player = lot.seen(1)
    assert (player.area, player.side, player.index, player.chips) == ("saloon", "off", 0, 0)
    assert lot.active == 2


def test_d11_options_after_a_move():
    assert given_saloon_c09().decisions == ["take_role on 0", "take_role off 0", "end_turn"]


def test_d12_rank_too_low_everywhere():
    lot = Lot().scene("jail", "c01", face_up=False).player(1, "main_street").turn_of(1).play("move jail")
    assert lot.decisions == ["end_turn"]
    assert lot.refused("take_role off 0") == "rank-too-low"


def test_d13_lower_role_is_fine():
    lot = Lot().scene("church", "c15").player(1, "church", rank=4).turn_of(1)
    roles = [words for words in lot.decisions if words.startswith("take_role")]
    assert roles == ["take_role on 0", "take_role on 1", "take_role off 0", "take_role off 1"]


def test_d14_occupied_role():
    lot = Lot().scene("saloon", "c09").player(1, "saloon", "off 0").player(2, "saloon").turn_of(2)
    assert lot.refused("take_role off 0") == "role-filled"
    assert "take_role on 0" in lot.decisions


def test_d15_role_without_moving():
    lot = Lot().scene("saloon", "c09").player(2, "saloon").turn_of(2).play("take_role on 0")
    assert lot.has_role(2)
    assert lot.active == 3


def test_d16_locked_in():
    lot = Lot().scene("saloon", "c09").player(1, "saloon", "off 0", rank=1, dollars=50).turn_of(1)
    assert lot.decisions == ["act", "rehearse"]
    for words in ("move bank", "upgrade 2 dollars", "take_role on 0", "end_turn"):
        assert lot.refused(words) == "must-work"


def extra(budget_card, takes, chips=0):
    """P1 as a rank-1 extra on main_street."""
    return Lot().scene("main_street", budget_card, takes).player(1, "main_street", "off 0", chips=chips).turn_of(1)


def star(card, takes, chips=0, rank=6, role="on 0"):
    return Lot().scene("main_street", card, takes).player(1, "main_street", role, rank=rank, chips=chips).turn_of(1)


def test_d17_extra_succeeds():
    lot = extra("c09", 2).play("act", dice(5))
    assert lot.owns(1) == (1, 1)
    assert lot.on("main_street").takes == 1
    assert lot.has_role(1)
    assert lot.active == 2


def test_d18_extra_fails():
    lot = extra("c09", 2).play("act", dice(2))
    assert lot.owns(1) == (1, 0)
    assert lot.on("main_street").takes == 2


def test_d19_star_succeeds():
    lot = star("c01", 3).play("act", dice(6))
    assert lot.owns(1) == (0, 2)
    assert lot.on("main_street").takes == 2


def test_d20_star_fails():
    lot = star("c01", 3).play("act", dice(3))
    assert lot.owns(1) == (0, 0)
    assert lot.on("main_street").takes == 3


@pytest.mark.parametrize(("die", "chips", "success"), [(4, 0, True), (3, 1, True), (2, 1, False)])
def test_d21_equal_is_enough(die, chips, success):
    lot = star("c01", 3, chips).play("act", dice(die))
    assert lot.on("main_street").takes == (2 if success else 3)
    assert lot.told("acted")[0]["result"] == ("success" if success else "cut")


def test_d22_rehearse():
    lot = star("c01", 3).play("rehearse")  # NoDice: a rolled die would raise
    assert lot.seen(1).chips == 1
    assert lot.owns(1) == (0, 0)
    assert lot.active == 2


@pytest.mark.parametrize(("card", "chips"), [("c01", 3), ("c15", 1)])
def test_d23_chip_cap(card, chips):
    lot = star(card, 3, chips)
    assert lot.refused("rehearse") == "chips-full"
    assert lot.seen(1).chance == 6
    assert lot.play("act", dice(1)).on("main_street").takes == 2


def test_d24_chips_stay():
    lot = extra("c16", 3, chips=2)
    results = []
    for die in (2, 3, 3):
        lot.turn_of(1).play("act", dice(die))
        results.append(lot.told("acted")[0]["result"])
        assert lot.seen(1).chips == 2
    assert results == ["cut", "success", "success"]
    assert lot.owns(1) == (3, 2)
    assert lot.on("main_street").takes == 1


def test_acting_and_rehearsing_need_a_role():
    lot = Lot()
    assert lot.refused("act") == "no-role"
    assert lot.refused("rehearse") == "no-role"


def test_there_are_no_roles_in_trailer_and_office():
    """R31."""
    assert Lot().refused("take_role off 0") == "no-roles-here"
    assert Lot().player(1, "office").turn_of(1).refused("take_role off 0") == "no-roles-here"


def test_a_role_that_is_not_there():
    lot = given_saloon_c09()
    assert lot.refused("take_role on 3") == "no-such-role"
    assert lot.refused("take_role off 2") == "no-such-role"


def test_an_area_of_another_lot():
    assert Lot().refused("move s01") == "no-such-area"


def test_listing_order_with_everything_on_offer():
    """Upgrades by rank, dollars before credits, then moves; end_turn last."""
    lot = Lot().player(1, "office", rank=1, dollars=10, credits=10).turn_of(1)
    assert lot.decisions == [
        "upgrade 2 dollars",
        "upgrade 2 credits",
        "upgrade 3 dollars",
        "upgrade 3 credits",
        "move train_station",
        "move ranch",
        "move secret_hideout",
        "end_turn",
    ]


def test_a_slow_guest_acts_in_a_role_and_stays_without_one():
    assert GAME.moves.to_words(int(Lot().state.default_move())) == "end_turn"
    assert GAME.moves.to_words(int(star("c01", 3).state.default_move())) == "act"

"""The map: every area has a place, the same every time, and cards do not lie on each other."""

import msgspec
import pytest
from tests.games.deadwood.xml import board_xml, cards_xml

from parlour.games.deadwood.board import STANDARD, describe
from parlour.games.deadwood.files import read_texts
from parlour.games.deadwood.game import GAME
from parlour.games.deadwood.layout import lay_out
from parlour.games.deadwood.options import DeadwoodOptions


def overlap(a, b):
    return a.x < b.x + b.w and b.x < a.x + a.w and a.y < b.y + b.h and b.y < a.y + a.h


def loaded(full=False):
    board, _ = read_texts(board_xml(full=full).encode(), cards_xml().encode())
    return board


def test_the_standard_lot_is_the_suggested_map():
    places = GAME.board_layout(DeadwoodOptions())
    assert (places["trailer"].x, places["trailer"].y) == (947, 280)
    assert len({(p.x, p.y) for p in places.values()}) == 12


def test_a_lot_without_places_is_laid_out():
    places = GAME.board_layout(DeadwoodOptions(board=loaded()))
    boxes = list(places.values())
    assert len(boxes) == 12
    assert not any(overlap(a, b) for i, a in enumerate(boxes) for b in boxes[:i])
    assert all(p.x >= 0 and p.x + p.w <= 1200 and p.y >= 0 and p.y + p.h <= 900 for p in boxes)
    assert places == GAME.board_layout(DeadwoodOptions(board=loaded()))


def test_given_places_stay_and_the_others_keep_clear_of_them():
    given = GAME.board_layout(DeadwoodOptions())
    board = loaded()
    sets = [msgspec.structs.replace(s, place=given[area]) for s, area in zip(board.sets, given, strict=False)]
    sets[4] = msgspec.structs.replace(sets[4], place=None)
    places = GAME.board_layout(DeadwoodOptions(board=msgspec.structs.replace(board, sets=sets)))
    assert all(places[s.id] == s.place for s in sets if s.place is not None)
    boxes = list(places.values())
    assert not any(overlap(a, b) for i, a in enumerate(boxes) for b in boxes[:i])


@pytest.mark.parametrize("areas", [4, 12, 25, 42])
def test_any_size_of_lot_fits_the_map(areas):
    ring = [[(n - 1) % areas, (n + 1) % areas] for n in range(areas)]
    boxes = lay_out([None] * areas, ring, trailer=areas - 2, size=(205, 115))
    assert len({box[:2] for box in boxes}) == areas
    assert all(x >= 0 and y >= 0 and x + w <= 1200 and y + h <= 900 for x, y, w, h in boxes)


def test_the_description_holds_what_a_client_draws():
    facts = describe(STANDARD)
    assert [a.kind for a in facts.areas].count("set") == 10
    saloon = next(a for a in facts.areas if a.id == "saloon")
    assert [r.bonus for r in saloon.roles] == [1, 2]
    assert saloon.only_here == "You can only take a role where you are. This one is at Saloon."
    assert [s.id for s in facts.scenes][:2] == ["c01", "c02"]
    # one role and two dice: 7 on average
    assert facts.scenes[11].roles[0].bonus == 7
    # all dice of a card are handed out
    assert all(abs(sum(r.bonus for r in s.roles) - 3.5 * s.budget) < 0.03 for s in facts.scenes)

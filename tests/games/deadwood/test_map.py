"""The lot as a map in letters, and in words with its paths and prices."""

from __future__ import annotations

import re

import msgspec
import pytest
from tests.games.deadwood.given import Lot

from parlour.core.errors import Refused
from parlour.games.deadwood import map as maps
from parlour.games.deadwood.board import STANDARD, Board
from parlour.games.deadwood.game import GAME
from parlour.games.deadwood.options import DeadwoodOptions

NAMES = ["Ann", "Ben", "Cid", "Dot"]
replace = msgspec.structs.replace


def lot_of(count: int, places: bool = False) -> Board:
    """A loaded lot: a ring of this many sets with the trailer and the office on it."""
    ids = [*(f"s{n:02}" for n in range(1, count + 1)), "trailer", "office"]
    ring = {area: [ids[n - 1], ids[(n + 1) % len(ids)]] for n, area in enumerate(ids)}
    sets = [
        replace(
            STANDARD.sets[n % 10],
            id=ids[n],
            name=f"Wharf {n + 1}",
            neighbours=ring[ids[n]],
            place=STANDARD.sets[n % 10].place if places else None,
        )
        for n in range(count)
    ]
    trailer = replace(STANDARD.trailer, neighbours=ring["trailer"], place=None)
    office = replace(STANDARD.office, neighbours=ring["office"], place=None)
    return replace(STANDARD, sets=sets, trailer=trailer, office=office, scenes=[*STANDARD.scenes, *STANDARD.scenes])


def cell(drawing: str, name: str) -> str:
    """What stands below the name of an area, in its own columns."""
    lines = drawing.splitlines()
    at = next(n for n, line in enumerate(lines) if name in line)
    left = lines[at].index(name)
    ends = [found.start() for found in re.finditer(r"(?<=[─ ] )[A-Z][A-Z]", lines[at]) if found.start() > left]
    right = min(ends, default=None)
    shown = []
    for line in lines[at + 1 :]:
        part = line[left:right].rstrip()
        if not part or "│" in part:
            break
        shown.append(" ".join(part.split()))
    return " ".join(shown)


def test_each_area_shows_takes_roles_people_and_paths() -> None:
    view = GAME.view(Lot(2).scene("jail", "c16", takes=1).player(1, "jail", "on 0", rank=3).state, 0)
    drawing = maps.draw(view, maps.STANDARD_PLAN, NAMES, 92)
    assert cell(drawing, "MAIN STREET") == "3 takes, unseen extras 1, 2, 2, 4 to Trailers, Jail, Saloon"
    assert cell(drawing, "JAIL").startswith("1 take, budget 5 stars 2 Ann, 4, 5 extras 2, 3 to")
    assert cell(drawing, "TRAILERS") == "here: Ben to Main Street, Saloon, Hotel"
    office = cell(drawing, "CASTING OFFICE")
    assert office.startswith("rank 2: $4 or 5 cr. rank 3: $10 or 10 cr. rank 4: $18 or 15 cr.")
    assert office.endswith("to Train Station, Ranch, Secret Hideout")


@pytest.mark.parametrize("width", [50, 76, 92])
def test_lines_are_drawn_where_paths_are_and_nowhere_else(width: int) -> None:
    drawing = maps.draw(GAME.view(Lot(2).state, 0), maps.STANDARD_PLAN, NAMES, width)
    assert all(len(line) <= width for line in drawing.splitlines())
    plan = maps.STANDARD_PLAN
    for one, other in re.findall(r"([A-Z]+(?: [A-Z]+)?) ─+ (?=([A-Z]+(?: [A-Z]+)?))", drawing):
        places = [plan.names.index(name.title()) for name in (one, other)]
        assert places[1] in plan.near[places[0]]
    if width >= 76:
        assert drawing.count("─ ") == 8  # of the 20 paths, eight lead from column to column,
        assert drawing.count("│") == 8  # eight from row to row, and four across a corner


def test_a_wrapped_set_says_so() -> None:
    drawing = maps.draw(GAME.view(Lot(2).wrapped("jail").state, 0), maps.STANDARD_PLAN, NAMES, 92)
    assert cell(drawing, "JAIL").startswith("wrapped to ")


def test_with_less_room_only_paths_without_a_line_are_named() -> None:
    drawing = maps.draw(GAME.view(Lot(2).state, 0), maps.STANDARD_PLAN, NAMES, 92, roomy=False)
    assert cell(drawing, "MAIN STREET") == "3 takes, unseen extras 1, 2, 2, 4 to Trailers"
    assert "At Casting Office: rank 2: $4 or 5 credits; rank 3:" in drawing


@pytest.mark.parametrize("count", [2, 9, 25, 40])
@pytest.mark.parametrize("places", [False, True])
def test_every_loaded_lot_has_a_map(count: int, places: bool) -> None:
    board = lot_of(count, places)
    view = GAME.view(Lot(2, board=msgspec.to_builtins(board)).state, 0)
    drawing = maps.draw(view, maps.plan_of(board), NAMES, 76)
    assert all(len(line) <= 76 for line in drawing.splitlines())
    for n in range(1, count + 1):
        assert re.search(rf"WHARF {n}\b", drawing)


def test_a_screen_shows_the_map_if_it_fits_and_otherwise_the_surroundings() -> None:
    view = GAME.view(Lot(2).state, 0)
    high = GAME.draw_view(view, NAMES, DeadwoodOptions(), 92, 30)
    assert "TRAIN STATION" in high
    small = GAME.draw_view(view, NAMES, DeadwoodOptions(), 76, 14)
    assert "Type `map` for the whole lot." in small
    assert "Trailers: paths to Main Street, Saloon and Hotel." in small
    assert "Jail:" not in small
    assert "TRAIN STATION" in GAME.say_aside("map", view, NAMES, DeadwoodOptions(), 76, 14)


def test_the_words_have_paths_and_prices() -> None:
    said = GAME.say_view(GAME.view(Lot(2).state, None), NAMES, DeadwoodOptions())
    assert "Saloon: an unseen scene, 2 takes left; paths to Main Street, General Store, Bank and Trailers." in said
    assert "  prices: rank 2: $4 or 5 credits; rank 3: $10 or 10 credits" in said


def test_a_standard_name_that_a_loaded_lot_lacks_is_refused() -> None:
    board = lot_of(9)
    lot = Lot(2, board=msgspec.to_builtins(board))
    with pytest.raises(Refused) as refused:
        lot.match.play(0, GAME.moves.from_words("move saloon"))
    assert refused.value.text == ("This lot has no area called saloon: its areas are s01 to s09, trailer and office.")
    view, options = GAME.view(lot.state, 0), DeadwoodOptions(board=board)
    with pytest.raises(Refused, match="This lot has no place called 'saloon'; from Trailers paths lead to"):
        GAME.read_words("move saloon", view, options)
    assert GAME.moves.to_words(GAME.read_words("MOVE wharf 9", view, options)) == "move s09"

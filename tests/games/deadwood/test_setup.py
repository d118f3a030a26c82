"""Section 2 of the rules: what a new game looks like (D01 to D05)."""

import json
from pathlib import Path

import pytest
from tests.games.deadwood.given import Lot

from parlour.core.errors import Refused
from parlour.games.deadwood.board import COMPANIES, STANDARD
from parlour.games.deadwood.game import GAME

DATA = json.loads((Path(__file__).parent / "deadwood-data.json").read_text())


def test_d01_setup_four_players():
    lot = Lot(4)
    for seat in range(1, 5):
        player = lot.seen(seat)
        assert (player.area, player.rank, player.dollars, player.credits) == ("trailer", 1, 0, 0)
        assert (player.side, player.chips) == (None, 0)
    view = GAME.view(lot.state, None)
    assert view.days == 4
    assert [s.state for s in view.sets] == ["face_down"] * 10
    assert sum(s.takes for s in view.sets) == 22
    assert view.pile == 30
    assert lot.active == 1
    assert lot.decisions == ["move main_street", "move saloon", "move hotel", "end_turn"]


@pytest.mark.parametrize(
    ("seats", "days", "rank", "credits"),
    [(2, 3, 1, 0), (3, 3, 1, 0), (4, 4, 1, 0), (5, 4, 1, 2), (6, 4, 1, 4), (7, 4, 2, 0), (8, 4, 2, 0)],
    ids=["d02-two", "d02-three", "d01-four", "d03-five", "d03-six", "d04-seven", "d04-eight"],
)
def test_d02_d03_d04_setup(seats, days, rank, credits):
    lot = Lot(seats)
    assert GAME.view(lot.state, None).days == days
    for seat in range(1, seats + 1):
        player = lot.seen(seat)
        assert (player.rank, player.dollars, player.credits) == (rank, 0, credits)


@pytest.mark.parametrize("seats", [0, 1, 9])
def test_d05_wrong_player_count(seats):
    with pytest.raises(Refused, match="2 to 8"):
        Lot(seats)


def test_standard_lot_has_the_numbers_of_the_data_file():
    for ours, given in zip(STANDARD.sets, DATA["sets"], strict=True):
        assert (ours.id, ours.name, ours.neighbours, ours.takes) == (
            given["id"],
            given["name"],
            given["neighbours"],
            given["takes"],
        )
        assert [role.rank for role in ours.roles] == given["off_card_roles"]
    assert STANDARD.trailer.neighbours == DATA["trailer"]["neighbours"]
    assert STANDARD.office.neighbours == DATA["office"]["neighbours"]
    assert [(p.rank, p.dollars, p.credits) for p in STANDARD.prices] == [
        (p["rank"], p["dollars"], p["credits"]) for p in DATA["upgrades"]
    ]
    assert [(s.budget, [r.rank for r in s.roles]) for s in STANDARD.scenes] == [
        (c["budget"], c["roles"]) for c in DATA["cards"]
    ]
    for given in DATA["setup"]:
        company = COMPANIES[given["players"]]
        assert (company.days, company.rank, company.dollars, company.credits) == (
            given["days"],
            given["rank"],
            given["dollars"],
            given["credits"],
        )


def test_standard_lot_sizes():
    assert len(STANDARD.sets) == 10
    assert sum(len(near) for near in STANDARD.links) == 2 * 20
    assert sum(s.takes for s in STANDARD.sets) == 22
    assert sum(len(s.roles) for s in STANDARD.sets) == 29
    assert len(STANDARD.scenes) == 40
    assert sum(len(s.roles) for s in STANDARD.scenes) == 108


def test_every_scene_and_role_has_words_of_its_own():
    titles = [scene.title for scene in STANDARD.scenes]
    assert len(set(titles)) == 40
    roles = [role for owner in [*STANDARD.scenes, *STANDARD.sets] for role in owner.roles]
    assert len({role.name for role in roles}) == 137
    assert all(role.name and role.line for role in roles)
    assert all(scene.text for scene in STANDARD.scenes)


def test_options_change_what_everybody_starts_with():
    lot = Lot(3, days=5, start_rank=2, start_dollars=7, start_credits=1)
    player = lot.seen(3)
    assert (player.rank, player.dollars, player.credits) == (2, 7, 1)
    assert GAME.view(lot.state, None).days == 5


@pytest.mark.parametrize(
    "options",
    [{"days": 0}, {"days": 13}, {"start_rank": 7}, {"start_rank": 0}, {"start_dollars": -1}, {"stall_limit": -1}],
)
def test_options_out_of_range_are_refused(options):
    with pytest.raises(Refused, match=next(iter(options))):
        GAME.read_options(options)

"""What a position of Deadwood means."""

from __future__ import annotations

from tests.games.deadwood.given import Lot

from parlour.core.speech import situation
from parlour.games.deadwood.game import GAME


def line(lot: Lot, seat: int | None) -> str:
    """The line for P1, P2 …, or for a spectator."""
    at = None if seat is None else seat - 1
    people = ["Ann", "Ben", "Cid", "Dot"]
    return situation(GAME, GAME.view(lot.state, at), people, at, lot.match.options, at)


def a_lot(**options: int) -> Lot:
    lot = Lot(**options).player(2, dollars=12).player(3, dollars=3)
    here = next(s for s in GAME.view(lot.state, None).sets)
    lot.state.face_up |= 1
    lot.state.seen[lot.state.scene[0]] = 1
    return lot.player(1, area=here.area, role="on 0", chips=2, rank=6)


def test_the_chance_of_a_take() -> None:
    lot = a_lot().turn_of(1)
    budget = GAME.view(lot.state, None).sets[0].budget
    assert budget is not None
    said = line(lot, 1)
    faces = sum(die + 2 >= budget for die in range(1, 7))
    odds = "a certain take" if faces == 6 else f"{faces} of 6"
    assert said.startswith(f"Budget {budget}, you have two chips: {odds}")
    assert said.endswith("; you lead by 13.")
    assert line(lot, None).startswith(f"Budget {budget}, Ann has two chips: {odds}")


def test_the_place_in_the_ranking() -> None:
    lot = a_lot().turn_of(1)
    assert line(lot, 3).endswith("; you are third, 22 behind Ann.")
    assert line(lot, None).endswith("; Ann leads Ben by 13.")


def test_a_rank_that_can_be_bought() -> None:
    lot = Lot().player(1, dollars=18, credits=3).player(2, credits=15).turn_of(1)
    assert line(lot, 1) == "You can afford rank 4; you lead by 6."
    assert line(lot, 2) == "You can afford rank 4; you are second, 6 behind Ann."
    assert line(lot, 3).startswith("Day 1 of 4, 10 scenes left; ")


def test_the_wrap_that_ends_the_day() -> None:
    lot = Lot(day=2).only("jail", "bank").player(1, dollars=9).turn_of(1)
    assert line(lot, 1) == "The next wrap ends the day; you lead by 9."
    last = Lot(day=4).only("jail", "bank").player(1, dollars=9).turn_of(1)
    assert line(last, None) == "The next wrap ends the game; Ann leads Ben by 9."

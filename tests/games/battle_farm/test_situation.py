"""What a position of Battle Farm means, and that the harvest brings what was said of it."""

from __future__ import annotations

from tests.games.battle_farm.fields import Field, player

from parlour.core.speech import situation
from parlour.games.battle_farm.game import GAME
from parlour.games.battle_farm.options import FarmOptions


def line(field: Field, seat: int | None) -> str:
    view = GAME.view(field.state, seat)
    return situation(GAME, view, ["Ann", "Ben", "Cid"], seat, FarmOptions(), seat)


def test_what_is_missing_and_who_is_ahead() -> None:
    field = Field(player(97), player(121), player(64), win_limit=185)
    assert line(field, 0) == "You need 88 more coins to call the last round; Ben is 24 ahead."
    assert line(field, 1) == "You need 64 more coins to call the last round; Ann is 24 behind."
    assert line(field, None) == "Ben leads with 121, Ann has 97; 185 coins call the last round."


def test_what_the_next_harvest_brings() -> None:
    field = Field(player(10, beds="corn(6,1) R:mango(5,1) wheat(3,2) -"), player(10), win_limit=185, place=1)
    said = line(field, 0)
    due = int(said.split(", ")[1].split()[0])
    assert said == f"You need 175 more coins to call the last round, {due} due at the next harvest; Ben has as many."
    later = Field(player(10, beds="corn(6,1) R:mango(5,1) wheat(3,2) -"), player(10), phase="harvest", rolls=(1, 1))
    assert later.state.farmers[0].coins == 10 + due


def test_the_last_round() -> None:
    field = Field(player(97), player(121), player(64), win_limit=185)
    field.state.final = True
    assert line(field, 0) == "Last round: you need 25 more coins to pass Ben."
    assert line(field, 1) == "Last round: you lead Ann by 24 coins."
    assert line(field, None) == "Last round: Ben leads with 121, Ann has 97."


def test_the_limit_is_reached() -> None:
    field = Field(player(120), player(121), win_limit=185)
    field.state.farmers[0].coins = 190
    assert line(field, 0) == "You have the 185 coins that call the last round; Ben is 69 behind."

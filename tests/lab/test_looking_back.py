"""A finished game at a glance: its curve and its three moments."""

from __future__ import annotations

import pytest
from tests.core.small_games import Highest
from tests.games.connect_four.test_four import after

from parlour.core.match import Match
from parlour.core.moves import concede
from parlour.core.protocol import Review, ReviewedMoment
from parlour.core.seed import Seed
from parlour.games import find, names
from parlour.lab.looking_back import MOST_POINTS, from_review, look_back

PEOPLE = ["Ann", "Ben", "Cid", "Dot"]


def at_random(name: str) -> Match:
    game = find(name)
    match = Match(game, game.read_options(preset=game.quick), game.default_seats, Seed.parse("7"))
    dice = Seed.parse("8").dice("moves")
    while not match.over:
        match.play(match.mover, int(match.state.random_move(dice)))
    return match


@pytest.mark.parametrize("name", names())
def test_every_game_has_a_curve_and_three_moments(name: str) -> None:
    match = at_random(name)
    found = look_back(match, PEOPLE[: match.seats], you=0)
    assert not found.reviewed
    assert len(found.plies) == len(found.curve) <= MOST_POINTS + 1
    assert found.plies == sorted(set(found.plies))
    assert (found.plies[0], found.plies[-1]) == (0, len(match.plies))
    assert found.curve[-1] == [pytest.approx(payoff, abs=1e-4) for payoff in match.payoffs()]
    assert all(sum(chances) == pytest.approx(1, abs=1e-3) for chances in found.curve)
    assert len(found.moments) == 3
    assert [one.ply for one in found.moments] == sorted({one.ply for one in found.moments})
    for one in found.moments:
        assert 0 < one.ply <= len(match.plies) and one.says.endswith((".", "!"))
        assert "Ann" not in one.says


def test_the_last_moment_is_the_move_that_won() -> None:
    found = look_back(after("1213141"), PEOPLE[:2], you=1)
    last = found.moments[-1]
    assert (last.ply, last.seat, last.says) == (7, 0, "Ann has four in a row.")


def test_who_gives_up_makes_no_moment() -> None:
    match = after("44")
    match.enter(0, concede(0))
    assert all("gave up" not in one.says for one in look_back(match, PEOPLE[:2]).moments)


def test_a_game_without_moves_has_no_moments() -> None:
    match = after("")
    match.enter(0, concede(0))
    assert look_back(match, PEOPLE[:2]).moments == []


def test_a_game_that_cannot_be_judged_has_no_curve() -> None:
    match = Match(Highest())
    dice = Seed.parse("8").dice("moves")
    while not match.over:
        match.play(match.mover, int(match.state.random_move(dice)))
    found = look_back(match, PEOPLE[:2])
    assert (found.plies, found.curve, found.moments) == ([], [], [])


def test_a_review_knows_better() -> None:
    moments = [
        ReviewedMoment(0, change, f"By choice: {ply}", ply, "choice") for ply, change in enumerate((1, -4, 3, 2))
    ]
    curve = [[0.5, 0.5]] * 900
    found = from_review(Review(True, curve, [], [], [], [], moments, []))
    assert found.reviewed
    assert [one.ply for one in found.moments] == [1, 2, 3]
    assert found.plies[-1] == 899 and len(found.curve) == len(found.plies) <= MOST_POINTS + 1

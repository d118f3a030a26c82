"""The line above every board: a sentence for whoever reads it, never asked for while somebody thinks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from parlour.arena.table import play_match
from parlour.bots.seat_words import make_player
from parlour.core.game import AnyGame
from parlour.core.match import Match
from parlour.core.seed import Seed
from parlour.core.speech import situation
from parlour.core.testing import check_game
from parlour.games import find, names

PEOPLE = ["Ann", "Ben", "Cid", "Dot", "Eve", "Fay", "Gus", "Hal"]
MOST_PLIES = 200


def a_game(name: str) -> Match:
    game = find(name)
    return Match(game, game.read_options(preset=game.quick), game.default_seats, Seed.parse("7"))


@pytest.mark.parametrize("name", names())
def test_every_position_has_a_line_and_nobody_is_called_by_a_wrong_verb(name: str) -> None:
    match = a_game(name)
    people = PEOPLE[: match.seats]
    dice = Seed.parse("8").dice("moves")
    said: set[str] = set()
    while not match.over and len(match.plies) < MOST_PLIES:
        for seat in (None, 0, 1):
            line = situation(match.game, match.view(seat), people, seat, match.options, seat)
            assert line.endswith(".") and line[0] == line[0].upper()
            if seat is not None:
                assert people[seat] not in line
                assert not [wrong for wrong in ("ou is", "ou has", "ou needs", "ou leads", "You's") if wrong in line]
            else:
                assert "ou " not in line.replace("four ", "")
            said.add(line)
        match.play(match.mover, int(match.state.random_move(dice)))
    assert len(said) > 3


@pytest.mark.parametrize("name", names())
def test_nobody_who_thinks_asks_what_the_position_means(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """It costs time, and playouts need every bit of it."""
    match = a_game(name)

    def asked(*args: Any) -> str:
        raise AssertionError("somebody asked while thinking")

    monkeypatch.setattr(type(match.game), "say_situation", asked)
    players = [
        make_player(match.game, "search:iterations=2", Seed.parse("1").dice(str(at))) for at in range(match.seats)
    ]

    class Enough(Exception):
        pass

    def watch(played: Match, ply: object) -> None:
        if len(played.plies) == 4:
            raise Enough

    with pytest.raises(Enough):
        play_match(match.game, match.options, players, names=PEOPLE[: match.seats], match=match, watch=watch)
    with pytest.raises(AssertionError, match="while thinking"):
        situation(match.game, match.view(0), PEOPLE, 0, match.options)


class TestOutsideTheHouse:
    """A game that says nothing of its own."""

    def test_the_first_line_of_the_position_stands_for_it(self) -> None:
        from tests.core.small_games import Highest

        class Told(Highest):
            def say_view(self, view: Any, names: Sequence[str], options: Any) -> str:
                return f"{names[0]} has {view.tricks[0]} tricks.\nAnd so on."

        game: AnyGame = Told()
        match = Match(game)
        assert situation(game, match.view(0), PEOPLE, 0, match.options, you=0) == "You have 0 tricks."
        check_game(game, games=1)

    def test_a_drawing_or_plain_data_is_no_sentence(self) -> None:
        from tests.core.small_games import Highest

        game: AnyGame = Highest()
        match = Match(game)
        assert situation(game, match.view(0), PEOPLE, 0, match.options, you=0) == ""

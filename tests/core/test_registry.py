"""Finding games: the house's own and those that other packages bring."""

from importlib import metadata

import pytest
from tests.core.small_games import HIGHEST

from parlour import games
from parlour.core import Game
from parlour.core.errors import Refused

UNFINISHED = type("Unfinished", (Game,), {"name": "unfinished"})()


@pytest.fixture
def installed(monkeypatch):
    """Pretend that packages with these entry points are installed."""
    found = []
    monkeypatch.setattr(metadata, "entry_points", lambda group: [e for e in found if e.group == group])

    def forget():
        games._installed.cache_clear()
        games.find.cache_clear()

    def install(name, value):
        found.append(metadata.EntryPoint(name, value, "parlour.games"))
        forget()

    yield install
    monkeypatch.undo()
    forget()


def test_the_house_has_its_games():
    assert {"kata-tcg", "connect-four"} <= set(games.names())
    for name in games.names():
        assert games.find(name).name == name


def test_case_and_dashes_do_not_matter():
    assert games.find(" Kata_TCG ") is games.find("kata-tcg")


def test_an_unknown_name_gets_a_sentence_with_what_there_is():
    with pytest.raises(Refused) as refused:
        games.find("kata-tgc")
    assert refused.value.code == "no-such-game"
    assert "There is no game 'kata-tgc'" in refused.value.text
    assert "connect-four" in refused.value.text
    assert refused.value.text.endswith("Did you mean kata-tcg?")


def test_a_game_that_forgot_something_is_told_what(installed):
    installed("unfinished", "tests.core.test_registry:UNFINISHED")
    with pytest.raises(Refused, match=r"'unfinished' does not define title, Options, View, moves, events, new"):
        games.find("unfinished")


def test_an_endless_name_is_cut():
    with pytest.raises(Refused) as refused:
        games.find("x" * 10_000)
    assert len(refused.value.text) < 300


def test_an_installed_package_adds_a_game(installed):
    installed("highest", "tests.core.small_games:HIGHEST")
    assert games.names()[-1] == "highest"
    assert games.find("highest") is HIGHEST


def test_a_package_cannot_replace_a_game_of_the_house(installed):
    installed("connect-four", "tests.core.small_games:HIGHEST")
    assert games.find("connect-four").name == "connect-four"
    assert games.names().count("connect-four") == 1


def test_a_game_that_does_not_load_gets_a_sentence(installed):
    installed("broken", "no.such.module:GAME")
    with pytest.raises(Refused, match="installed but does not load"):
        games.find("broken")
    installed("lie", "json:dumps")
    with pytest.raises(Refused, match=r"not a parlour\.core\.Game"):
        games.find("lie")


def test_a_game_under_another_name_than_its_own_is_reported(installed):
    installed("lowest", "tests.core.small_games:HIGHEST")
    with pytest.raises(Refused, match="called 'highest'"):
        games.find("lowest")

"""The `parlour` command as a whole: what it lists, says and does when something goes wrong."""

import json
import signal
import subprocess
import sys

import pytest
from tests.patience import patience

import parlour as package
from parlour.cli.serve import _address_for_others
from parlour.games import names
from parlour.server.app import NO_CLIENT
from parlour.server.run import free_port


def test_games_are_listed_with_seats_and_options(parlour):
    said = parlour("games")
    assert said.code == 0
    assert "connect-four" in said.out
    assert "2 players" in said.out
    assert "presets" in said.out


def test_games_as_json(parlour):
    games = json.loads(parlour("games", "--json").out)
    assert [game["name"] for game in games] == names()
    assert all({"title", "seats", "presets", "options", "minutes", "tagline"} <= game.keys() for game in games)


@pytest.mark.parametrize("game", names())
def test_rules_are_the_readme(parlour, game):
    said = parlour("rules", game)
    assert said.code == 0
    assert said.out.startswith("# ")


def test_every_command_has_help(parlour):
    for command in ["games", "rules", "play", "simulate", "match", "replay", "bench", "deck"]:
        said = parlour(command, "--help")
        assert said.code == 0
        assert "Usage: parlour" in said.out
    assert "Examples:" in parlour("play", "--help").out


def test_the_menu_ends_when_nobody_types(parlour):
    said = parlour("menu")
    assert said.code == 0
    assert "What shall we play?" in said.out


def test_version(parlour):
    assert package.__version__ in parlour("--version").out


@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGTERM])
def test_a_house_that_is_stopped_says_that_it_is_closed(tmp_path, stop):
    words = ["-m", "parlour", "serve", "--port", str(free_port("127.0.0.1", 8380)), "--db", str(tmp_path / "house.db")]
    words.append("--no-host-page")
    house = subprocess.Popen([sys.executable, *words], stdout=subprocess.PIPE, text=True)
    assert house.stdout.readline().startswith("The house is open at ")
    house.send_signal(stop)
    said, _ = house.communicate(timeout=patience())
    assert said == "The house is closed; every match is saved.\n"
    assert house.returncode == 0


def test_a_house_without_a_client_says_what_to_do_with_and_without_the_source():
    assert "make build" in NO_CLIENT
    assert "pip" in NO_CLIENT


def test_an_unknown_game_is_refused_with_a_hint(parlour):
    said = parlour("play", "conect-four")
    said.refused()
    assert "connect-four" in said.err


def test_our_own_bugs_are_reported_without_a_traceback(parlour, monkeypatch, tmp_path):
    monkeypatch.setattr("parlour.cli.games._facts", lambda game: 1 / 0)
    said = parlour("games", "--json")
    assert said.code == 70
    assert said.err.startswith("This is a bug in Parlour")
    assert "Traceback" not in said.err
    [report] = (tmp_path / "house" / "reports").iterdir()
    assert "ZeroDivisionError" in report.read_text()


def test_a_closed_pipe_is_not_an_error():
    command = f"{sys.executable} -m parlour games --json | head -c 5; exit ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, timeout=patience(60), check=False)
    assert done.returncode == 0
    assert done.stderr == ""


def test_imagine_is_public():
    from parlour.core import Match

    match = Match(package.find("connect-four"))
    match.play(0, match.state.moves()[3])
    state = package.imagine("connect-four", match.view(1))
    assert state.mover == 1
    assert match.game.view(state, 1) == match.view(1)


def test_the_address_for_others_is_not_loopback() -> None:
    found = _address_for_others()
    assert found is None or not found.startswith(("127.", "0."))

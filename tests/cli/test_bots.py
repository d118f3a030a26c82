"""`parlour bot new` and `parlour classic`: what they write, keep and refuse."""

import json
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from tests.patience import patience
from tests.server.guest import free_port

from parlour.bots.kits import LANGUAGES
from parlour.games import HOUSE
from parlour.server.keeper import CLASSIC
from parlour.store import Store


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("words", [["gardening-war"], ["--classic"]])
def test_every_language_writes_its_files_and_says_how_to_run_them(parlour, tmp_path, language, words):
    said = parlour("bot", "new", *words, "--language", language, "my-bot")
    assert said.code == 0, said.err
    written = {path.name for path in (tmp_path / "my-bot").iterdir()}
    assert len(written) >= 3
    assert all(str(tmp_path / "my-bot" / name) in said.out or f"my-bot/{name}" in said.out for name in written)
    readme = (tmp_path / "my-bot" / "README.md").read_text()
    assert " ".join(LANGUAGES[language].run) in readme
    assert "{" not in readme.partition("once, as a list")[0], "nothing is left to be filled in"


@pytest.mark.parametrize("name", HOUSE)
def test_every_game_has_a_starter(parlour, tmp_path, name):
    assert parlour("bot", "new", name, "one").code == 0
    assert parlour("bot", "new", "--game", name, "--language", "javascript", "other").code == 0
    assert "cmd:python3 bot.py" in (tmp_path / "one" / "README.md").read_text()
    assert (tmp_path / "other" / "bot.mjs").exists()


def test_a_folder_with_something_in_it_is_left_alone(parlour, tmp_path):
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "letter.txt").write_text("Dear Ann")
    said = parlour("bot", "new", "gardening-war", "mine")
    said.refused()
    assert "not an empty folder" in said.err
    assert [path.name for path in (tmp_path / "mine").iterdir()] == ["letter.txt"]
    (tmp_path / "file").write_text("")
    parlour("bot", "new", "gardening-war", "file").refused()


def test_an_empty_folder_is_filled(parlour, tmp_path):
    (tmp_path / "empty").mkdir()
    assert parlour("bot", "new", "gardening-war", "empty").code == 0
    assert (tmp_path / "empty" / "bot.py").exists()


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["gardening-war", "--language", "cobol", "x"], "python, javascript, java, csharp, cpp"),
        (["kata-tcg", "--language", "cpp", "x"], "there are: python, javascript"),
        (["deadwood", "--classic", "x"], "has no classic bot"),
        (["chess", "x"], "chess"),
        (["gardening-war"], "parlour bot new gardening-war my-bot"),
        (["x"], "a folder DIR"),
        (["kata-tcg", "x", "y"], "one game and one folder"),
        (["kata-tcg", "--game", "deadwood", "x"], "one game and one folder"),
    ],
)
def test_a_missing_kit_is_refused_with_a_sentence(parlour, tmp_path, words, why):
    said = parlour("bot", "new", *words)
    assert said.code == 2
    assert why in said.err
    assert "Traceback" not in said.err
    assert not (tmp_path / "x").exists()


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["--game", "connect-four"], "Name the program that plays after --"),
        (["--seat", "easy"], "Name one with --game"),
        (["--game", "connect-four", "--seat", "easy", "--", "python3", "bot.py"], "Name the program"),
        (["--game", "chess", "--seat", "easy"], "chess"),
        (["--game", "connect-four", "--", "no-such-program"], "no-such-program"),
        (["--game", "connect-four", "--seat", "easy"], "There is no house at http://127.0.0.1:9"),
    ],
)
def test_a_bot_that_can_not_be_served_is_refused_with_a_sentence(parlour, words, why):
    said = parlour("bot", "serve", "http://127.0.0.1:9", *words)
    assert said.code == 2
    assert why in said.err
    assert "Traceback" not in said.err


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["--against", "genius"], "genius"),
        (["--against", "guest"], "parlour serve --classic --classic-against guest"),
        (["--ports", "8081"], "8081,8082"),
        (["--ports", "0,70000"], "8081,8082"),
        (["--ports", "9000,9000"], "given twice"),
        (["--rounds", "0"], "rounds"),
        (["--option", "rounds=many"], "rounds"),
        (["--option", "weather=fine"], "weather"),
        (["--preset", "endless"], "endless"),
        (["--pause", "99"], "pause"),
    ],
)
def test_a_classic_door_that_cannot_be_opened_says_why(parlour, words, why):
    said = parlour("classic", *words)
    assert said.code == 2, (said.out, said.err)
    assert why in said.err
    assert "Traceback" not in said.err


def test_a_taken_port_is_reported(parlour):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        said = parlour("classic", "--ports", f"{port},{port - 1}")
    said.refused()
    assert str(port) in said.err and "in use" in said.err.lower()


@pytest.mark.parametrize("against", ["genius", "search:ms=soon"])
def test_serve_checks_who_plays_the_classic_bots(parlour, against):
    said = parlour("serve", "--classic", "--classic-against", against)
    said.refused()
    assert against.partition(":")[0] in said.err


# --- the classic door ---


def test_a_match_at_the_door_is_saved_with_its_replay(parlour, tmp_path):
    assert parlour("bot", "new", "--classic", "mine").code == 0
    ports = [free_port(), free_port()]
    settings = json.loads(Path("mine/settings.json").read_text())
    Path("mine/settings.json").write_text(json.dumps({**settings, "PORTS": ports, "TEAM_NAME": "Keepers"}))
    bot = subprocess.Popen([sys.executable, "bot.py"], cwd="mine", stderr=subprocess.DEVNULL)
    try:
        words = ["--against", "random", "--rounds", "8", "--games", "1", "--option", "move_seconds=0"]
        said = parlour("classic", *words, "--ports", f"{ports[0]},{ports[1]}")
        assert said.code == 0, said.err
        assert bot.wait(patience()) == 0
    finally:
        bot.kill()
        bot.wait()
    assert "Keepers wins" in said.out
    [id] = [line.partition("/replay/")[2].split()[0] for line in said.out.splitlines() if "/replay/" in line]
    with Store.open(str(tmp_path / "house" / "parlour.db")) as store:
        [row] = store.reads.matches_of(CLASSIC).matches
        kept = store.reads.export_match(row.id)
    assert (row.id, row.status, row.listed) == (id, "over", True)
    assert len(kept["moves"]) >= 16 and kept["result"]["why"] in said.out


def test_a_door_for_everybody_comes_with_a_warning(parlour):
    """Refused for another reason, so nothing is opened here."""
    for host in (["--classic-host", "0.0.0.0"], ["--host", "::"]):
        assert "no passwords" in parlour("classic", *host, "--ports", "1").err
    assert "no passwords" in parlour("serve", "--classic", "--classic-host", "0.0.0.0", "--classic-ports", "1").err
    for words in (["classic", "--ports", "1"], ["serve", "--classic", "--classic-ports", "1"]):
        assert "passwords" not in parlour(*words).err


def test_an_address_of_another_machine_is_reported(parlour):
    said = parlour("classic", "--host", "203.0.113.7")
    assert said.code == 2
    assert "203.0.113.7" in said.err.splitlines()[-1] and "Traceback" not in said.err
    named = parlour("classic", "--host", "no such host")
    assert named.code == 2 and "Traceback" not in named.err


def test_a_store_that_cannot_be_opened_is_reported(parlour, tmp_path):
    said = parlour("classic", "--db", str(tmp_path))
    said.refused()

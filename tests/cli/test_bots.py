"""`parlour bot new` and `parlour classic`: what they write, and what they refuse."""

import socket

import pytest
from parlour.games.gardening_war.kits import KITS


@pytest.mark.parametrize("language", KITS)
def test_every_language_writes_its_files_and_how_to_run_them(parlour, tmp_path, language):
    said = parlour("bot", "new", "gardening-war", "--language", language, "my-bot")
    assert said.code == 0, said.err
    written = {path.name for path in (tmp_path / "my-bot").iterdir()}
    assert written == {*KITS[language].files, "README.md"}
    assert all(str(tmp_path / "my-bot" / name) in said.out or f"my-bot/{name}" in said.out for name in written)
    readme = (tmp_path / "my-bot" / "README.md").read_text()
    assert " ".join(KITS[language].run) in readme and "127.0.0.1:8080" in readme


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
        (["kata-tcg", "x"], "docs/write-a-bot.md"),
        (["chess", "x"], "chess"),
        (["gardening-war"], "DIR"),
    ],
)
def test_what_there_is_no_kit_for_is_told(parlour, tmp_path, words, why):
    said = parlour("bot", "new", *words)
    assert said.code == 2
    assert why in said.err
    assert "Traceback" not in said.err
    assert not (tmp_path / "x").exists()


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


def test_a_port_that_is_taken_is_told(parlour):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        said = parlour("classic", "--ports", f"{port},{port - 1}")
    said.refused()
    assert str(port) in said.err and "in use" in said.err.lower()


@pytest.mark.parametrize("against", ["genius", "search:ms=soon"])
def test_serve_checks_who_meets_the_classic_bots(parlour, against):
    said = parlour("serve", "--classic", "--classic-against", against)
    said.refused()
    assert against.partition(":")[0] in said.err

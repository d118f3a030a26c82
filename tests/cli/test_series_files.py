"""`simulate` and `match` with a lot or a script from files."""

import os

import pytest
from tests.games.deadwood.xml import board_xml, cards_xml

SCRIPT = "effect { Name: 5 "


@pytest.fixture
def lot(tmp_path):
    (tmp_path / "board.xml").write_text(board_xml())
    (tmp_path / "cards.xml").write_text(cards_xml())
    return ["--board", str(tmp_path / "board.xml"), "--cards", str(tmp_path / "cards.xml")]


@pytest.mark.parametrize("command", ["simulate", "match"])
def test_deadwood_is_played_on_a_lot_from_files(parlour, lot, command):
    said = parlour(command, "deadwood", *lot, "--seats", "random,random", "--games", "2", "--workers", "1")
    assert said.code == 0, said.err


@pytest.mark.parametrize("command", ["simulate", "match"])
def test_a_script_that_cannot_be_used_stops_with_its_errors(parlour, tmp_path, command):
    (tmp_path / "bad.txt").write_text(SCRIPT)
    said = parlour(command, "monogwent", "--script", str(tmp_path / "bad.txt"), "--games", "2")
    assert said.code == 2
    assert "error P01" in said.err
    assert "nothing was played" in said.err


def test_a_pipe_is_refused_as_a_board(parlour, lot, tmp_path):
    os.mkfifo(tmp_path / "pipe")
    said = parlour("simulate", "deadwood", "--board", str(tmp_path / "pipe"), *lot[2:], "--games", "1")
    assert said.code == 2
    assert "is a pipe, not a file" in said.err

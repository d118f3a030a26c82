"""`simulate` and `match` with a lot or a script from files."""

import json
import os

import pytest
from tests.games.deadwood.xml import board_xml, cards_xml

from parlour.arena import series
from parlour.core.record import load, replay
from parlour.core.seed import Seed
from parlour.games import find

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


@pytest.mark.parametrize("command", ["simulate", "match"])
def test_a_script_given_as_an_option_stops_with_its_errors_as_well(parlour, command):
    said = parlour(command, "monogwent", "--option", f"script={SCRIPT}", "--games", "2")
    assert said.code == 2
    assert "error P01" in said.err
    assert "nothing was played" in said.err


def test_a_pipe_is_refused_as_a_board(parlour, lot, tmp_path):
    os.mkfifo(tmp_path / "pipe")
    said = parlour("simulate", "deadwood", "--board", str(tmp_path / "pipe"), *lot[2:], "--games", "1")
    assert said.code == 2
    assert "is a pipe, not a file" in said.err


@pytest.mark.parametrize(("command", "workers"), [("simulate", "1"), ("match", "1"), ("match", "2")])
def test_records_are_saved_and_replay_the_same_games(parlour, tmp_path, command, workers):
    folder = tmp_path / "records"
    asked = ["kata-tcg", "--seats", "greedy,random", "--games", "3", "--workers", workers, "--seed", "5"]
    said = parlour(command, *asked, "--save", str(folder), "--json")
    assert said.code == 0, said.err
    names = [f"kata-tcg-00000{number}.json" for number in (1, 2, 3)]
    assert sorted(path.name for path in folder.iterdir()) == names
    records = [load(folder / name) for name in names]
    for rec in records:
        assert replay(rec, find).over
    shares = [sum(rec.result.payoffs[rec.seats.index(word)] for rec in records) / 3 for word in ("greedy", "random")]
    assert json.loads(said.out)["share"] == pytest.approx(shares)
    without = parlour(command, *asked, "--json")
    assert json.loads(without.out)["share"] == json.loads(said.out)["share"]


def test_both_games_of_a_deal_are_saved_together(tmp_path, monkeypatch):
    """A record shows the seed, and a program must not find that of the game it is about to play."""
    saved = []
    monkeypatch.setattr(series, "save", lambda rec, path: saved.append(path.name))
    seen = []
    game = find("connect-four")
    series.play_series(
        game, {}, ["random", "random"], 4, Seed.parse("1"), 1, lambda done, of: seen.append(len(saved)), folder=tmp_path
    )
    assert seen == [0, 0, 2, 2]
    assert len(saved) == 4


def test_a_folder_with_files_is_left_alone(parlour, tmp_path):
    (tmp_path / "mine.txt").write_text("mine")
    said = parlour("match", "connect-four", "--games", "2", "--save", str(tmp_path))
    assert said.code == 2
    assert "is not empty" in said.err
    said = parlour("match", "connect-four", "--games", "2", "--save", str(tmp_path / "mine.txt"))
    assert said.code == 2
    assert "is a file, not a folder" in said.err
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]

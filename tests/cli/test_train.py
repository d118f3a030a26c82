"""`parlour train`: from nothing to what beats the untrained one, for the house's games and for an outside one."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from tests.cli.conftest import Parlour
from tests.server.nim import block, path_with, write_package

from parlour.core import learned
from parlour.games import find

SMALL = ("--games", "12", "--trial", "16", "--workers", "1", "--player", "search:iterations=8:depth=0:plan=0")


def test_connect_four_learns_from_nothing_to_beat_the_untrained_one(parlour: Parlour, tmp_path: Path) -> None:
    said = parlour(
        *("train", "connect-four", "--afresh", "--seed", "1", "--games", "150", "--bounds", "0.50,0.60"),
        *("--player", "search:iterations=200:depth=0:plan=0", "--workers", "1", "--write", "evaluator.json"),
    )
    assert said.code == 0, said.err
    assert "against the judge: share 0." in said.err
    assert ": accepted" in said.err
    assert "Written to evaluator.json" in said.out
    found = json.loads((tmp_path / "evaluator.json").read_text())
    assert set(found["features"]) == set(find("connect-four").features)
    assert found["features"]["wins now"] > 1
    [trial] = found["made"]["trials"]
    assert trial["share"] > 0.6
    assert trial["low"] < trial["share"] < trial["high"]


def test_connect_four_learns_a_habit_from_what_its_searches_choose(parlour: Parlour, tmp_path: Path) -> None:
    """With playouts to the end nobody asks for a judgement, so only the habit is tried."""
    said = parlour(
        *("train", "connect-four", "--afresh", "--seed", "1", "--games", "60", "--bounds", "0.45,0.55"),
        *("--player", "search:iterations=100:depth=42:plan=0", "--workers", "1", "--write", "evaluator.json"),
    )
    assert said.code == 0, said.err
    assert "not tried: search:iterations=100:depth=42:plan=0 never asks for a judgement" in said.err
    assert ": accepted" in said.err
    found = json.loads((tmp_path / "evaluator.json").read_text())
    assert (found["judge"], set(found["features"].values())) == (1, {0})
    habit = found["habit"]
    assert habit["wins"] > habit["blocks"] > 1 > -1 > habit["lets the rival win above it"]


def test_the_same_seed_writes_the_same_file(parlour: Parlour, tmp_path: Path) -> None:
    """Two rounds, so that what was learned plays too; the bounds accept everything that is not much worse."""
    for name in ("one.json", "two.json"):
        said = parlour(
            *("train", "connect-four", "--afresh", "--seed", "3", "--rounds", "2", "--bounds", "0.40,0.41"),
            *(*SMALL, "--trial", "400", "--write", name),
        )
        assert said.code == 0
    assert (tmp_path / "one.json").read_bytes() == (tmp_path / "two.json").read_bytes()


def test_what_is_no_better_is_not_written(parlour: Parlour, tmp_path: Path) -> None:
    said = parlour("train", "connect-four", "--seed", "1", "--bounds", "0.89,0.90", *SMALL, "--write", "new.json")
    assert said.code == 0
    assert "not accepted" in said.err
    assert "Nothing was written" in said.out
    assert not (tmp_path / "new.json").exists()


def test_json_tells_every_round(parlour: Parlour) -> None:
    said = parlour("train", "connect-four", "--seed", "1", "--rounds", "2", *SMALL, "--write", "new.json", "--json")
    rounds = json.loads(said.out)["rounds"]
    assert [(found["number"], found["what"]) for found in rounds][::2] == [(1, "judgement"), (2, "judgement")]
    assert [found["games"] for found in rounds] == [12, 12, 24, 24]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["conect-four"], "There is no game 'conect-four'"),
        (["connect-four", "--player", "greedy"], "asks no evaluator"),
        (["connect-four", "--player", "search"], "say how long to think"),
        (["connect-four", "--seats", "3"], "is for 2 players, not 3"),
        (["connect-four", "--bounds", "high"], "Write the bounds as two shares of wins"),
        (["connect-four", "--bounds", "0.6,0.5"], "the smaller one first"),
        (["connect-four", "--write", "nowhere/evaluator.json"], "there is no folder nowhere"),
        (["connect-four", "--write", "."], "is a folder"),
        (["connect-four", "--seed", "x"], "A seed must be"),
        (["connect-four", "--preset", "huge"], "has no preset 'huge'"),
    ],
)
def test_what_cannot_work_is_refused_with_a_sentence(parlour: Parlour, words: list[str], sentence: str) -> None:
    said = parlour("train", *SMALL[:-2], *words)
    said.refused()
    assert sentence in said.err


def test_players_who_never_ask_cannot_learn(parlour: Parlour, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(find("connect-four")), "move_features", ())
    said = parlour("train", "connect-four", *SMALL[:-1], "search:iterations=5:depth=42:plan=0", "--write", "new.json")
    said.refused()
    assert "never asked for a judgement" in said.err


def test_a_game_without_features_is_refused(parlour: Parlour, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(find("connect-four")), "features", ())
    said = parlour("train", "connect-four")
    said.refused()
    assert "declares no features" in said.err


def test_a_file_that_may_not_be_written_is_noticed_before_the_first_game(
    parlour: Parlour, monkeypatch: pytest.MonkeyPatch
) -> None:
    def forbidden(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", forbidden)
    said = parlour("train", "connect-four", "--write", "evaluator.json")
    said.refused()
    assert "evaluator.json cannot be written: Permission denied." in said.err


# --- an outside game, as the guide tells ---


def test_the_guides_nim_learns_what_it_takes_to_win(tmp_path: Path) -> None:
    """The guide's features instead of the judge; then every search finds what was learned beside the game's code."""
    package = write_package(tmp_path)
    code = package / "nim" / "game.py"
    text = code.read_text(encoding="utf-8")
    method, names = block("train.md", "    def features"), block("train.md", "    features = ")
    without_judge = re.sub(r"    def judge\(.*?\n\n\n", method + "\n\n", text, flags=re.S)
    code.write_text(without_judge.replace("    moves = MOVES\n", names + "    moves = MOVES\n"), encoding="utf-8")
    known = {**os.environ, "PYTHONPATH": path_with(package), "PARLOUR_DATA": str(tmp_path / "house")}

    def run(*words: str) -> subprocess.CompletedProcess[str]:
        done = subprocess.run(
            [sys.executable, "-m", "parlour", *words], cwd=package, env=known, capture_output=True, text=True
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done

    settings = re.search(r"parlour train nim (.*)", (block("train.md", "parlour train nim"))).group(1).split()  # type: ignore[union-attr]
    said = run("train", "nim", *settings, "--workers", "1")
    assert ": accepted" in said.stderr
    assert said.stdout.rstrip().endswith("Written to nim/evaluator.json")
    found = json.loads((package / "nim" / "evaluator.json").read_text())
    assert found["judge"] == 0  # there is none
    assert max(found["features"], key=lambda name: abs(found["features"][name])) == "to move, sum of bits not zero"
    match = run("match", "nim", "--seats", "search:iterations=30,greedy", "--games", "20", "--seed", "1", "--json")
    assert json.loads(match.stdout)["share"][0] > 0.7


def test_every_file_in_the_house_fits_its_game() -> None:
    from parlour.games import HOUSE

    for name in HOUSE:
        learned.read(find(name))

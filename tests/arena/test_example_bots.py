"""The bots of docs/bots play whole matches, in three languages and without our package."""

from __future__ import annotations

import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import get_args

import msgspec
import pytest
from tests.arena.programs import SEED, against_random
from tests.arena.three_seats import GAME
from tests.patience import patience

from parlour.arena import play_series
from parlour.core import Seed
from parlour.core.answers import read_answer
from parlour.core.protocol import ToProgram
from parlour.games import find

BOTS = Path(__file__).parents[2] / "docs" / "bots"


def plays_well(command: str) -> None:
    played, _ = against_random(command)
    assert played.match.over
    assert played.strikes == [0, 0]
    assert played.notes == ["", ""]
    found = play_series(GAME, None, [f"cmd:{command}", "random", "random"], 3, SEED, workers=1)
    assert found.games == 3
    assert found.seats[0].strikes == 0


def test_the_python_bot_needs_only_python() -> None:
    # -I: neither our package nor anything else that is not Python's own can be imported by accident
    plays_well(shlex.join([sys.executable, "-I", str(BOTS / "random_bot.py")]))


def test_the_python_bot_hears_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("parlour.bots.process.GOODBYE", patience())
    _, player = against_random(shlex.join([sys.executable, str(BOTS / "random_bot.py")]))
    assert player.stderr_tail().startswith("Sitting in seat 0 at a table of connect-four")
    assert "Payoffs: [" in player.stderr_tail()


@pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")
def test_the_javascript_bot() -> None:
    plays_well(shlex.join(["node", str(BOTS / "random_bot.js")]))


@pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler")
def test_the_c_bot(tmp_path: Path) -> None:
    program = tmp_path / "random_bot"
    subprocess.run(
        ["cc", "-O1", "-Wall", "-Wextra", "-Werror", "-o", str(program), str(BOTS / "random_bot.c")], check=True
    )
    plays_well(str(program))


def test_two_programs_meet() -> None:
    bot = "cmd:" + shlex.join([sys.executable, str(BOTS / "random_bot.py")])
    found = play_series(find("connect-four"), None, [bot, bot], 4, SEED, workers=2)
    assert found.games == 4
    assert [standing.strikes for standing in found.seats] == [0, 0]


def test_the_messages_in_the_guide_are_the_messages_of_the_house() -> None:
    lines = (BOTS / "README.md").read_text(encoding="utf-8").splitlines()
    to_bot = [msgspec.json.decode(line[3:], type=ToProgram) for line in lines if line.startswith("-> ")]  # type: ignore[arg-type]
    from_bot = [read_answer(line[3:]) for line in lines if line.startswith("<- ")]
    assert {type(message) for message in to_bot} == set(get_args(ToProgram))
    assert [answer.ply for answer in from_bot] == [1, 15, 7, 1]
    promise, seed = (getattr(m, n) for m, n in ((to_bot[0], "promise"), (to_bot[-1], "seed")))
    assert Seed.parse(seed).promise == promise

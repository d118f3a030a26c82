"""Starter bots: every language that is on this machine is built and plays; all of them make the same decisions."""

from __future__ import annotations

import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from parlour.arena import play_match
from parlour.bots.process import ProcessPlayer
from parlour.bots.words import make_player
from parlour.core.dice import Dice
from parlour.core.errors import Refused
from parlour.core.game import Clock
from parlour.core.seed import Seed
from parlour.games.gardening_war.game import GAME
from parlour.games.gardening_war.kits import KITS, new_bot

TOOLS = {"python": sys.executable, "javascript": "node", "java": "javac", "csharp": "dotnet", "cpp": "c++"}


def here(language: str) -> bool:
    return shutil.which(TOOLS[language]) is not None


@pytest.fixture(scope="module")
def commands(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The commands of freshly written and built bots, to be run from anywhere."""
    return {
        language: built(language, tmp_path_factory.mktemp("my bots") / language) for language in KITS if here(language)
    }


def built(language: str, folder: Path) -> str:
    new_bot(language, folder)
    kit = KITS[language]
    for command in kit.build:
        strict = ["-Wall", "-Wextra", "-Werror"] if language == "cpp" else ["-Xlint:all"] if language == "java" else []
        found = subprocess.run([*command, *strict], cwd=folder, capture_output=True, text=True, check=False)
        assert found.returncode == 0, found.stdout + found.stderr
        assert found.stderr == ""
    words = [sys.executable if word == "python3" else word for word in kit.run]
    places = {"bot.py", "bot.mjs", "classes", "./bot", "built/bot"}
    return shlex.join(str(folder / word) if word in places else word for word in words)


@pytest.mark.parametrize("language", KITS)
def test_the_bot_plays_a_whole_game_and_beats_random(language: str, commands: dict[str, str]):
    if not here(language):
        pytest.skip(f"{TOOLS[language]} is not on this machine")
    player = ProcessPlayer(commands[language])
    played = play_match(
        GAME,
        {"rounds": 40},
        [player, make_player(GAME, "random", Dice(1, 2, 3, 4))],
        seed=Seed.parse("3"),
        clock=Clock(move_ms=6000, strikes=3),
    )
    player.close()
    assert played.strikes == [0, 0], played.notes
    assert played.misses == [0, 0]
    assert played.match.over
    points = [int(points) for points in played.match.state.scores()]
    assert points[0] >= 60_000, points
    assert points[0] > points[1]
    assert "wins with" in player.stderr_tail()


def test_all_languages_make_the_same_decisions(commands: dict[str, str]):
    """Six plants, rain, land and the shop come the same way in every language, move by move."""
    games: dict[str, list[int]] = {}
    for language, command in commands.items():
        players = [ProcessPlayer(command), make_player(GAME, "random", Dice(4, 4, 4, 4))]
        played = play_match(GAME, {"rounds": 25}, players, seed=Seed.parse("9"), clock=Clock())
        players[0].close()
        games[language] = [ply.move for ply in played.match.plies if ply.seat == 0]
    assert len(games) >= 1
    for language, moves in games.items():
        assert moves == games["python"], language


def test_a_kit_never_overwrites(tmp_path: Path):
    folder = tmp_path / "bot"
    written = new_bot("python", folder)
    assert {path.name for path in written} == {"bot.py", "README.md"}
    readme = (folder / "README.md").read_text()
    assert "cmd:python3 bot.py,easy" in readme
    with pytest.raises(Refused, match="already exists"):
        new_bot("python", folder)
    with pytest.raises(Refused, match="there are: python, javascript, java, csharp, cpp"):
        new_bot("cobol", tmp_path / "other")
    assert not (tmp_path / "other").exists()

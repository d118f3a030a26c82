"""Starter bots: every language that is on this machine is built and plays; all of them make the same decisions."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from parlour.games.gardening_war.kits import KITS, new_bot
from tests.server.guest import RunningHouse

from parlour.arena import play_match
from parlour.bots.process import ProcessPlayer
from parlour.bots.words import make_player
from parlour.core.dice import Dice
from parlour.core.errors import Refused
from parlour.core.game import Clock
from parlour.core.seed import Seed
from parlour.games.gardening_war.game import GAME

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


def on_network(language: str, command: str) -> list[str] | None:
    """How the bot is started for the network; None if this machine lacks what it needs for that."""
    words = shlex.split(command)
    if language == "javascript":
        for options in ([], ["--experimental-websocket"]):
            asked = ["node", *options, "-p", "typeof WebSocket"]
            found = subprocess.run(asked, capture_output=True, text=True, check=False)
            if found.stdout.strip() == "function":
                return [words[0], *options, *words[1:]]
        return None
    return words if KITS[language].websocket else None


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningHouse]:
    folder = tmp_path_factory.mktemp("house")
    opened = RunningHouse(str(folder / "parlour.db"), folder / "log").open()
    try:
        yield opened
    finally:
        opened.close()


def ask(house: RunningHouse, token: str, method: str, path: str, body: object = None) -> Any:
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    answer = httpx.request(method, house.url + path, json=body, headers=headers, trust_env=False, timeout=60)
    assert answer.status_code < 300, answer.text
    return answer.json()


@pytest.mark.parametrize("language", KITS)
def test_the_bot_visits_a_house_over_the_network(language: str, commands: dict[str, str], house: RunningHouse) -> None:
    if not here(language):
        pytest.skip(f"{TOOLS[language]} is not on this machine")
    owner = ask(house, "", "POST", "/api/guests", {})["token"]
    bot = ask(house, owner, "POST", "/api/bots", {"name": language})
    wish = {"game": "gardening-war", "against": "random", "options": {"rounds": 12}, "seat": 1}
    wish["clock"] = {"move_ms": 60_000, "bank_ms": 0, "strikes": 3}
    [laid] = ask(house, owner, "POST", f"/api/bots/{bot['id']}/trials", wish)
    address = f"{house.ws}/ws/tables/{laid['table']}"
    words = on_network(language, commands[language])
    if words is not None:
        words += [address, bot["token"], "1"]
    else:
        words = [sys.executable, "-m", "parlour", "bot", "join", f"{house.url}/table/{laid['table']}"]
        words += ["--token", bot["token"], "--seat", f"cmd:{commands[language]}"]
    environment = {key: value for key, value in os.environ.items() if not key.lower().endswith("_proxy")}
    ran = subprocess.run(words, capture_output=True, text=True, timeout=300, check=False, env=environment)
    assert ran.returncode == 0, ran.stderr
    log = ask(house, owner, "GET", f"/api/tables/{laid['table']}/log?seat=1")
    assert log["status"] == "over" and log["slips"] == [], log["slips"]
    assert log["why"].rstrip(".") in ran.stdout + ran.stderr
    assert len([line for line in log["lines"] if line["seat"] == 1]) >= 12


@pytest.mark.parametrize("language", ["python", "java", "javascript"])
def test_a_bot_that_is_not_let_in_says_why(language: str, commands: dict[str, str], house: RunningHouse) -> None:
    words = on_network(language, commands[language]) if here(language) else None
    if words is None:
        pytest.skip(f"{TOOLS[language]} is not on this machine, or has no WebSocket")
    words += [f"{house.ws}/ws/tables/none", "no.token", "0"]
    ran = subprocess.run(words, capture_output=True, text=True, timeout=120, check=False)
    assert "This token was not given by this house." in ran.stderr, ran.stderr
    assert "Traceback" not in ran.stderr


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

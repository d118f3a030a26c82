"""Starter bots: every language that is on this machine is built and plays; all of them make the same decisions.

Those for the classic door come in through it, as the bots of the original competition do.
"""

from __future__ import annotations

import asyncio
import json
import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.by_hand import ByHand
from tests.patience import patience
from tests.server.guest import RunningHouse, free_port

from parlour.arena import play_match
from parlour.bots.kits import LANGUAGES as KITS
from parlour.bots.kits import new_bot
from parlour.bots.process import ProcessPlayer
from parlour.bots.seat_words import make_player
from parlour.core.clock import Clock
from parlour.core.dice import Dice
from parlour.core.seed import Seed
from parlour.games.gardening_war.game import GAME
from parlour.rooms.gardening_war.classic import BOT, FAREWELL_SECONDS, ClassicDoor, GameReport
from parlour.server.house import House
from parlour.server.settings import Settings
from parlour.store import Store

TOOLS = {"python": sys.executable, "javascript": "node", "java": "javac", "csharp": "dotnet", "cpp": "c++"}


def here(language: str) -> bool:
    return shutil.which(TOOLS[language]) is not None


@pytest.fixture(scope="module")
def commands(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The commands of freshly written and built bots, to be run from anywhere."""
    return {
        language: built(language, tmp_path_factory.mktemp("my bots") / language) for language in KITS if here(language)
    }


@pytest.fixture(scope="module")
def classic(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The same for the bots that speak the original protocol."""
    root = tmp_path_factory.mktemp("my classic bots")
    return {language: built(language, root / language, classic=True) for language in KITS if here(language)}


def built(language: str, folder: Path, classic: bool = False) -> str:
    new_bot(GAME, language, folder, classic)
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
        clock=Clock(strikes=3),
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
    answer = httpx.request(method, house.url + path, json=body, headers=headers, trust_env=False, timeout=patience(60))
    assert answer.status_code < 300, answer.text
    return answer.json()


@pytest.mark.parametrize("language", KITS)
def test_the_bot_visits_a_house_over_the_network(language: str, commands: dict[str, str], house: RunningHouse) -> None:
    if not here(language):
        pytest.skip(f"{TOOLS[language]} is not on this machine")
    owner = ask(house, "", "POST", "/api/guests", {})["token"]
    bot = ask(house, owner, "POST", "/api/bots", {"name": language})
    wish = {"game": "gardening-war", "against": "random", "options": {"rounds": 12}, "seat": 1}
    wish["clock"] = {"move_ms": 0, "bank_ms": 0, "strikes": 3}
    [laid] = ask(house, owner, "POST", f"/api/bots/{bot['id']}/trials", wish)
    address = f"{house.ws}/ws/tables/{laid['table']}"
    words = on_network(language, commands[language])
    if words is not None:
        words += [address, bot["token"], "1"]
    else:
        words = [sys.executable, "-m", "parlour", "bot", "join", f"{house.url}/table/{laid['table']}"]
        words += ["--token", bot["token"], "--seat", f"cmd:{commands[language]}"]
    environment = {key: value for key, value in os.environ.items() if not key.lower().endswith("_proxy")}
    ran = subprocess.run(words, capture_output=True, text=True, timeout=patience(100), check=False, env=environment)
    assert ran.returncode == 0, ran.stderr
    log = ask(house, owner, "GET", f"/api/tables/{laid['table']}/log?seat=1")
    assert log["status"] == "over" and log["faults"] == [], log["faults"]
    assert log["why"].rstrip(".") in ran.stdout + ran.stderr
    assert len([line for line in log["lines"] if line["seat"] == 1]) >= 12


@pytest.mark.parametrize("language", ["python", "java", "javascript"])
def test_a_bot_that_is_not_let_in_says_why(language: str, commands: dict[str, str], house: RunningHouse) -> None:
    words = on_network(language, commands[language]) if here(language) else None
    if words is None:
        pytest.skip(f"{TOOLS[language]} is not on this machine, or has no WebSocket")
    words += [f"{house.ws}/ws/tables/none", "no.token", "0"]
    ran = subprocess.run(words, capture_output=True, text=True, timeout=patience(60), check=False)
    assert "This token is not from this house." in ran.stderr, ran.stderr
    assert "Traceback" not in ran.stderr


@pytest.mark.parametrize("language", ["python", "java", "javascript"])
def test_a_bot_on_the_network_follows_a_drawn_match(
    language: str, commands: dict[str, str], house: RunningHouse
) -> None:
    """Nobody scores in one round: after three draws and the longer game it is a draw for good."""
    words = on_network(language, commands[language]) if here(language) else None
    if words is None:
        pytest.skip(f"{TOOLS[language]} is not on this machine, or has no WebSocket")
    owner = ask(house, "", "POST", "/api/guests", {})["token"]
    bot = ask(house, owner, "POST", "/api/bots", {"name": language})
    wish = {"game": "gardening-war", "against": "random", "options": {"rounds": 1, "move_seconds": 0}, "seat": 0}
    [laid] = ask(house, owner, "POST", f"/api/bots/{bot['id']}/trials", wish)
    words += [f"{house.ws}/ws/tables/{laid['table']}", bot["token"], "0"]
    ran = subprocess.run(words, capture_output=True, text=True, timeout=patience(100), check=False)
    assert ran.returncode == 0, ran.stderr
    for what in ("game 2 of 3.", "game 3 of 3.", "one last game decides, of 1 round.", "the match is a draw."):
        assert what in ran.stderr
    played = ask(house, owner, "GET", f"/api/bots/{bot['id']}/matches")["matches"]
    assert [match["status"] for match in played] == ["over"] * 4


# --- whole moves as lists ---


LISTER = """import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "turn":
        plan = json.loads(sys.argv[1])
        action = plan[min(message["view"]["round"] - 1, len(plan) - 1)]
    elif message["type"] == "refused":
        print(message["why"], file=sys.stderr)
    if message["type"] in ("turn", "refused"):
        print(json.dumps({"type": "move", "ply": message["ply"], "list": action}), flush=True)
"""


def play_lists(tmp_path: Path, plan: list[Any], rounds: int) -> tuple[Any, str]:
    program = tmp_path / "lister.py"
    program.write_text(LISTER)
    player = ProcessPlayer(shlex.join([sys.executable, str(program), json.dumps(plan)]))
    players = [player, make_player(GAME, "random", Dice(1, 2, 3, 4))]
    played = play_match(GAME, {"rounds": rounds}, players, seed=Seed.parse("3"), clock=Clock())
    player.close()
    return played, player.stderr_tail()


def test_a_program_answers_a_whole_move_as_a_list(tmp_path: Path):
    plan = [
        {"ActionType": "C", "Properties": [{"CardId": 6, "Amount": 1}, {"CardId": 0, "Amount": 1}]},
        {"ActionType": "P", "Properties": [{"X": 0, "Y": 0, "CardId": 6}]},
        {"ActionType": "W", "Properties": [{"X": 0, "Y": 0, "Amount": 1}]},
        {"ActionType": "H"},
    ]
    played, _ = play_lists(tmp_path, plan, 4)
    assert played.strikes == [0, 0], played.notes
    assert int(played.match.state.scores()[0]) == 8000
    assert played.decisions[0] == 4, "one question a move"


def test_a_list_without_effect_is_a_pass_and_is_reported(tmp_path: Path):
    plan = [{"ActionType": "W", "Properties": [{"X": 0, "Y": 0, "Amount": 9}]}, {}]
    played, _ = play_lists(tmp_path, plan, 2)
    assert played.strikes == [0, 0]
    assert played.notes[0].startswith("At ply ") and "The whole move had no effect: unknown kind." in played.notes[0]


def test_a_list_that_cannot_be_read_is_refused(tmp_path: Path):
    played, said = play_lists(tmp_path, [["shop"]], 2)
    assert played.forfeits == [True, False]
    assert 'Write a list as {"ActionType": "C"' in said


def test_a_bot_on_the_network_may_give_a_list_too(house: RunningHouse) -> None:
    from websockets.sync.client import connect

    owner = ask(house, "", "POST", "/api/guests", {})["token"]
    bot = ask(house, owner, "POST", "/api/bots", {"name": "Lister"})
    wish = {"game": "gardening-war", "against": "random", "options": {"rounds": 3, "move_seconds": 0}, "seat": 0}
    [laid] = ask(house, owner, "POST", f"/api/bots/{bot['id']}/trials", wish)
    shop = {"ActionType": "C", "Properties": [{"CardId": 0, "Amount": 3}, {"CardId": 1, "Amount": 1}]}
    with connect(f"{house.ws}/ws/tables/{laid['table']}", open_timeout=patience()) as chair:
        chair.send(json.dumps({"type": "sit", "token": bot["token"], "seat": 0}))
        turns = 0
        while turns < 2:
            message = json.loads(chair.recv(patience()))
            if message["type"] == "turn":
                turns += 1
                if turns == 2:
                    assert message["view"]["gardeners"][0]["stock"]["water"] == 3
                chair.send(json.dumps({"type": "move", "ply": message["ply"], "list": shop}))
    log = ask(house, owner, "GET", f"/api/tables/{laid['table']}/log?seat=0")
    assert ("illegal", "Line 2 had no effect: not enough gold.") in [(one["code"], one["why"]) for one in log["faults"]]


# --- through the classic door ---


@pytest.fixture
async def home(tmp_path: Path) -> AsyncIterator[House]:
    """A house whose clocks are turned by hand: however slow a language starts, its bot is in time."""
    opened = House(Settings(pace_ms=0), Store.open(str(tmp_path / "house.db")), ByHand())
    await opened.open()
    yield opened
    await opened.close()


async def play_at_the_door(
    home: House, tmp_path: Path, bots: dict[int, str], seats: tuple[str, str], **settings: Any
) -> tuple[list[GameReport], ClassicDoor]:
    """Bots (player number: command) play at a door until one match is finished."""
    reports: list[GameReport] = []
    rounds = settings.pop("rounds", 12)
    door = ClassicDoor(home, seats, {"rounds": rounds}, (free_port(), free_port()), report=reports.append)
    await door.open()
    running = asyncio.create_task(door.run(1))
    programs = []
    stay = not settings.get("RESTART")
    for number, command in bots.items():
        file = tmp_path / f"settings-{number}.json"
        told = {"PLAYER_NUM": number, "TEAM_NAME": f"Team {number}", "AMOUNT_OF_GAMES": 1, "RESTART": False}
        told |= {"RESTART_TURN": rounds + 1, "HOST": "127.0.0.1", "PORTS": list(door.ports), **settings}
        file.write_text(json.dumps(told))
        words = [*shlex.split(command), str(file)]
        with (tmp_path / f"said-{number}").open("wb") as said:
            programs.append(await asyncio.create_subprocess_exec(*words, stdout=said, stderr=said))
    try:
        async with asyncio.timeout(patience(60)):
            while not running.done():
                if door.goodbye_until is not None or (stay and door.pending is not None):
                    home.time.turn(FAREWELL_SECONDS)  # type: ignore[attr-defined]
                await asyncio.sleep(0.01)
        await running
        await door.close()
        for program in programs:
            assert await asyncio.wait_for(program.wait(), patience()) == 0
    finally:
        for program in programs:
            if program.returncode is None:
                program.kill()
                await program.wait()
    return reports, door


@pytest.mark.parametrize("language", KITS)
async def test_a_classic_bot_plays_through_the_door_and_beats_the_classic_enemy(
    language: str, classic: dict[str, str], home: House, tmp_path: Path
) -> None:
    if not here(language):
        pytest.skip(f"{TOOLS[language]} is not on this machine")
    [report], _ = await play_at_the_door(home, tmp_path, {1: classic[language]}, (BOT, "classic-enemy"), rounds=40)
    assert report.names[0] == "Team 1" and report.misses == [0, 0]
    assert report.scores == [444_000, 179_000], "all languages make the same decisions"
    table = await home.table(report.table)
    assert await home.store.faults(report.table, 0) == [], "every line of every list had its effect"
    assert table.status == "over" and table.match is not None and table.match.over


async def test_two_classic_bots_meet_on_both_seats(classic: dict[str, str], home: House, tmp_path: Path) -> None:
    second = classic.get("cpp") or classic["python"]
    reports, _ = await play_at_the_door(home, tmp_path, {1: classic["python"], 2: second}, (BOT, BOT), rounds=12)
    assert all(report.names == ["Team 1", "Team 2"] and report.misses == [0, 0] for report in reports)
    assert min(reports[0].scores) >= 16_000
    assert reports[0].scores[0] == reports[0].scores[1] and len(reports) == 4, "twins draw, and draw again"


async def test_a_classic_bot_restarts_for_the_next_game(classic: dict[str, str], home: House, tmp_path: Path) -> None:
    """RESTART_TURN is one more than the rounds: seat 1 restarts at the closing state, and a drawn match goes on."""
    bots = {1: classic["python"], 2: classic["python"]}
    reports, door = await play_at_the_door(
        home, tmp_path, bots, (BOT, BOT), rounds=1, AMOUNT_OF_GAMES=4, RESTART=True, RESTART_TURN=2
    )
    assert [report.payoffs for report in reports] == [[0.5, 0.5]] * 4
    assert not any(report.dropped for report in reports)
    assert reports[-1].why.endswith("the match is a draw.") and door.played == 1


async def test_an_error_in_bot_input_costs_the_move_and_is_shown(
    classic: dict[str, str], home: House, tmp_path: Path
) -> None:
    folder = tmp_path / "mine"
    new_bot(GAME, "python", folder, classic=True)
    (folder / "bot_input.py").write_text("def bot_input(state):\n    return state['no such key']\n")
    command = shlex.join([sys.executable, str(folder / "bot.py")])
    reports, _ = await play_at_the_door(home, tmp_path, {1: command}, (BOT, "classic-enemy"), rounds=4)
    assert reports[0].misses == [0, 0] and reports[0].scores[0] == 0
    assert "KeyError: 'no such key'" in (tmp_path / "said-1").read_text()


@pytest.mark.parametrize("language", ["python", "javascript", "java", "cpp"])
def test_a_settings_file_that_is_not_there_is_reported(language: str, classic: dict[str, str], tmp_path: Path) -> None:
    if language not in classic:
        pytest.skip(f"{TOOLS[language]} is not on this machine")
    words = [*shlex.split(classic[language]), "nowhere.json"]
    ran = subprocess.run(words, capture_output=True, text=True, timeout=patience(), check=False, cwd=tmp_path)
    assert ran.returncode == 1
    assert "nowhere.json cannot be read" in ran.stderr and len(ran.stderr.splitlines()) == 1


@pytest.mark.parametrize("language", KITS)
def test_the_function_to_fill_in_is_called_bot_input(language: str, tmp_path: Path) -> None:
    written = {path.name: path for path in new_bot(GAME, language, tmp_path / "bot", classic=True)}
    ours = {"python": "bot_input.py", "javascript": "bot_input.mjs", "java": "BotInput.java"}
    theirs = {"csharp": "BotInput.cs", "cpp": "bot_input.hpp"}
    assert " bot_input(" in written[(ours | theirs)[language]].read_text()
    settings = json.loads(written["settings.json"].read_text())
    assert list(settings)[:5] == ["PLAYER_NUM", "TEAM_NAME", "AMOUNT_OF_GAMES", "RESTART", "RESTART_TURN"]

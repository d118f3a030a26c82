"""Bots from elsewhere: any seat word over the network, and whole bots that know nothing of our package."""

from __future__ import annotations

import asyncio
import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from tests.patience import patience
from tests.server.conftest import Visit
from tests.server.guest import RunningHouse, play, until

from parlour.arena.network import Joined, join
from parlour.core.errors import Refused

BOTS = Path(__file__).parents[2] / "docs" / "bots"
Words = list[str]


@pytest.fixture(scope="module")
def quiet(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningHouse]:
    """A house where nobody else plays, and that may be killed."""
    folder = tmp_path_factory.mktemp("quiet")
    opened = RunningHouse(str(folder / "parlour.db"), folder / "log").open()
    try:
        yield opened
    finally:
        opened.close()


def in_a_thread(*words: Any, **how: Any) -> asyncio.Future[list[Joined]]:
    """A bot beside the test, which does not outlive it."""
    future: Future[list[Joined]] = Future()

    def work() -> None:
        try:
            future.set_result(join(*words, **how))
        except BaseException as error:
            future.set_exception(error)

    Thread(target=work, daemon=True).start()
    return asyncio.wrap_future(future)


async def test_a_level_joins_a_table_by_its_page(house: RunningHouse, visit: Visit) -> None:
    ann = await visit("Ann")
    table = await ann.table("me", "free", game="kata-tcg")
    bot = in_a_thread(f"{house.url}/table/{table}", "easy", name="Clank")
    over = await play(await ann.sit(table, 0))
    [joined] = await bot
    assert (joined.table, joined.game, joined.seat) == (table, "kata-tcg", 1)
    assert joined.payoffs == over["payoffs"]
    seat = (await ann.get(f"/api/tables/{table}"))["seats"][1]
    assert (seat["kind"], seat["name"]) == ("bot", "Clank")


async def test_two_bots_find_each_other_and_play_on(quiet: RunningHouse) -> None:
    """Both look for an open table; if both then wait at tables of their own, one of them gives way."""
    played = await asyncio.gather(
        in_a_thread(quiet.url, "random", game="connect-four", matches=3),
        in_a_thread(quiet.url, "greedy", game="connect-four", matches=3),
    )
    assert [one.table for one in played[0]] == [one.table for one in played[1]]


async def test_a_bot_plays_rematches_at_its_table(house: RunningHouse, visit: Visit) -> None:
    ann = await visit("Ann")
    table = await ann.table("me", "free")
    bot = in_a_thread(f"{house.url}/table/{table}", "random", matches=2)
    chair = await ann.sit(table, 0)
    await play(chair)
    again = (await chair.hear("table"))["rematch"]
    while again is None:
        again = (await chair.hear("table"))["rematch"]
    await play(await ann.sit(again, 0))
    assert [one.table for one in await bot] == [table, again]


async def test_a_program_on_stdin_and_stdout_visits_a_house(house: RunningHouse, visit: Visit) -> None:
    ann = await visit("Ann")
    table = await ann.table("me", "free")
    word = "cmd:" + shlex.join([sys.executable, str(BOTS / "random_bot.py")])
    bot = in_a_thread(house.url, word, table)
    await play(await ann.sit(table, 0))
    assert (await bot)[0].table == table


@pytest.mark.parametrize(
    ("program", "why"),
    [("while input(): print('hello', flush=True)", "gave up"), ("raise SystemExit(3)", "exit status 3")],
)
async def test_a_program_that_fails_gives_up(
    house: RunningHouse, visit: Visit, tmp_path: Path, program: str, why: str
) -> None:
    (tmp_path / "bad.py").write_text(program)
    ann = await visit("Ann")
    table = await ann.table("free", "me")
    word = "cmd:" + shlex.join([sys.executable, str(tmp_path / "bad.py")])
    [joined] = await in_a_thread(house.url, word, table)
    assert joined.payoffs == [0.0, 1.0]
    assert why in joined.why


@pytest.mark.parametrize(
    ("url", "word", "how", "code"),
    [
        ("ftp://x", "random", {}, "bad-url"),
        ("http://127.0.0.1:1", "random", {}, "no-house"),
        ("HOUSE", "genius", {"game": "connect-four"}, "bad-seat"),
        ("HOUSE", "random", {"game": "chess"}, "no-such-game"),
        ("HOUSE/table/nope", "random", {}, "not-found"),
        ("HOUSE", "random", {"game": "connect-four", "seat": 5}, "no-seat"),
        ("HOUSE", "cmd:./no-such-bot", {"game": "connect-four"}, "no-program"),
    ],
)
def test_what_cannot_be_joined_is_refused(
    house: RunningHouse, url: str, word: str, how: dict[str, Any], code: str
) -> None:
    with pytest.raises(Refused) as told:
        join(url.replace("HOUSE", house.url), word, **how)
    assert told.value.code == code
    assert told.value.text.endswith((".", "?"))


async def test_a_bot_comes_back_when_the_house_does(quiet: RunningHouse, visit: Visit) -> None:
    ann = await visit("Ann", at=quiet)
    table = await ann.table("me", "free")
    bot = in_a_thread(quiet.url, "random", table)
    chair = await ann.sit(table, 0)
    await chair.move(await chair.hear("turn"))
    await chair.hear("turn")
    quiet.kill()
    quiet.open()
    assert (await play(await ann.sit(table, 0)))["type"] == "over"
    assert (await bot)[0].table == table


async def test_a_bot_with_a_token_plays_the_tables_laid_for_it(house: RunningHouse, visit: Visit) -> None:
    ann = await visit("Ann")
    bot = await ann.post("/api/bots", {"name": "Clank"})
    wish = {"game": "connect-four", "against": "random", "games": 2}
    laid = await ann.post(f"/api/bots/{bot['id']}/trials", wish)
    played = await in_a_thread(house.url, "greedy", token=bot["token"], matches=2)
    assert [(one.table, one.seat) for one in played] == [(one["table"], one["seat"]) for one in laid]
    with pytest.raises(Refused) as told:
        await in_a_thread(house.url, "greedy", token="nobody.nothing")
    assert "token" in told.value.text


async def test_what_a_program_does_wrong_is_in_the_bots_log(house: RunningHouse, visit: Visit, tmp_path: Path) -> None:
    (tmp_path / "bad.py").write_text("while input(): print('hello', flush=True)")
    ann = await visit("Ann")
    bot = await ann.post("/api/bots", {"name": "Clank"})
    [laid] = await ann.post(f"/api/bots/{bot['id']}/trials", {"game": "connect-four", "against": "random", "seat": 0})
    word = "cmd:" + shlex.join([sys.executable, str(tmp_path / "bad.py")])
    await in_a_thread(house.url, word, token=bot["token"])
    log: dict[str, Any] = {}

    async def four() -> bool:
        nonlocal log
        log = await ann.get(f"/api/tables/{laid['table']}/log?seat=0")
        return len(log["faults"]) >= 4

    await until(four)
    assert {fault["code"] for fault in log["faults"]} == {"note"}
    assert "was not usable" in log["faults"][0]["why"]
    assert "gave up" in log["faults"][-1]["why"]


# Bots that need nothing of ours


def python_bot() -> Words:
    return [sys.executable, str(BOTS / "network_bot.py")]


def node_bot() -> Words:
    if shutil.which("node") is None:
        pytest.skip("node is not installed")
    return ["node", str(BOTS / "network_bot.mjs")]


@pytest.mark.parametrize("program", [python_bot, node_bot])
async def test_a_whole_bot_opens_a_table_and_plays(
    house: RunningHouse, visit: Visit, program: Callable[[], Words]
) -> None:
    ann = await visit("Ann")
    table = await ann.table("me", "free", game="kata-tcg", preset="full")
    running = await started([*program(), f"{house.url}/table/{table}"])
    over = await play(await ann.sit(table, 0))
    out, err = await running.communicate()
    assert running.returncode == 0, err
    assert f"Sitting in seat 1 at {house.url}/table/{table}" in out.decode()
    assert over["why"] in out.decode()
    assert err == b""


@pytest.mark.parametrize("program", [python_bot, node_bot])
async def test_a_whole_bot_waits_at_a_table_of_its_own(
    house: RunningHouse, visit: Visit, program: Callable[[], Words]
) -> None:
    running = await started([*program(), house.url, "kata-tcg"])
    assert running.stdout is not None
    line = (await running.stdout.readline()).decode()
    table = line.rpartition("/")[2].strip()
    ann = await visit("Ann")
    joined = await ann.post(f"/api/tables/{table}/join")
    await play(await ann.sit(table, joined["seat"]))
    await running.communicate()
    assert running.returncode == 0


async def started(words: Words) -> asyncio.subprocess.Process:
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONPATH" and not k.lower().endswith("_proxy")}
    return await asyncio.create_subprocess_exec(*words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment)


# The commands


def command(*words: str) -> Words:
    return [sys.executable, "-m", "parlour", *words]


async def test_the_command_joins_a_table(house: RunningHouse, visit: Visit) -> None:
    ann = await visit("Ann")
    table = await ann.table("me", "free")
    words = command("bot", "join", f"{house.url}/table/{table}", "--seat", "random", "--name", "Clank", "--json")
    running = await asyncio.create_subprocess_exec(*words, stdout=subprocess.PIPE)
    await play(await ann.sit(table, 0))
    out, _ = await running.communicate()
    assert running.returncode == 0
    assert json.loads(out)[0]["table"] == table


def test_the_command_says_what_is_wrong(house: RunningHouse) -> None:
    for words in (["127.0.0.1:1"], [house.url, "--game", "chess"], [f"{house.url}/table/nope"]):
        said = subprocess.run(command("bot", "join", *words, "--seat", "random"), capture_output=True, text=True)
        assert said.returncode == 2
        assert said.stderr.strip().endswith((".", "?"))
        assert "Traceback" not in said.stderr


def open_and_close(words: Words, tmp_path: Path, number: int = signal.SIGINT) -> tuple[str, int]:
    """Start a house by a command, wait until it is open, press Ctrl-C."""
    environment = {**os.environ, "PARLOUR_DATA": str(tmp_path), "BROWSER": "true"}
    environment.pop("PARLOUR_DB", None)
    running = subprocess.Popen(
        command(*words), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=environment
    )
    assert running.stdout is not None
    first = running.stdout.readline()
    running.send_signal(number)
    out, _ = running.communicate(timeout=patience())
    return first + out, running.returncode


def test_parlour_alone_opens_the_house(tmp_path: Path) -> None:
    said, code = open_and_close(["--no-browser"], tmp_path)
    assert re.match(r"The house is open at http://localhost:80\d\d \(Ctrl-C closes it\)\.\n", said)
    assert said.endswith("The house is closed; every match is saved.\n")
    assert "Traceback" not in said
    assert code == 0
    assert (tmp_path / "parlour.db").exists()


def test_serve_tells_its_address_and_ends_politely(tmp_path: Path) -> None:
    from tests.server.guest import free_port

    port = str(free_port())
    said, code = open_and_close(["serve", "--port", port, "--db", str(tmp_path / "own.db")], tmp_path)
    assert f"http://localhost:{port}" in said
    assert code == 0
    assert (tmp_path / "own.db").exists()


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["--port", "PORT"], "in use"),
        (["--db", "mysql://x/y"], "SQLite and PostgreSQL"),
        (["--redis", "redis://127.0.0.1:1"], "Redis does not answer"),
        (["--redis", "nonsense"], "Redis address"),
        (["--host", "256.1.1.1"], "can't open"),
    ],
)
def test_a_house_that_cannot_open_says_why(house: RunningHouse, tmp_path: Path, words: Words, why: str) -> None:
    from tests.server.guest import free_port

    given = [word.replace("PORT", str(house.port)) for word in words]
    port = [] if "--port" in words else ["--port", str(free_port())]
    said = subprocess.run(
        command("serve", *given, *port),
        capture_output=True,
        text=True,
        timeout=patience(60),
        env={**os.environ, "PARLOUR_DATA": str(tmp_path)},
    )
    assert said.returncode == 2, said.stderr
    assert why in said.stderr
    assert "Traceback" not in said.stderr

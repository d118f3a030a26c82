"""Kill the house at any moment, again and again: no acknowledged move is lost, every match goes on and ends, and each
counts once for the ratings."""

from __future__ import annotations

import asyncio
import os
import random
import time
from pathlib import Path

import pytest
from tests.breadth import breadth
from tests.server.bots import Bot, check_kept, play_on, played
from tests.server.guest import Guest, RunningHouse, caller, until

from parlour.core.match import Match
from parlour.core.seed import Seed
from parlour.games import find
from parlour.store import Store

MATCHES = breadth(20, 30)
KILLS = int(os.environ.get("PARLOUR_KILLS", breadth("3", "10")))  # `PARLOUR_KILLS=100` for a long evening


@pytest.fixture(params=["sqlite", "postgresql"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return str(tmp_path / "parlour.db")
    return str(request.getfixturevalue("postgres").create("kill"))


async def test_kill_9_again_and_again(place: str, log: Path) -> None:
    house = RunningHouse(place, log, lease_seconds=2).open()
    try:
        bots = await sit_everywhere(house)
        await play_through_the_storm(house, bots)
        await wait_for_results(place)
    finally:
        house.close()
    check_the_store(place, bots)
    assert "Traceback" not in house.said()


async def sit_everywhere(house: RunningHouse) -> list[Bot]:
    bots: list[Bot] = []
    async with caller() as http:
        hosts = [await Guest(house, http).come(kind="bots") for _ in range(MATCHES // 10)]
        for number in range(MATCHES):
            host, rival = hosts[number // 10], hosts[number // 10 - 1]
            table = await host.table("me", "free", game="kata-tcg", rated=True, clock="1d/move")
            await rival.post(f"/api/tables/{table}/join")
            bots += [
                Bot([house], guest, table, seat, seed=2 * number + seat) for seat, guest in enumerate((host, rival))
            ]
    return bots


async def play_through_the_storm(house: RunningHouse, bots: list[Bot]) -> None:
    chance = random.Random(11)
    for bot in bots:
        bot.pace = 0.2
    playing = [asyncio.create_task(bot.play()) for bot in bots]
    for _ in range(KILLS):
        await played(bots, playing, acknowledged(bots) + chance.randint(20, 60))  # at any moment
        house.kill()
        house.open(wait=False)
    assert sum(not task.done() for task in playing) > MATCHES // 2, "moves were flowing until the last kill"
    for bot in bots:
        bot.pace = 0.0
    await play_on(bots, playing)


async def wait_for_results(place: str) -> None:
    """A match that ended just before a kill gets its result when the house finds it again."""
    with Store.open(place) as store:
        await until(lambda: not store.reads.idle(time.time() + 60, statuses=["running"]))
        await until(lambda: not store.reads.rated(waiting=True))


def acknowledged(bots: list[Bot]) -> int:
    return sum(len(bot.mine) for bot in bots)


def check_the_store(place: str, bots: list[Bot]) -> None:
    with Store.open(place) as store:
        for bot in bots:
            played = check_kept(store, bot)
            assert played.match.status == "over"
            match = replay(played.match.game, str(played.match.seed), [move.move for move in played.moves])
            assert match.over
            assert bot.over is not None
            assert match.payoffs() == bot.over["payoffs"] == played.match.result["payoffs"]
            assert [seat.payoff for seat in store.reads.rated_seats(bot.table)] == match.payoffs()
        assert sum(standing.games for standing in store.reads.ratings("kata-tcg")) == len(bots), "each game counts once"
    assert sum(bot.connections for bot in bots) > 2 * len(bots), "they came back again and again"


def replay(game_name: str, seed: str, moves: list[dict[str, str | int]]) -> Match:
    game = find(game_name)
    match = Match(game, None, 2, Seed.parse(seed))
    for move in moves:
        match.play(match.mover, game.moves.from_json(move))
    return match

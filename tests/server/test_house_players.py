"""House players: they move by themselves, in processes of their own."""

from __future__ import annotations

import asyncio
import time

import pytest
from tests.server.conftest import Visit
from tests.server.guest import play


@pytest.mark.parametrize("word", ["random", "greedy", "easy"])
async def test_a_house_player_plays_a_whole_game(visit: Visit, word: str) -> None:
    ann = await visit("Ann")
    table = await ann.table("me", word)
    assert (await play(await ann.sit(table, 0)))["type"] == "over"


async def test_two_house_players_need_nobody(visit: Visit) -> None:
    ann = await visit("Ann")
    table = await ann.table("random", "greedy", game="kata-tcg")
    chair = await ann.watch(table)
    assert (await chair.hear("over"))["payoffs"]


async def test_a_thinking_house_player_delays_no_other_table(visit: Visit) -> None:
    ann, ben = await visit("Ann"), await visit("Ben")
    slow = [await ann.table("hard", "hard", game="kata-tcg", preset="full") for _ in range(3)]
    quick = await ben.table("me", "random")
    chair = await ben.sit(quick, 0)
    waits = []
    turn = await chair.hear("turn")
    while True:
        start = time.monotonic()
        await chair.move(turn)
        message = await chair.hear("events")
        waits.append(time.monotonic() - start)
        message = await chair.hear("turn", "over")
        if message["type"] == "over":
            break
        waits.append(time.monotonic() - start)
        turn = message
    assert len(waits) > 6
    # the first answer may have to wait until the processes have started
    assert sorted(waits)[-3] < 0.5, waits
    for table in slow:
        watcher = await ann.watch(table)
        assert (await watcher.hear("events", patience=15))["seat"] in (0, 1)


async def test_many_thinkers_share_the_time(visit: Visit) -> None:
    """Six tables that ask for a second each on one or two processes: nobody waits for six."""
    ann = await visit("Ann")
    tables = [await ann.table("me", "hard") for _ in range(6)]
    chairs = [await ann.sit(table, 0) for table in tables]

    async def one_move(chair: object) -> float:
        turn = await chair.hear("turn")  # type: ignore[attr-defined]
        start = time.monotonic()
        await chair.move(turn)  # type: ignore[attr-defined]
        await chair.hear("turn")  # type: ignore[attr-defined]
        return time.monotonic() - start

    waits = await asyncio.gather(*(one_move(chair) for chair in chairs))
    assert max(waits) < 5.0, waits
    for table in tables:
        await ann.post(f"/api/tables/{table}/leave")

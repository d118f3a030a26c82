"""The clock: the default move, strikes, the bank, and the forfeit."""

from __future__ import annotations

import asyncio
import time

from tests.server.conftest import Visit
from tests.server.guest import play, until


async def test_without_a_clock_nobody_is_hurried(visit: Visit) -> None:
    ann = await visit("Ann")
    table = await ann.table("me", "me")
    turn = await (await ann.sit(table, 0)).hear("turn")
    assert turn["clock"] == {"move_ms": None, "bank_ms": None, "strikes": 0}


async def test_a_miss_is_the_default_move_and_a_strike_and_three_strikes_forfeit(visit: Visit) -> None:
    ann = await visit("Ann")
    table = await ann.table("me", "me", clock={"move_ms": 500, "strikes": 3})
    a, b = await ann.sit(table, 0), await ann.sit(table, 1)
    rival = asyncio.create_task(play(b))
    for strikes in (1, 2):
        turn = await a.hear("turn")
        assert turn["clock"]["strikes"] == strikes - 1
        assert 0 < turn["clock"]["move_ms"] <= 500
        start = time.monotonic()
        told = await a.hear("events")
        assert 0.3 < time.monotonic() - start < 2.0
        assert {"kind": "missed", "seat": 0} in told["events"]
        assert any(event["kind"] == "dropped" for event in told["events"]), "the default move is played"
        late = await a.ask("refused", type="move", ply=turn["ply"], move=turn["moves"][0])
        assert late["code"] in ("not-your-turn", "stale")
        assert late["strikes"] == strikes
    over = await a.hear("over")
    assert over["payoffs"] == [0.0, 1.0]
    assert (await rival)["payoffs"] == [0.0, 1.0]


async def test_the_bank_is_for_the_whole_game(visit: Visit) -> None:
    ann = await visit("Ann")
    start = time.monotonic()
    table = await ann.table("me", "me", clock={"move_ms": 500, "bank_ms": 2000, "strikes": 1})
    a, b = await ann.sit(table, 0), await ann.sit(table, 1)
    rival = asyncio.create_task(play(b))
    first = await a.hear("turn")
    assert first["clock"]["bank_ms"] == 2000
    await asyncio.sleep(0.9)
    await a.move(first)
    second = await a.hear("turn")
    used = (time.monotonic() - start) * 1000  # and whatever the machine needed in between
    assert 2500 - used <= second["clock"]["bank_ms"] <= 1600, "what was used beyond the move's own time is gone"
    shown = (await ann.get(f"/api/tables/{table}"))["seats"][0]["clock"]
    assert shown["bank_ms"] == second["clock"]["bank_ms"]
    assert (await a.hear("over"))["payoffs"] == [0.0, 1.0]
    assert time.monotonic() - start > 3.0, "two moves of half a second each, and the bank is empty"
    await rival


async def test_time_left_is_counted_down_for_those_who_come_late(visit: Visit) -> None:
    ann = await visit("Ann")
    table = await ann.table("me", "me", clock={"move_ms": 60_000})
    await asyncio.sleep(0.3)
    waiting = await (await ann.watch(table)).hear("waiting")
    assert 55_000 < waiting["clock"]["move_ms"] <= 59_750


async def test_the_clock_runs_while_nobody_is_there(visit: Visit) -> None:
    ann = await visit("Ann")
    table = await ann.table("me", "random", clock={"move_ms": 500, "strikes": 1})

    async def over() -> bool:
        return bool((await ann.get(f"/api/tables/{table}"))["status"] == "over")

    await until(over)
    assert (await ann.get(f"/api/tables/{table}"))["result"]["payoffs"] == [0.0, 1.0]

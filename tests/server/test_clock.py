"""The clock: the default move, strikes, the bank, and the forfeit. Its hands are moved by the tests."""

from __future__ import annotations

import asyncio

import pytest
from tests.server.conftest import HeldResults, Visit
from tests.server.guest import Guest, HouseByHand, Refusal, play, until


@pytest.fixture
async def ann(visit: Visit, by_hand: HouseByHand) -> Guest:
    return await visit("Ann", at=by_hand)


async def test_without_a_clock_nobody_is_hurried(ann: Guest, by_hand: HouseByHand) -> None:
    chair = await ann.sit(await ann.table("me", "me"), 0)
    turn = await chair.hear("turn")
    assert turn["clock"] == {"move_ms": None, "bank_ms": None, "strikes": 0}
    by_hand.time.turn(7 * 86_400)
    assert await chair.said_so_far() == []


async def test_a_miss_is_the_default_move_and_a_strike_and_three_strikes_forfeit(
    ann: Guest, by_hand: HouseByHand
) -> None:
    table = await ann.table("me", "me", clock={"move_ms": 500, "strikes": 3})
    a, b = await ann.sit(table, 0), await ann.sit(table, 1)
    rival = asyncio.create_task(play(b))
    for strikes in (1, 2):
        turn = await a.hear("turn")
        assert turn["clock"] == {"move_ms": 500, "bank_ms": None, "strikes": strikes - 1}
        by_hand.time.turn(0.484375)
        # The rival may still be sitting down, of which the table tells.
        assert {m["type"] for m in await a.said_so_far()} <= {"table"}, "not a moment too soon"
        by_hand.time.turn(0.015625)
        told = await a.hear("events")
        assert {"kind": "missed", "seat": 0} in told["events"]
        assert any(event["kind"] == "dropped" for event in told["events"]), "the default move is played"
        late = await a.ask("refused", type="move", ply=turn["ply"], move=turn["moves"][0])
        assert late["code"] in ("not-your-turn", "stale")
        assert late["strikes"] == strikes
    await a.hear("turn")
    by_hand.time.turn(0.5)
    assert (await a.hear("over"))["payoffs"] == [0.0, 1.0]
    assert (await rival)["payoffs"] == [0.0, 1.0]


async def test_the_bank_is_for_the_whole_game(ann: Guest, by_hand: HouseByHand) -> None:
    table = await ann.table("me", "me", clock={"move_ms": 500, "bank_ms": 2000, "strikes": 1})
    a, b = await ann.sit(table, 0), await ann.sit(table, 1)
    rival = asyncio.create_task(play(b))
    first = await a.hear("turn")
    assert first["clock"]["bank_ms"] == 2000
    by_hand.time.turn(0.875)
    await a.move(first)
    second = await a.hear("turn")
    assert second["clock"] == {"move_ms": 500, "bank_ms": 1625, "strikes": 0}
    assert (await ann.get(f"/api/tables/{table}"))["seats"][0]["clock"]["bank_ms"] == 1625
    by_hand.time.turn(0.25)
    await a.move(second)
    third = await a.hear("turn")
    assert third["clock"]["bank_ms"] == 1625, "a quick move leaves the bank alone"
    by_hand.time.turn(2.0)
    assert await a.said_so_far() == []
    by_hand.time.turn(0.125)
    assert (await a.hear("over"))["payoffs"] == [0.0, 1.0], "the move's own time is over and the bank is empty"
    await rival


async def test_time_left_is_counted_down_for_those_who_come_late(ann: Guest, by_hand: HouseByHand) -> None:
    table = await ann.table("me", "me", clock={"move_ms": 60_000})
    by_hand.time.turn(12.5)
    waiting = await (await ann.watch(table)).hear("waiting")
    assert waiting["clock"]["move_ms"] == 47_500


async def test_the_clock_runs_while_nobody_is_there(ann: Guest, by_hand: HouseByHand) -> None:
    table = await ann.table("me", "random", clock={"move_ms": 500, "strikes": 1})

    async def over() -> bool:
        return bool((await ann.get(f"/api/tables/{table}"))["status"] == "over")

    by_hand.time.turn(0.5)
    await until(over)
    assert (await ann.get(f"/api/tables/{table}"))["result"]["payoffs"] == [0.0, 1.0]


async def test_a_game_that_is_shown_as_over_has_a_result(
    ann: Guest, by_hand: HouseByHand, held_results: HeldResults
) -> None:
    """Even while it is still being stored."""
    table = await ann.table("me", "random", clock={"move_ms": 500, "strikes": 1})
    by_hand.time.turn(0.5)
    await held_results.held()
    early = await ann.get(f"/api/tables/{table}")
    assert early["status"] == "over"
    assert early["result"]["payoffs"] == [0.0, 1.0]
    with pytest.raises(Refusal, match="No such seat is in play"):
        await ann.post(f"/api/tables/{table}/takeover", {"seat": 0})
    held_results.let_go()

    await until(lambda: by_hand.house.tables[table].row.status == "over")
    assert (await ann.get(f"/api/tables/{table}"))["result"] == early["result"]

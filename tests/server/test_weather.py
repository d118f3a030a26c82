"""What goes wrong around a house: a network that drops, delays and reorders, a full disk, a clock that jumps."""

from __future__ import annotations

import asyncio
import sqlite3

import pytest
from bench.proxy import Proxy
from sqlalchemy import exc
from tests.server.bots import Bot, check_kept, play_on
from tests.server.conftest import OpenByHand, Visit
from tests.server.guest import HouseByHand, until

from parlour.server.retention import DAY
from parlour.store import writer

TABLES = 3


async def test_nothing_is_lost_or_doubled_in_bad_weather(by_hand: HouseByHand, visit: Visit) -> None:
    proxy = await Proxy(by_hand.port, seed=19).open()
    ann, ben = await visit("Ann", at=by_hand), await visit("Ben", at=by_hand)
    bots: list[Bot] = []
    for number in range(TABLES):
        table = await ann.table("me", "free")
        await ben.post(f"/api/tables/{table}/join")
        bots += [Bot([proxy], guest, table, seat, 2 * number + seat) for seat, guest in enumerate((ann, ben))]
    for bot in bots:
        bot.longest_pause = 0.05
    await play_on(bots, [asyncio.create_task(bot.play()) for bot in bots])
    await proxy.close()
    assert proxy.counts.cut > 2 * TABLES and proxy.counts.stalled, "it was bad weather"
    store = by_hand.house.store
    for bot in bots:
        await until(lambda: check_kept(store, bot).match.status == "over")  # noqa: B023
        assert bot.over is not None and check_kept(store, bot).match.result["payoffs"] == bot.over["payoffs"]


async def test_a_full_disk_refuses_moves_in_a_sentence_and_takes_them_when_there_is_room(
    by_hand: HouseByHand, visit: Visit, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """`make prove-disk` does the same with a disk that is really full."""
    ann = await visit("Ann", at=by_hand)
    table = await ann.table("me", "me")
    chair = await ann.sit(table)
    turn = await chair.hear("turn")

    def no_room(*_: object) -> None:
        raise exc.OperationalError("INSERT", {}, sqlite3.OperationalError("database or disk is full"))

    with monkeypatch.context() as full:
        full.setattr(writer, "append_all", no_room)
        await chair.move(turn)
        told = await chair.hear("error")
        assert told["code"] == "store" and "disk" in caplog.text and "Traceback" not in caplog.text
        assert (await ann.get("/api/guests/me"))["name"] == "Ann", "what needs no room goes on"
    await chair.move(turn)
    assert (await chair.hear("events"))["ply"] == 1, "neither lost nor played twice"


async def test_a_jump_of_the_wall_clock_costs_nobody_time_or_a_self(by_hand: HouseByHand, visit: Visit) -> None:
    ann = await visit("Ann", at=by_hand)
    chair = await ann.sit(await ann.table("me", "me", clock="60s/move"))
    turn = await chair.hear("turn")
    for jump in (DAY, -3 * DAY):
        by_hand.time.midnight += jump
        by_hand.time.turn(59)
        assert [one["type"] for one in await chair.said_so_far()] == []
        assert (await ann.get("/api/guests/me"))["name"] == "Ann"
    by_hand.time.turn(1)  # more than sixty seconds in all, on the clock that never jumps
    assert (await chair.hear("events"))["ply"] == turn["ply"]


async def test_a_clock_that_jumps_ahead_makes_the_house_forget_nobody(
    open_by_hand: OpenByHand, caplog: pytest.LogCaptureFixture
) -> None:
    house = await open_by_hand(keep_guests_days=30)
    retention, swept = house.house.retention, 0

    async def sweep(days: object) -> None:
        nonlocal swept
        swept += 1

    retention.sweep = sweep  # type: ignore[method-assign, assignment]

    async def sweeps() -> bool:
        before = swept
        retention.sweep_beside_play()
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        return swept > before

    assert await sweeps()
    house.time.midnight += 365 * DAY
    assert not await sweeps() and "jumped" in caplog.text
    house.time.turn(DAY - 1)
    assert not await sweeps(), "somebody has a day to set it right"
    house.time.turn(1)
    assert await sweeps(), "after a day it is taken as it is"

"""Somebody who means harm: refused clearly, and the game at the next table does not notice."""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import socket
from collections.abc import AsyncIterator
from typing import Any

import pytest
from tests.server.conftest import OpenByHand, Visit
from tests.server.guest import POLL, Guest, RunningHouse, until
from tests.server.test_limits import frame, raw_chair
from websockets.exceptions import ConnectionClosed, InvalidStatus

JUNK: list[str | bytes] = [
    "",
    "null",
    "[" * 50_000,
    '{"type":' * 5_000,
    '{"type": "sit"}' * 100,
    '{"type": "move", "ply": 1e999}',
    '{"type": "move", "ply": 99999999999999999999999}',
    '{"type": "move", "ply": 1, "index": 1e3}',
    '{"type": "move", "ply": 1, "move": {"kind": {"kind": {}}}}',
    '{"type": "why", "move": {"kind": "\\ud800"}}',
    '{"type": "preview", "id": "x", "move": []}',
    '{"type": "emote", "emote": 7}',
    b"\x00\xff\xfe",
    b"\x80" * 1000,
    b'{"type": "ping"',
]


class NextTable:
    """A game between two quiet guests, and how much the house worked while each of their moves waited."""

    def __init__(self, guest: Guest, house: RunningHouse) -> None:
        self.guest = guest
        self.house = house
        self.work: list[float] = []  # CPU seconds

    async def play_on(self) -> None:
        while True:
            table = await self.guest.table("me", "me")
            chairs = [await self.guest.sit(table, seat) for seat in (0, 1)]
            await asyncio.gather(*(self._seat(chair) for chair in chairs))

    async def _seat(self, chair: Any) -> None:
        while True:
            message = await chair.next()
            if message["type"] == "turn":
                start = self.house.cpu_seconds()
                await chair.move(message, random.randrange(len(message["moves"])))
                await chair.hear("events")
                self.work.append(self.house.cpu_seconds() - start)
                await asyncio.sleep(POLL)
            elif message["type"] == "over":
                return

    async def goes_on(self) -> None:
        """A few more moves are played."""
        before = len(self.work)
        await until(lambda: len(self.work) > before + 3)


@pytest.fixture
async def next_table(visit: Visit, house: RunningHouse) -> AsyncIterator[NextTable]:
    """Afterwards: the game went on all the time, and no move had to wait for work on something else."""
    table = NextTable(await visit("Quiet"), house)
    playing = asyncio.create_task(table.play_on())
    await table.goes_on()
    yield table
    await table.goes_on()
    playing.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await playing
    # far above what a move needs, far below what a blocked house would take
    assert sorted(table.work)[len(table.work) * 9 // 10] < 0.3, sorted(table.work)[-10:]


async def test_junk_is_refused_and_the_connection_stays(visit: Visit, next_table: NextTable) -> None:
    eve = await visit("Eve")
    table = await eve.table("me", "me")
    chair = await eve.sit(table, 0)
    turn = await chair.hear("turn")
    for junk in JUNK:
        await chair.socket.send(junk)
        answer = await chair.hear("error", "refused", "why")
        assert answer["type"] != "why" or answer["legal"] is False, junk
    assert (await eve.get(f"/api/tables/{table}"))["ply"] == 0
    await chair.move(turn)
    assert (await chair.hear("events"))["ply"] == 1


async def test_junk_instead_of_sitting_down(visit: Visit, next_table: NextTable) -> None:
    eve = await visit("Eve")
    table = await eve.table("me", "me")
    for junk in JUNK:
        chair = await eve.open_chair(table)
        await chair.socket.send(junk)
        assert (await chair.next())["type"] == "error"
        assert (await chair.shown_out())[0] == 1008


async def test_other_people_s_tokens_and_seats(visit: Visit, next_table: NextTable) -> None:
    ann, eve = await visit("Ann"), await visit("Eve")
    table = await ann.table("me", "free")
    for token, seat in [(eve.token, 0), (ann.token, 1), (ann.token[:-2], 0), ("", 0), ("x.y", 0), (eve.token, -1)]:
        chair = await eve.open_chair(table)
        await chair.say(type="sit", token=token, seat=seat)
        assert (await chair.next())["code"] in ("not-your-seat", "bad-token", "no-seat")


async def test_floods_from_many_sides(visit: Visit, next_table: NextTable) -> None:
    eve = await visit("Eve")
    table = await eve.table("me", "me")

    async def flood(message: str | bytes) -> int | None:
        chair = await eve.open_chair(table)
        await chair.say(type="sit", token=eve.token, seat=0)
        with contextlib.suppress(ConnectionClosed):
            while True:
                for _ in range(1000):
                    await chair.socket.send(message)
                await asyncio.sleep(POLL)
        return (await chair.shown_out())[0]

    codes = await asyncio.gather(
        *(flood(m) for m in ('{"type":"ping"}', "junk", b"\xff" * 500, '{"type":"move","ply":9,"index":0}') * 2)
    )
    assert set(codes) <= {1008, 1006}, "shown out; who shouts on may not hear the last word"


async def test_huge_messages(visit: Visit, next_table: NextTable) -> None:
    eve = await visit("Eve")
    table = await eve.table("me", "me")
    chair = await eve.sit(table, 0)
    with contextlib.suppress(ConnectionClosed):
        await chair.socket.send("x" * 5_000_000)
    assert (await chair.shown_out())[0] == 1009
    body = await eve.http.post(f"{eve.house.url}/api/tables", content=b"[" * 3_000_000)
    assert body.status_code in (400, 401, 413)


async def test_half_open_and_broken_lines(house: RunningHouse, visit: Visit, next_table: NextTable) -> None:
    eve = await visit("Eve")
    table = await eve.table("me", "me")
    lines = [await asyncio.to_thread(raw_chair, house, table) for _ in range(20)]
    silent = [socket.create_connection(("127.0.0.1", house.port)) for _ in range(20)]
    for number, line in enumerate(lines):
        if number % 4 == 1:
            line.sendall(frame(b'{"type": "si')[:7])  # stops in the middle of a frame
        elif number % 4 == 2:
            line.sendall(os.urandom(400))
        elif number % 4 == 3:
            line.sendall(frame(b'{"type": "sit"}') + frame(b"", 8)[:1])
    for line in silent[:10]:
        line.sendall(b"GET /api/games HTTP/1.1\r\nHost: x\r\n")
    await next_table.goes_on()
    for line in (*lines, *silent):
        line.close()


async def test_whoever_opens_a_chair_and_does_not_sit_down_is_shown_out(open_by_hand: OpenByHand, visit: Visit) -> None:
    hasty = await open_by_hand(sit_seconds=0.2)
    eve = await visit("Eve", at=hasty)
    table = await eve.table("me", "me")
    line = await asyncio.to_thread(raw_chair, hasty, table)
    assert b"silent" in await asyncio.to_thread(line.recv, 4096)
    line.close()


async def test_closing_in_the_middle(visit: Visit, next_table: NextTable) -> None:
    eve = await visit("Eve")
    table = await eve.table("me", "me")
    for _ in range(15):
        chair = await eve.sit(table, 0)
        await chair.say(type="move", ply=1, index=0)
        chair.socket.transport.abort()

    async def empty() -> bool:
        shown = await eve.get(f"/api/tables/{table}")
        return not shown["watchers"] and not shown["seats"][0]["here"]

    await until(empty)
    assert (await eve.get(f"/api/tables/{table}"))["ply"] in (0, 1)


async def test_addresses_that_lead_to_no_table(visit: Visit, next_table: NextTable) -> None:
    eve = await visit("Eve")
    for id in ("nope", "x" * 2000, "%00", "%ff", "..%2f..", "mine"):
        try:
            chair = await eve.open_chair(id)
        except InvalidStatus:
            continue  # not even a chair
        await chair.say(type="sit")
        assert (await chair.next())["type"] == "error"

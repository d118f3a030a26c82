"""Somebody who means harm: refused clearly, and the game at the next table does not notice."""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import socket
import time
from collections.abc import AsyncIterator
from typing import Any

import pytest
from tests.server.conftest import Visit
from tests.server.guest import PATIENCE, Guest, RunningHouse
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
    """A game between two quiet guests: how long each of their moves took."""

    def __init__(self, guest: Guest) -> None:
        self.guest = guest
        self.waits: list[float] = []
        self.games = 0

    async def play_on(self) -> None:
        while True:
            table = await self.guest.table("me", "me")
            chairs = [await self.guest.sit(table, seat) for seat in (0, 1)]
            await asyncio.gather(*(self._seat(chair) for chair in chairs))
            self.games += 1

    async def _seat(self, chair: Any) -> None:
        while True:
            message = await chair.next()
            if message["type"] == "turn":
                await asyncio.sleep(0.005)
                start = time.monotonic()
                await chair.move(message, random.randrange(len(message["moves"])))
                await chair.hear("events")
                self.waits.append(time.monotonic() - start)
            elif message["type"] == "over":
                return


@pytest.fixture
async def next_table(visit: Visit) -> AsyncIterator[NextTable]:
    """Afterwards: the game went on all the time, and no move took long."""
    table = NextTable(await visit("Quiet"))
    playing = asyncio.create_task(table.play_on())
    await asyncio.sleep(0.3)
    yield table
    before = len(table.waits)
    for _ in range(200):
        if len(table.waits) > before + 5:
            break
        await asyncio.sleep(0.05)
    assert len(table.waits) > before + 5, "the next table goes on"
    playing.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await playing
    waits = sorted(table.waits)
    # far above what a quiet machine needs, far below what a blocked house would take
    assert waits[len(waits) * 9 // 10] < 0.6, waits[-10:]


async def test_junk_is_refused_and_the_connection_stays(visit: Visit, next_table: NextTable) -> None:
    eve = await visit("Eve")
    table = await eve.table("me", "me")
    chair = await eve.sit(table, 0)
    turn = await chair.hear("turn")
    for junk in JUNK:
        await chair.socket.send(junk)
        answer = await chair.hear("error", "refused", "why")
        assert answer["type"] != "why" or answer["legal"] is False, junk
        await asyncio.sleep(0.03)
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
            for _ in range(1000):
                await chair.socket.send(message)
        return (await chair.shown_out())[0]

    codes = await asyncio.gather(
        *(flood(m) for m in ('{"type":"ping"}', "junk", b"\xff" * 500, '{"type":"move","ply":9,"index":0}') * 2)
    )
    assert set(codes) == {1008}


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
    for line in lines[::4]:
        line.settimeout(PATIENCE)  # sit_seconds of this house is two
        assert b"silent" in await asyncio.to_thread(line.recv, 4096), "who does not sit down is shown out"
    for line in (*lines, *silent):
        line.close()


async def test_closing_in_the_middle(visit: Visit, next_table: NextTable) -> None:
    eve = await visit("Eve")
    table = await eve.table("me", "me")
    for _ in range(15):
        chair = await eve.sit(table, 0)
        await chair.say(type="move", ply=1, index=0)
        chair.socket.transport.abort()
    for _ in range(100):
        shown = await eve.get(f"/api/tables/{table}")
        if shown["watchers"] == 0 and not shown["seats"][0]["here"]:
            break
        await asyncio.sleep(0.05)
    assert shown["ply"] in (0, 1)
    assert not shown["seats"][0]["here"]


async def test_addresses_that_are_no_table(visit: Visit, next_table: NextTable) -> None:
    eve = await visit("Eve")
    for id in ("nope", "x" * 2000, "%00", "%ff", "..%2f..", "mine"):
        try:
            chair = await eve.open_chair(id)
        except InvalidStatus:
            continue  # not even a chair
        await chair.say(type="sit")
        assert (await chair.next())["type"] == "error"

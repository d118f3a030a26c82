"""Limits: how much one guest may ask for, in a strict house of its own."""

from __future__ import annotations

import asyncio
import json
import socket
import time
from collections.abc import Iterator

import httpx
import pytest
from tests.server.conftest import Visit
from tests.server.guest import Guest, RunningHouse, play_all, until
from websockets.exceptions import ConnectionClosed


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningHouse]:
    folder = tmp_path_factory.mktemp("strict")
    opened = RunningHouse(
        str(folder / "parlour.db"),
        folder / "log",
        guests_per_minute=1,
        trust_proxy=True,
        messages_per_second=20,
        sit_seconds=0.7,
        ping_seconds=1.5,
    ).open()
    try:
        yield opened
    finally:
        opened.close()


async def come(strict: RunningHouse, address: str, visit: Visit) -> Guest:
    """A guest of the strict house, from an address of its own."""
    guest = Guest(strict, httpx.AsyncClient(trust_env=False, timeout=20, headers={"X-Forwarded-For": address}))
    return await guest.come()


def new_guest(strict: RunningHouse, forwarded: str) -> int:
    return httpx.post(
        f"{strict.url}/api/guests", json={}, trust_env=False, headers={"X-Forwarded-For": forwarded}
    ).status_code


def test_new_guests_of_one_address_are_few(strict: RunningHouse) -> None:
    assert [new_guest(strict, "10.0.0.1") for _ in range(14)].count(429) >= 1
    assert new_guest(strict, "10.0.0.2") == 201
    assert new_guest(strict, "10.9.9.9, 10.0.0.1") == 429, "only the last address counts: our own proxy wrote it"


async def test_who_connects_and_says_nothing_is_shown_out(strict: RunningHouse, visit: Visit) -> None:
    guest = await come(strict, "10.0.1.1", visit)
    table = await guest.table("me", "me")
    chair = await guest.open_chair(table)
    start = time.monotonic()
    assert await chair.shown_out() == (1008, "silent")
    assert 0.4 < time.monotonic() - start < 3
    assert chair.heard[0]["error"].endswith(".")
    first = await guest.open_chair(table)
    await first.say(type="ping")
    assert (await first.next())["code"] == "sit-first"
    await guest.go()


async def test_a_flood_is_warned_then_ended(strict: RunningHouse, visit: Visit) -> None:
    guest = await come(strict, "10.0.1.2", visit)
    chair = await guest.sit(await guest.table("me", "me"), 0)
    await chair.hear("turn")
    try:
        for _ in range(200):
            await chair.say(type="ping")
    except ConnectionClosed:
        pass
    assert await chair.shown_out() == (1008, "too-fast")
    errors = [m for m in chair.heard if m["type"] == "error"]
    assert errors
    assert all(m["code"] == "too-fast" for m in errors)
    await guest.go()


async def test_whoever_answers_turns_is_never_too_fast(strict: RunningHouse, visit: Visit) -> None:
    """Forty moves and more a second on one connection, at a house that bears twenty messages."""
    guest = await come(strict, "10.0.1.3", visit)
    table = await guest.table("me", "me", game="kata-tcg")
    over = await play_all([await guest.sit(table, seat) for seat in (0, 1)])
    assert over[0]["type"] == "over"
    await guest.go()


async def test_messages_have_a_largest_size(strict: RunningHouse, visit: Visit) -> None:
    guest = await come(strict, "10.0.1.4", visit)
    table = await guest.table("me", "me")
    chair = await guest.sit(table, 0)
    await chair.hear("turn")
    await chair.say(type="why", move={"kind": "x" * 70_000})
    assert (await chair.hear("error"))["code"] == "too-long"
    await chair.say(type="why", move={"kind": "x" * 200_000})
    assert (await chair.shown_out())[0] == 1009
    await guest.go()


async def test_one_guest_sits_only_so_often(strict: RunningHouse, visit: Visit) -> None:
    guest = await come(strict, "10.0.1.5", visit)
    table = await guest.table("me", "me")
    for _ in range(20):
        await (await guest.sit(table, 0)).hear("turn")
    chair = await guest.sit(table, 1)
    assert (await chair.next())["code"] == "full"
    await guest.go()


async def test_a_half_open_connection_is_noticed(strict: RunningHouse, visit: Visit) -> None:
    """Somebody sits down and then falls silent without hanging up: nothing answers our pings."""
    guest = await come(strict, "10.0.1.6", visit)
    table = await guest.table("me", "me")
    deaf = raw_chair(strict, table)
    deaf.sendall(frame(json.dumps({"type": "sit", "token": guest.token, "seat": 0}).encode()))

    async def here() -> bool:
        return bool((await guest.get(f"/api/tables/{table}"))["seats"][0]["here"])

    async def gone() -> bool:
        return not await here()

    await until(here)
    await until(gone)
    deaf.close()
    await guest.go()


async def test_who_never_reads_is_shown_out_while_the_table_goes_on(strict: RunningHouse, visit: Visit) -> None:
    guest, rival = await come(strict, "10.0.1.7", visit), await come(strict, "10.0.1.8", visit)
    table = await guest.table("me", "free")
    await rival.post(f"/api/tables/{table}/join")
    before = strict.memory_mb()
    deaf = raw_chair(strict, table)
    deaf.sendall(frame(json.dumps({"type": "sit", "token": guest.token, "seat": 0}).encode()))
    big = frame(json.dumps({"type": "why", "move": {"kind": "x" * 60_000}}).encode())
    asked = asyncio.create_task(asyncio.to_thread(flood, deaf, big, 300))
    chair = await rival.sit(table, 1)
    waits = []
    for _ in range(100):
        start = time.monotonic()
        assert await chair.ask("pong", type="ping") == {"type": "pong"}
        waits.append(time.monotonic() - start)
        if not (await rival.get(f"/api/tables/{table}"))["seats"][0]["here"]:
            break
        await asyncio.sleep(0.1)
    assert not (await rival.get(f"/api/tables/{table}"))["seats"][0]["here"], "the deaf one is out"
    assert sorted(waits)[len(waits) * 9 // 10] < 0.5, waits
    assert strict.memory_mb() - before < 40
    deaf.close()
    await asked
    await guest.go()
    await rival.go()


def raw_chair(house: RunningHouse, table: str) -> socket.socket:
    """A WebSocket by hand, with a tiny window, that reads nothing after the greeting."""
    raw = socket.socket()
    raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    raw.settimeout(5)
    raw.connect(("127.0.0.1", house.port))
    raw.sendall(
        f"GET /ws/tables/{table} HTTP/1.1\r\nHost: 127.0.0.1:{house.port}\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
        "Sec-WebSocket-Version: 13\r\n\r\n".encode()
    )
    said = b""
    while not said.endswith(b"\r\n\r\n"):
        said += raw.recv(1)
    assert said.startswith(b"HTTP/1.1 101")
    return raw


def frame(data: bytes, opcode: int = 1) -> bytes:
    """One masked frame with a mask of zeros."""
    size = len(data)
    length = bytes([0x80 | size]) if size < 126 else bytes([0x80 | 126]) + size.to_bytes(2, "big")
    return bytes([0x80 | opcode]) + length + bytes(4) + data


def flood(raw: socket.socket, data: bytes, times: int) -> None:
    try:
        for _ in range(times):
            raw.sendall(data)
            time.sleep(0.04)
    except OSError:
        pass

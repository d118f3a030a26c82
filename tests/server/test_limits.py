"""Limits: how much one guest may ask for."""

from __future__ import annotations

import asyncio
import json
import socket

from tests.patience import patience
from tests.server.conftest import OpenByHand, Visit
from tests.server.guest import Address, HouseByHand, RunningHouse, caller, play_all, until
from websockets.exceptions import ConnectionClosed


async def test_new_guests_of_one_address_are_few(open_by_hand: OpenByHand) -> None:
    strict = await open_by_hand(guests_per_minute=1, trust_proxy=True)
    async with caller() as http:

        async def new_guest(forwarded: str) -> int:
            headers = {"X-Forwarded-For": forwarded}
            return (await http.post(f"{strict.url}/api/guests", json={}, headers=headers)).status_code

        assert [await new_guest("10.0.0.1") for _ in range(12)] == [201] * 10 + [429] * 2
        assert await new_guest("10.0.0.2") == 201
        assert await new_guest("10.9.9.9, 10.0.0.1") == 429, "only the last address counts: our own proxy wrote it"
        many = [await new_guest(f"2001:db8:0:7::{n:x}") for n in range(12)]
        assert many == [201] * 10 + [429] * 2, "a guest has a whole network of IPv6 addresses"
        assert [await new_guest(f"10.0.0.3:{port}") for port in range(40000, 40012)] == [201] * 10 + [429] * 2
        strict.time.turn(60)
        assert [await new_guest("10.0.0.1") for _ in range(2)] == [201, 429]


async def test_who_connects_and_says_nothing_is_shown_out(open_by_hand: OpenByHand, visit: Visit) -> None:
    strict = await open_by_hand(sit_seconds=0.2)
    guest = await visit(at=strict)
    chair = await guest.open_chair(await guest.table("me", "me"))
    assert await chair.shown_out() == (1008, "silent")
    assert chair.heard[0]["error"].endswith(".")


async def test_the_first_word_says_who_sits_down(visit: Visit) -> None:
    guest = await visit()
    first = await guest.open_chair(await guest.table("me", "me"))
    await first.say(type="ping")
    assert (await first.next())["code"] == "sit-first"


async def test_a_flood_is_warned_then_ended(by_hand: HouseByHand, visit: Visit) -> None:
    """Twenty messages a second and twice as many at once; time stands still."""
    guest = await visit(at=by_hand)
    chair = await guest.sit(await guest.table("me", "me"), 0)
    await chair.hear("turn")
    try:
        for _ in range(200):
            await chair.say(type="ping")
    except ConnectionClosed:
        pass
    assert await chair.shown_out() == (1008, "too-fast")
    said = [m["type"] for m in chair.heard if m["type"] in ("pong", "error")]
    assert said == ["pong"] * 40 + ["error"] * 21
    assert {m["code"] for m in chair.heard if m["type"] == "error"} == {"too-fast"}


async def test_whoever_answers_turns_is_never_too_fast(open_by_hand: OpenByHand, visit: Visit) -> None:
    """A whole game of moves in no time at all, at a house that bears four messages at once."""
    strict = await open_by_hand(messages_per_second=2)
    guest = await visit(at=strict)
    table = await guest.table("me", "me", game="kata-tcg")
    chairs = [await guest.sit(table, seat) for seat in (0, 1)]
    over = await play_all(chairs)
    assert over[0]["type"] == "over"
    assert min(chair.types().count("turn") for chair in chairs) > 4


async def test_messages_have_a_largest_size(visit: Visit) -> None:
    guest = await visit()
    table = await guest.table("me", "me")
    chair = await guest.sit(table, 0)
    await chair.hear("turn")
    await chair.say(type="why", move={"kind": "x" * 70_000})
    assert (await chair.hear("error"))["code"] == "too-long"
    await chair.say(type="why", move={"kind": "x" * 200_000})
    assert (await chair.shown_out())[0] == 1009


async def test_one_guest_sits_only_so_often(visit: Visit) -> None:
    guest = await visit()
    table = await guest.table("me", "me")
    for _ in range(20):
        await (await guest.sit(table, 0)).hear("turn")
    chair = await guest.sit(table, 1)
    assert (await chair.next())["code"] == "full"


async def test_a_half_open_connection_is_noticed(open_by_hand: OpenByHand, visit: Visit) -> None:
    """Somebody sits down and then falls silent without hanging up: nothing answers our pings."""
    strict = await open_by_hand(ping_seconds=0.3)
    guest = await visit(at=strict)
    table = await guest.table("me", "me")
    deaf = await asyncio.to_thread(raw_chair, strict, table)
    deaf.sendall(frame(json.dumps({"type": "sit", "token": guest.token, "seat": 0}).encode()))

    assert await asyncio.to_thread(deaf.recv, 1), "welcomed"

    async def gone() -> bool:
        return not (await guest.get(f"/api/tables/{table}"))["seats"][0]["here"]

    await until(gone)
    deaf.close()


async def test_who_never_reads_is_shown_out_while_the_table_goes_on(house: RunningHouse, visit: Visit) -> None:
    guest, rival = await visit(), await visit()
    table = await guest.table("me", "free")
    await rival.post(f"/api/tables/{table}/join")
    before = house.memory_mb()
    deaf = await asyncio.to_thread(raw_chair, house, table)
    deaf.sendall(frame(json.dumps({"type": "sit", "token": guest.token, "seat": 0}).encode()))
    chair = await rival.sit(table, 1)
    while not (await chair.hear("table"))["seats"][0]["here"]:
        pass
    big = frame(json.dumps({"type": "why", "move": {"kind": "x" * 60_000}}).encode())
    asked = asyncio.create_task(asyncio.to_thread(flood, deaf, big, 300))
    worked = []
    async with asyncio.timeout(patience()):
        while (await rival.get(f"/api/tables/{table}"))["seats"][0]["here"]:
            start = house.cpu_seconds()
            assert await chair.ask("pong", type="ping") == {"type": "pong"}
            worked.append(house.cpu_seconds() - start)
    assert max(worked) < 0.5, "no work for the flood keeps the others waiting"
    assert house.memory_mb() - before < 40
    deaf.shutdown(socket.SHUT_RDWR)  # which also wakes a sender that waits for room
    await asked
    deaf.close()


def raw_chair(house: Address, table: str) -> socket.socket:
    """A WebSocket by hand, with a tiny window, that reads nothing after the greeting."""
    raw = socket.socket()
    raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    raw.settimeout(patience())
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
    except OSError:
        pass

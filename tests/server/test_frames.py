"""What clients send over a WebSocket is heard as it was sent, however the network cuts it into pieces."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import pytest
from uvicorn.config import Config
from uvicorn.server import ServerState
from websockets.frames import Close, Frame, Opcode

from parlour.server.uvicorn_protocols import MOST_WAITING, WIRE, WebSocketProtocol

REQUEST = (
    b"GET / HTTP/1.1\r\nHost: here\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


class Transport(asyncio.Transport):
    """Remembers what was written, and whether anything is read."""

    def __init__(self) -> None:
        super().__init__()
        self.written = b""
        self.reads = True
        self.ended = False

    def write(self, data: Any) -> None:
        self.written += data

    def pause_reading(self) -> None:
        self.reads = False

    def resume_reading(self) -> None:
        self.reads = True

    def is_closing(self) -> bool:
        return self.ended

    def close(self) -> None:
        self.ended = True

    abort = close


class Client:
    """Sends pieces to an application that hears messages one by one."""

    def __init__(self) -> None:
        self.heard: list[str | bytes] = []
        self.listen = asyncio.Event()
        self.listen.set()
        config = Config(self._app, ws_max_size=128 * 1024, interface="asgi3", ws_per_message_deflate=False)
        config.load()
        self.transport = Transport()
        self.protocol = WebSocketProtocol(config, ServerState(), {})
        self.protocol.connection_made(self.transport)

    async def _app(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "websocket":
            return
        await receive()
        await send({"type": "websocket.accept"})
        wire = scope["extensions"][WIRE]
        while (message := await wire.next_message()) is not None:
            self.heard.append(message)
            await self.listen.wait()

    async def enter(self, also: bytes = b"") -> Client:
        self.protocol.data_received(REQUEST)
        if also:
            self.protocol.data_received(also)
        await turns()
        return self

    async def send(self, *pieces: bytes) -> None:
        for piece in pieces:
            self.protocol.data_received(piece)
            await turns()

    @property
    def close_code(self) -> int:
        """What the house closed with: the last frame that was written."""
        return Close.parse(self.transport.written[self.transport.written.rindex(b"\x88") + 2 :]).code


async def turns() -> None:
    for _ in range(10):
        await asyncio.sleep(0)


def frame(kind: Opcode, data: bytes, fin: bool = True) -> bytes:
    return Frame(kind, data, fin).serialize(mask=True)


def text(words: str) -> bytes:
    return frame(Opcode.TEXT, words.encode())


def cut(data: bytes, dice: random.Random) -> list[bytes]:
    places = sorted(dice.sample(range(1, len(data)), min(len(data) - 1, dice.randint(0, 12))))
    return [data[first:last] for first, last in zip([0, *places], [*places, len(data)], strict=True)]


WORDS = ["", "a", "Zug", "é" * 62, "x" * 125, "y" * 126, "ß" * 400, '{"type":"move","ply":7,"index":3}', "z" * 65535]
FRAGMENTS = frame(Opcode.TEXT, b"in ", fin=False) + frame(Opcode.CONT, b"two")


@pytest.mark.parametrize("seed", range(30))
async def test_messages_are_heard_however_they_are_cut(seed: int) -> None:
    dice = random.Random(seed)
    client = await Client().enter()
    sent = [dice.choice(WORDS) for _ in range(dice.randint(1, 9))]
    data = b""
    for words in sent:
        data += text(words)
        if dice.random() < 0.3:
            data += frame(Opcode.PING, b"there?")
    await client.send(*cut(data, dice))
    assert client.heard == sent
    assert client.transport.reads


@pytest.mark.parametrize(
    ("strange", "heard"),
    [
        (FRAGMENTS, "in two"),
        (frame(Opcode.BINARY, b"\x00\x01"), b"\x00\x01"),
        (text("w" * 70_000), "w" * 70_000),
    ],
    ids=["two frames", "binary", "a long one"],
)
async def test_rarer_messages_are_heard_between_the_usual_ones(strange: bytes, heard: str | bytes) -> None:
    for seed in range(5):
        client = await Client().enter()
        await client.send(*cut(text("before") + strange + text("after") + strange, random.Random(seed)))
        assert client.heard == ["before", heard, "after", heard]


async def test_a_ping_is_answered_between_messages() -> None:
    client = await Client().enter()
    await client.send(text("before") + frame(Opcode.PING, b"there?") + text("after"))
    assert client.heard == ["before", "after"]
    assert client.transport.written.endswith(Frame(Opcode.PONG, b"there?").serialize(mask=False))


async def test_whoever_says_goodbye_has_gone_and_is_not_heard_any_more() -> None:
    client = await Client().enter()
    await client.send(text("last") + frame(Opcode.CLOSE, Close(1000, "").serialize()) + text("too late"))
    assert client.heard == ["last"]
    assert client.transport.ended


@pytest.mark.parametrize(
    ("bad", "code"),
    [
        (frame(Opcode.TEXT, b"\xff\xfe"), 1007),
        (Frame(Opcode.TEXT, b"bare").serialize(mask=False), 1002),
        (frame(Opcode.CONT, b"of nothing"), 1002),
        (text("x" * 200_000), 1009),
        (b"\xf1" + text("reserved")[1:], 1002),
        (frame(Opcode.TEXT, b"begun", fin=False) + text("another"), 1002),
    ],
    ids=["not UTF-8", "no mask", "a continuation of nothing", "too long", "reserved bits", "two begun"],
)
async def test_whoever_breaks_the_protocol_is_shown_out(bad: bytes, code: int) -> None:
    client = await Client().enter()
    await client.send(text("fine") + bad)
    assert client.heard == ["fine"]
    assert client.close_code == code


async def test_what_came_with_the_request_is_heard_too() -> None:
    early = text("too early")
    client = await Client().enter(early[:5])
    await client.send(early[5:] + text("in time"))
    assert client.heard == ["too early", "in time"]


async def test_nothing_is_read_from_a_client_who_is_far_ahead() -> None:
    client = await Client().enter()
    client.listen.clear()
    sent = [str(number) for number in range(MOST_WAITING + 2)]
    await client.send(*map(text, sent[:3]))
    assert client.transport.reads
    await client.send(*map(text, sent[3:]))
    assert not client.transport.reads
    client.listen.set()
    await turns()
    assert client.heard == sent
    assert client.transport.reads

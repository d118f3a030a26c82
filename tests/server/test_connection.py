"""What a table sends: together, in order, and never more than a guest who does not read may pile up."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable

import pytest
from tests.patience import patience
from tests.server.conftest import Visit
from tests.server.guest import HouseByHand, until

from parlour.core.protocol import ErrorMessage
from parlour.server import connection as connections
from parlour.server.connection import Connection, Encoded, encode
from parlour.server.uvicorn_protocols import _head


class Wire:
    """A wire that a test can block or cut."""

    def __init__(self) -> None:
        self.closed = False
        self.writes: list[list[bytes]] = []
        self._free = asyncio.Event()
        self._free.set()

    @property
    def keeps_up(self) -> bool:
        return self._free.is_set()

    async def wait_to_keep_up(self) -> None:
        await self._free.wait()

    def write_texts(self, messages: Iterable[bytes]) -> None:
        self.writes.append(list(messages))

    def block(self) -> None:
        self._free.clear()

    def free(self) -> None:
        self._free.set()


def numbered(number: int) -> Encoded:
    return encode(ErrorMessage("n", str(number)))


@pytest.fixture
async def wire() -> Wire:
    return Wire()


@pytest.fixture
async def chair(wire: Wire) -> Connection:
    return Connection(wire, "ann", 0, False)


async def turns(count: int = 3) -> None:
    for _ in range(count):
        await asyncio.sleep(0)


async def test_what_is_sent_in_one_turn_leaves_together_and_in_order(wire: Wire, chair: Connection) -> None:
    for number in range(3):
        chair.send(numbered(number))
    assert wire.writes == []
    await turns()
    chair.send(numbered(3))
    await turns()
    assert wire.writes == [[numbered(0), numbered(1), numbered(2)], [numbered(3)]]


async def test_a_slow_reader_gets_everything_later_in_order(wire: Wire, chair: Connection) -> None:
    wire.block()
    for number in range(5):
        chair.send(numbered(number))
        await turns()
    assert wire.writes == []
    wire.free()
    await turns()
    chair.send(numbered(5))
    await turns()
    assert [message for write in wire.writes for message in write] == [numbered(n) for n in range(6)]


@pytest.mark.parametrize("size", [10, 20_000])
async def test_whoever_never_reads_is_shown_out_before_much_piles_up(wire: Wire, chair: Connection, size: int) -> None:
    wire.block()
    shown_out: list[bool] = []
    chair.when_gone(lambda: shown_out.append(True))
    message = encode(ErrorMessage("n", "x" * size))
    sent = 0
    while not chair.gone:
        chair.send(message)
        sent += 1
        await turns(1)
    assert chair.goodbye == (1008, "too-slow")
    assert shown_out == [True]
    assert (sent - 1) * len(message) <= connections.LARGEST_QUEUE and sent - 1 <= connections.LONGEST_QUEUE
    chair.close()


async def test_one_message_may_be_larger_than_the_queue(wire: Wire, chair: Connection) -> None:
    huge = encode(ErrorMessage("n", "x" * 2 * connections.LARGEST_QUEUE))
    chair.send(huge)
    await turns()
    assert wire.writes == [[huge]] and not chair.gone


async def test_a_line_that_is_cut_ends_the_connection(wire: Wire, chair: Connection) -> None:
    cut: list[bool] = []
    chair.when_gone(lambda: cut.append(True))
    chair.send(numbered(0))
    wire.closed = True
    await turns()
    assert cut == [True] and wire.writes == []
    chair.send(numbered(1))
    await turns()
    assert wire.writes == []


async def test_a_line_that_was_cut_before_anybody_listened(wire: Wire, chair: Connection) -> None:
    wire.closed = True
    chair.send(numbered(0))
    await turns()
    cut: list[bool] = []
    chair.when_gone(lambda: cut.append(True))
    assert cut == [True]


async def test_the_last_words_are_sent_before_the_goodbye(wire: Wire, chair: Connection) -> None:
    wire.block()
    chair.send(numbered(0))
    await turns()
    finishing = asyncio.create_task(chair.finish())
    await turns()
    assert not finishing.done()
    chair.send(numbered(1))
    wire.free()
    await asyncio.wait_for(finishing, patience())
    chair.close()
    await turns()
    assert [message for write in wire.writes for message in write] == [numbered(0), numbered(1)]


async def test_nothing_waits_for_a_line_that_is_cut(wire: Wire, chair: Connection) -> None:
    wire.block()
    chair.send(numbered(0))
    wire.closed = True
    await asyncio.wait_for(chair.finish(), patience())
    assert wire.writes == []


@pytest.mark.parametrize(
    ("length", "head"),
    [
        (0, b"\x81\x00"),
        (125, b"\x81\x7d"),
        (126, b"\x81\x7e\x00\x7e"),
        (65535, b"\x81\x7e\xff\xff"),
        (65536, b"\x81\x7f\x00\x00\x00\x00\x00\x01\x00\x00"),
    ],
)
def test_the_head_of_a_frame_says_how_long_it_is(length: int, head: bytes) -> None:
    assert _head(length) == head


async def test_at_a_table_a_watcher_who_never_reads_is_shown_out_and_the_game_goes_on(
    by_hand: HouseByHand, visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "LONGEST_QUEUE", 5)
    ann = await visit("Ann", at=by_hand)
    table = await ann.table("me", "me")
    chairs = [await ann.sit(table, seat) for seat in (0, 1)]
    await (await ann.watch(table)).hear("waiting")
    live = by_hand.house.tables[table]
    (watcher,) = (one for one in live.connections if one.seat is None)
    watcher._wire.pause_writing()  # type: ignore[attr-defined]  # as a full transport does
    for ply in range(8):
        mover = chairs[ply % 2]
        await mover.move(await mover.hear("turn"), ply % 3)
    await until(lambda: watcher not in live.connections)
    assert watcher.goodbye == (1008, "too-slow")
    await chairs[0].hear("turn")

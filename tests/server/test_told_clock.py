"""The clock as everybody at a table is told it, driven by hand: whenever one came, one reads the same time."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, cast

import msgspec
import pytest
from litestar import WebSocket
from tests.by_hand import ByHand

from parlour.core.clock import Clock
from parlour.core.protocol import NewTable
from parlour.server import messages
from parlour.server.connection import Connection, Encoded, encode
from parlour.server.house import House
from parlour.server.settings import Settings
from parlour.server.table import LiveTable
from parlour.store import Store

Json = dict[str, Any]


class Ear(Connection):
    """Somebody at a table who keeps what is said."""

    def __init__(self, guest: str | None, seat: int | None) -> None:
        super().__init__(cast("WebSocket[Any, Any, Any]", None), guest, seat, words=True)
        self.heard: list[Json] = []

    def send(self, message: Encoded) -> None:
        self.heard.append(msgspec.json.decode(message))

    @property
    def clock(self) -> Json:
        """What the mover has left, as it was last told."""
        return dict(self._last("clock"))

    def kept(self, what: str = "bank_ms") -> list[int]:
        """What every seat kept, as it was last told."""
        return [seat[what] for seat in self._last("clocks")]

    def _last(self, what: str) -> Any:
        return next(said[what] for said in reversed(self.heard) if said["type"] != "table" and what in said)


@pytest.fixture
def hands() -> ByHand:
    return ByHand()


@pytest.fixture
async def house(tmp_path: Path, hands: ByHand) -> AsyncIterator[House]:
    opened = House(Settings(), Store.open(tmp_path / "parlour.db"), hands)
    await opened.open()
    yield opened
    await opened.close()


async def lay(house: House, clock: Clock) -> tuple[LiveTable, str]:
    guest, _ = await house.new_guest("Ann")
    return await house.lobby.make_table(guest, NewTable("connect-four", ["me", "me"], clock=clock)), guest.id


def sit(table: LiveTable, guest: str | None, seat: int | None) -> Ear:
    ear = Ear(guest, seat)
    table.guests.connect(ear)
    return ear


async def drop(table: LiveTable, seat: int) -> None:
    assert table.match is not None
    await table.play(table.ply + 1, seat, int(table.match.state.moves()[0]))


async def test_after_a_move_everybody_is_told_both_clocks(house: House, hands: ByHand) -> None:
    table, ann = await lay(house, Clock(bank_ms=300_000, strikes=3))
    first, second, spectator = sit(table, ann, 0), sit(table, ann, 1), sit(table, None, None)
    hands.turn(20)
    await drop(table, 0)
    for ear in (first, second, spectator):
        assert ear.clock["bank_ms"] == 300_000, "the one who is asked now has all of it"
        assert ear.kept() == [280_000, 300_000]
    hands.turn(5)
    late = sit(table, None, None)
    assert late.clock["bank_ms"] == 295_000
    assert late.kept() == [280_000, 300_000]


async def test_the_moves_own_time_runs_before_the_bank(house: House, hands: ByHand) -> None:
    table, ann = await lay(house, Clock(move_ms=10_000, bank_ms=60_000))
    ear = sit(table, ann, 1)
    hands.turn(4)
    assert (sit(table, None, None).clock["move_ms"], ear.clock["bank_ms"]) == (6_000, 60_000)
    hands.turn(9)
    late = sit(table, None, None)
    assert (late.clock["move_ms"], late.clock["bank_ms"]) == (0, 57_000)
    await drop(table, 0)
    assert ear.kept()[0] == 57_000
    assert (ear.clock["move_ms"], ear.clock["bank_ms"]) == (10_000, 60_000)


async def test_a_miss_is_told_with_the_clock(house: House, hands: ByHand) -> None:
    table, ann = await lay(house, Clock(move_ms=10_000, strikes=3))
    ear = sit(table, ann, 1)
    assert table.match is not None
    await table.play(1, 0, table.match.late_entry(0, False))
    assert ear.kept("strikes") == [1, 0]


async def test_a_pong_tells_the_time_to_a_machine_that_slept(house: House, hands: ByHand) -> None:
    table, _ = await lay(house, Clock(bank_ms=300_000))
    hands.turn(30)
    pong = msgspec.json.decode(encode(messages.pong(table)))
    assert (pong["mover"], pong["clock"]["bank_ms"]) == (0, 270_000)
    untimed, _ = await lay(house, Clock())
    assert msgspec.json.decode(encode(messages.pong(untimed))) == {"type": "pong"}


async def test_a_process_that_loads_a_table_later_does_not_begin_its_clock_anew(
    house: House, hands: ByHand, tmp_path: Path
) -> None:
    """Two processes share a store; the first one runs the clock."""
    table, _ = await lay(house, Clock(bank_ms=300_000))
    hands.turn(20)
    await drop(table, 0)
    [stored] = await house.store.moves_since(table.id, 0)
    hands.midnight = stored.at - hands.now()  # the store looks at the wall of this machine
    hands.turn(16)
    other = House(Settings(), Store.open(tmp_path / "parlour.db"), hands)
    other.me = "another process"
    await other.open()
    try:
        there = await other.table(table.id)
        assert not there.drives
        assert sit(table, None, None).clock["bank_ms"] == 284_000
        assert sit(there, None, None).clock["bank_ms"] == pytest.approx(284_000, abs=1)
    finally:
        await other.close()

"""Whatever goes wrong with one table, the house goes on keeping the others."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from tests.server.guest import until

from parlour.core.protocol import NewTable
from parlour.server.house import House
from parlour.server.settings import Settings
from parlour.store import Store


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    opened = House(Settings(lease_seconds=0.1), Store.open(tmp_path / "parlour.db"))
    await opened.open()
    yield opened
    await opened.close()


async def test_a_move_that_nobody_here_understands_stops_one_table_only(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    """As when another process already plays the next version of a game."""
    guest, _ = await house.new_guest("Ann")
    table = await house.lobby.make_table(guest, NewTable("connect-four", ["me", "me"]))
    await house.store.append_move(table.id, 0, 0, {"kind": "fold"})
    await table.catch_up()
    await table.catch_up()
    assert table.ply == 0
    told = [record.getMessage() for record in caplog.records if table.id in record.getMessage()]
    assert len(told) == 1 and "ply 1" in told[0], "said once"


async def test_a_mistake_of_the_house_does_not_end_its_keeping(
    house: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    turns = 0

    async def stumble() -> None:
        nonlocal turns
        turns += 1
        raise RuntimeError("a mistake")

    monkeypatch.setattr(house.keeper, "adopt_orphans", stumble)

    async def again() -> bool:
        return turns > 2

    await until(again)
    assert any("a mistake" in record.getMessage() for record in caplog.records)

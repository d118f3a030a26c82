"""A process keeps one live copy of a table: whoever holds another would wait for ever."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from parlour.server.house import House, NewTable
from parlour.server.settings import Settings
from parlour.server.table import LiveTable
from parlour.store import Store, StoreError, rows


@pytest.fixture
async def orphan(tmp_path: Path) -> str:
    """A table that waits for a person, and that no process drives."""
    house = House(Settings(), Store.open(tmp_path / "parlour.db"))
    await house.open()
    guest, _ = await house.new_guest("Ann")
    table = await house.make_table(guest, NewTable("connect-four", ["me", "me"]))
    await house.close()
    return table.id


@pytest.fixture
async def house(tmp_path: Path, orphan: str) -> AsyncIterator[House]:
    opened = House(Settings(), Store.open(tmp_path / "parlour.db"))
    await opened.open()
    yield opened
    await opened.close()


async def test_a_guest_who_comes_while_a_table_is_adopted_sits_at_the_one_that_lives_on(
    house: House, orphan: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun = asyncio.Event()
    load = house.store.load_match

    async def slowly(id: str) -> rows.Played | None:
        begun.set()
        await asyncio.sleep(0.05)
        return await load(id)

    monkeypatch.setattr(house.store, "load_match", slowly)
    coming = asyncio.create_task(house.table(orphan))
    await begun.wait()
    await house._adopt_orphans()
    assert house.tables.get(orphan) is await coming


async def test_an_orphan_that_waits_for_a_person_is_not_kept_in_memory(house: House, orphan: str) -> None:
    await house._adopt_orphans()
    assert not house.tables
    table = await house.table(orphan)
    await house._adopt_orphans()
    assert house.tables == {orphan: table}


async def test_two_who_come_after_a_failure_find_the_same_table(
    house: House, orphan: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    load = house.store.load_match
    asked = 0

    async def fail_once(id: str) -> rows.Played | None:
        nonlocal asked
        asked += 1
        first = asked == 1
        await asyncio.sleep(0.02)
        if first:
            raise StoreError("The database is away.", "lost")
        return await load(id)

    monkeypatch.setattr(house.store, "load_match", fail_once)
    found: list[LiveTable] = []

    async def come(after: float) -> None:
        await asyncio.sleep(after)
        while True:
            try:
                found.append(await house.table(orphan))
                return
            except StoreError:
                continue

    await asyncio.gather(*(come(after) for after in (0.0, 0.0, 0.022, 0.03)))
    assert len({id(table) for table in found}) == 1

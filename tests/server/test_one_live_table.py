"""A process keeps one live copy of a table: whoever holds another would wait for ever."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from tests.patience import patience

from parlour.core.protocol import NewTable
from parlour.server import keeper
from parlour.server.house import House, Loading
from parlour.server.settings import Settings
from parlour.server.table import LiveTable
from parlour.store import Store, StoreError, rows


@pytest.fixture
async def orphan(tmp_path: Path) -> str:
    """A table that waits for a person, and that no process drives."""
    house = House(Settings(), Store.open(tmp_path / "parlour.db"))
    await house.open()
    guest, _ = await house.new_guest("Ann")
    table = await house.lobby.make_table(guest, NewTable("connect-four", ["me", "me"]))
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
    asked = 0
    both = asyncio.Event()
    load, load_match = house.load, house.store.load_match

    def counted(id: str, new: rows.Match | None = None) -> Loading:
        nonlocal asked
        asked += 1
        if asked == 2:
            both.set()
        return load(id, new)

    async def slowly(id: str) -> rows.Played | None:
        await both.wait()
        return await load_match(id)

    monkeypatch.setattr(house, "load", counted)
    monkeypatch.setattr(house.store, "load_match", slowly)
    async with asyncio.timeout(patience()):
        coming, _ = await asyncio.gather(house.table(orphan), house.keeper.adopt_orphans())
    assert house.tables.get(orphan) is coming


async def test_an_orphan_that_waits_for_a_person_is_not_kept_in_memory(house: House, orphan: str) -> None:
    await house.keeper.adopt_orphans()
    assert not house.tables
    table = await house.table(orphan)
    await house.keeper.adopt_orphans()
    assert house.tables == {orphan: table}


async def test_two_who_come_after_a_failure_find_the_same_table(
    house: House, orphan: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    load = house.store.load_match
    failed, loading, go_on = asyncio.Event(), asyncio.Event(), asyncio.Event()

    async def fail_once(id: str) -> rows.Played | None:
        if not failed.is_set():
            failed.set()
            raise StoreError("The database is away.", "lost")
        loading.set()
        await go_on.wait()
        return await load(id)

    monkeypatch.setattr(house.store, "load_match", fail_once)

    async def come() -> LiveTable:
        while True:
            try:
                return await house.table(orphan)
            except StoreError:
                continue

    early = [asyncio.create_task(come()) for _ in range(2)]
    async with asyncio.timeout(patience()):
        await failed.wait()
        as_it_fails = asyncio.create_task(come())
        await loading.wait()
        while_it_loads = asyncio.create_task(come())
        go_on.set()
        found = await asyncio.gather(*early, as_it_fails, while_it_loads)
    assert len({id(table) for table in found}) == 1


async def test_a_guest_who_comes_before_a_table_is_adopted_sits_at_the_one_that_lives_on(
    house: House, orphan: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Orphans are adopted in groups; guests come while those before are being loaded."""
    monkeypatch.setattr(keeper, "ADOPTED_AT_ONCE", 1)
    expired, load_match = house.store.expired_leases, house.store.load_match
    seated: list[LiveTable] = []

    async def with_another(limit: int, after: str) -> list[str]:
        return ["another", *await expired(limit, after)]

    async def meanwhile(id: str) -> rows.Played | None:
        if id == "another":
            seated.append(await house.table(orphan))
        return await load_match(id)

    monkeypatch.setattr(house.store, "expired_leases", with_another)
    monkeypatch.setattr(house.store, "load_match", meanwhile)
    await house.keeper.adopt_orphans()
    assert house.tables.get(orphan) is seated[0]

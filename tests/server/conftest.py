from __future__ import annotations

import os
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from pathlib import Path

import httpx
import pytest
from tests.server.guest import Guest, RunningHouse

from parlour.store.testing import Cluster, NoPostgres, cluster

Visit = Callable[..., Awaitable[Guest]]


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningHouse]:
    """One house for all tests of this process; short times where a test waits for them."""
    folder = tmp_path_factory.mktemp("house")
    opened = RunningHouse(
        str(folder / "parlour.db"), folder / "log", sit_seconds=2, away_seconds=0.5, lease_seconds=2
    ).open()
    try:
        yield opened
    finally:
        opened.close()
    assert "Traceback" not in opened.said(), opened.said()


@pytest.fixture
async def visit(house: RunningHouse) -> AsyncIterator[Visit]:
    """A new guest with each call: `await visit("Juniper")`."""
    guests: list[Guest] = []

    async def come(name: str | None = None, kind: str = "guests", at: RunningHouse | None = None) -> Guest:
        guest = Guest(at or house, httpx.AsyncClient(trust_env=False, timeout=20))
        guests.append(guest)
        return await guest.come(name, kind)

    yield come
    for guest in guests:
        await guest.go()


@pytest.fixture(scope="session")
def postgres() -> Iterator[Cluster]:
    try:
        with cluster() as made:
            yield made
    except NoPostgres as why:
        if os.environ.get("PARLOUR_REQUIRE_POSTGRES") == "1":
            pytest.fail(f"PARLOUR_REQUIRE_POSTGRES is set, but {why}")
        pytest.skip(str(why))


@pytest.fixture
def log(tmp_path: Path) -> Path:
    return tmp_path / "log"

from __future__ import annotations

import asyncio
import os
import shutil
import socket
import subprocess
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.patience import patience
from tests.server.guest import POLL, Address, Guest, HouseByHand, RunningHouse, caller, free_port

from parlour.store import Store

Visit = Callable[..., Awaitable[Guest]]
OpenByHand = Callable[..., Awaitable[HouseByHand]]


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningHouse]:
    """One house for all tests of this process, where nobody is hurried."""
    folder = tmp_path_factory.mktemp("house")
    opened = RunningHouse(
        str(folder / "parlour.db"),
        folder / "log",
        lease_seconds=2,  # it looks around often, so that whatever that disturbs is seen
        messages_per_second=200,
    ).open()
    try:
        yield opened
    finally:
        opened.close()
    assert "Traceback" not in opened.said(), opened.said()


@pytest.fixture
async def open_by_hand(tmp_path: Path) -> AsyncIterator[OpenByHand]:
    """Opens houses whose time the test turns: `await open_by_hand(sit_seconds=0.2)`."""
    houses: list[HouseByHand] = []

    async def open_house(**settings: Any) -> HouseByHand:
        houses.append(HouseByHand(str(tmp_path / f"by-hand-{len(houses)}.db"), **settings))
        return await houses[-1].open()

    yield open_house
    for one in houses:
        await one.close()


@pytest.fixture
async def by_hand(open_by_hand: OpenByHand) -> HouseByHand:
    return await open_by_hand(messages_per_second=20)


class HeldResults:
    """Keeps results of finished games from being stored, for as long as a test wishes."""

    def __init__(self, store: Store) -> None:
        self._at_once = store.update_match
        self._asked, self._may_go_on = asyncio.Event(), asyncio.Event()

    async def update_match(self, *where: Any, **changes: Any) -> Any:
        if "result" in changes:
            self._asked.set()
            await self._may_go_on.wait()
        return await self._at_once(*where, **changes)

    async def held(self) -> None:
        """Wait until a result is being held."""
        await asyncio.wait_for(self._asked.wait(), patience())

    def let_go(self) -> None:
        self._may_go_on.set()


@pytest.fixture
def held_results(by_hand: HouseByHand, monkeypatch: pytest.MonkeyPatch) -> Iterator[HeldResults]:
    held = HeldResults(by_hand.house.store)
    monkeypatch.setattr(by_hand.house.store, "update_match", held.update_match)
    yield held
    held.let_go()


@pytest.fixture
async def visit(house: RunningHouse, open_by_hand: OpenByHand) -> AsyncIterator[Visit]:
    """A new guest with each call: `await visit("Juniper")`. Guests go before a house closes."""
    guests: list[Guest] = []

    async def come(name: str | None = None, kind: str = "guests", at: Address | None = None) -> Guest:
        guest = Guest(at or house, caller())
        guests.append(guest)
        return await guest.come(name, kind)

    yield come
    for guest in guests:
        await guest.go()


@pytest.fixture
def log(tmp_path: Path) -> Path:
    return tmp_path / "log"


@pytest.fixture(scope="session")
def redis(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A Redis of our own on a free loopback port; gives its URL."""
    program = shutil.which("redis-server")
    if program is None:
        if os.environ.get("PARLOUR_REQUIRE_REDIS") == "1":
            pytest.fail("PARLOUR_REQUIRE_REDIS is set, but redis-server is not installed")
        pytest.skip("redis-server is not installed")
    folder = tmp_path_factory.mktemp("redis")
    port = free_port()
    words = ["--port", str(port), "--bind", "127.0.0.1", "--dir", str(folder), "--save", "", "--appendonly", "no"]
    with (folder / "log").open("wb") as log:
        running = subprocess.Popen([program, *words], stdout=log, stderr=log)
    try:
        wait_for_port(port)
        yield f"redis://127.0.0.1:{port}"
    finally:
        running.terminate()
        running.wait(patience())


def wait_for_port(port: int) -> None:
    until = time.monotonic() + patience()
    while True:
        try:
            return socket.create_connection(("127.0.0.1", port), patience()).close()
        except OSError:
            assert time.monotonic() < until, f"nobody listens on port {port}"
            time.sleep(POLL)

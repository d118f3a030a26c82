from __future__ import annotations

import os
import shutil
import socket
import subprocess
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from pathlib import Path

import httpx
import pytest
from tests.server.guest import Guest, RunningHouse, free_port

Visit = Callable[..., Awaitable[Guest]]


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningHouse]:
    """One house for all tests of this process; short times where a test waits for them, and few hurries forbidden."""
    folder = tmp_path_factory.mktemp("house")
    opened = RunningHouse(
        str(folder / "parlour.db"),
        folder / "log",
        sit_seconds=2,
        away_seconds=0.5,
        lease_seconds=2,
        messages_per_second=200,
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
        running.wait(10)


def wait_for_port(port: int) -> None:
    for _ in range(200):
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
            return
        except OSError:
            time.sleep(0.05)
    raise AssertionError(f"nobody listens on port {port}")

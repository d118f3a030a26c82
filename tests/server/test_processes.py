"""`parlour serve --processes`: one port, several processes, and a parent that replaces those that die."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import httpx
import pytest
from tests.patience import patience
from tests.server.guest import POLL, free_port

from parlour.server.processes import share_of
from parlour.server.settings import Settings
from parlour.store.testing import Cluster


def test_they_share_the_cores_and_only_the_first_opens_the_classic_door() -> None:
    whole = Settings(processes=3, workers=7, classic="bot", metrics_port=9000)
    first, last = share_of(whole, 0), share_of(whole, 2)
    assert (first.workers, first.classic, first.metrics_port) == (2, "bot", 9000)
    assert (last.workers, last.classic, last.metrics_port) == (2, None, 9002)
    assert share_of(Settings(processes=4, workers=1), 1).workers == 1


@pytest.mark.parametrize("more", [[], ["--db", "postgresql://nobody@127.0.0.1:1/none"]])
def test_they_need_a_database_and_news_that_can_be_shared(more: list[str], tmp_path: Path) -> None:
    words = [sys.executable, "-m", "parlour", "serve", "--processes", "2", "--port", str(free_port()), *more]
    said = subprocess.run(words, capture_output=True, text=True, env={**os.environ, "PARLOUR_DATA": str(tmp_path)})
    assert said.returncode != 0
    assert "2 processes need a PostgreSQL database and Redis" in said.stderr + said.stdout
    assert "Traceback" not in said.stderr


def children(pid: int) -> list[int]:
    """The processes that serve guests: not those that think, nor Python's own helpers."""
    found = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [int(one) for one in found if b"spawn_main" in Path(f"/proc/{one}/cmdline").read_bytes()]


def test_a_process_that_dies_is_replaced_and_all_close_together(postgres: Cluster, redis: str, tmp_path: Path) -> None:
    port, metrics = free_port(), free_port()
    words = [sys.executable, "-m", "parlour", "serve", "--processes", "2", "--port", str(port)]
    words += ["--db", postgres.create("together"), "--redis", redis, "--metrics-port", str(metrics)]
    log = tmp_path / "log"
    with log.open("wb") as out:
        house = subprocess.Popen(words, stdout=out, stderr=out)
    until = time.monotonic() + patience(120)

    def until_there_are(count: int) -> None:
        while log.read_text().count("The house is open") < 1 or len(children(house.pid)) < count:
            assert house.poll() is None and time.monotonic() < until, log.read_text()
            time.sleep(POLL)

    try:
        until_there_are(2)
        before = children(house.pid)
        os.kill(before[0], signal.SIGKILL)
        while before[0] in children(house.pid):
            time.sleep(POLL)
        assert httpx.get(f"http://127.0.0.1:{port}/health", trust_env=False, timeout=patience()).status_code == 200
        until_there_are(2)
        assert "is started again" in log.read_text()
        serving = children(house.pid)
    finally:
        house.send_signal(signal.SIGTERM)
        house.wait(patience())
    assert house.returncode == 0
    while any(Path(f"/proc/{pid}").exists() for pid in serving):  # one that had just been started closes by itself
        assert time.monotonic() < until, "a process stays although its parent has gone"
        time.sleep(POLL)
    assert "Traceback" not in log.read_text(), log.read_text()
    assert "every match is saved" in log.read_text()

"""`parlour serve --processes`: one port, several processes, and a parent that replaces those that die."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from pathlib import Path
from types import SimpleNamespace

import httpx
import pytest
from tests.patience import patience
from tests.server.guest import POLL, free_port

from parlour.core.errors import Refused
from parlour.server import processes
from parlour.server.processes import MOST_SHORT_LIVES, OPEN, REFUSED, Member, Staff, share_of
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


class Scene:
    """A staff whose processes only say what they are told to say."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.staff = Staff(Settings(processes=2), None, lambda *_: None)  # type: ignore[arg-type]
        self.lines: dict[int, Connection] = {}
        monkeypatch.setattr(self.staff, "_start", self.start)
        monkeypatch.setattr(processes.time, "sleep", lambda _: None)
        for number in range(2):
            self.start(number)

    def start(self, number: int) -> None:
        ours, self.lines[number] = Pipe()
        process = SimpleNamespace(join=lambda: None, exitcode=1)
        self.staff.members[number] = Member(number, process, ours, time.monotonic())  # type: ignore[arg-type]

    def says(self, number: int, what: str, told: str) -> None:
        self.lines[number].send((what, told))
        self.staff._look_after_them()

    def ends(self, number: int) -> None:
        self.lines[number].close()
        self.staff._look_after_them()

    def all_end(self) -> None:
        for number in [1, *[0, 1] * MOST_SHORT_LIVES]:
            self.ends(number)


def test_a_process_that_cannot_open_again_closes_nobody_elses_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """As when one dies while Redis is away: the others play on, and it is tried again until it can open."""
    scene = Scene(monkeypatch)
    for number in range(2):
        scene.says(number, OPEN, "key")
    scene.ends(1)
    for _ in range(3 * MOST_SHORT_LIVES):
        scene.says(1, REFUSED, "Redis does not answer.")
        scene.ends(1)
    scene.says(1, OPEN, "key")
    scene.ends(0)
    with pytest.raises(Refused, match="end as soon as they start"):  # once nobody is open, there is nothing to keep
        scene.all_end()


def test_a_house_that_cannot_open_at_first_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(Refused, match="Redis does not answer"):
        Scene(monkeypatch).says(0, REFUSED, "Redis does not answer.")


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

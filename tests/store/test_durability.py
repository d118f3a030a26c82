"""Power cuts, full disks, lost servers: what was acknowledged stays, and the rest says a sentence."""

from __future__ import annotations

import random
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import psycopg
import pytest
from sqlalchemy import Connection, event, exc
from tests.patience import patience

from parlour.store import AppendMove, CreateMatch, KeepText, Store, StoreError, UpdateMatch
from parlour.store.testing import Cluster
from parlour.store.writes import Write

NewMatch = Callable[..., str]
PROGRAM = Path(__file__).with_name("keep_moving.py")


def keep_moving(place: str, match: str, seat: int) -> subprocess.Popen[str]:
    return subprocess.Popen([sys.executable, PROGRAM, place, match, str(seat)], stdout=subprocess.PIPE, text=True)


def acknowledged(killed: subprocess.Popen[str]) -> list[tuple[int, bool]]:
    assert killed.stdout is not None
    with killed:  # waits, and closes the pipe
        lines = killed.stdout.read().splitlines(keepends=True)
    return [(int(line.split()[0]), line.split()[1] == "1") for line in lines if line.endswith("\n")]


def wait_until(holds: Callable[[], bool]) -> None:
    until = time.monotonic() + patience(60)
    while not holds():
        assert time.monotonic() < until
        time.sleep(0.02)


def test_kill_9_loses_no_acknowledged_move(store: Store, place: str, new_match: NewMatch) -> None:
    match = new_match()
    chance = random.Random(7)
    sure: set[int] = set()
    for _ in range(4):
        mover = keep_moving(place, match, 0)
        height = len(store.reads.moves_since(match, 0))
        enough = chance.randint(8, 40)  # at any moment
        wait_until(lambda: len(store.reads.moves_since(match, height)) >= enough)  # noqa: B023
        mover.kill()
        sure |= {ply for ply, ok in acknowledged(mover) if ok}
        kept = store.reads.moves_since(match, 0)
        assert [move.ply for move in kept] == list(range(len(kept)))
        assert all(move.move == {"ply": move.ply} for move in kept)
        assert sure <= {move.ply for move in kept}
    assert len(sure) > 20


def test_two_processes_on_one_match_agree_who_moved(store: Store, place: str, new_match: NewMatch) -> None:
    match = new_match()
    movers = [keep_moving(place, match, seat) for seat in (0, 1)]
    early: list[dict[int, bool]] = [{}, {}]
    while len(early[0].keys() & early[1].keys()) <= 10:  # until both were at it at the same time
        for mover, answers in zip(movers, early, strict=True):
            assert mover.stdout is not None
            ply, ok = mover.stdout.readline().split()
            answers[int(ply)] = ok == "1"
    for mover in movers:
        mover.kill()
    told = [{**answers, **dict(acknowledged(mover))} for mover, answers in zip(movers, early, strict=True)]
    kept = store.reads.moves_since(match, 0)
    assert [move.ply for move in kept] == list(range(len(kept)))
    assert len(told[0].keys() & told[1].keys()) > 10
    assert all(ply < len(kept) for answers in told for ply, ok in answers.items() if ok)
    for move in kept:
        for seat in (0, 1):
            assert told[seat].get(move.ply, move.seat == seat) == (move.seat == seat)


# The disk


class LimitPages(Write[None]):
    """Of the writer's own connection."""

    def __init__(self, pages: int) -> None:
        self.pages = pages

    def run(self, conn: Connection) -> None:
        conn.exec_driver_sql(f"PRAGMA max_page_count = {self.pages}")


def limit_pages(store: Store, pages: int) -> None:
    store.write(LimitPages(pages))


def test_a_full_disk_says_so_and_harms_nothing(tmp_path: Path) -> None:
    with Store.open(tmp_path / "parlour.db") as store:
        store.write(CreateMatch("g", "1", "00", id="m"))
        store.write(AppendMove("m", 0, 0, "before"))
        limit_pages(store, 1)  # SQLite takes this as: not a page more than there are
        huge = store.submit(KeepText("deck", "huge", "x" * 1_000_000))
        with pytest.raises(StoreError, match=r"^The file .* has run out of disk space; .*\.$") as told:
            huge.result()
        assert told.value.reason == "full"
        assert [move.move for move in store.reads.moves_since("m", 0)] == ["before"]
        limit_pages(store, 1_000_000)
        assert store.write(AppendMove("m", 1, 0, "after")).ok
        assert store.write(KeepText("deck", "huge", "x" * 1_000_000)).name == "huge"
    with Store.open(tmp_path / "parlour.db") as again:
        assert [move.move for move in again.reads.moves_since("m", 0)] == ["before", "after"]


def test_what_fits_on_a_nearly_full_disk_is_kept(tmp_path: Path) -> None:
    with Store.open(tmp_path / "parlour.db") as store:
        store.write(CreateMatch("g", "1", "00", id="m"))
        limit_pages(store, 1)
        small = store.submit(AppendMove("m", 0, 0, "small"))
        huge = [store.submit(KeepText("deck", "huge", str(n) * 100_000)) for n in range(5)]
        assert small.result().ok
        assert all(isinstance(future.exception(), StoreError) for future in huge)


def test_a_failing_write_does_not_harm_its_neighbours(store: Store) -> None:
    store.write(CreateMatch("g", "1", "00", id="m"))
    futures = []
    for n in range(100):
        futures.append(store.submit(AppendMove("m", n, 0, n)))
        if n % 10 == 0:
            bad = store.submit(CreateMatch("g", "1", "00", id="m"))
            futures.append(bad)  # type: ignore[arg-type]
    assert sum(future.exception() is None for future in futures) == 100
    assert len(store.reads.moves_since("m", 0)) == 100


# The server is away


def a_few_more(told: list[bool]) -> None:
    height = len(told)
    wait_until(lambda: len(told) > height + 10)


def test_moves_go_on_when_postgresql_comes_back(postgres: Cluster) -> None:
    with Store.open(postgres.create("outage"), patience=patience(60)) as store:
        store.write(CreateMatch("g", "1", "00", id="m"))
        told: list[bool] = []
        enough = threading.Event()

        def play() -> None:
            while not enough.is_set():
                told.append(store.write(AppendMove("m", len(told), 0, len(told))).ok)

        player = threading.Thread(target=play)
        player.start()
        for _ in range(2):
            a_few_more(told)
            postgres.stop("immediate")
            postgres.start()
        a_few_more(told)
        enough.set()
        player.join()
        assert all(told)
        assert [move.move for move in store.reads.moves_since("m", 0)] == list(range(len(told)))
        assert store.stats().retries > 0


def test_a_server_that_stays_away_is_reported_in_a_sentence(postgres: Cluster) -> None:
    with Store.open(postgres.create("away"), patience=0.3) as store:
        store.write(CreateMatch("g", "1", "00", id="m"))
        postgres.stop("immediate")
        try:
            futures = [store.submit(AppendMove("m", 0, 0, "drop")) for _ in range(3)]
            for future in futures:
                with pytest.raises(StoreError, match=r"can't be reached.*\.$"):
                    future.result()
            with pytest.raises(StoreError, match=r"\.$"):
                store.reads.match("m")
        finally:
            postgres.start()
        assert store.write(AppendMove("m", 0, 0, "drop")).ok
        assert store.reads.match("m") is not None


class LosesTheAnswer:
    """Commits, and then loses the connection before the answer comes: the writer cannot know."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.times = 0
        self.real = store._writing.dialect.do_commit

    def __call__(self, connection: Any) -> None:
        self.real(connection)
        if self.times:
            self.times -= 1
            raise psycopg.OperationalError("the connection is closed")


def test_a_commit_of_unknown_outcome_is_settled_by_reading_back(
    postgres: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Store.open(postgres.create("unknown")) as store:
        lossy = LosesTheAnswer(store)
        monkeypatch.setattr(store._writing.dialect, "do_commit", lossy)

        def lossily(write: Any) -> Any:
            lossy.times = 1
            answer = store.write(write)
            assert lossy.times == 0
            return answer

        assert lossily(CreateMatch("g", "1", "00", id="m")).ok
        assert lossily(AppendMove("m", 0, 0, "drop")).ok
        assert lossily(UpdateMatch("m", 0, status="running")).ok
        assert not lossily(AppendMove("m", 0, 0, "drop")).ok
        assert not lossily(UpdateMatch("m", 0, status="over")).ok
        assert [move.move for move in store.reads.moves_since("m", 0)] == ["drop"]
        assert store.stats().retries == 5


def test_a_deadlock_is_tried_again(store: Store) -> None:
    store.write(CreateMatch("g", "1", "00", id="m"))
    troubles = [1, 1]

    class Rivals(Exception):
        sqlstate = "40P01"

    @event.listens_for(store._writing, "before_cursor_execute")
    def trouble(*_: object) -> None:
        if troubles:
            troubles.pop()
            raise exc.OperationalError("insert", {}, Rivals())

    assert store.write(AppendMove("m", 0, 0, "drop")).ok
    assert store.stats().retries == 2


def test_moves_that_meet_a_deadlock_are_tried_again(postgres: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    with Store.open(postgres.create("deadlock")) as store:
        store.write(CreateMatch("g", "1", "00", id="m"))
        real, troubles = store._writing.dialect.do_commit, [1, 1]

        def trouble(connection: Any) -> None:
            if troubles:
                troubles.pop()
                raise psycopg.errors.DeadlockDetected
            real(connection)

        monkeypatch.setattr(store._writing.dialect, "do_commit", trouble)
        assert store.write(AppendMove("m", 0, 0, "drop")).ok
        assert store.stats().retries == 2
        assert [move.move for move in store.reads.moves_since("m", 0)] == ["drop"]


def test_a_move_that_finds_a_locked_file_is_tried_again(tmp_path: Path) -> None:
    place = tmp_path / "parlour.db"
    with Store.open(place) as store, sqlite3.connect(place, isolation_level=None) as other:
        store.write(CreateMatch("g", "1", "00", id="m"))
        store.write(AppendMove("m", 0, 0, "first"))
        conn = store._writer._conn
        assert conn is not None
        conn.exec_driver_sql("PRAGMA busy_timeout = 1")
        conn.commit()
        other.execute("BEGIN IMMEDIATE")
        waiting = store.submit(AppendMove("m", 1, 0, "second"))
        wait_until(lambda: store.stats().retries > 0)
        assert not waiting.done()
        other.execute("COMMIT")
        assert waiting.result().ok
        assert [move.move for move in store.reads.moves_since("m", 0)] == ["first", "second"]
    other.close()

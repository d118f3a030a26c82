"""The writer thread. It writes everything queued in one transaction and answers after the commit, so that hundreds of
matches share one wait for the disk."""

from __future__ import annotations

import threading
import time
from collections import deque
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any, TypeVar

from sqlalchemy import Engine

from parlour.store.errors import StoreError, explain
from parlour.store.rows import Appended, Stats
from parlour.store.writes import AppendMove, CreateMatch, Write, append_all

T = TypeVar("T")
LARGEST_BATCH = 1000
REMEMBERED_MATCHES = 50_000


@dataclass(frozen=True, eq=False, repr=False)
class Job:
    write: Write[Any]
    future: Future[Any]


class Writer:
    """Writes in the order of submission for each match; a failing write does not affect the others in its batch."""

    def __init__(self, engine: Engine, where: str, *, longest_queue: int = 20_000, patience: float = 10.0) -> None:
        self.engine = engine
        self.where = where
        self.longest_queue = longest_queue
        self.patience = patience
        self._queue: deque[Job] = deque()
        self._news = threading.Condition()
        self._closing = False
        self._move_counts: dict[str, int] = {}  # of committed moves, a lower bound
        self._batches = self._writes = self._moves = self._failures = self._retries = 0
        self._last_commit_ms = 0.0
        self._thread = threading.Thread(target=self._work, name="parlour-store-writer", daemon=True)
        self._thread.start()

    def submit(self, write: Write[T]) -> Future[T]:
        """The future is done after the commit. If it is cancelled before the writer starts, nothing is written."""
        future: Future[T] = Future()
        with self._news:
            if self._closing:
                future.set_exception(StoreError("The store is closed.", "closed"))
            elif len(self._queue) >= self.longest_queue:
                future.set_exception(
                    StoreError(f"{self.where} is slow: too many writes are waiting; try again.", "busy")
                )
            else:
                self._queue.append(Job(write, future))
                self._news.notify()
        return future

    def close(self) -> None:
        """Write what is queued, then stop."""
        with self._news:
            self._closing = True
            self._news.notify()
        self._thread.join()

    def stats(self) -> Stats:
        return Stats(
            queue=len(self._queue),
            batches=self._batches,
            writes=self._writes,
            mean_batch=self._writes / self._batches if self._batches else 0.0,
            last_commit_ms=self._last_commit_ms,
            moves=self._moves,
            failures=self._failures,
            retries=self._retries,
        )

    def _work(self) -> None:
        while batch := self._take():
            # Rows that others refer to come first, and all processes lock rows in the same order.
            batch.sort(key=lambda job: job.write.order)
            self._keep(batch)

    def _take(self) -> list[Job]:
        """Everything queued, as soon as there is something; empty when the store closes."""
        batch: list[Job] = []
        with self._news:
            while not batch:
                while not self._queue and not self._closing:
                    self._news.wait()
                if not self._queue:
                    return []
                while self._queue and len(batch) < LARGEST_BATCH:
                    job = self._queue.popleft()
                    if job.future.set_running_or_notify_cancel():
                        batch.append(job)
        return batch

    def _keep(self, batch: list[Job]) -> None:
        """Write the batch. If it fails, try each half, until only the writes that are at fault have failed."""
        try:
            answers = self._persist(batch)
        except StoreError as error:
            if len(batch) == 1:
                self._failures += 1
                batch[0].future.set_exception(error)
            elif error.reason in ("lost", "retry"):
                self._failures += len(batch)
                for job in batch:
                    job.future.set_exception(StoreError(str(error), error.reason))
            else:
                middle = len(batch) // 2
                self._keep(batch[:middle])
                self._keep(batch[middle:])
            return
        self._remember(batch, answers)
        for job, answer in zip(batch, answers, strict=True):
            if isinstance(answer, StoreError):
                self._failures += 1
                job.future.set_exception(answer)
            else:
                job.future.set_result(answer)

    def _persist(self, batch: list[Job]) -> list[Any]:
        """Write the batch, retrying while the server is unavailable or other writers are in the way."""
        deadline = time.monotonic() + self.patience
        pause = 0.02
        while True:
            try:
                return self._transact(batch)
            except Exception as cause:
                error = explain(cause, self.where)
                if error.reason == "lost":
                    for job in batch:
                        job.write.unsure = True
                if error.reason not in ("lost", "retry") or time.monotonic() + pause > deadline:
                    raise error from None
            self._retries += 1
            time.sleep(pause)
            pause = min(2 * pause, 1.0)

    def _transact(self, batch: list[Job]) -> list[Any]:
        appends = [job.write for job in batch if isinstance(job.write, AppendMove)]
        started = time.perf_counter()
        with self.engine.begin() as conn:
            answers = [job.write.run(conn) for job in batch if not isinstance(job.write, AppendMove)]
            answers += append_all(conn, appends, self._move_counts) if appends else []
        self._last_commit_ms = (time.perf_counter() - started) * 1000
        return answers

    def _remember(self, batch: list[Job], answers: list[Any]) -> None:
        self._batches += 1
        self._writes += len(batch)
        if len(self._move_counts) > REMEMBERED_MATCHES:
            self._move_counts.clear()
        for job, answer in zip(batch, answers, strict=True):
            if isinstance(answer, Appended):
                self._moves += answer.ok
                write = job.write
                assert isinstance(write, AppendMove)
                self._move_counts[write.key] = max(self._move_counts.get(write.key, 0), write.ply + 1)
            elif isinstance(job.write, CreateMatch) and answer.ok:
                self._move_counts.setdefault(job.write.key, 0)  # saves a query before the first move

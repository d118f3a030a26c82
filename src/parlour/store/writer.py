"""The writer thread. It writes everything queued in one transaction and answers after the commit, so that hundreds of
matches share one wait for the disk."""

from __future__ import annotations

import asyncio
import contextlib
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable
from concurrent.futures import Future
from typing import Any, Generic, TypeVar

from sqlalchemy import Connection, Engine

from parlour.store.errors import StoreError, explain
from parlour.store.rows import Appended, Stats
from parlour.store.writes import AppendMove, CreateMatch, PlyTaken, Write, append_all, are_next

T = TypeVar("T")
Watcher = Callable[
    [float, int, int], None
]  # is told of every commit: its seconds, and how many writes and moves it had
LARGEST_BATCH = 1000
REMEMBERED_MATCHES = 50_000


class Job(Generic[T]):
    """A write and the future of whoever waits for it, in a thread or in an event loop."""

    __slots__ = ("future", "loop", "write")

    def __init__(
        self, write: Write[T], future: Future[T] | asyncio.Future[T], loop: asyncio.AbstractEventLoop | None = None
    ) -> None:
        self.write = write
        self.future = future
        self.loop = loop  # in which the future lives, unless it belongs to a thread

    def begins(self) -> bool:
        """Whether it is still wanted; from now on it can't be called off."""
        if isinstance(self.future, Future):
            return self.future.set_running_or_notify_cancel()
        return not self.future.cancelled()

    def tell(self, answer: T | StoreError) -> None:
        """In the waiting loop, or for the waiting thread: this is what came of it."""
        if isinstance(self.future, asyncio.Future) and self.future.done():  # nobody waits any more
            return
        if isinstance(answer, StoreError):
            self.future.set_exception(answer)
        else:
            self.future.set_result(answer)


class Bell:
    """Wakes the thread that waits for it. However often it rings before somebody waits, that counts once."""

    def __init__(self) -> None:
        self._silence = threading.Lock()
        self._silence.acquire()

    def ring(self) -> None:
        with contextlib.suppress(RuntimeError):  # it has rung already
            self._silence.release()

    def wait(self) -> None:
        self._silence.acquire()


def _tell_all(told: Iterable[tuple[Job[Any], Any]]) -> None:
    for job, answer in told:
        job.tell(answer)


class Writer:
    """Writes in the order of submission for each match; a failing write does not affect the others in its batch."""

    def __init__(self, engine: Engine, where: str, *, longest_queue: int = 20_000, patience: float = 10.0) -> None:
        self.engine = engine
        self.where = where
        self.longest_queue = longest_queue
        self.patience = patience
        self._queue: deque[Job[Any]] = deque()
        self._door = threading.Lock()  # nothing comes in while it is being closed
        self._bell = Bell()
        self._closing = False
        self._waking: asyncio.AbstractEventLoop | None = None  # will wake the thread at the end of its turn
        self._conn: Connection | None = None  # the thread's own
        self._move_counts: dict[str, int] = {}  # of committed moves, a lower bound
        self._batches = self._writes = self._moves = self._failures = self._retries = 0
        self._last_commit_ms = 0.0
        self.watched: Watcher | None = None
        self._thread = threading.Thread(target=self._work, name="parlour-store-writer", daemon=True)
        self._thread.start()

    def submit(self, write: Write[T]) -> Future[T]:
        """The future is done after the commit. If it is cancelled before the writer starts, nothing is written."""
        future: Future[T] = Future()
        trouble = self._queue_up(Job(write, future))
        if trouble is None:
            self._bell.ring()
        else:
            future.set_exception(trouble)
        return future

    def ask(self, write: Write[T]) -> asyncio.Future[T]:
        """As `submit`, for the running event loop: what it asks for in one turn wakes the writer once."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[T] = loop.create_future()
        trouble = self._queue_up(Job(write, future, loop))
        if trouble is not None:
            future.set_exception(trouble)
        elif self._waking is not loop:
            self._waking = loop
            loop.call_soon(self._wake)
        return future

    def _queue_up(self, job: Job[Any]) -> StoreError | None:
        with self._door:
            if self._closing:
                return StoreError("The store is closed.", "closed")
            if len(self._queue) >= self.longest_queue:
                return StoreError(f"{self.where} is slow: too many writes are waiting; try again.", "busy")
            self._queue.append(job)
            return None

    def _wake(self) -> None:
        self._waking = None
        self._bell.ring()

    def close(self) -> None:
        """Write what is queued, then stop."""
        with self._door:
            self._closing = True
        self._bell.ring()
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
            if len(batch) > 1:
                batch.sort(key=lambda job: job.write.order)
            self._keep(batch)
        self._disconnect()

    def _take(self) -> list[Job[Any]]:
        """Everything queued, as soon as there is something; empty when the store closes."""
        batch: list[Job[Any]] = []
        while True:
            while self._queue and len(batch) < LARGEST_BATCH:
                job = self._queue.popleft()
                if job.begins():
                    batch.append(job)
            if batch:
                return batch
            with self._door:
                if self._closing and not self._queue:
                    return []
            self._bell.wait()

    def _keep(self, batch: list[Job[Any]]) -> None:
        """Write the batch. If it fails, try each half, until only the writes that are at fault have failed."""
        try:
            answers = self._persist(batch)
        except StoreError as error:
            if len(batch) == 1:
                self._tell(batch, [error])
            elif error.reason in ("lost", "retry"):
                self._tell(batch, [StoreError(str(error), error.reason) for _ in batch])
            else:
                middle = len(batch) // 2
                self._keep(batch[:middle])
                self._keep(batch[middle:])
            return
        self._remember(batch, answers)
        self._tell(batch, answers)

    def _tell(self, batch: list[Job[Any]], answers: list[Any]) -> None:
        """Answer everybody; each event loop is woken once."""
        loops: dict[asyncio.AbstractEventLoop, list[tuple[Job[Any], Any]]] = {}
        for job, answer in zip(batch, answers, strict=True):
            self._failures += isinstance(answer, StoreError)
            if job.loop is None:
                job.tell(answer)
            else:
                loops.setdefault(job.loop, []).append((job, answer))
        for loop, told in loops.items():
            with contextlib.suppress(RuntimeError):  # a loop that was closed meanwhile
                loop.call_soon_threadsafe(_tell_all, told)

    def _persist(self, batch: list[Job[Any]]) -> list[Any]:
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

    def _transact(self, batch: list[Job[Any]]) -> list[Any]:
        others = [job.write for job in batch if not isinstance(job.write, AppendMove)]
        appends = [job.write for job in batch if isinstance(job.write, AppendMove)]
        started = time.perf_counter()
        try:
            answers = self._write(others, appends, quickly=True)
        except PlyTaken:
            answers = self._write(others, appends, quickly=False)
        took = time.perf_counter() - started
        self._last_commit_ms = took * 1000
        if self.watched is not None:
            self.watched(took, len(batch), len(appends))
        return answers

    def _write(self, others: list[Write[Any]], appends: list[AppendMove], quickly: bool) -> list[Any]:
        """One transaction. The connection is kept for the next one unless this one fails."""
        try:
            if self._conn is None:
                self._conn = self.engine.connect()
            straight = quickly and not others and self._may_be_straight() and are_next(appends, self._move_counts)
            with contextlib.nullcontext() if straight else self._conn.begin():
                answers = [write.run(self._conn) for write in others]
                if appends:
                    answers += append_all(self._conn, appends, self._move_counts, quickly, straight)
            return answers
        except BaseException:
            self._disconnect()
            raise

    def _may_be_straight(self) -> bool:
        """Whether SQLAlchemy may be left out: not if somebody listens to it."""
        return not self.engine.dispatch.before_cursor_execute

    def _disconnect(self) -> None:
        conn, self._conn = self._conn, None
        if conn is not None:
            with contextlib.suppress(Exception):  # of a connection that is broken anyway
                conn.close()

    def _remember(self, batch: list[Job[Any]], answers: list[Any]) -> None:
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

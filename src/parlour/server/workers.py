"""Worker processes for slow jobs. Each does one job at a time, within a limit, and is replaced if it overruns.

Limits count processor time, so that nothing is killed just because the machine is busy; a much longer limit of
wall-clock time catches jobs that wait without working. Guests take turns: one who asks for a lot does not make the
others wait.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import multiprocessing
import os
import signal
import threading
import time
from collections import Counter, deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from typing import Any

from parlour.core.errors import Refused
from parlour.server.measures import Measures

log = logging.getLogger("parlour.server")

PATIENCE = 20.0  # wall-clock seconds for each second of work, as the machine may be busy
LEAST_PATIENCE = 60.0  # includes starting the process
MOST_REMEMBERED = 1000  # guests
MOST_WAITING = 200  # jobs of one guest

ENDED_BY_LIMIT = -signal.SIGPROF if hasattr(signal, "SIGPROF") else 0  # the exit code of a process that overran
DONE, REFUSED, FAILED = "done", "refused", "failed"
Answer = tuple[str, Any, float]  # how it went, the result, and the seconds of work it took


class Overran(TimeoutError):
    """A job exceeded its limit and its process was killed."""


class Died(Exception):
    """The process died during the job, but not because of a limit."""


# --- in the worker process ---


def serve(line: Connection, niceness: int) -> None:
    """Do the jobs that come through the pipe until it is closed."""
    if niceness and hasattr(os, "nice"):
        os.nice(niceness)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the house handles Ctrl-C
    house = multiprocessing.parent_process()
    if house is not None:  # exit if the house is killed
        threading.Thread(target=leave_with, args=(house.sentinel,), daemon=True).start()
    with contextlib.suppress(EOFError, ConnectionError):  # the house is gone, perhaps in the middle of a job
        while True:
            deed, given, seconds = line.recv()
            line.send(_do(deed, given, seconds))


def leave_with(sentinel: int) -> None:
    wait([sentinel])
    os._exit(0)


def _do(deed: Callable[..., Any], given: tuple[Any, ...], seconds: float | None) -> Answer:
    start = time.process_time()
    _limit(seconds)
    try:
        how, found = DONE, deed(*given)
    except Refused as refusal:
        how, found = REFUSED, (refusal.text, refusal.code)
    except Exception as mistake:
        how, found = FAILED, f"{type(mistake).__name__}: {mistake}"
    finally:
        _limit(None)
    return how, found, time.process_time() - start


def _limit(seconds: float | None) -> None:
    """Have the system kill this process after this many seconds of work from now; None: no limit."""
    if hasattr(signal, "setitimer"):  # elsewhere there is only the wall-clock limit
        signal.setitimer(signal.ITIMER_PROF, seconds or 0.0)


# --- in the house ---


class Worker:
    """One process, started when first needed and restarted when it has ended; a nice one gives way to all others."""

    def __init__(self, niceness: int = 0) -> None:
        self.niceness = niceness
        self._process: SpawnProcess | None = None
        self._line: Connection | None = None
        self._closed = False

    def do(self, deed: Callable[..., Any], given: tuple[Any, ...], seconds: float | None) -> Answer:
        """Do a job. This blocks, so call it in a thread."""
        try:
            line = self._line or self._start()
            line.send((deed, given, seconds))
            heard = line.poll(None if seconds is None else max(LEAST_PATIENCE, PATIENCE * seconds))
            answer: Answer | None = line.recv() if heard else None
        except (EOFError, OSError) as broken:
            if self._end() == ENDED_BY_LIMIT:
                raise Overran(f"it took more than {seconds:g} s of work") from None
            raise Died(f"its process ended: {broken!r}") from None
        except BaseException:
            self._end()
            raise
        if answer is None:
            self._end()
            raise Overran(f"it did not finish within {seconds:g} s of work, plus ample waiting time")
        return answer

    def _start(self) -> Connection:
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe()
        process = context.Process(target=serve, args=(theirs, self.niceness), daemon=True)
        process.start()
        theirs.close()
        self._process, self._line = process, ours
        if self._closed:
            process.kill()
        return ours

    def _end(self) -> int | None:
        """End the process and return its exit code."""
        process, line = self._process, self._line
        self._process = self._line = None
        if line is not None:
            line.close()
        if process is None:
            return None
        process.join(1.0)  # if a limit killed it, its exit code says so
        process.kill()
        process.join()
        return process.exitcode

    def kill(self) -> None:
        """Called when the house closes; anybody waiting for this process gets Died."""
        self._closed = True
        process = self._process
        if process is not None:
            process.kill()


@dataclass(eq=False)
class Job:
    """A job for a guest."""

    guest: str
    deed: Callable[..., Any]
    given: tuple[Any, ...]
    seconds: float | None
    done: asyncio.Future[Any]
    asked: float = 0.0
    cause: Any = None  # what asked for it, if somebody traces that


class FairQueue:
    """Serves the guest with the fewest jobs under way first; among equals, the one with the least work done so far.

    A new guest starts at a common mark: the work that each would have had if all had shared equally. So nobody can
    save up by asking for little, or gain by using a new name each time, and everybody's turn comes.
    """

    def __init__(self) -> None:
        self._waiting: dict[str, deque[Job]] = {}
        self._under_way: Counter[str] = Counter()
        self._mark = 0.0
        self._had: dict[str, float] = {}  # work done for recent guests, on the same scale as the mark

    def __len__(self) -> int:
        return sum(map(len, self._waiting.values()))

    def waiting(self, guest: str) -> int:
        return len(self._waiting.get(guest, ()))

    def put(self, job: Job) -> None:
        if job.guest not in self._waiting:
            self._waiting[job.guest] = deque()
            self._had[job.guest] = max(self._mark, self._had.get(job.guest, 0.0))
        self._waiting[job.guest].append(job)

    def take(self) -> Job | None:
        """The next job that somebody is still waiting for."""
        while self._waiting:
            guest = min(self._waiting, key=lambda one: (self._under_way[one], self._had[one]))
            job = self._waiting[guest].popleft()
            if not self._waiting[guest]:
                del self._waiting[guest]
            if not job.done.cancelled():
                self._under_way[guest] += 1
                return job
        return None

    def finish(self, job: Job, seconds: float) -> None:
        """A job has ended after this many seconds of work."""
        self._had[job.guest] += seconds
        self._mark += seconds / len(self._waiting.keys() | (+self._under_way).keys())
        self._under_way[job.guest] -= 1
        if len(self._had) > MOST_REMEMBERED:
            idle = [guest for guest in self._had if guest not in self._waiting and not self._under_way[guest]]
            for guest in idle:
                if self._had[guest] <= self._mark:
                    del self._had[guest], self._under_way[guest]


class Pool:
    """Worker processes and the queue for them."""

    def __init__(self, workers: int, niceness: int = 0, name: str = "", measures: Measures | None = None) -> None:
        self._name = name
        self._measures = measures
        self._idle = [Worker(niceness) for _ in range(workers)]
        self._workers = tuple(self._idle)
        self._queue = FairQueue()
        self._threads = ThreadPoolExecutor(workers, "waits for a process")
        self._busy: set[asyncio.Task[None]] = set()
        self._closed = False

    @property
    def jobs(self) -> int:
        """Under way or waiting."""
        return len(self._queue) + len(self._workers) - len(self._idle)

    async def run(self, deed: Callable[..., Any], *given: Any, seconds: float | None = None, guest: str = "") -> Any:
        """Run a function for a guest in one of the processes; Overran if it takes more work than `seconds`."""
        if self._queue.waiting(guest) >= MOST_WAITING:
            raise Refused("You are asking for too much at once; wait a moment.", "too-many")
        job = Job(guest, deed, given, seconds, asyncio.get_running_loop().create_future(), time.monotonic())
        if self._measures is not None and self._measures.tracing is not None:
            job.cause = self._measures.tracing.here()
        self._queue.put(job)
        self._hand_out()
        return await job.done

    def _hand_out(self) -> None:
        while self._idle and not self._closed:
            job = self._queue.take()
            if job is None:
                return
            task = asyncio.create_task(self._serve(self._idle.pop(), job))
            self._busy.add(task)
            task.add_done_callback(self._busy.discard)

    async def _serve(self, worker: Worker, job: Job) -> None:
        work = 0.0
        waited = time.monotonic() - job.asked
        if self._measures is not None:
            self._measures.waiting.add(waited, self._name)
        try:
            how, found, work = await self._twice(worker, job)
            if job.done.done():
                return  # nobody is waiting any more
            if how == DONE:
                job.done.set_result(found)
            else:
                job.done.set_exception(Refused(*found) if how == REFUSED else RuntimeError(found))
        except asyncio.CancelledError:
            job.done.cancel()
            raise
        except Exception as trouble:
            work = job.seconds or 0.0
            if not job.done.done():
                job.done.set_exception(trouble)
        finally:
            self._queue.finish(job, work)
            if self._measures is not None:
                self._measures.working.add(work, self._name)
                if self._measures.tracing is not None:
                    took, deed = time.monotonic() - job.asked, getattr(job.deed, "__name__", "")
                    self._measures.tracing.job(self._name, deed, waited, took, work, job.cause)
            self._idle.append(worker)
            self._hand_out()

    async def _twice(self, worker: Worker, job: Job) -> Answer:
        """Try once more if the process died: the job may not be to blame."""
        loop = asyncio.get_running_loop()
        died = Died("the house is closing")
        for _ in range(2):
            if self._closed:
                break
            try:
                return await loop.run_in_executor(self._threads, worker.do, job.deed, job.given, job.seconds)
            except Died as again:
                died = again
        raise Refused(f"The house couldn't do this: {died}.", "no-worker")

    def close(self) -> None:
        self._closed = True
        for worker in self._workers:
            worker.kill()
        self._threads.shutdown(wait=False)
        while (job := self._queue.take()) is not None:
            job.done.cancel()

"""Runs jobs in one process or several, with the results in order."""

from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.synchronize import Event
from typing import Final, Generic, TypeVar

from parlour.bots.player import PutAside
from parlour.bots.seat_words import SeatWord
from parlour.core.errors import Refused

SMALL_SECONDS: Final = 0.7  # a run that takes no longer stays in one process

Job = TypeVar("Job")
Found = TypeVar("Found")


def cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def processes(seats: Sequence[SeatWord], workers: int | None) -> int:
    """How many processes to use; players who think against the clock must not share a core."""
    if workers is not None and workers < 1:
        raise Refused(f"At least one worker is needed, not {workers}.", "bad-workers")
    wanted = cores() if workers is None else min(workers, 256)
    if any(seat.by_the_clock for seat in seats):
        wanted = min(wanted, max(1, cores() // max(seat.cores for seat in seats)))
    return wanted


class Enough(Exception):
    """Raised by the consumer of the results when it needs no more."""


class Runner(Generic[Job, Found]):
    """Runs jobs in one process or several; the results come in the order of the jobs either way.

    Short work stays in this process unless `at_once`. Ctrl-C ends it early and sets `interrupted`.
    """

    def __init__(self, work: Callable[[Job], Found], jobs: Sequence[Job], workers: int, at_once: bool = False) -> None:
        self.work = work
        self.jobs = jobs
        self.workers = workers
        self.at_once = at_once
        self.interrupted = False

    def run(self, take: Callable[[Found], None]) -> None:
        """Run all jobs and hand over each result."""
        results = self._results()
        try:
            for result in results:
                take(result)
        except Enough:
            pass
        except KeyboardInterrupt:
            self.interrupted = True
        finally:
            results.close()

    def _results(self) -> Generator[Found, None, None]:
        rest = deque(self.jobs)
        if not (self.at_once and self._can_share(len(rest))):
            start = time.perf_counter()
            while rest:
                yield _carry_out(self.work, rest.popleft())
                done = len(self.jobs) - len(rest)
                spent = time.perf_counter() - start
                if spent / done * len(rest) > SMALL_SECONDS and self._can_share(len(rest)):
                    break
        if rest:
            yield from self._together(rest)

    def _can_share(self, jobs: int) -> bool:
        """Whether there are other processes, and the work can be sent to them."""
        if self.workers < 2 or jobs < 2:
            return False
        try:
            pickle.dumps(self.work)
        except (pickle.PicklingError, AttributeError, TypeError):
            self.workers = 1
            return False
        return True

    def _together(self, rest: deque[Job]) -> Iterator[Found]:
        context = multiprocessing.get_context(_start_method())
        stop = context.Event()
        pool = ProcessPoolExecutor(
            min(self.workers, len(rest)), mp_context=context, initializer=_begin_work, initargs=(stop,)
        )
        waiting: deque[Future[Found]] = deque()
        try:
            while rest or waiting:
                while rest and len(waiting) < 4 * self.workers:
                    waiting.append(pool.submit(_carry_out, self.work, rest.popleft()))
                yield waiting.popleft().result()
        except BrokenProcessPool:
            raise Refused(
                "A worker process ended unexpectedly; perhaps memory ran out. Try again with one worker.",
                "worker-failed",
            ) from None
        finally:
            stop.set()  # games still running stop at the next move
            pool.shutdown(wait=True, cancel_futures=True)


def _start_method() -> str:
    """Forking is fastest and does not import the main module again, but is safe only without threads."""
    if sys.platform == "linux":
        return "fork" if threading.active_count() == 1 else "forkserver"
    return "spawn"


_stop: Event | None = None


def _begin_work(stop: Event) -> None:
    global _stop
    _stop = stop
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent process handles Ctrl-C


def stop_if_unwanted() -> None:
    """Between two moves, stop if nobody wants this game any more."""
    if _stop is not None and _stop.is_set():
        raise PutAside


def _carry_out(work: Callable[[Job], Found], job: Job) -> Found:
    """Run a job; a failure becomes one sentence, which can be sent between processes."""
    try:
        return work(job)
    except Refused:
        raise
    except PutAside:
        raise Refused("The work was stopped.", "stopped") from None
    except Exception as error:
        where = f"games {job.start} to {job.stop - 1}" if isinstance(job, range) else f"game {job}"
        raise Refused(
            f"Playing {where} failed with {type(error).__name__}: {' '.join(str(error).split())[:200]}.",
            "worker-failed",
        ) from error

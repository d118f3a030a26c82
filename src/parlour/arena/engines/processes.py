"""The engine of this machine: worker processes, one for each core."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.synchronize import Event
from typing import TypeVar

from parlour.arena.engines.engine import Crew, Done, Engine, Report, Staff, carry_out
from parlour.bots.player import PutAside
from parlour.core.errors import Refused

MOST = 256

Job = TypeVar("Job")
Found = TypeVar("Found")


def cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class Processes(Engine):
    """Worker processes of this machine; without a number, one for each core."""

    def __init__(self, workers: int | None = None) -> None:
        if workers is not None and workers < 1:
            raise Refused(f"At least one worker is needed, not {workers}.", "bad-workers")
        self.workers = workers

    def most(self, staff: Staff) -> int:
        wanted = cores() if self.workers is None else min(self.workers, MOST)
        return wanted if staff.cores == 0 else min(wanted, max(1, cores() // staff.cores))

    def hire(self, work: Callable[[Job], Found], jobs: int, staff: Staff) -> Crew[Job, Found]:
        return Pool(work, min(self.most(staff), jobs))


class Pool(Crew[Job, Found]):
    def __init__(self, work: Callable[[Job], Found], workers: int) -> None:
        self.work = work
        self.workers = workers
        self.waiting: dict[Future[Done[Found]], tuple[int, ProcessPoolExecutor]] = {}
        self._open()

    @property
    def size(self) -> int:
        return self.workers

    def _open(self) -> None:
        context = multiprocessing.get_context(_start_method())
        self.stop = context.Event()
        self.pool = ProcessPoolExecutor(
            self.workers, mp_context=context, initializer=_begin_work, initargs=(self.stop,)
        )

    def hand_out(self, number: int, jobs: Sequence[Job]) -> None:
        try:
            future = self.pool.submit(carry_out, self.work, jobs)
        except BrokenProcessPool:
            future = Future()
            future.set_exception(BrokenProcessPool())
        self.waiting[future] = number, self.pool

    def report(self) -> Report:
        ready, _ = wait(self.waiting, return_when=FIRST_COMPLETED)
        number, pool = self.waiting.pop(future := min(ready, key=lambda future: self.waiting[future][0]))
        try:
            return Report(number, future.result())
        except BrokenProcessPool:  # a process that dies takes the whole pool with it
            if pool is self.pool:
                pool.shutdown(wait=True, cancel_futures=True)
                self._open()
            return Report(number, None, "perhaps memory ran out")

    def dismiss(self) -> None:
        self.stop.set()  # games still running stop at the next move
        self.pool.shutdown(wait=True, cancel_futures=True)


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

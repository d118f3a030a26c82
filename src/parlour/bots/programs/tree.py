"""A program with all its processes: what they use, pausing them, ending them. Linux only, read from /proc."""

from __future__ import annotations

import contextlib
import os
import signal
import time
from typing import Final, NamedTuple

PAUSING: Final = 2.0  # seconds for all processes to stop; a busy machine may be slow to do it
ENDED: Final = "ZXx"  # states of a process that has ended
STOPPED: Final = f"Tt{ENDED}"  # states in which it does nothing
_TICKS: Final = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100
OWN_MEMORY: Final = (b"RssAnon:", b"VmSwap:", b"VmPTE:")  # lines of a process's status, in KB


class Process(NamedTuple):
    """One process at one moment; times are in seconds of processor time."""

    pid: int
    state: str
    started: int
    own: float
    waited: float  # of its children that have ended
    threads: int
    memory_kb: int  # of its own, without what it shares with files; with what the system needs to map it

    def lives(self) -> bool:
        """Whether it still runs or is stopped."""
        now = _read(self.pid)
        return now is not None and now.started == self.started and now.state not in ENDED


class Tree:
    """The processes that descend from `root`. None of them can leave the tree: the sandbox adopts orphans."""

    def __init__(self, root: int) -> None:
        self.root = root
        self.peak_kb = 0
        self._most = 0.0  # seconds of processor time
        self._seen: dict[tuple[int, int], float] = {}  # each process's own time, even after it has ended

    def look(self) -> list[Process]:
        """All processes there are now."""
        found: list[Process] = []
        waiting, known = [self.root], {self.root}
        while waiting:
            pid = waiting.pop()
            process = _read(pid)
            if process is None:
                continue
            found.append(process)
            self._seen[process.pid, process.started] = process.own
            for child in _children(pid):
                if child not in known:
                    known.add(child)
                    waiting.append(child)
        self.peak_kb = max(self.peak_kb, sum(process.memory_kb for process in found))
        return found

    def cpu(self, found: list[Process] | None = None) -> float:
        """The processor time of all of them so far, in seconds.

        A child counts once its parent has waited for it, or if it was seen while it ran.
        """
        now = self.look() if found is None else found
        self._most = max(self._most, sum(self._seen.values()), sum(process.own + process.waited for process in now))
        return self._most

    def pause(self) -> bool:
        """Stop all of them. Returns whether that worked; it may fail only if they hinder it."""
        until, quiet = time.monotonic() + PAUSING, 0
        while quiet < 2:
            running = [process for process in self.look() if process.state not in STOPPED]
            quiet = 0 if running else quiet + 1
            for process in running:
                self._signal(process, signal.SIGSTOP)
            if running:
                if time.monotonic() > until:
                    return False
                time.sleep(0.001)
        return True

    def resume(self) -> None:
        for process in self.look():
            self._signal(process, signal.SIGCONT)

    def kill(self) -> None:
        """Kill all of them, and wait a moment until they are gone."""
        until = time.monotonic() + PAUSING
        while (
            found := [process for process in self.look() if process.state not in ENDED]
        ) and time.monotonic() < until:
            for process in found:
                self._signal(process, signal.SIGKILL)
            time.sleep(0.002)

    @staticmethod
    def _signal(process: Process, number: int) -> None:
        """Signal exactly this process, never another one that got its number meanwhile."""
        with contextlib.suppress(OSError):
            handle = os.pidfd_open(process.pid)
            try:
                again = _read(process.pid)
                if again is not None and again.started == process.started:
                    signal.pidfd_send_signal(handle, number)
            finally:
                os.close(handle)


def _read(pid: int) -> Process | None:
    try:
        words = text(f"/proc/{pid}/stat").rpartition(b")")[2].split()
        status = text(f"/proc/{pid}/status")
    except OSError:
        return None
    own, waited = int(words[11]) + int(words[12]), int(words[13]) + int(words[14])
    memory = sum(int(line.split()[1]) for line in status.splitlines() if line.startswith(OWN_MEMORY))
    return Process(pid, words[0].decode(), int(words[19]), own / _TICKS, waited / _TICKS, int(words[17]), memory)


def _children(pid: int) -> list[int]:
    """The children of all threads of a process."""
    found: list[int] = []
    with contextlib.suppress(OSError):
        for thread in os.listdir(f"/proc/{pid}/task"):
            with contextlib.suppress(OSError):
                found += map(int, text(f"/proc/{pid}/task/{thread}/children").split())
    return found


def text(path: str, most: int = 16_384) -> bytes:
    """The beginning of a file in /proc."""
    file = os.open(path, os.O_RDONLY)
    try:
        return os.read(file, most)
    finally:
        os.close(file)

"""Whether a program keeps within its limits, seen from outside.

Its memory is not all that it can fill: files without content, sockets in a queue, locks and mappings are memory of the
system, which counts for nobody. So these things are counted here.
"""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Iterable, Sequence
from typing import Final

from parlour.bots.programs import sandbox
from parlour.bots.programs.sandbox import Limits
from parlour.bots.programs.tree import Process, Tree, text

MOST_TCP: Final = 16  # sockets; the system may keep megabytes for each
MOST_LOCKS: Final = 1000
SELDOM: Final = 0.5  # seconds between two looks at what takes longer to count
SANDBOX_ITSELF: Final = 2  # processes
PLACES: Final = ("/tmp", "/dev/shm", sandbox.PROGRAM)
HIDDEN: Final = "hid from the house what it has open"
CHUNK: Final = 64 * 1024
STREAMS: Final = 3


class Watch:
    """Looks at a program with all its processes again and again."""

    def __init__(self, tree: Tree, limits: Limits) -> None:
        self.tree = tree
        self.limits = limits
        self.found: list[Process] = []  # at the last look
        self._seldom = 0.0

    def excess(self) -> str:
        """What it did that it may not, as in "had more than 64 processes and threads"; empty if it did nothing."""
        found, limits = self.tree.look(), self.limits
        self.found = found
        if sum(process.threads for process in found) - SANDBOX_ITSELF > limits.tasks:
            return f"had more than {limits.tasks} processes and threads"
        if sum(process.memory_kb for process in found) > limits.memory_mb * 1024:
            return f"used more than {limits.memory_mb} MB of memory"
        return self._open(found) or self._made(found) or self._sometimes(found)

    def _open(self, found: Sequence[Process]) -> str:
        try:
            files = sum(map(_open_files, found))
        except PermissionError:
            return HIDDEN
        sockets, tcp = _sockets(found)
        if max(files, sockets) > self.limits.files:
            return f"had more than {self.limits.files} files, pipes and sockets open"
        return f"had more than {MOST_TCP} TCP sockets" if tcp > MOST_TCP else ""

    def _made(self, found: Sequence[Process]) -> str:
        if _scratch_files(found) > self.limits.scratch_files:
            return f"made more than {self.limits.scratch_files} files in its scratch space"
        return ""

    def _sometimes(self, found: Sequence[Process]) -> str:
        now = time.monotonic()
        if now - self._seldom < SELDOM:
            return ""
        self._seldom = now
        if _areas(found, self.limits.areas) > self.limits.areas:
            return f"mapped more than {self.limits.areas} areas of memory"
        return f"held more than {MOST_LOCKS} locks on files" if _locks(found) > MOST_LOCKS else ""


def _open_files(process: Process) -> int:
    """Besides its standard streams, so that as many processes can be there as may be."""
    try:
        return max(0, len(os.listdir(f"/proc/{process.pid}/fd")) - STREAMS)
    except PermissionError:
        if not process.lives():
            return 0
        raise
    except OSError:  # it has just ended
        return 0


def _sockets(found: Sequence[Process]) -> tuple[int, int]:
    """All sockets of the sandbox, and those for TCP: also those that nobody has accepted, which no process has open."""
    used = tcp = 0
    if _begun(found):
        with contextlib.suppress(OSError):
            for name in ("sockstat", "sockstat6"):
                for line in text(f"/proc/{found[1].pid}/net/{name}").splitlines():
                    words = line.split()
                    if words[0] == b"sockets:":
                        used = int(words[2])
                    elif words[0] in (b"TCP:", b"TCP6:"):
                        tcp += int(words[2])
    return used, tcp


def _scratch_files(found: Sequence[Process]) -> int:
    total = 0
    if _begun(found):
        with contextlib.suppress(OSError):
            for place in PLACES:
                system = os.statvfs(f"/proc/{found[1].pid}/root{place}")
                if not system.f_flag & os.ST_RDONLY:
                    total += system.f_files - system.f_ffree
    return total


def _begun(found: Sequence[Process]) -> bool:
    """Whether the sandbox is ready and the program runs: first comes bubblewrap, then the first process inside."""
    return len(found) > SANDBOX_ITSELF


def _locks(found: Iterable[Process]) -> int:
    """Locks that these processes hold, as each open file tells. (/proc/locks would stop all locking on the machine.)"""
    total = 0
    for process in found:
        with contextlib.suppress(OSError):
            for number in os.listdir(f"/proc/{process.pid}/fdinfo"):
                total += text(f"/proc/{process.pid}/fdinfo/{number}", CHUNK).count(b"lock:")
    return total


def _areas(found: Iterable[Process], most: int) -> int:
    """Areas of memory that are mapped, not counted to the end if there are more than `most`."""
    total = 0
    for process in found:
        with contextlib.suppress(OSError), open(f"/proc/{process.pid}/maps", "rb", buffering=0) as maps:
            while total <= most and (piece := maps.read(CHUNK)):
                total += piece.count(b"\n")
    return total

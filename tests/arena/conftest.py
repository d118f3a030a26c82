"""Proof that no program outlives the test it was written for."""

from __future__ import annotations

import os
import shlex
import sys
import textwrap
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.arena.programs import PRELUDE, Write
from tests.patience import patience


@pytest.fixture
def program(tmp_path: Path) -> Write:
    """Writes a program of these lines and gives the command that runs it."""

    def write(lines: str) -> str:
        path = tmp_path / f"bot{len(list(tmp_path.iterdir()))}.py"
        path.write_text(PRELUDE + textwrap.dedent(lines), encoding="utf-8")
        return shlex.join([sys.executable, str(path)])

    return write


@pytest.fixture(autouse=True)
def nobody_left_behind(tmp_path: Path) -> Iterator[None]:
    """No program written for a test outlives it, and none is left as a zombie."""
    before = set(_still_running(str(tmp_path)))  # whatever other tests of this process left
    yield
    until = time.monotonic() + patience()
    while (left := set(_still_running(str(tmp_path))) - before) and time.monotonic() < until:
        time.sleep(0.02)
    assert not left, f"still running: {left}"


def _still_running(path: str) -> list[str]:
    """Processes whose command names this path, and zombies of ours, where /proc can tell."""
    found: list[str] = []
    if not os.path.isdir("/proc/self"):
        return found
    for entry in Path("/proc").iterdir():
        if not entry.name.isdigit():
            continue
        try:
            command = (entry / "cmdline").read_bytes().replace(b"\0", b" ").decode("utf-8", "replace")
            state, parent = (entry / "stat").read_text().rpartition(")")[2].split()[:2]
        except (OSError, ValueError):
            continue
        if path in command or (state == "Z" and int(parent) == os.getpid()):
            found.append(f"{entry.name} {state} {command}")
    return found

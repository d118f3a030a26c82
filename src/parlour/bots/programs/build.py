"""Builds a program once, in the sandbox and within limits. What comes out is trusted as little as what went in."""

from __future__ import annotations

import os
import selectors
import shlex
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

import msgspec

from parlour.bots.programs import archive, sandbox
from parlour.bots.programs.archive import Files
from parlour.bots.programs.manifest import Manifest
from parlour.bots.programs.sandbox import Limits
from parlour.bots.programs.tree import Tree
from parlour.bots.programs.watching import Watch
from parlour.core.errors import Refused

SECONDS: Final = 60.0  # of processor time; a busy machine may take longer
PATIENCE: Final = 4.0  # times as long by the clock on the wall
IDLE: Final = 10.0  # seconds in which it does nothing
OUTPUT_KEPT: Final = 32 * 1024  # bytes of what the compiler says, from its beginning and its end
MOST_OUTPUT: Final = 16 * sandbox.MEGABYTE
TICK: Final = 0.05
CHUNK: Final = 64 * 1024
FAILED: Final = 97  # the exit status of the script when a command fails


class Built(msgspec.Struct, frozen=True):
    """A program that can run, or why it can't; `output` is what the commands said, `error` a sentence."""

    files: Files
    output: str
    seconds: float
    error: str = ""


def build(files: Files, manifest: Manifest, limits: Limits = sandbox.BUILDING, seconds: float = SECONDS) -> Built:
    """Run the commands of the manifest on the files."""
    start = time.monotonic()
    if not manifest.build:
        return Built(files, "", 0.0)
    with tempfile.TemporaryDirectory(prefix="parlour-source-") as place:
        folder = Path(place)
        folder.chmod(0o755)
        archive.write(files, folder)
        steps = [f"{{ {shlex.join(words)}; }} </dev/null 1>&2 || exit {FAILED}" for words in manifest.build]
        script = "\n".join(["cp -r /source/. /program || exit 98", *steps, "exec tar -cf - --format=gnu ."])
        made, output, error = _run(["/bin/sh", "-c", script], limits, seconds, folder)
    spent = time.monotonic() - start
    if error:
        return Built({}, output, spent, error)
    try:
        return Built(archive.untar(made, limits.scratch_mb * sandbox.MEGABYTE), output, spent)
    except Refused as refusal:
        return Built({}, output, spent, f"What the build made can't be kept: {refusal.text}")


def _run(command: list[str], limits: Limits, seconds: float, source: Path) -> tuple[bytes, str, str]:
    """What the command wrote to stdout and stderr, and why it failed, if it did."""
    process = sandbox.start(command, limits, source=source)
    tree = Tree(process.pid)
    watch, idle = Watch(tree, limits), _Idle()
    assert process.stdin and process.stdout and process.stderr
    process.stdin.close()
    made, said = bytearray(), _Said()
    error, until = "", time.monotonic() + PATIENCE * seconds
    most = limits.scratch_mb * sandbox.MEGABYTE * 2
    takes: dict[int, Callable[[bytes], None]] = {
        process.stdout.fileno(): made.extend,
        process.stderr.fileno(): said.add,
    }
    try:
        with selectors.DefaultSelector() as waits:
            for pipe in takes:
                waits.register(pipe, selectors.EVENT_READ)
            looked = 0.0
            while waits.get_map() and not error:
                for key, _ in waits.select(TICK):
                    data = os.read(key.fd, CHUNK)
                    takes[key.fd](data)
                    if not data:
                        waits.unregister(key.fd)
                if len(made) > most or said.total > MOST_OUTPUT:
                    error = "The build wrote too much, so it was stopped."
                elif time.monotonic() - looked > TICK:
                    looked = time.monotonic()
                    error = _over_limit(watch, idle, seconds) or (_too_long(seconds) if looked > until else "")
    finally:
        tree.kill()
        process.kill()
        code = process.wait()
        process.stdout.close()
        process.stderr.close()
    if not error and code == FAILED:
        error = "The build failed; its output says why."
    elif not error and code != 0:
        error = f"The build did not finish (exit status {code}); perhaps it filled its {limits.scratch_mb} MB."
    return bytes(made), said.text(), error


def _over_limit(watch: Watch, idle: _Idle, seconds: float) -> str:
    excess = watch.excess()
    if excess:
        return f"The build {excess}, so it was stopped."
    if idle.since(watch) > IDLE:
        return f"The build did nothing for {IDLE:g} s, so it was stopped."
    return _too_long(seconds) if watch.tree.cpu(watch.found) > seconds else ""


class _Idle:
    """How long nothing has been done: others wait for their builds."""

    def __init__(self) -> None:
        self._cpu = -1.0
        self._worked = 0.0

    def since(self, watch: Watch) -> float:
        """Seconds; a process that only waits for a core is not idle."""
        now, cpu = time.monotonic(), watch.tree.cpu(watch.found)
        if cpu > self._cpu or any(process.state in "RD" for process in watch.found):
            self._cpu, self._worked = cpu, now
        return now - self._worked


def _too_long(seconds: float) -> str:
    return f"The build took longer than {seconds:g} s, so it was stopped."


class _Said:
    """The beginning and the end of a long output."""

    def __init__(self) -> None:
        self.total = 0
        self._first = bytearray()
        self._last = bytearray()

    def add(self, data: bytes) -> None:
        self.total += len(data)
        room = OUTPUT_KEPT // 2 - len(self._first)
        self._first += data[:room]
        self._last += data[max(room, 0) :]
        del self._last[: -OUTPUT_KEPT // 2]

    def text(self) -> str:
        left_out = self.total - len(self._first) - len(self._last)
        middle = f"\n… {left_out} bytes left out …\n" if left_out else ""
        whole = bytes(self._first).decode("utf-8", "replace") + middle + bytes(self._last).decode("utf-8", "replace")
        return "".join(sign for sign in whole if sign.isprintable() or sign in "\n\t")

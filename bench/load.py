"""Guests by the hundred, and what they cost a server: shared by the measurements of our own server and of others.

A server is measured by the processor time of its process, not by the clock on the wall, so that a busy machine
disturbs little. Four things are measured one after the other:

* saturated: every table plays as fast as its server answers;
* paced: all tables together make a given number of moves a second, as people do;
* life: a table is made, a second guest joins, both sit down, one leaves and both hang up; no moves;
* idle: the memory of a table at which guests sit and nothing happens.
"""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import statistics
import subprocess
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

import msgspec

decode = msgspec.json.Decoder().decode

# A whole game of connect four that nobody wins: the columns, from the left. Its last two plies are never played, so
# that no table ends while moves are counted.
DRAW = [int(column) for column in "330254564223355224331121550404466660106011"][:-2]
HANDS = 20  # tables made or closed at once


class Process:
    """A server in a process of its own, with a folder that is removed afterwards."""

    def __init__(
        self,
        words: Callable[[int, Path], list[str]],
        environment: dict[str, str] | None = None,
        where: Path | None = None,
    ) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = int(free.getsockname()[1])
        self._folder = tempfile.TemporaryDirectory(prefix="parlour-bench-")
        self.folder = Path(self._folder.name)
        with (self.folder / "log").open("wb") as log:
            self._running = subprocess.Popen(
                words(self.port, self.folder),
                stdout=log,
                stderr=log,
                env={**os.environ, **(environment or {})},
                cwd=where,
            )

    async def wait_until_open(self, path: str) -> None:
        for _ in range(2000):
            try:
                line = await Line.open(self.port)
                try:
                    await line.ask("GET", path)
                finally:
                    line.close()
                return
            except OSError:
                await asyncio.sleep(0.05)
        raise SystemExit(f"The server does not start: {self.said()}")

    def said(self) -> str:
        return (self.folder / "log").read_text(errors="replace")

    def memory_mb(self) -> float:
        pages = int(Path(f"/proc/{self._running.pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGESIZE") / 2**20

    def cpu_seconds(self) -> float:
        words = Path(f"/proc/{self._running.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")

    def held_up_seconds(self) -> float:
        """How long it was ready to run while others had the processors: on a busy machine, its guests wait for that."""
        threads = Path(f"/proc/{self._running.pid}/task").iterdir()
        return sum(int((one / "schedstat").read_text().split()[1]) for one in threads) / 1e9

    def close(self) -> None:
        self._running.send_signal(signal.SIGTERM)
        try:
            self._running.wait(30)
        except subprocess.TimeoutExpired:
            self._running.kill()
            self._running.wait()
        self._folder.cleanup()


class Line:
    """One HTTP connection that is kept open, as browsers do."""

    def __init__(self, port: int, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._port = port
        self._reader = reader
        self._writer = writer
        self._used = False

    @classmethod
    async def open(cls, port: int) -> Line:
        return cls(port, *await asyncio.open_connection("127.0.0.1", port))

    async def ask(self, method: str, path: str, body: Any = None, token: str = "") -> Any:
        try:
            return await self._ask(method, path, body, token)
        except ConnectionResetError:
            if not self._used:
                raise
        # On a busy machine, seconds may pass between two requests, and servers hang up on whoever is silent.
        self._reader, self._writer = await asyncio.open_connection("127.0.0.1", self._port)
        return await self._ask(method, path, body, token)

    async def _ask(self, method: str, path: str, body: Any, token: str) -> Any:
        data = b"" if body is None else msgspec.json.encode(body)
        head = f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: {len(data)}\r\n"
        head += "Content-Type: application/json\r\n" if data else ""
        head += f"Authorization: Bearer {token}\r\n" if token else ""
        self._writer.write(head.encode() + b"\r\n" + data)
        try:
            answer = await self._reader.readuntil(b"\r\n\r\n")
        except asyncio.IncompleteReadError as end:
            raise ConnectionResetError("the server hung up") from end
        lines = answer.decode().split("\r\n")
        headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines[1:])}
        content = await self._reader.readexactly(int(headers["content-length"]))
        self._used = True
        if int(lines[0].split()[1]) >= 400:
            raise SystemExit(f"{method} {path}: {lines[0]}: {content.decode(errors='replace')}")
        return decode(content) if "json" in headers.get("content-type", "") else content

    def close(self) -> None:
        self._writer.close()


@dataclass
class Run:
    """What the guests found in one run."""

    waits: list[float] = field(default_factory=list)  # seconds from a move to hearing of it
    out_of_order: int = 0
    refused: int = 0


class Table(Protocol):
    """A table with all its guests connected."""

    async def play(self, plies: int, gap: float, run: Run) -> None:
        """Play this many plies, or to the end, with at least `gap` seconds between two of them."""

    async def close(self, line: Line) -> None:
        """One guest leaves, then all hang up."""


class House(Protocol):
    """A server that can be measured."""

    process: Process

    async def make(self, number: int, line: Line) -> Table:
        """Make a table, let the others join, and sit down on all its seats."""

    def lost(self) -> int:
        """Acknowledged moves that were not kept."""


@dataclass(frozen=True)
class Plan:
    """How much is measured."""

    tables: int = 200
    plies: int = 40  # per table, saturated
    rate: float = 100.0  # moves a second, paced
    seconds: float = 8.0  # paced
    lives: int = 300
    idle: int = 500
    warm: int = 1  # unmeasured rounds of play before: node compiles while it runs

    @property
    def all_tables(self) -> int:
        return (self.warm + 2) * self.tables + self.lives + self.idle


async def hand_by_hand(house: House, work: Sequence[Callable[[Line], Awaitable[Any]]]) -> list[Any]:
    """Do all of this, a few at a time, each over a connection of its own."""
    answers: list[Any] = [None] * len(work)
    left = iter(enumerate(work))

    async def hand() -> None:
        line = await Line.open(house.process.port)
        for number, one in left:
            answers[number] = await one(line)
        line.close()

    await asyncio.gather(*(hand() for _ in range(min(HANDS, len(work)))))
    return answers


async def make(house: House, numbers: Iterable[int]) -> list[Table]:
    return await hand_by_hand(house, [lambda line, n=n: house.make(n, line) for n in numbers])  # type: ignore[misc]


async def close(house: House, tables: Iterable[Table]) -> None:
    await hand_by_hand(house, [table.close for table in tables])


async def measure(house: House, plan: Plan) -> dict[str, float]:
    """All four, in one process that has just been started."""
    found: dict[str, float] = {}
    first = 0
    for _ in range(plan.warm + 1):
        tables = await make(house, range(first, first + plan.tables))
        found |= await moves(house, tables, plan.plies, 0.0, "saturated")
        await close(house, tables)
        first += plan.tables
    tables = await make(house, range(first, first + plan.tables))
    plies = max(1, round(plan.rate * plan.seconds / plan.tables))
    found |= await moves(house, tables, plies, plan.tables / plan.rate, "paced")
    await close(house, tables)
    first += plan.tables
    found["life_cpu_ms"] = round(await _lives(house, range(first, first + plan.lives)), 2)
    found["memory_mb"] = round(house.process.memory_mb(), 1)
    found["idle_kb"] = round(await _idle(house, range(first + plan.lives, first + plan.lives + plan.idle)), 1)
    found["lost"] = await asyncio.to_thread(house.lost)
    return found


async def moves(house: House, tables: list[Table], plies: int, gap: float, name: str) -> dict[str, float]:
    run = Run()
    start, cpu = time.perf_counter(), house.process.cpu_seconds()

    async def play(number: int, table: Table) -> None:
        await asyncio.sleep(gap * number / len(tables))
        await table.play(plies, gap, run)

    await asyncio.gather(*(play(number, table) for number, table in enumerate(tables)))
    took, cpu = time.perf_counter() - start, house.process.cpu_seconds() - cpu
    waits = sorted(run.waits)
    return {
        f"{name}_moves": len(waits),
        f"{name}_moves_per_second": round(len(waits) / took),
        f"{name}_cpu_us": round(1e6 * cpu / len(waits), 1),
        f"{name}_p50_ms": round(1000 * waits[len(waits) // 2], 1),
        f"{name}_p99_ms": round(1000 * waits[len(waits) * 99 // 100], 1),
        f"{name}_max_ms": round(1000 * waits[-1], 1),
        f"{name}_out_of_order": run.out_of_order,
        f"{name}_refused": run.refused,
    }


async def _lives(house: House, numbers: range) -> float:
    """Milliseconds of the server's processor for a table from making it to hanging up."""

    async def live(number: int, line: Line) -> None:
        await (await house.make(number, line)).close(line)

    cpu = house.process.cpu_seconds()
    await hand_by_hand(house, [lambda line, n=n: live(n, line) for n in numbers])  # type: ignore[misc]
    return 1000 * (house.process.cpu_seconds() - cpu) / max(1, len(numbers))


async def _idle(house: House, numbers: range) -> float:
    """Kilobytes for a table where nothing happens."""
    before = house.process.memory_mb()
    await make(house, numbers)
    return 1024 * (house.process.memory_mb() - before) / max(1, len(numbers))


def medians(runs: Sequence[dict[str, float]]) -> dict[str, float]:
    return {name: statistics.median(run[name] for run in runs) for name in runs[0]}


def ratios(ours: Sequence[dict[str, float]], theirs: Sequence[dict[str, float]], names: Iterable[str]) -> list[str]:
    """Ours as a share of theirs, pair by pair."""
    said = []
    for name in names:
        pairs = sorted(our[name] / their[name] for our, their in zip(ours, theirs, strict=True) if their[name])
        if pairs:
            said.append(f"{name:>24}  {statistics.median(pairs):.2f} ({pairs[0]:.2f} to {pairs[-1]:.2f})")
    return said


COSTS = ("saturated_cpu_us", "saturated_p99_ms", "paced_cpu_us", "paced_p99_ms", "life_cpu_ms", "idle_kb")


def side_by_side(columns: dict[str, list[dict[str, float]]]) -> str:
    """A table of medians, one column for each server, then the first as a share of each of the others, pair by pair."""
    shown = {name: medians(runs) for name, runs in columns.items() if runs}
    names = dict.fromkeys(key for column in shown.values() for key in column)
    lines = [" " * 26 + "  ".join(f"{name:>16}" for name in shown)]
    for key in names:
        lines.append(f"{key:>24}  " + "  ".join(f"{column.get(key, ''):>16}" for column in shown.values()))
    first, *others = columns
    for other in others:
        lines += ["", f"{first} / {other}, median of the pairs and the range:"]
        lines += ratios(columns[first], columns[other], COSTS)
    return "\n".join(lines)


def conditions() -> str:
    load = os.getloadavg() if hasattr(os, "getloadavg") else (0.0, 0.0, 0.0)
    return f"{os.cpu_count()} cores, load {load[0]:.1f} (1 min), {load[1]:.1f} (5 min)"

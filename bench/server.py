"""How many guests one server serves: 200 matches of two network bots at once, over real WebSockets.

    python -m bench.server [--matches 200] [--seconds 8] [--rate 1000] [--game kata-tcg] [--json]

First as fast as the bots can, then paced to about `--rate` moves a second. Time is taken from sending a move to
hearing its events, with the move safe on the disk in between. Afterwards the database is asked whether every move that
was acknowledged is there, and every bot whether it heard every ply in order.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec
import uvloop
from websockets.asyncio.client import ClientConnection, connect

from parlour.store import Store

decode = msgspec.json.Decoder().decode


class Server:
    """`python -m parlour.server` with a database of its own."""

    def __init__(self, folder: Path) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = int(free.getsockname()[1])
        self.db = str(folder / "parlour.db")
        words = [sys.executable, "-m", "parlour.server", "--port", str(self.port), "--db", self.db]
        words += ["--guests-per-minute", "1000000", "--pace-ms", "0"]
        with (folder / "log").open("wb") as log:
            self.process = subprocess.Popen(words, stdout=log, stderr=log)
        for _ in range(1000):
            try:
                self.ask("/health")
                return
            except (OSError, urllib.error.URLError):
                time.sleep(0.05)
        raise SystemExit(f"The server does not start: {(folder / 'log').read_text()}")

    def ask(self, path: str, body: Any = None, token: str = "") -> Any:
        headers = {"Content-Type": "application/json", "Authorization": f"Bearer {token}"} if token else {}
        data = None if body is None else msgspec.json.encode(body)
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", data, headers)
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        with opener.open(request, timeout=30) as answer:
            return decode(answer.read())

    def memory_mb(self) -> float:
        status = Path(f"/proc/{self.process.pid}/statm")
        if not status.exists():
            return float("nan")
        return int(status.read_text().split()[1]) * os.sysconf("SC_PAGESIZE") / 2**20

    def cpu_seconds(self) -> float:
        stat = Path(f"/proc/{self.process.pid}/stat")
        if not stat.exists():
            return float("nan")
        words = stat.read_text().rpartition(")")[2].split()
        return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")

    def close(self) -> None:
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(30)


@dataclass
class Run:
    """What one run found."""

    waits: list[float] = field(default_factory=list)  # seconds from a move to its events
    acknowledged: dict[str, int] = field(default_factory=dict)  # table: plies
    matches: int = 0
    out_of_order: int = 0
    refused: int = 0


class Pair:
    """Two bots who play match after match until the time is over."""

    def __init__(self, server: Server, token: str, game: str, run: Run, gap: float, until: float, seed: int) -> None:
        self.server = server
        self.token = token
        self.game = game
        self.run = run
        self.gap = gap  # seconds between two moves of this match; 0: at once
        self.until = until
        self.dice = random.Random(seed)
        self.next_move = time.perf_counter() + self.dice.random() * gap

    async def play(self) -> None:
        while time.perf_counter() < self.until:
            wish = {"game": self.game, "seats": ["me", "me"]}
            table = (await asyncio.to_thread(self.server.ask, "/api/tables", wish, self.token))["id"]
            self.run.acknowledged[table] = 0
            ended = await asyncio.gather(self.sit(table, 0), self.sit(table, 1))
            self.run.matches += all(ended)
            if not all(ended):
                await asyncio.to_thread(self.server.ask, f"/api/tables/{table}/leave", {}, self.token)

    async def sit(self, table: str, seat: int) -> bool:
        """Whether the match was over before the time was."""
        address = f"ws://127.0.0.1:{self.server.port}/ws/tables/{table}"
        async with connect(address, proxy=None, compression=None, max_queue=None) as chair:
            await chair.send(msgspec.json.encode({"type": "sit", "token": self.token, "seat": seat}).decode())
            try:
                async with asyncio.timeout(max(0.0, self.until - time.perf_counter()) + 0.5):
                    return await self.answer(chair, table, seat)
            except TimeoutError:
                return False

    async def answer(self, chair: ClientConnection, table: str, seat: int) -> bool:
        heard = 0
        sent = 0.0
        while True:
            message = decode(await chair.recv(decode=False))
            kind = message["type"]
            if kind == "events":
                if message["seat"] == seat and sent:
                    self.run.waits.append(time.perf_counter() - sent)
                self.run.out_of_order += heard not in (0, message["ply"] - 1)
                heard = message["ply"]
                self.run.acknowledged[table] = max(self.run.acknowledged[table], heard)
            elif kind == "turn":
                if time.perf_counter() > self.until:
                    return False
                if self.gap:
                    await asyncio.sleep(self.next_move - time.perf_counter())
                    self.next_move = max(self.next_move + self.gap, time.perf_counter())
                index = self.dice.randrange(len(message["moves"]))
                sent = time.perf_counter()
                await chair.send(f'{{"type":"move","ply":{message["ply"]},"index":{index}}}')
            elif kind == "over":
                return True
            elif kind in ("refused", "error"):
                self.run.refused += 1


async def measure(server: Server, tokens: list[str], game: str, seconds: float, rate: float) -> dict[str, Any]:
    run = Run()
    gap = len(tokens) / rate if rate else 0.0
    start = time.perf_counter()
    cpu = server.cpu_seconds()
    until = start + seconds
    pairs = [Pair(server, token, game, run, gap, until, seed) for seed, token in enumerate(tokens)]
    watching = asyncio.create_task(watch(server, until))
    await asyncio.gather(*(pair.play() for pair in pairs))
    took = min(time.perf_counter(), until) - start
    waits = sorted(run.waits)
    return {
        "paced": int(rate),
        "pairs": len(tokens),
        "moves": len(waits),
        "moves_per_second": round(len(waits) / took),
        "p50_ms": round(1000 * waits[len(waits) // 2], 1),
        "p99_ms": round(1000 * waits[len(waits) * 99 // 100], 1),
        "max_ms": round(1000 * waits[-1], 1),
        "server_cpu": round((server.cpu_seconds() - cpu) / took, 2),
        "memory_mb": round(await watching),
        "matches_ended": run.matches,
        "lost": await asyncio.to_thread(lost, server, run),
        "out_of_order": run.out_of_order,
        "refused": run.refused,
    }


async def watch(server: Server, until: float) -> float:
    """The most memory that the server took."""
    most = 0.0
    while time.perf_counter() < until:
        most = max(most, server.memory_mb())
        await asyncio.sleep(0.25)
    return most


def lost(server: Server, run: Run) -> int:
    """Acknowledged moves that are not in the database."""
    with Store.open(server.db) as store:
        move_counts = store.reads.move_counts(run.acknowledged)
    return sum(max(0, plies - move_counts.get(table, 0)) for table, plies in run.acknowledged.items())


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.server", description="What one server bears.")
    parser.add_argument("--matches", type=int, default=200, help="at once")
    parser.add_argument("--seconds", type=float, default=8.0)
    parser.add_argument("--rate", type=float, default=1000.0, help="moves a second of the paced run")
    parser.add_argument("--game", default="kata-tcg")
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="parlour-bench-") as folder:
        server = Server(Path(folder))
        try:
            tokens = [server.ask("/api/bots", {"name": f"Bot {n}"})["token"] for n in range(asked.matches)]
            rows = []
            for rate in (0.0, asked.rate):
                rows.append(uvloop.run(measure(server, tokens, asked.game, asked.seconds, rate)))
        finally:
            server.close()
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0
    if asked.json:
        print(
            json.dumps({"server": rows, "game": asked.game, "cores": os.cpu_count(), "load": round(load, 1)}, indent=2)
        )
        return
    print(f"{asked.game}, {asked.matches} matches of two bots at once, {os.cpu_count()} cores, load {load:.1f}")
    for name in rows[0]:
        print(f"{name:>18}  " + "  ".join(f"{row[name]!s:>10}" for row in rows))
    sys.exit(any(row["lost"] or row["out_of_order"] for row in rows))


if __name__ == "__main__":
    main()

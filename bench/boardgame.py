"""Our server beside boardgame.io's, on connect four: what moves and matches cost each, and how long guests wait.

    make bench-boardgame [ARGS="--runs 9"]
    python -m bench.boardgame [--runs 3] [--tables 200] [--installed build/boardgame] [--json]

Needs node; `make bench-boardgame` installs boardgame.io apart, in build/. The servers are measured in turn (ours,
theirs in memory, with `--files` theirs in files), so that all see the same disturbances, and medians are shown. Ours
always has every move on the disk before it is acknowledged; theirs in memory loses everything when it ends.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import shutil
import sys
import time
from pathlib import Path
from typing import Any

import uvloop
from bench.load import DRAW, House, Line, Plan, Process, Run, conditions, decode, measure, side_by_side
from bench.server import Parlour, options, plan_of
from websockets.asyncio.client import ClientConnection, connect

HERE = Path(__file__).parent
GAME = "connect-four"


class BoardgameIO:
    """boardgame.io's own server with its lobby and its sockets."""

    def __init__(self, installed: Path, keep: str) -> None:
        node = shutil.which("node")
        if node is None:
            raise SystemExit("This comparison needs node.")
        program = str(HERE / "boardgame" / "server.cjs")

        def words(port: int, folder: Path) -> list[str]:
            return [node, program, str(port), keep if keep == "memory" else str(folder / "matches")]

        self.process = Process(words, {"NODE_ENV": "production"}, installed)

    async def open(self) -> BoardgameIO:
        await self.process.wait_until_open("/games")
        return self

    async def make(self, number: int, line: Line) -> BoardgameTable:
        match = (await line.ask("POST", f"/games/{GAME}/create", {"numPlayers": 2}))["matchID"]
        chairs = []
        for seat in "01":
            joined = await line.ask(
                "POST", f"/games/{GAME}/{match}/join", {"playerID": seat, "playerName": f"Guest {number} {seat}"}
            )
            chairs.append(await Chair.sit(self.process.port, match, seat, joined["playerCredentials"]))
        return BoardgameTable(match, chairs)

    def lost(self) -> int:
        return 0  # nothing is promised


class Chair:
    """One guest's socket, in the few words of socket.io that are needed."""

    def __init__(self, socket: ClientConnection, match: str, seat: str, key: str) -> None:
        self.socket = socket
        self.match = match
        self.seat = seat
        self.key = key

    @classmethod
    async def sit(cls, port: int, match: str, seat: str, key: str) -> Chair:
        address = f"ws://127.0.0.1:{port}/socket.io/?EIO=4&transport=websocket"
        socket = await connect(address, proxy=None, compression=None, max_queue=None, ping_interval=None)
        chair = cls(socket, match, seat, key)
        await socket.recv()
        await socket.send(f"40/{GAME},")
        await socket.recv()
        await chair.say("sync", match, seat, key, 2)
        await chair.hear("sync")
        return chair

    async def say(self, *words: Any) -> None:
        await self.socket.send(f"42/{GAME},{json.dumps(words, separators=(',', ':'))}")

    async def hear(self, kind: str) -> list[Any]:
        while True:
            message = await self.socket.recv(decode=False)
            if message == b"2":
                await self.socket.send("3")
            elif message.startswith(b"42"):
                words: list[Any] = decode(message[message.index(b",") + 1 :])
                if words[0] == kind:
                    return words


class BoardgameTable:
    """A table whose guests play the moves of a long game."""

    def __init__(self, match: str, chairs: list[Chair]) -> None:
        self.match = match
        self.chairs = chairs

    async def play(self, plies: int, gap: float, run: Run) -> None:
        await asyncio.gather(*(self._play(chair, plies, gap, run) for chair in self.chairs))

    async def _play(self, chair: Chair, plies: int, gap: float, run: Run) -> None:
        for ply in range(min(plies, len(DRAW))):
            mine = str(ply % 2) == chair.seat
            if mine:
                if gap and ply:
                    await asyncio.sleep(gap)
                sent = time.perf_counter()
                move = {"type": "drop", "args": [DRAW[ply]], "playerID": chair.seat, "credentials": chair.key}
                await chair.say("update", {"type": "MAKE_MOVE", "payload": move}, ply, self.match, chair.seat)
            state = (await chair.hear("update"))[2]
            run.out_of_order += state["_stateID"] != ply + 1
            if mine:
                run.waits.append(time.perf_counter() - sent)

    async def close(self, line: Line) -> None:
        for chair in self.chairs:
            who = {"playerID": chair.seat, "credentials": chair.key}
            await line.ask("POST", f"/games/{GAME}/{self.match}/leave", who)
            await chair.socket.close()


async def run_once(name: str, plan: Plan, installed: Path) -> dict[str, float]:
    house: House
    if name == "parlour":
        house = Parlour(GAME, 2, words=False)
        await house.open(plan.all_tables)
    else:
        house = BoardgameIO(installed, name)
        await house.open()
    try:
        return await measure(house, plan)
    finally:
        house.process.close()


def main() -> None:
    parser = options("python -m bench.boardgame", __doc__)
    parser.add_argument("--installed", type=Path, default=Path("build/boardgame"), help="where boardgame.io is")
    parser.add_argument("--files", action="store_true", help="measure its storage in files too")
    asked: argparse.Namespace = parser.parse_args()
    if not (asked.installed / "node_modules" / "boardgame.io").is_dir():
        sys.exit("boardgame.io is not installed there: run `make bench-boardgame`.")
    found: dict[str, list[dict[str, float]]] = {name: [] for name in ("parlour", "memory", "files")}
    if not asked.files:
        del found["files"]
    for number in range(asked.runs):
        for name in list(found)[:: -1 if number % 2 else 1]:
            found[name].append(uvloop.run(run_once(name, plan_of(asked), asked.installed)))
    if asked.json:
        print(json.dumps({"runs": found, "conditions": conditions()}, indent=2))
        return
    print(f"connect four; medians of {asked.runs} runs; {conditions()}")
    print(side_by_side(found))


if __name__ == "__main__":
    main()

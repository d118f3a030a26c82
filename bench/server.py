"""How many guests one server serves, and what they cost it, over real WebSockets.

    python -m bench.server [--tables 200] [--plies 40] [--rate 100] [--seconds 8] [--game connect-four] [--seats 2]
                           [--words] [--runs 3] [--beside FOLDER …] [--json]

Moves are played as fast as the server answers, then paced to `--rate` moves a second; every move is safe on the disk
before it is acknowledged. Then tables are made and closed, then left idle: see bench/load.py. Afterwards the database
is asked whether every acknowledged move is there. With `--beside`, other copies of the source (their `src`) are
measured too, in turn with this one, so that all see the same disturbances.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import sys
import time
from pathlib import Path
from typing import Any

import msgspec
import uvloop
from bench.load import DRAW, Line, Plan, Process, Run, conditions, decode, hand_by_hand, measure, side_by_side
from websockets.asyncio.client import ClientConnection, connect

from parlour.store import Store


class Parlour:
    """`python -m parlour.server` with a database of its own."""

    def __init__(self, game: str, seats: int, words: bool, source: Path | None = None) -> None:
        self.game = game
        self.seats = seats
        self.words = words
        self.acknowledged: dict[str, int] = {}  # table: plies
        self.tokens: list[str] = []
        self.process = Process(self._words, {} if source is None else {"PYTHONPATH": str(source.resolve())})
        self.db = str(self.process.folder / "parlour.db")

    @staticmethod
    def _words(port: int, folder: Path) -> list[str]:
        words = [sys.executable, "-m", "parlour.server", "--port", str(port), "--db", str(folder / "parlour.db")]
        return [*words, "--guests-per-minute", "1000000", "--pace-ms", "0"]

    async def open(self, tables: int) -> Parlour:
        await self.process.wait_until_open("/health")
        guests = await hand_by_hand(self, [lambda line: line.ask("POST", "/api/guests", {})] * (tables * self.seats))
        self.tokens = [guest["token"] for guest in guests]
        return self

    async def make(self, number: int, line: Line) -> ParlourTable:
        tokens = self.tokens[number * self.seats : (number + 1) * self.seats]
        wish = {"game": self.game, "seats": ["me", *["free"] * (self.seats - 1)]}
        table = (await line.ask("POST", "/api/tables", wish, tokens[0]))["id"]
        for token in tokens[1:]:
            await line.ask("POST", f"/api/tables/{table}/join", {}, token)
        self.acknowledged[table] = 0
        chairs = [await self._sit(table, seat, token) for seat, token in enumerate(tokens)]
        return ParlourTable(self, table, tokens, chairs, number)

    async def _sit(self, table: str, seat: int, token: str) -> Chair:
        address = f"ws://127.0.0.1:{self.process.port}/ws/tables/{table}"
        socket = await connect(address, proxy=None, compression=None, max_queue=None, ping_interval=None)
        sit = {"type": "sit", "token": token, "seat": seat, "words": self.words}
        await socket.send(msgspec.json.encode(sit).decode())
        chair = Chair(socket, seat)
        await chair.hear_until("turn", "waiting")
        return chair

    def lost(self) -> int:
        """Acknowledged moves that are not in the database."""
        with Store.open(self.db) as store:
            kept = store.reads.move_counts(self.acknowledged)
        return sum(max(0, plies - kept.get(table, 0)) for table, plies in self.acknowledged.items())


class Chair:
    """One guest's connection, and the last turn it was asked for."""

    def __init__(self, socket: ClientConnection, seat: int) -> None:
        self.socket = socket
        self.seat = seat
        self.turn: dict[str, Any] | None = None

    async def hear(self) -> dict[str, Any]:
        message: dict[str, Any] = decode(await self.socket.recv(decode=False))
        if message["type"] == "turn":
            self.turn = message
        return message

    async def hear_until(self, *kinds: str) -> dict[str, Any]:
        while True:
            message = await self.hear()
            if message["type"] in kinds:
                return message


class ParlourTable:
    """A table whose guests make random moves, or in connect four those of a long game."""

    def __init__(self, house: Parlour, id: str, tokens: list[str], chairs: list[Chair], number: int) -> None:
        self.house = house
        self.id = id
        self.tokens = tokens
        self.chairs = chairs
        self.dice = random.Random(number)

    async def play(self, plies: int, gap: float, run: Run) -> None:
        await asyncio.gather(*(self._play(chair, plies, gap, run) for chair in self.chairs))

    async def _play(self, chair: Chair, plies: int, gap: float, run: Run) -> None:
        heard, sent = 0, 0.0
        while True:
            if chair.turn is not None:
                asked, chair.turn = chair.turn, None
                if gap and asked["ply"] > 1:
                    await asyncio.sleep(gap)
                sent = time.perf_counter()
                await chair.socket.send(f'{{"type":"move","ply":{asked["ply"]},"index":{self._choose(asked)}}}')
            message = await chair.hear()
            kind = message["type"]
            if kind == "events":
                if message["seat"] == chair.seat and sent:
                    run.waits.append(time.perf_counter() - sent)
                run.out_of_order += message["ply"] != heard + 1
                heard = message["ply"]
                self.house.acknowledged[self.id] = max(self.house.acknowledged[self.id], heard)
                if heard >= plies or message["mover"] < 0:
                    return
            elif kind in ("refused", "error"):
                run.refused += 1

    def _choose(self, asked: dict[str, Any]) -> int:
        moves: list[Any] = asked["moves"]
        if self.house.game == "connect-four" and asked["ply"] <= len(DRAW):
            return next(n for n, move in enumerate(moves) if move["column"] == DRAW[asked["ply"] - 1])
        return self.dice.randrange(len(moves))

    async def close(self, line: Line) -> None:
        await line.ask("POST", f"/api/tables/{self.id}/leave", {}, self.tokens[0])
        for chair in self.chairs:
            await chair.socket.close()


async def run_once(asked: argparse.Namespace, plan: Plan, source: Path | None) -> dict[str, float]:
    house = Parlour(asked.game, asked.seats, asked.words, source)
    try:
        await house.open(plan.all_tables)
        return await measure(house, plan)
    finally:
        house.process.close()


def options(prog: str, about: str | None) -> argparse.ArgumentParser:
    """The options that all measurements of servers have."""
    parser = argparse.ArgumentParser(prog=prog, description=about, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--tables", type=int, default=Plan.tables, help="at once")
    parser.add_argument("--plies", type=int, default=Plan.plies, help="per table in the saturated run")
    parser.add_argument("--rate", type=float, default=Plan.rate, help="moves a second of the paced run")
    parser.add_argument("--seconds", type=float, default=Plan.seconds, help="of the paced run")
    parser.add_argument("--lives", type=int, default=Plan.lives, help="tables made and closed")
    parser.add_argument("--idle", type=int, default=Plan.idle, help="tables left idle")
    parser.add_argument("--warm", type=int, default=Plan.warm, help="unmeasured rounds of play before")
    parser.add_argument("--runs", type=int, default=1, help="of which medians are shown")
    parser.add_argument("--json", action="store_true")
    return parser


def plan_of(asked: argparse.Namespace) -> Plan:
    return Plan(asked.tables, asked.plies, asked.rate, asked.seconds, asked.lives, asked.idle, asked.warm)


def main() -> None:
    parser = options("python -m bench.server", __doc__)
    parser.add_argument("--game", default="connect-four")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--words", action="store_true", help="as browsers ask for them")
    parser.add_argument(
        "--beside", type=Path, nargs="*", default=[], help="src folders of other copies, measured in turn with this one"
    )
    asked = parser.parse_args()
    sources: dict[str, Path | None] = {"here": None, **{folder.name: folder for folder in asked.beside}}
    found: dict[str, list[dict[str, float]]] = {name: [] for name in sources}
    for number in range(asked.runs):
        for name in list(sources)[:: -1 if number % 2 else 1]:
            found[name].append(uvloop.run(run_once(asked, plan_of(asked), sources[name])))
    if asked.json:
        print(json.dumps({"game": asked.game, "runs": found, "conditions": conditions()}, indent=2))
    else:
        words = ", with words" if asked.words else ""
        print(f"{asked.game}, {asked.seats} seats{words}; medians of {asked.runs} runs; {conditions()}")
        print(side_by_side(found))
    wrong = ("lost", "saturated_out_of_order", "paced_out_of_order")
    sys.exit(any(run[name] for run in found["here"] for name in wrong))


if __name__ == "__main__":
    main()

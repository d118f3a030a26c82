"""A day in the life of a house, compressed into minutes, with its memory watched.

    make soak ARGS="--minutes 20"

All the time guests come, play through a bad network (bench/proxy.py), sit alone at open tables, play the house, watch,
look at the lobby and at replays, and never come back. What takes hours in a real house (open tables that nobody joins,
leases) is shortened by the same factor as the day. Ends with an error if an acknowledged move is lost, or if the house
needs much more memory in the last quarter of the time than in the second: then something is never given back.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import random
import statistics
import tempfile
import time
from pathlib import Path

import httpx
from bench.load import conditions
from bench.playing import Company, patiently
from bench.proxy import Proxy, Weather
from tests.server.guest import Chair, Guest, Refusal, RunningHouse, caller
from websockets.exceptions import WebSocketException

DAY_MINUTES = 24 * 60
PAGES = ("/api/lobby", "/api/tables?status=open", "/api/tables?status=running", "/api/house", "/api/games", "/metrics")
MOST_GROWTH = 1.25  # from the second quarter to the last
LITTLE = 20.0  # megabytes that may be more in any case


class Visitors:
    """Those who come and go."""

    def __init__(self, house: RunningHouse, seed: int) -> None:
        self.house = house
        self.dice = random.Random(seed)
        self.visits = 0

    async def come_and_go(self, until: float, gap: float) -> None:
        async with caller() as http:
            while time.monotonic() < until:
                await asyncio.sleep(self.dice.expovariate(1 / gap))
                with contextlib.suppress(httpx.HTTPError, OSError, WebSocketException, Refusal, TimeoutError):
                    await self._visit(Guest(self.house, http))
                    self.visits += 1

    async def _visit(self, guest: Guest) -> None:
        await patiently(guest.come)
        for page in self.dice.sample(PAGES, 3):
            await guest.http.get(f"{self.house.url}{page}")
        deed = self.dice.choice((self._plays_the_house, self._waits_in_vain, self._watches))
        try:
            await deed(guest)
        finally:
            for chair in guest.chairs:
                await chair.close()

    async def _plays_the_house(self, guest: Guest) -> None:
        table = await guest.table("me", "random")
        chair = await guest.sit(table, words=True)
        for _ in range(self.dice.randint(1, 30)):  # some leave in the middle of a game
            told = await chair.hear("turn", "over")
            if told["type"] == "over":
                await guest.http.get(f"{self.house.url}/api/tables/{table}/replay")
                return
            await chair.move(told, self.dice.randrange(len(told["moves"])))

    async def _waits_in_vain(self, guest: Guest) -> None:
        await guest.sit(await guest.table("me", "free"))

    async def _watches(self, guest: Guest) -> None:
        running = (await guest.get("/api/tables?status=running"))["tables"]
        if running:
            chair: Chair = await guest.watch(self.dice.choice(running)["id"], words=True)
            for _ in range(10):
                await chair.next()


async def soak(folder: Path, asked: argparse.Namespace) -> tuple[Company, list[float], str]:
    faster = DAY_MINUTES / asked.minutes
    place = str(folder / "parlour.db")
    hours = {"idle_open_hours": 12 / faster, "idle_running_days": 1 / faster, "lease_seconds": 2}
    house = RunningHouse(place, folder / "log", tables_per_guest=1_000_000, **hours).open()
    proxy = await Proxy(house.port, asked.seed, Weather(lasting=0.3, most_bytes=40_000)).open()
    company = Company(house, place, asked.game, asked.pairs, asked.pace, [proxy])
    visitors = Visitors(house, asked.seed)
    until = time.monotonic() + 60 * asked.minutes
    playing = asyncio.create_task(company.play())
    coming = [asyncio.create_task(visitors.come_and_go(until, asked.gap)) for _ in range(asked.visitors)]
    memory: list[float] = []
    try:
        while time.monotonic() < until and not playing.done():
            await asyncio.sleep(min(5.0, asked.minutes))
            memory.append(house.memory_mb())
            if len(memory) % 12 == 0:
                print(f"  {memory[-1]:.0f} MB, {company.acknowledged()} moves, {visitors.visits} visits", flush=True)
        company.stop()
        await asyncio.gather(playing, *coming)
        await proxy.close()
    finally:
        playing.cancel()
        house.close()
    if "Traceback" in house.said():
        raise SystemExit(f"The house stumbled:\n{house.said()[-4000:]}")
    weather = f"{proxy.counts.connections} connections through the proxy, {proxy.counts.cut} of them cut"
    return company, memory, f"{visitors.visits} visits; {weather}"


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    options.add_argument("--minutes", type=float, default=20.0)
    options.add_argument("--game", default="kata-tcg")
    options.add_argument("--pairs", type=int, default=20, help="of guests who play all the time")
    options.add_argument("--pace", type=float, default=0.2, help="seconds a guest thinks, on average")
    options.add_argument("--visitors", type=int, default=10, help="who come and go at the same time")
    options.add_argument("--gap", type=float, default=1.0, help="seconds between two visits of each, on average")
    options.add_argument("--seed", type=int, default=5)
    asked = options.parse_args()
    with tempfile.TemporaryDirectory(prefix="parlour-soak-") as folder:
        company, memory, told = asyncio.run(soak(Path(folder), asked))
    print(f"{company.tally}; {told}; {conditions()}")
    quarter = len(memory) // 4
    if quarter == 0:
        raise SystemExit("That was too short to say anything about memory.")
    early, late = statistics.median(memory[quarter : 2 * quarter]), statistics.median(memory[-quarter:])
    print(f"Memory: {memory[0]:.0f} MB at first, {early:.0f} MB in the second quarter, {late:.0f} MB in the last one.")
    if company.tally.found != company.tally.acknowledged or late > max(early * MOST_GROWTH, early + LITTLE):
        raise SystemExit("Moves were lost, or memory is not given back.")


if __name__ == "__main__":
    main()

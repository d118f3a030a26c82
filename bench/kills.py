"""Kills a house with SIGKILL again and again while guests play, and counts acknowledged and found moves.

    make prove-kills ARGS="--kills 1000 --on sqlite postgresql"

Each kill comes after a random number of acknowledged moves; the house is opened again on the same database, and the
guests come back by themselves. Ends with an error if a single acknowledged move is missing, doubled or changed.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import math
import random
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from bench.load import conditions
from bench.nursery import ForkedHouse
from bench.playing import Company

from parlour.store.testing import NoPostgres, cluster

SHOWN_EVERY = 50  # kills


@contextlib.contextmanager
def database(kind: str, folder: Path) -> Iterator[str]:
    if kind == "sqlite":
        yield str(folder / "parlour.db")
        return
    with cluster() as server:
        yield server.create("kills")


async def storm(place: str, folder: Path, asked: argparse.Namespace) -> str:
    house = ForkedHouse(place, folder / "log", lease_seconds=2, tables_per_guest=1_000_000).open()
    company = Company(house, place, asked.game, asked.pairs, asked.pace)
    chance, killed = random.Random(asked.seed), 0
    end = time.monotonic() + asked.minutes * 60
    playing = asyncio.create_task(company.play())
    try:
        for number in range(1, asked.kills + 1):
            enough = company.acknowledged() + chance.randint(1, asked.most_moves)
            while company.acknowledged() < enough and not playing.done():
                await asyncio.sleep(0.01)
            if playing.done() or time.monotonic() > end:
                break
            house.kill()
            house.open(wait=False)
            killed = number
            if killed % SHOWN_EVERY == 0:
                print(f"  {killed} kills: {company.acknowledged()} moves acknowledged", flush=True)
        company.stop()
        await playing
    finally:
        playing.cancel()
        house.close()
    if "Traceback" in house.said():
        raise SystemExit(f"The house stumbled:\n{house.said()[-4000:]}")
    if company.tally.found != company.tally.acknowledged:
        raise SystemExit(f"{killed} kills: {company.tally}")
    return f"{killed} kills: {company.tally}"


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    options.add_argument("--kills", type=int, default=1000, help="on each database")
    options.add_argument("--minutes", type=float, default=math.inf, help="on each database, at most")
    options.add_argument("--on", nargs="+", choices=("sqlite", "postgresql"), default=["sqlite", "postgresql"])
    options.add_argument("--game", default="connect-four")
    options.add_argument("--pairs", type=int, default=20, help="of guests, each at a table of its own")
    options.add_argument("--pace", type=float, default=0.05, help="seconds a guest thinks, on average")
    options.add_argument("--most-moves", type=int, default=120, help="between two kills, at most")
    options.add_argument("--seed", type=int, default=11)
    asked = options.parse_args()
    for kind in asked.on:
        began = time.monotonic()
        try:
            with tempfile.TemporaryDirectory(prefix="parlour-kills-") as folder, database(kind, Path(folder)) as place:
                told = asyncio.run(storm(place, Path(folder), asked))
        except NoPostgres as why:
            print(f"{kind}: left out, because {why}")
            continue
        print(f"{kind}: {told}; {time.monotonic() - began:.0f} s; {conditions()}", flush=True)


if __name__ == "__main__":
    main()

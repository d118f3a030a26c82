"""A full house at a modest pace: 2 000 tables and 4 000 connections in one process.

    make bench-load ARGS="--tables 2000 --rate 200 --seconds 60"

Everybody sits down first; then all tables together make so many moves a second. Says how long guests waited for their
moves to be acknowledged, what the house needed, and whether all acknowledged moves are in the database. On a machine
that does other things as well, `held_up_percent` says how much of the time the house was ready to run and could not.
"""

from __future__ import annotations

import argparse
import asyncio
import resource
import time

import uvloop
from bench.load import conditions, make, moves
from bench.server import Parlour


async def crowd(asked: argparse.Namespace) -> dict[str, float]:
    house = Parlour(asked.game, 2, asked.words)
    try:
        empty = time.perf_counter()
        await house.open(asked.tables)
        before = house.process.memory_mb()
        tables = await make(house, range(asked.tables))
        seated = time.perf_counter() - empty
        sat = house.process.memory_mb()
        plies = max(1, min(40, round(asked.rate * asked.seconds / asked.tables)))
        began, held_up = time.perf_counter(), house.process.held_up_seconds()
        told = await moves(house, tables, plies, asked.tables / asked.rate, "paced")
        held_up = house.process.held_up_seconds() - held_up
        told |= {
            "held_up_percent": round(100 * held_up / (time.perf_counter() - began), 1),
            "tables": asked.tables,
            "connections": 2 * asked.tables,
            "seated_s": round(seated, 1),
            "memory_empty_mb": round(before, 1),
            "memory_seated_mb": round(sat, 1),
            "memory_after_mb": round(house.process.memory_mb(), 1),
            "lost": await asyncio.to_thread(house.lost),
        }
        return told
    finally:
        house.process.close()


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    options.add_argument("--tables", type=int, default=2000)
    options.add_argument("--rate", type=float, default=200.0, help="moves a second of all tables together")
    options.add_argument("--seconds", type=float, default=60.0)
    options.add_argument("--game", default="connect-four")
    options.add_argument("--words", action="store_true", help="as browsers ask for them")
    asked = options.parse_args()
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    told = uvloop.run(crowd(asked))
    print(conditions())
    for name, value in told.items():
        print(f"{name:>24}  {value}")
    raise SystemExit(bool(told["lost"] or told["paced_out_of_order"]))


if __name__ == "__main__":
    main()

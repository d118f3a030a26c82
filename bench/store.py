"""How many durable moves a second the store keeps, with 1 and with 200 matches at once, on SQLite and PostgreSQL.

    python bench/store.py [--seconds 3] [--json]

Each match waits for the acknowledgement of its move before it makes the next, as players do.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import tempfile
import time
from pathlib import Path

from parlour.store import CreateMatch, Store
from parlour.store.testing import NoPostgres, cluster

# About 200 bytes, as a talkative game's move.
MOVE = {"kind": "plant", "card": 17, "bed": 3, "targets": list(range(30)), "note": "x" * 60}


async def play(store: Store, match: str, until: float, waits: list[float]) -> None:
    ply = 0
    while (start := time.perf_counter()) < until:
        appended = await store.append_move(match, ply, ply % 2, MOVE, 1000)
        assert appended.ok
        waits.append(time.perf_counter() - start)
        ply += 1


def measure(store: Store, clients: int, seconds: float) -> dict[str, float]:
    creations = [store.submit(CreateMatch("bench", "1", "00", status="running")) for _ in range(clients)]
    matches = [changed.match.id for future in creations if (changed := future.result()).match is not None]
    waits: list[float] = []
    before = store.stats()

    async def all_play() -> None:
        until = time.perf_counter() + seconds
        await asyncio.gather(*(play(store, match, until, waits) for match in matches))

    start = time.perf_counter()
    asyncio.run(all_play())
    took = time.perf_counter() - start
    after = store.stats()
    waits.sort()
    return {
        "clients": clients,
        "moves_per_second": round(len(waits) / took),
        "mean_batch": round((after.writes - before.writes) / (after.batches - before.batches), 1),
        "p50_ms": round(1000 * waits[len(waits) // 2], 2),
        "p99_ms": round(1000 * waits[len(waits) * 99 // 100], 2),
    }


def measure_place(database: str, place: str, seconds: float) -> list[dict[str, object]]:
    with Store.open(place) as store:
        measure(store, 10, 0.3)  # warms up caches and prepared statements
        return [{"database": database, **measure(store, clients, seconds)} for clients in (1, 200)]


def main() -> None:
    parser = argparse.ArgumentParser(description="Durable moves a second.")
    parser.add_argument("--seconds", type=float, default=3.0)
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        found = measure_place("sqlite", str(Path(folder) / "parlour.db"), asked.seconds)
    why = ""
    try:
        with cluster() as server:
            found += measure_place("postgresql", server.create("bench"), asked.seconds)
    except NoPostgres as reason:
        why = str(reason)
    if asked.json:
        print(json.dumps({"store": found, "left_out": why}, indent=2))
        return
    for row in found:
        print("  ".join(f"{name} {value}" for name, value in row.items()))
    if why:
        print(f"postgresql left out: {why}")


if __name__ == "__main__":
    main()

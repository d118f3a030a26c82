"""What engines cost: processor time of the same games in one process, in several, and on a Ray cluster of this machine.

    .ray-venv/bin/python -m bench.engines        # after `make test-ray`, which installs Ray there

Processor time of all processes together, since that depends least on what else the machine does.
"""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from parlour.arena import play_series
from parlour.arena.engines import Where, engine_called
from parlour.arena.engines.ray_cluster import RayCluster
from parlour.core import Refused, Seed
from parlour.games import find

WORKERS = (1, 2, 4)
TICKS = os.sysconf("SC_CLK_TCK")


def processor_seconds() -> float:
    """Of this process and all that it has started, directly or not."""
    times: dict[int, tuple[int, float]] = {}
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                fields = (folder / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            times[int(folder.name)] = int(fields[1]), sum(map(int, fields[11:15])) / TICKS
    ours = {os.getpid()}
    while more := {pid for pid, (parent, _) in times.items() if parent in ours} - ours:
        ours |= more
    return sum(times[pid][1] for pid in ours)


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--game", default="kata-tcg")
    asked.add_argument("--games", type=int, default=1000)
    asked.add_argument("--runs", type=int, default=3)
    given = asked.parse_args()
    game = find(given.game)
    words = ["greedy"] * game.default_seats
    options = game.read_options(preset=game.measured)

    def cost(where: Where) -> float:
        before = processor_seconds()
        play_series(game, options, words, given.games, Seed.parse("1"), where)
        return processor_seconds() - before

    engines: list[tuple[str, Where]] = [(f"{n} local", n) for n in WORKERS]
    try:
        ray = engine_called("ray", max(WORKERS))
        engines += [(f"{n} on Ray", ray) for n in WORKERS]
    except Refused as refusal:
        print(refusal.text)
    found: dict[str, list[float]] = {name: [] for name, _ in engines}
    for run in range(given.runs + 1):  # the first warms up
        for name, engine in engines:
            if isinstance(engine, RayCluster):
                engine.workers = int(name.split()[0])
            seconds = cost(engine)
            if run:
                found[name].append(seconds)
    best = min(found["1 local"])
    for name, seconds in found.items():
        print(f"{name:<10} {1000 * min(seconds) / given.games:8.3f} ms a game, efficiency {best / min(seconds):.2f}")


if __name__ == "__main__":
    main()

"""A house on a disk that fills while guests play, and gets room again.

    make prove-disk ARGS="--rounds 3"

The disk is a small file system in memory (tmpfs), mounted as root or in a namespace of our own (`unshare`). A file of
ballast takes all room that is left; the house must refuse what it can't store, in a sentence, and go on when the
ballast is gone. Then every acknowledged move must be there. SQLite only: PostgreSQL's own disk is its host's.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from bench.playing import Company
from tests.server.guest import RunningHouse

INSIDE = "PARLOUR_BENCH_INSIDE"


def ballast(folder: Path) -> Path:
    """A file that takes all the room there is."""
    file = folder / "ballast"
    with file.open("wb", buffering=0) as full:
        for size in (65536, 4096, 512):
            while True:
                try:
                    if full.write(b"\0" * size) < size:
                        break
                except OSError:
                    break
    return file


async def trial(folder: Path, log: Path, asked: argparse.Namespace) -> Company:
    place = str(folder / "parlour.db")
    house = RunningHouse(place, log, tables_per_guest=1_000_000).open()
    company = Company(house, place, "connect-four", asked.pairs, 0.02)
    playing = asyncio.create_task(company.play())

    async def some_more(moves: int) -> None:
        enough = company.acknowledged() + moves
        while company.acknowledged() < enough and not playing.done():
            await asyncio.sleep(0.02)

    try:
        for number in range(1, asked.rounds + 1):
            await some_more(200)
            weight = ballast(folder)
            said = len(house.said())
            while "disk space" not in house.said()[said:] and not playing.done():
                await asyncio.sleep(0.1)
                weight = ballast(folder) if not weight.exists() else weight
            stuck = company.acknowledged()
            await asyncio.sleep(asked.seconds)
            print(f"Full for the {number}. time: {stuck} moves acknowledged before, then {company.acknowledged()}.")
            weight.unlink()
            await some_more(200)
        company.stop()
        await playing
    finally:
        playing.cancel()
        house.close()
    if "Traceback" in house.said():
        raise SystemExit(f"The house stumbled:\n{house.said()[-4000:]}")
    return company


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    options.add_argument("--rounds", type=int, default=3, help="how often the disk fills")
    options.add_argument("--seconds", type=float, default=3.0, help="for which it stays full")
    options.add_argument("--pairs", type=int, default=10)
    options.add_argument("--megabytes", type=int, default=24)
    asked = options.parse_args()
    if os.geteuid() != 0 and not os.environ.get(INSIDE):
        os.environ[INSIDE] = "1"
        os.execvp(
            "unshare", ["unshare", "--user", "--map-root-user", "--mount", sys.executable, "-m", *sys.orig_argv[2:]]
        )
    with tempfile.TemporaryDirectory(prefix="parlour-disk-") as name:
        folder = Path(name) / "disk"
        folder.mkdir()
        size = f"size={asked.megabytes}m"
        mounted = subprocess.run(
            ["mount", "-t", "tmpfs", "-o", size, "parlour", folder], capture_output=True, text=True
        )
        if mounted.returncode:
            raise SystemExit(f"No small disk could be mounted here: {mounted.stderr.strip()}")
        try:
            company = asyncio.run(trial(folder, Path(name) / "log", asked))
        finally:
            subprocess.run(["umount", folder], check=True)
    print(company.tally)
    if company.tally.found != company.tally.acknowledged or not company.tally.refused:
        raise SystemExit("Moves were lost, or the disk was never full.")


if __name__ == "__main__":
    main()

"""How many tournament games an hour one machine plays for the house, and what ten would.

    make bench-tournament ARGS="--game kata-tcg --level medium"

Lets players of the house play a round robin in one process with its thinking processes, as `parlour worker` does. What
counts is the work that a game costs, in seconds of processor time: it does not depend on what else the machine does.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import tempfile
import time
from pathlib import Path

from parlour.core.protocol import NewTournament
from parlour.server.house import House
from parlour.server.settings import Settings
from parlour.store import Store

MACHINES = 10


def worked() -> float:
    """Seconds of processor time so far, of this process and of all that it started."""
    parents: dict[int, int] = {}
    ticks: dict[int, int] = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            numbers = stat.read_text().rpartition(")")[2].split()
            parents[int(stat.parent.name)] = int(numbers[1])
            ticks[int(stat.parent.name)] = sum(int(one) for one in numbers[11:15])
    ours = {os.getpid()}
    while more := {child for child, parent in parents.items() if parent in ours} - ours:
        ours |= more
    return sum(ticks.get(one, 0) for one in ours) / os.sysconf("SC_CLK_TCK")


async def play(game: str, level: str, entrants: int, place: str) -> tuple[int, float]:
    """How many games were played, and the work they cost."""
    house = House(Settings(db=place), Store.open(place))
    await house.open()
    host, _ = await house.new_guest("Bench")
    made = await house.tournaments.create(
        host, NewTournament(game=game, format="round-robin", house=[level] * entrants)
    )
    before = worked()
    await house.tournaments.start(host, made.id)
    while (await house.tournaments.tournament(made.id)).status != "over":
        await asyncio.sleep(0.2)
    games, cost = len((await house.tournaments.state(made.id)).games), worked() - before
    await house.close()
    return games, cost


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--game", default="connect-four")
    options.add_argument("--level", default="easy")
    options.add_argument("--entrants", type=int, default=6)
    given = options.parse_args()
    with tempfile.TemporaryDirectory(prefix="parlour-work-") as folder:
        began = time.monotonic()
        games, work = asyncio.run(play(given.game, given.level, given.entrants, str(Path(folder) / "parlour.db")))
        seconds, cost = time.monotonic() - began, work / max(1, games)
    cores = os.cpu_count() or 1
    hourly = cores * 3600 / cost
    print(f"{given.game}, {given.level}: {games} games in {seconds:.0f} s; {cost:.2f} s of work a game.")
    print(f"One machine with {cores} cores: {hourly:,.0f} games an hour; {MACHINES}: {MACHINES * hourly:,.0f}.")


if __name__ == "__main__":
    main()

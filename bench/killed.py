"""A tournament that is killed again and again ends like one that was left alone.

    make prove-tournament ARGS="--programs 40 --kills 5"

Writes so many copies of Gardening War's starter bot, each with other settings, and lets them play a round robin twice
with the same seed: once undisturbed, once killed with SIGKILL on the way and started again. Compares all results.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from parlour.arena.tournaments.journal import NAME
from parlour.bots.kits import new_bot
from parlour.games import find


def write_players(folder: Path, programs: int, games: int, preset: str) -> Path:
    """A file of players: starter bots that value plants differently and begin to work late."""
    lines = [f"games = {games}", f'preset = "{preset}"', 'clock = "10m/move"', "seed = 15", ""]
    for number in range(programs):
        bot = folder / f"bot-{number:02}"
        new_bot(find("gardening-war"), "python", bot)
        luck = random.Random(number)
        code = (bot / "bot.py").read_text("utf-8")
        worths = [round(int(found) * luck.uniform(0.4, 2.5)) for found in re.findall(r'"worth": (\d+)', code)]
        for worth in worths:
            code = re.sub(r'"worth": \d+', f'"worth" : {worth}', code, count=1)
        late = f"    if view['round'] < {luck.randrange(12)}:\n        return moves[0]  # it sleeps\n"
        code = code.replace("    garden = Garden(view)\n", f"{late}    garden = Garden(view)\n", 1)
        (bot / "bot.py").write_text(code, "utf-8")
        command = f"{sys.executable} {bot / 'bot.py'}"
        lines += ["[[players]]", f'name = "Gardener {number + 1}"', f"seat = {json.dumps('cmd:' + command)}", ""]
    file = folder / "players.toml"
    file.write_text("\n".join(lines), "utf-8")
    return file


def start(players: Path, folder: Path) -> subprocess.Popen[bytes]:
    words = [sys.executable, "-m", "parlour", "tournament", "gardening-war", "--players", str(players)]
    words += ["--folder", str(folder), "--no-records"]
    return subprocess.Popen(words, stdout=subprocess.DEVNULL, start_new_session=True)


def count(folder: Path) -> int:
    """How many results are on the disk."""
    journal = folder / NAME
    return max(0, journal.read_bytes().count(b"\n") - 1) if journal.exists() else 0


def finish(players: Path, folder: Path) -> dict[str, Any]:
    running = start(players, folder)
    if running.wait():
        raise SystemExit(f"the tournament in {folder} failed")
    told: dict[str, Any] = json.loads((folder / "results.json").read_text("utf-8"))
    return told


def shown(told: dict[str, Any]) -> Any:
    """All that does not depend on how fast the machine was: everybody's place and points, and every single result."""
    results = [
        [one["round"], one["table"], one["deal"], [[part["entrant"], part["payoffs"]] for part in one["parts"]]]
        for one in told["results"]
    ]
    return [[line["place"], line["name"], line["tally"]["points"]] for line in told["standings"]], sorted(results)


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--programs", type=int, default=40)
    options.add_argument("--kills", type=int, default=5)
    options.add_argument("--games", type=int, default=2, help="of each meeting")
    options.add_argument("--preset", default="short")
    given = options.parse_args()
    with tempfile.TemporaryDirectory(prefix="parlour-killed-") as place:
        folder = Path(place)
        players = write_players(folder, given.programs, given.games, given.preset)
        began = time.monotonic()
        undisturbed = finish(players, folder / "undisturbed")
        seconds = time.monotonic() - began
        total = len(undisturbed["results"])
        games = sum(len(one["parts"][0]["payoffs"]) for one in undisturbed["results"])
        print(f"Undisturbed: {games} games of {given.programs} programs in {seconds:.0f} s.", flush=True)
        for number in range(given.kills):
            wanted = total * (number + 1) // (given.kills + 1)
            running = start(players, folder / "killed")
            while count(folder / "killed") < wanted and running.poll() is None:
                time.sleep(0.02)
            os.killpg(running.pid, signal.SIGKILL)
            running.wait()
            print(f"Killed after {count(folder / 'killed')} of {total} results.", flush=True)
        killed = finish(players, folder / "killed")
        if shown(killed) != shown(undisturbed):
            raise SystemExit("The two tournaments differ.")
        print("Both tournaments have the same standings and results. The first three:")
        for place_, name, points in shown(killed)[0][:3]:
            print(f"  {place_}. {name}: {points:g} points")


if __name__ == "__main__":
    main()

"""Whether luck is nobody's in the long run: `python -m tests.lab.luck GAME --games 2000`.

Games of equal players are reviewed with few worlds: that makes a single game's luck noisy, but not its mean.
"""

from __future__ import annotations

import argparse
import math
import os
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial

from parlour.arena.table import play_match
from parlour.bots.seat_words import make_player
from parlour.core.clock import Clock
from parlour.core.seed import Seed
from parlour.games import find
from parlour.lab.review.reviewing import SEED, Effort, Reviewer

GLANCE = Effort("glance", 2, 2, 2)


def luck_of(name: str, level: str, preset: str | None, number: int) -> tuple[float, float]:
    """What the review calls luck, and what it calls choices of both, for the first seat of one game."""
    game = find(name)
    options, seed = game.read_options(preset=preset), Seed.parse(str(number))
    players = [make_player(game, level, seed.dice(f"player {seat}")) for seat in range(2)]
    match = play_match(game, options, players, seed=seed, clock=Clock()).match
    reviewer = Reviewer(match, ["A", "B"], GLANCE, SEED.child(number))
    for _ in reviewer.steps():
        pass
    first = reviewer.review().standings[0]
    return first.luck, 100 * (first.own + first.others)


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--level", default="hard")
    parser.add_argument("--preset")
    parser.add_argument("--seed", type=int, default=1, help="of the first game")
    parser.add_argument("--workers", type=int, default=os.cpu_count())
    given = parser.parse_args(arguments)
    numbers = range(given.seed, given.seed + given.games)
    with ProcessPoolExecutor(given.workers) as pool:
        found = list(pool.map(partial(luck_of, given.game, given.level, given.preset), numbers, chunksize=4))
    for word, values in zip(("luck", "choices"), zip(*found, strict=True), strict=True):
        mean = math.fsum(values) / len(values)
        spread = math.sqrt(math.fsum((value - mean) ** 2 for value in values) / (len(values) - 1))
        margin = 1.96 * spread / math.sqrt(len(values))
        print(f"{given.game}: mean {word} {mean:+.2f} ± {margin:.2f} in {len(values)} games", flush=True)


if __name__ == "__main__":
    main()

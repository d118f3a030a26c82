"""Hostile and friendly programs for the scenarios of the arena."""

from __future__ import annotations

from collections.abc import Callable

from parlour.arena.table import Played, play_match
from parlour.bots.process import ProcessPlayer
from parlour.bots.thinkers import RandomPlayer
from parlour.core import Clock, Seed
from parlour.games import find

SEED = Seed.parse("2024")
QUICK = Clock(move_ms=250, strikes=3)

# Every hostile program begins like this: it can read turns and answer them.
PRELUDE = """
import json, os, signal, sys, time
def turns():
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "turn":
            yield message
def answer(**fields):
    print(json.dumps({"type": "move", **fields}), flush=True)
"""

Write = Callable[[str], str]


def against_random(command: str, clock: Clock | None = QUICK) -> tuple[Played, ProcessPlayer]:
    """A match of a program on seat 0 against a random player."""
    game = find("connect-four")
    player = ProcessPlayer(command)
    try:
        played = play_match(
            game,
            None,
            [player, RandomPlayer(game, SEED.dice("bot 1"))],
            names=["the program", "random"],
            seed=SEED,
            clock=clock,
        )
    finally:
        player.close()
    return played, player

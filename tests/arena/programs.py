"""Hostile and friendly programs for the scenarios of the arena."""

from __future__ import annotations

import time
from collections.abc import Callable

from tests.patience import patience, patience_ms

from parlour.arena.table import Played, play_match
from parlour.bots.process import TICK, ProcessPlayer
from parlour.bots.thinkers import RandomPlayer
from parlour.core import Clock, Seed
from parlour.core.protocol import Hello
from parlour.games import find

SEED = Seed.parse("2024")
PATIENT = Clock(move_ms=int(patience_ms()), strikes=3)  # for programs that do something
QUICK = Clock(move_ms=250, strikes=3)  # for programs that never answer

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


def against_random(command: str, clock: Clock | None = PATIENT) -> tuple[Played, ProcessPlayer]:
    """A match of a program on seat 0 against a random player."""
    return meet_random(ProcessPlayer(command), clock)


def never_answers(command: str, ready: bool = False) -> Played:
    """A match of a program that will be late whenever it is asked; if wanted, only after it has said something."""
    player = ReadyProgram(command) if ready else ProcessPlayer(command)
    player.start_ms = 0  # type: ignore[misc]
    played, _ = meet_random(player, QUICK)
    return played


class ReadyProgram(ProcessPlayer):
    """Is asked only after it has said its first word, so that it does not matter how long it takes to start."""

    def hello(self, hello: Hello) -> None:
        super().hello(hello)
        program, until = self._program, time.monotonic() + patience()
        assert program is not None
        while not (program._said or program._partial):
            assert time.monotonic() < until, "the program says nothing"
            program._pump(TICK)


def meet_random(player: ProcessPlayer, clock: Clock | None) -> tuple[Played, ProcessPlayer]:
    game = find("connect-four")
    try:
        played = play_match(
            game,
            None,
            [player, RandomPlayer(game, SEED.dice("bot 1"))],
            names=["the program", "random"],
            seed=SEED,
            clock=clock,
            now=lambda: 0.0,  # programs watch the time themselves; for the other player it stands still
        )
    finally:
        player.close()
    return played, player

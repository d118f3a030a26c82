"""Checks puzzles again: whether they fit the game as it is now, and whether their solution stands up to other seeds."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

import msgspec

from parlour.arena.workers import Enough, Runner, stop_if_unwanted
from parlour.bots.player import PutAside
from parlour.core.errors import Refused
from parlour.core.game import AnyGame
from parlour.core.seed import Seed
from parlour.games import find
from parlour.lab.puzzles.book import Puzzle, read
from parlour.lab.puzzles.finding import Checked, Finder, Question

WHY = {
    "dull": "no move stands out",
    "unstable": "with another seed or more thought, another move is as good",
    "unsure": "the margin is not certain any more",
    "disputed": "a strong search prefers another move",
}


class Verdict(msgspec.Struct, frozen=True):
    """One puzzle checked: in a sentence what is wrong with it, or nothing."""

    id: str
    problem: str = ""
    margin: float = 0.0
    seconds: float = 0.0  # of processor time


def check(game: AnyGame, puzzle: Puzzle, seed: Seed) -> Verdict:
    """The whole deep check of one puzzle, with new seeds."""
    start = time.process_time()
    try:
        position = read(game, puzzle)
        question = Question(Finder(game, position.options, puzzle.seats), position.view, puzzle.seat, seed)
        found = question.deep_check(position.solutions)
    except Refused as refusal:
        return Verdict(puzzle.id, refusal.text)
    spent = time.process_time() - start
    if not isinstance(found, Checked):
        return Verdict(puzzle.id, f"Puzzle {puzzle.id} of {game.title}: {WHY[found]}.", 0.0, spent)
    if set(found.solutions) - set(position.solutions):
        return Verdict(puzzle.id, f"Puzzle {puzzle.id} of {game.title} has another solution.", found.margin, spent)
    return Verdict(puzzle.id, "", found.margin, spent)


class Checking(msgspec.Struct, frozen=True):
    """How the puzzles of one game are checked, in worker processes."""

    game: str
    seed: str

    def one(self, puzzle: Puzzle) -> Verdict:
        stop_if_unwanted()
        try:
            return check(find(self.game), puzzle, Seed.parse(self.seed))
        except PutAside:
            raise
        except Exception as error:  # rules of guests may fail in any way
            what = " ".join(str(error).split())[:200]
            return Verdict(puzzle.id, f"Puzzle {puzzle.id} could not be checked: {type(error).__name__}: {what}.")


def check_all(
    how: Checking,
    puzzles: Sequence[Puzzle],
    seconds: float,
    workers: int,
    watch: Callable[[int, int], None] | None = None,
) -> tuple[list[Verdict], bool]:
    """Check these puzzles, as far as there is time; and whether somebody stopped it."""
    found: list[Verdict] = []
    start = time.monotonic()

    def take(verdict: Verdict) -> None:
        found.append(verdict)
        if watch is not None:
            watch(len(found), len(puzzles))
        if seconds and time.monotonic() - start >= seconds:
            raise Enough

    runner = Runner(how.one, list(puzzles), workers, at_once=True)
    runner.run(take)
    return found, runner.interrupted

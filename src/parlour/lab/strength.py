"""Measures how strong the levels are: each against the one below, in every game."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Final

import msgspec

from parlour.arena.series import Outcome, Series, play_series, wilson
from parlour.bots.seat_words import levels_of
from parlour.core.game import AnyGame
from parlour.core.seed import Seed

RUNGS: Final = (
    ("greedy", "random"),
    ("easy", "random"),
    ("easy", "greedy"),
    ("medium", "easy"),
    ("hard", "medium"),
    ("expert", "hard"),
    ("expert", "greedy"),
)
SURE: Final = 0.05  # an interval no wider than this to either side needs no more games
FEWEST: Final = 40

Say = Callable[[str], None]


class Rung(msgspec.Struct, frozen=True):
    """One player against another in two seats, with every deal played from both sides."""

    upper: str
    lower: str
    share: float  # of the upper one
    low: float
    high: float
    games: int
    upper_ms: float  # mean time for a decision
    lower_ms: float


class Ladder(msgspec.Struct, frozen=True):
    game: str
    title: str
    preset: str | None
    levels: dict[str, str]
    rungs: list[Rung]
    seconds: float
    interrupted: bool = False


def climb(game: AnyGame, minutes: float, games: int, seed: Seed, tell: Say | None = None) -> Ladder:
    """Play all rungs of a game, each until its share is known well, its time is up or `games` games are played."""
    preset = game.measured
    options = game.read_options(preset=preset)
    start = time.perf_counter()
    rungs: list[Rung] = []
    interrupted = False
    for number, (upper, lower) in enumerate(RUNGS):
        left = minutes * 60 - (time.perf_counter() - start)
        known = partial(_known, until=time.perf_counter() + left / (len(RUNGS) - number))
        found = play_series(game, options, [upper, lower], games, seed.child(number), enough=known)
        if found.games:
            rungs.append(_rung(upper, lower, found))
            if tell is not None:
                tell(f"{game.title}: {_say(rungs[-1])}")
        if found.interrupted:
            interrupted = True
            break
    return Ladder(game.name, game.title, preset, levels_of(game), rungs, time.perf_counter() - start, interrupted)


def _known(played: Sequence[Outcome], until: float) -> bool:
    games = len(played)
    if time.perf_counter() > until:
        return True
    low, high = wilson(sum(outcome.payoffs[0] for outcome in played) / games, games)
    return games >= FEWEST and high - low <= 2 * SURE


def _rung(upper: str, lower: str, found: Series) -> Rung:
    low, high = found.interval[0]
    above, below = found.seats
    return Rung(upper, lower, found.share[0], low, high, found.games, above.think_ms, below.think_ms)


def _say(rung: Rung) -> str:
    return (
        f"{rung.upper} over {rung.lower} {rung.share:.2f} [{rung.low:.2f}, {rung.high:.2f}] "
        f"in {rung.games} games, {rung.upper_ms:.0f} ms a move"
    )


def page(ladders: Iterable[Ladder]) -> str:
    """The page docs/strength.md."""
    parts = [_HEAD]
    for ladder in ladders:
        preset = f", preset `{ladder.preset}`" if ladder.preset else ""
        parts.append(f"## {ladder.title}\n")
        parts.append(f"`{ladder.game}`{preset}, two seats, {ladder.seconds / 60:.0f} minutes of play.\n")
        parts.append("| player | over | share of wins | 95 % interval | games | ms a decision |")
        parts.append("|---|---|---|---|---|---|")
        parts += [
            f"| {r.upper} | {r.lower} | {r.share:.2f} | {r.low:.2f} to {r.high:.2f} | {r.games} | {r.upper_ms:.0f} |"
            for r in ladder.rungs
        ]
        meanings = ", ".join(f"{name} is `{word}`" for name, word in ladder.levels.items())
        parts.append(f"\n{meanings[0].upper()}{meanings[1:]}.\n")
    return "\n".join(parts)


_HEAD = """# How strong the house plays

Each level plays the one below it at tables of two, with every deal played from both sides; draws count half. A level
should win 65 to 75 of 100 games against the one below. In games with little luck, such as Gardening War, the last step
is larger: `expert` plays as well as the house can. Every number comes with its 95 % interval.

`make strength` plays all of this again and writes this page; `make strength ARGS="deadwood --minutes 5"` does it for
one game and leaves the others alone. Levels count iterations, not seconds, so they are equally strong on every machine
that is fast enough for `expert` to finish in time.

A seat word describes a player. `iterations` is how many lines of play it tries for a decision, `ms` for how long it
tries them, on `workers` processor cores. `blunder` is the percentage of decisions that it makes at first sight,
`temper` how much of its chances, in thousandths, it gives away carelessly.
"""

"""Measures how strong the levels are: each against the one below, against greedy, and against bots by others."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import Final

import msgspec

from parlour.arena.anchors import MeasuredPair, Rivals
from parlour.arena.engines import Where
from parlour.arena.series import Outcome, Series, Share, measured, play_series
from parlour.bots.seat_words import levels_of
from parlour.core.errors import Refused
from parlour.core.game import AnyGame
from parlour.core.seed import Seed
from parlour.lab.points import fit_points

ANCHOR: Final = "greedy"
RUNGS: Final = (
    ("greedy", "random"),
    ("easy", "greedy"),
    ("medium", "easy"),
    ("hard", "medium"),
    ("expert", "hard"),
    ("expert", "greedy"),
)
TOP: Final = ("master", "expert")  # slow, so it gets only what the others leave
FOUR: Final = ("expert", "greedy", "greedy", "greedy")
YARDSTICK_LEVELS: Final = ("hard", "expert")
SURE: Final = 0.05  # an interval no wider than this to either side needs no more games
FEWEST: Final = 40

Say = Callable[[str], None]
Place = tuple[str, str, int]  # of a rung on its ladder: who, over whom, at how many seats


class Rung(Rivals, frozen=True):
    """One player against another, or against several of the same kind, with every deal played from all sides."""

    share: float  # of the upper one
    low: float
    high: float
    games: int
    upper_ms: float  # mean time for a decision
    lower_ms: float
    seats: int = 2


class Ladder(msgspec.Struct, frozen=True):
    game: str
    title: str
    preset: str | None
    levels: dict[str, str]
    rungs: list[Rung]
    seconds: float
    interrupted: bool = False
    unhurried: bool = False
    sittings: list[list[Rung]] = []  # what each added to `rungs`, if there were several


def climb(
    game: AnyGame,
    minutes: float,
    games: int,
    seed: Seed,
    tell: Say | None = None,
    yardsticks: Path | None = None,
    workers: Where = None,
    unhurried: bool = False,
    before: Ladder | None = None,
) -> Ladder:
    """Play all rungs of a game, each until its share is known well, its time is up or `games` games are played.

    Unhurried levels count only their iterations, so that they play the same on a machine with other work. What was
    measured `before` counts too, and only rungs that are not known well by that are played.
    """
    if before is not None:
        _check_same(before, game, unhurried)
    preset = game.measured
    options = game.read_options(preset=preset)
    start = time.perf_counter()
    rungs: list[Rung] = []
    interrupted = False
    tables = _tables(game, yardsticks)
    if unhurried:
        tables = [words for words in tables if words != TOP]
    earlier = {_place(rung): rung for rung in before.rungs} if before is not None else {}
    places = [_place_of(words) for words in tables]
    numbers = [number for number, place in enumerate(places) if not _is_known(earlier.get(place), games)]
    for done, number in enumerate(numbers):
        words, was = tables[number], earlier.get(places[number])
        left = minutes * 60 - (time.perf_counter() - start)
        known = partial(_known, until=time.perf_counter() + left / (len(numbers) - done), was=was)
        playing = [_unhurried(game, word) for word in words] if unhurried else words
        deals = seed.child(number) if was is None else seed.child(number).child(was.games)
        more = games if was is None else games - was.games
        found = play_series(game, options, playing, more, deals, enough=known, workers=workers)
        if found.games:
            rungs.append(_rung(words, found))
            if tell is not None:
                tell(f"{game.title}: {_say(rungs[-1])}")
        if found.interrupted:
            interrupted = True
            break
    seconds = time.perf_counter() - start
    ladder = Ladder(game.name, game.title, preset, levels_of(game), rungs, seconds, interrupted, unhurried)
    return ladder if before is None else _continued(before, ladder, places)


def _check_same(before: Ladder, game: AnyGame, unhurried: bool) -> None:
    """Refuse to add games to those of other players."""
    if (before.preset, before.levels) != (game.measured, levels_of(game)):
        raise Refused(f"The levels of {game.title} have changed since they were measured: begin afresh.", "bad-option")
    if before.unhurried != unhurried:
        how = "without" if before.unhurried else "with"
        raise Refused(f"{game.title} was measured {how} time limits: measure it like that again.", "bad-option")


def _continued(before: Ladder, ladder: Ladder, places: Sequence[Place]) -> Ladder:
    """Both measurements together, in the order in which the rungs are played."""
    if not ladder.rungs:
        return before
    rungs = {_place(rung): rung for rung in before.rungs}
    for rung in ladder.rungs:
        was = rungs.get(_place(rung))
        rungs[_place(rung)] = rung if was is None else _together(was, rung)
    order = [place for place in places if place in rungs] + [place for place in rungs if place not in places]
    return msgspec.structs.replace(
        ladder,
        rungs=[rungs[place] for place in order],
        seconds=before.seconds + ladder.seconds,
        sittings=[*(before.sittings or [before.rungs]), ladder.rungs],
    )


def _together(one: Rung, other: Rung) -> Rung:
    games = one.games + other.games

    def mean(a: float, b: float) -> float:
        return (a * one.games + b * other.games) / games

    found = measured(mean(one.share, other.share), games)
    upper_ms, lower_ms = mean(one.upper_ms, other.upper_ms), mean(one.lower_ms, other.lower_ms)
    return Rung(one.upper, one.lower, found.share, found.low, found.high, games, upper_ms, lower_ms, one.seats)


def _tables(game: AnyGame, yardsticks: Path | None) -> list[tuple[str, ...]]:
    """Who meets whom."""
    tables: list[tuple[str, ...]] = [*RUNGS]
    if len(FOUR) in game.seats:
        tables.append(FOUR)
    if yardsticks is not None:
        files = sorted(yardsticks.glob(f"{game.name.replace('-', '_')}_*.py"))
        tables += [(level, f"cmd:python3 {file}") for file in files for level in YARDSTICK_LEVELS]
    if TOP[0] in levels_of(game):
        tables.append(TOP)
    return tables


def _unhurried(game: AnyGame, word: str) -> str:
    """A level's settings without its time limits."""
    settings = levels_of(game).get(word)
    if settings is None:
        return word
    return ":".join(setting for setting in settings.split(":") if not setting.startswith(("ms=", "turn=")))


def _known(played: Sequence[Outcome], until: float, was: Rung | None = None) -> bool:
    if time.perf_counter() > until:
        return True
    games, won = len(played), sum(outcome.payoffs[0] for outcome in played)
    if was is not None:
        games, won = games + was.games, won + was.share * was.games
    return _is_sure(measured(won / games, games))


def _is_known(was: Rung | None, games: int) -> bool:
    return was is not None and (was.games >= games or _is_sure(measured(was.share, was.games)))


def _is_sure(found: Share) -> bool:
    return found.games >= FEWEST and found.width <= 2 * SURE


def _rung(words: Sequence[str], found: Series) -> Rung:
    low, high = found.interval[0]
    above, below = found.seats[:2]
    upper, lower, seats = _place_of(words)
    return Rung(upper, lower, found.share[0], low, high, found.games, above.think_ms, below.think_ms, seats)


def _place_of(words: Sequence[str]) -> Place:
    """A bot is called by its file."""
    upper, lower = words[:2]
    return upper, Path(lower.split()[-1]).name if lower.startswith("cmd:") else lower, len(words)


def _place(rung: Rung) -> Place:
    return rung.upper, rung.lower, rung.seats


def _say(rung: Rung) -> str:
    return (
        f"{rung.upper} over {_lower(rung)} {rung.share:.2f} [{rung.low:.2f}, {rung.high:.2f}] "
        f"in {rung.games} games, {rung.upper_ms:.0f} ms a decision"
    )


def _lower(rung: Rung) -> str:
    return rung.lower if rung.seats == 2 else f"{_NUMBERS[rung.seats - 1]} {rung.lower}"


_NUMBERS: Final = {2: "two", 3: "three", 4: "four", 5: "five"}


def page(ladders: Iterable[Ladder]) -> str:
    """The page docs/strength.md."""
    parts = [_HEAD]
    for ladder in ladders:
        preset = f", preset `{ladder.preset}`" if ladder.preset else ""
        parts.append(f"## {ladder.title}\n")
        limits = " without time limits, on a machine slowed down by other work" if ladder.unhurried else ""
        sittings = f" in {len(ladder.sittings)} sittings" if ladder.sittings else ""
        parts.append(f"`{ladder.game}`{preset}, {ladder.seconds / 60:.0f} minutes of play{sittings}{limits}.\n")
        parts.append("| player | over | share of wins | 95 % interval | games | ms a decision |")
        parts.append("|---|---|---|---|---|---|")
        parts += [
            f"| {r.upper} | {_lower(r)} | {r.share:.2f} | {r.low:.2f} to {r.high:.2f} | {r.games} | {r.upper_ms:.0f} |"
            for r in ladder.rungs
        ]
        parts.append(f"\n{_points(ladder)}\n")
        meanings = ", ".join(f"{name} is `{word}`" for name, word in ladder.levels.items())
        parts.append(f"{meanings[0].upper()}{meanings[1:]}.\n")
    return "\n".join(parts)


def _points(ladder: Ladder) -> str:
    """Points of everybody who played at a table of two."""
    pairs = [MeasuredPair(one.upper, one.lower, one.share, one.games) for one in ladder.rungs if one.seats == 2]
    found = sorted(fit_points(pairs, ANCHOR).items(), key=lambda entry: entry[1].points)
    told = [f"{name} {points:.0f}" + (f" ± {margin:.0f}" if margin else "") for name, (points, margin) in found]
    return f"Points: {', '.join(told)}."


_HEAD = """# How strong the house plays

Each level plays the one below it at tables of two, with every deal played from both sides; draws count half. A level
should win 65 to 75 of 100 games against the one below. `greedy`, which looks one move ahead and no further, is the
yardstick at the bottom; only in MonoGwent, where one look ahead sees most of what there is to see, it stands between
`medium` and `hard`. Where a game has four seats, one `expert` also meets three `greedy`; each of the four would
take a quarter of the wins if they were equally strong. The bots named `…_….py` were written from the rules alone by
somebody who did not know how the house thinks; they are in [docs/bots](bots/README.md) for everybody to play against.
Every number comes with its 95 % interval. A row ends when its interval is narrow enough, or its time is up: few games
mean that they are slow.

Points are like Elo's: 100 points more win 64 of 100 games, 200 points 76, 400 points 91. `greedy` has 1000; they say
nothing across games, where luck counts more or less.

`make strength` plays all of this again and writes this page; `make strength ARGS="deadwood --minutes 5"` does it for
one game and leaves the others alone, and with `--more` games are added to those that are there. Levels count
iterations, not seconds, so they are equally strong on every machine that is fast enough for `expert` to finish in time;
only `master` takes all the time it is given.
[How the house thinks](how-the-house-thinks.md) tells what the players do with it.

A seat word describes a player. `iterations` is how many lines of play it tries for a decision, `ms` for how long it
tries them, on `workers` processor cores. `blunder` is the percentage of decisions that it makes at first sight,
`temper` how much of its chances, in thousandths, it gives away carelessly.
"""

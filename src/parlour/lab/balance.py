"""Whether cards that somebody wrote are fair: decks with and without them, a house player against itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec

from parlour.arena.series import simulate, wilson
from parlour.core.errors import Refused
from parlour.core.seed import Seed
from parlour.games import find
from parlour.games.monogwent import script as language
from parlour.games.monogwent.pool import POOL

NOTABLE = 0.05  # a shift of the win share that people would notice


class Share(msgspec.Struct, frozen=True):
    """A share of wins (draws count half) with its 95 % interval."""

    share: float
    low: float
    high: float
    games: int


class DeckShare(msgspec.Struct, frozen=True):
    faction: str
    without: Share
    with_script: Share


class Balance(msgspec.Struct, frozen=True):
    decks: list[DeckShare]
    games: int
    player: str
    verdict: str


def weigh(text: str, games: int, player: str, seed: str, progress: Callable[[int, int], None] | None = None) -> Balance:
    """Play every ordered pair of different factions so many times, without the script and with it."""
    report = language.check(text)
    if not report.ok:
        raise language.ScriptErrors(report)
    pairs = list(_pairs())
    total = 2 * games * len(pairs)
    done = 0
    points: dict[tuple[str, bool], float] = {}
    played: dict[tuple[str, bool], int] = {}
    game = find("monogwent")
    for scripted in (False, True):
        for number, (first, second) in enumerate(pairs):
            options = game.read_options({"faction0": first, "faction1": second, "script": text if scripted else ""})
            found = simulate(game, options, [player, player], games, Seed.parse(seed).child(number))
            for faction, share in zip((first, second), found.share, strict=True):
                key = (faction, scripted)
                points[key] = points.get(key, 0.0) + share * games
                played[key] = played.get(key, 0) + games
            done += games
            if progress is not None:
                progress(done, total)
    decks = [DeckShare(f, _share(points, played, f, False), _share(points, played, f, True)) for f in POOL.factions]
    return Balance(decks, done, player, _verdict(decks))


def _pairs() -> Iterator[tuple[str, str]]:
    if len(POOL.factions) < 2:
        raise Refused("Balance needs at least two factions.", "no-factions")
    for first in POOL.factions:
        for second in POOL.factions:
            if first != second:
                yield first, second


def _share(points: dict[tuple[str, bool], float], played: dict[tuple[str, bool], int], faction: str, on: bool) -> Share:
    n = played[faction, on]
    share = points[faction, on] / n
    low, high = wilson(share, n)
    return Share(share, low, high, n)


def _verdict(decks: list[DeckShare]) -> str:
    """A sentence for the card's author."""
    moved = [d for d in decks if d.with_script.low > d.without.high or d.with_script.high < d.without.low]
    if not moved:
        return "No deck's share moved beyond its interval."
    worst = max(moved, key=lambda d: abs(d.with_script.share - d.without.share))
    shift = worst.with_script.share - worst.without.share
    size = "clearly" if abs(shift) >= NOTABLE else "a little"
    return f"{worst.faction} got {size} {'stronger' if shift > 0 else 'weaker'} ({shift:+.1%})."

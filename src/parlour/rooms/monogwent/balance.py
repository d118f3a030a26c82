"""Measures whether scripted cards are fair: decks with and without them, with a house player on both sides."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Iterable
from statistics import NormalDist
from typing import Literal

import msgspec

from parlour.arena.series import Share, measured, simulate, wilson
from parlour.bots.seat_words import read_word
from parlour.core.errors import Refused
from parlour.core.seed import Seed
from parlour.games import find
from parlour.games.monogwent import script as language
from parlour.games.monogwent.pool import POOL

NOTABLE = 0.05  # a shift in the win share that people would notice
FAIR = (0.40, 0.60)  # the share of a fair deck
SURE = 0.95  # how sure a verdict is of everything it says about all decks together
GAMES_IN_PART = 10


Band = Literal["below", "inside", "above", ""]


class DeckShare(msgspec.Struct, frozen=True):
    """`without` is None for a faction that only the script has.

    `band` says where its share surely is: below, inside or above that of a fair deck; "" if that is not sure.
    """

    faction: str
    without: Share | None
    with_script: Share
    band: Band = ""


class Balance(msgspec.Struct, frozen=True):
    decks: list[DeckShare]
    games: int
    player: str
    verdict: str


class Part(msgspec.Struct, frozen=True):
    """Some games between two decks, played in one go."""

    factions: tuple[str, str]
    scripted: bool
    games: int
    seed: str


class Tally(msgspec.Struct, frozen=True):
    """The points of the two decks in a part."""

    part: Part
    points: tuple[float, float]


def plan(text: str, games: int, player: str, seed: str) -> list[Part]:
    """`games` for every ordered pair of different factions, without the script and with it, in small parts."""
    report = language.check(text)
    if not report.ok:
        raise language.ScriptErrors(report)
    read_word(find("monogwent"), player)
    if not language.book_of(text).cards:
        raise Refused("The script adds no cards, so there is nothing to measure.", "no-cards")
    root = Seed.parse(seed)
    parts = []
    for scripted, factions in ((False, POOL.factions), (True, language.book_of(text).pool.factions)):
        pairs = [(one, other) for one in factions for other in factions if one != other]
        for number, pair in enumerate(pairs):
            for first in range(0, games, GAMES_IN_PART):
                child = root.child(number * 100_003 + first)
                parts.append(Part(pair, scripted, min(GAMES_IN_PART, games - first), child.hex))
    return parts


def play(text: str, player: str, part: Part) -> Tally:
    """Play the games of one part."""
    game = find("monogwent")
    faction0, faction1 = part.factions
    options = game.read_options({"faction0": faction0, "faction1": faction1, "script": text if part.scripted else ""})
    found = simulate(game, options, [player, player], part.games, Seed.parse(part.seed), workers=1)
    return Tally(part, (found.share[0] * part.games, found.share[1] * part.games))


def sum_up(text: str, player: str, tallies: Iterable[Tally]) -> Balance:
    """The result of all parts."""
    points: defaultdict[tuple[str, bool], float] = defaultdict(float)
    played: defaultdict[tuple[str, bool], int] = defaultdict(int)
    for tally in tallies:
        for faction, made in zip(tally.part.factions, tally.points, strict=True):
            points[faction, tally.part.scripted] += made
            played[faction, tally.part.scripted] += tally.part.games

    def share(faction: str, scripted: bool) -> Share:
        games = played[faction, scripted]
        return measured(points[faction, scripted] / games if games else 0.5, games)

    factions = language.book_of(text).pool.factions
    decks = []
    for faction in factions:
        now = share(faction, True)
        band = _band(*wilson(now.share, now.games, each_of(len(factions))))
        decks.append(DeckShare(faction, share(faction, False) if faction in POOL.factions else None, now, band))
    return Balance(decks, sum(played.values()) // 2, player, _verdict(decks))


def weigh(text: str, games: int, player: str, seed: str, progress: Callable[[int, int], None] | None = None) -> Balance:
    """Play `games` for every ordered pair of different factions, without the script and with it."""
    parts = plan(text, games, player, seed)
    total = sum(part.games for part in parts)
    tallies: list[Tally] = []
    done = 0
    for part in parts:
        tallies.append(play(text, player, part))
        done += part.games
        if progress is not None:
            progress(done, total)
    return sum_up(text, player, tallies)


def each_of(decks: int) -> float:
    """How many standard deviations to allow each deck so as to be SURE of all: of twenty, one always stands out."""
    return NormalDist().inv_cdf(1 - (1 - SURE) / max(1, decks) / 2)


def shift(before: Share, after: Share, z: float) -> tuple[float, float]:
    """The interval of the difference between two shares, combined from theirs (Newcombe's method)."""
    low0, high0 = wilson(before.share, before.games, z)
    low1, high1 = wilson(after.share, after.games, z)
    moved = after.share - before.share
    return (
        moved - math.hypot(after.share - low1, high0 - before.share),
        moved + math.hypot(high1 - after.share, before.share - low0),
    )


def _band(low: float, high: float) -> Band:
    fair_low, fair_high = FAIR
    if high < fair_low:
        return "below"
    if low > fair_high:
        return "above"
    return "inside" if fair_low <= low and high <= fair_high else ""


def _verdict(decks: list[DeckShare]) -> str:
    """A few sentences for the card's author; all of them together are as sure as SURE."""
    said = [_of_a_new_deck(deck) for deck in decks if deck.without is None]
    known = [(deck, deck.without) for deck in decks if deck.without is not None]
    moved = []
    for deck, before in known:
        low, high = shift(before, deck.with_script, each_of(len(decks)))
        if low > 0 or high < 0:
            least, most = sorted((abs(low), abs(high)))
            size = "clearly " if least >= NOTABLE else "a little " if most < NOTABLE else ""
            points = 100 * (deck.with_script.share - before.share)
            way = "stronger" if points > 0 else "weaker"
            moved.append((abs(points), f"{deck.faction} got {size}{way} ({points:+.1f} points in a hundred)."))
    said += [sentence for _, sentence in sorted(moved, reverse=True)]
    if known and not moved:
        said.append("No deck's share moved further than chance would explain; more games can detect smaller shifts.")
    return " ".join(said)


def _of_a_new_deck(deck: DeckShare) -> str:
    """The verdict on a new deck."""
    low, high = FAIR
    verdicts: dict[Band, str] = {
        "below": "is too weak: {share:.0%}, below the band of {low:.0%} to {high:.0%}.",
        "above": "is too strong: {share:.0%}, above the band of {low:.0%} to {high:.0%}.",
        "inside": "is fair: {share:.0%}, inside the band of {low:.0%} to {high:.0%}.",
        "": "is at {share:.0%}; more games would show whether that is fair.",
    }
    return f"{deck.faction} {verdicts[deck.band].format(share=deck.with_script.share, low=low, high=high)}"

"""Whether cards that somebody wrote are fair: decks with and without them, a house player against itself."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable

import msgspec

from parlour.arena.series import simulate, wilson
from parlour.bots.words import check_word
from parlour.core.errors import Refused
from parlour.core.seed import Seed
from parlour.games import find
from parlour.games.monogwent import script as language
from parlour.games.monogwent.decks import pool_of
from parlour.games.monogwent.pool import POOL

NOTABLE = 0.05  # a shift of the win share that people would notice
FAIR = (0.40, 0.60)  # where the share of a fair deck lies
GAMES_IN_PART = 10


class Share(msgspec.Struct, frozen=True):
    """A share of wins (draws count half) with its 95 % interval."""

    share: float
    low: float
    high: float
    games: int


class DeckShare(msgspec.Struct, frozen=True):
    """`without` is None for a faction that only the script knows."""

    faction: str
    without: Share | None
    with_script: Share


class Balance(msgspec.Struct, frozen=True):
    decks: list[DeckShare]
    games: int
    player: str
    verdict: str


class Part(msgspec.Struct, frozen=True):
    """Some games between two decks: what is played at a stretch."""

    factions: tuple[str, str]
    scripted: bool
    games: int
    seed: str


class Tally(msgspec.Struct, frozen=True):
    """The points that the decks of a part made."""

    part: Part
    points: tuple[float, float]


def plan(text: str, games: int, player: str, seed: str) -> list[Part]:
    """Every ordered pair of different factions so many times, without the script and with it, in small parts."""
    report = language.check(text)
    if not report.ok:
        raise language.ScriptErrors(report)
    check_word(find("monogwent"), player)
    if not pool_of(text).script:
        raise Refused("The script adds no card, so there is nothing to weigh.", "no-cards")
    root = Seed.parse(seed)
    parts = []
    for scripted, factions in ((False, POOL.factions), (True, pool_of(text).factions)):
        pairs = [(one, other) for one in factions for other in factions if one != other]
        for number, pair in enumerate(pairs):
            for first in range(0, games, GAMES_IN_PART):
                child = root.child(number * 100_003 + first)
                parts.append(Part(pair, scripted, min(GAMES_IN_PART, games - first), child.hex))
    return parts


def play(text: str, player: str, part: Part) -> Tally:
    """The games of one part."""
    game = find("monogwent")
    faction0, faction1 = part.factions
    options = game.read_options({"faction0": faction0, "faction1": faction1, "script": text if part.scripted else ""})
    found = simulate(game, options, [player, player], part.games, Seed.parse(part.seed), workers=1)
    return Tally(part, (found.share[0] * part.games, found.share[1] * part.games))


def sum_up(text: str, player: str, tallies: Iterable[Tally]) -> Balance:
    """What the parts came to."""
    points: defaultdict[tuple[str, bool], float] = defaultdict(float)
    played: defaultdict[tuple[str, bool], int] = defaultdict(int)
    for tally in tallies:
        for faction, made in zip(tally.part.factions, tally.points, strict=True):
            points[faction, tally.part.scripted] += made
            played[faction, tally.part.scripted] += tally.part.games

    def share(faction: str, scripted: bool) -> Share:
        games = played[faction, scripted]
        mean = points[faction, scripted] / games if games else 0.5
        return Share(mean, *wilson(mean, games), games)

    decks = [
        DeckShare(faction, share(faction, False) if faction in POOL.factions else None, share(faction, True))
        for faction in pool_of(text).factions
    ]
    return Balance(decks, sum(played.values()) // 2, player, _verdict(decks))


def weigh(text: str, games: int, player: str, seed: str, progress: Callable[[int, int], None] | None = None) -> Balance:
    """Play every ordered pair of different factions so many times, without the script and with it."""
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


def _verdict(decks: list[DeckShare]) -> str:
    """A sentence or two for the card's author."""
    said = []
    for deck in decks:
        if deck.without is None:
            said.append(_of_a_new_deck(deck.faction, deck.with_script))
    moved = [
        (deck.faction, deck.with_script.share - deck.without.share)
        for deck in decks
        if deck.without is not None
        and (deck.with_script.low > deck.without.high or deck.with_script.high < deck.without.low)
    ]
    if moved:
        faction, shift = max(moved, key=lambda one: abs(one[1]))
        size = "clearly" if abs(shift) >= NOTABLE else "a little"
        said.append(f"{faction} got {size} {'stronger' if shift > 0 else 'weaker'} ({shift:+.1%}).")
    elif any(deck.without is not None for deck in decks):
        said.append("No deck's share moved beyond its interval.")
    return " ".join(said)


def _of_a_new_deck(faction: str, share: Share) -> str:
    low, high = FAIR
    if share.high < low:
        return f"{faction} is too weak: {share.share:.0%}, below the band of {low:.0%} to {high:.0%}."
    if share.low > high:
        return f"{faction} is too strong: {share.share:.0%}, above the band of {low:.0%} to {high:.0%}."
    if low <= share.low and share.high <= high:
        return f"{faction} is fair: {share.share:.0%}, inside the band of {low:.0%} to {high:.0%}."
    return f"{faction} stands at {share.share:.0%}; more games would tell whether that is fair."

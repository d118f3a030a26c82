"""Makes a game's anchors from measured matches: what `parlour strength` has found becomes places on the scale."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from parlour.arena.anchors import Anchor, Anchors, Measured, MeasuredPair
from parlour.arena.scale import MIDDLE
from parlour.bots.seat_words import known_words, read_word
from parlour.core.errors import Refused
from parlour.core.game import AnyGame
from parlour.lab.points import fit_points
from parlour.lab.strength import Ladder, Rung

FIRST: Final = "medium"  # has 1500 points when a game is measured for the first time
SURE: Final = 200.0  # an anchor is not less certain than this


def drop_anchors(game: AnyGame, ladder: Ladder, old: Anchors, on: str) -> Anchors:
    """The anchors with another measurement, and with those players added whose place is now sure. None ever moves."""
    there_already = [one.pairs for one in old.measured]
    sittings = [_pairs(game, ladder, rungs) for rungs in ladder.sittings or [ladder.rungs]]
    fresh = [Measured(on, ladder.preset, game.version, pairs) for pairs in sittings if pairs not in there_already]
    fresh = [one for one in fresh if one.pairs or not ladder.sittings]
    if not fresh:
        return old
    measured = [*old.measured, *fresh]
    met = [pair for one in measured for pair in one.pairs]
    there = {anchor.word: anchor.points for anchor in old.anchors}
    words = {word for one in fresh for pair in one.pairs for word in (pair.upper, pair.lower)}
    fixed = there
    if not there:
        if ladder.levels.get(FIRST) not in words:
            raise Refused(f"A first measurement of {game.title} needs its level {FIRST}.", "bad-anchors")
        fixed = {ladder.levels[FIRST]: MIDDLE}
    elif not words & {word for one in old.measured for pair in one.pairs for word in (pair.upper, pair.lower)}:
        raise Refused(
            f"None of the players in this measurement of {game.title} has been measured before, so it can't be "
            "compared with the older ones. Let one of them play too.",
            "bad-anchors",
        )
    fitted = fit_points(met, next(iter(fixed)), fixed)
    new = [
        Anchor(word, round(found.points, 1), round(found.margin, 1))
        for word, found in fitted.items()
        if word not in there and found.margin <= SURE and _lasts(game, word)
    ]
    return Anchors(game.name, sorted([*old.anchors, *new], key=lambda one: one.points), measured)


def _pairs(game: AnyGame, ladder: Ladder, rungs: Sequence[Rung]) -> list[MeasuredPair]:
    """Who of the house met whom at a table of two, by what they stood for; bots by others are no anchors."""
    house = [*known_words(game), *ladder.levels]
    stood_for = {word: ladder.levels.get(word, word) for word in house}
    return [
        MeasuredPair(stood_for[rung.upper], stood_for[rung.lower], rung.share, rung.games)
        for rung in rungs
        if rung.seats == 2 and rung.upper in house and rung.lower in house
    ]


def _lasts(game: AnyGame, word: str) -> bool:
    """Whether it is as strong on every machine: one that thinks for a time instead of a number of tries is not."""
    read = read_word(game, word)
    return not read.by_the_clock or "iterations" in read.settings

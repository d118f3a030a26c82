"""The options of MonoGwent."""

from __future__ import annotations

from functools import cached_property
from typing import Annotated

import msgspec
from msgspec import Meta

from parlour.core.dice import Dice
from parlour.core.english import listed
from parlour.core.errors import Refused
from parlour.core.options import even_start
from parlour.games.monogwent.pool import POOL, Pool
from parlour.games.monogwent.script import Book, book_of
from parlour.games.monogwent.script.fields import LONGEST_NAME
from parlour.games.monogwent.script.lexer import MOST_BYTES

RANDOM = "random"
_CHOICES = [RANDOM, *POOL.factions]


class MonoGwentOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True, dict=True):
    """The factions, and the cards that players wrote."""

    faction0: Annotated[
        str,
        Meta(
            title="Faction of the first seat",
            description="One of the factions with a deck, or random.",
            max_length=LONGEST_NAME,
            examples=_CHOICES,
        ),
    ] = RANDOM
    faction1: Annotated[
        str,
        Meta(
            title="Faction of the second seat",
            description="One of the factions with a deck, or random. Both players may choose the same.",
            max_length=LONGEST_NAME,
            examples=_CHOICES,
        ),
    ] = RANDOM
    script: Annotated[
        str,
        Meta(
            title="Card script",
            description="Your own cards and effects. A script with errors is ignored.",
            max_length=MOST_BYTES,
        ),
    ] = ""
    even: Annotated[
        bool, even_start("Weaker factions, and whoever moves first, exchange their weakest cards before the mulligan.")
    ] = False

    @cached_property
    def book(self) -> Book:
        """What the script adds. It is read once and kept as long as these options."""
        return book_of(self.script)


PRESETS: dict[str, dict[str, str | bool]] = {
    "surprise": {},
    "hedge-and-storm": {"faction0": "Hedge Court", "faction1": "Storm Choir"},
    "hunt-the-levellers": {"faction0": "Moor Hunters", "faction1": "The Levellers"},
    "even": {"even": True},
}
PRESET_WORDS = {
    "surprise": "Both sides get a faction at random.",
    "hedge-and-storm": "The Hedge Court defends itself against the Storm Choir.",
    "hunt-the-levellers": "The Moor Hunters go after the Levellers.",
    "even": "Random factions; the weaker ones, and whoever moves first, exchange their weakest cards.",
}


def slug(faction: str) -> str:
    return faction.strip().lower().replace("-", " ").removeprefix("the ")


def faction_of(choice: str, pool: Pool) -> str | None:
    """The chosen faction, or None for a random one; Refused if there is no such faction."""
    if slug(choice) == RANDOM:
        return None
    for faction in pool.factions:
        if slug(faction) == slug(choice):
            return faction
    raise Refused(f"Unknown faction {choice[:40]!r}. Choose random, {listed(pool.factions, 'or')}.", "bad-option")


def draw_factions(options: MonoGwentOptions, dice: Dice) -> list[str]:
    """The faction of each seat. A random choice gives each faction, built-in or scripted, the same chance."""
    pool = options.book.pool
    drawn = []
    for choice in (options.faction0, options.faction1):
        faction = faction_of(choice, pool)
        drawn.append(pool.factions[int(dice.below(len(pool.factions)))] if faction is None else faction)
    return drawn

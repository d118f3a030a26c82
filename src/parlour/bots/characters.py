"""The house's characters: who sits in a house player's seat, and what shows in their play.

A character never plays a worse move for the sake of its temper: among moves that promise about the same, it takes the
one that suits it. What suits whom is up to each game (`Game.lean`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from parlour.core.english import did_you_mean
from parlour.core.errors import Refused
from parlour.core.protocol import Character

CHARACTERS: Final = (
    Character("Marlow", "bold", "Strikes first and counts later."),
    Character("Ines", "patient", "Lets everything grow, then wins slowly."),
    Character("Tove", "thrifty", "Never spends what tomorrow may need."),
    Character("Bram", "patient", "Has all evening, and so do you."),
    Character("Odile", "teasing", "Takes just what you were about to take."),
    Character("Quill", "thrifty", "Turns every coin over twice."),
    Character("Rune", "bold", "Would rather lose than be bored."),
    Character("Sable", "teasing", "Enjoys your troubles a little too much."),
)
NAMES: Final = tuple(character.name for character in CHARACTERS)

_BY_NAME: Final = {character.name.casefold(): character for character in CHARACTERS}


def find_character(name: str) -> Character:
    """The character with this name, however it is capitalised; refused if the house knows nobody of that name."""
    found = _BY_NAME.get(name.strip().casefold())
    if found is None:
        hint = did_you_mean(name, NAMES)
        raise Refused(f"The house has no player called {name[:40]!r}; it has {', '.join(NAMES)}.{hint}", "bad-seat")
    return found


def on_plate(plate: str | None) -> Character | None:
    """Whose name plate this is: that of `Ines (hard)` is Ines's."""
    return _BY_NAME.get((plate or "").partition(" (")[0].casefold())


def house_name(seat: int, taken: Iterable[str] = (), first: int = 0) -> str:
    """The name of a house player in this seat, different from the others there if possible.

    `first` is who would sit in seat 0: another number brings other characters to the table.
    """
    known = {name.partition(" (")[0].casefold() for name in taken}
    names = [NAMES[(first + seat + step) % len(NAMES)] for step in range(len(NAMES))]
    return next((name for name in names if name.casefold() not in known), names[0])


def suits(leanings: Sequence[Mapping[str, int]], temper: str) -> list[float]:
    """How well each of several positions suits a temper, from 0 to 1: by rank of what the game says about them."""
    values = [leaning.get(temper, 0) for leaning in leanings]
    low, high = min(values), max(values)
    return [(value - low) / (high - low) if high > low else 0.0 for value in values]

"""What the card workshop shows about a script while you write it."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Any

import msgspec

from parlour.games.monogwent import script as language
from parlour.games.monogwent.script.explain import ExplainedEffect, explain_cards, explain_effects
from parlour.games.monogwent.script.outline import Part
from parlour.games.monogwent.script.problems import Problem


class ShownCard(msgspec.Struct, frozen=True):
    """A card of the script as printed."""

    name: str
    type: str
    faction: str
    power: int
    rows: tuple[int, ...]
    text: str
    flavour: str
    image: str
    summary: str
    copies: int
    has_effect: bool


class Reading(msgspec.Struct, frozen=True):
    """A script as the house reads it. `cards` and `effects` are empty if it has errors."""

    ok: bool
    errors: list[Problem]
    warnings: list[Problem]
    outline: list[Part]
    cards: list[ShownCard]
    effects: list[ExplainedEffect]
    factions: list[str]  # with a deck, including those of this script


class Example(msgspec.Struct, frozen=True):
    """A script to start from."""

    name: str
    about: str
    text: str


def read(text: str) -> Reading:
    """Everything that the workshop shows about a script."""
    draft = language.read(text)
    report, book = draft.report, draft.book
    cards: list[ShownCard] = []
    effects: list[ExplainedEffect] = []
    if draft.meaning is not None:
        for card, explained in zip(book.cards, explain_cards(draft.meaning), strict=True):
            printed: dict[str, Any] = {name: getattr(card, name) for name in _PRINTED}
            effect = bool(card.effect)
            cards.append(ShownCard(**printed, summary=explained.summary, copies=card.copies, has_effect=effect))
        effects = explain_effects(draft.meaning)
    return Reading(report.ok, report.errors, report.warnings, draft.outline, cards, effects, book.pool.factions)


_PRINTED = ("name", "type", "faction", "power", "rows", "text", "flavour", "image")


@cache
def examples() -> list[Example]:
    """The house's example scripts; the first comment of each says what it shows."""
    found = []
    for file in sorted(files(__package__).joinpath("examples").iterdir(), key=lambda one: one.name):
        if file.name.endswith(".script"):
            text = file.read_text(encoding="utf-8")
            name, _, about = text.splitlines()[0].removeprefix("//").strip().partition(": ")
            found.append(Example(name, about, text))
    return found

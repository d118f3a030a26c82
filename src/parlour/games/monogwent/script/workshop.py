"""What a card workshop shows of a script while it is being written."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Any

import msgspec

from parlour.games.monogwent import script as language
from parlour.games.monogwent.pool import POOL
from parlour.games.monogwent.script import tree
from parlour.games.monogwent.script.explain import ExplainedEffect, explain_effects
from parlour.games.monogwent.script.parser import parse
from parlour.games.monogwent.script.problems import Fault, Problem


class Part(msgspec.Struct, frozen=True):
    """A declaration and where it stands, even if something in it is wrong."""

    kind: str  # effect, or the type of the card in small letters
    name: str
    line: int
    last_line: int


class ShownCard(msgspec.Struct, frozen=True):
    """A card of the script as it will be printed."""

    name: str
    type: str
    faction: str
    power: int
    rows: tuple[int, ...]
    text: str
    flavour: str
    summary: str
    copies: int
    has_effect: bool


class Reading(msgspec.Struct, frozen=True):
    """A script as the house reads it. `cards` and `effects` are there if it has no error."""

    ok: bool
    errors: list[Problem]
    warnings: list[Problem]
    outline: list[Part]
    cards: list[ShownCard]
    effects: list[ExplainedEffect]
    factions: list[str]  # that have a deck with this script


class Example(msgspec.Struct, frozen=True):
    """A script to begin with."""

    name: str
    about: str
    text: str


def read(text: str) -> Reading:
    """Everything there is to say about a script."""
    report, meaning = language.read(text)
    cards: list[ShownCard] = []
    effects: list[ExplainedEffect] = []
    factions = POOL.factions
    if meaning is not None:
        addition = language.compile(text)
        for card, explained in zip(addition.cards, language.explain(text), strict=True):
            known: dict[str, Any] = {name: getattr(card, name) for name in _PRINTED}
            effect = bool(card.effect)
            cards.append(ShownCard(**known, summary=explained.summary, copies=card.copies, has_effect=effect))
        effects = explain_effects(meaning)
        factions = POOL.plus(addition.cards, text).factions
    return Reading(report.ok, report.errors, report.warnings, _outline(text), cards, effects, factions)


_PRINTED = ("name", "type", "faction", "power", "rows", "text", "flavour")


def _outline(text: str) -> list[Part]:
    try:
        declarations = parse(text)
    except Fault:
        return []
    lines = [one.at.line for one in declarations[1:]] + [text.count("\n") + 2]
    return [
        Part(_kind(one), _constant(one, "Name"), one.at.line, max(one.at.line, following - 1))
        for one, following in zip(declarations, lines, strict=False)
    ]


def _kind(thing: tree.Object) -> str:
    return "effect" if thing.kind == "effect" else _constant(thing, "Type").lower() or "card"


def _constant(thing: tree.Object, key: str) -> str:
    """The text of a key, if it is written out."""
    for field in thing.fields:
        if field.key.text == key and isinstance(field.value, tree.Literal) and isinstance(field.value.value, str):
            return field.value.value[:80]
    return ""


@cache
def examples() -> list[Example]:
    """Scripts of the house to start from: the first comment says what each shows."""
    found = []
    for file in sorted(files(__package__).joinpath("examples").iterdir(), key=lambda one: one.name):
        if file.name.endswith(".script"):
            text = file.read_text(encoding="utf-8")
            name, _, about = text.splitlines()[0].removeprefix("//").strip().partition(": ")
            found.append(Example(name, about, text))
    return found

"""What a script declares and where, even if it has errors."""

from __future__ import annotations

import msgspec

from parlour.games.monogwent.script import tree


class Part(msgspec.Struct, frozen=True):
    """A declaration and its lines."""

    kind: str  # effect, or the card's type in lower case
    name: str
    line: int
    last_line: int


def outline(declarations: list[tree.Object], text: str) -> list[Part]:
    lines = [one.at.line for one in declarations[1:]] + [text.count("\n") + 2]
    return [
        Part(_kind(one), _constant(one, "Name"), one.at.line, max(one.at.line, following - 1))
        for one, following in zip(declarations, lines, strict=False)
    ]


def _kind(thing: tree.Object) -> str:
    return "effect" if thing.kind == "effect" else _constant(thing, "Type").lower() or "card"


def _constant(thing: tree.Object, key: str) -> str:
    """The value of a key, if it is a string literal."""
    for field in thing.fields:
        if field.key.text == key and isinstance(field.value, tree.Literal) and isinstance(field.value.value, str):
            return field.value.value[:80]
    return ""

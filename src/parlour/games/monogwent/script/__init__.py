"""Cards that players write themselves (see the rules of the card scripting language)."""

from __future__ import annotations

import msgspec

from parlour.games.monogwent.pool import Card
from parlour.games.monogwent.state import Script


class Report(msgspec.Struct, frozen=True):
    errors: list[str]


class Compiled(msgspec.Struct, frozen=True):
    cards: tuple[Card, ...]
    script: Script


def check(text: str) -> Report:
    return Report([])


def compile_script(text: str) -> Compiled:
    return Compiled((), Script(text))

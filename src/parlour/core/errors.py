"""What Parlour says when it cannot do as asked."""

from __future__ import annotations

from typing import Any

import msgspec


class Refused(Exception):
    """Something asked for cannot be done; the text is one sentence for the person who asked.

    `code` is a short stable word (`not-enough-mana`, `bad-option`) for programs; `more` is what else they may want to
    know, as JSON: every single thing that is wrong with a deck, say.
    """

    def __init__(self, text: str, code: str = "refused") -> None:
        super().__init__(text)
        self.text = text
        self.code = code
        self.more: dict[str, Any] = {}


class Reason(msgspec.Struct, frozen=True):
    """Why a move is not legal: a stable code and the rule in words."""

    code: str
    text: str

    def __str__(self) -> str:
        return self.text

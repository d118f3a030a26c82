"""How Parlour refuses a request."""

from __future__ import annotations

from typing import Any

import msgspec


class Refused(Exception):
    """A request cannot be carried out; the text is one sentence for the person who made it.

    `code` is a short stable word for programs (`not-enough-mana`, `bad-option`); `more` holds further details for
    them as JSON, such as everything that is wrong with a deck.
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

"""The errors and warnings that the checks find, with guesses at what was meant."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from parlour.core.english import closest
from parlour.games.monogwent.script.problems import Place

MOST_HINTS: Final = 25  # after this many errors no more guesses: they are slow, and few are shown
MOST_GUESSED: Final = 100  # candidates for a guess


class Found(msgspec.Struct, frozen=True, order=True):
    place: Place
    code: str
    message: str


class Findings:
    """All errors and warnings so far."""

    def __init__(self) -> None:
        self.errors: list[Found] = []
        self.warnings: list[Found] = []
        self.hint = ""  # a possible cause of errors in the current expression

    def error(self, code: str, place: Place, message: str) -> None:
        self.errors.append(Found(place, code, message + self.hint))

    def warn(self, code: str, place: Place, message: str) -> None:
        self.warnings.append(Found(place, code, message))

    def near(self, word: str, words: Sequence[str]) -> str:
        """A hint at what was probably meant, or at what is available."""
        if not words or len(self.errors) + len(self.warnings) >= MOST_HINTS:
            return ""
        meant = meant_by(word, words)
        return f' (did you mean "{meant}"?)' if meant else f" (available: {', '.join(words[:20])})"


def meant_by(word: str, words: Sequence[str]) -> str:
    """The word that was probably meant, or ""; case doesn't matter."""
    known = {"": "", **{one.lower(): one for one in reversed(words)}}
    low = word.lower()
    return known[low if low in known else closest(low, list(known)[-MOST_GUESSED:], 0.7)]


def cut(value: object) -> str:
    text = str(value)
    return text if len(text) <= 60 else f"{text[:59]}…"

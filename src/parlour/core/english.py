"""Building blocks of English sentences: counts, lists, and "did you mean"."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence


def count(n: int, word: str, plural: str = "") -> str:
    """`1 coin`, `2 coins`; pass the plural if it is irregular: `2 lives`."""
    return f"{n} {word}" if n == 1 else f"{n} {plural or f'{word}s'}"


def listed(words: Sequence[str], conjunction: str = "and") -> str:
    """`a`, `a and b`, `a, b and c`."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {conjunction} {words[-1]}"


def ordinal(n: int) -> str:
    """`first` for 1, `second` for 2."""
    return _ORDINALS[n - 1]


_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")


def closest(word: str, words: Iterable[str], cutoff: float = 0.6) -> str:
    """The word that was probably meant, or an empty string. Only the start of a long word is compared."""
    return next(iter(difflib.get_close_matches(word[:60], list(words), 1, cutoff)), "")


def did_you_mean(word: str, words: Iterable[str]) -> str:
    """` Did you mean chess?`, to append to an error message; empty if no word is close."""
    near = closest(word, words)
    return f" Did you mean {near}?" if near else ""

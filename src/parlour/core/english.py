"""Building blocks of English sentences: counts, lists, and "did you mean"."""

from __future__ import annotations

import difflib
import re
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


_KINDS = {
    "int": "a whole number",
    "float": "a number",
    "bool": "yes or no",
    "str": "a word",
    "array": "a list",
    "object": "a table",
}
_WANTED = re.compile(r"Expected `(\w+)`(?: (<=|>=) (\d+))?.*")
_LENGTH = re.compile(r"Expected `(?:array|str)` of length (<=|>=) (\d+)")


def plainly(error: str) -> tuple[str, str]:
    """msgspec's error about a value: what is wrong in plain English, and where, as in `factors.decks[2]`."""
    what, _, where = error.partition(" - at `$")
    if length := _LENGTH.fullmatch(what):
        of = "characters" if "`str`" in what else "entries"
        what = f"{'at most' if length[1] == '<=' else 'at least'} {length[2]} {of}"
    elif what.startswith("Invalid enum value"):
        what = f"there is no {what.removeprefix('Invalid enum value ')}"
    elif wanted := _WANTED.fullmatch(what):
        bound = "" if wanted[2] is None else f" of {'at most' if wanted[2] == '<=' else 'at least'} {wanted[3]}"
        what = f"expected {_KINDS.get(wanted[1], wanted[1])}{bound}"
    return f"{what[:1].lower()}{what[1:]}", where.rstrip("`").removeprefix(".")

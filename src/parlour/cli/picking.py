"""Which move a person meant by a number, a move's notation, or part of its words."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Sequence
from typing import NamedTuple

from parlour.core.errors import Refused


class Listed(NamedTuple):
    """A move in a list: its number there, its words, and its notation."""

    number: int
    move: int
    said: str
    notation: str


def pick(
    text: str,
    listed: Sequence[Listed],
    read: Callable[[str], int],
    why_not: Callable[[int], str | None],
    verbs: Container[str],
) -> int:
    """The move that `text` means, listed or at least legal; refused with a sentence if there is none.

    `verbs` are the words that begin a notation: after one of them, the refusal says what is wrong with the rest.
    """
    if text.isascii() and text.isdigit():
        return _by_number(text, listed)
    try:
        move = read(text)
    except Refused as refusal:
        unreadable = refusal
    else:
        reason = why_not(move)
        if reason is None:
            return move
        raise Refused(reason, "illegal")
    found = _by_words(text, listed)
    if len(found) == 1:
        return found[0].move
    if found:
        raise Refused(f"That could be {_some(found)}: type a little more, or its number.", "ambiguous")
    if unreadable.code == "unknown-action" and text.split()[0].lower() not in verbs:
        raise Refused(f"{text[:40]!r} is not a move: type a number from the list, or ? for help.", "unknown-action")
    raise unreadable


def _by_number(text: str, listed: Sequence[Listed]) -> int:
    for entry in listed:
        if len(text) < 6 and entry.number == int(text):
            return entry.move
    given = sorted(entry.number for entry in listed)
    if len(given) == 1:
        raise Refused(f"The only move is {given[0]}.", "unknown-action")
    if given == list(range(1, len(given) + 1)):
        raise Refused(f"The moves are numbered from 1 to {len(given)}.", "unknown-action")
    shown = ", ".join(map(str, given[:-1]))
    raise Refused(f"There is no move {text[:6]} now; the numbers are {shown} and {given[-1]}.", "unknown-action")


def _by_words(text: str, listed: Sequence[Listed]) -> list[Listed]:
    """The moves that fit: by all their words, else by the beginning, else by every typed word in order."""
    typed = " ".join(text.lower().split())
    ways: list[Callable[[str], bool]] = [
        lambda said: said == typed,
        lambda said: said.startswith(typed),
        lambda said: _in_order(typed.split(), said.split()),
        lambda said: typed in said,
    ]
    for fits in ways:
        found = [entry for entry in listed if fits(entry.said.lower()) or fits(entry.notation.lower())]
        if found:
            return found
    return []


def _in_order(typed: Iterable[str], said: Iterable[str]) -> bool:
    """Whether each typed word begins a said one, in this order."""
    rest = iter(said)
    return all(any(word.startswith(start) for word in rest) for start in typed)


def _some(found: Sequence[Listed]) -> str:
    shown = [f"{entry.number} ({entry.said})" for entry in found[:4]]
    if len(found) > 4:
        return ", ".join(shown) + f" or {len(found) - 4} more"
    return ", ".join(shown[:-1]) + " or " + shown[-1]

"""What a person meant: a number, a move's notation, or a piece of its words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from parlour.core.errors import Refused
from parlour.core.moves import MoveTable


def pick(
    text: str, moves: Sequence[int], words: Sequence[str], table: MoveTable, why_not: Callable[[int], str | None]
) -> int:
    """The move that `text` means, listed or at least legal; a sentence why there is none otherwise."""
    if text.isascii() and text.isdigit():
        return _by_number(text, moves)
    try:
        move = table.from_words(text)
    except Refused as refusal:
        unreadable = refusal.text
    else:
        reason = why_not(move)
        if reason is None:
            return move
        raise Refused(reason, "illegal")
    found = _by_words(text, [(w, table.to_words(m)) for m, w in zip(moves, words, strict=True)])
    if len(found) == 1:
        return moves[found[0]]
    if found:
        raise Refused(f"That could be {_listed(found, words)}: say a little more, or its number.", "ambiguous")
    kinds = {kind.name for kind in table.kinds}
    if text.split()[0].lower() in kinds:
        raise Refused(unreadable, "unknown-action")
    raise Refused(f"{text[:40]!r} is none of the moves: type a number from the list, or ? for help.", "unknown-action")


def _by_number(text: str, moves: Sequence[int]) -> int:
    if len(text) < 6 and 1 <= int(text) <= len(moves):
        return moves[int(text) - 1]
    if len(moves) == 1:
        raise Refused("There is only move 1.", "unknown-action")
    raise Refused(f"The moves are numbered from 1 to {len(moves)}.", "unknown-action")


def _by_words(text: str, spoken: Sequence[tuple[str, ...]]) -> list[int]:
    """Which moves fit: by their whole words, else by the beginning, else by every typed word in order."""
    typed = " ".join(text.lower().split())
    ways: list[Callable[[str], bool]] = [
        lambda said: said == typed,
        lambda said: said.startswith(typed),
        lambda said: _in_order(typed.split(), said.split()),
        lambda said: typed in said,
    ]
    for fits in ways:
        found = [i for i, forms in enumerate(spoken) if any(fits(form.lower()) for form in forms)]
        if found:
            return found
    return []


def _in_order(typed: Iterable[str], said: Iterable[str]) -> bool:
    """Whether each typed word begins a said one, in this order."""
    rest = iter(said)
    return all(any(word.startswith(start) for word in rest) for start in typed)


def _listed(found: Sequence[int], words: Sequence[str]) -> str:
    shown = [f"{i + 1} ({words[i]})" for i in found[:4]]
    if len(found) > 4:
        return ", ".join(shown) + f" or {len(found) - 4} more"
    return ", ".join(shown[:-1]) + " or " + shown[-1]

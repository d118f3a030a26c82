"""Every word of the language with its help: what an editor completes, and shows when you point at a word."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any, Final

import msgspec

from parlour.games.monogwent.pool import POOL, ROWS, TYPES
from parlour.games.monogwent.script import language
from parlour.games.monogwent.script.language import PREDICATE, VOID
from parlour.games.monogwent.script.pictures import PICTURES

_HELP: Final[dict[str, Any]] = tomllib.loads(files(__package__).joinpath("lexicon.toml").read_text(encoding="utf-8"))


class Word(msgspec.Struct, frozen=True):
    """A word, its kind, where it belongs (the name of an object or type, or ""), and what it means.

    `insert` is what an editor writes for it: `${}` marks where the cursor goes.
    """

    word: str
    kind: str  # keyword, key, type, member, source, value
    within: str
    detail: str
    help: str
    insert: str = ""


def _members() -> list[Word]:
    words = []
    for type, members in language.MEMBERS.items():
        for member in members.values():
            gives = "" if member.type == VOID else f": {member.type}"
            detail, insert = f"{member.name}{gives}", ""
            if member.arguments is not None:
                given = ["(card) => …" if one == PREDICATE else one.lower() for one in member.arguments]
                detail = f"{member.name}({', '.join(given)}){gives}"
                inside = "(card) => ${}" if PREDICATE in member.arguments else "${}" if member.arguments else ""
                insert = f"{member.name}({inside})"
            words.append(Word(member.name, "member", type, detail, _HELP["members"][type][member.name], insert))
    return words


def _values(within: str, detail: str, values: tuple[str, ...]) -> list[Word]:
    return [Word(one, "value", within, detail, _HELP["values"][within][one]) for one in values]


@cache
def lexicon() -> list[Word]:
    """All words, including the built-in factions."""
    words = [Word(word, "keyword", "", **more) for word, more in _HELP["declarations"].items()]
    words += [Word(word, "keyword", "action", *more) for word, more in _HELP["statements"].items()]
    for within, keys in _HELP["keys"].items():
        words += [Word(key, "key", within, detail, help, f"{key}: ") for key, (detail, help) in keys.items()]
    words += [Word(type, "type", "", type, help) for type, help in _HELP["types"].items()]
    words += _members()
    words += _values("Type", "card type", TYPES)
    words += _values("Range", "row", ROWS)
    words += _values("Source", "source", language.SOURCES)
    words += [
        Word(one, "value", "Image", "picture", f"A picture: {one.rstrip('-1').replace('-', ' ')}.") for one in PICTURES
    ]
    words += [
        Word(faction, "value", "Faction", "faction", POOL.mottos.get(faction, ""))
        for faction in ("Neutral", *POOL.factions)
    ]
    return words

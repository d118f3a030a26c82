"""What can differ between the games of an experiment: found in the options of whatever game it is.

An option that is a list with a value for each seat (`classes`), or several options that end in the number of a seat
(`faction0`, `faction1`), belong to the seats; so do the players. All others belong to the table.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any, Final, NamedTuple

import msgspec

from parlour.bots.seat_words import known_words
from parlour.core.english import did_you_mean
from parlour.core.errors import Refused
from parlour.core.game import AnyGame
from parlour.core.protocol import LabFactor, LabValue
from parlour.lab.experiments.reading import CODE, is_named

PRESET: Final = "preset"
SEATS: Final = "seats"
PLAYERS: Final = "players"
NO_CHOICE: Final = ("random", "")  # a value that leaves it to the dice is not compared with those it stands for
LONGEST_LABEL: Final = 40

_NUMBERED = re.compile(r"(.*\D)_?(\d)")


class Value(NamedTuple):
    """A value of a factor, and what it is called."""

    name: str
    value: Any


def factors_of(game: AnyGame) -> list[LabFactor]:
    """All factors of a game, with the values that it names itself."""
    return list(_factors_of(game))


@lru_cache(64)
def _factors_of(game: AnyGame) -> tuple[LabFactor, ...]:
    found = [
        LabFactor(
            name=PLAYERS,
            title="Players",
            about="Who plays, for each seat: random, greedy, a level, search:iterations=200, a player of the game.",
            by="seat",
            kind="choice",
            values=[LabValue(word, word) for word in known_words(game)],
        )
    ]
    if len(game.seats) > 1:
        found.append(
            LabFactor(
                name=SEATS,
                title="Seats",
                about="How many play.",
                by="table",
                kind="choice",
                values=[LabValue(str(seats), seats) for seats in game.seats],
                low=game.seats[0],
                high=game.seats[-1],
                usual=game.default_seats,
            )
        )
    if game.presets:
        words = "; ".join(f"{name}: {said}" for name, said in game.preset_words.items())
        values = [LabValue(name, name) for name in game.presets]
        found.append(
            LabFactor(name=PRESET, title="Preset", about=words, by="table", kind="choice", values=values, usual=None)
        )
    return (*found, *_options(game))


def _options(game: AnyGame) -> Iterable[LabFactor]:
    schema: Any = msgspec.json.schema(game.Options)
    definitions: dict[str, Any] = schema.get("$defs", {})
    fields: dict[str, Any] = definitions[game.Options.__name__].get("properties", {})
    families = _families(fields, game.seats[-1])
    for name, field in fields.items():
        if any(name in members for members in families.values()):
            continue
        entry = _entry(field, definitions)
        if entry is not None and field.get("maxItems") == game.seats[-1]:
            yield _factor(name, field, entry, definitions, "seat")
        else:
            yield _factor(name, field, field, definitions, "table")
    for family, members in families.items():
        field = fields[members[0]]
        title = family.replace("_", " ").capitalize()
        yield msgspec.structs.replace(_factor(family, field, field, definitions, "seat"), title=title)


def _families(fields: Iterable[str], seats: int) -> dict[str, list[str]]:
    """Options that are numbered by seat: `faction` stands for faction0 and faction1."""
    found: dict[str, list[str]] = {}
    for name in fields:
        numbered = _NUMBERED.fullmatch(name)
        if numbered is not None and int(numbered[2]) == len(found.get(numbered[1], [])):
            found.setdefault(numbered[1], []).append(name)
    return {family: members for family, members in found.items() if len(members) == seats}


def _entry(field: Mapping[str, Any], definitions: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """What an entry of a list is, if this field is one."""
    for kind in _kinds(field, definitions):
        if kind.get("type") == "array":
            entry: Mapping[str, Any] = kind.get("items") or {}
            return entry
    return None


def _kinds(field: Mapping[str, Any], definitions: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The alternatives of a field, without references."""
    if "$ref" in field:
        return _kinds(definitions.get(str(field["$ref"]).rpartition("/")[2], {}), definitions)
    if "anyOf" in field:
        return [kind for one in field["anyOf"] for kind in _kinds(one, definitions)]
    return [field]


def _factor(
    name: str, field: Mapping[str, Any], entry: Mapping[str, Any], definitions: Mapping[str, Any], by: str
) -> LabFactor:
    kinds = [{**kind, **entry} if "anyOf" not in entry else kind for kind in _kinds(entry, definitions)]
    named = [value for kind in kinds for value in kind.get("enum") or kind.get("examples") or []]
    types = {kind.get("type") for kind in kinds} - {"null", None}
    numbers = next((kind for kind in kinds if kind.get("type") in ("integer", "number")), {})
    if types == {"boolean"}:
        kind, named = "yes-no", [False, True]
    elif named:
        kind = "choice"
    elif numbers:
        kind = "number"
    else:
        kind = "text" if types == {"string"} else "other"
    return LabFactor(
        name=name,
        title=str(field.get("title", name.replace("_", " "))),
        about=str(field.get("description", "")),
        by="seat" if by == "seat" else "table",
        kind=kind,  # type: ignore[arg-type]
        values=[LabValue(label(value), value) for value in dict.fromkeys(named) if value not in NO_CHOICE],
        low=numbers.get("minimum"),
        high=numbers.get("maximum"),
        usual=None if by == "seat" else field.get("default"),
    )


def find_factor(game: AnyGame, name: str, where: str) -> LabFactor:
    """The factor with this name; refused, with what there is, if the game has no such option."""
    factors = factors_of(game)
    for factor in factors:
        if factor.name == name:
            return factor
    if name in game.Options.__struct_encode_fields__:  # one of a numbered family, for one seat only
        return LabFactor(name=name, title=name, about="", by="table", kind="other", values=[])
    names = [factor.name for factor in factors]
    raise Refused(
        f"{where}: {game.title} has no factor {name[:40]!r}; it has {', '.join(names)}.{did_you_mean(name, names)}",
        CODE,
    )


def values_of(factor: LabFactor, given: Any, where: str) -> list[Value]:
    """The values of a factor as the file gives them, each with a name of its own."""
    if given == "all":
        if len(factor.values) < 2:
            raise Refused(f"{where}: {factor.name} has no list of values of its own; write those to compare.", CODE)
        return [Value(value.name, value.value) for value in factor.values]
    if not isinstance(given, list) or not given:
        raise Refused(f'{where}: write a list of values, such as ["a", "b"], or "all".', CODE)
    found: list[Value] = []
    for number, value in enumerate(given, start=1):
        name, value = named(value, f"{factor.name} {number}")
        if any(name == other.name for other in found):
            raise Refused(f"{where}: {name!r} is there twice; each value is compared once.", CODE)
        found.append(Value(name, value))
    return found


def named(value: Any, otherwise: str) -> Value:
    """A value and its name: the one it was given, or how it reads, or `otherwise` if that is too long."""
    if is_named(value):
        inside = value["value"]
        return Value(str(value.get("name") or named(inside, otherwise).name)[:LONGEST_LABEL], inside)
    return Value(label(value, otherwise), value)


def label(value: Any, otherwise: str = "") -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if value is None:
        return "none"
    text = str(value)
    plain = isinstance(value, (str, int, float)) and len(text) <= LONGEST_LABEL and text.isprintable()
    if plain and text:
        return text
    return otherwise or text[:LONGEST_LABEL]

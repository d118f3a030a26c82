"""The table of moves: one declaration gives packed integers, JSON, schema, action index and notation."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

import msgspec

from parlour.core.bits import FIELD_BITS, FIELD_MAX, KIND_BITS, KIND_MASK
from parlour.core.errors import Refused

# Entries that only the house may make: never offered to a seat, but kept in the record.
FIRST_HOUSE_KIND: Final = 61
FORFEIT: Final = 61  # the seat ran out of strikes
MISS: Final = 62  # the mover's clock ran out
CONCEDE: Final = 63  # the seat gave up

MoveJson = dict[str, str | int]
MOST_SHOWN: Final = 4096


class Field(msgspec.Struct, frozen=True):
    """A small number inside a move or an event: 0 .. size - 1, optionally with a word for each value.

    With `numbers`, the values stand for these numbers, which people and bots read and write.
    """

    name: str
    size: int
    words: tuple[str, ...] = ()
    numbers: tuple[int, ...] = ()

    def write(self, value: int) -> str | int:
        if self.numbers:
            return self.numbers[value]
        return self.words[value] if self.words else value

    def read(self, value: object, where: str) -> int:
        """The number behind a JSON value: one of the words, or a whole number in range."""
        if isinstance(value, str) and self.words:
            try:
                return self.words.index(value)
            except ValueError:
                raise Refused(
                    f"{where}: unknown {self.name} {value[:40]!r}; it must be one of {_list_some(self.words)}.",
                    "unknown-action",
                ) from None
        if self.numbers:
            if isinstance(value, bool) or not isinstance(value, int) or value not in self.numbers:
                wanted = _list_some([str(n) for n in self.numbers])
                raise Refused(f"{where}: {self.name} must be one of {wanted}.", "unknown-action")
            return self.numbers.index(value)
        if isinstance(value, bool) or not isinstance(value, int):
            wanted = f"one of {_list_some(self.words)}" if self.words else f"a whole number from 0 to {self.size - 1}"
            raise Refused(f"{where}: {self.name} must be {wanted}.", "unknown-action")
        if not 0 <= value < self.size:
            raise Refused(f"{where}: {self.name} must be from 0 to {self.size - 1}, not {value}.", "unknown-action")
        return value

    def schema(self) -> dict[str, Any]:
        if self.words:
            return {"enum": list(self.words)}
        if self.numbers:
            return {"enum": list(self.numbers)}
        return {"type": "integer", "minimum": 0, "maximum": self.size - 1}


def number(name: str, size: int) -> Field:
    """A field that is a number from 0 to size - 1."""
    return Field(name, size)


def word(name: str, words: Sequence[str]) -> Field:
    """A field that is one of some words."""
    return Field(name, len(words), tuple(words))


def one_of(name: str, numbers: Sequence[int]) -> Field:
    """A field that is one of some numbers, such as 1, 2, 5, 10."""
    return Field(name, len(numbers), (), tuple(numbers))


class Kind(msgspec.Struct, frozen=True):
    """One kind of move and its fields. With `outside`, it is accepted but never listed, and has no action index."""

    name: str
    fields: tuple[Field, ...] = ()
    outside: bool = False

    @property
    def actions(self) -> int:
        n = 1
        for field in self.fields:
            n *= field.size
        return n


def kind(name: str, *fields: Field, outside: bool = False) -> Kind:
    return Kind(name, fields, outside)


_HOUSE_SEAT = Field("seat", 64)
_HOUSE: dict[int, Kind] = {
    FORFEIT: Kind("forfeit", (_HOUSE_SEAT,)),
    MISS: Kind("miss"),
    CONCEDE: Kind("concede", (_HOUSE_SEAT,)),
}


class MoveTable:
    """All kinds of move in a game, in the order of their numbers."""

    def __init__(self, *kinds: Kind) -> None:
        if len(kinds) > FIRST_HOUSE_KIND:
            raise ValueError(f"a game has at most {FIRST_HOUSE_KIND} kinds of move")
        self.kinds = kinds
        self._number = {k.name: i for i, k in enumerate(kinds)}
        if len(self._number) != len(kinds):
            raise ValueError("two kinds of move share a name")
        for k in kinds:
            if k.name in {h.name for h in _HOUSE.values()}:
                raise ValueError(f"the move {k.name!r} belongs to the house")
            if len(k.fields) > 3 or any(not 1 <= f.size <= FIELD_MAX + 1 for f in k.fields):
                raise ValueError(f"move {k.name!r}: at most three fields of at most {FIELD_MAX + 1} values")
        self._first_action: list[int] = []
        total = 0
        for k in kinds:
            self._first_action.append(total)
            total += 0 if k.outside else k.actions
        self.actions = total
        self._shown: dict[int, MoveJson] = {}  # cache of to_json: the same few moves are listed again and again

    def pack(self, name: str, *values: int) -> int:
        """The packed move of this kind with these field values, in the order of the table."""
        n = self._number[name]
        fields = self.kinds[n].fields
        if len(values) != len(fields):
            raise ValueError(f"move {name!r} has {len(fields)} fields, not {len(values)}")
        move = n
        shift = KIND_BITS
        for field, value in zip(fields, values, strict=True):
            if not 0 <= value < field.size:
                raise ValueError(f"move {name!r}: {field.name} must be from 0 to {field.size - 1}, not {value}")
            move |= value << shift
            shift += FIELD_BITS
        return move

    def kind_of(self, move: int) -> Kind:
        n = move & KIND_MASK
        found = self.kinds[n] if n < len(self.kinds) else _HOUSE.get(n)
        if found is None or move < 0:
            raise Refused(f"{move} is no packed move of this game.", "unknown-action")
        return found

    def values(self, move: int) -> list[int]:
        fields = self.kind_of(move).fields
        return [(move >> (KIND_BITS + FIELD_BITS * i)) & FIELD_MAX for i in range(len(fields))]

    def check(self, move: int) -> None:
        """Refuse an integer that is not a packed move of this table."""
        k = self.kind_of(move)
        if move >> (KIND_BITS + FIELD_BITS * len(k.fields)):
            raise Refused(f"{move} is no packed move of this game.", "unknown-action")
        for field, value in zip(k.fields, self.values(move), strict=True):
            if value >= field.size:
                raise Refused(f"{k.name}: {field.name} must be below {field.size}, not {value}.", "unknown-action")

    def to_json(self, move: int) -> MoveJson:
        known = self._shown.get(move)
        if known is None:
            k = self.kind_of(move)
            known = {"kind": k.name}
            for field, value in zip(k.fields, self.values(move), strict=True):
                known[field.name] = field.write(value)
            if len(self._shown) >= MOST_SHOWN:
                self._shown.clear()
            self._shown[move] = known
        return known.copy()

    def from_json(self, data: object, house: bool = False) -> int:
        """The packed move that a JSON object describes. House entries are accepted only with `house`."""
        if not isinstance(data, Mapping):
            raise Refused('A move is an object such as {"kind": "…"}.', "unknown-action")
        name = data.get("kind")
        n = self._number.get(name, -1) if isinstance(name, str) else -1
        if n < 0 and house:
            n = next((i for i, k in _HOUSE.items() if k.name == name), -1)
        if n < 0:
            offered = _list_some([k.name for k in self.kinds])
            shown = repr(name[:40]) if isinstance(name, str) else "no word"
            raise Refused(f"The kind of a move must be one of {offered}, not {shown}.", "unknown-action")
        k = self.kinds[n] if n < len(self.kinds) else _HOUSE[n]
        extra = set(map(str, data)) - {"kind"} - {f.name for f in k.fields}
        if extra:
            raise Refused(f"A move {k.name!r} has no field {min(extra)[:40]!r}.", "unknown-action")
        move = n
        shift = KIND_BITS
        for field in k.fields:
            if field.name not in data:
                raise Refused(f"A move {k.name!r} needs the field {field.name!r}.", "unknown-action")
            move |= field.read(data[field.name], f"Move {k.name!r}") << shift
            shift += FIELD_BITS
        return move

    def to_words(self, move: int) -> str:
        """The move in its notation: `attack strike player`."""
        k = self.kind_of(move)
        return " ".join([k.name, *(str(f.write(v)) for f, v in zip(k.fields, self.values(move), strict=True))])

    def from_words(self, text: str) -> int:
        """The move in this notation, in upper or lower case."""
        parts = text.split()
        verb = _as_spelt(parts[0], self._number) if parts else ""
        if verb not in self._number:
            raise Refused(f"A move starts with one of {_list_some([k.name for k in self.kinds])}.", "unknown-action")
        k = self.kinds[self._number[verb]]
        if len(parts) - 1 != len(k.fields):
            shape = " ".join([k.name, *(f"<{f.name}>" for f in k.fields)])
            raise Refused(f"This move is written `{shape}`.", "unknown-action")
        data: dict[str, object] = {"kind": k.name}
        for field, part in zip(k.fields, parts[1:], strict=True):
            is_number = part.isascii() and part.isdigit() and len(part) < 9
            data[field.name] = int(part) if is_number else _as_spelt(part, field.words)
        return self.from_json(data)

    def action(self, move: int) -> int:
        """The fixed index of a move among all moves of the table, for learning agents."""
        n = move & KIND_MASK
        if self.kinds[n].outside:
            raise Refused(f"A move {self.kinds[n].name!r} has no action index: it is never listed.", "unknown-action")
        index = 0
        for field, value in zip(self.kinds[n].fields, self.values(move), strict=True):
            index = index * field.size + value
        return self._first_action[n] + index

    def from_action(self, action: int) -> int:
        if not 0 <= action < self.actions:
            raise Refused(f"An action must be from 0 to {self.actions - 1}, not {action}.", "unknown-action")
        n = max(i for i, start in enumerate(self._first_action) if start <= action and not self.kinds[i].outside)
        rest = action - self._first_action[n]
        values: list[int] = []
        for field in reversed(self.kinds[n].fields):
            values.append(rest % field.size)
            rest //= field.size
        return self.pack(self.kinds[n].name, *reversed(values))

    def schema(self) -> dict[str, Any]:
        """The JSON schema of a move."""
        return {
            "oneOf": [
                {
                    "type": "object",
                    "title": k.name,
                    "properties": {"kind": {"const": k.name}, **{f.name: f.schema() for f in k.fields}},
                    "required": ["kind", *(f.name for f in k.fields)],
                    "additionalProperties": False,
                }
                for k in self.kinds
            ]
        }


def is_house(move: int) -> bool:
    """Whether this is a house entry: a concession, a miss or a forfeit."""
    return move & KIND_MASK >= FIRST_HOUSE_KIND


def concede(seat: int) -> int:
    return CONCEDE | seat << KIND_BITS


def forfeit(seat: int) -> int:
    return FORFEIT | seat << KIND_BITS


def miss() -> int:
    return MISS


def _as_spelt(typed: str, words: Iterable[str]) -> str:
    """The known word that was typed in another case; anything else is returned as it is."""
    same = [word for word in words if word.lower() == typed.lower()]
    return typed if typed in same or len(same) != 1 else same[0]


def _list_some(words: Sequence[str]) -> str:
    shown = ", ".join(words[:12])
    return shown + (", …" if len(words) > 12 else "")

"""The lens of a game that defines none: its view as numbers, by the view's own types, and the table of moves.

What a game says about its view in types and bounds (`Annotated[int, Meta(ge=0, le=9)]`, `Literal`, `max_length`) makes
the numbers better; where it says nothing, they are guesses that hold for every value.
"""

from __future__ import annotations

import math
import zlib
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import msgspec
from msgspec import inspect

from parlour.core.lens import Layout, Lens, Numbers
from parlour.core.state import State

if TYPE_CHECKING:
    from parlour.core.game import AnyGame

LONGEST: Final = (24, 8, 4)  # entries of a list without a bound, by how deep it is nested
KEYS: Final = 8  # of a table without fixed keys: its entries in order of their keys
LARGEST: Final = 64.0  # the binary logarithm of a number without bounds

Put: TypeAlias = Callable[[Any, Numbers], None]


class ViewLens(Lens):
    """Every field of the view, then a number for each place of the index: whether that move is legal now."""

    def __init__(self, game: AnyGame) -> None:
        layout = Layout()
        self.game = game
        self.mine = layout.one("to move")
        self.put = _numbers(inspect.type_info(game.View), "view", layout, 0)
        self.legal = layout.each("legal", [game.moves.to_words(game.moves.from_action(n)) for n in _places(game)])
        super().__init__(layout, game.moves.actions)

    def observe(self, state: State, seat: int, out: Numbers) -> None:
        self.put(msgspec.to_builtins(self.game.view(state, int(seat))), out)
        if state.mover == seat:
            out.mark(self.mine)
            for move in state.moves():
                out.mark(self.legal + self.game.moves.action(int(move)))

    def choice(self, state: State, move: int) -> int:
        return self.game.moves.action(int(move))

    def words(self) -> list[str]:
        return [self.game.moves.to_words(self.game.moves.from_action(n)) for n in _places(self.game)]


def _places(game: AnyGame) -> range:
    return range(game.moves.actions)


def _numbers(kind: inspect.Type, name: str, layout: Layout, depth: int) -> Put:
    """Lay out the numbers for a value of this type; returns what puts them there."""
    if isinstance(kind, inspect.Metadata):
        return _numbers(kind.type, name, layout, depth)
    if isinstance(kind, inspect.UnionType):
        return _one_of_several(kind.types, name, layout, depth)
    if isinstance(kind, inspect.StructType | inspect.TypedDictType | inspect.DataclassType):
        return _record({field.encode_name: field.type for field in kind.fields}, name, layout, depth)
    if isinstance(kind, inspect.ListType | inspect.VarTupleType | inspect.SetType | inspect.FrozenSetType):
        return _list(kind.item_type, kind.max_length, name, layout, depth)
    if isinstance(kind, inspect.TupleType):
        parts = [_numbers(item, f"{name}.{n}", layout, depth + 1) for n, item in enumerate(kind.item_types)]
        return lambda value, out: _put_parts(parts, value, out)
    if isinstance(kind, inspect.DictType):
        return _table(kind.value_type, name, layout, depth)
    if isinstance(kind, inspect.LiteralType):
        return _word(list(kind.values), name, layout)
    if isinstance(kind, inspect.EnumType):
        return _word([member.value for member in kind.cls], name, layout)
    if isinstance(kind, inspect.NoneType):
        return lambda value, out: None
    if isinstance(kind, inspect.BoolType):
        place = layout.one(name)
        return lambda value, out: out.flag(place, value is True)
    if isinstance(kind, inspect.IntType | inspect.FloatType):
        return _number(kind, name, layout)
    place = layout.one(name, 1.0, -1.0)
    return lambda value, out: out.put(place, _guess(value))


def _one_of_several(kinds: Sequence[inspect.Type], name: str, layout: Layout, depth: int) -> Put:
    """A number says whether there is a value; every type that it can have gets its own numbers."""
    some = [kind for kind in kinds if not isinstance(kind, inspect.NoneType)]
    there = layout.one(f"{name} is there")
    if len(some) == 1:
        put = _numbers(some[0], name, layout, depth)

        def put_one(value: Any, out: Numbers) -> None:
            if value is not None:
                out.mark(there)
                put(value, out)

        return put_one
    place = layout.one(name, 1.0, -1.0)

    def put_guess(value: Any, out: Numbers) -> None:
        if value is not None:
            out.mark(there)
            out.put(place, _guess(value))

    return put_guess


def _record(kinds: Mapping[str, inspect.Type], name: str, layout: Layout, depth: int) -> Put:
    fields = {field: _numbers(kind, f"{name}.{field}", layout, depth) for field, kind in kinds.items()}

    def put(value: Any, out: Numbers) -> None:
        for field, put_field in fields.items():
            if field in value:
                put_field(value[field], out)

    return put


def _list(kind: inspect.Type, bound: int | None, name: str, layout: Layout, depth: int) -> Put:
    longest = LONGEST[min(depth, len(LONGEST) - 1)]
    size = longest if bound is None else min(bound, 4 * longest)
    length = layout.one(f"{name}: how many")
    parts = [_numbers(kind, f"{name}.{n}", layout, depth + 1) for n in range(size)]

    def put(value: Any, out: Numbers) -> None:
        out.put(length, _squeezed(len(value)))
        _put_parts(parts, value, out)

    return put


def _put_parts(parts: Sequence[Put], values: Sequence[Any], out: Numbers) -> None:
    for put, value in zip(parts, values, strict=False):
        put(value, out)


def _table(kind: inspect.Type, name: str, layout: Layout, depth: int) -> Put:
    size = layout.one(f"{name}: how many")
    keys = layout.each(f"{name} key", [str(n) for n in range(KEYS)], 1.0, -1.0)
    parts = [_numbers(kind, f"{name}.{n}", layout, depth + 1) for n in range(KEYS)]

    def put(value: Any, out: Numbers) -> None:
        out.put(size, _squeezed(len(value)))
        for n, key in enumerate(sorted(value, key=str)[:KEYS]):
            out.put(keys + n, _guess(key))
            parts[n](value[key], out)

    return put


def _word(words: list[Any], name: str, layout: Layout) -> Put:
    first = layout.each(name, [str(word) for word in words])

    def put(value: Any, out: Numbers) -> None:
        out.mark(first + words.index(value))

    return put


def _number(kind: inspect.IntType | inspect.FloatType, name: str, layout: Layout) -> Put:
    low = kind.ge if kind.ge is not None else kind.gt
    high = kind.le if kind.le is not None else kind.lt
    if low is None or high is None or high <= low:
        place = layout.one(name, 1.0, -1.0)
        return lambda value, out: out.put(place, _squeezed(value))
    place = layout.one(name)
    return lambda value, out: out.put(place, (value - low) / (high - low))


def _guess(value: Any) -> float:
    """Any plain value as a number from -1 to 1."""
    if isinstance(value, bool | int | float):
        return _squeezed(value)
    return zlib.crc32(msgspec.json.encode(value, order="sorted")) / 2.0**32


def _squeezed(value: float) -> float:
    """A number of any size, from -1 to 1, in the same order."""
    size = min(math.log2(1.0 + abs(value)), LARGEST) / LARGEST
    return math.copysign(size, value) if size else 0.0

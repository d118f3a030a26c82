"""Positions as plain data, and random games, for all checks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from parlour.core.dice import Dice
from parlour.core.game import AnyGame
from parlour.core.match import Match
from parlour.core.pickling import names
from parlour.core.seed import Seed
from parlour.core.state import State

LONGEST = 200_000
PLAIN = {bool, int, float, str, type(None)}


def snapshot(state: State) -> dict[str, Any]:
    """All fields of a position as plain data, compiled or not; without the listener."""
    return {name: value for name, value in _fields(state).items() if name not in ("heard", "curtain")}


def shared(state: State) -> dict[str, Any]:
    """The fields of what a position shares with all its copies and marks as `SHARED`: nothing may change it."""
    things = {name: getattr(state, name) for name in names(state)}
    return {name: _fields(thing) for name, thing in things.items() if _is_shared(thing)}


def _is_shared(thing: Any) -> bool:
    return getattr(type(thing), "SHARED", False) is True


def _fields(thing: Any) -> dict[str, Any]:
    """The attributes of an object, whether in a compiled class, in slots or in a dict."""
    return {name: _plain(getattr(thing, name)) for name in names(thing)}


def _plain(value: Any) -> Any:
    if isinstance(value, bool | int | float | str) or value is None:
        return value
    if isinstance(value, list | tuple):
        return [each if type(each) in PLAIN else _plain(each) for each in value]
    if isinstance(value, set | frozenset):
        return sorted((_plain(each) for each in value), key=str)
    if isinstance(value, dict):
        return {str(k): _plain(value[k]) for k in sorted(value)}
    if _is_shared(value):
        return type(value).__name__
    return _fields(value)


def encode(value: Any) -> bytes:
    return msgspec.json.encode(value, order="sorted")


def where(one: Any, other: Any, path: str = "") -> str:
    """The first difference between two positions or views, with both values; empty if there is none."""
    if isinstance(one, dict) and isinstance(other, dict):
        for key in one | other:
            if key not in one or key not in other or one[key] != other[key]:
                return where(one.get(key), other.get(key), f"{path}.{key}" if path else str(key))
    if isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        for place, (here, there) in enumerate(zip(one, other, strict=True)):
            if here != there:
                return where(here, there, f"{path}.{place}" if path else str(place))
    return "" if one == other else f": {path} {_brief(one)} becomes {_brief(other)}".replace(":  ", ": ")


def _brief(value: Any) -> str:
    return text if len(text := str(value)) <= 80 else f"{text[:80]}…"


def where_encoded(one: bytes, other: bytes) -> str:
    return where(msgspec.json.decode(one), msgspec.json.decode(other))


def place(match: Match, seed: int) -> str:
    """The game and the point it has reached, for the start of every complaint."""
    return f"{match.game.name}, {match.seats} seats, seed {seed}, ply {len(match.plies)}"


def random_match(game: AnyGame, seats: int, seed: int, options: Any = None) -> Iterator[tuple[Match, Dice]]:
    """A random game: yields before each move and once more at the end."""
    match = Match(game, options, seats, Seed.parse(str(seed)))
    dice = match.seed.dice("moves")
    while not match.over:
        assert len(match.plies) < LONGEST, f"{game.name}, {seats} seats, seed {seed}: no end after {LONGEST} moves"
        yield match, dice
        moves = match.state.moves()
        match.enter(match.mover, moves[dice.below(len(moves))])
    yield match, dice

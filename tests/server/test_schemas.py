"""What a game's view, moves and events are made of is told as JSON Schema, and every position keeps to it."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest
from tests.server.conftest import Visit

from parlour.core.dice import Dice
from parlour.core.match import Match
from parlour.core.seed import Seed
from parlour.games import HOUSE, find

Json = dict[str, Any]
KINDS: dict[str, Any] = {
    "object": dict, "array": list, "string": str, "integer": int, "number": (int, float), "boolean": bool,
    "null": type(None),
}  # fmt: skip


def wrong(value: Any, schema: Json, whole: Json, where: str = "$") -> str | None:
    """Where a value breaks its schema; None if nowhere. Just the words that our schemas use."""
    known = {
        "$ref",
        "$defs",
        "anyOf",
        "oneOf",
        "type",
        "title",
        "description",
        "enum",
        "const",
        "properties",
        "required",
    }
    known |= {"items", "additionalProperties", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"}
    known |= {"minItems", "maxItems", "maxLength", "default", "prefixItems"}
    assert set(schema) <= known, f"this test does not know {set(schema) - known}"
    if "$ref" in schema:
        return wrong(value, whole["$defs"][schema["$ref"].rpartition("/")[2]], whole, where)
    for word in ("anyOf", "oneOf"):
        if word in schema:
            tried = [wrong(value, one, whole, where) for one in schema[word]]
            fits = None in tried if word == "anyOf" else tried.count(None) == 1
            return None if fits else f"{where}: {tried.count(None)} of {word} fit: {tried}"
    kinds = schema.get("type", list(KINDS))
    kinds = [kinds] if isinstance(kinds, str) else kinds
    fitting = [kind for kind in kinds if isinstance(value, KINDS[kind])]
    if not fitting or (isinstance(value, bool) and "boolean" not in kinds):
        return f"{where}: {value!r} is no {kinds}"
    if "enum" in schema and value not in schema["enum"]:
        return f"{where}: {value!r} is none of {schema['enum']}"
    if "const" in schema and value != schema["const"]:
        return f"{where}: {value!r} is not {schema['const']!r}"
    if isinstance(value, int | float) and not isinstance(value, bool):
        low, high = schema.get("minimum", value), schema.get("maximum", value)
        above, below = schema.get("exclusiveMinimum", value - 1), schema.get("exclusiveMaximum", value + 1)
        if not (low <= value <= high and above < value < below):
            return f"{where}: {value} is out of bounds"
    if isinstance(value, dict):
        missing = [key for key in schema.get("required", []) if key not in value]
        if missing:
            return f"{where}: {missing} missing"
        named, others = schema.get("properties", {}), schema.get("additionalProperties", True)
        for key, held in value.items():
            inner = named.get(key, others)
            if inner is False:
                return f"{where}: {key} is not allowed"
            if isinstance(inner, dict) and (found := wrong(held, inner, whole, f"{where}.{key}")):
                return found
    if isinstance(value, list):
        if not schema.get("minItems", 0) <= len(value) <= schema.get("maxItems", len(value)):
            return f"{where}: {len(value)} items"
        items = schema.get("items")
        for number, held in enumerate(value):
            if isinstance(items, dict) and (found := wrong(held, items, whole, f"{where}[{number}]")):
                return found
    return None


@pytest.mark.parametrize("name", HOUSE)
async def test_every_view_move_and_event_keeps_to_its_schema(name: str, visit: Visit) -> None:
    shown = await (await visit()).get(f"/api/games/{name}")
    game = find(name)
    assert shown["view"]["$ref"].rpartition("/")[2] in shown["view"]["$defs"]
    match = Match(game, game.read_options(preset=game.quick), game.default_seats, Seed.parse("5"))
    dice = Dice(4, 3, 2, 1)
    for _ in range(60):
        for seat in (None, *range(match.seats)):
            view = json.loads(msgspec.json.encode(match.view(seat)))
            assert wrong(view, shown["view"], shown["view"]) is None
            for event in match.events(seat, max(0, len(match.plies) - 1)):
                assert wrong(event, shown["events"], shown["events"]) is None
        if match.over:
            break
        for move in match.state.moves():
            assert wrong(game.moves.to_json(int(move)), shown["moves"], shown["moves"]) is None
        match.play(match.mover, int(match.state.random_move(dice)))


def test_the_checker_of_this_test_can_say_no() -> None:
    schema = {"type": "object", "properties": {"n": {"type": "integer", "minimum": 1}}, "required": ["n"]}
    assert wrong({"n": 1}, schema, schema) is None
    for bad in ({}, {"n": 0}, {"n": True}, {"n": "1"}, []):
        assert wrong(bad, schema, schema)

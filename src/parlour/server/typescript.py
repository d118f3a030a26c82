"""The protocol as types for the browser: `python -m parlour.server.typescript web/src` writes them.

The house's own go to lib/protocol.ts, those of a game's own routes to games/<game>/protocol.ts. Nobody writes these
files by hand and git does not know them: `make build` and `make lint` make them from the structs that the house sends
and reads, and `npm run check` then holds every use against them. Vite takes types away, so building needs none.
"""

from __future__ import annotations

import re
import sys
import types
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple, Union, get_args, get_origin, get_type_hints

import msgspec
from litestar import Response
from litestar.response import Stream
from msgspec import UnsetType

from parlour.core import protocol
from parlour.server import games
from parlour.server.routes import ROUTES

HEAD = "// Written by `make build` from the structs of the house (parlour.server.typescript). Changes here are lost.\n"
PLAIN = {str: "string", int: "number", float: "number", bool: "boolean", type(None): "null", Any: "unknown"}
# What a game fills in its own way has no struct of its own.
NAMED = {
    "Json": "null | boolean | number | string | Json[] | { [key: string]: Json }",
    "Options": "Record<string, Json>",
    "Schema": "{ [key: string]: Json }",
    "Move": "{ kind: string } & Record<string, string | number>",
    "HouseEvent": "{ kind: string } & Record<string, string | number>",
}
LITERALS = {value: name for name, value in vars(protocol).items() if get_origin(value) is Literal}
UNIONS = {"ToGuest": protocol.ToGuest, "FromGuest": protocol.FromGuest}
OURS = ("request", "house", "data", "return")  # parameters of a route that no guest writes into an address

Struct = type[msgspec.Struct]


class Route(NamedTuple):
    """One operation: what stands in its address, what is asked for in its body, and what it answers."""

    name: str  # "POST /api/tables/{table_id}/join"
    parts: dict[str, Any]
    needed: set[str]
    body: Any
    answer: Any


def read_route(handler: Any) -> Route:
    hints = get_type_hints(handler.fn, include_extras=True)
    [method], [path] = handler.http_methods, handler.paths
    path = re.sub(r":\w+\}", "}", path)
    parts = {name: hint for name, hint in hints.items() if name not in OURS}
    answer = hints["return"]
    if answer is Stream:  # the route says what its lines are made of
        answer = handler.responses[200].data_container
    elif get_origin(answer) is Response:  # a file
        answer = Any
    return Route(f"{method} {path}", parts, set(re.findall(r"\{(\w+)\}", path)), hints.get("data"), answer)


def structs(hint: Any) -> Iterable[Struct]:
    """The structs that a type is made of."""
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        yield hint
    for inner in get_args(hint):
        yield from structs(inner)


def reachable(roots: Iterable[Any]) -> set[Struct]:
    """Every struct in these types, and in their fields."""
    found: set[Struct] = set()
    todo = [struct for root in roots for struct in structs(root)]
    while todo:
        struct = todo.pop()
        if struct not in found:
            found.add(struct)
            todo += [inner for hint in get_type_hints(struct, include_extras=True).values() for inner in structs(hint)]
    return found


def written(hint: Any) -> str:
    """A type in TypeScript."""
    if hint in PLAIN:
        return PLAIN[hint]
    if hint in LITERALS:
        return LITERALS[hint]
    origin, inner = get_origin(hint), get_args(hint)
    if origin is Annotated:
        name = next((note for note in inner[1:] if isinstance(note, str)), None)
        return name or written(inner[0])
    if origin is Literal:
        return " | ".join(f"'{word}'" if isinstance(word, str) else str(word) for word in inner)
    if origin in (Union, types.UnionType):
        return " | ".join(dict.fromkeys(written(one) for one in inner if one is not UnsetType))
    if origin is dict:
        return f"Record<string, {written(inner[1])}>"
    if origin is tuple and inner[-1] is not ...:
        return f"[{', '.join(written(one) for one in inner)}]"
    if origin in (list, tuple, set, frozenset):
        one = written(inner[0])
        return f"({one})[]" if " | " in one and not one.startswith("[") else f"{one}[]"
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        return hint.__name__
    if hint is msgspec.Raw:
        return "unknown"
    raise TypeError(f"{hint!r} has no counterpart in TypeScript yet: add it to parlour.server.typescript")


def interface(struct: Struct, asked: bool) -> str:
    """`asked`: only guests send it, so what has a default may be left out; the house leaves out what is unset."""
    config = struct.__struct_config__
    lines = [f"  {config.tag_field}: '{config.tag}';"] if config.tag is not None else []
    hints = get_type_hints(struct, include_extras=True)
    for field in msgspec.structs.fields(struct):
        hint = hints[field.name]
        absent = UnsetType in get_args(hint) or (not field.required and (asked or config.omit_defaults))
        lines.append(f"  {field.encode_name}{'?' if absent else ''}: {written(hint)};")
    about = (struct.__doc__ or "").split("\n\n")[0].strip()
    comment = f"/** {' '.join(about.split())} */\n" if about and not about.startswith(f"{struct.__name__}(") else ""
    return comment + f"export interface {struct.__name__} {{\n" + "".join(f"{line}\n" for line in lines) + "}\n"


def routes_interface(routes: Sequence[Route]) -> str:
    lines = []
    for route in sorted(routes):
        parts = "; ".join(
            f"{name}{'' if name in route.needed else '?'}: {written(hint)}" for name, hint in route.parts.items()
        )
        body = written(route.body) if route.body is not None else "undefined"
        answer = written(route.answer)
        inside = f"{{ {parts} }}" if parts else "{}"
        lines.append(f"  '{route.name}': {{ parts: {inside}; body: {body}; answer: {answer} }};\n")
    return "export interface Routes {\n" + "".join(lines) + "}\n"


class Spoken(NamedTuple):
    """The structs of some routes and messages; some of them only guests send."""

    all: set[Struct]
    asked: set[Struct]


def spoken(asks: Iterable[Any], answers: Iterable[Any]) -> Spoken:
    asked, answered = reachable(asks), reachable(answers)
    return Spoken(asked | answered, asked - answered)


def spoken_by_the_house() -> Spoken:
    """Everything between the house and its guests that is the same in all games."""
    routes = [read_route(handler) for handler in ROUTES]
    rest = [found for name in protocol.__all__ if isinstance(found := getattr(protocol, name), type)]
    asks = [protocol.FromGuest, *(route.body for route in routes)]
    told = spoken(asks, [protocol.ToGuest, *(route.answer for route in routes)])
    return Spoken(told.all | reachable(rest), told.asked)


def interfaces(found: Iterable[Struct], asked: set[Struct]) -> str:
    ordered = sorted(found, key=lambda struct: struct.__name__)
    names = [struct.__name__ for struct in ordered]
    if twice := {name for name in names if names.count(name) > 1}:
        raise TypeError(f"two structs of one file are called {' and '.join(sorted(twice))}")
    return "\n".join(interface(struct, struct in asked) for struct in ordered)


def house_file(house: Spoken) -> str:
    parts = [f"export type {name} = {text};\n" for name, text in NAMED.items()]
    for literal, name in LITERALS.items():
        parts.append(f"export type {name} = {' | '.join(repr(word) for word in get_args(literal))};\n")
    parts += [f"export type {name} = {written(union)};\n" for name, union in UNIONS.items()]
    routes = routes_interface([read_route(handler) for handler in ROUTES])
    return "\n".join([HEAD, *parts, interfaces(*house), routes])


def game_file(house: Spoken, handlers: Sequence[Any]) -> str:
    """What only one game has, in addition to that."""
    routes = [read_route(handler) for handler in handlers]
    told = spoken((route.body for route in routes), (route.answer for route in routes))
    own = interfaces(told.all - house.all, told.asked)
    inside = routes_interface(routes).replace("export interface", "interface").rstrip().replace("\n", "\n  ")
    table = f"declare module '../../lib/protocol' {{\n  {inside}\n}}\n"
    shared = {struct.__name__ for struct in house.all & told.all} | {*NAMED, *LITERALS.values()}
    used = sorted(name for name in shared if re.search(rf"\b{name}\b", own))
    parts = [f"import type {{ {', '.join(used)} }} from '../../lib/protocol';\n"] if used else []
    return "\n".join([HEAD, *parts, own, table])


def files() -> dict[str, str]:
    """All of them, by their place below web/src."""
    house = spoken_by_the_house()
    found = {"lib/protocol.ts": house_file(house)}
    for game, handlers in games.routes().items():
        found[f"games/{game.replace('_', '-')}/protocol.ts"] = game_file(house, handlers)
    return found


def main(words: Sequence[str]) -> None:
    for place, text in files().items():
        file = Path(words[0], place)
        if not file.exists() or file.read_text(encoding="utf-8") != text:
            file.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])

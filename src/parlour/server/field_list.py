"""The end of docs/protocol.md: what each request takes and answers, and every field of every message.

`python -m parlour.server.field_list docs/protocol.md` writes it anew, from the same structs as the browser's types.
"""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, get_args

from parlour.games import title_of
from parlour.server import rooms
from parlour.server.app import routes
from parlour.server.typescript import (
    LITERALS,
    NAMED,
    Route,
    StructSet,
    house_structs,
    members,
    read_route,
    struct_set,
    written,
)

HEADING = "## Every field\n"
INTRODUCTION = """
This part is generated from the structs of the house (`python -m parlour.server.field_list docs/protocol.md`).

Requests, with what may follow `?` in their address, what they take as a JSON body, and what they answer. A `file` is a
picture, an archive, a record or whatever else is kept as a file:
"""
TAKES_FILE = ("POST /api/programs", "POST /api/records")
WIDTH = 118


def after_heading() -> str:
    """Everything below the heading."""
    asked = sorted(map(read_route, routes()), key=lambda route: (route.name.split()[1], route.name))
    words = [f"{name} = {text}" for name, text in NAMED.items()]
    words += [f"{name} = {' | '.join(repr(word) for word in get_args(value))}" for value, name in LITERALS.items()]
    house = house_structs()
    parts = [
        INTRODUCTION,
        _block(map(_request, asked)),
        "Words, and parts that each game fills in differently:\n",
        _block(words),
        "Messages, bodies and answers, and what these are made of; `?` marks what may be left out:\n",
        _block(_shapes(house)),
    ]
    for game, handlers in rooms.routes().items():
        told = [read_route(handler) for handler in handlers]
        found = struct_set((route.body for route in told), (route.answer for route in told))
        if own := found.all - house.all:
            parts += [f"Only for {title_of(game)}:\n", _block(_shapes(StructSet(own, found.from_guests)))]
    return "\n".join(parts)


def _request(route: Route) -> str:
    query = "&".join(name for name in route.parts if name not in route.needed)
    body = "file" if route.name in TAKES_FILE else written(route.body) if route.body is not None else ""
    answer = "file" if route.answer is Any else written(route.answer)
    return f"{route.name}{query and '?'}{query} {body and body + ' '}-> {answer}"


def _shapes(found: StructSet) -> list[str]:
    ordered = sorted(found.all, key=lambda struct: struct.__name__)
    return [f"{struct.__name__} {{ {'; '.join(members(struct, struct in found.from_guests))} }}" for struct in ordered]


def _block(lines: Iterable[str]) -> str:
    """Lines of a listing; a long one is folded, but not between a field and its type."""
    whole = (line.replace(": ", ":\0") for line in lines)
    folded = (textwrap.wrap(line, WIDTH, subsequent_indent="    ", break_long_words=False) for line in whole)
    return "\n".join(["```ts", *("\n".join(parts).replace("\0", " ") for parts in folded), "```\n"])


def renewed(page: str) -> str:
    return page.partition(HEADING)[0] + HEADING + after_heading()


def main(words: Sequence[str]) -> None:
    page = Path(words[0])
    page.write_text(renewed(page.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])

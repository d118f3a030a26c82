"""What a house said, held against the protocol: every message and every answer is one of its structs, nothing more."""

from __future__ import annotations

import json
import re
from functools import cache
from typing import Any, get_type_hints

import msgspec
from litestar import Response
from litestar.response import Stream

from parlour.core.protocol import ToGuest
from parlour.server.app import routes

_to_guest: msgspec.json.Decoder[ToGuest] = msgspec.json.Decoder(ToGuest)


def check_message(data: str | bytes) -> None:
    """A message of the chair is one of the protocol's, and has no field that it does not know."""
    same(data, _to_guest.decode(data))


def check_answer(method: str, path: str, data: bytes) -> None:
    """An answer over HTTP is the struct that its route promises."""
    kind = promised(method, path.partition("?")[0])
    if kind is not None:
        same(data, msgspec.json.decode(data, type=kind))


def same(data: str | bytes, read: Any) -> None:
    said, meant = json.loads(data), json.loads(msgspec.json.encode(read))
    assert said == meant, f"the protocol does not know all of {said}: {meant}"


@cache
def promises() -> list[tuple[str, re.Pattern[str], Any]]:
    return [
        (str(method), re.compile(re.sub(r"\{[^}]*\}", "[^/]*", address)), get_type_hints(route.fn)["return"])
        for route in routes()
        for method in route.http_methods
        for address in route.paths
    ]


def promised(method: str, path: str) -> Any:
    """The type of what a route answers, the most exact one; None where it is no JSON, or only a file."""
    fitting = [(pattern, kind) for asked, pattern, kind in promises() if asked == method and pattern.fullmatch(path)]
    if not fitting:
        return None
    _, kind = min(fitting, key=lambda one: one[0].pattern.count("*"))
    plain = kind is str or kind is Stream or getattr(kind, "__origin__", None) is Response
    return None if plain else kind

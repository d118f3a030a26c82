"""Pickling of compiled objects: Python knows how to take apart only those it has made itself.

A class says `def __reduce__(self): return taken_apart(self, …)` with the arguments that its constructor needs.
"""

from __future__ import annotations

from functools import cache
from typing import Any


def taken_apart(thing: Any, *arguments: Any) -> tuple[Any, ...]:
    """How to make this thing again, for `__reduce__`: with these arguments, then field by field."""
    return put_together, (type(thing), arguments, fields(thing))


def put_together(kind: type[Any], arguments: tuple[Any, ...], values: dict[str, Any]) -> Any:
    made = kind.__new__(kind, *arguments)  # a compiled class calls its constructor here, an interpreted one does not
    for name, value in values.items():
        setattr(made, name, value)
    return made


def fields(thing: Any) -> dict[str, Any]:
    """The attributes of an object that have a value, whether it is compiled, has slots or has a dict."""
    return {name: getattr(thing, name) for name in names(thing) if hasattr(thing, name)}


def names(thing: Any) -> list[str]:
    return sorted({*_declared(thing.__class__), *getattr(thing, "__dict__", {})})


@cache
def _declared(kind: type[Any]) -> list[str]:
    return [
        name
        for each in kind.__mro__
        for name, member in vars(each).items()
        if type(member).__name__ in ("getset_descriptor", "member_descriptor") and not name.startswith("__")
    ]

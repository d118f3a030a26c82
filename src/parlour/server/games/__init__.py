"""What only one game has over HTTP: a module for each, called like the folder of its rules."""

from importlib import import_module
from pkgutil import iter_modules
from typing import Any


def routes() -> dict[str, list[Any]]:
    """The routes of every game that has some of its own, by the name of its module."""
    found = sorted(module.name for module in iter_modules(__path__))
    return {name: import_module(f"{__name__}.{name}").ROUTES for name in found}

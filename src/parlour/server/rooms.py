"""What only one game has in an open house: routes, and whatever is open for as long as the house is."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from types import ModuleType
from typing import Any

from litestar.handlers import HTTPRouteHandler

from parlour import games
from parlour.core.errors import Refused
from parlour.server.house import House

log = logging.getLogger("parlour.server")


def rooms() -> dict[str, ModuleType]:
    """By the name of the game. One of another package that cannot be used is left out, and the log says why."""
    found = {}
    for name in games.names():
        try:
            room = games.room(name, "routes")
            if room is not None:
                _check(name, room)
                found[name] = room
        except Refused as refusal:
            log.error("%s", refusal.text)
    return found


def _check(name: str, room: ModuleType) -> None:
    """Whoever is not of the house keeps to addresses that bear its name, so that nobody stands in another's way."""
    routes = getattr(room, "ROUTES", None)
    if not isinstance(routes, list) or not all(isinstance(route, HTTPRouteHandler) for route in routes):
        raise Refused(f"The routes of the game {name!r} must be a list of Litestar's handlers called ROUTES.")
    for path in (path for route in routes for path in route.paths):
        if name not in games.HOUSE and not path.startswith(f"/api/{name}/"):
            raise Refused(f"The routes of the game {name!r} must begin with /api/{name}/, unlike {path}.")


def routes() -> dict[str, list[Any]]:
    """The routes of every game that has some of its own."""
    return {name: room.ROUTES for name, room in rooms().items()}


@asynccontextmanager
async def open_rooms(house: House) -> AsyncIterator[None]:
    """Opens what games keep open beside their tables, and closes it before the house is closed."""
    async with AsyncExitStack() as stack:
        for name, room in rooms().items():
            if not hasattr(room, "opened"):
                continue
            try:
                await stack.enter_async_context(room.opened(house))
            except Exception as error:
                if name in games.HOUSE:
                    raise
                log.error("the room of %s stays closed: %s", name, error)
        yield

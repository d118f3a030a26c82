"""What single games add to an open house: routes, and services that run as long as the house is open."""

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
    """The games' route modules, by name of the game. A broken one of another package is left out and logged."""
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
    """Games of other packages may only use addresses under their own name, so that they cannot clash."""
    routes = getattr(room, "ROUTES", None)
    if not isinstance(routes, list) or not all(isinstance(route, HTTPRouteHandler) for route in routes):
        raise Refused(f"The routes of the game {name!r} must be a list of Litestar handlers called ROUTES.")
    for path in (path for route in routes for path in route.paths):
        if name not in games.HOUSE and not path.startswith(f"/api/{name}/"):
            raise Refused(f"The routes of the game {name!r} must start with /api/{name}/, but {path} does not.")


def routes() -> dict[str, list[Any]]:
    """The routes of every game that has any."""
    return {name: room.ROUTES for name, room in rooms().items()}


@asynccontextmanager
async def open_rooms(house: House) -> AsyncIterator[None]:
    """Opens the games' services, and closes them before the house closes."""
    async with AsyncExitStack() as stack:
        for name, room in rooms().items():
            if not hasattr(room, "opened"):
                continue
            try:
                await stack.enter_async_context(room.opened(house))
            except Exception as error:
                if name in games.HOUSE:
                    raise
                log.error("the services of %s could not be opened: %s", name, error)
        yield

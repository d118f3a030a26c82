"""The HTTP side of the house, a module for each resource. What only one game has stands in `parlour.server.games`."""

from typing import Any

from parlour.server.routes import bots, clocks, facts, games, guests, records, tables

ROUTES: list[Any] = [
    *guests.ROUTES,
    *bots.ROUTES,
    *games.ROUTES,
    *clocks.ROUTES,
    *tables.ROUTES,
    *records.ROUTES,
    *facts.ROUTES,
]

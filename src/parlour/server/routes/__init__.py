"""The HTTP routes of the house, one module per resource. Those of single games are in `parlour.rooms`."""

from typing import Any

from parlour.server.routes import bots, clocks, facts, games, guests, puzzles, ratings, records, reviews, tables

ROUTES: list[Any] = [
    *guests.ROUTES,
    *bots.ROUTES,
    *games.ROUTES,
    *clocks.ROUTES,
    *tables.ROUTES,
    *records.ROUTES,
    *reviews.ROUTES,
    *puzzles.ROUTES,
    *ratings.ROUTES,
    *facts.ROUTES,
]

"""The HTTP routes of the house, one module per resource. Those of single games are in `parlour.rooms`."""

from typing import Any

from parlour.server.routes import (
    bots,
    calls,
    clocks,
    facts,
    games,
    guests,
    host,
    lab,
    lobby,
    pictures,
    programs,
    push,
    puzzles,
    ratings,
    records,
    reports,
    reviews,
    seeks,
    tables,
    tournaments,
)

ROUTES: list[Any] = [
    *guests.ROUTES,
    *push.ROUTES,
    *bots.ROUTES,
    *calls.ROUTES,
    *seeks.ROUTES,
    *programs.ROUTES,
    *games.ROUTES,
    *clocks.ROUTES,
    *lobby.ROUTES,
    *tables.ROUTES,
    *records.ROUTES,
    *pictures.ROUTES,
    *reviews.ROUTES,
    *puzzles.ROUTES,
    *ratings.ROUTES,
    *reports.ROUTES,
    *tournaments.ROUTES,
    *lab.ROUTES,
    *facts.ROUTES,
    *host.ROUTES,
]

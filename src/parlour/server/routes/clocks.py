"""The kinds of clock, for whoever lays a table."""

from __future__ import annotations

from litestar import get

from parlour.core.clock import KINDS, Kind


@get("/api/clocks", summary="The kinds of clock that a table can have, with what is set of each")
async def clock_kinds() -> list[Kind]:
    return list(KINDS)


ROUTES = [clock_kinds]

"""The kinds of clock, for the new-table dialog."""

from __future__ import annotations

from litestar import get

from parlour.core.clock import KINDS, ClockKind


@get("/api/clocks", summary="The kinds of clock a table can have, and the settings of each")
async def clock_kinds() -> list[ClockKind]:
    return list(KINDS)


ROUTES = [clock_kinds]

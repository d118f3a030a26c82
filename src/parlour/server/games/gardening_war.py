"""The door for bots of the original Gardening War, as its page shows it."""

from __future__ import annotations

import msgspec
from litestar import get

from parlour.core.protocol import BotMatch
from parlour.server.house import House
from parlour.server.keeper import CLASSIC
from parlour.server.routes.bots import show_matches


class ClassicDoor(msgspec.Struct, frozen=True):
    """Whether the door is open, who waits at it, and the last matches that were played through it."""

    open: bool
    host: str
    ports: list[int]
    seats: list[str]
    rounds: int
    waiting: list[str]
    table: str | None
    matches: list[BotMatch]


@get("/api/classic", summary="The door for bots of the original Gardening War")
async def classic(house: House) -> ClassicDoor:
    door = house.classic
    bots_here = {bot.id for bot in await house.store.bots_of(CLASSIC, 60)}
    page = await house.store.matches_of(CLASSIC, limit=12)
    ended = [row for row in page.matches if row.status in ("over", "closed")]
    return ClassicDoor(
        open=door is not None,
        host=door.host if door else "",
        ports=[door.ports[seat] for seat in door.bot_seats] if door else [],
        seats=list(door.seats) if door else [],
        rounds=door.options.rounds if door else 0,
        waiting=door.named() if door else [],
        table=door.table_now if door else None,
        matches=await show_matches(house, ended, bots_here),
    )


ROUTES = [classic]

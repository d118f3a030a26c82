"""Gardening War: the door for bots of the original game, and what its page shows."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import msgspec
from litestar import get

from parlour.core.protocol import BotMatch
from parlour.rooms.gardening_war import classic
from parlour.server.house import House
from parlour.server.keeper import CLASSIC
from parlour.server.routes.bots import show_matches


class ClassicDoor(msgspec.Struct, frozen=True):
    """Whether the door is open, who is waiting there, and the last matches played through it."""

    open: bool
    host: str
    ports: list[int]
    seats: list[str]
    rounds: int
    waiting: list[str]
    table: str | None
    matches: list[BotMatch]


@asynccontextmanager
async def opened(house: House) -> AsyncIterator[None]:
    """Keep the door open if the settings ask for it."""
    wish = house.settings
    if wish.classic is None:
        yield
        return
    door = classic.ClassicDoor(
        house,
        (classic.BOT, wish.classic),
        {"rounds": wish.classic_rounds},
        wish.classic_ports,
        wish.classic_host,
        pause=wish.classic_pause_ms / 1000,
    )
    await door.open()
    house.keep(door)
    house.background(door.run())
    try:
        yield
    finally:
        await door.close()


@get("/api/classic", summary="The door for bots of the original Gardening War")
async def classic_door(house: House) -> ClassicDoor:
    door = house.kept(classic.ClassicDoor)
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


ROUTES = [classic_door]

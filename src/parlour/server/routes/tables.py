"""Tables: list, create, join, leave, start, close, take over, rematch."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Annotated

import msgspec
from litestar import get, post
from litestar.params import Parameter

from parlour.core.errors import Refused
from parlour.core.protocol import (
    Joined,
    NewBranch,
    NewTable,
    ReturnWish,
    SeatWish,
    StartWish,
    Table,
    TableList,
    TakeoverWish,
)
from parlour.server import messages
from parlour.server.auth import AnyRequest, current_guest, current_guest_or_none
from parlour.server.errors import Forbidden
from parlour.server.house import House
from parlour.server.table import LiveTable
from parlour.store import rows


@get("/api/tables", summary="Tables waiting for a guest, or games to watch")
async def list_tables(
    request: AnyRequest,
    house: House,
    status: Annotated[str, Parameter(pattern="^(open|running)$")] = "open",
    game: str | None = None,
    after: str | None = None,
) -> TableList:
    guest = await current_guest_or_none(request, house)
    page = await house.store.tables((status,), game=game and game[:64], limit=50, after=after)
    # A rematch is not open to other guests.
    found = [row for row in page.matches if status != "open" or any(seat.empty for seat in row.seats)]
    return TableList(await _show_rows(house, found, guest), page.after)


@get("/api/tables/mine", summary="The tables you sit at")
async def my_tables(request: AnyRequest, house: House, after: str | None = None) -> TableList:
    guest = await current_guest(request, house)
    page = await house.store.matches_of(guest.id, limit=30, after=after)
    return TableList(await _show_rows(house, page.matches, guest), page.after)


async def _show_rows(house: House, found: list[rows.Match], guest: rows.Guest | None) -> list[Table]:
    """Each table with a line about its position; one that cannot be loaded is left out."""
    return [messages.listed(table, guest.id if guest else None) for table in await house.tables_of(found)]


@post("/api/tables", summary="Create a table")
async def new_table(request: AnyRequest, house: House, data: NewTable) -> Table:
    guest = await current_guest(request, house)
    table = await house.lobby.make_table(guest, data)
    return messages.show(table, guest.id, with_data=True)


async def _at(request: AnyRequest, house: House, table_id: str) -> tuple[LiveTable, rows.Guest]:
    guest = await current_guest(request, house)
    return await house.table(table_id), guest


async def _act(
    request: AnyRequest, house: House, table_id: str, act: Callable[[LiveTable, rows.Guest], Awaitable[None]]
) -> Table:
    """Do something with a table; return how the guest sees it afterwards."""
    table, guest = await _at(request, house, table_id)
    await act(table, guest)
    return messages.show(table, guest.id)


@get("/api/tables/{table_id:str}", summary="One table")
async def one_table(request: AnyRequest, house: House, table_id: str) -> Table:
    guest = await current_guest_or_none(request, house)
    table = await house.table(table_id)
    return messages.show(table, guest.id if guest else None, with_data=True)


@post("/api/tables/{table_id:str}/join", summary="Sit down on a free seat", status_code=200)
async def join(request: AnyRequest, house: House, table_id: str, data: SeatWish) -> Joined:
    table, guest = await _at(request, house, table_id)
    seat = await house.lobby.join(table, guest, data.seat)
    return Joined(**msgspec.structs.asdict(messages.show(table, guest.id, with_data=True)), seat=seat)


@post("/api/tables/{table_id:str}/leave", summary="Give up your seat", status_code=200)
async def leave(request: AnyRequest, house: House, table_id: str) -> Table:
    return await _act(request, house, table_id, house.lobby.leave)


@post("/api/tables/{table_id:str}/start", summary="Begin, with house players on free seats", status_code=200)
async def start(request: AnyRequest, house: House, table_id: str, data: StartWish) -> Table:
    table, guest = await _at(request, house, table_id)
    if table.row.host != guest.id:
        raise Forbidden("Only the host may start the game.")
    if not any(seat.empty for seat in table.row.seats) and (missing := table.guests.missing()):
        raise Refused(f"The game begins when everybody is here; still missing: {', '.join(missing)}.", "not-here")
    house.order.check_open()
    await house.lobby.start(table, data.fill)
    return messages.show(table, guest.id)


@post("/api/tables/{table_id:str}/close", summary="Close a table that has not begun", status_code=200)
async def close(request: AnyRequest, house: House, table_id: str) -> Table:
    return await _act(request, house, table_id, house.lobby.close)


@post("/api/tables/{table_id:str}/takeover", summary="Let a house player play on for a seat", status_code=200)
async def takeover(request: AnyRequest, house: House, table_id: str, data: TakeoverWish) -> Table:
    return await _act(
        request, house, table_id, lambda table, guest: house.lobby.take_over(table, guest, data.seat, data.word)
    )


@post("/api/tables/{table_id:str}/return", summary="Take your seat back", status_code=200)
async def give_back(request: AnyRequest, house: House, table_id: str, data: ReturnWish) -> Table:
    return await _act(request, house, table_id, lambda table, guest: house.lobby.give_back(table, guest, data.seat))


@post("/api/tables/{table_id:str}/rematch", summary="Play again", status_code=200)
async def rematch(request: AnyRequest, house: House, table_id: str) -> Table:
    table, guest = await _at(request, house, table_id)
    again = await house.afterwards.rematch(table, guest)
    return messages.show(again, guest.id, with_data=True)


@post("/api/tables/{table_id:str}/branch", summary="Play on from a moment of a finished game")
async def play_on(request: AnyRequest, house: House, table_id: str, data: NewBranch) -> Table:
    table, guest = await _at(request, house, table_id)
    branch = await house.afterwards.play_on(table, guest, data)
    return messages.show(branch, guest.id, with_data=True)


@get("/api/tables/{table_id:str}/branches", summary="The games that play on from this one")
async def branches(request: AnyRequest, house: House, table_id: str, after: str | None = None) -> TableList:
    """Branches that are over or in the lobby, and your own."""
    guest = await current_guest_or_none(request, house)
    table = await house.table(table_id)
    page = await house.store.branches(table.id, guest.id if guest else None, limit=20, after=after)
    return TableList(await _show_rows(house, page.matches, guest), page.after)


ROUTES = [
    list_tables,
    my_tables,
    new_table,
    one_table,
    join,
    leave,
    start,
    close,
    takeover,
    give_back,
    rematch,
    play_on,
    branches,
]

"""Reviews of finished games: ask for one, see it grow, and see what another move would have led to."""

from __future__ import annotations

from typing import Annotated

from litestar import get, post
from litestar.params import Parameter

from parlour.core.errors import Refused
from parlour.core.protocol import InsteadWish, LineWish, ReplayPly, TableReview
from parlour.server.auth import AnyRequest, client_address, current_guest, current_guest_or_none
from parlour.server.house import House
from parlour.server.replays import Played
from parlour.server.routes.records import ended
from parlour.server.table import LiveTable

After = Annotated[int, Parameter(ge=0, description="What you have: `grown` of an earlier answer")]


@post("/api/tables/{table_id:str}/review", summary="Have a finished game reviewed", status_code=200)
async def ask_for_review(request: AnyRequest, house: House, table_id: str) -> TableReview:
    guest = await current_guest(request, house)
    table = await house.table(table_id)
    if not ended(table).plies:
        raise Refused("Nobody made a move in this game, so there is nothing to review.", "no-moves")
    await house.reviews.ask(table, guest.id)
    return await house.reviews.show(table, 0)


@get("/api/tables/{table_id:str}/review", summary="The review of a finished game, as far as it has grown")
async def review(house: House, table_id: str, after: After = 0) -> TableReview:
    table = await house.table(table_id)
    ended(table)
    return await house.reviews.show(table, after)


@post("/api/tables/{table_id:str}/instead", summary="What another move would have led to", status_code=200)
async def instead(request: AnyRequest, house: House, table_id: str, data: InsteadWish) -> ReplayPly:
    table = await house.table(table_id)
    seats = ended(table).seats
    if data.seat is not None and not 0 <= data.seat < seats:
        raise Refused(f"This table has {seats} seats.", "no-seat")
    again, you, asking = await _to_move_from(request, house, table, data.ply)
    return await house.archive.instead(again, data.ply, data.move, data.seat, you, asking)


@post("/api/tables/{table_id:str}/line", summary="The line that a review expected, move by move", status_code=200)
async def line(request: AnyRequest, house: House, table_id: str, data: LineWish) -> list[ReplayPly]:
    again, you, asking = await _to_move_from(request, house, await house.table(table_id), data.ply)
    return await house.archive.line(again, data.ply, data.moves, data.world, you, asking)


async def _to_move_from(
    request: AnyRequest, house: House, table: LiveTable, ply: int
) -> tuple[Played, int | None, str]:
    """A finished match that had an entry after so many, the seat of whoever asks, and who that is."""
    plies = len(ended(table).plies)
    if not 0 <= ply < plies:
        raise Refused(f"This game has plies 0 to {plies - 1} to move from.", "no-ply")
    guest = await current_guest_or_none(request, house)
    who = guest.id if guest else None
    played = table.played(await house.store.moves_since(table.id, 0), table.spoken)
    return played, table.only_seat(who), who or client_address(request, house)


ROUTES = [ask_for_review, review, instead, line]

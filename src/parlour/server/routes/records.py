"""Finished games: replays, and record files to download and import."""

from __future__ import annotations

from typing import Annotated

from litestar import Response, get, post
from litestar.enums import MediaType
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import Parameter

from parlour.core import record, story
from parlour.core.errors import Refused
from parlour.core.match import Match
from parlour.core.protocol import Ending, Replay, Table
from parlour.core.record import Record
from parlour.lab.looking_back import from_review
from parlour.server import messages
from parlour.server.auth import AnyRequest, client_address, current_guest, current_guest_or_none
from parlour.server.house import House
from parlour.server.table import LiveTable


def ended(table: LiveTable) -> Match:
    if table.match is None or not table.match.over:
        raise Refused("The game is not over yet; until then, its moves are secret.", "not-over")
    return table.match


@get("/api/tables/{table_id:str}/replay", summary="A finished game, ply by ply, from any seat")
async def replay(
    request: AnyRequest, house: House, table_id: str, seat: Annotated[int | None, Parameter(ge=0, le=63)] = None
) -> Replay:
    guest = await current_guest_or_none(request, house)
    who = guest.id if guest else None
    table = await house.table(table_id)
    played = ended(table)
    if seat is not None and seat >= played.seats:
        raise Refused(f"This table has {played.seats} seats.", "no-seat")
    again = table.played(await house.store.moves_since(table_id, 0), table.spoken)
    plies = await house.archive.replay(again, seat, table.only_seat(who), who or client_address(request, house))
    return Replay(
        id=table.id,
        game=table.game.name,
        title=table.game.title,
        options=table.options_json,
        data=table.data,
        names=table.names,
        seat=seat,
        promise=played.seed.promise,
        seed=played.seed.hex,
        result=messages.result(table, who),
        turn_word=story.turn_word(table.game.events),
        round_word=story.round_word(table.game.events),
        hides=table.game.hides,
        plies=plies,
    )


@get("/api/tables/{table_id:str}/ending", summary="How a finished game went: chances and moments")
async def ending(request: AnyRequest, house: House, table_id: str) -> Ending:
    guest = await current_guest_or_none(request, house)
    who = guest.id if guest else None
    table = await house.table(table_id)
    ended(table)
    review = await house.reviews.found(table)
    if review is not None:
        return from_review(review)
    again = table.played(await house.store.moves_since(table_id, 0), table.spoken)
    return await house.archive.ending(again, table.only_seat(who), who or client_address(request, house))


@get(
    "/api/tables/{table_id:str}/record",
    summary="The record file of a finished game",
    media_type=MediaType.JSON,
    responses={200: ResponseSpec(Record, generate_examples=False, description="The record file")},
)
async def get_record(house: House, table_id: str) -> Response[bytes]:
    table = await house.table(table_id)
    rec = record.record(ended(table), table.names)
    return Response(
        record.encode(rec),
        media_type="application/json",
        headers={"Content-Disposition": f'attachment; filename="{table.game.name}-{table.id[:8]}.json"'},
    )


@post("/api/records", summary="Import a record file")
async def import_record(request: AnyRequest, house: House) -> Table:
    guest = await current_guest(request, house)
    table = await house.lobby.import_record(guest, await request.body())
    return messages.show(table, guest.id)


ROUTES = [replay, ending, get_record, import_record]

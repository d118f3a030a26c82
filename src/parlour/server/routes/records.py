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
from parlour.core.protocol import Ending, Replay, ReplayPly, Table
from parlour.core.record import Record
from parlour.lab.looking_back import from_review
from parlour.server import messages
from parlour.server.auth import AnyRequest, client_address, current_guest, current_guest_or_none
from parlour.server.errors import Forbidden
from parlour.server.house import House
from parlour.server.table import LiveTable
from parlour.store import rows

SeatNumber = Annotated[int, Parameter(ge=0, le=63)]
AfterPly = Annotated[int, Parameter(ge=-1, le=1_000_000)]


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
    return _told(table, played, seat, plies, who)


def _told(table: LiveTable, match: Match, seat: int | None, plies: list[ReplayPly], who: str | None) -> Replay:
    over = table.status == "over"
    return Replay(
        id=table.id,
        game=table.game.name,
        title=table.game.title,
        options=table.options_json,
        data=table.data,
        names=table.names,
        seat=seat,
        promise=match.seed.promise,
        seed=match.seed.hex if over else "",  # it would foretell every card
        result=messages.result(table, who),
        turn_word=story.turn_word(table.game.events),
        round_word=story.round_word(table.game.events),
        hides=table.game.hides,
        plies=plies,
    )


@get("/api/tables/{table_id:str}/watch", summary="A running game from any seat, some time behind")
async def watch(request: AnyRequest, house: House, table_id: str, seat: SeatNumber = 0, after: AfterPly = -1) -> Replay:
    """The plies after `after` that spectators may see by now, if the host of the table lets them see hands at all."""
    guest = await current_guest_or_none(request, house)
    table = await house.table(table_id)
    match = watchable(table, guest.id if guest else None)
    if seat >= match.seats:
        raise Refused(f"This table has {match.seats} seats.", "no-seat")
    stored = seen_by_now(table, await house.store.moves_since(table_id, 0))
    plies: list[ReplayPly] = []
    if stored is not None and len(stored) > after:
        again = table.played(stored, table.spoken)
        who = guest.id if guest else client_address(request, house)
        plies = await house.archive.replay(again, seat, None, who, after)
    return _told(table, match, seat, plies, None)


def watchable(table: LiveTable, guest: str | None) -> Match:
    """The match of a table whose hands spectators may see some time later; refused to all others."""
    if table.match is None:
        raise Refused("The game has not begun yet.", "not-begun")
    if table.status != "over" and table.settings.hands_after is None:
        raise Refused("At this table, hands stay hidden until the game is over.", "hidden")
    if table.status != "over" and table.seats_of(guest):
        raise Forbidden("You are playing here, so you can't look at the others' hands.")
    return table.match


def seen_by_now(table: LiveTable, stored: list[rows.Move]) -> list[rows.Move] | None:
    """The moves that spectators may see by now with all hands; None: not even the deal."""
    if table.status == "over" or table.settings.hands_after is None:
        return stored
    until = table.house.time.date() - table.settings.hands_after
    if (table.row.started or table.house.time.date()) > until:
        return None
    late = [number for number, move in enumerate(stored) if move.at > until]
    return stored[: late[0]] if late else stored


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
    rec = record.record(ended(table), table.names, taken_back=sum(table.settings.taken_back.values()))
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


ROUTES = [replay, watch, ending, get_record, import_record]

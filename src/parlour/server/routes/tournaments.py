"""Tournaments: list, create, enter, withdraw, run; their pages, and everything as files."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Annotated

import msgspec
from litestar import Response, delete, get, post
from litestar.enums import MediaType
from litestar.handlers import HTTPRouteHandler
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import Parameter
from litestar.response import Stream

from parlour.arena.tournaments import reports
from parlour.core.errors import Refused
from parlour.core.protocol import (
    EntrantWish,
    NewTournament,
    OnAir,
    Tournament,
    TournamentCalls,
    TournamentSummary,
)
from parlour.server.auth import AnyRequest, current_guest, current_guest_or_none
from parlour.server.house import House
from parlour.server.tournaments import export, pages
from parlour.server.tournaments.desk import Desk
from parlour.server.tournaments.on_air import on_air
from parlour.server.tournaments.progress import Progress
from parlour.store import rows

LISTS = {"now": ("open", "running", "paused"), "over": ("over",)}


@get("/api/tournaments", summary="Tournaments that everybody may know of")
async def list_tournaments(
    request: AnyRequest, house: House, when: Annotated[str, Parameter(pattern="^(now|over)$")] = "now"
) -> list[TournamentSummary]:
    """Those to enter or to watch now, or those that are over; the newest first."""
    guest = await current_guest_or_none(request, house)
    found = await house.store.tournaments(LISTS[when])
    return await pages.summaries(house, found, guest.id if guest else None)


@get("/api/tournaments/mine", summary="The tournaments you run or have entered")
async def my_tournaments(request: AnyRequest, house: House) -> list[TournamentSummary]:
    guest = await current_guest(request, house)
    return await pages.summaries(house, await house.store.tournaments_of(guest.id), guest.id)


@get("/api/tournaments/calls", summary="Your tournament games that are ready or under way")
async def tournament_calls(request: AnyRequest, house: House) -> TournamentCalls:
    guest = await current_guest(request, house)
    return await pages.calls(house, guest.id)


@post("/api/tournaments", summary="Create a tournament")
async def new_tournament(request: AnyRequest, house: House, data: NewTournament) -> Tournament:
    guest = await current_guest(request, house)
    made = await house.tournaments.create(guest, data)
    return await _page(house, made.id, guest)


async def _page(house: House, id: str, guest: rows.Guest | None) -> Tournament:
    return await pages.page(house, await house.tournaments.progress(id), guest.id if guest else None)


@get(
    "/api/tournaments/{tournament:str}",
    summary="The page of a tournament",
    responses={200: ResponseSpec(Tournament, generate_examples=False, description="The page")},
)
async def one_tournament(request: AnyRequest, house: House, tournament: str) -> Response[bytes]:
    """It has an ETag: whoever asks again and again gets it only if something has changed."""
    guest = await current_guest_or_none(request, house)
    row = await house.tournaments.tournament(tournament)
    tag = f'"{row.changes}-{guest.id if guest else ""}"'
    headers = {"ETag": tag, "Cache-Control": "private, no-cache"}
    if request.headers.get("if-none-match") == tag:
        return Response(b"", status_code=304, headers=headers)
    body = await asyncio.to_thread(msgspec.json.encode, await _page(house, tournament, guest))
    return Response(body, media_type=MediaType.JSON, headers=headers)


@post("/api/tournaments/{tournament:str}/entrants", summary="Enter, or let a bot or the house enter", status_code=200)
async def enter(request: AnyRequest, house: House, tournament: str, data: EntrantWish) -> Tournament:
    guest = await current_guest(request, house)
    await house.tournaments.enter(guest, tournament, data)
    return await _page(house, tournament, guest)


@delete(
    "/api/tournaments/{tournament:str}/entrants/{entrant:str}", summary="Withdraw, or remove somebody", status_code=200
)
async def leave(request: AnyRequest, house: House, tournament: str, entrant: str) -> Tournament:
    guest = await current_guest(request, house)
    await house.tournaments.leave(guest, tournament, entrant)
    return await _page(house, tournament, guest)


def _run(word: str, summary: str, act: Callable[[Desk, rows.Guest, str], Awaitable[None]]) -> HTTPRouteHandler:
    """A route by which whoever runs a tournament runs it."""

    async def run(request: AnyRequest, house: House, tournament: str) -> Tournament:
        guest = await current_guest(request, house)
        await act(house.tournaments, guest, tournament)
        return await _page(house, tournament, guest)

    run.__name__ = word
    return post(f"/api/tournaments/{{tournament:str}}/{word}", summary=summary, status_code=200)(run)


start = _run("start", "Begin", Desk.start)
pause = _run("pause", "Set up no more tables for a while", Desk.pause)
resume = _run("resume", "Go on after a pause", Desk.go_on)
end = _run("end", "End it now, or call it off before it begins", Desk.end)


def _attached(data: bytes | str, name: str, kind: str) -> Response[bytes]:
    body = data.encode() if isinstance(data, str) else data
    return Response(body, media_type=kind, headers=_attachment(name))


def _attachment(name: str) -> dict[str, str]:
    return {"Content-Disposition": f'attachment; filename="{name}"'}


async def _begun(house: House, id: str) -> Progress:
    progress = await house.tournaments.progress(id)
    if not progress.begun:
        raise Refused("This tournament has not begun; there is nothing to download yet.", "not-begun")
    return progress


@get(
    "/api/tournaments/{tournament:str}/files/{name:str}",
    summary="A tournament as a file",
    responses={200: ResponseSpec(str, generate_examples=False, description="The file", media_type=MediaType.TEXT)},
)
async def tournament_file(house: House, tournament: str, name: str) -> Response[bytes]:
    """standings.csv, crosstable.csv or results.json."""
    progress = await _begun(house, tournament)
    if name == "standings.csv":
        return _attached(reports.standings_csv(progress), name, "text/csv")
    if name == "crosstable.csv":
        return _attached(reports.crosstable_csv(progress), name, "text/csv")
    if name == "results.json":
        told = reports.told(progress) | {"games": pages.games(progress)}
        return _attached(msgspec.json.format(msgspec.json.encode(told)), name, "application/json")
    raise Refused("A tournament has the files standings.csv, crosstable.csv and results.json.", "not-found")


@get(
    "/api/tournaments/{tournament:str}/records",
    summary="The records of all finished games",
    responses={200: ResponseSpec(str, generate_examples=False, description="A ZIP file", media_type="application/zip")},
)
async def tournament_records(house: House, tournament: str) -> Stream:
    records = export.records(house, await _begun(house, tournament))
    return Stream(records, media_type="application/zip", headers=_attachment("records.zip"))


@get("/api/on-air", summary="The running game of the strongest players")
async def house_tv(house: House) -> OnAir:
    return await on_air(house)


ROUTES = [
    list_tournaments,
    my_tournaments,
    tournament_calls,
    new_tournament,
    one_tournament,
    enter,
    leave,
    start,
    pause,
    resume,
    end,
    tournament_file,
    tournament_records,
    house_tv,
]

"""The lab: experiments of guests, how far they are, and what they found. Whoever has the link to one may look at it."""

from __future__ import annotations

from typing import Annotated

from litestar import Response, delete, get, post
from litestar.enums import MediaType
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import Parameter

from parlour.core.protocol import Dropped, LabComparison, LabGame, LabPage, LabPlan, LabResult, LabShelf, NewLab
from parlour.server.auth import AnyRequest, current_guest, current_guest_or_none
from parlour.server.house import House

Id = Annotated[str, Parameter(max_length=64)]
FILES = {
    "experiment.toml": "application/toml",
    "result.json": "application/json",
    "report.html": "text/html",
    "games.parquet": "application/vnd.apache.parquet",
}


@get("/api/lab", summary="Your experiments, the newest first, and what the house allows")
async def lab_shelf(request: AnyRequest, house: House) -> LabShelf:
    guest = await current_guest(request, house)
    return await house.lab.shelf(guest)


@get("/api/lab/games/{name:str}", summary="What the lab can ask about a game")
async def lab_game(house: House, name: str) -> LabGame:
    """Its factors and their values, its players and metrics: enough to click an experiment together."""
    return house.lab.game(name)


@post("/api/lab/plans", summary="What an experiment would amount to", status_code=200)
async def plan_lab(request: AnyRequest, house: House, data: NewLab) -> LabPlan:
    """Nothing is played; a mistake is refused with a sentence that says where it is."""
    guest = await current_guest(request, house)
    return await house.lab.plan(guest, data)


@post("/api/lab", summary="Begin an experiment")
async def new_lab(request: AnyRequest, house: House, data: NewLab) -> LabPage:
    """One of a guest's experiments is played at a time."""
    guest = await current_guest(request, house)
    return await house.lab.begin(guest, data)


@get("/api/lab/{experiment:str}", summary="An experiment and how far it is")
async def one_lab(request: AnyRequest, house: House, experiment: Id) -> LabPage:
    guest = await current_guest_or_none(request, house)
    return await house.lab.page(experiment, guest)


@post("/api/lab/{experiment:str}/stop", summary="Stop an experiment; what was played stays", status_code=200)
async def stop_lab(request: AnyRequest, house: House, experiment: Id) -> LabPage:
    guest = await current_guest(request, house)
    return await house.lab.stop_one(guest, experiment)


@post("/api/lab/{experiment:str}/resume", summary="Go on with a stopped experiment", status_code=200)
async def resume_lab(request: AnyRequest, house: House, experiment: Id) -> LabPage:
    guest = await current_guest(request, house)
    return await house.lab.resume(guest, experiment)


@delete("/api/lab/{experiment:str}", summary="Drop an experiment and its result", status_code=200)
async def drop_lab(request: AnyRequest, house: House, experiment: Id) -> Dropped:
    guest = await current_guest(request, house)
    return await house.lab.drop(guest, experiment)


@get(
    "/api/lab/{experiment:str}/result",
    summary="What an experiment has found so far",
    responses={200: ResponseSpec(LabResult, generate_examples=False, description="The result")},
)
async def lab_result(request: AnyRequest, house: House, experiment: Id) -> Response[bytes]:
    """It grows while games are played. It has an ETag: whoever asks again gets it only if it has changed."""
    tag, content = await house.lab.result(experiment, request.headers.get("if-none-match", ""))
    headers = {"ETag": tag, "Cache-Control": "no-cache"}
    if not content:
        return Response(b"", status_code=304, headers=headers)
    return Response(content, media_type=MediaType.JSON, headers=headers)


@get("/api/lab/{experiment:str}/compare/{other:str}", summary="Two results side by side")
async def compare_labs(house: House, experiment: Id, other: Id) -> LabComparison:
    return await house.lab.compare(experiment, other)


@get(
    "/api/lab/{experiment:str}/files/{name:str}",
    summary="An experiment or its result as a file",
    responses={200: ResponseSpec(str, generate_examples=False, description="The file", media_type=MediaType.TEXT)},
)
async def lab_file(request: AnyRequest, house: House, experiment: Id, name: str) -> Response[bytes]:
    """experiment.toml, result.json, report.html, or games.parquet with a row for each game."""
    content = await house.lab.file(experiment, name, await current_guest_or_none(request, house))
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(content, media_type=FILES[name], headers=headers)


ROUTES = [
    lab_shelf,
    lab_game,
    plan_lab,
    new_lab,
    one_lab,
    stop_lab,
    resume_lab,
    drop_lab,
    lab_result,
    compare_labs,
    lab_file,
]

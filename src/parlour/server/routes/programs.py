"""Programs that the house runs: upload, versions, how they did. Build output, logs and times are for the owner only."""

from __future__ import annotations

import shlex
from base64 import b64encode
from typing import Annotated

from litestar import delete, get, patch, post
from litestar.params import Parameter

from parlour.bots.programs.archive import LARGEST_UPLOAD
from parlour.core.errors import Refused
from parlour.core.protocol import Dropped, Program, ProgramPage, ProgramRun, ProgramSource, ProgramVersion, ProgramWish
from parlour.games import find
from parlour.server.auth import AnyRequest, current_guest, current_guest_or_none
from parlour.server.errors import NotFound
from parlour.server.house import House
from parlour.server.programs import shown_status
from parlour.server.routes.bots import own_bot
from parlour.store import rows

Id = Annotated[str, Parameter(max_length=64)]


async def shown(house: House, found: list[rows.Program], asking: rows.Guest | None) -> list[Program]:
    owners = await house.store.guests({one.owner for one in found if one.owner is not None})
    return [
        Program(
            id=one.guest,
            name=one.name,
            games=one.games,
            version=one.version,
            shared=one.shared,
            mine=is_own(one, asking),
            owner=owners[one.owner].name if one.owner in owners else None,
        )
        for one in found
    ]


def is_own(program: rows.Program, asking: rows.Guest | None) -> bool:
    return asking is not None and asking.id in (program.owner, program.guest)


async def page(house: House, program: rows.Program, asking: rows.Guest | None) -> ProgramPage:
    [about] = await shown(house, [program], asking)
    mine = is_own(program, asking)
    versions = await house.store.program_versions(program.guest) if mine else []
    runs = await house.store.program_runs(program.guest) if mine else []
    return ProgramPage(
        **{name: getattr(about, name) for name in Program.__struct_fields__},
        versions=[_version(one) for one in versions],
        runs=[_run(one) for one in runs],
    )


def _run(row: rows.ProgramRun) -> ProgramRun:
    return ProgramRun(row.match, row.seat, row.version, row.at, **row.used, how=row.how, said=row.said)


def _version(row: rows.ProgramVersion) -> ProgramVersion:
    status, error = shown_status(row)
    manifest = row.manifest
    return ProgramVersion(
        version=row.version,
        created=row.created,
        status=status,
        language=manifest["language"],
        protocol=manifest["protocol"],
        build=[shlex.join(words) for words in manifest["build"]],
        run=shlex.join(manifest["run"]),
        error=error,
        output=row.output,
    )


# --- routes ---


@get("/api/programs", summary="Programs you can play against, and your own")
async def list_programs(request: AnyRequest, house: House, game: str | None = None) -> list[Program]:
    """Yours come first; `game` leaves out programs that do not play it."""
    asking = await current_guest_or_none(request, house)
    wanted = find(game).name if game else None
    found = await house.store.programs(asking.id if asking else None, shared=True) if house.programs.on else []
    found.sort(key=lambda one: not is_own(one, asking))
    return await shown(house, [one for one in found if wanted is None or wanted in one.games], asking)


@post(
    "/api/programs",
    summary="Upload a program: one file, or a .zip or .tar.gz archive, as the body",
    request_max_body_size=2 * LARGEST_UPLOAD,
)
async def upload(
    request: AnyRequest,
    house: House,
    file: Annotated[str, Parameter(max_length=200)],
    game: Annotated[str | None, Parameter(max_length=64)] = None,
    program: Annotated[str | None, Parameter(max_length=64)] = None,
) -> ProgramPage:
    """`file` is its name. With `program`, the id of one of your bots, it is a new version of that bot's program; with
    a bot's own token it is that bot's. `game` is needed if its parlour.toml names none."""
    guest = await current_guest(request, house)
    bot = await own_bot(house, guest, program) if program else guest if guest.kind == "bot" else None
    made = await house.programs.upload(guest, bot, file, await request.body(), game)
    return await page(house, await house.programs.find(made.id), guest)


@get("/api/programs/{program:str}", summary="A program; for its owner with versions, build output, logs and times")
async def get_program(request: AnyRequest, house: House, program: Id) -> ProgramPage:
    asking = await current_guest_or_none(request, house)
    found = await house.programs.find(program)
    if not found.shared and not is_own(found, asking):
        raise NotFound("There is no such program.")
    return await page(house, found, asking)


@patch("/api/programs/{program:str}", summary="Choose which version plays, and whether others may play against it")
async def change_program(request: AnyRequest, house: House, program: Id, data: ProgramWish) -> ProgramPage:
    guest = await current_guest(request, house)
    found = await house.programs.own(guest, program)
    if data.version is not None:
        versions = await house.store.program_versions(found.guest)
        if not any(one.version == data.version and one.status == "ready" for one in versions):
            raise Refused(f"There is no version {data.version} that is ready to play.", "not-ready")
    await house.store.change_program(found.guest, data.shared, data.version)
    return await page(house, await house.programs.find(found.guest), guest)


@delete("/api/programs/{program:str}", summary="Withdraw your program; the bot and its games stay", status_code=200)
async def withdraw(request: AnyRequest, house: House, program: Id) -> Dropped:
    """A game that it is playing goes on, unless the house has to start it again."""
    found = await house.programs.own(await current_guest(request, house), program)
    await house.tournaments.withdraw_program(found.guest)
    return Dropped(found.guest)


@get("/api/programs/{program:str}/versions/{version:int}/source", summary="The source of a version of your program")
async def source(request: AnyRequest, house: House, program: Id, version: int) -> ProgramSource:
    found = await house.programs.own(await current_guest(request, house), program)
    files = await house.store.program_files(found.guest, version) if 0 < version < 2**31 else None
    if files is None:
        raise NotFound("There is no such version.")
    return ProgramSource(version, b64encode(files[1]).decode())


ROUTES = [list_programs, upload, get_program, change_program, withdraw, source]

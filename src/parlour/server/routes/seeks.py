"""Looking for an opponent."""

from __future__ import annotations

from litestar import delete, get, post

from parlour.core.protocol import Seeking, SeekWish
from parlour.server.auth import AnyRequest, client_address, current_person
from parlour.server.house import House


@post("/api/seeks", summary="Look for an opponent")
async def seek(request: AnyRequest, house: House, data: SeekWish) -> Seeking:
    """Then ask `GET /api/seeks/mine` every two seconds: whoever does not ask is no longer looking."""
    return Seeking(await house.seekers.begin((await current_person(request, house)).guest, data))


@get("/api/seeks/mine", summary="How your search for an opponent goes; asking keeps it alive")
async def my_seek(request: AnyRequest, house: House) -> Seeking:
    guest = (await current_person(request, house)).guest
    house.order.check(guest, client_address(request, house))
    return Seeking(await house.seekers.look(guest))


@delete("/api/seeks/mine", summary="Stop looking for an opponent", status_code=200)
async def stop_seeking(request: AnyRequest, house: House) -> Seeking:
    await house.seekers.stop((await current_person(request, house)).guest)
    return Seeking(None)


ROUTES = [seek, my_seek, stop_seeking]

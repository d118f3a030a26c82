"""Guests and their names."""

from __future__ import annotations

from litestar import get, patch, post

from parlour.core.errors import Refused
from parlour.core.protocol import Guest, GuestWish, GuestWithToken, NameWish
from parlour.server.auth import AnyRequest, client_address, current_guest
from parlour.server.house import House


@post("/api/guests", summary="Become a guest")
async def new_guest(request: AnyRequest, house: House, data: GuestWish) -> GuestWithToken:
    if not house.new_guests.take(client_address(request, house)):
        raise Refused("Too many new guests from your address; try again in a minute.", "too-many")
    guest, token = await house.new_guest(data.name)
    return GuestWithToken(guest.id, guest.name, guest.kind, token)


@get("/api/guests/me", summary="Who you are")
async def me(request: AnyRequest, house: House) -> Guest:
    guest = await current_guest(request, house)
    return Guest(guest.id, guest.name, guest.kind)


@patch("/api/guests/me", summary="Change your name")
async def rename(request: AnyRequest, house: House, data: NameWish) -> Guest:
    guest = await house.rename(await current_guest(request, house), data.name)
    return Guest(guest.id, guest.name, guest.kind)


ROUTES = [new_guest, me, rename]

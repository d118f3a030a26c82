"""Notifications on devices: where to send them, and no more of them."""

from __future__ import annotations

from litestar import delete, post

from parlour.core.errors import Refused
from parlour.core.protocol import Dropped, PushWish
from parlour.server.auth import AnyRequest, client_neighbourhood, current_person
from parlour.server.house import House


@post("/api/guests/me/push", summary="Notify this device when it is your turn", status_code=200)
async def subscribe(request: AnyRequest, house: House, data: PushWish) -> PushWish:
    """What a browser's `PushManager.subscribe` returns, with the house's `push_key` from GET /api/house. It replaces an
    earlier one of this device, and ends when you sign the device out or leave for good."""
    guest, device = await current_person(request, house)
    if not house.new_guests.take(f"push {client_neighbourhood(request, house)}"):
        raise Refused("Too many subscriptions from your address; try again in a minute.", "too-many")
    await house.push.subscribe(guest.id, device, data)
    return data


@delete("/api/guests/me/push", summary="Stop notifying this device", status_code=200)
async def unsubscribe(request: AnyRequest, house: House) -> Dropped:
    guest, device = await current_person(request, house)
    await house.store.drop_push_line(guest.id, device)
    return Dropped("push")


ROUTES = [subscribe, unsubscribe]

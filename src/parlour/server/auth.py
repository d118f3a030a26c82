"""Which guest sent a request: guests identify themselves with a bearer token."""

from __future__ import annotations

from typing import Any

from litestar import Request
from litestar.exceptions import NotAuthorizedException

from parlour.server.house import House
from parlour.store import rows

AnyRequest = Request[Any, Any, Any]


async def current_guest_or_none(request: AnyRequest, house: House) -> rows.Guest | None:
    """The guest who sent the request; None without a token."""
    header = request.headers.get("authorization", "")
    kind, _, token = header.partition(" ")
    if kind.lower() != "bearer" or not token:
        return None
    guest = await house.guest_of(token.strip())
    if guest is None:
        raise NotAuthorizedException("This token is not from this house.")
    return guest


async def current_guest(request: AnyRequest, house: House) -> rows.Guest:
    guest = await current_guest_or_none(request, house)
    if guest is None:
        raise NotAuthorizedException("Who are you? Get a token from POST /api/guests and send it as a bearer token.")
    return guest


def client_address(request: AnyRequest, house: House) -> str:
    if house.settings.trust_proxy:
        # Only the last address is our own proxy's; the client can forge the others.
        forwarded = request.headers.get("x-forwarded-for", "").rpartition(",")[2].strip()
        if forwarded:
            return forwarded[:64]
    return request.client.host if request.client else "?"

"""Who asks: guests say so with a bearer token."""

from __future__ import annotations

from typing import Any

from litestar import Request
from litestar.exceptions import NotAuthorizedException

from parlour.server.house import House
from parlour.store import rows

AnyRequest = Request[Any, Any, Any]


async def whoever(request: AnyRequest, house: House) -> rows.Guest | None:
    """The guest who asks, if a token came along."""
    header = request.headers.get("authorization", "")
    kind, _, token = header.partition(" ")
    if kind.lower() != "bearer" or not token:
        return None
    guest = await house.guest_of(token.strip())
    if guest is None:
        raise NotAuthorizedException("This token was not given by this house.")
    return guest


async def somebody(request: AnyRequest, house: House) -> rows.Guest:
    guest = await whoever(request, house)
    if guest is None:
        raise NotAuthorizedException(
            "Say who you are: get a token from POST /api/guests and send it as a bearer token."
        )
    return guest


def address(request: AnyRequest, house: House) -> str:
    if house.settings.trust_proxy:
        # The last one was written by our own proxy; whoever asks can write the others.
        forwarded = request.headers.get("x-forwarded-for", "").rpartition(",")[2].strip()
        if forwarded:
            return forwarded[:64]
    return request.client.host if request.client else "?"

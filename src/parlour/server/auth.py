"""Which guest sent a request: guests identify themselves with a bearer token."""

from __future__ import annotations

from typing import Any

from litestar import Request
from litestar.connection import ASGIConnection
from litestar.exceptions import NotAuthorizedException

from parlour.server.errors import Forbidden
from parlour.server.house import House
from parlour.server.limits import neighbourhood
from parlour.server.order_rules import last_forwarded, told_address
from parlour.server.selves import Known, device_name
from parlour.store import rows

AnyRequest = Request[Any, Any, Any]
MAY_THE_BANNED = ("GET", "HEAD", "DELETE")


def token_of(request: AnyRequest) -> str:
    """The token that was sent; empty if there is none."""
    kind, _, token = request.headers.get("authorization", "").partition(" ")
    return token.strip() if kind.lower() == "bearer" else ""


async def known_or_none(request: AnyRequest, house: House, even_banned: bool = False) -> Known | None:
    """The guest and the device that sent the request; None without a token. Who is banned may look, and delete."""
    token = token_of(request)
    if not token:
        return None
    known = await house.selves.who(token)
    if known is None:
        raise NotAuthorizedException("This token is not from this house, or it was revoked.")
    others = request.path_params.get("entrant", known.guest.id) != known.guest.id  # in a tournament that they run
    if not even_banned and (request.method not in MAY_THE_BANNED or others):
        house.order.check(known.guest, client_address(request, house))
    return known


async def known(request: AnyRequest, house: House, even_banned: bool = False) -> Known:
    found = await known_or_none(request, house, even_banned)
    if found is None:
        raise NotAuthorizedException("Who are you? Get a token from POST /api/guests and send it as a bearer token.")
    return found


async def current_guest_or_none(request: AnyRequest, house: House) -> rows.Guest | None:
    """The guest who sent the request; None without a token."""
    found = await known_or_none(request, house)
    return None if found is None else found.guest


async def current_guest(request: AnyRequest, house: House) -> rows.Guest:
    return (await known(request, house)).guest


async def current_person(request: AnyRequest, house: House, even_banned: bool = False) -> Known:
    """The person who sent the request, with the device; bots are refused."""
    found = await known(request, house, even_banned)
    if found.guest.kind != "person":
        raise Forbidden("This is for people; a bot's owner looks after its token.")
    return found


def device_of(request: AnyRequest) -> str:
    return device_name(request.headers.get("user-agent", "")[:500])


def client_address(request: ASGIConnection[Any, Any, Any, Any], house: House) -> str:
    if house.settings.trust_proxy:
        forwarded = last_forwarded(request.headers.getall("x-forwarded-for", []))
        if forwarded:
            return forwarded
    return told_address(request.client.host) if request.client else "?"


def client_neighbourhood(request: ASGIConnection[Any, Any, Any, Any], house: House) -> str:
    """Where a request comes from, for limits: with IPv6, somebody has a whole network."""
    return neighbourhood(client_address(request, house))

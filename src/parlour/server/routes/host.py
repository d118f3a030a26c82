"""The host's page: guests, tables, reports, bans, announcements, the log. All of it needs the host's key.

The key, or the token of a session that it opened, comes in a header of its own: no page of another site can send that,
and it is in no address that gets logged.
"""

from __future__ import annotations

from typing import Annotated

from litestar import delete, get, post, put
from litestar.datastructures import CacheControlHeader
from litestar.exceptions import NotAuthorizedException
from litestar.handlers import HTTPRouteHandler
from litestar.params import Parameter

import parlour
from parlour.core.errors import Refused
from parlour.core.protocol import (
    AnnounceWish,
    BanWish,
    Dropped,
    HostBan,
    HostFacts,
    HostGuests,
    HostLog,
    HostReports,
    HostSession,
    HostTables,
    WhyWish,
)
from parlour.server import host_view
from parlour.server.auth import AnyRequest, client_neighbourhood
from parlour.server.errors import Forbidden, NotFound
from parlour.server.hosting import MAINTENANCE, MESSAGE, PAGE, Hosting
from parlour.server.house import House
from parlour.server.websocket import origin_is_ours

HEADER = "parlour-host"
LONGEST_KEY = 200
Page = Annotated[str | None, Parameter(max_length=64)]


def host(request: AnyRequest, house: House) -> Hosting:
    """The host, if the request has the key; otherwise it is refused."""
    if house.settings.no_host_page:
        raise NotFound("This house has no host's page; its host uses `parlour host` in a terminal.")
    if not origin_is_ours(request, house.settings):
        raise Forbidden("This page comes from another site.")
    shown = request.headers.get(HEADER, "")
    if not shown:
        raise NotAuthorizedException("This is for the host: send the key in the header Parlour-Host.")
    if len(shown) > LONGEST_KEY or not house.order.opens(shown):
        if not house.order.wrong_keys.take(client_neighbourhood(request, house)):
            raise Refused("Too many wrong keys from your address; wait a minute.", "too-many")
        raise Refused("This is not the host's key, or it was renewed. `parlour host key` shows it.", "bad-key")
    return Hosting(house.store, PAGE, house.time.date)


async def _facts(house: House) -> HostFacts:
    tables = list(house.tables.values())
    return HostFacts(
        version=parlour.__version__,
        guests=len({c.guest or id(c) for t in tables for c in t.connections}),
        tables=sum(1 for t in tables if t.row.status == "running" and t.connections),
        reports=await house.store.open_reports(),
        announcements=house.order.announcements(),
    )


@post("/api/host/session", summary="For the host: a token that stands for the key for twelve hours")
async def session(request: AnyRequest, house: House) -> HostSession:
    await host(request, house).came_in()
    return HostSession(*house.order.session())


@get("/api/host", summary="For the host: what needs looking after")
async def facts(request: AnyRequest, house: House) -> HostFacts:
    host(request, house)
    return await _facts(house)


@get("/api/host/guests", summary="For the host: guests, last seen first")
async def guests(
    request: AnyRequest, house: House, search: Annotated[str, Parameter(max_length=64)] = "", after: Page = None
) -> HostGuests:
    host(request, house)
    return await host_view.guests(house.store, search, after, house.time.date())


@get("/api/host/tables", summary="For the host: tables, private ones too")
async def tables(
    request: AnyRequest,
    house: House,
    status: Annotated[str, Parameter(pattern="^(open|running|over|closed)$")] = "running",
    after: Annotated[str | None, Parameter(max_length=200)] = None,
) -> HostTables:
    host(request, house)
    return await host_view.tables(house.store, (status,), after)


@post(
    "/api/host/tables/{table_id:str}/close",
    summary="For the host: close a table; its players read why",
    status_code=200,
)
async def close(request: AnyRequest, house: House, table_id: str, data: WhyWish) -> Dropped:
    await host(request, house).close(table_id[:64], data.why)
    await house.order.done()
    return Dropped(table_id)


@get("/api/host/reports", summary="For the host: reports, the newest first")
async def reports(request: AnyRequest, house: House, settled: bool = False, before: float | None = None) -> HostReports:
    host(request, house)
    return await host_view.reports(house.store, settled, before)


@post("/api/host/reports/{report:str}/settle", summary="For the host: a report is dealt with", status_code=200)
async def settle(request: AnyRequest, house: House, report: str, data: WhyWish) -> HostFacts:
    """`why` says what came of it."""
    await host(request, house).settle(report[:64], data.why)
    await house.order.done()
    return await _facts(house)


@get("/api/host/bans", summary="For the host: bans, those in force first")
async def bans(request: AnyRequest, house: House) -> list[HostBan]:
    host(request, house)
    return await host_view.bans(house.store, house.time.date())


@post("/api/host/bans", summary="For the host: ban a player or a range of addresses")
async def ban(request: AnyRequest, house: House, data: BanWish) -> list[HostBan]:
    await host(request, house).ban(data.player, data.network, data.until, data.why)
    await house.order.done()
    return await host_view.bans(house.store, house.time.date())


@delete("/api/host/bans/{ban_id:str}", summary="For the host: end a ban", status_code=200)
async def lift(request: AnyRequest, house: House, ban_id: str) -> Dropped:
    await host(request, house).lift(ban_id)
    await house.order.done()
    return Dropped(ban_id)


def _announcing(kind: str, begin: str, end: str) -> list[HTTPRouteHandler]:
    """The routes by which everybody is told something, and by which that ends."""

    async def announce(request: AnyRequest, house: House, data: AnnounceWish) -> HostFacts:
        await host(request, house).announce(kind, data.text, data.until)
        await house.order.done()
        return await _facts(house)

    async def withdraw(request: AnyRequest, house: House) -> HostFacts:
        await host(request, house).withdraw(kind)
        await house.order.done()
        return await _facts(house)

    announce.__name__, withdraw.__name__ = kind, f"no_{kind}"
    path = f"/api/host/{kind}"
    return [
        put(path, summary=f"For the host: {begin}")(announce),
        delete(path, summary=f"For the host: {end}", status_code=200)(withdraw),
    ]


@get("/api/host/log", summary="For the host: what hosts did, the newest first")
async def acts(
    request: AnyRequest, house: House, before: Annotated[int | None, Parameter(ge=0, le=2**31 - 1)] = None
) -> HostLog:
    host(request, house)
    return await host_view.acts(house.store, before)


ROUTES: list[HTTPRouteHandler] = [
    session,
    facts,
    guests,
    tables,
    close,
    reports,
    settle,
    bans,
    ban,
    lift,
    *_announcing(MESSAGE, "tell everybody something", "take the message back"),
    *_announcing(MAINTENANCE, "let no new game begin", "let games begin again"),
    acts,
]
for route in ROUTES:
    route.cache_control = CacheControlHeader(no_store=True)

"""Guests report others; and anybody may read what the house keeps about its guests."""

from __future__ import annotations

from litestar import get, post

from parlour.core.errors import Refused
from parlour.core.protocol import Privacy, Reported, ReportWish
from parlour.server import privacy
from parlour.server.auth import AnyRequest, client_neighbourhood, current_person
from parlour.server.errors import NotFound
from parlour.server.house import House
from parlour.store import rows


async def _about(house: House, wish: ReportWish) -> rows.Guest:
    """Whom a report is about; at a table, only somebody who sits there."""
    player = wish.player
    if wish.table is not None:
        row = await house.store.match(wish.table) if wish.table.isascii() and wish.table else None
        if row is None:
            raise NotFound
        if wish.seat is not None:
            if not 0 <= wish.seat < len(row.seats):
                raise Refused(f"This table has {len(row.seats)} seats.", "no-seat")
            player = row.seats[wish.seat].guest
            if player is None:
                raise Refused("Nobody sits there whom you could report.", "no-seat")
        elif player not in {seat.guest for seat in row.seats}:
            raise Refused("This player does not sit at that table.", "no-seat")
    elif wish.seat is not None:
        raise Refused("A seat needs its table.", "no-seat")
    guest = await house.store.guest(player) if player and player.isascii() and "\0" not in player else None
    if guest is None or guest.seen == 0:
        raise NotFound("There is no such player.")
    return guest


@post("/api/reports", summary="Report a player to the host")
async def report(request: AnyRequest, house: House, data: ReportWish) -> Reported:
    """Name the player, or the table and the seat. The table's match is kept with the report."""
    me, _ = await current_person(request, house)
    guest = await _about(house, data)
    if me.id in (guest.id, guest.owner):
        raise Refused("You can't report yourself or your own bot.", "bad-report")
    earlier = await house.store.reports(by=me.id, limit=100)
    if any(one.settled is None and (one.guest, one.match) == (guest.id, data.table) for one in earlier):
        raise Refused("You have reported this already; the host will look at it.", "exists")
    address = client_neighbourhood(request, house)
    if not house.order.reports.take(me.id) or not house.order.reports.take(address):
        raise Refused("That's a lot of reports in a short time; try again later.", "too-many")
    words = " ".join("".join(sign if sign.isprintable() else " " for sign in data.words).split())
    await house.store.add_report(guest.id, me.id, data.table, data.reason, words, house.time.date())
    return Reported(guest.name)


@get("/api/privacy", summary="What the house keeps about its guests, why and for how long")
async def about_privacy(house: House) -> Privacy:
    return privacy.page(house.settings)


ROUTES = [report, about_privacy]

"""What a host sees: guests, tables, reports, bans and the log. Never a token, a seed or anything of a game's play."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from parlour.core.protocol import (
    HostAct,
    HostBan,
    HostGuest,
    HostGuests,
    HostLog,
    HostReport,
    HostReports,
    HostTable,
    HostTables,
    PlayerName,
)
from parlour.games import title_of
from parlour.server.order_rules import in_force, longest
from parlour.store import Store, rows

PAGE = 50


def _name(guest: rows.Guest | None, id: str) -> PlayerName:
    return PlayerName(id, "somebody", "person") if guest is None else PlayerName(guest.id, guest.name, guest.kind)


async def _names(store: Store, ids: Iterable[str | None]) -> dict[str, PlayerName]:
    wanted = sorted({id for id in ids if id})
    found = await store.guests(wanted)
    return {id: _name(found.get(id), id) for id in wanted}


def show_ban(ban: rows.Ban, names: dict[str, PlayerName], now: float) -> HostBan:
    who = None if ban.guest is None else names.get(ban.guest)
    return HostBan(ban.id, ban.at, who, ban.network, ban.until, ban.why, not in_force(ban, now))


async def bans(store: Store, now: float) -> list[HostBan]:
    """Those in force first, each kind newest first."""
    found = await store.bans()
    names = await _names(store, (ban.guest for ban in found))
    return sorted((show_ban(ban, names, now) for ban in found), key=lambda ban: ban.over)


async def guests(store: Store, search: str, after: str | None, now: float, limit: int = PAGE) -> HostGuests:
    page = await store.find_guests(search.strip(), limit + 1, after)
    shown = page[:limit]
    banned: dict[str, list[rows.Ban]] = {}
    for ban in await store.bans():
        banned.setdefault(ban.guest or "", []).append(ban)
    names = await _names(store, [one.guest.owner for one in shown] + [one.guest.id for one in shown])
    return HostGuests([_guest(one, banned, names, now) for one in shown], shown[-1].guest.id if page[limit:] else None)


def _guest(
    facts: rows.GuestFacts, banned: dict[str, list[rows.Ban]], names: dict[str, PlayerName], now: float
) -> HostGuest:
    guest = facts.guest
    ban = longest(banned.get(guest.id, ()), now)
    return HostGuest(
        player=guest.id,
        name=guest.name,
        kind=guest.kind,
        owner=names.get(guest.owner or ""),
        created=guest.created,
        seen=guest.seen,
        devices=facts.devices,
        reports=facts.reports,
        ban=None if ban is None else show_ban(ban, names, now),
    )


async def tables(store: Store, statuses: Sequence[str], after: str | None, limit: int = PAGE) -> HostTables:
    page = await store.tables(statuses, limit=limit, after=after, unlisted=True)
    names = await _names(store, (seat.guest for row in page.matches for seat in row.seats))
    return HostTables([show_table(row, names) for row in page.matches], page.after)


def show_table(row: rows.Match, names: dict[str, PlayerName]) -> HostTable:
    return HostTable(
        table=row.id,
        title=title_of(row.game),
        status=row.status,
        listed=row.listed,
        rated=bool((row.settings or {}).get("rated")),
        created=row.created,
        players=[
            names[seat.guest] if seat.guest else PlayerName(None, seat.name or "nobody yet", "house")
            for seat in row.seats
        ],
    )


async def reports(store: Store, settled: bool, before: float | None, limit: int = PAGE) -> HostReports:
    page = await store.reports(settled=settled, limit=limit + 1, before=before)
    shown = page[:limit]
    where = {one.match: await store.match(one.match) for one in shown if one.match is not None}
    sitting = [seat.guest for row in where.values() if row is not None for seat in row.seats]
    names = await _names(store, [*sitting, *(id for one in shown for id in (one.guest, one.by))])
    found = []
    for one in shown:
        row = where.get(one.match or "")
        found.append(
            HostReport(
                id=one.id,
                at=one.at,
                reason=one.reason,  # type: ignore[arg-type]
                words=one.words,
                player=names[one.guest],
                by=names[one.by],
                table=None if row is None else show_table(row, names),
                settled=one.settled,
                outcome=one.outcome,
            )
        )
    return HostReports(found, shown[-1].at if page[limit:] else None)


async def acts(store: Store, before: int | None, limit: int = PAGE) -> HostLog:
    page = await store.acts(limit + 1, before)
    shown = page[:limit]
    found = await store.guests({act.about for act in shown if act.about and act.what not in ("close",)})
    names = {id: guest.name for id, guest in found.items()}
    return HostLog(
        [HostAct(act.number, act.at, act.by, act.what, act.about, names.get(act.about), act.why) for act in shown],
        shown[-1].number if page[limit:] else None,
    )

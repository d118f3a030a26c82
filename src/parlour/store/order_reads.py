"""Reads for those who keep order in the house, and for retention."""

from __future__ import annotations

import json
from typing import Any

from sqlalchemy import Connection, func, or_, select, tuple_
from sqlalchemy.sql.expression import literal

from parlour.store.reading import Reading
from parlour.store.rows import Act, Ban, Guest, GuestFacts, Report, count, number, plain
from parlour.store.tables import acts, bans, devices, guests, house_state, reports

RESIDENTS = ("house", "classic", "demonstration")  # guests who belong to the house
_shown_of_act = [acts.c[name] for name in ("by", "what", "about", "why", "number", "at")]


class OrderReads(Reading):
    def find_guests(self, search: str = "", limit: int = 50, after: str | None = None) -> list[GuestFacts]:
        """Guests whose name contains this, or whose id it is, last seen first. `after` is the last one of a page."""
        wanted = select(guests).where(guests.c.seen > 0, guests.c.id.not_in(RESIDENTS))  # nobody who has left for good
        if search:
            part = plain(search, "search").replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
            # A database's own lower() may know English letters only.
            spelled = {part, part.lower(), part.upper(), part.title(), part.capitalize()}
            named = [guests.c.name.like(f"%{one}%", escape="\\") for one in sorted(spelled)]
            named.append(func.lower(guests.c.name).like(f"%{part.lower()}%", escape="\\"))
            wanted = wanted.where(or_(*named, guests.c.id == search))
        with self.snapshot() as conn:
            if after is not None:
                last = conn.execute(select(guests.c.seen).where(guests.c.id == plain(after, "page"))).scalar()
                wanted = wanted.where(tuple_(guests.c.seen, guests.c.id) < tuple_(literal(last or 0.0), literal(after)))
            page = wanted.order_by(guests.c.seen.desc(), guests.c.id.desc()).limit(count(limit, "page's length"))
            found = [Guest(*row) for row in conn.execute(page)]
            return self._facts(conn, found)

    @staticmethod
    def _facts(conn: Connection, found: list[Guest]) -> list[GuestFacts]:
        ids = [one.id for one in found]
        kept = select(devices.c.guest, func.count()).where(devices.c.guest.in_(ids)).group_by(devices.c.guest)
        told = select(reports.c.guest, func.count()).where(reports.c.guest.in_(ids), reports.c.settled.is_(None))
        signed_in: dict[str, int] = {row[0]: row[1] for row in conn.execute(kept)}
        reported: dict[str, int] = {row[0]: row[1] for row in conn.execute(told.group_by(reports.c.guest))}
        return [GuestFacts(one, signed_in.get(one.id, 0), reported.get(one.id, 0)) for one in found]

    def reports(
        self,
        *,
        settled: bool = False,
        by: str | None = None,
        limit: int = 50,
        before: float | None = None,
        id: str | None = None,
    ) -> list[Report]:
        """Reports, the newest first: open ones, or those that are settled; those by a guest in either case."""
        wanted = select(reports)
        if by is not None:
            wanted = wanted.where(reports.c.by == plain(by, "guest's id"))
        elif id is not None:
            wanted = wanted.where(reports.c.id == plain(id, "report's id"))
        else:
            wanted = wanted.where(reports.c.settled.is_not(None) if settled else reports.c.settled.is_(None))
        if before is not None:
            wanted = wanted.where(reports.c.at < number(before, "time"))
        page = wanted.order_by(reports.c.at.desc(), reports.c.id).limit(count(limit, "page's length"))
        with self.snapshot() as conn:
            return [Report(*row) for row in conn.execute(page)]

    def open_reports(self) -> int:
        with self.snapshot() as conn:
            return conn.execute(select(func.count()).where(reports.c.settled.is_(None))).scalar_one()

    def bans(self, guest: str | None = None) -> list[Ban]:
        """All bans, or those of a guest, the newest first; also those that have ended and are not yet forgotten."""
        wanted = select(bans).order_by(bans.c.at.desc(), bans.c.id)
        if guest is not None:
            wanted = wanted.where(bans.c.guest == plain(guest, "guest's id"))
        with self.snapshot() as conn:
            return [Ban(*row) for row in conn.execute(wanted)]

    def acts(self, limit: int = 100, before: int | None = None, since: int | None = None) -> list[Act]:
        """What hosts did, the newest first; with `since`, all after that number."""
        wanted = select(*_shown_of_act).order_by(acts.c.number.desc()).limit(count(limit, "page's length"))
        if before is not None:
            wanted = wanted.where(acts.c.number < count(before, "number"))
        if since is not None:
            wanted = wanted.where(acts.c.number > count(since, "number"))
        with self.snapshot() as conn:
            return [Act(*row) for row in conn.execute(wanted)]

    def states(self) -> dict[str, tuple[int, Any]]:
        """All that the whole house should know, by name: how often it has changed, and what it is."""
        with self.snapshot() as conn:
            return {
                row.name: (row.number, json.loads(row.content) if row.content else None)
                for row in conn.execute(select(house_state))
            }

"""Reads of bots on call, of invitations, and of guests who look for an opponent."""

from __future__ import annotations

import json
from typing import Any

from sqlalchemy import Select, func, select

from parlour.store.calling_writes import LADDER, LIVE, busy_with, seek_of
from parlour.store.reading import Reading
from parlour.store.rows import Guest, Invitation, OnCall, Seek, number, plain
from parlour.store.tables import guests, invitations, ladder_wishes, matches, on_call, seeks
from parlour.store.writes import now

_invited = select(*(invitations.c[name] for name in Invitation.__slots__))


class CallingReads(Reading):
    def on_call(self, bot: str | None = None) -> list[OnCall]:
        """The bots on call, longest first; with `bot`, only this one, if it is."""
        busy, laddering = busy_with().label("busy"), busy_with(LADDER).label("laddering")
        wish = ladder_wishes.c.games.label("wish")
        wanted: Select[Any] = select(guests, on_call, busy, laddering, wish).join(on_call, on_call.c.bot == guests.c.id)
        wanted = wanted.outerjoin(ladder_wishes, ladder_wishes.c.bot == on_call.c.bot)
        if bot is not None:
            wanted = wanted.where(on_call.c.bot == plain(bot, "bot's id"))
        with self.snapshot() as conn:
            clock, at = now(conn.dialect.name)
            rows = conn.execute(wanted.where(on_call.c.lease_until > clock).order_by(on_call.c.since), at)
            return [
                OnCall(
                    Guest(*row[: len(guests.c)]),
                    json.loads(row.games),
                    row.tables,
                    row.ladder,
                    row.people,
                    row.line,
                    row.since,
                    row.matched,
                    row.busy,
                    row.laddering,
                    None if row.wish is None else json.loads(row.wish),
                )
                for row in rows
            ]

    def ladder_wish(self, bot: str) -> list[str] | None:
        """What its owner wants a bot to play on the ladder; None: whatever the bot says."""
        with self.snapshot() as conn:
            mine = select(ladder_wishes.c.games).where(ladder_wishes.c.bot == plain(bot, "bot's id"))
            found = conn.execute(mine).scalar_one_or_none()
            return None if found is None else list(json.loads(found))

    def invitations_of(self, guest: str) -> list[Invitation]:
        """The tables that have not ended and where a guest is expected."""
        live = _invited.join(matches, matches.c.id == invitations.c.match).where(matches.c.status.in_(LIVE))
        mine = live.where(invitations.c.guest == plain(guest, "guest's id"))
        with self.snapshot() as conn:
            return [Invitation(*row) for row in conn.execute(mine.order_by(matches.c.created, matches.c.id))]

    def invited_to(self, match: str) -> list[Invitation]:
        """Who is expected at a table."""
        here = _invited.where(invitations.c.match == plain(match, "match's id"))
        with self.snapshot() as conn:
            return [Invitation(*row) for row in conn.execute(here.order_by(invitations.c.seat))]

    def late_invitations(self, at: float, limit: int = 100) -> list[str]:
        """Tables that should have begun by now."""
        late = select(matches.c.id).distinct().join(invitations, invitations.c.match == matches.c.id)
        late = late.where(matches.c.status == "open", invitations.c.until < number(at, "time"))
        with self.snapshot() as conn:
            return list(conn.execute(late.order_by(matches.c.id).limit(limit)).scalars())

    def ladder_tables(self) -> dict[str, int]:
        """The games of the ladder that have not ended, and how many bots play each."""
        live = select(invitations.c.match, func.count()).join(matches, matches.c.id == invitations.c.match)
        live = live.where(matches.c.status.in_(LIVE), invitations.c.kind == LADDER).group_by(invitations.c.match)
        with self.snapshot() as conn:
            return {row[0]: row[1] for row in conn.execute(live)}

    def seekers(self, limit: int = 100) -> list[Seek]:
        """Who looks for an opponent and has found nobody yet, longest first."""
        with self.snapshot() as conn:
            clock, at = now(conn.dialect.name)
            alone = select(seeks).where(seeks.c.match.is_(None), seeks.c.lease_until > clock)
            return [seek_of(row) for row in conn.execute(alone.order_by(seeks.c.since).limit(limit), at)]

    def sought(self, guest: str) -> Seek | None:
        """What a guest looks for, or has found; it may have ended by now."""
        with self.snapshot() as conn:
            row = conn.execute(select(seeks).where(seeks.c.guest == plain(guest, "guest's id"))).one_or_none()
            return None if row is None else seek_of(row)

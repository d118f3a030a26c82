"""Writes for bots on call, for guests who look for an opponent, and for invitations to tables.

Whatever is killed when: a bot is never invited to more tables than it plays, and nobody is paired twice, because each
of these looks and writes in one transaction, with the rows it decides by locked.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any

from sqlalchemy import ColumnElement, Connection, Select, and_, delete, func, select, update

from parlour.store.rows import Changed, Invitation, Json, Seek, count, dump, number, plain
from parlour.store.tables import invitations, ladder_wishes, matches, on_call, seeks
from parlour.store.writes import CreateMatch, OfSeveral, Write, insert, now

LADDER = "ladder"  # the kind of invitation to a game of the ladder
LIVE = ("open", "running")


def lease(conn: Connection, seconds: float) -> tuple[Any, dict[str, float]]:
    """When a lease that begins now ends, and the parameters to write it."""
    clock, at = now(conn.dialect.name)
    return clock + seconds, at


# --- bots on call ---


class OfLine(Write[None]):
    """About the line over which a bot is on call."""

    rank = 4

    def __init__(self, bot: str, line: str) -> None:
        self.key = plain(bot, "bot's id")
        self.line = plain(line, "line")


class BeginCall(OfLine):
    """A bot is on call over this line from now on, or says anew what it plays. An earlier line no longer counts."""

    def __init__(
        self, bot: str, line: str, games: Sequence[str], tables: int, ladder: bool, people: bool, seconds: float
    ) -> None:
        super().__init__(bot, line)
        self.seconds = number(seconds, "lease")
        self.row = {
            "games": dump([plain(game, "game") for game in games], "games"),
            "tables": count(tables, "number of tables"),
            "ladder": bool(ladder),
            "people": bool(people),
            "line": self.line,
            "since": time.time(),
        }

    def run(self, conn: Connection) -> None:
        until, at = lease(conn, self.seconds)
        put = insert(conn, on_call).values(bot=self.key, matched=0.0, lease_until=until, **self.row)
        news = {**self.row, "lease_until": put.excluded.lease_until}
        conn.execute(put.on_conflict_do_update(index_elements=["bot"], set_=news), at)


class RenewCalls(Write[set[str]]):
    """A process renews the leases of its lines. Answers with those that still count."""

    rank = 4

    def __init__(self, lines: Iterable[str], seconds: float) -> None:
        self.lines = sorted(plain(line, "line") for line in lines)
        self.seconds = number(seconds, "lease")

    def run(self, conn: Connection) -> set[str]:
        until, at = lease(conn, self.seconds)
        renew = update(on_call).where(on_call.c.line.in_(self.lines)).values(lease_until=until)
        return set(conn.execute(renew.returning(on_call.c.line), at).scalars())


class EndCall(OfLine):
    """A line has ended; if a newer one has replaced it, nothing changes."""

    def run(self, conn: Connection) -> None:
        mine = (on_call.c.bot == self.key) & (on_call.c.line == self.line)
        conn.execute(update(on_call).where(mine).values(lease_until=0.0))


class WishLadder(Write[None]):
    """The owner of a bot says what it plays on the ladder; None leaves it to the bot."""

    rank = 4

    def __init__(self, bot: str, games: Sequence[str] | None) -> None:
        self.key = plain(bot, "bot's id")
        self.games = None if games is None else dump([plain(game, "game") for game in games], "games")

    def run(self, conn: Connection) -> None:
        conn.execute(delete(ladder_wishes).where(ladder_wishes.c.bot == self.key))
        if self.games is not None:
            conn.execute(insert(conn, ladder_wishes).values(bot=self.key, games=self.games))


def busy_with(kind: str | None = None) -> Any:
    """How many tables that have not ended each guest is invited to, or those of one kind."""
    live = and_(invitations.c.match == matches.c.id, matches.c.status.in_(LIVE))
    found = select(func.count()).select_from(invitations.join(matches, live))
    if kind is not None:
        found = found.where(invitations.c.kind == kind)
    return found.where(invitations.c.guest == on_call.c.bot).correlate(on_call).scalar_subquery()


class Invite(Write[bool]):
    """Expect a guest at a table that has not begun. A bot must be on call, with room for one more table; False if it
    isn't. Not so for a guest who `comes` anyway, as to the next game of a match."""

    rank = 4

    def __init__(self, match: str, guest: str, seat: int, kind: str, until: float, comes: bool = False) -> None:
        self.key = plain(guest, "guest's id")
        self.comes = comes
        self.row = {
            "match": plain(match, "match's id"),
            "guest": self.key,
            "seat": count(seat, "seat"),
            "kind": plain(kind, "kind of invitation"),
            "until": number(until, "time"),
        }

    def run(self, conn: Connection) -> bool:
        there = (invitations.c.match == self.row["match"]) & (invitations.c.guest == self.key)
        if conn.execute(select(invitations.c.seat).where(there)).one_or_none() is not None:
            return True
        if not self.comes and not self._has_room(conn):
            return False
        conn.execute(insert(conn, invitations).values(self.row).on_conflict_do_nothing())
        return True

    def _has_room(self, conn: Connection) -> bool:
        clock, at = now(conn.dialect.name)
        mine = on_call.c.bot == self.key
        conn.execute(select(on_call.c.bot).where(mine).with_for_update()).one_or_none()
        room = select(on_call.c.tables - busy_with()).where(mine, on_call.c.lease_until > clock)
        return (conn.execute(room, at).scalar() or 0) > 0


class ForgetInvitations(Write[None]):
    """Forget who was invited to tables that have ended, or to this one."""

    rank = 4

    def __init__(self, match: str | None = None) -> None:
        self.key = "" if match is None else plain(match, "match's id")

    def run(self, conn: Connection) -> None:
        ended: Select[Any] = select(matches.c.id).where(matches.c.status.not_in(LIVE))
        which: ColumnElement[bool] = invitations.c.match == self.key if self.key else invitations.c.match.in_(ended)
        conn.execute(delete(invitations).where(which))


class MatchOnLadder(OfSeveral[bool]):
    """Match these bots on the ladder now; False, with nothing changed, if one of them was matched after `since`."""

    rank = 4

    def __init__(self, bots: Iterable[str], at: float, since: float) -> None:
        super().__init__(bots, "bot's id")
        self.at = number(at, "time")
        self.since = number(since, "time")

    def run(self, conn: Connection) -> bool:
        wanted = select(on_call.c.matched).where(on_call.c.bot.in_(self.ids)).order_by(on_call.c.bot)
        found = list(conn.execute(wanted.with_for_update()).scalars())
        if self.unsure and found and all(matched == self.at for matched in found):
            return True
        if len(found) < len(self.ids) or any(matched > self.since for matched in found):
            return False
        conn.execute(update(on_call).where(on_call.c.bot.in_(self.ids)).values(matched=self.at))
        return True


# --- looking for an opponent ---

Pair = Callable[[Sequence[Seek]], Sequence[Sequence[Seek]]]  # who plays with whom, of those who wait
Arrange = Callable[[Sequence[Seek]], tuple[CreateMatch, Sequence[Invitation]]]  # their table


def seek_of(row: Any) -> Seek:
    return Seek(row.guest, row.pool, json.loads(row.wish), row.points, row.since, row.match)


class BeginSeek(Write[None]):
    """A guest looks for an opponent, instead of whatever they looked for before."""

    rank = 4

    def __init__(self, guest: str, pool: str, wish: Json, points: int, since: float, seconds: float) -> None:
        self.guest = plain(guest, "guest's id")
        self.key = plain(pool, "pool", 2000)
        self.seconds = number(seconds, "lease")
        self.row = {
            "pool": self.key,
            "wish": dump(wish, "wish"),
            "points": int(points),
            "since": number(since, "time"),
            "match": None,
        }

    def run(self, conn: Connection) -> None:
        until, at = lease(conn, self.seconds)
        put = insert(conn, seeks).values(guest=self.guest, lease_until=until, **self.row)
        news = {**self.row, "lease_until": put.excluded.lease_until}
        conn.execute(put.on_conflict_do_update(index_elements=["guest"], set_=news), at)


class KeepSeeking(Write[Seek | None]):
    """A guest is still looking: renew the lease, and pair whoever of the same pool can be paired now. Answers with
    what the guest looks for, or has found; None if the lease had ended."""

    rank = 4

    def __init__(self, guest: str, pool: str, pair: Pair, arrange: Arrange, seconds: float) -> None:
        self.guest = plain(guest, "guest's id")
        self.key = plain(pool, "pool", 2000)
        self.pair = pair
        self.arrange = arrange
        self.seconds = number(seconds, "lease")

    def run(self, conn: Connection) -> Seek | None:
        clock, at = now(conn.dialect.name)
        pool = seeks.c.pool == self.key
        # Everybody in the pool is ours until the commit, in the same order for all processes.
        conn.execute(select(seeks.c.guest).where(pool).order_by(seeks.c.guest).with_for_update()).all()
        conn.execute(delete(seeks).where(pool, seeks.c.lease_until <= clock), at)
        mine = pool & (seeks.c.guest == self.guest)
        conn.execute(update(seeks).where(mine).values(lease_until=clock + self.seconds), at)
        waiting = [seek_of(row) for row in conn.execute(select(seeks).where(pool, seeks.c.match.is_(None)))]
        for group in self.pair(waiting) if any(one.guest == self.guest for one in waiting) else ():
            self._found(conn, group)
        row = conn.execute(select(seeks).where(mine)).one_or_none()
        if row is None:
            return None
        found = seek_of(row)
        others = conn.execute(select(func.count()).select_from(seeks).where(pool, seeks.c.match.is_(None))).scalar_one()
        return replace(found, others=max(0, others - 1))

    def _found(self, conn: Connection, group: Sequence[Seek]) -> None:
        create, invited = self.arrange(group)
        changed: Changed = create.run(conn)
        assert changed.ok
        for one in invited:
            Invite(create.key, one.guest, one.seat, one.kind, one.until, comes=True).run(conn)
        guests = [one.guest for one in group]
        conn.execute(update(seeks).where(seeks.c.guest.in_(guests)).values(match=create.key))


class StopSeeking(Write[None]):
    """A guest has found somebody, or no longer looks for anybody."""

    rank = 4

    def __init__(self, guest: str) -> None:
        self.key = plain(guest, "guest's id")

    def run(self, conn: Connection) -> None:
        conn.execute(delete(seeks).where(seeks.c.guest == self.key))

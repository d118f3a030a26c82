"""What is too old to be kept, and writes that drop it in small steps, so that no move has to wait for them.

Rated games are never too old, nor are games that others still need: those that others play on from, those of
tournaments, and those that a report is about.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy import ColumnElement, Connection, Select, delete, func, or_, select, union_all

from parlour.store.errors import StoreError
from parlour.store.order_reads import RESIDENTS
from parlour.store.reading import Reading
from parlour.store.rows import count, number, plain
from parlour.store.tables import (
    acts,
    bans,
    faults,
    guests,
    invitations,
    matches,
    moves,
    program_runs,
    rated_games,
    rated_seats,
    reports,
    reviews,
    seeks,
    sitters,
    texts,
    tournament_entrants,
    tournaments,
)
from parlour.store.writes import Write

KINDS = ("guests", "games", "logs", "reports", "acts")
STEP = 200  # lines that one write drops


def old_guests(before: float, now: float) -> Select[Any]:
    """Guests whom nobody has seen since, neither them nor their bots, with nothing going on."""
    bots, later = guests.alias("bots"), matches.alias("later")
    active = later.c.status.in_(["open", "running"])
    return select(guests.c.id).where(
        guests.c.seen > 0,  # otherwise forgotten already
        guests.c.seen < before,
        guests.c.id.not_in(RESIDENTS),
        guests.c.owner.is_(None),  # a bot goes with its owner
        ~select(bots.c.id).where(bots.c.owner == guests.c.id, bots.c.seen >= before).exists(),
        ~select(later.c.id).where(later.c.host == guests.c.id, active).exists(),
        ~select(later.c.id).join(sitters, sitters.c.match == later.c.id).where(sitters.c.guest == guests.c.id, active)
        .exists(),
        ~select(bans.c.id).where(bans.c.guest == guests.c.id, or_(bans.c.until.is_(None), bans.c.until > now)).exists(),
    )  # fmt: skip


def old_games(before: float) -> Select[Any]:
    """Friendly games that ended before this, unless somebody still needs them."""
    others = matches.alias("others")
    waiting = others.c.status.in_(["open", "running"])
    return select(matches.c.id).where(
        matches.c.status.in_(["over", "closed"]),
        or_(matches.c.ended < before, matches.c.ended.is_(None) & (matches.c.created < before)),
        matches.c.settings.not_like('%"tournament":"%'),
        ~select(rated_games.c.match).where(rated_games.c.match == matches.c.id).exists(),
        ~select(reports.c.id).where(reports.c.match == matches.c.id).exists(),
        ~select(others.c.id).where(others.c.origin == matches.c.id).exists(),
        ~select(others.c.id).where(others.c.rematch_of == matches.c.id, waiting).exists(),
    )


LINES: dict[str, list[tuple[Any, ColumnElement[Any], ColumnElement[Any]]]] = {
    # kind: table, its key, and the time that counts; empty times are never too old
    "logs": [(faults, faults.c.id, faults.c.at)],
    "reports": [(reports, reports.c.id, reports.c.settled), (bans, bans.c.id, bans.c.until)],
    "acts": [(acts, acts.c.number, acts.c.at)],
}


class RetentionReads(Reading):
    def outdated(self, kind: str, before: float, now: float, after: str = "", limit: int = 50) -> list[str]:
        """Guests or games that are too old, the next few by id."""
        with self.snapshot() as conn:
            wanted = _old(kind, number(before, "time"), number(now, "time"))
            column = guests.c.id if kind == "guests" else matches.c.id
            page = wanted.where(column > after).order_by(column).limit(count(limit, "number"))
            return list(conn.execute(page).scalars())

    def outdated_counts(self, before: Mapping[str, float], now: float) -> dict[str, int]:
        """How many guests, games and lines of each kind were there before this time, and are too old now."""
        found: dict[str, int] = {}
        with self.snapshot() as conn:
            for kind, then in before.items():
                old = _old(kind, number(then, "time"), number(now, "time")).subquery()
                found[kind] = conn.execute(select(func.count()).select_from(old)).scalar_one()
        return found


def _old(kind: str, before: float, now: float) -> Any:
    if kind == "guests":
        return old_guests(before, now)
    if kind == "games":
        return old_games(before)
    if kind not in LINES:
        raise StoreError(f"Kept or dropped are {', '.join(KINDS)}, not {kind}.", "junk")
    return union_all(*(select(at).where(at < before) for _, _, at in LINES[kind]))


class DropMatch(Write[bool]):
    """Drop a friendly game with all that belongs to it; False if it is needed after all."""

    rank = 4

    def __init__(self, match: str, before: float) -> None:
        self.key = plain(match, "match's id")
        self.before = number(before, "time")

    def run(self, conn: Connection) -> bool:
        old = old_games(self.before).where(matches.c.id == self.key).with_for_update()
        if conn.execute(old).one_or_none() is None:
            return False
        for table in (moves, sitters, faults, reviews, invitations, seeks, program_runs):
            conn.execute(delete(table).where(table.c.match == self.key))
        conn.execute(delete(matches).where(matches.c.id == self.key))
        return True


class DropLines(Write[int]):
    """Drop some of the lines of a kind that are older than this; returns how many, none at the end."""

    rank = 4

    def __init__(self, kind: str, before: float, limit: int = STEP) -> None:
        if kind not in LINES:
            raise StoreError(f"There are lines of {', '.join(LINES)}, not of {kind}.", "junk")
        self.key = kind
        self.before = number(before, "time")
        self.limit = count(limit, "number of lines")

    def run(self, conn: Connection) -> int:
        dropped = 0
        for table, key, at in LINES[self.key]:
            some = select(key).where(at < self.before).limit(self.limit - dropped)
            dropped += conn.execute(delete(table).where(key.in_(some.scalar_subquery()))).rowcount
        return dropped


class DropGuest(Write[bool]):
    """Drop even the id of a guest who is forgotten, if nothing refers to it; False if something does."""

    rank = 5

    def __init__(self, guest: str) -> None:
        self.key = plain(guest, "guest's id")

    def run(self, conn: Connection) -> bool:
        bots = guests.alias("bots")
        named = (
            sitters.c.guest, matches.c.host, texts.c.author, rated_seats.c.player, reports.c.guest, reports.c.by,
            bans.c.guest, bots.c.owner, tournaments.c.host, tournament_entrants.c.guest,
        )  # fmt: skip
        if any(conn.execute(select(column).where(column == self.key).limit(1)).first() for column in named):
            return False
        return conn.execute(delete(guests).where(guests.c.id == self.key, guests.c.seen == 0)).rowcount == 1

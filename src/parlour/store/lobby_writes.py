"""Writes for the lobby: whom guests follow, moves taken back, and demonstration games that nobody needs any more."""

from __future__ import annotations

import time

from sqlalchemy import Connection, delete, func, select

from parlour.store.rows import count, plain
from parlour.store.tables import faults, follows, matches, moves, reviews, sitters
from parlour.store.writes import Write, insert

MOST_FOLLOWED = 200


class Follow(Write[bool]):
    """Follow a player, or no longer. Returns False if the guest already follows as many as possible."""

    rank = 4

    def __init__(self, guest: str, player: str, wanted: bool = True) -> None:
        self.key = plain(guest, "guest's id")
        self.player = plain(player, "player")
        self.wanted = wanted

    def run(self, conn: Connection) -> bool:
        mine = follows.c.guest == self.key
        if not self.wanted:
            conn.execute(delete(follows).where(mine, follows.c.player == self.player))
            return True
        others = select(func.count()).select_from(follows).where(mine, follows.c.player != self.player)
        if conn.execute(others).scalar_one() >= MOST_FOLLOWED:
            return False
        new = {"guest": self.key, "player": self.player, "since": time.time()}
        conn.execute(insert(conn, follows).values(new).on_conflict_do_nothing())
        return True


class TakeMoveBack(Write[bool]):
    """The last move of a running match is not to count. False if it is not the last, or another seat's."""

    rank = 3

    def __init__(self, match: str, ply: int, seat: int) -> None:
        self.key = plain(match, "match's id")
        self.ply = count(ply, "ply")
        self.seat = count(seat, "seat")

    def run(self, conn: Connection) -> bool:
        here = moves.c.match == self.key
        last = conn.execute(select(func.coalesce(func.max(moves.c.ply), -1)).where(here)).scalar_one()
        if last != self.ply:
            return self.unsure and last == self.ply - 1
        return conn.execute(delete(moves).where(here, moves.c.ply == self.ply, moves.c.seat == self.seat)).rowcount == 1


class ForgetMatches(Write[int]):
    """Drop the oldest matches of a host that have ended, all but the last few. Returns how many were dropped."""

    rank = 3

    def __init__(self, host: str, keep: int, limit: int = 20) -> None:
        self.key = plain(host, "guest's id")
        self.keep = count(keep, "number of matches")
        self.limit = count(limit, "number of matches")

    def run(self, conn: Connection) -> int:
        ended = (matches.c.host == self.key) & matches.c.status.in_(["over", "closed"])
        order = (matches.c.created.desc(), matches.c.id)
        found = conn.execute(select(matches.c.id).where(ended).order_by(*order).offset(self.keep).limit(self.limit))
        gone = list(found.scalars())
        for table in (moves, faults, reviews, sitters):
            conn.execute(delete(table).where(table.c.match.in_(gone)))
        conn.execute(delete(matches).where(matches.c.id.in_(gone)))
        return len(gone)

"""Reviews of finished matches: one process at a time works on each."""

from __future__ import annotations

import time
from typing import Any

from sqlalchemy import ColumnElement, Connection, or_, select, update

from parlour.store.rows import count, number, plain
from parlour.store.tables import reviews
from parlour.store.writes import LONGEST_TEXT, OfOwner, insert, now


class OfReview(OfOwner):
    """By the process that works on the review of a match."""

    rank = 4

    @property
    def mine(self) -> ColumnElement[bool]:
        return (reviews.c.match == self.key) & (reviews.c.owner == self.owner)


class ClaimReview(OfReview):
    """Claim the review of a match for a process: False if it is done, or if another process works on it.

    One in another form is forgotten and begun anew.
    """

    def __init__(self, match: str, owner: str, form: int, seconds: float) -> None:
        super().__init__(match, owner)
        self.form = count(form, "review's form")
        self.seconds = number(seconds, "lease")

    def run(self, conn: Connection) -> bool:
        blank = {"grown": 0, "progress": 0.0, "content": "", "done": False, "updated": 0.0}
        empty = {"match": self.key, "form": self.form, **blank, "owner": None, "lease_until": 0.0}
        conn.execute(insert(conn, reviews).values(empty).on_conflict_do_nothing())
        clock, at = now(conn.dialect.name)
        this = reviews.c.match == self.key
        free = or_(reviews.c.owner.is_(None), reviews.c.owner == self.owner, reviews.c.lease_until < clock)
        conn.execute(update(reviews).where(this, free, reviews.c.form != self.form).values(form=self.form, **blank), at)
        claim = update(reviews).where(this, free, reviews.c.form == self.form, reviews.c.done.is_(False))
        return conn.execute(claim.values(owner=self.owner, lease_until=clock + self.seconds), at).rowcount == 1


class GrowReview(OfReview):
    """A review has grown; its lease is renewed, or ends if it is done. False if it now belongs to another process.

    Without `content`, only its progress is noted.
    """

    def __init__(
        self, match: str, owner: str, progress: float, content: str = "", done: bool = False, seconds: float = 0.0
    ) -> None:
        super().__init__(match, owner)
        self.done = done
        self.seconds = number(seconds, "lease")
        self.news: dict[str, Any] = {"progress": number(progress, "progress"), "done": done, "updated": time.time()}
        if content:
            self.news |= {"content": plain(content, "review", LONGEST_TEXT), "grown": reviews.c.grown + 1}

    def run(self, conn: Connection) -> bool:
        clock, at = now(conn.dialect.name)
        lease: dict[str, Any] = {"owner": None, "lease_until": 0.0}
        if not self.done:
            lease = {"lease_until": clock + self.seconds}
        mine = self.mine & reviews.c.done.is_(False)
        grown = conn.execute(update(reviews).where(mine).values(self.news | lease), {} if self.done else at)
        if grown.rowcount == 1:
            return True
        there = conn.execute(select(reviews.c.updated).where(reviews.c.match == self.key)).scalar()
        return self.unsure and there == self.news["updated"]


class ReleaseReview(OfReview):
    """Let other processes work on a review that this one has not completed."""

    def run(self, conn: Connection) -> bool:
        return conn.execute(update(reviews).where(self.mine).values(owner=None, lease_until=0.0)).rowcount == 1

"""Writes about the experiments of guests."""

from __future__ import annotations

import time
from typing import Any

from sqlalchemy import Connection, delete, or_, select, update

from parlour.store.rows import Experiment, Json, count, dump, number, one_of, plain
from parlour.store.tables import experiment_parts, experiments
from parlour.store.writes import LONGEST_TEXT, OfOwner, Write, insert, now

ALIVE = ("waiting", "running")
ENDS = ("stopped", "done", "failed")
NOBODY: dict[str, Any] = {"owner": None, "lease_until": 0.0}


class CreateExperiment(Write[bool]):
    """A new experiment; False if this guest has one under way already, or too many."""

    rank = 3

    def __init__(
        self, id: str, guest: str, title: str, game: str, experiment: Json, plan: Json, seed: str, jobs: int, most: int
    ) -> None:
        self.key = plain(id, "experiment's id")
        self.guest = plain(guest, "guest's id")
        self.most = count(most, "number of experiments")
        at = time.time()
        self.row: dict[str, Any] = {
            "id": self.key,
            "guest": self.guest,
            "title": plain(title, "title", 300),
            "game": plain(game, "game"),
            "stage": "waiting",
            "experiment": dump(experiment, "experiment"),
            "plan": dump(plan, "plan"),
            "seed": plain(seed, "seed"),
            "jobs": count(jobs, "number of deals"),
            "done": 0,
            "games": 0,
            "seconds": 0.0,
            "grown": 0,
            "result": "",
            "trouble": "",
            "created": at,
            "updated": at,
            **NOBODY,
        }

    def run(self, conn: Connection) -> bool:
        mine = select(experiments.c.id, experiments.c.stage).where(experiments.c.guest == self.guest)
        found = conn.execute(mine).all()
        if any(row.id == self.key for row in found):
            return True  # after a lost connection
        if len(found) >= self.most or any(row.stage in ALIVE for row in found):
            return False
        conn.execute(insert(conn, experiments).values(self.row))
        return True


class ClaimExperiment(OfOwner):
    """Take an experiment to be played under a lease; False if it is not to be played, or another process does."""

    rank = 3

    def __init__(self, id: str, owner: str, seconds: float) -> None:
        super().__init__(id, owner)
        self.seconds = number(seconds, "lease")

    def run(self, conn: Connection) -> bool:
        clock, at = now(conn.dialect.name)
        free = or_(experiments.c.owner.is_(None), experiments.c.owner == self.owner, experiments.c.lease_until < clock)
        this = (experiments.c.id == self.key) & experiments.c.stage.in_(ALIVE)
        taken = {"stage": "running", "owner": self.owner, "lease_until": clock + self.seconds}
        return conn.execute(update(experiments).where(this, free).values(taken), at).rowcount == 1


class GrowExperiment(OfOwner):
    """Deals were played; the lease is renewed. False if the experiment was stopped, or another process has it now."""

    rank = 3

    def __init__(
        self, id: str, owner: str, first: int, content: bytes, done: int, games: int, seconds: float, lease: float
    ) -> None:
        super().__init__(id, owner)
        self.part = {"experiment": self.key, "first": count(first, "job"), "content": content}
        self.news = {
            "done": count(done, "number of deals"),
            "games": count(games, "number of games"),
            "seconds": number(seconds, "processor time"),
            "updated": time.time(),
        }
        self.lease = number(lease, "lease")

    def run(self, conn: Connection) -> bool:
        clock, at = now(conn.dialect.name)
        this = (experiments.c.id == self.key) & (experiments.c.owner == self.owner)
        changed = update(experiments).where(this, experiments.c.stage == "running")
        if conn.execute(changed.values(**self.news, lease_until=clock + self.lease), at).rowcount != 1:
            return False
        put = insert(conn, experiment_parts).values(self.part)
        conn.execute(
            put.on_conflict_do_update(index_elements=["experiment", "first"], set_={"content": put.excluded.content})
        )
        return True


class ShowExperiment(OfOwner):
    """The result so far; with an end, the experiment is over, or stopped, and its lease ends. False: taken over."""

    rank = 3

    def __init__(self, id: str, owner: str, result: str, end: str = "", trouble: str = "") -> None:
        super().__init__(id, owner)
        self.news: dict[str, Any] = {"updated": time.time()}
        if result:
            self.news |= {"result": plain(result, "result", LONGEST_TEXT), "grown": experiments.c.grown + 1}
        if end:
            self.news |= {
                "stage": one_of(end, ENDS, "stage"),
                "trouble": plain(trouble[:1000], "trouble", 1000, 0),
                **NOBODY,
            }

    def run(self, conn: Connection) -> bool:
        this = (experiments.c.id == self.key) & (experiments.c.owner == self.owner)
        return conn.execute(update(experiments).where(this).values(self.news)).rowcount == 1


class ReleaseExperiment(OfOwner):
    """Leave an experiment to be played on later, or by others; False if it was taken over."""

    rank = 3

    def run(self, conn: Connection) -> bool:
        this = (experiments.c.id == self.key) & (experiments.c.owner == self.owner)
        return conn.execute(update(experiments).where(this).values(NOBODY)).rowcount == 1


class ChangeExperiment(Write[bool]):
    """Stop an experiment, or let it go on; False if it is in another stage. At most one of a guest goes on."""

    rank = 3

    def __init__(self, id: str, stage: str) -> None:
        self.key = plain(id, "experiment's id")
        self.stage = one_of(stage, ("stopped", "waiting"), "stage")

    def run(self, conn: Connection) -> bool:
        row = conn.execute(select(experiments).where(experiments.c.id == self.key).with_for_update()).one_or_none()
        if row is None:
            return False
        if self.stage == "stopped":
            if row.stage not in ALIVE:
                return False
        else:
            others = select(experiments.c.id).where(experiments.c.guest == row.guest, experiments.c.stage.in_(ALIVE))
            if row.stage != "stopped" or conn.execute(others.limit(1)).first():
                return False
        conn.execute(
            update(experiments)
            .where(experiments.c.id == self.key)
            .values(stage=self.stage, trouble="", updated=time.time())
        )
        return True


class ForgetExperiment(Write[None]):
    """Drop an experiment."""

    rank = 3

    def __init__(self, id: str) -> None:
        self.key = plain(id, "experiment's id")

    def run(self, conn: Connection) -> None:
        forget_experiments(conn, experiments.c.id == self.key)


def forget_experiments(conn: Connection, wanted: Any) -> None:
    """Drop these experiments with all that was played for them."""
    these = select(experiments.c.id).where(wanted).scalar_subquery()
    conn.execute(delete(experiment_parts).where(experiment_parts.c.experiment.in_(these)))
    conn.execute(delete(experiments).where(wanted))


def experiment_of(row: Any) -> Experiment:
    return Experiment(**row._mapping)

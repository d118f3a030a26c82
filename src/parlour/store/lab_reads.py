"""Reads about the experiments of guests: functions of `Reads`."""

from __future__ import annotations

from sqlalchemy import or_, select

from parlour.store.lab_writes import ALIVE, experiment_of
from parlour.store.reads import Reads
from parlour.store.rows import Experiment, count, plain
from parlour.store.tables import experiment_parts, experiments
from parlour.store.writes import now

MOST = 200


def experiment(reads: Reads, id: str) -> Experiment | None:
    with reads.snapshot() as conn:
        row = conn.execute(select(experiments).where(experiments.c.id == plain(id, "experiment's id"))).one_or_none()
        return None if row is None else experiment_of(row)


def experiments_of(reads: Reads, guest: str) -> list[Experiment]:
    """A guest's experiments, the newest first."""
    mine = experiments.c.guest == plain(guest, "guest's id")
    with reads.snapshot() as conn:
        found = conn.execute(select(experiments).where(mine).order_by(experiments.c.created.desc()).limit(MOST))
        return [experiment_of(row) for row in found]


def waiting_experiments(reads: Reads, owner: str) -> list[str]:
    """Those to be played that no other process plays, the oldest first."""
    with reads.snapshot() as conn:
        clock, at = now(conn.dialect.name)
        free = or_(experiments.c.owner.is_(None), experiments.c.owner == owner, experiments.c.lease_until < clock)
        wanted = select(experiments.c.id).where(experiments.c.stage.in_(ALIVE), free)
        return list(conn.execute(wanted.order_by(experiments.c.created).limit(MOST), at).scalars())


def experiments_ahead(reads: Reads, created: float) -> int:
    """How many experiments that were begun earlier are still to be played."""
    with reads.snapshot() as conn:
        earlier = experiments.c.created < created
        return len(conn.execute(select(experiments.c.id).where(experiments.c.stage.in_(ALIVE), earlier)).all())


def experiment_content(reads: Reads, id: str, until: int) -> list[bytes]:
    """What was played for an experiment, in order, before this job."""
    this = experiment_parts.c.experiment == plain(id, "experiment's id")
    wanted = select(experiment_parts.c.content).where(this, experiment_parts.c.first < count(until, "job"))
    with reads.snapshot() as conn:
        return [bytes(one) for one in conn.execute(wanted.order_by(experiment_parts.c.first)).scalars()]

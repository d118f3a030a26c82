"""Reads about programs that the house runs: functions of `Reads`."""

from __future__ import annotations

import json
from typing import Any

from sqlalchemy import Row, Select, select

from parlour.store.reads import Reads
from parlour.store.rows import Program, ProgramRun, ProgramVersion, count, plain
from parlour.store.tables import guests, program_runs, program_versions, programs

MOST = 200


def program(reads: Reads, guest: str) -> Program | None:
    """The program of a bot."""
    with reads.snapshot() as conn:
        row = conn.execute(_programs().where(programs.c.guest == plain(guest, "bot's id"))).one_or_none()
        return None if row is None else _program(row)


def programs_of(reads: Reads, owner: str | None = None, shared: bool = False) -> list[Program]:
    """Programs, the last changed first: those of an owner, and with `shared` also those that everybody may play."""
    open_to_all = programs.c.shared & (programs.c.version > 0)
    mine = guests.c.owner == plain(owner, "guest's id") if owner is not None else None
    wanted = (mine | open_to_all if shared else mine) if mine is not None else open_to_all
    with reads.snapshot() as conn:
        found = conn.execute(_programs().where(wanted).order_by(programs.c.updated.desc()).limit(MOST))
        return [_program(row) for row in found]


def program_version_list(reads: Reads, guest: str) -> list[ProgramVersion]:
    """All versions of a bot's program, the newest first."""
    names = ("guest", "version", "created", "status", "manifest", "error", "output")
    shown = select(*(program_versions.c[name] for name in names))
    with reads.snapshot() as conn:
        found = conn.execute(
            shown.where(program_versions.c.guest == plain(guest, "bot's id")).order_by(
                program_versions.c.version.desc()
            )
        )
        return [ProgramVersion(**{**row._mapping, "manifest": json.loads(row.manifest)}) for row in found]


def program_files(reads: Reads, guest: str, version: int) -> tuple[Any, bytes, bytes | None] | None:
    """The manifest of a version, its source, and what was built from it."""
    columns = (program_versions.c.manifest, program_versions.c.source, program_versions.c.built)
    mine = (program_versions.c.guest == plain(guest, "bot's id")) & (
        program_versions.c.version == count(version, "version")
    )
    with reads.snapshot() as conn:
        row = conn.execute(select(*columns).where(mine)).one_or_none()
    if row is None:
        return None
    return json.loads(row.manifest), bytes(row.source), None if row.built is None else bytes(row.built)


def program_run_list(reads: Reads, guest: str, limit: int = 50) -> list[ProgramRun]:
    """How a bot's program did in its last matches, the last first."""
    mine = program_runs.c.player == plain(guest, "bot's id")
    with reads.snapshot() as conn:
        found = conn.execute(select(program_runs).where(mine).order_by(program_runs.c.at.desc()).limit(limit))
        return [ProgramRun(**{**row._mapping, "used": json.loads(row.used)}) for row in found]


def _programs() -> Select[Any]:
    return select(programs, guests.c.name, guests.c.owner).join(guests, guests.c.id == programs.c.guest)


def _program(row: Row[Any]) -> Program:
    return Program(**{**row._mapping, "games": json.loads(row.games)})

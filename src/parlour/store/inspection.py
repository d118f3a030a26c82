"""Checks whether a house could open a database, without creating, changing or migrating anything."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import URL, Connection

from parlour.store import connect
from parlour.store.errors import StoreError, explain
from parlour.store.migrations import NEWEST, version

LARGEST_CHECKED = 256 * 2**20  # bytes; larger SQLite files are not read through


@dataclass(frozen=True)
class Inspection:
    """What was found."""

    where: str
    file: Path | None  # for SQLite
    schema: int | None  # None: there is nothing yet; it will be created
    newest: int = NEWEST


def inspect_database(place: str | os.PathLike[str] | None = None) -> Inspection:
    """What is at this place. Raises StoreError if a house could not open it."""
    url = connect.find(place)
    where = connect.name_of(url)
    file = Path(str(url.database)) if url.get_backend_name() == "sqlite" and not url.query.get("uri") else None
    if file is not None and not file.exists():
        return Inspection(where, file, None)
    try:
        return Inspection(where, file, _read(url, where, file))
    except Exception as error:
        raise explain(error, where) from None


def _read(url: URL, where: str, file: Path | None) -> int | None:
    engine = connect.engine(url, writer=False)
    try:
        with engine.connect() as conn:
            if file is not None and file.stat().st_size <= LARGEST_CHECKED:
                _check_pages(conn, where)
            return version(conn, where)
    finally:
        engine.dispose()


def _check_pages(conn: Connection, where: str) -> None:
    found = conn.exec_driver_sql("PRAGMA quick_check(1)").scalar()
    if found != "ok":
        raise StoreError(f"{where} is damaged; restore it from a copy.", "damaged")

"""`parlour backup`: a copy of the database while the house is open."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

from parlour.core.errors import Refused


def backup(
    target: Annotated[str, typer.Argument(metavar="FILE", help="Where the copy goes; an older copy is replaced.")],
    db: Annotated[
        str | None,
        typer.Option("--db", metavar="FILE", envvar="PARLOUR_DB", help="The database, as for serve."),
    ] = None,
) -> None:
    """Copy an SQLite database, whole and at one instant, even while the house is open.

    The copy appears under its name only when it is complete. For PostgreSQL use pg_dump.

    \b
    Example:
      parlour backup /var/backups/parlour.db
    """
    from parlour.cli.places import file, shown
    from parlour.store import StoreError
    from parlour.store.inspection import inspect_database

    try:
        found = inspect_database(db)
    except StoreError as trouble:
        raise Refused(str(trouble), "store") from None
    if found.file is None:
        raise Refused("This database is not SQLite; `pg_dump` makes copies of PostgreSQL.", "not-sqlite")
    if not found.file.exists():
        raise Refused(f"{found.where} does not exist, so there is nothing to copy.", "no-file")
    copy = file(target)
    if copy.exists() and copy.samefile(found.file):
        raise Refused("The copy needs another name than the database itself.", "bad-file")
    if copy.is_dir():
        raise Refused(f"{shown(copy)} is a folder; name a file in it.", "bad-file")
    if not copy.parent.is_dir():
        raise Refused(f"There is no folder {shown(copy.parent)} for the copy; make it first.", "bad-file")
    _copy(found.file, copy)
    print(f"Copied to {shown(copy)} ({copy.stat().st_size:,} bytes).")


def _copy(origin: Path, target: Path) -> None:
    """Through a file beside the target: whatever happens in between, the last good copy stays."""
    import sqlite3
    from contextlib import closing

    beside = target.with_name(f"{target.name}.{os.getpid()}.new")
    os.close(os.open(beside, os.O_RDWR | os.O_CREAT | os.O_TRUNC, 0o600))  # it holds secret seeds
    try:
        with (
            closing(sqlite3.connect(f"{origin.resolve().as_uri()}?mode=ro", uri=True)) as source,
            closing(sqlite3.connect(beside)) as copy,
        ):
            source.backup(copy)
        os.replace(beside, target)
    except sqlite3.Error as error:
        raise Refused(f"The copy could not be made: {error}.", "store") from None
    finally:
        beside.unlink(missing_ok=True)

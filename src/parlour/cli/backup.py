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
    """Copy an SQLite database as it is at one instant, even while the house is open.

    The copy gets its name only when it is complete. For PostgreSQL use pg_dump.

    \b
    Example:
      parlour backup /var/backups/parlour.db
    """
    from parlour.cli.paths import shown, typed_path
    from parlour.store import StoreError
    from parlour.store.inspection import inspect_database

    try:
        found = inspect_database(db)
    except StoreError as trouble:
        raise Refused(str(trouble), "store") from None
    if found.file is None:
        raise Refused("This database is not SQLite; use `pg_dump` for PostgreSQL.", "not-sqlite")
    if not found.file.exists():
        raise Refused(f"{found.where} does not exist, so there is nothing to copy.", "no-file")
    copy = typed_path(target)
    if copy.exists() and copy.samefile(found.file):
        raise Refused("The copy can't replace the database itself; choose another name.", "bad-file")
    if copy.is_dir():
        raise Refused(f"{shown(copy)} is a folder; name a file in it.", "bad-file")
    if not copy.parent.is_dir():
        raise Refused(f"There is no folder {shown(copy.parent)}; create it first.", "bad-file")
    _copy(found.file, copy)
    print(f"Copied to {shown(copy)} ({copy.stat().st_size:,} bytes).")


def _copy(origin: Path, target: Path) -> None:
    """By way of a temporary file, so that a failure leaves the last good copy alone."""
    import sqlite3
    from contextlib import closing

    partial = target.with_name(f"{target.name}.{os.getpid()}.new")
    os.close(os.open(partial, os.O_RDWR | os.O_CREAT | os.O_TRUNC, 0o600))  # it holds secret seeds
    try:
        with (
            closing(sqlite3.connect(f"{origin.resolve().as_uri()}?mode=ro", uri=True)) as source,
            closing(sqlite3.connect(partial)) as copy,
        ):
            source.backup(copy)
        os.replace(partial, target)
    except sqlite3.Error as error:
        raise Refused(f"The copy could not be made: {error}.", "store") from None
    finally:
        partial.unlink(missing_ok=True)

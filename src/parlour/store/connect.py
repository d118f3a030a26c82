"""Where the database is, and how to connect to it."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

import platformdirs
from sqlalchemy import URL, Engine, create_engine, event, exc, make_url

from parlour.core.files import kind_of_file
from parlour.store.errors import StoreError

BUSY_MS = 5000
READERS = 4
# Notice a dead server within seconds, not after the system's default of two hours.
POSTGRES_ARGUMENTS = {
    "connect_timeout": 5,
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 15000,
    "application_name": "parlour",
}


def default_place() -> str:
    """$PARLOUR_DB, else parlour.db in $PARLOUR_DATA, else in the user's data folder."""
    if place := os.environ.get("PARLOUR_DB"):
        return place
    folder = os.environ.get("PARLOUR_DATA") or platformdirs.user_data_dir("parlour", appauthor=False)
    return str(Path(folder) / "parlour.db")


UNREADABLE = "Invalid database URL; it should look like postgresql://user@host/name or sqlite:///file."


def find(place: str | os.PathLike[str] | None) -> URL:
    """The URL of a database given as a URL, as a file's path, or not at all."""
    place = default_place() if place is None else os.fspath(place)
    if not place or "\0" in place:
        raise StoreError("The database must be a file's path or a URL.", "url")
    if re.match(r"(postgres(ql)?|sqlite)(\+\w+)?:(?!//)", place):  # otherwise taken for a file name
        raise StoreError(UNREADABLE, "url")
    if "://" not in place:
        url = URL.create("sqlite", database=str(Path(place).expanduser()) if place != ":memory:" else place)
    else:
        try:
            url = make_url(place)
        except (exc.ArgumentError, ValueError):
            raise StoreError(UNREADABLE, "url") from None
    kind = url.drivername.partition("+")[0]
    if kind in ("postgresql", "postgres"):
        return url.set(drivername="postgresql+psycopg")
    if kind != "sqlite":
        raise StoreError(f"Parlour works with SQLite and PostgreSQL, not with {kind}.", "url")
    if url.database in (None, "", ":memory:"):
        raise StoreError("A database in memory would lose all matches; give a file's path.", "url")
    return url.set(drivername="sqlite")


def name_of(url: URL) -> str:
    """The database's name for use in sentences, without its password."""
    if url.get_backend_name() == "sqlite":
        return f"The file {url.database}"
    return f"The database {url.set(drivername='postgresql', query={}).render_as_string(hide_password=True)}"


def prepare_file(url: URL) -> None:
    """Create the SQLite file if there is none, readable by its owner only: it holds secret seeds."""
    if url.get_backend_name() != "sqlite" or url.query.get("uri"):
        return
    path = Path(str(url.database))
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    if path.exists() and not path.is_file():
        raise StoreError(f"{path} is {kind_of_file(path.stat().st_mode)}, not a file.", "foreign")
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))


def engine(url: URL, *, writer: bool) -> Engine:
    """The single writing connection, or the few reading ones."""
    common: dict[str, Any] = {"hide_parameters": True}  # they hold seeds
    if writer:
        common |= {"pool_size": 1, "max_overflow": 1}  # the writer keeps the first
    else:
        common |= {"pool_size": READERS, "max_overflow": 28}
    if url.get_backend_name() == "sqlite":
        made = create_engine(url, connect_args={"check_same_thread": False}, **common)
        _teach_sqlite(made, writer)
        return made
    arguments = {name: value for name, value in POSTGRES_ARGUMENTS.items() if name not in url.query}
    if writer:
        common |= {"isolation_level": "READ COMMITTED"}
    else:
        common |= {"isolation_level": "REPEATABLE READ", "pool_pre_ping": True}
    made = create_engine(url, connect_args=arguments, **common)
    return made if writer else made.execution_options(postgresql_readonly=True)


def _teach_sqlite(made: Engine, writer: bool) -> None:
    @event.listens_for(made, "connect")
    def connected(connection: Any, _: object) -> None:
        connection.isolation_level = None  # we issue BEGIN ourselves
        cursor = connection.cursor()
        cursor.execute(f"PRAGMA busy_timeout = {BUSY_MS}")
        if writer:
            cursor.execute("PRAGMA journal_mode = WAL")
            cursor.execute("PRAGMA synchronous = FULL")
            cursor.execute("PRAGMA foreign_keys = ON")
        else:
            cursor.execute("PRAGMA query_only = ON")
        cursor.close()

    def begin(connection: Any) -> None:
        connection.driver_connection.execute("BEGIN IMMEDIATE" if writer else "BEGIN")

    # Not as a listener: then SQLAlchemy would look for others at every step of every statement.
    made.dialect.do_begin = begin  # type: ignore[method-assign, assignment]

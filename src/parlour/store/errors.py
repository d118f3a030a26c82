"""Database errors as sentences."""

from __future__ import annotations

import re
from typing import Literal

from sqlalchemy import exc

Reason = Literal[
    "junk",
    "url",
    "driver",
    "lost",
    "retry",
    "full",
    "readonly",
    "foreign",
    "newer",
    "damaged",
    "closed",
    "busy",
    "refused",
]

Known = tuple[Reason, str]

FULL: Known = "full", "{where} has run out of disk space; nothing was changed. Make room and try again."
UNWRITABLE: Known = "readonly", "{where} is not writable; allow writing or choose another place."
HELD: Known = "retry", "{where} is locked by another program; close that program and try again."
CROWDED: Known = "retry", "{where} is too busy with other writers; try again."

SQLITE: dict[str, Known] = {
    "SQLITE_FULL": FULL,
    "SQLITE_READONLY": UNWRITABLE,
    "SQLITE_PERM": UNWRITABLE,
    "SQLITE_CANTOPEN": ("readonly", "{where} can't be opened; check that its folder exists and is writable."),
    "SQLITE_NOTADB": ("foreign", "{where} is not a database; choose another file."),
    "SQLITE_CORRUPT": ("damaged", "{where} is damaged; restore it from a copy."),
    "SQLITE_BUSY": HELD,
    "SQLITE_LOCKED": HELD,
    "SQLITE_IOERR": ("refused", "{where} has a disk error; check the disk and try again."),
}

# The keys are SQLSTATEs or their class, the first two characters.
POSTGRES: dict[str, Known] = {
    "53100": FULL,
    "53": ("lost", "{where} has no room for another connection; try again later."),
    "25006": ("readonly", "{where} is read-only; choose a writable server."),
    "40": CROWDED,
    "55P03": CROWDED,
    "57P": ("lost", "{where} is shutting down or starting up; try again soon."),
    "08": ("lost", "{where} can't be reached; check that it is running."),
    "28": ("url", "{where} refuses the login; check user and password."),
    "3D000": ("url", "{where} does not exist on its server; create it first."),
    "42501": ("readonly", "{where} does not let this user write; grant the permission."),
}

# PostgreSQL refuses a login without a state: its words, and the state they stand for.
TURNED_AWAY = {
    r"no password supplied|authentication failed": "28",
    r"no pg_hba\.conf entry": "28",
    r'role ".*" does not exist': "28",
    r'database ".*" does not exist': "3D000",
}


class StoreError(Exception):
    """The store could not do something: a sentence, and a `reason` in one word for programs.

    After "lost", a write may or may not have been kept; after any other reason, it was not.
    """

    def __init__(self, sentence: str, reason: Reason = "refused") -> None:
        super().__init__(sentence)
        self.reason: Reason = reason


GUESTS: dict[str, str] = {
    "lost": "The house can't reach its database; try again soon.",
    "retry": "The house is too busy to save this; try again.",
    "busy": "The house is too busy to save this; try again.",
    "full": "The house's disk is full, so nothing can be saved.",
    "closed": "The house is closing; come back in a moment.",
}


def for_guests(error: StoreError) -> str:
    """The sentence for guests, who should not learn the database's place, user or host."""
    if error.reason == "junk":
        return str(error)
    return GUESTS.get(error.reason, "The house's database refused this; the house's log says why.")


def explain(error: BaseException, where: str) -> StoreError:
    """The sentence for an error of the database or its driver. Never quotes a row, because rows hold seeds."""
    if isinstance(error, StoreError):
        return error
    if isinstance(error, (ModuleNotFoundError, exc.NoSuchModuleError)):
        return StoreError(f"The driver for {where} is not installed; install parlour[postgres].", "driver")
    if isinstance(error, exc.TimeoutError):
        return StoreError(f"Too many readers are waiting for {where}; try again.", "busy")
    if isinstance(error, OSError):
        reason: Reason = "full" if error.errno == 28 else "readonly"
        return StoreError(f"{where} can't be opened: {error.strerror or 'the system refuses'}.", reason)
    if not isinstance(error, exc.DBAPIError):
        return StoreError(f"{where} refused: {type(error).__name__}.")
    cause = error.orig
    known = _sqlite(cause) or _postgres(cause)
    if known is not None:
        return StoreError(known[1].format(where=where), known[0])
    if error.connection_invalidated or (isinstance(error, exc.OperationalError) and not _spoken(cause)):
        return StoreError(f"{where} can't be reached: {_first_line(cause)}.", "lost")
    return StoreError(f"{where} refused: {_first_line(cause)}.")


def _sqlite(cause: BaseException | None) -> Known | None:
    name = getattr(cause, "sqlite_errorname", None)
    if not isinstance(name, str):
        return None
    while name:
        if name in SQLITE:
            return SQLITE[name]
        name = name.rpartition("_")[0]  # SQLITE_IOERR_WRITE is a kind of SQLITE_IOERR
    return None


def _postgres(cause: BaseException | None) -> Known | None:
    state = getattr(cause, "sqlstate", None)
    if not isinstance(state, str):
        state = next((state for words, state in TURNED_AWAY.items() if re.search(words, str(cause))), None)
    if state is None:
        return None
    return POSTGRES.get(state) or POSTGRES.get(state[:3]) or POSTGRES.get(state[:2])


def _spoken(cause: BaseException | None) -> bool:
    """Whether the error comes from the database itself and not from a broken connection."""
    return getattr(cause, "sqlstate", None) is not None or getattr(cause, "sqlite_errorname", None) is not None


def _first_line(cause: BaseException | None) -> str:
    return (str(cause).strip().splitlines() or ["no reason given"])[0].rstrip(".")

"""What went wrong with the database, in one sentence for the person who gets it."""

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

SQLITE: dict[str, tuple[Reason, str]] = {
    "SQLITE_FULL": ("full", "{where} finds its disk full; nothing was changed, make room and try again."),
    "SQLITE_READONLY": ("readonly", "{where} cannot be written to; allow writing or choose another place."),
    "SQLITE_PERM": ("readonly", "{where} cannot be written to; allow writing or choose another place."),
    "SQLITE_CANTOPEN": ("readonly", "{where} cannot be opened; check that its folder exists and may be written to."),
    "SQLITE_NOTADB": ("foreign", "{where} is not a database; choose another file."),
    "SQLITE_CORRUPT": ("damaged", "{where} is damaged; restore it from a copy."),
    "SQLITE_BUSY": ("retry", "{where} is held by another program; close that program and try again."),
    "SQLITE_LOCKED": ("retry", "{where} is held by another program; close that program and try again."),
    "SQLITE_IOERR": ("refused", "{where} finds that its disk does not obey; check the disk and try again."),
}

# The keys are SQLSTATEs or their class, the first two characters.
POSTGRES: dict[str, tuple[Reason, str]] = {
    "53100": ("full", "{where} finds its disk full; nothing was changed, make room and try again."),
    "53": ("lost", "{where} has no room for another connection; try again later."),
    "25006": ("readonly", "{where} is read-only; choose a server that may be written to."),
    "40": ("retry", "{where} is too busy with rival writers; try again."),
    "55P03": ("retry", "{where} is too busy with rival writers; try again."),
    "57P": ("lost", "{where} is shutting down or starting; try again soon."),
    "08": ("lost", "{where} cannot be reached; check that it runs."),
    "28": ("url", "{where} does not let us in; check user and password."),
    "3D000": ("url", "{where} does not exist on its server; create it first."),
    "42501": ("readonly", "{where} does not allow us to write; grant this user the right."),
}

# Who is turned away at PostgreSQL's door is told so without a state: the words, and the state they stand for.
TURNED_AWAY = {
    r"no password supplied|authentication failed": "28",
    r"no pg_hba\.conf entry": "28",
    r'role ".*" does not exist': "28",
    r'database ".*" does not exist': "3D000",
}


class StoreError(Exception):
    """A sentence about what the store could not do; `reason` is one word for programs.

    After "lost" it is not known whether a write was kept; after any other reason it was not.
    """

    def __init__(self, sentence: str, reason: Reason = "refused") -> None:
        super().__init__(sentence)
        self.reason: Reason = reason


GUESTS: dict[str, str] = {
    "lost": "The house cannot reach its database; try again soon.",
    "retry": "The house is too busy to write this down; try again.",
    "busy": "The house is too busy to write this down; try again.",
    "full": "The house's disk is full, so nothing can be written down.",
    "closed": "The house is closing; come back in a moment.",
}


def for_guests(error: StoreError) -> str:
    """The sentence for those whom the place of the database, its user and its host are no concern of."""
    if error.reason == "junk":
        return str(error)
    return GUESTS.get(error.reason, "The house's database refused this; the house's log says why.")


def explain(error: BaseException, where: str) -> StoreError:
    """The sentence for an error of the database or its driver. Never quotes a row, for rows hold seeds."""
    if isinstance(error, StoreError):
        return error
    if isinstance(error, (ModuleNotFoundError, exc.NoSuchModuleError)):
        return StoreError(f"The driver for {where} is not installed; install parlour[postgres].", "driver")
    if isinstance(error, exc.TimeoutError):
        return StoreError(f"Too many readers wait for {where}; try again.", "busy")
    if isinstance(error, OSError):
        reason: Reason = "full" if error.errno == 28 else "readonly"
        return StoreError(f"{where} cannot be opened: {error.strerror or 'the system refuses'}.", reason)
    if not isinstance(error, exc.DBAPIError):
        return StoreError(f"{where} refused: {type(error).__name__}.")
    cause = error.orig
    known = _sqlite(cause) or _postgres(cause)
    if known is not None:
        return StoreError(known[1].format(where=where), known[0])
    if error.connection_invalidated or (isinstance(error, exc.OperationalError) and not _spoken(cause)):
        return StoreError(f"{where} cannot be reached: {_first_line(cause)}.", "lost")
    return StoreError(f"{where} refused: {_first_line(cause)}.")


def _sqlite(cause: BaseException | None) -> tuple[Reason, str] | None:
    name = getattr(cause, "sqlite_errorname", None)
    if not isinstance(name, str):
        return None
    while name:
        if name in SQLITE:
            return SQLITE[name]
        name = name.rpartition("_")[0]  # SQLITE_IOERR_WRITE is a kind of SQLITE_IOERR
    return None


def _postgres(cause: BaseException | None) -> tuple[Reason, str] | None:
    state = getattr(cause, "sqlstate", None)
    if not isinstance(state, str):
        state = next((state for words, state in TURNED_AWAY.items() if re.search(words, str(cause))), None)
    if state is None:
        return None
    return POSTGRES.get(state) or POSTGRES.get(state[:3]) or POSTGRES.get(state[:2])


def _spoken(cause: BaseException | None) -> bool:
    """Whether the database itself gave the answer; otherwise the line to it is broken."""
    return getattr(cause, "sqlstate", None) is not None or getattr(cause, "sqlite_errorname", None) is not None


def _first_line(cause: BaseException | None) -> str:
    return (str(cause).strip().splitlines() or ["no reason given"])[0].rstrip(".")

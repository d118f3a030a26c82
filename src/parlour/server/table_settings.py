"""A table's stored settings: what its host chose, and what has changed since."""

from __future__ import annotations

from typing import Any

import msgspec

from parlour.core.branch import Branch
from parlour.core.errors import Refused
from parlour.core.protocol import NextTable, TableSettings
from parlour.core.sequel import Earlier
from parlour.store import rows


class Hinted(msgspec.Struct, frozen=True):
    """The hints that a seat has had: how many, and for which ply the last one."""

    count: int = 0
    ply: int = 0


class StoredSettings(TableSettings, frozen=True, kw_only=True, omit_defaults=True):
    classic: bool = False  # belongs to the classic door
    taken: dict[int, str] = msgspec.field(default_factory=dict)  # seats taken over by house players, and their words
    programs: dict[int, int] = msgspec.field(default_factory=dict)  # seats of the house's programs, and their versions
    hinted: dict[int, Hinted] = msgspec.field(default_factory=dict)
    taken_back: dict[int, int] = msgspec.field(default_factory=dict)  # moves taken back, by seat
    series: Earlier | None = None  # the earlier games of this match
    rematch: str | None = None  # the table of the rematch
    next: NextTable | None = None
    branch: Branch | None = None  # it plays on from another game: a game apart, never to be rated
    closed: str = ""  # why the host of the house closed it
    called_off: str | None = None  # why it was closed before it began
    tournament: str | None = None  # that this game belongs to
    demonstration: bool = False  # players of the house play each other for the lobby
    imported: bool = msgspec.field(default=False, name="brought")  # it came from a record file


def read_settings(row: rows.Match) -> StoredSettings:
    try:
        return msgspec.convert(row.settings or {}, StoredSettings, str_keys=True)
    except msgspec.ValidationError as error:
        raise Refused(f"This table's settings are damaged: {error}.", "damaged") from None


def write_settings(settings: StoredSettings) -> dict[str, Any]:
    written: dict[str, Any] = msgspec.to_builtins(settings, str_keys=True)
    return written


def chosen(settings: TableSettings) -> dict[str, Any]:
    """What the host chose, for a rematch or to show it."""
    return {name: getattr(settings, name) for name in TableSettings.__struct_fields__}

"""What the store keeps of a table beside its match: what its host chose, and what became of it since."""

from __future__ import annotations

from typing import Any

import msgspec

from parlour.core.errors import Refused
from parlour.core.protocol import NextTable, TableSettings
from parlour.core.sequel import Earlier
from parlour.store import rows


class StoredSettings(TableSettings, frozen=True, kw_only=True, omit_defaults=True):
    classic: bool = False  # it belongs to the classic door
    taken: dict[int, str] = msgspec.field(default_factory=dict)  # seats that a house player plays on for, and its word
    series: Earlier | None = None  # the games of this match before this one
    rematch: str | None = None  # the table where the same people play again
    next: NextTable | None = None
    brought: bool = False  # it came from a record file


def read_settings(row: rows.Match) -> StoredSettings:
    try:
        return msgspec.convert(row.settings or {}, StoredSettings, str_keys=True)
    except msgspec.ValidationError as error:
        raise Refused(f"The settings of this table are damaged: {error}.", "damaged") from None


def write_settings(settings: StoredSettings) -> dict[str, Any]:
    written: dict[str, Any] = msgspec.to_builtins(settings, str_keys=True)
    return written


def chosen(settings: TableSettings) -> dict[str, Any]:
    """What the host chose, for a rematch, or to be shown."""
    return {name: getattr(settings, name) for name in TableSettings.__struct_fields__}

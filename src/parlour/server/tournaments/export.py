"""A tournament as files: standings and crosstable as CSV, everything as JSON, and the records of all games."""

from __future__ import annotations

import io
import zipfile
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING

from parlour.core import record
from parlour.core.errors import Refused
from parlour.server.tournaments.progress import Progress

if TYPE_CHECKING:
    from parlour.server.house import House


class _Pipe(io.RawIOBase):
    """What a ZIP file is written into, piece by piece."""

    def __init__(self) -> None:
        self._pieces: list[bytes] = []
        self._at = 0

    def writable(self) -> bool:
        return True

    def write(self, data: object) -> int:
        piece = bytes(data)  # type: ignore[call-overload]
        self._pieces.append(piece)
        self._at += len(piece)
        return len(piece)

    def tell(self) -> int:
        return self._at

    def taken(self) -> bytes:
        pieces, self._pieces = self._pieces, []
        return b"".join(pieces)


async def records(house: House, progress: Progress) -> AsyncIterator[bytes]:
    """A ZIP file with the records of all games that are over, as it grows."""
    pipe = _Pipe()
    with zipfile.ZipFile(pipe, "w", zipfile.ZIP_DEFLATED) as archive:
        for game in progress.games:
            for number, id in enumerate(game.tables if game.payoffs is not None else game.tables[:-1], start=1):
                data = await _record(house, id)
                if data is None:
                    continue
                again = f"-{number}" if number > 1 else ""
                name = f"round-{game.round:03}-table-{game.place + 1:03}-game-{game.number + 1}{again}.json"
                archive.writestr(zipfile.ZipInfo(name), data, zipfile.ZIP_DEFLATED)
                if piece := pipe.taken():
                    yield piece
    yield pipe.taken()


async def _record(house: House, id: str) -> bytes | None:
    """The record of a game; None if it was never played to its end."""
    known = id in house.tables
    try:
        table = await house.table(id)
    except Refused:
        return None
    if table.match is None or not table.match.over:
        return None
    data = record.encode(record.record(table.match, table.names))
    if not known and not table.guests.visitors():
        house.put_away(table)  # an archive must not fill the memory
    return data

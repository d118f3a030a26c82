"""The store: one door to the writer thread and to the reading connections."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import Future
from typing import Any, TypeVar

from sqlalchemy import Engine

from parlour.store import connect, writes
from parlour.store.errors import explain
from parlour.store.migrations import migrate
from parlour.store.reads import Reads
from parlour.store.rows import (
    Appended,
    Changed,
    Fault,
    Guest,
    Json,
    Match,
    Move,
    Pace,
    Page,
    Played,
    Rating,
    Saved,
    Seat,
    Stats,
    Text,
)
from parlour.store.writer import Writer

T = TypeVar("T")
OPENING_PATIENCE = 60.0  # seconds for another process that brings the tables up to date


class Store:
    """Matches, moves, texts and ratings in SQLite or PostgreSQL.

    Its methods are for asyncio. From threads, `submit(write)` gives a future that answers after the commit,
    `write(write)` waits for it, and `reads` has all that can be read as plain calls.
    """

    def __init__(self, writing: Engine, reading: Engine, where: str, **limits: Any) -> None:
        self.where = where
        self.reads = Reads(reading, where)
        self._writing = writing
        self._reading = reading
        self._writer = Writer(writing, where, **limits)

    @classmethod
    def open(cls, place: str | os.PathLike[str] | None = None, **limits: Any) -> Store:
        """Opens a database by URL or path, and brings its tables up to date. Raises StoreError with a sentence."""
        url = connect.find(place)
        where = connect.name_of(url)
        try:
            connect.prepare_file(url)
            writing = connect.engine(url, writer=True)
            reading = connect.engine(url, writer=False)
        except Exception as error:
            raise explain(error, where) from None
        try:
            _bring_up_to_date(writing, where)
        except BaseException:
            writing.dispose()
            raise
        return cls(writing, reading, where, **limits)

    def __repr__(self) -> str:
        return f"<Store {self.where}>"

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Writes what is queued and lets the database go."""
        self._writer.close()
        self._writing.dispose()
        self._reading.dispose()

    async def aclose(self) -> None:
        await asyncio.to_thread(self.close)

    def submit(self, write: writes.Write[T]) -> Future[T]:
        """Queues a write; the future answers after its commit, or fails with a StoreError."""
        return self._writer.submit(write)

    def write(self, write: writes.Write[T]) -> T:
        """Writes and waits for the commit."""
        return self.submit(write).result()

    def stats(self) -> Stats:
        return self._writer.stats()

    async def _write(self, write: writes.Write[T]) -> T:
        return await asyncio.wrap_future(self.submit(write))

    # Writes

    async def append_move(
        self, match: str, ply: int, seat: int, move: Json, used_ms: int = 0, at: float | None = None
    ) -> Appended:
        return await self._write(writes.AppendMove(match, ply, seat, move, used_ms, at))

    async def create_match(
        self,
        game: str,
        version: str,
        seed: str,
        *,
        options: Json = None,
        seats: Sequence[Seat] = (),
        settings: Json = None,
        status: str = "open",
        listed: bool = False,
        host: str | None = None,
        rematch_of: str | None = None,
        started: float | None = None,
        id: str | None = None,
    ) -> Changed:
        create = writes.CreateMatch(
            game,
            version,
            seed,
            options=options,
            seats=seats,
            settings=settings,
            status=status,
            listed=listed,
            host=host,
            rematch_of=rematch_of,
            started=started,
            id=id,
        )
        return await self._write(create)

    async def update_match(self, id: str, revision: int | None = None, **changes: Any) -> Changed:
        """Changes options, seats, settings, status, listed, host, started, ended or result of a match."""
        return await self._write(writes.UpdateMatch(id, revision, **changes))

    async def import_match(self, record: Mapping[str, Any], host: str | None = None) -> str:
        return await self._write(writes.ImportMatch(record, host))

    async def claim(self, match: str, owner: str, seconds: float) -> bool:
        return await self._write(writes.Claim(match, owner, seconds))

    async def release(self, match: str, owner: str) -> bool:
        return await self._write(writes.Release(match, owner))

    async def save_guest(self, id: str, name: str, kind: str = "person", owner: str | None = None) -> Guest:
        return await self._write(writes.SaveGuest(id, name, kind, owner=owner))

    async def note_fault(self, match: str, seat: int, ply: int, code: str, why: str, said: str = "") -> None:
        await self._write(writes.NoteFault(match, seat, ply, code, why, said))

    async def keep_text(self, kind: str, name: str, content: str, author: str | None = None) -> Text:
        return await self._write(writes.KeepText(kind, name, content, author))

    async def save_text(self, guest: str, kind: str, name: str, content: str, *, first: bool = False) -> Saved:
        """With `first`, a text that is already saved under this name stays, and is told."""
        return await self._write(writes.SaveText(guest, kind, name, content, first))

    async def forget_text(self, guest: str, kind: str, name: str) -> bool:
        return await self._write(writes.ForgetText(guest, kind, name))

    async def save_ratings(self, changed: Sequence[Rating]) -> bool:
        return await self._write(writes.SaveRatings(changed))

    # Reads

    async def match(self, id: str) -> Match | None:
        return await asyncio.to_thread(self.reads.match, id)

    async def load_match(self, id: str) -> Played | None:
        return await asyncio.to_thread(self.reads.load_match, id)

    async def move_counts(self, ids: Iterable[str]) -> dict[str, int]:
        return await asyncio.to_thread(self.reads.move_counts, list(ids))

    async def moves_since(self, id: str, ply: int) -> list[Move]:
        return await asyncio.to_thread(self.reads.moves_since, id, ply)

    async def tables(
        self,
        statuses: Sequence[str] = ("open", "running"),
        *,
        game: str | None = None,
        limit: int = 50,
        after: str | None = None,
    ) -> Page:
        return await asyncio.to_thread(self.reads.tables, statuses, game=game, limit=limit, after=after)

    async def matches_of(self, guest: str, *, limit: int = 50, after: str | None = None) -> Page:
        return await asyncio.to_thread(self.reads.matches_of, guest, limit=limit, after=after)

    async def hosted(self, guest: str) -> int:
        return await asyncio.to_thread(self.reads.hosted, guest)

    async def rematch(self, id: str) -> Match | None:
        return await asyncio.to_thread(self.reads.rematch, id)

    async def idle(self, before: float, limit: int = 100, statuses: Sequence[str] = ("open", "running")) -> list[Match]:
        return await asyncio.to_thread(self.reads.idle, before, limit, statuses)

    async def expired_leases(self, limit: int = 100, after: str = "") -> list[str]:
        return await asyncio.to_thread(self.reads.expired_leases, limit, after)

    async def export_match(self, id: str) -> dict[str, Any]:
        return await asyncio.to_thread(self.reads.export_match, id)

    async def guest(self, id: str) -> Guest | None:
        return await asyncio.to_thread(self.reads.guest, id)

    async def bots_of(self, owner: str, limit: int = 100) -> list[Guest]:
        return await asyncio.to_thread(self.reads.bots_of, owner, limit)

    async def faults(self, match: str, seat: int, limit: int = 1000) -> list[Fault]:
        return await asyncio.to_thread(self.reads.faults, match, seat, limit)

    async def paces(self, ids: Iterable[str]) -> dict[tuple[str, int], Pace]:
        return await asyncio.to_thread(self.reads.paces, list(ids))

    async def text(self, hash: str) -> Text | None:
        return await asyncio.to_thread(self.reads.text, hash)

    async def texts(self, hashes: Iterable[str]) -> dict[str, Text]:
        return await asyncio.to_thread(self.reads.texts, list(hashes))

    async def saved(self, guest: str, kind: str | None = None) -> list[Saved]:
        return await asyncio.to_thread(self.reads.saved, guest, kind)

    async def rating(self, game: str, player: str) -> Rating | None:
        return await asyncio.to_thread(self.reads.rating, game, player)

    async def ratings(self, game: str, limit: int = 1000) -> list[Rating]:
        return await asyncio.to_thread(self.reads.ratings, game, limit)


def _bring_up_to_date(engine: Engine, where: str) -> None:
    """Migrates, with patience for another process that does the same."""
    deadline = time.monotonic() + OPENING_PATIENCE
    while True:
        try:
            with engine.begin() as conn:
                migrate(conn, where)
            return
        except Exception as cause:
            error = explain(cause, where)
            if error.reason != "retry" or time.monotonic() > deadline:
                raise error from None
        time.sleep(0.05)

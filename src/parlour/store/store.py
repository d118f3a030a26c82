"""The store: access to the writer thread and the reading connections."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Callable, Coroutine
from concurrent.futures import Future
from typing import Any, Concatenate, ParamSpec, TypeVar

from sqlalchemy import Engine

from parlour.store import connect, farewell_writes, rating_writes, self_writes, writes
from parlour.store.errors import explain
from parlour.store.migrations import migrate
from parlour.store.reads import Reads
from parlour.store.rows import Stats
from parlour.store.writer import Writer

P = ParamSpec("P")
T = TypeVar("T")
OPENING_PATIENCE = 60.0  # seconds to wait for another process that is migrating the tables


def _writing(kind: Callable[P, writes.Write[T]]) -> Callable[Concatenate[Store, P], Coroutine[Any, Any, T]]:
    async def write(store: Store, /, *args: P.args, **kwargs: P.kwargs) -> T:
        return await store._writer.ask(kind(*args, **kwargs))

    return write


def _reading(read: Callable[Concatenate[Reads, P], T]) -> Callable[Concatenate[Store, P], Coroutine[Any, Any, T]]:
    async def in_thread(store: Store, /, *args: P.args, **kwargs: P.kwargs) -> T:
        return await asyncio.to_thread(read, store.reads, *args, **kwargs)

    return in_thread


class Store:
    """Matches, moves, texts and ratings in SQLite or PostgreSQL.

    Its methods are coroutines. From threads, `submit(write)` returns a future that is done after the commit,
    `write(write)` waits for it, and `reads` offers all reads as plain calls.
    """

    def __init__(self, writing: Engine, reading: Engine, where: str, **limits: Any) -> None:
        self.where = where
        self.reads = Reads(reading, where)
        self._writing = writing
        self._reading = reading
        self._writer = Writer(writing, where, **limits)

    @classmethod
    def open(cls, place: str | os.PathLike[str] | None = None, **limits: Any) -> Store:
        """Open a database by URL or path and migrate its tables. Raises StoreError with a sentence."""
        url = connect.find(place)
        where = connect.name_of(url)
        try:
            connect.prepare_file(url)
            writing = connect.engine(url, writer=True)
            reading = connect.engine(url, writer=False)
        except Exception as error:
            raise explain(error, where) from None
        try:
            _migrate(writing, where)
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
        """Write what is queued, then close the database."""
        self._writer.close()
        self._writing.dispose()
        self._reading.dispose()

    async def aclose(self) -> None:
        await asyncio.to_thread(self.close)

    def submit(self, write: writes.Write[T]) -> Future[T]:
        """Queue a write; the future is done after its commit, or fails with a StoreError."""
        return self._writer.submit(write)

    def write(self, write: writes.Write[T]) -> T:
        """Write and wait for the commit."""
        return self.submit(write).result()

    def stats(self) -> Stats:
        return self._writer.stats()

    # Writes: each is a coroutine that takes what its class takes, and answers after the commit.

    append_move = _writing(writes.AppendMove)
    create_match = _writing(writes.CreateMatch)
    update_match = _writing(writes.UpdateMatch)
    import_match = _writing(writes.ImportMatch)
    claim = _writing(writes.Claim)
    renew = _writing(writes.Renew)
    release = _writing(writes.Release)
    save_guest = _writing(writes.SaveGuest)
    arrive = _writing(self_writes.Arrive)
    add_device = _writing(self_writes.AddDevice)
    note_seen = _writing(self_writes.NoteSeen)
    sign_out = _writing(self_writes.SignOut)
    sign_anew = _writing(self_writes.SignAnew)
    make_code = _writing(self_writes.MakeCode)
    use_code = _writing(self_writes.UseCode)
    take_challenge = _writing(self_writes.TakeChallenge)
    save_phrase = _writing(self_writes.SavePhrase)
    add_passkey = _writing(self_writes.AddPasskey)
    use_passkey = _writing(self_writes.UsePasskey)
    forget_passkey = _writing(self_writes.ForgetPasskey)
    forget_names = _writing(farewell_writes.ForgetNames)
    forget_guest = _writing(farewell_writes.ForgetGuest)
    note_fault = _writing(writes.NoteFault)
    claim_review = _writing(writes.ClaimReview)
    grow_review = _writing(writes.GrowReview)
    release_review = _writing(writes.ReleaseReview)
    keep_text = _writing(writes.KeepText)
    save_text = _writing(writes.SaveText)
    forget_text = _writing(writes.ForgetText)
    count_games = _writing(rating_writes.CountGames)
    try_puzzle = _writing(rating_writes.TryPuzzle)

    # Reads: the methods of Reads as coroutines, run in a thread.

    match = _reading(Reads.match)
    load_match = _reading(Reads.load_match)
    move_counts = _reading(Reads.move_counts)
    moves_since = _reading(Reads.moves_since)
    tables = _reading(Reads.tables)
    matches_of = _reading(Reads.matches_of)
    branches = _reading(Reads.branches)
    hosted = _reading(Reads.hosted)
    rematch = _reading(Reads.rematch)
    idle = _reading(Reads.idle)
    expired_leases = _reading(Reads.expired_leases)
    export_match = _reading(Reads.export_match)
    guest = _reading(Reads.guest)
    holder = _reading(Reads.holder)
    ways_in = _reading(Reads.ways_in)
    guest_by_phrase = _reading(Reads.guest_by_phrase)
    passkey = _reading(Reads.passkey)
    bots_of = _reading(Reads.bots_of)
    faults = _reading(Reads.faults)
    review = _reading(Reads.review)
    paces = _reading(Reads.paces)
    text = _reading(Reads.text)
    texts = _reading(Reads.texts)
    saved = _reading(Reads.saved)
    rating = _reading(Reads.rating)
    ratings = _reading(Reads.ratings)
    ratings_of = _reading(Reads.ratings_of)
    rated = _reading(Reads.rated)
    rated_seats = _reading(Reads.rated_seats)
    rated_games = _reading(Reads.rated_games)
    rated_wins = _reading(Reads.rated_wins)
    scores = _reading(Reads.scores)
    guests = _reading(Reads.guests)
    public_games = _reading(Reads.public_games)
    puzzle_ratings = _reading(Reads.puzzle_ratings)
    puzzles_tried = _reading(Reads.puzzles_tried)


def _migrate(engine: Engine, where: str) -> None:
    """Migrate, waiting for another process that is doing the same."""
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

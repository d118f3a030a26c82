"""Reviews of finished games: made in a process that gives way to all others, a slice at a time, and kept in the store.

A review belongs to one process of the house at a time, which renews its lease with every slice. If that process is
killed, the next guest who asks has the review begun again; what had grown is shown meanwhile. Each guest has one review
made at a time, and guests take turns.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast
from weakref import WeakValueDictionary

import msgspec
from msgspec import UNSET

from parlour.core.errors import Refused
from parlour.core.protocol import Review, ReviewStage, TableReview
from parlour.lab.review import EFFORTS, Effort, Reviewer
from parlour.lab.review.page import page
from parlour.lab.review.reviewing import SEED
from parlour.server.replays import Played
from parlour.server.workers import Overran, Pool
from parlour.store import StoreError, for_guests

if TYPE_CHECKING:
    from parlour.server.house import House
    from parlour.server.table import LiveTable
    from parlour.store import rows

log = logging.getLogger("parlour.server")

FORM = 2  # of what is stored; one with another number is made anew
NICENESS = 10
SLICE = 2.0  # seconds of work, after which others have their turn
NEWS = 1.2  # a review is shown again when so many times as much work is in it
SLICE_LIMIT = 60.0  # a slice that takes so much more work never ends
BUDGET = 240.0  # seconds of work for one review; then it is left as it is
LEASE_SECONDS = 120.0
AT_ONCE = 6  # reviews between which the process changes
MOST_OF_A_GUEST = 10  # waiting or under way
MOST_WAITING = 300
MOST_PLIES = 3000
MOST_TROUBLES = 1000


# --- in the worker process ---


class Slice(msgspec.Struct):
    """What a slice of work has brought; `content` is empty if there is nothing new to show."""

    progress: float
    content: bytes
    done: bool


class Growing:
    """A review under way, which this process remembers from slice to slice."""

    def __init__(self, played: Played, effort: Effort) -> None:
        match = played.begin()
        for entry in played.entries:
            match.enter(entry.seat, match.game.moves.from_json(entry.move, house=True))
        self.reviewer = Reviewer(match, played.names, effort, SEED)
        self.pieces: Iterator[int | None] = self.reviewer.pieces()
        self.spent = 0.0
        self.shown = 0.0  # what had been spent when it was last shown

    def grow(self, seconds: float) -> Slice:
        began = time.process_time()
        had_curve = self.reviewer.has_curve
        ended = True
        for _ in self.pieces:
            late = time.process_time() - began >= seconds
            if late or (self.reviewer.has_curve and not had_curve):
                ended = False
                break
        self.spent += time.process_time() - began
        progress, has_curve = self.reviewer.progress, self.reviewer.has_curve
        done = ended or self.spent >= BUDGET
        if done and not has_curve:
            raise Refused("This game takes too long to review.", "too-slow")
        worth_showing = done or not had_curve or self.spent >= NEWS * self.shown
        if not has_curve or not worth_showing:
            return Slice(progress, b"", False)
        self.shown = self.spent
        return Slice(progress, msgspec.json.encode(page(self.reviewer)), done)


_growing: OrderedDict[str, Growing] = OrderedDict()  # by table


def grow(table: str, played: Played, effort: Effort, seconds: float) -> Slice:
    """Work on a review for so many seconds; if this process does not know it, from the beginning."""
    growing = _growing.pop(table, None) or Growing(played, effort)
    found = growing.grow(seconds)
    if not found.done:
        _growing[table] = growing
        while len(_growing) > AT_ONCE:
            _growing.popitem(last=False)
    return found


# --- in the house ---


@dataclass(eq=False)
class Underway:
    """A review that this process of the house makes or will make."""

    guest: str
    task: asyncio.Task[None] | None = None
    begun: bool = False
    progress: float = 0.0
    grown: int = 0
    content: bytes = b""


class Reviews:
    """All reviews of this process of the house."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.effort = EFFORTS["normal"]
        self._pool = Pool(1, NICENESS, "reviews", house.measures)
        self._underway: dict[str, Underway] = {}
        self._room = asyncio.Semaphore(AT_ONCE)
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._troubles: OrderedDict[str, str] = OrderedDict()

    async def ask(self, table: LiveTable, guest: str) -> None:
        """Have the review of a finished game made, unless it is there, or under way already."""
        kept = await self._kept(table.id)
        if table.id in self._underway or (kept is not None and (kept.done or self._is_elsewhere(kept))):
            return
        if table.ply > MOST_PLIES:
            raise Refused(f"This game has {table.ply} moves; up to {MOST_PLIES} can be reviewed.", "too-long")
        if len(self._underway) >= MOST_WAITING:
            raise Refused("The house has many reviews to make; ask again later.", "too-many")
        if sum(one.guest == guest for one in self._underway.values()) >= MOST_OF_A_GUEST:
            raise Refused(
                f"The house is making {MOST_OF_A_GUEST} reviews for you; ask for more when one is ready.", "too-many"
            )
        self._troubles.pop(table.id, None)
        underway = self._underway[table.id] = Underway(guest)
        if kept is not None:
            underway.grown, underway.content = kept.grown, kept.content.encode()
        underway.task = self.house.background(self._make(table, underway))

    async def show(self, table: LiveTable, after: int) -> TableReview:
        """How far a review is, and the review itself if it has grown since."""
        underway = self._underway.get(table.id)
        if underway is not None:
            stage: ReviewStage = "growing" if underway.begun else "waiting"
            told = TableReview(table.id, stage, underway.progress, underway.grown)
            return _with(told, underway.content, after)
        trouble = self._troubles.get(table.id)
        if trouble is not None:
            return TableReview(table.id, "failed", 0.0, 0, trouble)
        kept = await self._kept(table.id)
        if kept is None:
            return TableReview(table.id, "none", 0.0, 0)
        stage = "done" if kept.done else "growing" if self._is_elsewhere(kept) else "none"
        told = TableReview(table.id, stage, kept.progress, kept.grown)
        return _with(told, kept.content.encode(), after)

    async def found(self, table: LiveTable) -> Review | None:
        """What a review has found so far, if there is one."""
        review = (await self.show(table, 0)).review
        return None if review is UNSET else msgspec.json.decode(cast(msgspec.Raw, review), type=Review)

    async def _kept(self, table: str) -> rows.Review | None:
        """What the store has, unless it was written in another form."""
        kept = await self.house.store.review(table)
        return kept if kept is not None and kept.form == FORM else None

    def _is_elsewhere(self, kept: rows.Review) -> bool:
        """Whether another process works on it. A lease in our own name that we know nothing of outlived a crash."""
        return kept.owner not in (None, self.house.me)

    async def _make(self, table: LiveTable, underway: Underway) -> None:
        """Make a review when its guest's turn comes, one slice after the other."""
        turn = self._turns.setdefault(underway.guest, asyncio.Lock())
        try:
            async with turn, self._room:
                if await self.house.store.claim_review(table.id, self.house.me, FORM, LEASE_SECONDS):
                    await self._work(table, underway)
        except Overran:
            self._fail(table, "This game takes too long to review.")
        except Refused as refusal:
            self._fail(table, refusal.text)
        except StoreError as trouble:
            log.error("the review of table %s could not be stored: %s", table.id, trouble)
            self._fail(table, for_guests(trouble))
        except Exception as error:  # most likely raised by the rules, in the worker process
            log.error("the review of table %s: %s", table.id, error)
            self._fail(table, f"This game can't be reviewed: the rules of {table.game.title} failed on the way.")
        finally:
            del self._underway[table.id]

    async def _work(self, table: LiveTable, underway: Underway) -> None:
        store, me = self.house.store, self.house.me
        done = False
        try:
            underway.begun = True
            played = table.played(await store.moves_since(table.id, 0), table.spoken)
            while not done:
                given = table.id, played, self.effort, SLICE
                found: Slice = await self._pool.run(grow, *given, seconds=SLICE_LIMIT, guest=underway.guest)
                content = found.content.decode()
                if not await store.grow_review(table.id, me, found.progress, content, found.done, LEASE_SECONDS):
                    return  # another process has taken over
                done = found.done
                underway.progress = found.progress
                if content:
                    underway.content, underway.grown = found.content, underway.grown + 1
        finally:
            if not done:
                await store.release_review(table.id, me)

    def _fail(self, table: LiveTable, trouble: str) -> None:
        self._troubles[table.id] = trouble
        while len(self._troubles) > MOST_TROUBLES:
            self._troubles.popitem(last=False)

    def stop(self) -> None:
        """The house is closing: leave reviews as they are."""
        for underway in self._underway.values():
            if underway.task is not None:
                underway.task.cancel()

    def close(self) -> None:
        self._pool.close()


def _with(told: TableReview, content: bytes, after: int) -> TableReview:
    """With the review, which is stored as JSON and sent as JSON, if the guest does not have it yet."""
    if not content or told.grown <= after:
        return told
    return msgspec.structs.replace(told, review=cast(Review, msgspec.Raw(content)))

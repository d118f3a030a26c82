"""Reads for a guest who takes along all that the house knows about them."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import select

from parlour.store.reading import Reading
from parlour.store.rows import plain
from parlour.store.tables import follows, guests, puzzle_tries


@dataclass(frozen=True, slots=True)
class Follow:
    """Somebody whom a guest follows."""

    player: str
    name: str
    since: float


@dataclass(frozen=True, slots=True)
class Tried:
    """A puzzle that a guest tried, and whether the first try solved it."""

    game: str
    puzzle: str
    solved: bool
    at: float


class OwnReads(Reading):
    def follows_of(self, guest: str) -> list[Follow]:
        """Whom a guest follows, and since when; the latest first."""
        shown = select(follows.c.player, guests.c.name, follows.c.since).join(guests, follows.c.player == guests.c.id)
        mine = shown.where(follows.c.guest == plain(guest, "guest's id"))
        with self.snapshot() as conn:
            return [Follow(*row) for row in conn.execute(mine.order_by(follows.c.since.desc(), guests.c.id))]

    def tries_of(self, guest: str) -> list[Tried]:
        """The puzzles that a guest has tried."""
        shown = [puzzle_tries.c[name] for name in ("game", "puzzle", "solved", "at")]
        mine = select(*shown).where(puzzle_tries.c.guest == plain(guest, "guest's id"))
        with self.snapshot() as conn:
            return [Tried(*row) for row in conn.execute(mine.order_by(puzzle_tries.c.at, puzzle_tries.c.puzzle))]

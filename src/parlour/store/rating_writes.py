"""Writes of ratings: of players after a match, of guests and puzzles after a try."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any

from sqlalchemy import Connection, select, tuple_, update

from parlour.store.errors import StoreError
from parlour.store.rows import PuzzleRating, PuzzleTry, Rating, count, number, plain
from parlour.store.tables import puzzle_ratings, puzzle_tries, ratings
from parlour.store.writes import Write, insert


class SaveRatings(Write[bool]):
    """The new ratings after a match, all or none: False if another process has meanwhile rated one of the players.

    Each rating's `games` is one more than in the rating it was computed from.
    """

    rank = 4

    def __init__(self, changed: Sequence[Rating]) -> None:
        self.rows: list[dict[str, Any]] = [
            {
                "game": plain(one.game, "game"),
                "player": plain(one.player, "player"),
                "mu": number(one.mu, "rating"),
                "sigma": number(one.sigma, "rating"),
                "games": count(one.games, "number of games"),
                "updated": one.updated or time.time(),
            }
            for one in sorted(changed, key=lambda one: (one.game, one.player))
        ]
        if not self.rows or any(row["games"] == 0 for row in self.rows):
            raise StoreError("A changed rating needs at least one game.", "junk")
        self.key = self.rows[0]["game"]

    def run(self, conn: Connection) -> bool:
        players = tuple_(ratings.c.game, ratings.c.player).in_([(row["game"], row["player"]) for row in self.rows])
        there = select(ratings).where(players).order_by(ratings.c.game, ratings.c.player).with_for_update()
        old = {(row.game, row.player): dict(row._mapping) for row in conn.execute(there)}
        if self.unsure and all(old.get((row["game"], row["player"])) == row for row in self.rows):
            return True
        if any(old.get((row["game"], row["player"]), {"games": 0})["games"] != row["games"] - 1 for row in self.rows):
            return False
        put = insert(conn, ratings)
        news = {name: put.excluded[name] for name in ("mu", "sigma", "games", "updated")}
        # Another process may have inserted a first rating since we looked; its count then differs from ours.
        unmoved = ratings.c.games == put.excluded.games - 1
        put = put.on_conflict_do_update(index_elements=["game", "player"], set_=news, where=unmoved)
        with conn.begin_nested() as trial:
            done = [conn.execute(put.values(row).returning(ratings.c.player)).one_or_none() for row in self.rows]
            if None in done:
                trial.rollback()
        return None not in done


Rated = tuple[PuzzleRating, PuzzleRating]  # a guest and a puzzle


class TryPuzzle(Write[PuzzleTry]):
    """A guest's try at a puzzle. Only the first one counts, and changes both ratings as `rate` says."""

    rank = 5

    def __init__(
        self,
        guest: PuzzleRating,
        puzzle: PuzzleRating,
        solved: bool,
        rate: Callable[[PuzzleRating, PuzzleRating, bool], Rated],
        at: float | None = None,
    ) -> None:
        self.first = (guest, puzzle)  # what they are if nothing is stored yet
        self.rate = rate
        self.solved = solved
        self.key = plain(guest.id, "guest's id")
        self.row = {
            "guest": self.key,
            "game": plain(guest.game, "game"),
            "puzzle": plain(puzzle.id, "puzzle's id"),
            "solved": solved,
            "at": time.time() if at is None else number(at, "time"),
        }

    def run(self, conn: Connection) -> PuzzleTry:
        fresh = insert(conn, puzzle_tries).values(self.row).on_conflict_do_nothing().returning(puzzle_tries.c.puzzle)
        counts = conn.execute(fresh).one_or_none() is not None
        guest, puzzle = (self._stored(conn, rating) for rating in self.first)
        if not counts:
            mine = [puzzle_tries.c[name] == self.row[name] for name in ("guest", "game", "puzzle")]
            ours = self.unsure and conn.execute(select(puzzle_tries.c.at).where(*mine)).scalar() == self.row["at"]
            conn.execute(update(puzzle_tries).where(*mine).values(at=self.row["at"]))
            return PuzzleTry(ours, guest, guest, puzzle)
        after = self.rate(guest, puzzle, self.solved)
        for rating in after:
            row = {name: getattr(rating, name) for name in PuzzleRating.__slots__}
            put = insert(conn, puzzle_ratings).values(row)
            conn.execute(put.on_conflict_do_update(index_elements=["kind", "game", "id"], set_=row))
        return PuzzleTry(True, guest, *after)

    def _stored(self, conn: Connection, first: PuzzleRating) -> PuzzleRating:
        """The present rating, kept from others who would change it at the same time."""
        one = [puzzle_ratings.c[name] == getattr(first, name) for name in ("kind", "game", "id")]
        row = conn.execute(select(puzzle_ratings).where(*one).with_for_update()).one_or_none()
        return first if row is None else PuzzleRating(*row)

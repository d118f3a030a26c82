"""Writes of ratings: of players as the ledger of rated games grows, of guests and puzzles after a try."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any

from sqlalchemy import Connection, delete, or_, select, update

from parlour.store.rows import PuzzleRating, PuzzleTry, RatedSeat, Rating, number, plain
from parlour.store.tables import puzzle_ratings, puzzle_tries, rated_games, rated_seats, rating_books, ratings
from parlour.store.writes import Write, insert

Pair = tuple[float, float]  # a rating: mu and sigma
Rate = Callable[[Sequence[RatedSeat], Sequence[Pair | None]], Sequence[tuple[Pair, Pair]]]


class CountGames(Write[int]):
    """Count games of the ledger that have not been counted yet, in order, at most `most`; returns how many.

    `rate` takes the seats of a game with their present ratings, and returns each seat's rating before and after it.
    Ratings that were counted by other rules are forgotten, and counted anew from the first game on, in the old order.
    """

    rank = 4

    def __init__(self, game: str, rules: str, rate: Rate, most: int = 200) -> None:
        self.key = plain(game, "game")
        self.rules = plain(rules, "rules of rating")
        self.rate = rate
        self.most = most

    def run(self, conn: Connection) -> int:
        counted = self._open(conn)
        entries = self._next(conn, counted)
        if not entries:
            return 0
        seats = self._seats(conn, entries)
        known = self._known(conn, {seat.player for one in seats.values() for seat in one})
        for done, (match, at) in enumerate(entries, counted + 1):
            self._count(conn, match, seats[match], known, at)
            conn.execute(update(rated_games).where(rated_games.c.match == match).values(number=done))
        put = insert(conn, ratings)
        news = {name: put.excluded[name] for name in ("mu", "sigma", "games", "updated")}
        put = put.on_conflict_do_update(index_elements=["game", "player"], set_=news)
        conn.execute(put, [self._row(one) for _, one in sorted(known.items())])
        conn.execute(self._book(counted + len(entries)))
        return len(entries)

    def _open(self, conn: Connection) -> int:
        """How many games are counted by these rules. The book stays ours until the commit."""
        put = insert(conn, rating_books).values(game=self.key, rules=self.rules, counted=0)
        put = put.on_conflict_do_update(index_elements=["game"], set_={"counted": rating_books.c.counted})
        book = conn.execute(put.returning(rating_books.c.rules, rating_books.c.counted)).one()
        if book.rules == self.rules:
            return int(book.counted)
        conn.execute(delete(ratings).where(ratings.c.game == self.key))
        conn.execute(self._book(0))
        return 0

    def _book(self, counted: int) -> Any:
        return update(rating_books).where(rating_books.c.game == self.key).values(rules=self.rules, counted=counted)

    def _next(self, conn: Connection, counted: int) -> list[tuple[str, float]]:
        """Those that had a number come first, then the others as they ended."""
        later = or_(rated_games.c.number.is_(None), rated_games.c.number > counted)
        waiting = select(rated_games.c.match, rated_games.c.at).where(rated_games.c.game == self.key, later)
        order = (rated_games.c.number.is_(None), rated_games.c.number, rated_games.c.at, rated_games.c.match)
        return [(match, at) for match, at in conn.execute(waiting.order_by(*order).limit(self.most))]

    def _seats(self, conn: Connection, entries: Sequence[tuple[str, float]]) -> dict[str, list[RatedSeat]]:
        wanted = select(rated_seats).where(rated_seats.c.match.in_([match for match, _ in entries]))
        found: dict[str, list[RatedSeat]] = {match: [] for match, _ in entries}
        for row in conn.execute(wanted.order_by(rated_seats.c.match, rated_seats.c.seat)):
            found[row.match].append(RatedSeat(row.seat, row.player, row.payoff))
        return found

    def _known(self, conn: Connection, players: set[str]) -> dict[str, Rating]:
        wanted = select(ratings).where(ratings.c.game == self.key, ratings.c.player.in_(sorted(players)))
        return {row.player: Rating(*row) for row in conn.execute(wanted)}

    def _count(
        self, conn: Connection, match: str, seats: Sequence[RatedSeat], known: dict[str, Rating], at: float
    ) -> None:
        present = [known.get(seat.player) for seat in seats]
        rated = self.rate(seats, [None if one is None else (one.mu, one.sigma) for one in present])
        for seat, was, ((old_mu, old_sigma), (mu, sigma)) in zip(seats, present, rated, strict=True):
            games = 1 if was is None else was.games + 1
            known[seat.player] = Rating(self.key, seat.player, mu, sigma, games, at)
            this = (rated_seats.c.match == match) & (rated_seats.c.seat == seat.seat)
            change = {"old_mu": old_mu, "old_sigma": old_sigma, "mu": mu, "sigma": sigma}
            conn.execute(update(rated_seats).where(this).values(change))

    @staticmethod
    def _row(one: Rating) -> dict[str, Any]:
        return {
            "game": one.game,
            "player": one.player,
            "mu": number(one.mu, "rating"),
            "sigma": number(one.sigma, "rating"),
            "games": one.games,
            "updated": one.updated,
        }


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

"""Writes of tournaments. What is decided once is decided by a primary key or by a status: who meets whom, where a game
is played, and how it ended."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeVar

from sqlalchemy import Connection, Table, delete, func, or_, select, update

from parlour.store.rows import Json, count, dump, new_id, number, one_of, plain
from parlour.store.tables import tournament_entrants, tournament_games, tournament_rounds, tournaments
from parlour.store.tournament_rows import (
    GAME_STATUSES,
    LIVE,
    TOURNAMENT_STATUSES,
    Entrant,
    GameKey,
    Tournament,
    TournamentGame,
    tournament_of,
)
from parlour.store.writes import LONGEST_TEXT, Write, check_seed, insert, now

T = TypeVar("T")
UNDER_WAY = ("open", *LIVE)


def _json(value: Json, what: str) -> str:
    return plain(dump(value, what), what, LONGEST_TEXT)


class OfTournament(Write[T]):
    rank = 4

    def __init__(self, tournament: str) -> None:
        self.key = plain(tournament, "tournament's id")

    @property
    def this(self) -> Any:
        return tournaments.c.id == self.key

    def note_change(self, conn: Connection) -> None:
        """Something on its page is new."""
        conn.execute(update(tournaments).where(self.this).values(changes=tournaments.c.changes + 1))

    def status(self, conn: Connection) -> str | None:
        """Its status, which nobody else can change before the commit."""
        status: str | None = conn.execute(
            select(tournaments.c.status).where(self.this).with_for_update()
        ).scalar_one_or_none()
        return status


class CreateTournament(OfTournament[Tournament | None]):
    """A new tournament; None if its host already has `most` that are not over."""

    def __init__(
        self, title: str, game: str, host: str, seed: str, settings: Json, listed: bool, created: float, most: int
    ) -> None:
        super().__init__(new_id())
        self.most = most
        self.row = {
            "id": self.key,
            "title": plain(title, "title"),
            "game": plain(game, "game"),
            "host": plain(host, "host"),
            "settings": _json(settings, "settings"),
            "plan": None,
            "seed": check_seed(seed),
            "status": "open",
            "listed": bool(listed),
            "created": number(created, "time"),
            "changes": 0,
            "owner": None,
            "lease_until": 0.0,
        }

    def run(self, conn: Connection) -> Tournament | None:
        mine = select(func.count()).where(
            tournaments.c.host == self.row["host"], tournaments.c.status.in_(UNDER_WAY), tournaments.c.id != self.key
        )
        if conn.execute(mine).scalar_one() >= self.most:
            return None
        conn.execute(insert(conn, tournaments).values(self.row).on_conflict_do_nothing())
        return tournament_of(conn.execute(select(tournaments).where(self.this)).one())


class ChangeTournament(OfTournament[bool]):
    """Change its status, times or settings, if it has one of these statuses; says whether it had."""

    def __init__(self, tournament: str, having: Sequence[str], **changes: Any) -> None:
        super().__init__(tournament)
        self.having = list(having)
        self.changes = dict(changes)
        if "status" in changes:
            one_of(changes["status"], TOURNAMENT_STATUSES, "status")
        if "settings" in changes:
            self.changes["settings"] = _json(changes["settings"], "settings")

    def run(self, conn: Connection) -> bool:
        change = update(tournaments).where(self.this, tournaments.c.status.in_(self.having))
        done = conn.execute(change.values(self.changes | {"changes": tournaments.c.changes + 1})).rowcount == 1
        return done or (self.unsure and self.status(conn) == self.changes.get("status"))


class Enter(OfTournament[bool]):
    """Somebody enters, once. False if the tournament is not `having` this status any more, or full."""

    def __init__(self, entrant: Entrant, having: Sequence[str], most: int, numbered: bool = False) -> None:
        super().__init__(entrant.tournament)
        self.having, self.most, self.numbered = having, most, numbered
        self.row: dict[str, Any] = {
            "tournament": self.key,
            "id": plain(entrant.id, "entrant"),
            "guest": None if entrant.guest is None else plain(entrant.guest, "guest's id"),
            "word": None if entrant.word is None else plain(entrant.word, "seat word"),
            "name": plain(entrant.name, "name"),
            "number": None,
            "joined": number(entrant.joined, "time"),
            "absent": False,
            "missed": 0,
        }

    def run(self, conn: Connection) -> bool:
        if self.status(conn) not in self.having:
            return False
        there = select(func.count()).where(tournament_entrants.c.tournament == self.key)
        known = conn.execute(there.where(tournament_entrants.c.id == self.row["id"])).scalar_one()
        entered = conn.execute(there).scalar_one()
        if known or entered >= self.most:
            return bool(known)
        self.row["number"] = entered if self.numbered else None
        conn.execute(insert(conn, tournament_entrants).values(self.row))
        self.note_change(conn)
        return True


class ChangeEntrant(OfTournament[bool]):
    """Somebody withdraws, comes back, or has missed a meeting."""

    def __init__(self, tournament: str, entrant: str, *, absent: bool, missed: int) -> None:
        super().__init__(tournament)
        self.entrant = plain(entrant, "entrant")
        self.news = {"absent": bool(absent), "missed": count(missed, "number of meetings")}

    def run(self, conn: Connection) -> bool:
        one = (tournament_entrants.c.tournament == self.key) & (tournament_entrants.c.id == self.entrant)
        self.note_change(conn)
        return conn.execute(update(tournament_entrants).where(one).values(self.news)).rowcount == 1


class Strike(OfTournament[bool]):
    """Take somebody off the list before the tournament begins."""

    def __init__(self, tournament: str, entrant: str) -> None:
        super().__init__(tournament)
        self.entrant = plain(entrant, "entrant")

    def run(self, conn: Connection) -> bool:
        if self.status(conn) != "open":
            return False
        one = (tournament_entrants.c.tournament == self.key) & (tournament_entrants.c.id == self.entrant)
        self.note_change(conn)
        return conn.execute(delete(tournament_entrants).where(one)).rowcount == 1 or self.unsure


class StartTournament(OfTournament[bool]):
    """It begins with these entrants in this order, programs in the versions that these `words` tell; False if others
    have entered or left meanwhile."""

    def __init__(
        self, tournament: str, order: Sequence[str], plan: Json, started: float, words: Mapping[str, str]
    ) -> None:
        super().__init__(tournament)
        self.seeding = [plain(one, "entrant") for one in order]
        self.words = {one: plain(word, "seat word") for one, word in words.items()}
        self.news = {"status": "running", "plan": _json(plan, "plan"), "started": number(started, "time")}

    def run(self, conn: Connection) -> bool:
        status = self.status(conn)
        if status != "open":
            return self.unsure and status == "running"
        mine = tournament_entrants.c.tournament == self.key
        there = set(conn.execute(select(tournament_entrants.c.id).where(mine)).scalars())
        if there != set(self.seeding):
            return False
        for at, one in enumerate(self.seeding):
            fixed = {"number": at, **({"word": self.words[one]} if one in self.words else {})}
            conn.execute(update(tournament_entrants).where(mine, tournament_entrants.c.id == one).values(fixed))
        conn.execute(update(tournaments).where(self.this).values(self.news))
        self.note_change(conn)
        return True


class DrawRound(OfTournament[bool]):
    """A round and its games. Of several who draw the same round, the first wins; False for the others."""

    def __init__(self, tournament: str, round: int, pairing: Json, games: Iterable[TournamentGame]) -> None:
        super().__init__(tournament)
        self.row = {
            "tournament": self.key,
            "number": count(round, "round"),
            "pairing": _json(pairing, "pairing"),
            "at": time.time(),
        }
        self.games = [_game_row(game) for game in games]

    def run(self, conn: Connection) -> bool:
        put = insert(conn, tournament_rounds).values(self.row).on_conflict_do_nothing()
        fresh = conn.execute(put.returning(tournament_rounds.c.number)).one_or_none() is not None
        if fresh:
            _put_games(conn, self.games)
            self.note_change(conn)
        return fresh


class AddGames(OfTournament[None]):
    """More games of a round, such as tie-breaks; those that are known stay as they are."""

    def __init__(self, tournament: str, games: Iterable[TournamentGame]) -> None:
        super().__init__(tournament)
        self.games = [_game_row(game) for game in games]

    def run(self, conn: Connection) -> None:
        _put_games(conn, self.games)
        self.note_change(conn)


def _game_row(game: TournamentGame) -> dict[str, Any]:
    return {
        "tournament": plain(game.tournament, "tournament's id"),
        "round": count(game.round, "round"),
        "place": count(game.place, "place"),
        "number": count(game.number, "number"),
        "seats": _json(game.seats, "seats"),
        "extra": bool(game.extra),
        "alone": bool(game.alone),
        "tables": _json(game.tables, "tables"),
        "status": one_of(game.status, GAME_STATUSES, "status"),
        "payoffs": None,
        "note": "",
        "at": number(game.at, "time"),
        "owner": None,
        "lease_until": 0.0,
        "programs": count(game.programs, "number of programs"),
    }


def _put_games(conn: Connection, games: list[dict[str, Any]]) -> None:
    if games:
        conn.execute(insert(conn, tournament_games).on_conflict_do_nothing(), games)


class ChangeGame(OfTournament[bool]):
    """What happens to a game that is not over. Once it is, or the tournament is, nothing changes: False."""

    def __init__(self, game: GameKey, **changes: Any) -> None:
        super().__init__(game.tournament)
        self.game = game
        self.changes = {name: _GAME_CHANGES[name](value) for name, value in changes.items()}

    def run(self, conn: Connection) -> bool:
        if self.status(conn) not in LIVE:
            return False
        change = update(tournament_games).where(*_is(self.game), tournament_games.c.status != "over")
        done = conn.execute(change.values(self.changes)).rowcount == 1
        if done:
            self.note_change(conn)
        elif self.unsure and self.changes.get("status") == "over":
            return True
        return done


_GAME_CHANGES: Mapping[str, Any] = {
    "status": lambda value: one_of(value, GAME_STATUSES, "status"),
    "tables": lambda value: _json(value, "tables"),
    "payoffs": lambda value: _json(value, "payoffs"),
    "note": lambda value: plain(value, "note", 500, 0),
    "at": lambda value: number(value, "time"),
}


def _is(game: GameKey) -> list[Any]:
    return [tournament_games.c[name] == value for name, value in game._asdict().items()]


class ClaimWork(OfTournament[bool]):
    """A process directs a tournament, or plays one of its games, while it holds the lease; renewed the same way."""

    def __init__(self, tournament: str, owner: str, seconds: float, game: GameKey | None = None) -> None:
        super().__init__(tournament)
        self.owner = plain(owner, "owner")
        self.seconds = number(seconds, "lease's length")
        self.game = game

    def run(self, conn: Connection) -> bool:
        clock, at = now(conn.dialect.name)
        table: Table = tournaments if self.game is None else tournament_games
        which = [self.this] if self.game is None else [*_is(self.game), table.c.status != "over"]
        free = or_(table.c.owner.is_(None), table.c.owner == self.owner, table.c.lease_until < clock)
        claim = update(table).where(*which, free).values(owner=self.owner, lease_until=clock + self.seconds)
        return conn.execute(claim, at).rowcount == 1


class ReleaseWork(OfTournament[None]):
    """A process gives back its leases on a tournament and its games."""

    def __init__(self, tournament: str, owner: str) -> None:
        super().__init__(tournament)
        self.owner = plain(owner, "owner")

    def run(self, conn: Connection) -> None:
        free = {"owner": None, "lease_until": 0.0}
        conn.execute(update(tournaments).where(self.this, tournaments.c.owner == self.owner).values(free))
        mine = (tournament_games.c.tournament == self.key) & (tournament_games.c.owner == self.owner)
        conn.execute(update(tournament_games).where(mine).values(free))

"""What a write is, and the writes of guests and matches; other things have modules of their own.

There is one class for each kind. Each checks its input when created, in the caller's thread, and runs later, in the
writer's transaction. Each can safely be run again after a lost connection.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any, ClassVar, Generic, TypeVar

from sqlalchemy import (
    ColumnElement,
    Connection,
    Double,
    Table,
    bindparam,
    cast,
    delete,
    exc,
    func,
    or_,
    select,
    tuple_,
    update,
)
from sqlalchemy.dialects import postgresql, sqlite

from parlour.store.errors import StoreError
from parlour.store.rows import (
    KINDS,
    STATUSES,
    Appended,
    Changed,
    Guest,
    Json,
    Match,
    RatedSeat,
    Seat,
    count,
    dump,
    new_id,
    number,
    one_of,
    plain,
)
from parlour.store.tables import (
    faults,
    guests,
    match_of,
    matches,
    move_of,
    moves,
    rated_games,
    rated_seats,
    sitters,
)

T = TypeVar("T")
LONGEST_TEXT = 4_000_000
MOST_AT_ONCE = 500  # matches in one statement


class Write(Generic[T]):
    """One write. `order` sorts a batch: rows that others refer to come first, and all processes lock in one order."""

    rank: ClassVar[int] = 0
    key: str = ""
    unsure: bool = False  # an earlier attempt may have been committed before the connection was lost

    @property
    def order(self) -> tuple[int, str]:
        return self.rank, self.key

    def run(self, conn: Connection) -> T:
        raise NotImplementedError


def insert(conn: Connection, table: Table) -> Any:
    """An insert that supports ON CONFLICT, in the dialect of conn."""
    return _insert(conn.dialect.name, table)


def _insert(dialect: str, table: Table) -> Any:
    return postgresql.insert(table) if dialect == "postgresql" else sqlite.insert(table)


# Statements that run hundreds of times a second are built once per dialect.


@cache
def _putting_moves(dialect: str) -> Any:
    return _insert(dialect, moves).on_conflict_do_nothing().returning(moves.c.match, moves.c.ply)


@cache
def _putting_moves_quickly(dialect: str) -> str:
    """For the driver itself, which takes rows by the thousand; how many were new, but not which."""
    names = [column.name for column in moves.columns]
    places = [f"%({name})s" if dialect == "postgresql" else f":{name}" for name in names]
    return f"INSERT INTO {moves.name} ({', '.join(names)}) VALUES ({', '.join(places)}) ON CONFLICT DO NOTHING"


@cache
def _putting_a_match(dialect: str) -> Any:
    return _insert(dialect, matches).on_conflict_do_nothing().returning(matches)


@cache
def _changing_a_match(names: tuple[str, ...], only_if_unchanged: bool) -> Any:
    change = update(matches).where(matches.c.id == bindparam("which"))
    if only_if_unchanged:
        change = change.where(matches.c.revision == bindparam("seen"))
    news: dict[str, Any] = {name: bindparam(f"new_{name}", type_=matches.c[name].type) for name in names}
    return change.values(news | {"revision": matches.c.revision + 1}).returning(matches)


@cache
def _seating(dialect: str) -> Any:
    return _insert(dialect, sitters)


@cache
def _unseating() -> Any:
    return delete(sitters).where(sitters.c.match == bindparam("which"))


@cache
def hosting() -> Any:
    """Counts the open and running matches of a guest."""
    mine = matches.c.host == bindparam("guest"), matches.c.status.in_(["open", "running"])
    return select(func.count()).select_from(matches).where(*mine)


@cache
def _renewing(dialect: str) -> Any:
    clock, _ = now(dialect)
    mine = matches.c.id.in_(bindparam("which", expanding=True)), matches.c.owner == bindparam("by")
    renew = update(matches).where(*mine).values(lease_until=clock + bindparam("seconds", type_=Double))
    return renew.returning(matches.c.id)


@cache
def _claiming(dialect: str) -> Any:
    clock, _ = now(dialect)
    free = or_(matches.c.owner.is_(None), matches.c.owner == bindparam("by"), matches.c.lease_until < clock)
    claim = update(matches).where(matches.c.id == bindparam("which"), free)
    return claim.values(owner=bindparam("by"), lease_until=clock + bindparam("seconds", type_=Double))


def now(dialect: str) -> tuple[ColumnElement[float], dict[str, float]]:
    """The database's time, since processes on several machines must agree when a lease ends, and its parameters.

    SQLite runs on our machine, so our own clock will do.
    """
    if dialect == "postgresql":
        return cast(func.extract("epoch", func.clock_timestamp()), Double), {}
    return bindparam("now", type_=Double), {"now": time.time()}


# Guests


class SaveGuest(Write[Guest]):
    """A new guest, or a returning one, perhaps with a new name."""

    def __init__(
        self,
        id: str,
        name: str,
        kind: str = "person",
        owner: str | None = None,
        at: float | None = None,
        signed: int | None = None,
    ) -> None:
        self.key = plain(id, "guest's id")
        at = time.time() if at is None else number(at, "time")
        self.row = {
            "id": self.key,
            "name": plain(name, "guest's name"),
            "kind": one_of(kind, KINDS, "guest's kind"),
            "created": at,
            "seen": at,
            "owner": None if owner is None else plain(owner, "owner"),
            "signed": None if signed is None else count(signed, "token's number"),
        }

    def run(self, conn: Connection) -> Guest:
        put = insert(conn, guests).values(self.row)
        news = {"name": put.excluded.name, "seen": put.excluded.seen}
        row = conn.execute(put.on_conflict_do_update(index_elements=["id"], set_=news).returning(guests)).one()
        return Guest(*row)


# Matches

# What can change about a match, and how each value is checked and written.
CHANGES: dict[str, Any] = {
    "options": lambda value: dump(value, "options"),
    "seats": lambda value: dump_seats(value),
    "settings": lambda value: dump(value, "settings"),
    "status": lambda value: one_of(value, STATUSES, "status"),
    "listed": bool,
    "host": lambda value: None if value is None else plain(value, "host"),
    "started": lambda value: None if value is None else number(value, "time"),
    "ended": lambda value: None if value is None else number(value, "time"),
    "result": lambda value: None if value is None else dump(value, "result"),
}


def dump_seats(seats: Iterable[Seat]) -> str:
    rows = []
    for seat in seats:
        if not isinstance(seat, Seat):
            raise StoreError("A seat must be a Seat.", "junk")
        for word in (seat.guest, seat.bot):
            if word is not None:
                plain(word, "sitter")
        rows.append({"guest": seat.guest, "bot": seat.bot, "name": plain(seat.name, "seat's name", least=0)})
    return dump(rows, "seats")


def sit(conn: Connection, match: str, seats: Iterable[Seat], new: bool = False) -> None:
    """Note who sits at a match, instead of those who sat there before unless it is new."""
    sitting = sorted({seat.guest for seat in seats if seat.guest is not None})
    if not new:
        conn.execute(_unseating(), {"which": match})
    if sitting:
        conn.execute(_seating(conn.dialect.name), [{"guest": guest, "match": match} for guest in sitting])


def find_match(conn: Connection, id: str) -> Match | None:
    row = conn.execute(select(matches).where(matches.c.id == id)).one_or_none()
    return None if row is None else match_of(row)


class CreateMatch(Write[Changed]):
    """A new match, with any moves it begins with. If its rematch_of already has a rematch, that one is returned and
    ok is False. If its host already hosts `most_hosted` open or running matches, there is none."""

    rank = 3

    def __init__(
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
        ended: float | None = None,
        result: Json = None,
        created: float | None = None,
        id: str | None = None,
        origin: str | None = None,
        moves: Sequence[Mapping[str, Any]] = (),
        most_hosted: int | None = None,
    ) -> None:
        self.most_hosted = most_hosted
        self.key = new_id() if id is None else plain(id, "match's id")
        self.moves = [_strange_move(self.key, ply, move) for ply, move in enumerate(moves)]
        self.seats = tuple(seats)
        changes = {
            "options": {} if options is None else options,
            "seats": self.seats,
            "settings": {} if settings is None else settings,
            "status": status,
            "listed": listed,
            "host": host,
            "started": started,
            "ended": ended,
            "result": result,
        }
        self.row = {name: CHANGES[name](value) for name, value in changes.items()} | {
            "id": self.key,
            "game": plain(game, "game"),
            "version": plain(version, "version"),
            "seed": check_seed(seed),
            "created": time.time() if created is None else number(created, "time"),
            "rematch_of": None if rematch_of is None else plain(rematch_of, "first match's id"),
            "owner": None,
            "lease_until": 0.0,
            "revision": 0,
            "origin": None if origin is None else plain(origin, "origin's id"),
        }

    def run(self, conn: Connection) -> Changed:
        if self.most_hosted is not None and not self.unsure and self._hosted(conn) >= self.most_hosted:
            return Changed(False, None)
        row = conn.execute(_putting_a_match(conn.dialect.name), self.row).one_or_none()
        if row is not None:
            sit(conn, self.key, self.seats, new=True)
            if self.moves:
                conn.execute(insert(conn, moves), self.moves)
            return Changed(True, match_of(row))
        mine = find_match(conn, self.key)
        if mine is not None:
            if self.unsure and mine.seed == self.row["seed"]:
                return Changed(True, mine)
            raise StoreError("There is already a match with this id.", "junk")
        rematch = conn.execute(select(matches).where(matches.c.rematch_of == self.row["rematch_of"])).one()
        return Changed(False, match_of(rematch))

    def _hosted(self, conn: Connection) -> int:
        hosted: int = conn.execute(hosting(), {"guest": self.row["host"]}).scalar_one()
        return hosted


def check_seed(seed: str) -> str:
    seed = plain(seed, "seed")
    try:
        bytes.fromhex(seed)
    except ValueError:
        raise StoreError("The seed must be hexadecimal digits.", "junk") from None
    return seed


class UpdateMatch(Write[Changed]):
    """Change a match; with a revision, only if nobody has changed it since it was read.

    `rated`: with its result, the match is entered into the ledger of rated games, where it stands only once.
    """

    rank = 3

    def __init__(
        self, id: str, revision: int | None = None, *, rated: Sequence[RatedSeat] = (), **changes: Any
    ) -> None:
        self.key = plain(id, "match's id")
        self.revision = None if revision is None else count(revision, "revision")
        self.rated = [
            {
                "match": self.key,
                "seat": count(one.seat, "seat"),
                "player": plain(one.player, "player"),
                "payoff": number(one.payoff, "payoff"),
            }
            for one in rated
        ]
        if self.rated and (changes.get("result") is None or changes.get("ended") is None):
            raise StoreError("A rated match needs its result and its end.", "junk")
        unknown = sorted(set(changes) - set(CHANGES))
        if unknown or not changes:
            wrong = ", ".join(unknown) or "nothing"
            raise StoreError(f"A match can change its {', '.join(CHANGES)}, but not {wrong}.", "junk")
        if "seats" in changes:
            changes["seats"] = tuple(changes["seats"])
        self.seats: tuple[Seat, ...] | None = changes.get("seats")
        self.changes = {name: CHANGES[name](value) for name, value in changes.items()}

    def run(self, conn: Connection) -> Changed:
        change = _changing_a_match(tuple(sorted(self.changes)), self.revision is not None)
        values = {"which": self.key} | {f"new_{name}": value for name, value in self.changes.items()}
        if self.revision is not None:
            values["seen"] = self.revision
        row = conn.execute(change, values).one_or_none()
        if row is not None:
            if self.seats is not None:
                sit(conn, self.key, self.seats)
            if self.rated:
                self.enter(conn, row.game)
            return Changed(True, match_of(row))
        there = conn.execute(select(matches).where(matches.c.id == self.key)).one_or_none()
        if there is None:
            return Changed(False, None)
        return Changed(self.unsure and self.is_done(there._mapping), match_of(there))

    def enter(self, conn: Connection, game: str) -> None:
        entry = {"match": self.key, "game": game, "at": self.changes["ended"], "number": None}
        fresh = insert(conn, rated_games).values(entry).on_conflict_do_nothing().returning(rated_games.c.match)
        if conn.execute(fresh).one_or_none() is not None:
            conn.execute(insert(conn, rated_seats), self.rated)

    def is_done(self, row: Mapping[Any, Any]) -> bool:
        """Whether an earlier attempt at this update was committed."""
        done = all(row[name] == value for name, value in self.changes.items())
        return done and self.revision is not None and row["revision"] == self.revision + 1


class OfOwner(Write[bool]):
    """By the server process that works on a match."""

    def __init__(self, match: str, owner: str) -> None:
        self.key = plain(match, "match's id")
        self.owner = plain(owner, "process's name")


class Lease(OfOwner):
    """A server process's lease on a match: it drives the clock and the house players."""

    rank = 3


class Claim(Lease):
    """A process takes or renews the lease; False if another process holds it."""

    def __init__(self, match: str, owner: str, seconds: float) -> None:
        super().__init__(match, owner)
        self.seconds = number(seconds, "lease's length")

    def run(self, conn: Connection) -> bool:
        dialect = conn.dialect.name
        values = {"which": self.key, "by": self.owner, "seconds": self.seconds, **now(dialect)[1]}
        return conn.execute(_claiming(dialect), values).rowcount == 1


class OfSeveral(Write[T]):
    """About all these at once, in the order in which every process locks them."""

    def __init__(self, ids: Iterable[str], what: str) -> None:
        self.ids = sorted(plain(id, what) for id in ids)
        self.key = self.ids[0] if self.ids else ""


class Renew(OfSeveral[set[str]]):
    """A process renews its leases on all these matches at once. Answers with those it still held."""

    rank = 3

    def __init__(self, matches: Iterable[str], owner: str, seconds: float) -> None:
        super().__init__(matches, "match's id")
        self.owner = plain(owner, "process's name")
        self.seconds = number(seconds, "lease's length")

    def run(self, conn: Connection) -> set[str]:
        dialect = conn.dialect.name
        renewed: set[str] = set()
        for first in range(0, len(self.ids), MOST_AT_ONCE):
            which = self.ids[first : first + MOST_AT_ONCE]
            values = {"which": which, "by": self.owner, "seconds": self.seconds, **now(dialect)[1]}
            renewed.update(conn.execute(_renewing(dialect), values).scalars())
        return renewed


class Release(Lease):
    """A process gives its lease back; False if it had none."""

    def run(self, conn: Connection) -> bool:
        mine = (matches.c.id == self.key) & (matches.c.owner == self.owner)
        release = update(matches).where(mine).values(owner=None, lease_until=0.0)
        return conn.execute(release).rowcount == 1 or self.unsure


class ImportMatch(Write[str]):
    """A whole match from export_match's dict, under a new id. Guests of another house become mere names."""

    rank = 3

    def __init__(self, record: Mapping[str, Any], host: str | None = None) -> None:
        if not isinstance(record, Mapping):
            raise StoreError("A match to import must be an object.", "junk")
        missing = [name for name in ("game", "version", "seed", "seats", "moves") if name not in record]
        if missing:
            raise StoreError(f"The match to import lacks its {', '.join(missing)}.", "junk")
        self.create = CreateMatch(
            record["game"],
            record["version"],
            record["seed"],
            options=record.get("options"),
            seats=[_strange_seat(seat) for seat in _list(record["seats"], "seats")],
            settings=record.get("settings"),
            status="over" if record.get("result") is not None else "closed",
            host=host,
            started=record.get("started"),
            ended=record.get("ended"),
            result=record.get("result"),
            created=record.get("created"),
            moves=_list(record["moves"], "moves"),
        )
        self.key = self.create.key

    def run(self, conn: Connection) -> str:
        self.create.unsure = self.unsure
        there = self.unsure and find_match(conn, self.key) is not None
        if not there:
            self.create.run(conn)
        return self.key


def _list(value: object, what: str) -> list[Any]:
    if not isinstance(value, (list, tuple)):
        raise StoreError(f"The {what} of the match to import must be a list.", "junk")
    return list(value)


def _strange_seat(seat: object) -> Seat:
    if not isinstance(seat, Mapping):
        raise StoreError("A seat of the match to import must be an object.", "junk")
    return Seat(None, seat.get("bot"), seat.get("name") or "")


def _strange_move(match: str, ply: int, move: object) -> dict[str, Any]:
    if not isinstance(move, Mapping) or "seat" not in move or "move" not in move:
        raise StoreError(f"Move {ply} of the match to import needs a seat and a move.", "junk")
    return AppendMove(match, ply, move["seat"], move["move"], move.get("used_ms", 0), move.get("at", 0.0)).row


# Moves


class AppendMove(Write[Appended]):
    """The next move of a match. Of several writers of one ply, the first wins and the others get its move."""

    rank = 5  # last, so that the writer can put all moves of a batch into one statement

    def __init__(self, match: str, ply: int, seat: int, move: Json, used_ms: int = 0, at: float | None = None) -> None:
        self.key = plain(match, "match's id")
        self.ply = count(ply, "ply")
        self.row = {
            "match": self.key,
            "ply": self.ply,
            "seat": count(seat, "seat"),
            "move": plain(dump(move, "move"), "move", LONGEST_TEXT),
            "at": time.time() if at is None else number(at, "time"),
            "used_ms": count(used_ms, "time used"),
        }

    def run(self, conn: Connection) -> Appended:
        answer = append_all(conn, [self], {})[0]
        if isinstance(answer, StoreError):
            raise answer
        return answer

    def told(self, row: Any) -> Appended:
        """The answer when the ply is taken: by another writer, or by this one before the connection was lost."""
        if self.unsure and all(row._mapping[name] == value for name, value in self.row.items()):
            return Appended(True)
        return Appended(False, move_of(row))


def move_counts(conn: Connection, ids: Iterable[str]) -> dict[str, int]:
    """The number of moves of each of these matches, if it exists."""
    tall = select(matches.c.id, func.coalesce(func.max(moves.c.ply), -1) + 1).select_from(
        matches.outerjoin(moves, moves.c.match == matches.c.id)
    )
    found = conn.execute(tall.where(matches.c.id.in_(list(ids))).group_by(matches.c.id)).all()
    return {row[0]: row[1] for row in found}


class PlyTaken(Exception):
    """Somebody else was first: the transaction must be rolled back and the moves appended with care."""


def append_all(
    conn: Connection,
    appends: Sequence[AppendMove],
    known: Mapping[str, int],
    quickly: bool = False,
    straight: bool = False,
) -> list[Appended | StoreError]:
    """Append many moves with one statement. `known` gives a lower bound on the number of moves of some matches.

    `quickly` assumes that no ply is taken, and raises PlyTaken if one is. `straight` is for moves that are all next:
    see `_append_next`.
    """
    if straight:
        return _append_next(conn, appends)
    height = {one.key: known[one.key] for one in appends if one.key in known}
    unsettled = {one.key for one in appends if one.ply > height.get(one.key, -1)}
    if unsettled:
        height |= move_counts(conn, unsettled)
    first: dict[tuple[str, int], AppendMove] = {}
    refused: dict[AppendMove, StoreError] = {}
    for one in appends:
        if one.key not in height:
            refused[one] = StoreError("There is no such match.", "junk")
        elif one.ply > height[one.key]:
            refused[one] = StoreError(f"Ply {one.ply} cannot be kept before ply {height[one.key]}.", "junk")
        else:
            height[one.key] = max(height[one.key], one.ply + 1)
            first.setdefault((one.key, one.ply), one)
    put = _put_quickly if quickly else _put_with_care
    kept = put(conn, list(first.values())) if first else set()
    losers = [one for one in appends if one not in kept and one not in refused]
    taken = _moves_at(conn, {(one.key, one.ply) for one in losers}) if losers else {}
    return [
        refused[one] if one in refused else Appended(True) if one in kept else one.told(taken[one.key, one.ply])
        for one in appends
    ]


def are_next(appends: Sequence[AppendMove], known: Mapping[str, int]) -> bool:
    """Whether each of these is the next move of its match, as far as is known, so that only another process can be
    first."""
    seen: dict[str, int] = {}
    for one in appends:
        if seen.get(one.key, known.get(one.key)) != one.ply:
            return False
        seen[one.key] = one.ply + 1
    return True


def _append_next(conn: Connection, appends: Sequence[AppendMove]) -> list[Appended | StoreError]:
    """Append moves in a transaction of their own. This goes straight to the driver: in a quiet house every move has a
    transaction of its own, and SQLAlchemy takes more time for one than the database.

    Raises PlyTaken if a ply is taken, or the error that SQLAlchemy would raise; then nothing was kept, and `conn` must
    be closed.
    """
    dialect, raw = conn.dialect, conn.connection.driver_connection
    assert raw is not None
    statement = _putting_moves_quickly(dialect.name)
    cursor = raw.cursor()
    alone = dialect.name == "sqlite" and len(appends) == 1  # there a statement is a transaction, unless one has begun
    try:
        if dialect.name == "sqlite" and not alone:
            cursor.execute("BEGIN IMMEDIATE")
        if alone:
            cursor.execute(statement, appends[0].row)
        else:
            cursor.executemany(statement, [one.row for one in appends])
        if cursor.rowcount != len(appends):
            raise PlyTaken
        if not alone:
            dialect.do_commit(conn.connection)
        cursor.close()
    except dialect.loaded_dbapi.Error as cause:
        lost = dialect.is_disconnect(cause, raw, cursor)
        if lost:
            conn.invalidate(cause)
        kind = dialect.loaded_dbapi.Error
        raise exc.DBAPIError.instance(
            None, None, cause, kind, hide_parameters=True, connection_invalidated=lost, dialect=dialect
        ) from None
    return [Appended(True) for _ in appends]


def _put_quickly(conn: Connection, appends: list[AppendMove]) -> set[AppendMove]:
    put = conn.exec_driver_sql(_putting_moves_quickly(conn.dialect.name), [one.row for one in appends])
    if put.rowcount != len(appends):
        raise PlyTaken
    return set(appends)


def _put_with_care(conn: Connection, appends: list[AppendMove]) -> set[AppendMove]:
    """Put those whose ply is free, and find out which."""
    put = conn.execute(_putting_moves(conn.dialect.name), [one.row for one in appends])
    kept = {(match, ply) for match, ply in put}
    return {one for one in appends if (one.key, one.ply) in kept}


def _moves_at(conn: Connection, places: set[tuple[str, int]]) -> dict[tuple[str, int], Any]:
    here = tuple_(moves.c.match, moves.c.ply).in_(sorted(places))
    return {(row.match, row.ply): row for row in conn.execute(select(moves).where(here))}


# Faults


class NoteFault(Write[None]):
    """Records for a bot's owner what went wrong with it."""

    rank = 4

    def __init__(self, match: str, seat: int, ply: int, code: str, why: str, said: str = "") -> None:
        self.key = plain(match, "match's id")
        self.row = {
            "id": new_id(),
            "match": self.key,
            "seat": count(seat, "seat"),
            "ply": count(ply, "ply"),
            "at": time.time(),
            "code": plain(code, "fault's code"),
            "why": plain(why, "fault's sentence", 2000),
            "said": plain(said, "what was said", 2000, 0),
        }

    def run(self, conn: Connection) -> None:
        conn.execute(insert(conn, faults).values(self.row).on_conflict_do_nothing())

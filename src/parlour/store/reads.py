"""All reads: plain blocking calls, safe from any thread. Each sees a snapshot of the database."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    Float,
    Integer,
    Select,
    bindparam,
    case,
    func,
    literal,
    or_,
    select,
    tuple_,
)

from parlour.store.calling_reads import CallingReads
from parlour.store.errors import StoreError
from parlour.store.order_reads import OrderReads
from parlour.store.own_reads import OwnReads
from parlour.store.retention import RetentionReads
from parlour.store.rows import (
    Account,
    Device,
    Fault,
    Guest,
    Match,
    Move,
    Pace,
    Page,
    Passkey,
    Played,
    PushLine,
    PuzzleRating,
    RatedGame,
    Rating,
    Review,
    Saved,
    Score,
    Standing,
    Strength,
    Text,
    WaysIn,
    count,
    plain,
)
from parlour.store.tables import (
    accounts,
    devices,
    faults,
    follows,
    guests,
    match_of,
    matches,
    move_of,
    moves,
    passkeys,
    phrases,
    push_lines,
    puzzle_ratings,
    puzzle_tries,
    rated_games,
    rated_seats,
    ratings,
    reviews,
    saved,
    sitters,
    texts,
)
from parlour.store.tournament_reads import TournamentReads
from parlour.store.writes import find_match, move_counts, now

LARGEST_PAGE = 500
_shown_of_device = [devices.c[name] for name in ("id", "guest", "name", "created", "seen")]  # never the hash

# Asked whenever a guest comes back, so it is built once.
_HOLDER = (
    select(guests, *_shown_of_device)
    .join(devices, devices.c.guest == guests.c.id)
    .where(devices.c.hash == bindparam("hash"))
)

# Running matches first, then open ones, then those that ended.
rank = case((matches.c.status == "running", 2), (matches.c.status == "open", 1), else_=0)


class Reads(CallingReads, OrderReads, OwnReads, RetentionReads, TournamentReads):
    # Matches

    def match(self, id: str) -> Match | None:
        with self.snapshot() as conn:
            return find_match(conn, plain(id, "match's id"))

    def load_match(self, id: str) -> Played | None:
        """The match with all its moves."""
        with self.snapshot() as conn:
            match = find_match(conn, plain(id, "match's id"))
            return None if match is None else Played(match, _moves(conn, id, 0))

    def moves_since(self, id: str, ply: int) -> list[Move]:
        """The moves from this ply on."""
        with self.snapshot() as conn:
            return _moves(conn, plain(id, "match's id"), count(ply, "ply"))

    def move_counts(self, ids: Iterable[str]) -> dict[str, int]:
        """The number of moves of each of these matches."""
        with self.snapshot() as conn:
            return move_counts(conn, [plain(id, "match's id") for id in ids])

    def tables(
        self,
        statuses: Sequence[str] = ("open", "running"),
        *,
        game: str | None = None,
        limit: int = 50,
        after: str | None = None,
        unlisted: bool = False,
    ) -> Page:
        """The lobby's list: running before open, newest first. Unlisted tables are left out unless a host asks."""
        wanted: list[ColumnElement[bool]] = [matches.c.status.in_(list(statuses))]
        if not unlisted:
            wanted.append(matches.c.listed.is_(True))
        if game is not None:
            wanted.append(matches.c.game == plain(game, "game"))
        return self._page(wanted, limit, after)

    def matches_of(self, guest: str, *, limit: int = 50, after: str | None = None) -> Page:
        """The matches where a guest has a seat or is host: running first, newest first."""
        plain(guest, "guest's id")
        seated = select(sitters.c.match).where(sitters.c.guest == guest)
        return self._page([or_(matches.c.host == guest, matches.c.id.in_(seated))], limit, after)

    def branches(self, id: str, guest: str | None = None, *, limit: int = 50, after: str | None = None) -> Page:
        """The branches of a match: those in the lobby or over, and the guest's own."""
        public = matches.c.listed.is_(True) | (matches.c.status == "over")
        if guest is not None:
            seated = select(sitters.c.match).where(sitters.c.guest == plain(guest, "guest's id"))
            public |= (matches.c.host == guest) | matches.c.id.in_(seated)
        wanted = [matches.c.origin == plain(id, "match's id"), matches.c.status != "closed", public]
        return self._page(wanted, limit, after)

    def hosted(self, guest: str, ended: bool = False) -> int:
        """How many open or running matches a guest hosts; with `ended`, how many the guest has ever hosted."""
        mine = matches.c.host == plain(guest, "guest's id")
        if not ended:
            mine &= matches.c.status.in_(["open", "running"])
        with self.snapshot() as conn:
            return conn.execute(select(func.count()).select_from(matches).where(mine)).scalar_one()

    def rematch(self, id: str) -> Match | None:
        """The rematch of a match, if somebody asked for one."""
        with self.snapshot() as conn:
            row = conn.execute(select(matches).where(matches.c.rematch_of == plain(id, "match's id"))).one_or_none()
            return None if row is None else match_of(row)

    def idle(self, before: float, limit: int = 100, statuses: Sequence[str] = ("open", "running")) -> list[Match]:
        """Matches with these statuses that were created before this time, with no start or move since."""
        last = select(func.max(moves.c.at)).where(moves.c.match == matches.c.id).scalar_subquery()
        quiet = (
            matches.c.status.in_(list(statuses)),
            matches.c.created < before,
            func.coalesce(matches.c.started, 0.0) < before,
            func.coalesce(last, 0.0) < before,
        )
        with self.snapshot() as conn:
            found = conn.execute(select(matches).where(*quiet).order_by(matches.c.created).limit(limit))
            return [match_of(row) for row in found]

    def expired_leases(self, limit: int = 100, after: str = "") -> list[str]:
        """Ids of running matches that no process drives: never claimed, released, or not renewed in time.

        Sorted, starting after `after`, so that paging misses none.
        """
        with self.snapshot() as conn:
            clock, at = now(conn.dialect.name)
            alone = or_(matches.c.owner.is_(None), matches.c.lease_until < clock)
            found = select(matches.c.id).where(matches.c.status == "running", alone, matches.c.id > after)
            return list(conn.execute(found.order_by(matches.c.id).limit(limit), at).scalars())

    def export_match(self, id: str) -> dict[str, Any]:
        """Everything in a record: game, version, options, seed, seats, moves, result."""
        played = self.load_match(id)
        if played is None:
            raise StoreError("There is no such match.", "junk")
        match = played.match
        return {
            "game": match.game,
            "version": match.version,
            "options": match.options,
            "seed": match.seed,
            "seats": [{"bot": seat.bot, "name": seat.name} for seat in match.seats],
            "settings": match.settings,
            "created": match.created,
            "started": match.started,
            "ended": match.ended,
            "moves": [
                {"seat": move.seat, "move": move.move, "at": move.at, "used_ms": move.used_ms} for move in played.moves
            ],
            "result": match.result,
        }

    def _page(self, wanted: list[ColumnElement[bool]], limit: int, after: str | None) -> Page:
        limit = max(1, min(count(limit, "page's length"), LARGEST_PAGE))
        place = tuple_(rank, matches.c.created, matches.c.id)
        if after is not None:
            wanted = [*wanted, place < _place(after)]
        found = select(matches).where(*wanted).order_by(rank.desc(), matches.c.created.desc(), matches.c.id.desc())
        with self.snapshot() as conn:
            page = [match_of(row) for row in conn.execute(found.limit(limit + 1))]
        more = len(page) > limit
        return Page(page[:limit], _cursor(page[limit - 1]) if more else None)

    # Guests, texts, ratings

    def guest(self, id: str) -> Guest | None:
        with self.snapshot() as conn:
            row = conn.execute(select(guests).where(guests.c.id == plain(id, "guest's id"))).one_or_none()
            return None if row is None else Guest(*row)

    def holder(self, hash: str) -> tuple[Guest, Device] | None:
        """Whose token has this hash, and on which device."""
        with self.snapshot() as conn:
            row = conn.execute(_HOLDER, {"hash": plain(hash, "token's hash")}).one_or_none()
            return None if row is None else (Guest(*row[: len(guests.c)]), Device(*row[len(guests.c) :]))

    def ways_in(self, guest: str) -> WaysIn:
        """Everything that lets somebody in as this guest."""
        plain(guest, "guest's id")
        mine = select(*_shown_of_device).where(devices.c.guest == guest)
        keys = select(passkeys).where(passkeys.c.guest == guest)
        elsewhere = select(accounts).where(accounts.c.guest == guest)
        with self.snapshot() as conn:
            return WaysIn(
                [Device(*row) for row in conn.execute(mine.order_by(devices.c.seen.desc(), devices.c.id))],
                conn.execute(select(phrases.c.made).where(phrases.c.guest == guest)).scalar(),
                [Passkey(*row) for row in conn.execute(keys.order_by(passkeys.c.created, passkeys.c.id))],
                [Account(*row) for row in conn.execute(elsewhere.order_by(accounts.c.created, accounts.c.id))],
            )

    def guest_by_phrase(self, hash: str) -> Guest | None:
        """The guest whose recovery phrase has this hash."""
        this = select(guests).join(phrases, phrases.c.guest == guests.c.id)
        with self.snapshot() as conn:
            row = conn.execute(this.where(phrases.c.hash == plain(hash, "phrase's hash"))).one_or_none()
            return None if row is None else Guest(*row)

    def push_lines(self, guest: str) -> list[PushLine]:
        """How a guest's devices are reached."""
        mine = select(push_lines).where(push_lines.c.guest == plain(guest, "guest's id"))
        with self.snapshot() as conn:
            return [PushLine(*row) for row in conn.execute(mine.order_by(push_lines.c.at))]

    def passkey(self, id: str) -> Passkey | None:
        with self.snapshot() as conn:
            row = conn.execute(select(passkeys).where(passkeys.c.id == plain(id, "passkey's id", 2000))).one_or_none()
            return None if row is None else Passkey(*row)

    def bots_of(self, owner: str, limit: int = 100) -> list[Guest]:
        """The bots that a guest owns, newest first."""
        mine = select(guests).where(guests.c.owner == plain(owner, "guest's id"))
        with self.snapshot() as conn:
            found = conn.execute(mine.order_by(guests.c.created.desc(), guests.c.id).limit(limit))
            return [Guest(*row) for row in found]

    def faults(self, match: str, seat: int, limit: int = 1000) -> list[Fault]:
        """What went wrong on this seat, in order of time."""
        mine = (faults.c.match == plain(match, "match's id")) & (faults.c.seat == count(seat, "seat"))
        with self.snapshot() as conn:
            found = conn.execute(select(faults).where(mine).order_by(faults.c.at, faults.c.id).limit(limit))
            return [Fault(*row) for row in found]

    def review(self, match: str) -> Review | None:
        """The review of a match, as far as it has grown."""
        with self.snapshot() as conn:
            clock, at = now(conn.dialect.name)
            owner = case((reviews.c.lease_until >= clock, reviews.c.owner), else_=None).label("owner")
            shown = [reviews.c[name] for name in ("match", "form", "grown", "progress", "content", "done", "updated")]
            wanted = select(*shown, owner).where(reviews.c.match == plain(match, "match's id"))
            row = conn.execute(wanted, at).one_or_none()
            return None if row is None else Review(**row._mapping)

    def paces(self, ids: Iterable[str]) -> dict[tuple[str, int], Pace]:
        """Decisions, times and faults of each seat of these matches."""
        wanted = [plain(id, "match's id") for id in ids]
        spent = (moves.c.match, moves.c.seat)
        by_code = (faults.c.match, faults.c.seat, faults.c.code)
        times = select(*spent, func.count(), func.sum(moves.c.used_ms), func.max(moves.c.used_ms))
        with self.snapshot() as conn:
            timed = conn.execute(times.where(moves.c.match.in_(wanted)).group_by(*spent)).all()
            counted = conn.execute(
                select(*by_code, func.count()).where(faults.c.match.in_(wanted)).group_by(*by_code)
            ).all()
        found = {(match, seat): Pace(n, int(total), longest) for match, seat, n, total, longest in timed}
        for match, seat, code, n in counted:
            found.setdefault((match, seat), Pace()).faults[code] = n
        return found

    def text(self, hash: str) -> Text | None:
        return self.texts([hash]).get(hash)

    def texts(self, hashes: Iterable[str]) -> dict[str, Text]:
        """The texts with these hashes, as far as they exist."""
        wanted = [plain(hash, "hash") for hash in hashes]
        with self.snapshot() as conn:
            return {row.hash: Text(*row) for row in conn.execute(select(texts).where(texts.c.hash.in_(wanted)))}

    def saved(self, guest: str, kind: str | None = None) -> list[Saved]:
        """What a guest has saved, by kind and name, without the contents."""
        mine = select(saved).where(saved.c.guest == plain(guest, "guest's id"))
        if kind is not None:
            mine = mine.where(saved.c.kind == plain(kind, "text's kind"))
        with self.snapshot() as conn:
            return sorted((Saved(*row) for row in conn.execute(mine)), key=lambda one: (one.kind, one.name))

    def rating(self, game: str, player: str) -> Rating | None:
        one = (ratings.c.game == plain(game, "game")) & (ratings.c.player == plain(player, "player"))
        with self.snapshot() as conn:
            row = conn.execute(select(ratings).where(one)).one_or_none()
            return None if row is None else Rating(*row)

    def ratings(self, game: str, kind: str | None = None, limit: int = 1000) -> list[Standing]:
        """The players of a game who have a rating, the best first: all, or guests of one kind."""
        ladder = _standings(plain(game, "game"))
        if kind is not None:
            ladder = ladder.where(guests.c.kind == plain(kind, "kind"))
        with self.snapshot() as conn:
            found = conn.execute(ladder.order_by(ratings.c.mu.desc(), ratings.c.player).limit(limit))
            return [Standing(*row) for row in found]

    def ratings_of(self, players: Iterable[str], game: str | None = None) -> list[tuple[str, Standing]]:
        """The ratings of these players, by game."""
        wanted = _standings(game).where(ratings.c.player.in_([plain(player, "player") for player in players]))
        with self.snapshot() as conn:
            rows = conn.execute(wanted.add_columns(ratings.c.game).order_by(ratings.c.game, ratings.c.player))
            return [(row[-1], Standing(*row[:-1])) for row in rows]

    def rated(self, waiting: bool = False) -> list[str]:
        """The games in the ledger; with `waiting`, those of which some have not been counted."""
        there = select(rated_games.c.game).distinct()
        if waiting:
            there = there.where(rated_games.c.number.is_(None))
        with self.snapshot() as conn:
            return sorted(conn.execute(there).scalars())

    def rated_seats(self, match: str) -> list[RatedGame]:
        """All seats of a rated match; none before it has been counted."""
        wanted = _rated().where(rated_games.c.match == plain(match, "match's id")).order_by(rated_seats.c.seat)
        with self.snapshot() as conn:
            return [_rated_game(row) for row in conn.execute(wanted)]

    def rated_games(self, player: str, limit: int = 500) -> list[RatedGame]:
        """A player's rated games, the newest first."""
        wanted = _rated().where(rated_seats.c.player == plain(player, "player"))
        newest = wanted.order_by(rated_games.c.at.desc(), rated_games.c.number.desc()).limit(limit)
        with self.snapshot() as conn:
            return [_rated_game(row) for row in conn.execute(newest)]

    def rated_wins(self, player: str, limit: int = 5) -> list[tuple[RatedGame, RatedGame]]:
        """The strongest rivals that a player has beaten, each once: the player's seat, and the rival's."""
        mine, theirs = rated_seats.alias("mine"), rated_seats.alias("theirs")
        beaten = (
            select(mine.c.match, mine.c.seat, theirs.c.seat)
            .join(theirs, (theirs.c.match == mine.c.match) & (theirs.c.payoff < mine.c.payoff))
            .where(mine.c.player == plain(player, "player"), theirs.c.old_mu.is_not(None))
            .order_by((theirs.c.old_mu - theirs.c.old_sigma).desc(), mine.c.match)
            .limit(200)
        )
        with self.snapshot() as conn:
            found = conn.execute(beaten).all()
            rows = conn.execute(_rated().where(rated_games.c.match.in_({row[0] for row in found})))
            seats = {(one.match, one.seat): one for one in map(_rated_game, rows)}
        best: dict[tuple[str, str], tuple[RatedGame, RatedGame]] = {}
        for match, seat, rival in found:
            pair = seats[match, seat], seats[match, rival]
            best.setdefault((pair[1].game, pair[1].player), pair)
        return list(best.values())[:limit]

    def scores(self, player: str, limit: int = 200) -> list[Score]:
        """A player's results in rated games, by game and rival, the most frequent rival first."""
        mine, theirs = rated_seats.alias("mine"), rated_seats.alias("theirs")
        counted = [
            func.sum(case((which, 1), else_=0))
            for which in (
                mine.c.payoff > theirs.c.payoff,
                mine.c.payoff == theirs.c.payoff,
                mine.c.payoff < theirs.c.payoff,
            )
        ]
        met = (theirs.c.match == mine.c.match) & (theirs.c.seat != mine.c.seat)
        wanted = (
            select(rated_games.c.game, theirs.c.player, *counted)
            .select_from(mine.join(theirs, met).join(rated_games, rated_games.c.match == mine.c.match))
            .where(mine.c.player == plain(player, "player"))
            .group_by(rated_games.c.game, theirs.c.player)
            .order_by(func.count().desc(), rated_games.c.game, theirs.c.player)
        )
        with self.snapshot() as conn:
            return [Score(row[0], row[1], *map(int, row[2:])) for row in conn.execute(wanted.limit(limit))]

    def guests(self, ids: Iterable[str]) -> dict[str, Guest]:
        """The guests with these ids, as far as they exist."""
        wanted = select(guests).where(guests.c.id.in_([plain(id, "guest's id") for id in ids]))
        with self.snapshot() as conn:
            return {row.id: Guest(*row) for row in conn.execute(wanted)}

    def public_games(self, guest: str, limit: int = 30) -> list[Match]:
        """The finished games of a guest that everybody may know of, the newest first: from the lobby, or rated."""
        seated = select(sitters.c.match).where(sitters.c.guest == plain(guest, "guest's id"))
        public = matches.c.listed.is_(True) | matches.c.id.in_(select(rated_games.c.match))
        wanted = select(matches).where(matches.c.id.in_(seated), matches.c.status == "over", public)
        with self.snapshot() as conn:
            found = conn.execute(wanted.order_by(matches.c.ended.desc(), matches.c.id).limit(limit))
            return [match_of(row) for row in found]

    def lately(self, since: float, limit: int = 100, public: bool = False) -> list[Match]:
        """Games that have ended since then, the newest first; with `public`, those that everybody may know of."""
        wanted = [matches.c.status == "over", matches.c.ended >= since]
        if public:
            wanted.append(matches.c.listed.is_(True) | matches.c.id.in_(select(rated_games.c.match)))
        with self.snapshot() as conn:
            found = conn.execute(select(matches).where(*wanted).order_by(matches.c.ended.desc()).limit(limit))
            return [match_of(row) for row in found]

    def followed(self, guest: str) -> list[Guest]:
        """The players whom a guest follows, the latest first."""
        mine = select(guests).join(follows, follows.c.player == guests.c.id)
        mine = mine.where(follows.c.guest == plain(guest, "guest's id"))
        with self.snapshot() as conn:
            return [Guest(*row) for row in conn.execute(mine.order_by(follows.c.since.desc(), guests.c.id))]

    def puzzle_ratings(self, kind: str, game: str | None = None, id: str | None = None) -> list[PuzzleRating]:
        """The ratings of guests or of puzzles, of one game or one of them."""
        wanted = [puzzle_ratings.c.kind == plain(kind, "kind")]
        if game is not None:
            wanted.append(puzzle_ratings.c.game == plain(game, "game"))
        if id is not None:
            wanted.append(puzzle_ratings.c.id == plain(id, "id"))
        with self.snapshot() as conn:
            return [PuzzleRating(*row) for row in conn.execute(select(puzzle_ratings).where(*wanted))]

    def puzzles_tried(self, guest: str, game: str) -> dict[str, float]:
        """When a guest last tried each puzzle of a game."""
        mine = (puzzle_tries.c.guest == plain(guest, "guest's id")) & (puzzle_tries.c.game == plain(game, "game"))
        with self.snapshot() as conn:
            return {row.puzzle: row.at for row in conn.execute(select(puzzle_tries).where(mine))}


def _standings(game: str | None) -> Select[Any]:
    shown = (ratings.c.player, ratings.c.mu, ratings.c.sigma, ratings.c.games, ratings.c.updated)
    found = select(*shown, guests.c.name, guests.c.kind).join(guests, guests.c.id == ratings.c.player, isouter=True)
    return found if game is None else found.where(ratings.c.game == plain(game, "game"))


def _rated() -> Select[Any]:
    """Seats of the ledger that have been counted."""
    joined = select(rated_games.c.match, rated_games.c.game, rated_games.c.at, rated_seats)
    return joined.join(rated_seats, rated_seats.c.match == rated_games.c.match).where(rated_seats.c.mu.is_not(None))


def _rated_game(row: Any) -> RatedGame:
    old, new = Strength(row.old_mu, row.old_sigma), Strength(row.mu, row.sigma)
    return RatedGame(row[0], row.game, row.at, row.seat, row.player, row.payoff, old, new)


def _moves(conn: Connection, match: str, ply: int) -> list[Move]:
    wanted = select(moves).where(moves.c.match == match, moves.c.ply >= ply).order_by(moves.c.ply)
    return [move_of(row) for row in conn.execute(wanted)]


def _cursor(match: Match) -> str:
    return f"{ {'running': 2, 'open': 1}.get(match.status, 0) }~{match.created!r}~{match.id}"


def _place(after: str) -> Any:
    try:
        status, created, id = plain(after, "page", 400).split("~", 2)
        return tuple_(literal(int(status), Integer), literal(float(created), Float(53)), literal(id))
    except ValueError:
        raise StoreError("There is no such page.", "junk") from None

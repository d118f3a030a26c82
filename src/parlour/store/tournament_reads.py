"""Reads of tournaments."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sqlalchemy import or_, select

from parlour.store.reading import Reading
from parlour.store.rows import Match, plain
from parlour.store.tables import (
    match_of,
    matches,
    tournament_entrants,
    tournament_games,
    tournament_rounds,
    tournaments,
)
from parlour.store.tournament_rows import (
    LIVE,
    Entrant,
    Tournament,
    TournamentGame,
    TournamentState,
    game_of,
    round_of,
    tournament_of,
)
from parlour.store.writes import MOST_AT_ONCE, now


class TournamentReads(Reading):
    def tournament(self, id: str) -> Tournament | None:
        with self.snapshot() as conn:
            row = conn.execute(
                select(tournaments).where(tournaments.c.id == plain(id, "tournament's id"))
            ).one_or_none()
            return None if row is None else tournament_of(row)

    def tournament_state(self, id: str) -> TournamentState | None:
        """All of it, as it was at one moment."""
        plain(id, "tournament's id")
        entered = tournament_entrants.c
        games = tournament_games.c
        with self.snapshot() as conn:
            row = conn.execute(select(tournaments).where(tournaments.c.id == id)).one_or_none()
            if row is None:
                return None
            people = select(tournament_entrants).where(entered.tournament == id)
            drawn = select(tournament_rounds).where(tournament_rounds.c.tournament == id)
            played = select(tournament_games).where(games.tournament == id)
            return TournamentState(
                tournament_of(row),
                [Entrant(*one) for one in conn.execute(people.order_by(entered.number, entered.joined, entered.id))],
                [round_of(one) for one in conn.execute(drawn.order_by(tournament_rounds.c.number))],
                [game_of(one) for one in conn.execute(played.order_by(games.round, games.place, games.number))],
            )

    def tournaments(self, statuses: Sequence[str], limit: int = 50) -> list[Tournament]:
        """Those that everybody may know of, the newest first."""
        wanted = select(tournaments).where(tournaments.c.status.in_(list(statuses)), tournaments.c.listed.is_(True))
        with self.snapshot() as conn:
            found = conn.execute(wanted.order_by(tournaments.c.created.desc(), tournaments.c.id).limit(limit))
            return [tournament_of(row) for row in found]

    def tournaments_of(self, guest: str, limit: int = 50) -> list[Tournament]:
        """Those that a guest runs or has entered, the newest first."""
        entered = select(tournament_entrants.c.tournament).where(tournament_entrants.c.guest == plain(guest, "guest"))
        mine = or_(tournaments.c.host == guest, tournaments.c.id.in_(entered))
        wanted = select(tournaments).where(mine).order_by(tournaments.c.created.desc(), tournaments.c.id)
        with self.snapshot() as conn:
            return [tournament_of(row) for row in conn.execute(wanted.limit(limit))]

    def entrants_count(self, ids: Iterable[str]) -> dict[str, int]:
        """How many have entered each of these tournaments."""
        wanted = [plain(id, "tournament's id") for id in ids]
        counted: dict[str, int] = dict.fromkeys(wanted, 0)
        one = select(tournament_entrants.c.tournament).where(tournament_entrants.c.tournament.in_(wanted))
        with self.snapshot() as conn:
            for id in conn.execute(one).scalars():
                counted[id] += 1
        return counted

    def live_tournaments(self) -> list[str]:
        """Ids of those that are running or paused."""
        with self.snapshot() as conn:
            live = select(tournaments.c.id).where(tournaments.c.status.in_(LIVE)).order_by(tournaments.c.created)
            return list(conn.execute(live).scalars())

    def awaited(self, guest: str) -> list[tuple[Tournament, TournamentGame]]:
        """The tournament games that have a table now where this guest sits, the oldest first."""
        mine = (tournament_entrants.c.guest == plain(guest, "guest's id")) & tournament_entrants.c.number.is_not(None)
        entered = select(tournament_entrants.c.tournament, tournament_entrants.c.number).where(mine)
        with self.snapshot() as conn:
            numbers = {row.tournament: row.number for row in conn.execute(entered)}
            live = tournaments.c.id.in_(list(numbers)) & tournaments.c.status.in_(LIVE)
            found = {row.id: tournament_of(row) for row in conn.execute(select(tournaments).where(live))}
            playing = (tournament_games.c.status == "playing") & tournament_games.c.tournament.in_(list(found))
            games = conn.execute(select(tournament_games).where(playing).order_by(tournament_games.c.at))
            all_games = [game_of(row) for row in games]
        return [(found[one.tournament], one) for one in all_games if numbers[one.tournament] in one.seats]

    def work(self, limit: int, programs: bool = True) -> list[TournamentGame]:
        """Games of running tournaments for which nobody has to come and that no process plays now; with or without
        those of programs."""
        with self.snapshot() as conn:
            clock, at = now(conn.dialect.name)
            games = tournament_games.c
            free = or_(games.owner.is_(None), games.lease_until < clock)
            wanted = (
                select(tournament_games)
                .join(tournaments, tournaments.c.id == games.tournament)
                .where(games.alone.is_(True), games.status != "over", free)
                .where(tournaments.c.status.in_(LIVE))
                .where(or_(tournaments.c.status == "running", games.status == "playing"))
                .order_by(games.status, games.tournament, games.round, games.place, games.number)
            )
            if not programs:
                wanted = wanted.where(games.programs == 0)
            return [game_of(row) for row in conn.execute(wanted.limit(limit), at)]

    def matches(self, ids: Iterable[str]) -> dict[str, Match]:
        """These matches, as far as they exist, without their moves."""
        wanted = [plain(id, "match's id") for id in ids]
        found: dict[str, Match] = {}
        with self.snapshot() as conn:
            for first in range(0, len(wanted), MOST_AT_ONCE):
                some = wanted[first : first + MOST_AT_ONCE]
                found |= {row.id: match_of(row) for row in conn.execute(select(matches).where(matches.c.id.in_(some)))}
        return found

"""A stored tournament, read the way the arena reads its own: a plan, rounds and results."""

from __future__ import annotations

from functools import cached_property
from typing import Any, Final

import msgspec

from parlour.arena.tournaments.course import (
    Course,
    Deal,
    arena_round,
    by_place,
    by_seat,
    course,
    deals,
    place,
)
from parlour.arena.tournaments.pairing import Round
from parlour.arena.tournaments.plan import Entrant, Plan
from parlour.arena.tournaments.standings import Line, Part, Result, standings
from parlour.core.errors import Refused
from parlour.store import new_id
from parlour.store.tournament_rows import Tournament, TournamentGame, TournamentState

GUEST: Final = "guest"  # stands for a seat word where somebody from outside plays


class StoredCup(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the organiser chose, and how long it has been paused."""

    version: int
    options: dict[str, Any]
    format: str
    seats: int
    clock: str
    grace: int = 120
    preset: str | None = None
    games: int | None = None
    rounds: int | None = None
    minutes: float | None = None
    rated: bool = False
    paused_at: float | None = None
    paused: float = 0.0  # seconds, before that


def read_cup(row: Tournament) -> StoredCup:
    try:
        return msgspec.convert(row.settings, StoredCup)
    except msgspec.ValidationError as error:
        raise Refused(f"The settings of this tournament are damaged: {error}.", "damaged") from None


class Progress:
    """Where a tournament of the house stands. Everything here follows from what is stored."""

    def __init__(self, state: TournamentState) -> None:
        self.state = state
        self.row = state.tournament
        self.cup = read_cup(state.tournament)
        self.entrants = [one for one in state.entrants if one.number is not None]  # in the order of the seeding
        self.games = state.games

    @property
    def begun(self) -> bool:
        return self.row.plan is not None

    @cached_property
    def plan(self) -> Plan:
        """Only once it has begun. Names are not stored with it, so that they can be forgotten."""
        stored = msgspec.convert(self.row.plan, Plan)
        return msgspec.structs.replace(
            stored,
            title=self.row.title,
            entrants=[Entrant(one.name, one.word or GUEST) for one in self.entrants],
        )

    @cached_property
    def pairings(self) -> list[Round]:
        return [
            Round([tuple(table) for table in one.pairing["tables"]], list(one.pairing["byes"]))
            for one in self.state.rounds
        ]

    @cached_property
    def results(self) -> list[Result]:
        """What has been played, also of deals that are not complete."""
        found: dict[tuple[int, int, int], list[TournamentGame]] = {}
        for game in self.games:
            if game.payoffs is not None:
                found.setdefault((game.round, game.place, game.number // self.plan.seats), []).append(game)
        return [self._result(*key, games) for key, games in found.items()]

    def _result(self, number: int, place: int, deal: int, games: list[TournamentGame]) -> Result:
        parts = []
        for entrant in self.pairings[number - 1].tables[place]:
            won = [(game.payoffs or [])[game.seats.index(entrant)] for game in games]
            forfeits = sum(1 for game, payoff in zip(games, won, strict=True) if game.note and payoff == 0)
            parts.append(Part(entrant, won, forfeits=forfeits))
        return Result(number, place, deal, parts, extra=games[0].extra)

    @property
    def absent(self) -> set[int]:
        return {at for at, entrant in enumerate(self.entrants) if entrant.absent}

    @property
    def house_alone(self) -> bool:
        """Nobody from outside plays."""
        return not any(entrant.comes for entrant in self.entrants)

    @property
    def ends(self) -> float | None:
        """When an arena ends; pauses don't count."""
        if self.cup.format != "arena" or self.row.started is None or not self.begun:
            return None
        return self.row.started + 60 * self.plan.minutes + self.cup.paused

    def course(self, date: float) -> Course:
        """What is to be done at this time. Pairing many may take seconds: not for the thread that serves tables."""
        if self.cup.format == "arena":
            return self._arena(date)
        return course(self.plan, self.pairings, self.results, self.absent, at_once=self.house_alone)

    def _arena(self, date: float) -> Course:
        """Whoever is free is paired, while others still play."""
        all_deals = [deal for number, one in enumerate(self.pairings, 1) for deal in deals(self.plan, number, one)]
        played = by_place(self.results)
        todo = [
            deal
            for deal in all_deals
            if (one := played.get((deal.round, deal.table, deal.deal))) is None or one.games < deal.rotations
        ]
        busy = {entrant for deal in todo for entrant in deal.entrants}
        following: list[Round] = []
        if self.ends is not None and date < self.ends:
            free = [one for one in range(len(self.entrants)) if one not in busy and one not in self.absent]
            found = arena_round(self.plan, self.pairings, played, free, bool(busy))
            following = [found] if found is not None else []
        return Course(todo, following, [], [0] * len(self.entrants))

    @property
    def finished(self) -> bool:
        return self.row.status == "over"

    @cached_property
    def lines(self) -> list[Line]:
        """The standings."""
        if not self.begun:
            return []
        now = place(self.plan, self.pairings, by_place(self.results))
        return standings(self.plan, self.results, now.rests, now.out)

    # --- games ---

    def deals(self, number: int, one: Round) -> list[Deal]:
        return deals(self.plan, number, one)

    def games_of(self, deal: Deal) -> list[TournamentGame]:
        """The games of a deal, as they are stored before they are played."""
        playing = [self.entrants[entrant] for entrant in deal.entrants]
        alone = not any(one.comes for one in playing)
        programs = sum(one.version is not None for one in playing)
        first = deal.deal * self.plan.seats
        return [
            TournamentGame(
                self.row.id,
                deal.round,
                deal.table,
                first + rotation,
                by_seat(deal.entrants, first + rotation),
                deal.extra,
                alone,
                [new_id()],
                "waiting",
                programs=programs,
            )
            for rotation in range(deal.rotations)
        ]

    def walkover(self, game: TournamentGame, absent: set[int]) -> list[float]:
        """Whoever is absent loses; the others share the win."""
        there = sum(1 for entrant in game.seats if entrant not in absent)
        return [0.0 if entrant in absent else 1 / there for entrant in game.seats]

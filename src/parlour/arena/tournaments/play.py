"""Plays a tournament between programs and house players, and goes on where it was interrupted."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Final

import msgspec

from parlour.arena.series import Outcome, Rounds
from parlour.arena.tournaments import pairing
from parlour.arena.tournaments.journal import Journal
from parlour.arena.tournaments.pairing import BYE, History, Round, Table
from parlour.arena.tournaments.plan import Plan
from parlour.arena.tournaments.standings import Line, Part, Rest, Result, standings
from parlour.arena.workers import Runner, processes
from parlour.bots.process import Program
from parlour.bots.seat_words import SeatWord, read_word
from parlour.core.clock import Clock, read_clock
from parlour.core.errors import Refused
from parlour.core.game import AnyGame
from parlour.core.record import Record, save
from parlour.core.seed import Seed

NO_PROGRAM: Final = "no-program"  # the code of the refusal if a program can't be started
SHORTEST_MS: Final = 10.0  # what a game counts in an arena at least
TIE_BREAKS: Final = 3  # deals that a tied meeting of a knock-out is continued for

Watch = Callable[["Tournament"], None]


class Deal(msgspec.Struct, frozen=True):
    """One deal at one table: a game for each rotation of the seats."""

    round: int
    table: int
    deal: int
    entrants: Table
    extra: bool  # a tie-break
    rotations: int


class Played(msgspec.Struct, frozen=True):
    result: Result
    records: list[Record]


class Tournament:
    """The state of a tournament: `results` and `rests` so far, `round` of `rounds`, and who is `out`."""

    def __init__(self, game: AnyGame, journal: Journal, folder: Path | None = None) -> None:
        plan = journal.plan()
        assert plan is not None, "the journal is open"
        self.game = game
        self.plan: Plan = plan
        self.journal = journal
        self.folder = folder  # for records
        self.options = game.read_stored(plan.options, plan.version)
        self.words = [read_word(game, entrant.word) for entrant in plan.entrants]
        self.rests: list[Rest] = []
        self.out = [0] * len(plan.entrants)
        self.round = 0
        self.pairings: list[Round] = []
        self.interrupted = False
        self.finished = False
        self.games = 0  # of a tournament whose meetings are all known
        self.watch: Watch | None = None
        self.workers: int | None = None
        self._known = {(r.round, r.table, r.deal): r for r in journal.results}

    @property
    def results(self) -> list[Result]:
        return self.journal.results

    @property
    def lines(self) -> list[Line]:
        return standings(self.plan, self.results, self.rests, self.out)

    def play(self, workers: int | None = None, watch: Watch | None = None) -> None:
        """Play everything that has not been played yet; `watch` sees the tournament after every deal."""
        history = History(len(self.plan.entrants))
        self.watch, self.workers = watch, workers
        rounds = {
            "round-robin": self._round_robin,
            "swiss": self._swiss,
            "knock-out": self._knock_out,
            "arena": self._arena,
        }[self.plan.format]
        rounds(history)
        self.finished = not self.interrupted
        if watch is not None:
            watch(self)

    # --- the formats ---

    def _round_robin(self, history: History) -> None:
        """All rounds at once: nobody has to wait for anybody's result."""
        rounds = pairing.round_robin(len(self.plan.entrants), self.plan.seats)
        self.pairings = rounds
        deals = [deal for number, one in enumerate(rounds, start=1) for deal in self._deals(number, one)]
        self.games = sum(deal.rotations for deal in deals)
        self._play(deals)
        self.round = len(rounds)

    def _swiss(self, history: History) -> None:
        everybody = range(len(self.plan.entrants))
        for number in range(1, self.plan.rounds + 1):
            if not self._play_round(number, pairing.swiss(history, everybody, self.plan.seats), history):
                return

    def _knock_out(self, history: History) -> None:
        standing = pairing.bracket(len(self.plan.entrants))
        number = 0
        while len(standing) > 1:
            number += 1
            one = pairing.knock_out(standing, history)
            if not self._play_round(number, one, history, points_for_rest=0.0):
                return
            winners: list[int] = []
            for at in range(0, len(standing), 2):
                pair = standing[at : at + 2]
                if BYE in pair:
                    winners.append(max(pair))
                    continue
                winner = self._winner(number, one, pair)
                if winner is None:
                    return
                winners.append(winner)
                self.out[pair[0] if winner == pair[1] else pair[1]] = number
            standing = winners

    def _winner(self, number: int, one: Round, pair: list[int]) -> int | None:
        """Who goes on: more points, then up to three more deals, then the better seed. None if interrupted."""
        table = next(at for at, entrants in enumerate(one.tables) if set(entrants) == set(pair))
        entrants = one.tables[table]
        first = -(-self.plan.games // self.plan.seats)
        for extra in range(TIE_BREAKS + 1):
            points = [0.0, 0.0]
            for result in self.results:
                if (result.round, result.table) == (number, table):
                    points = [a + b for a, b in zip(points, result.points, strict=True)]
            if points[0] != points[1]:
                return entrants[0] if points[0] > points[1] else entrants[1]
            if extra < TIE_BREAKS:
                self._play([Deal(number, table, first + extra, entrants, True, self.plan.seats)])
                if self.interrupted:
                    return None
        return min(pair)

    def _arena(self, history: History) -> None:
        """Everybody is paired again and again until the time is up; the time that was used is in the results."""
        everybody = range(len(self.plan.entrants))
        last_met: dict[int, Table] = {}
        number = 0
        while self._minutes() < self.plan.minutes or any(r.round > number for r in self.results):
            number += 1
            one = pairing.arena(history, everybody, last_met, self.plan.seats)
            last_met = {entrant: table for table in one.tables for entrant in table}
            if not self._play_round(number, Round(one.tables, []), history):
                return

    def _minutes(self) -> float:
        """Minutes that all players together have thought: the same whenever it is continued. It always goes on."""
        return sum(max(sum(part.used_ms for part in r.parts), r.games * SHORTEST_MS) for r in self.results) / 60_000

    # --- rounds and deals ---

    def _play_round(self, number: int, one: Round, history: History, points_for_rest: float | None = None) -> bool:
        """Play a round, and say whether all of it was played."""
        self.round = number
        self.pairings.append(one)
        self._play(self._deals(number, one))
        if self.interrupted:
            return False
        for at, table in enumerate(one.tables):
            points = [0.0] * len(table)
            for result in self.results:
                if (result.round, result.table, result.extra) == (number, at, False):
                    points = [a + b for a, b in zip(points, result.points, strict=True)]
            history.add(table, points)
        for entrant in one.byes:
            won = float(self.plan.games) if points_for_rest is None else points_for_rest
            history.rest(entrant, won)
            self.rests.append(Rest(number, entrant, won))
        return True

    def _deals(self, number: int, one: Round) -> list[Deal]:
        seats, games = self.plan.seats, self.plan.games
        return [
            Deal(number, at, deal, table, False, min(seats, games - deal * seats))
            for at, table in enumerate(one.tables)
            for deal in range(-(-games // seats))
        ]

    def _play(self, deals: Iterable[Deal]) -> None:
        """Play those deals that are not in the journal."""
        rest = [deal for deal in deals if (deal.round, deal.table, deal.deal) not in self._known]
        if not rest:
            return
        seated = sorted({entrant for deal in rest for entrant in deal.entrants})
        words = [self.words[entrant] for entrant in seated]
        clock = read_clock(self.plan.clock)
        seed = None if self.plan.seed is None else Seed.parse(self.plan.seed)
        work = DealWork(self.game, self.options, self.words, seed, clock, self.folder is not None)
        slow = any(word.thinks for word in words)
        runner = Runner(work.play, rest, processes(words, self.workers), at_once=slow)
        runner.run(self._take)
        self.interrupted = runner.interrupted

    def _take(self, played: Played) -> None:
        result = played.result
        if self.folder is not None:
            for number, rec in enumerate(played.records, start=1):
                name = (
                    f"round-{result.round:03}-table-{result.table + 1:03}-deal-{result.deal + 1:03}-game-{number}.json"
                )
                save(rec, self.folder / name)
        self.journal.add(result)
        self._known[result.round, result.table, result.deal] = result
        if self.watch is not None:
            self.watch(self)


class DealWork(msgspec.Struct, frozen=True):
    """What a worker needs to play a deal."""

    game: Any
    options: Any
    words: list[SeatWord]
    seed: Any  # None: a fresh one for every deal
    clock: Clock
    recorded: bool

    def play(self, deal: Deal) -> Played:
        n = len(deal.entrants)
        players = [self.words[entrant] for entrant in deal.entrants]
        seed = Seed.fresh() if self.seed is None else self.seed.child(deal.round).child(deal.table)
        rounds = Rounds(self.game, self.options, players, seed, self.clock, True, self.recorded)
        try:
            outcomes: list[Outcome] = [rounds.play(deal.deal * n + rotation) for rotation in range(deal.rotations)]
        except Refused as refusal:
            absent = [at for at, word in enumerate(players) if not starts(word)]
            if refusal.code != NO_PROGRAM or not absent:
                raise
            return Played(self._walkover(deal, absent), [])
        parts = [
            Part(
                entrant,
                [outcome.payoffs[at] for outcome in outcomes],
                sum(outcome.decisions[at] for outcome in outcomes),
                round(sum(outcome.used_ms[at] for outcome in outcomes), 1),
                sum(outcome.forfeits[at] for outcome in outcomes),
                next((outcome.notes[at] for outcome in reversed(outcomes) if outcome.notes[at]), ""),
            )
            for at, entrant in enumerate(deal.entrants)
        ]
        moves = sum(outcome.moves for outcome in outcomes)
        result = Result(deal.round, deal.table, deal.deal, parts, moves, deal.extra)
        return Played(result, [rec for outcome in outcomes for rec in outcome.records])

    def _walkover(self, deal: Deal, absent: list[int]) -> Result:
        """Whoever can't be started loses; the others share the win."""
        there = len(deal.entrants) - len(absent)
        parts = [
            Part(entrant, [0.0] * deal.rotations, forfeits=deal.rotations, note="Could not be started.")
            if at in absent
            else Part(entrant, [1 / there] * deal.rotations)
            for at, entrant in enumerate(deal.entrants)
        ]
        return Result(deal.round, deal.table, deal.deal, parts, extra=deal.extra)


def starts(word: SeatWord) -> bool:
    """Whether this player can be started at all. One that fails later loses by the referee's rules."""
    if not word.is_program:
        return True
    try:
        Program(word.command).stop()
    except Refused:
        return False
    return True

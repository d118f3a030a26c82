"""Plays a tournament between programs and house players, and goes on where it was interrupted."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import msgspec

from parlour.arena.engines import Where
from parlour.arena.series import Outcome, Rounds, Wish
from parlour.arena.tournaments.course import Deal, by_seat, course, deals, minutes
from parlour.arena.tournaments.journal import Journal
from parlour.arena.tournaments.pairing import Round
from parlour.arena.tournaments.plan import Plan
from parlour.arena.tournaments.programs import players
from parlour.arena.tournaments.standings import Line, Part, Rest, Result, standings
from parlour.arena.workers import Runner, staff
from parlour.bots.process import Program, start
from parlour.bots.seat_words import SeatWord
from parlour.core.clock import Clock, read_clock
from parlour.core.errors import Refused
from parlour.core.game import AnyGame
from parlour.core.record import Record, save
from parlour.core.seed import Seed

NO_PROGRAM: Final = "no-program"  # the code of the refusal if a program can't be started

Watch = Callable[["Tournament"], None]


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
        self.words: list[SeatWord] = []  # once it is played, and programs are built
        self.rests: list[Rest] = []
        self.out = [0] * len(plan.entrants)
        self.round = 0
        self.pairings: list[Round] = []
        self.interrupted = False
        self.finished = False
        self.games = 0  # of a tournament whose meetings are all known
        self.watch: Watch | None = None
        self.workers: Where = None

    @property
    def results(self) -> list[Result]:
        return self.journal.results

    @property
    def lines(self) -> list[Line]:
        return standings(self.plan, self.results, self.rests, self.out)

    def play(self, workers: Where = None, watch: Watch | None = None) -> None:
        """Play everything that has not been played yet; `watch` sees the tournament after every deal."""
        self.watch, self.workers = watch, workers
        with players(self.game, self.plan.entrants) as self.words:
            while not self.interrupted and not self.finished:
                self._go_on()
        if watch is not None:
            watch(self)

    def _go_on(self) -> None:
        """Draw the rounds that can begin, otherwise play what is to be played."""
        going = course(self.plan, self.pairings, self.results, more=minutes(self.results) < self.plan.minutes)
        self.rests, self.out = going.rests, going.out
        if going.following:
            self.pairings += going.following
            self.round = len(self.pairings)
            if self.plan.format == "round-robin":
                rounds = enumerate(self.pairings, start=1)
                self.games = sum(deal.rotations for number, one in rounds for deal in deals(self.plan, number, one))
        elif going.todo:
            self._play(going.todo)
        else:
            self.finished = True

    def _play(self, rest: list[Deal]) -> None:
        """Play these deals, none of which is in the journal."""
        seated = sorted({entrant for deal in rest for entrant in deal.entrants})
        words = [self.words[entrant] for entrant in seated]
        clock = read_clock(self.plan.clock)
        seed = None if self.plan.seed is None else Seed.parse(self.plan.seed)
        names = [entrant.name for entrant in self.plan.entrants]
        work = DealWork(self.game, self.options, self.words, names, seed, clock, self.folder is not None)
        slow = any(word.thinks for word in words)
        runner = Runner(work.play, rest, staff(self.game, words, self.workers), at_once=slow)
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
        if self.watch is not None:
            self.watch(self)


class DealWork(msgspec.Struct, frozen=True):
    """What a worker needs to play a deal."""

    game: Any
    options: Any
    words: list[SeatWord]
    names: list[str]
    seed: Any  # None: a fresh one for every deal
    clock: Clock
    recorded: bool

    def play(self, deal: Deal) -> Played:
        n = len(deal.entrants)
        players = [self.words[entrant] for entrant in deal.entrants]
        seed = Seed.fresh() if self.seed is None else self.seed.child(deal.round).child(deal.table)
        rounds = Rounds(self.game, self.options, players, seed, self.clock, True, Wish(record=self.recorded))
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
        records = [
            msgspec.structs.replace(
                kept.record, seats=[self.names[entrant] for entrant in by_seat(deal.entrants, turn)]
            )
            for turn, outcome in enumerate(outcomes)
            for kept in outcome.kept
            if kept.record is not None
        ]
        return Played(result, records)

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
    if not word.command:
        return True
    try:
        Program(start(word.command)).stop()
    except Refused:
        return False
    return True

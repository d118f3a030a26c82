"""One deal of an experiment is played, and what there is to count in its games is noted."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, Final

import msgspec

from parlour.arena.series import play_seated
from parlour.arena.workers import stop_if_unwanted
from parlour.core.game import AnyGame
from parlour.core.match import Match, Ply
from parlour.core.moves import is_house
from parlour.core.protocol import LabExperiment
from parlour.core.seed import Seed
from parlour.core.state import OVER, State
from parlour.lab.experiments.design import CHOICES, LUCKS, Design, Table, design_of
from parlour.lab.experiments.quick import is_quick, play_quickly
from parlour.lab.review.playing_on import Chances, House

AHEAD: Final = 0.05  # by so much a seat's chances must be better than the leader's to take the lead
LOW: Final = 0.5  # below this part of an even share, a winner has come back
AGAIN_SEEDS: Final = 1 << 40  # deals that are played again have seeds of their own


class Looked(msgspec.Struct, frozen=True, array_like=True):
    """What a game looked like, move by move. The judge's part is None if the game has no judge."""

    decisions: int  # of the players, without what the house entered
    forced: int  # with one legal move
    changes: int | None = None  # of the lead
    behind: float | None = None  # how far the winner was behind the leader at worst; None also without one winner
    came_back: bool | None = None
    settled: float | None = None  # the part of the game after which the winner was ahead for good


class GameRow(msgspec.Struct, frozen=True, array_like=True):
    """One game; lists are by seat."""

    rotation: int
    payoffs: list[float]
    first: int  # the seat with the first decision
    plies: int
    turns: int
    had: list[dict[str, list[str]]] = []
    looked: Looked | None = None


class DealRow(msgspec.Struct, frozen=True, array_like=True):
    """The games of one job: a deal in all rotations; or, if it was played again, all its games, luck by luck."""

    job: int
    games: list[GameRow]


class Redealt(Match):
    """A match whose luck after the deal has a seed of its own."""

    def __init__(self, game: AnyGame, options: Any, seats: int, deal: Seed, luck: Seed) -> None:
        self.luck = luck
        super().__init__(game, options, seats, deal)

    def dice(self, number: int) -> Any:
        return (self.luck if number else self.seed).dice(f"ply {number}")


class Playing(msgspec.Struct, frozen=True):
    """What a worker needs to play any deal of an experiment."""

    game: Any
    experiment: LabExperiment
    seed: str

    def play(self, number: int) -> DealRow:
        seed = Seed.parse(self.seed)
        design = design_of(self.game, self.experiment, seed)
        job = design.job(number)
        if job.again:
            return DealRow(number, self._again(design, job.line_up, seed.child(AGAIN_SEEDS + job.number), job.number))
        looks = design.is_looked_at(job.number)
        had = design.wants("had", "wins")
        rotations = design.line_ups[job.line_up].rotations
        deal = seed.child(job.number)
        games = []
        for rotation in range(rotations):
            table = design.table(job.line_up, rotation)
            match = Match(self.game, table.options, len(table.players), deal)
            games.append(_played(match, table, deal, rotation, f"in rotation {rotation}", looks, had))
        return DealRow(number, games)

    def _again(self, design: Design, line_up: int, deal: Seed, number: int) -> list[GameRow]:
        """The same deal with other luck, and the same luck with other minds."""
        rotation = number // len(design.line_ups) % design.line_ups[line_up].rotations
        table = design.table(line_up, rotation)
        games = []
        for luck in range(LUCKS):
            for choice in range(CHOICES):
                match = Redealt(self.game, table.options, len(table.players), deal, deal.child(luck))
                games.append(_played(match, table, deal, rotation, f"luck {luck} choice {choice}", False, False))
        return games


def _played(match: Match, table: Table, seed: Seed, rotation: int, purpose: str, looks: bool, had: bool) -> GameRow:
    looking = Looking(match, looks)
    start = match.state.copy() if had else match.state
    first = match.mover
    purposes = [f"bot {seat} {purpose}" for seat in range(match.seats)]
    if is_quick(table.players):
        movers, told = play_quickly(match, table.players, seed, purposes, looking.see if looks else None)
        plies = len(movers)
    else:
        play_seated(match, table.players, seed, purposes, watch=looking.watch, reveal=False)
        movers = [ply.seat for ply in match.plies if not is_house(ply.move)]
        told = [*match.setup, *(event for ply in match.plies for event in ply.told)]
        plies = len(match.plies)
    payoffs = match.payoffs()
    turns = sum(one != other for one, other in pairwise(movers)) + bool(movers)
    return GameRow(
        rotation,
        payoffs,
        first,
        plies,
        turns,
        [_lists(one) for one in match.game.had(match.options, start, told)] if had else [],
        looking.found(payoffs) if looks else None,
    )


def _lists(had: Any) -> dict[str, list[str]]:
    return {kind: sorted(set(names)) for kind, names in had.items() if names}


class Looking:
    """Looks at every position of a game, if that is wanted."""

    def __init__(self, match: Match, looks: bool) -> None:
        self.looks = looks
        self.decisions = self.forced = 0
        self.curve: list[Chances] = []
        house = House(match.game)
        self.house = house if looks and house.judges(match.state) else None
        if looks:
            self.see(match.state)

    def watch(self, match: Match, ply: Ply) -> None:
        stop_if_unwanted()
        if self.looks:
            if is_house(ply.move):  # nobody's decision: the last one that was counted was not made
                self._take_back()
            self.see(match.state)

    def see(self, state: State) -> None:
        """The next position."""
        if self.house is not None:
            self.curve.append(self.house.looks(state))
        self._last = 0
        if int(state.mover) != OVER and not state.has_left(state.mover):
            self._last = 2 if len(state.moves()) == 1 else 1
            self.decisions += 1
            self.forced += self._last == 2

    def _take_back(self) -> None:
        self.decisions -= self._last > 0
        self.forced -= self._last == 2

    def found(self, payoffs: Sequence[float]) -> Looked:
        if self.house is None:
            return Looked(self.decisions, self.forced)
        leader, changes = -1, 0
        for chances in self.curve[:-1]:
            best = max(range(len(chances)), key=lambda seat: chances[seat])
            if leader < 0:
                leader = best if chances[best] > 1.0 / len(chances) + AHEAD else leader
            elif chances[best] > chances[leader] + AHEAD:
                leader, changes = best, changes + 1
        if max(payoffs) < 1.0:
            return Looked(self.decisions, self.forced, changes)
        winner = payoffs.index(1.0)
        gaps = [max(chances) - chances[winner] for chances in self.curve]
        lowest = min(chances[winner] for chances in self.curve)
        last = max((at for at, gap in enumerate(gaps) if gap > 0.0), default=-1)
        settled = (last + 1) / max(1, len(gaps) - 1)
        even = 1.0 / len(payoffs)
        return Looked(self.decisions, self.forced, changes, max(gaps), lowest < LOW * even, min(1.0, settled))

"""Tournaments as the store takes and returns them."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from sqlalchemy import Row

from parlour.store.rows import Json, Seed

TOURNAMENT_STATUSES = ("open", "running", "paused", "over", "cancelled")
GAME_STATUSES = ("waiting", "playing", "over")
LIVE = ("running", "paused")
PROGRAM = "program:"  # begins the word of a program that the house runs: program:ID, and program:ID@3 once it begins


class GameKey(NamedTuple):
    """Which game of a tournament."""

    tournament: str
    round: int
    place: int
    number: int


@dataclass(frozen=True, slots=True)
class Tournament:
    """One tournament. `changes` counts whatever changes on its page."""

    id: str
    title: str
    game: str
    host: str | None
    settings: Json
    plan: Json
    seed: Seed = field(repr=False)
    status: str
    listed: bool
    created: float
    started: float | None
    ended: float | None
    changes: int
    owner: str | None
    lease_until: float


@dataclass(frozen=True, slots=True)
class Entrant:
    """A guest, a player of the house by its seat word, or both: a program that the house runs."""

    tournament: str
    id: str
    guest: str | None
    word: str | None
    name: str
    number: int | None = None
    joined: float = 0.0
    absent: bool = False
    missed: int = 0

    @property
    def comes(self) -> bool:
        """Whether it comes from outside. The house's own players and programs are always there."""
        return self.guest is not None and self.word is None

    @property
    def version(self) -> int | None:
        """Of a program: the version that plays; 0 if that is not fixed yet. None for anybody else."""
        if self.guest is None or self.word is None:
            return None
        return int(self.word.partition("@")[2] or 0)


@dataclass(frozen=True, slots=True)
class DrawnRound:
    tournament: str
    number: int
    pairing: Json
    at: float


@dataclass(frozen=True, slots=True)
class TournamentGame:
    """One game of a meeting; `seats` are entrants by their number, and the last of `tables` is where it is played.
    Where nobody has to come, it is played `alone`, by any process that can run its `programs`."""

    tournament: str
    round: int
    place: int
    number: int
    seats: list[int]
    extra: bool
    alone: bool
    tables: list[str]
    status: str
    payoffs: list[float] | None = None
    note: str = ""
    at: float = 0.0
    owner: str | None = None
    lease_until: float = 0.0
    programs: int = 0  # how many play

    @property
    def key(self) -> GameKey:
        return GameKey(self.tournament, self.round, self.place, self.number)

    @property
    def table(self) -> str:
        return self.tables[-1]


@dataclass(frozen=True, slots=True)
class TournamentState:
    """All of a tournament, read together. Entrants in the order of their seeding, before that as they came."""

    tournament: Tournament
    entrants: list[Entrant]
    rounds: list[DrawnRound]
    games: list[TournamentGame]


def tournament_of(row: Row[Any]) -> Tournament:
    fields = dict(row._mapping)
    fields["settings"] = json.loads(fields["settings"])
    fields["plan"] = None if fields["plan"] is None else json.loads(fields["plan"])
    return Tournament(**fields)


def round_of(row: Row[Any]) -> DrawnRound:
    return DrawnRound(row.tournament, row.number, json.loads(row.pairing), row.at)


def game_of(row: Row[Any]) -> TournamentGame:
    fields = dict(row._mapping)
    for name in ("seats", "tables"):
        fields[name] = json.loads(fields[name])
    fields["payoffs"] = None if fields["payoffs"] is None else json.loads(fields["payoffs"])
    return TournamentGame(**fields)

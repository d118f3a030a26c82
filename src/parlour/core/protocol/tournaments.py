"""Tournaments: requests, and how they are shown. Entrants are referred to by their place in the list of entrants."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from parlour.core.clock import Clock
from parlour.core.protocol.json import Options
from parlour.core.protocol.ratings import PlayerKind

TournamentFormat = Literal["round-robin", "swiss", "knock-out", "arena"]
TournamentStatus = Literal["open", "running", "paused", "over", "cancelled"]
TournamentGameStatus = Literal["waiting", "playing", "over"]


# --- requests ---


class NewTournament(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A request for a new tournament. What is left out is chosen by the game, the format and the number of entrants."""

    game: str
    title: Annotated[str, Meta(max_length=60)] = ""
    format: TournamentFormat = "swiss"
    preset: str | None = None
    options: Options = {}
    seats: int | None = None  # at a table
    games: int | None = None  # of each meeting; default: one from each seat
    rounds: int | None = None  # of a Swiss tournament
    minutes: float | None = None  # of an arena
    clock: Clock | str | None = None
    grace: Annotated[int, Meta(ge=10, le=3600)] = 120  # seconds to come to a game, before it is forfeited
    rated: bool = False  # where guests meet
    listed: bool = True  # for everybody, not by link only
    house: list[str] = []  # seat words of house players who enter at once: hard, medium@odile


class EntrantWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who enters: yourself if nothing is set, a bot or a program of yours, or, if you run the tournament, a player of
    the house or a program that is open to all."""

    bot: str | None = None
    house: str | None = None
    program: str | None = None


# --- how they are shown ---


class TournamentLine(msgspec.Struct, frozen=True, kw_only=True):
    """One line of the standings."""

    place: int
    entrant: int
    points: float
    games: int
    won: int
    drawn: int
    lost: int
    byes: int
    forfeits: int
    opposition: float  # the points of all opponents; breaks ties in a Swiss tournament
    quality: float  # the points of the opponents, as far as they were beaten
    out: int  # the round of a knock-out in which it lost; 0: still in, or the winner


class TournamentEntrant(msgspec.Struct, frozen=True, kw_only=True):
    id: str
    name: str
    kind: PlayerKind
    player: str | None  # whose page it is, if there is one
    you: bool  # or a bot of yours
    absent: bool  # withdrew, was removed, or did not come
    version: int | None  # of a program that the house runs; 0 until the tournament begins. None: it is none


class TournamentRound(msgspec.Struct, frozen=True):
    number: int
    tables: list[list[int]]  # who meets, by seat in the first game
    byes: list[int]  # who rests, or goes on without playing


class TournamentGame(msgspec.Struct, frozen=True, kw_only=True):
    """One game. It is played at the last of `tables`; those before it were drawn and replayed."""

    round: int
    meeting: int  # of the round
    game: int  # of the meeting
    seats: list[int]  # entrants
    extra: bool  # a tie-break
    status: TournamentGameStatus
    tables: list[str]  # none before its table is laid
    payoffs: list[float] | None
    note: str


class TournamentSummary(msgspec.Struct, frozen=True, kw_only=True):
    """A tournament in a list."""

    id: str
    title: str
    game: str
    game_title: str
    format: TournamentFormat
    status: TournamentStatus
    listed: bool
    rated: bool
    host: str  # the name of whoever runs it
    yours: bool  # you run it
    entered: int  # how many
    created: float
    started: float | None
    ended: float | None


class Tournament(TournamentSummary, frozen=True, kw_only=True):
    """The whole page of a tournament."""

    options: Options
    preset: str | None
    seats: int
    games: int  # of each meeting
    rounds: int  # of a Swiss tournament; before it begins, 0 means: as many as it needs
    minutes: float  # of an arena
    ends: float | None  # when an arena ends
    clock_words: str
    grace: int
    entrants: list[TournamentEntrant]  # in the order of the seeding, once it has begun
    standings: list[TournamentLine]
    crosstable: list[list[float | None]]  # points by entrant from meetings with each other; none if there are too many
    drawn: list[TournamentRound]
    played: list[TournamentGame]
    bracket: list[int]  # of a knock-out: entrants from top to bottom, -1 for an empty place
    watch: list[str]  # tables where a game is under way, those with the most at stake first


class TournamentCall(msgspec.Struct, frozen=True):
    """A tournament game that waits for you, or goes on without you."""

    tournament: str
    title: str
    table: str
    seat: int
    round: int
    rivals: list[str]
    until: float | None  # when it is forfeited; None: it has begun


class TournamentCalls(msgspec.Struct, frozen=True):
    """`entered`: you are in a tournament that is not over, so it is worth asking again soon."""

    calls: list[TournamentCall]
    entered: bool


class OnAir(msgspec.Struct, frozen=True):
    """The running game of the strongest players."""

    table: str | None  # None: nothing is being played that everybody may watch
    game: str = ""
    title: str = ""
    names: list[str] = []
    points: list[int | None] = []

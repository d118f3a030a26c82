"""Tables: requests, how they are shown, and replays of finished games."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from parlour.core.clock import Clock
from parlour.core.protocol.clocks import SeatClock
from parlour.core.protocol.json import HouseEvent, Move, Options

Status = Literal["open", "running", "over", "closed"]
SeatKind = Literal["free", "person", "bot", "house"]


# --- requests ---


class TableSettings(msgspec.Struct, frozen=True, kw_only=True):
    """What the host of a table chooses besides its game, options and seats. A rematch keeps it."""

    preset: str | None = None
    clock: Clock | str | None = None  # by its fields or in its notation: "5+3"
    takeover: bool = True  # house players may play on for guests who are away
    # how often somebody who plays against the house alone may ask what it would do; None: as often as they like
    hints: Annotated[int, Meta(ge=0, le=1000)] | None = 3
    # after how many seconds spectators may see what each seat sees; None: not before the game is over
    hands_after: Annotated[int, Meta(ge=0, le=3600)] | None = None
    undo: bool = False  # whoever has moved may take it back while nobody else has seen it and it revealed nothing
    rated: bool = False  # it counts for the ratings of all who sit; whoever sits down agrees


class NewTable(TableSettings, frozen=True, forbid_unknown_fields=True):
    """A request for a new table."""

    game: str
    seats: list[str] = []
    options: Options = {}
    listed: bool = False  # in the lobby, not by link only
    names: list[str] = []  # of the people who share your screen, in the order of their seats
    open: bool = False  # what older bots call `listed`


class NewBranch(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request to play on from a moment of a finished game."""

    ply: int  # how many of its moves are repeated
    seats: list[str] = []  # as for a new table; none: you decide next, the house plays the others
    anew: bool = False  # deal what is hidden anew, except what you could see there
    clock: Clock | str | None = None
    listed: bool = False
    takeover: bool = True


class SeatWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    seat: int | None = None


class StartWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    fill: str | None = None


class TakeoverWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    seat: int
    word: str = "medium"


class ReturnWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    seat: int


# --- tables ---


class Character(msgspec.Struct, frozen=True):
    """One of the house's own players, whatever their level: a name, and a temper that shows in play."""

    name: str
    temper: str  # bold, patient, thrifty or teasing
    motto: str


class Seat(msgspec.Struct, frozen=True):
    seat: int
    kind: SeatKind
    name: str | None
    word: str | None  # the house player that moves for it now
    you: bool
    here: bool
    away: bool
    taken_over: bool
    left: bool
    clock: SeatClock
    character: Character | None = None  # who the house player is
    hints: int = 0  # that it has asked for in this game
    taken_back: int = 0  # moves that it has taken back in this game
    followed: bool | UnsetType = UNSET  # by you; in lists


class TableResult(msgspec.Struct, frozen=True):
    payoffs: list[float]
    scores: list[int]
    why: str = ""


class NextTable(msgspec.Struct, frozen=True):
    """Where a match goes on that this game did not decide."""

    table: str
    title: str


class Origin(msgspec.Struct, frozen=True):
    """Where a branch left another game. Branches are never rated."""

    table: str | None  # where that game was played; None: in another house
    ply: int
    names: list[str]  # of those who played it
    anew: bool  # what was hidden there was dealt anew
    says: str


class Table(TableSettings, frozen=True, kw_only=True):
    """A table as one guest sees it."""

    id: str
    game: str
    title: str
    version: int
    options: Options
    status: Status
    seats: list[Seat]
    clock: Clock
    clock_words: str  # "5 min each, 3 s more after each move"
    listed: bool  # in the lobby, not by link only
    host: bool  # you are its host
    promise: str
    ply: int
    mover: int | None
    watchers: int
    created: float
    result: TableResult | None
    rematch: str | None
    part: str | None  # which game of a match this is: "game 2 of 3"
    next: NextTable | None  # where the match goes on, as after a draw when the rules require a winner
    demonstration: bool  # players of the house play each other for the lobby
    imported: bool  # it came from a record file, so nothing was promised here
    origin: Origin | None  # of a branch: the game it plays on from
    closed: str | None = None  # why the host of the house closed it
    called_off: str | None = None  # why it was closed before it began, if somebody did not come
    tournament: str | None = None  # that this game belongs to
    hints_left: int | UnsetType | None = UNSET  # for you; None: no limit; unset: there are none for you here
    data: Any | UnsetType = UNSET  # what a board needs to draw; not in lists
    line: str | UnsetType = UNSET  # the position in a line, in lists
    your_turn: bool | UnsetType = UNSET  # in lists


class Joined(Table, frozen=True, kw_only=True):
    """The table, and the seat you got."""

    seat: int


class TableList(msgspec.Struct, frozen=True):
    tables: list[Table]
    after: str | None  # fetches the next page


# --- what happened ---


class Ply(msgspec.Struct, frozen=True, kw_only=True):
    """What happened in one ply, as far as a seat may know; `says` and `whose` are for guests who asked for words.

    `whose` gives the seat that each sentence belongs to in a log; None: no seat.
    """

    ply: int
    events: list[HouseEvent]
    seat: int | UnsetType = UNSET  # whose decision it was; unset for the set-up
    says: list[str] | UnsetType = UNSET
    whose: list[int | None] | UnsetType = UNSET


class ReplayPly(Ply, frozen=True, kw_only=True):
    """One ply of a finished game; `round` and `turn` say where it belongs."""

    view: Any
    text: str
    situation: str
    mover: int
    left: list[int]  # the seats that have left the game
    scores: list[int]
    round: int | None
    turn: int
    move: Move | UnsetType = UNSET
    at: float | UnsetType = UNSET
    used_ms: int | UnsetType = UNSET


class Replay(msgspec.Struct, frozen=True):
    """A finished game, ply by ply, and what it calls its turns and rounds.

    Of a running game that spectators watch with a delay, it has the plies they may see by now, and no seed.
    """

    id: str
    game: str
    title: str
    options: Options
    data: Any
    names: list[str]
    seat: int | None
    promise: str
    seed: str
    result: TableResult | None
    turn_word: str
    round_word: str | None
    hides: bool  # whether anything could be dealt anew
    plies: list[ReplayPly]


class Change(msgspec.Struct, frozen=True):
    """By how much the chances of a seat changed, and by what."""

    seat: int
    change: float
    says: str


class Moment(Change, frozen=True):
    """A moment of a finished game that is worth seeing again, after so many plies, and whose chances it raised."""

    ply: int


class Ending(msgspec.Struct, frozen=True):
    """How a finished game went: the chances of every seat after some of its plies, and its moments in order.

    The house found them in its review of the game if there is one, otherwise at a glance. A game whose positions cannot
    be judged has no curve.
    """

    plies: list[int]
    curve: list[list[float]]
    moments: list[Moment]
    reviewed: bool

"""Bots and their owners: trial tables against house players, and what a bot did, how long it took, what went wrong."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from parlour.core.clock import Clock
from parlour.core.protocol.json import Options
from parlour.core.protocol.tables import Status

MOST_TRIALS = 10  # tables per request


class TrialWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Tables for a bot against a house player; each begins when the bot sits down."""

    game: Annotated[str, Meta(max_length=64)]
    against: Annotated[str, Meta(max_length=64)] = "easy"
    games: Annotated[int, Meta(ge=1, le=MOST_TRIALS)] = 1
    seat: Annotated[int, Meta(ge=0, le=63)] | None = None
    seats: Annotated[int, Meta(ge=1, le=64)] | None = None
    preset: Annotated[str, Meta(max_length=64)] | None = None
    options: Options = {}
    clock: Clock | str | None = None


class Bot(msgspec.Struct, frozen=True):
    id: str
    name: str
    created: float


class _BotGame(msgspec.Struct, frozen=True, kw_only=True):
    """What is known about every game of a bot; `seat` is the bot's."""

    table: str
    game: str
    title: str
    seat: int
    names: list[str]
    status: Status
    clock: Clock
    payoff: float | None
    why: str | None


class BotMatch(_BotGame, frozen=True, kw_only=True):
    """A bot's match in a list: how it is going, how long the bot thought, how often something went wrong."""

    here: bool
    created: float
    ended: float | None
    decisions: int
    mean_ms: int
    longest_ms: int
    faults: dict[str, int]


class BotMatches(msgspec.Struct, frozen=True):
    matches: list[BotMatch]
    after: str | None = None  # fetches the next page


class BotLine(msgspec.Struct, omit_defaults=True):
    """One ply as the bot's seat saw it; `move` and `used_ms` are given for its own plies only."""

    ply: int
    seat: int | None
    says: list[str]
    move: str | None = None
    used_ms: int | None = None
    part: bool = False  # it continues the move of the ply before
    house: Literal["miss", "concede", "forfeit"] | None = None  # entered by the house


class Fault(msgspec.Struct, frozen=True):
    """`code`: late, gone, illegal, unreadable, out-of-turn, too-fast, or note for what the bot itself logged."""

    ply: int
    at: float
    code: str
    why: str
    said: str


class BotLog(_BotGame, frozen=True, kw_only=True):
    lines: list[BotLine]
    faults: list[Fault]

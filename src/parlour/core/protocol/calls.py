"""Bots on call, challenges, and looking for an opponent.

A bot on call has one connection over which it is invited to tables; at each table it plays on a chair like everybody.
"""

from __future__ import annotations

from typing import Annotated, Literal, Union

import msgspec
from msgspec import Meta

from parlour.core.clock import Clock
from parlour.core.protocol.chair import ErrorMessage, Ping, Pong
from parlour.core.protocol.json import Options

MOST_TABLES = 50  # that one bot plays at a time

GameName = Annotated[str, Meta(max_length=64)]


# --- from the bot ---


class Call(msgspec.Struct, frozen=True, tag="call"):
    """You are on call: what you play, and how many tables at a time. Said again, it changes what you said before."""

    games: Annotated[list[GameName], Meta(min_length=1, max_length=100)]
    token: str | None = None  # the first time
    tables: Annotated[int, Meta(ge=0, le=MOST_TABLES)] = 1  # 0: nothing new for now
    ladder: bool = False  # play rated games with other bots on call, and with the house
    people: bool = True  # people may challenge you


class Decline(msgspec.Struct, frozen=True, tag="decline"):
    """You don't come to this table; whoever waits there is told why."""

    table: Annotated[str, Meta(max_length=64)]
    reason: Annotated[str, Meta(max_length=200)] = ""


FromBot = Union[Call, Decline, Ping]  # noqa: UP007


# --- to the bot ---


class _Calling(msgspec.Struct, frozen=True, kw_only=True):
    """What a bot on call plays."""

    player: str
    name: str
    games: list[str]
    tables: int  # how many at a time
    ladder: bool
    ladder_games: list[str]  # what it plays there: all its games, or those that its owner has chosen
    people: bool  # may challenge it


class Called(_Calling, frozen=True, kw_only=True, tag="on-call"):
    """You are on call, and this is what you said, and comes again if your owner changes what you play on the ladder.
    `ladder` is false if your owner has switched it off, or the house has none."""


class Invited(msgspec.Struct, frozen=True, kw_only=True, tag="invited"):
    """A table waits for you on this seat, or goes on without you until you come back: sit down, or decline."""

    table: str
    seat: int
    seats: int
    game: str
    version: int
    options: Options
    clock: Clock
    names: list[str]
    rated: bool
    seconds: float | None  # until the table is called off; None: the game has begun


ToBot = Union[Called, Invited, Pong, ErrorMessage]  # noqa: UP007


# --- over HTTP ---


class BotOnCall(_Calling, frozen=True, kw_only=True):
    """A bot on call, as everybody sees it."""

    busy: int  # how many tables it plays at now
    since: float


class BotsOnCall(msgspec.Struct, frozen=True):
    bots: list[BotOnCall]
    ladder: bool  # whether the house has one


class LadderWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a bot plays on the ladder whenever it is on call, whatever it says itself; an empty list: nothing. Without
    `games`, the bot says so."""

    games: Annotated[list[GameName], Meta(max_length=100)] | None = None


class ChallengeWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game of two with a bot on call; if the game needs more, the house plays the other seats."""

    game: GameName
    preset: Annotated[str, Meta(max_length=64)] | None = None
    options: Options = {}
    clock: Clock | str | None = None  # None: the game's own, or 5+3
    rated: bool = False
    seat: Annotated[int, Meta(ge=0, le=63)] | None = None  # yours; None: by lot


class SeekWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What you want to play, with somebody who wants the same."""

    game: GameName
    preset: Annotated[str, Meta(max_length=64)] | None = None
    clock: Clock | str | None = None
    rated: bool = True
    seats: Annotated[int, Meta(ge=2, le=64)] | None = None  # None: two, or as few as the game allows


class Offer(msgspec.Struct, frozen=True):
    """Somebody who would play at once: a level of the house, or a bot on call that people may challenge."""

    kind: Literal["house", "bot"]
    name: str
    word: str | None  # the seat word of the house's player
    player: str | None  # the bot
    points: int | None


class SoughtGame(msgspec.Struct, frozen=True):
    """What an opponent is looked for at."""

    game: str
    title: str
    preset: str | None
    clock: Clock
    clock_words: str
    rated: bool
    seats: int


class Seek(SoughtGame, frozen=True, kw_only=True):
    """You are looking for an opponent, or `table` is where you found one."""

    waited: float  # seconds
    points: int  # yours
    window: int | None  # how many points others may differ by now; None: any number
    others: int  # who look for the same
    offers: list[Offer]  # after a while
    table: str | None = None


class Seeking(msgspec.Struct, frozen=True):
    seek: Seek | None

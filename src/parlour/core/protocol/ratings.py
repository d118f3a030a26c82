"""Ratings, leaderboards, and the pages of players."""

from __future__ import annotations

from typing import Literal

import msgspec

from parlour.core.protocol.calls import BotOnCall

PlayerKind = Literal["person", "bot", "house"]
Ranking = Literal["everybody", "people", "bots"]
Outcome = Literal["won", "drawn", "lost"]


class Rating(msgspec.Struct, frozen=True, kw_only=True):
    """Points, with half of their 95 % interval."""

    points: int
    margin: int
    provisional: bool  # not sure yet
    games: int


class Place(Rating, frozen=True, kw_only=True):
    """One line of a leaderboard. Players of the house have no page; `name` is then their level."""

    place: int | None  # None: provisional, so not ranked yet
    player: str | None
    name: str
    kind: PlayerKind
    anchored: bool = False  # measured once; it never moves


class Leaderboard(msgspec.Struct, frozen=True):
    game: str
    title: str
    of: Ranking
    places: list[Place]  # the sure ones by points, then those that are provisional


class TablePlayer(msgspec.Struct, frozen=True, kw_only=True):
    """Who sits on a seat, and how strong; after a rated game also what it changed."""

    seat: int
    player: str | None  # whose page it is, if there is one
    kind: PlayerKind
    rating: Rating | None  # None: no rated game yet
    gained: int | None = None  # points, by this game


# --- the page of a player ---


class PlayerName(msgspec.Struct, frozen=True):
    """Somebody who plays; a player of the house has no page, and its level for a name."""

    player: str | None
    name: str
    kind: PlayerKind


class CurvePoint(msgspec.Struct, frozen=True):
    """A rating after a game."""

    at: float
    points: int
    margin: int
    table: str


class GameRating(Rating, frozen=True, kw_only=True):
    """A player's rating in one game, and how it came about: the latest games, oldest first."""

    game: str
    title: str
    curve: list[CurvePoint]


class GameScore(msgspec.Struct, frozen=True):
    """How a player did against somebody, in rated games of one game."""

    game: str
    title: str
    rival: PlayerName
    won: int
    drawn: int
    lost: int


class BestGame(msgspec.Struct, frozen=True):
    """A rated game won against somebody strong."""

    table: str
    game: str
    title: str
    at: float
    rival: PlayerName
    points: int  # of the rival, before it
    gained: int


class PublicGame(msgspec.Struct, frozen=True):
    """A finished game that everybody may know of."""

    table: str
    game: str
    title: str
    at: float
    rivals: list[PlayerName]
    outcome: Outcome
    rated: bool
    gained: int | None  # points; None: it was friendly, or has not been counted yet


class Profile(msgspec.Struct, frozen=True, kw_only=True):
    """The page of a guest or a bot: the same for everybody who looks at it, but for whether they follow the player."""

    player: str
    name: str
    kind: Literal["person", "bot"]
    since: float
    owner: PlayerName | None  # of a bot
    ratings: list[GameRating]
    scores: list[GameScore]
    best: list[BestGame]
    games: list[PublicGame]  # the latest
    followed: bool = False  # by you
    bots: list[PlayerName]  # that have played for rating
    call: BotOnCall | None = None  # of a bot that is on call

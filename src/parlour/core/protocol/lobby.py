"""The lobby: everything that goes on in the house, and the players one follows."""

from __future__ import annotations

from typing import Literal

import msgspec

from parlour.core.protocol.calls import SoughtGame
from parlour.core.protocol.ratings import PlayerName
from parlour.core.protocol.tables import Character, Table


class DailyPuzzle(msgspec.Struct, frozen=True):
    """The puzzle of the day: the same for everybody, another one tomorrow."""

    game: str
    title: str
    id: str
    ask: str
    tried: bool  # by you


class Highlight(msgspec.Struct, frozen=True):
    """The best of the latest public games, and what made it one."""

    table: str
    game: str
    title: str
    names: list[str]
    says: str
    ended: float


class Mood(msgspec.Struct, frozen=True):
    """How one of the house's characters feels, after the games of the last day."""

    character: Character
    mood: Literal["delighted", "content", "calm", "cross", "glum"]
    says: str
    table: str | None = None  # where everybody may watch this character now


class LookedFor(SoughtGame, frozen=True):
    """A game for which somebody looks for an opponent; whoever looks for the same is paired with them."""

    waiting: int  # guests, besides you


class Lobby(msgspec.Struct, frozen=True):
    """What the lobby shows, in one answer."""

    mine: list[Table]  # those you sit at or host
    waiting: list[Table]  # for a guest
    looked_for: list[LookedFor]
    running: list[Table]  # to watch; those of players you follow first, a demonstration last
    guests: int
    tables: int
    moods: list[Mood]
    puzzle: DailyPuzzle | None
    best: Highlight | None


class Following(msgspec.Struct, frozen=True):
    """Whom you follow, and their games that everybody may watch now."""

    players: list[PlayerName]
    tables: list[Table]


class FollowWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    follow: bool

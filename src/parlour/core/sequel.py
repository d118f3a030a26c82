"""What follows a finished game if a match can take several games, as when a draw is replayed."""

from __future__ import annotations

from typing import Any

import msgspec


class Finished(msgspec.Struct, frozen=True):
    """What a match keeps of a finished game: its payoffs, and each seat's tie-break value if the rules have one."""

    payoffs: list[float]
    values: list[int] = []

    @property
    def drawn(self) -> bool:
        return len(set(self.payoffs)) == 1


class Earlier(msgspec.Struct, frozen=True):
    """The earlier games of a match that needs a winner: the first game's options, and how the games ended."""

    options: dict[str, Any]
    games: list[Finished] = []
    title: str = ""  # of the current game, such as "game 2 of 3"; the first has none


class Sequel(msgspec.Struct, frozen=True):
    """What the rules say after a game: play another, or the match is decided without one."""

    says: str  # to everybody at the table, after the result of the game
    options: Any = None  # of the next game, with the same seats; None: the match is decided
    title: str = ""  # of the next game, in the middle of a sentence: "game 2 of 3"
    payoffs: list[float] = []  # of the match, if it is decided

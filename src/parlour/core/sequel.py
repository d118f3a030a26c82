"""What follows a finished game, where the rules know matches of several games: a draw that is played again, say."""

from __future__ import annotations

from typing import Any

import msgspec


class Finished(msgspec.Struct, frozen=True):
    """What a match keeps of a game that is over: its payoffs, and what each seat is worth where that breaks a tie."""

    payoffs: list[float]
    values: list[int] = []

    @property
    def drawn(self) -> bool:
        return len(set(self.payoffs)) == 1


class Earlier(msgspec.Struct, frozen=True):
    """A match that needs a winner, as one of its games finds it: the first game's options, and how the others ended."""

    options: dict[str, Any]
    games: list[Finished] = []
    title: str = ""  # what this game is called among them; the first one has no name of its own


class Sequel(msgspec.Struct, frozen=True):
    """What the rules say after the last game of a match: another game, or a winner whom no game has named."""

    says: str  # to everybody at the table, after the result of the game
    options: Any = None  # of the next game, same seats, from a fresh set-up; None: the match is decided
    title: str = ""  # what the next game is called, in the middle of a sentence: "game 2 of 3"
    payoffs: list[float] = []  # of the match, if it is decided

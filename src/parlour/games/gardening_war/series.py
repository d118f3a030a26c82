"""Section 12: a match that needs a winner. Drawn games are played again, then a longer one, then the value decides."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from parlour.games.gardening_war.options import GardeningWarOptions
from parlour.games.gardening_war.state import Garden

GAMES: Final = 3  # games of the agreed length before the longer one
LONGEST: Final = 1500  # rounds that the options allow


class Finished(msgspec.Struct, frozen=True):
    """A game of a match that is over: who won it (None: drawn) and what each gardener was worth at its end."""

    winner: int | None
    values: tuple[int, int] = (0, 0)


class MatchResult(msgspec.Struct, frozen=True):
    """The match is decided `by` a game or by value; `winner` is None if it is drawn for good."""

    winner: int | None
    by: str


def finished(state: Garden) -> Finished:
    """What a match needs to know of a game that is over."""
    winner = int(state.winner)
    values = (int(state.gardener0.value()), int(state.gardener1.value()))
    return Finished(winner if winner >= 0 else None, values)


def longer(rounds: int) -> int:
    """150 % of the rounds, rounded down, as far as a game may be long."""
    return min(rounds * 3 // 2, LONGEST)


def match_result(games: Sequence[Finished]) -> MatchResult | None:
    """How the match stands after these games; None while another one must be played."""
    for game in games:
        if game.winner is not None:
            return MatchResult(game.winner, "game")
    if len(games) <= GAMES:
        return None
    first, second = games[GAMES].values
    if first == second:
        return MatchResult(None, "draw")
    return MatchResult(0 if first > second else 1, "value")


def next_game(options: GardeningWarOptions, games: Sequence[Finished]) -> GardeningWarOptions | None:
    """The options of the next game of the match, same seats, from a fresh setup; None when the match is decided."""
    if match_result(games) is not None:
        return None
    if len(games) < GAMES:
        return options
    return msgspec.structs.replace(options, rounds=longer(options.rounds))

"""Section 12: a match needs a winner. After a draw another game follows, then a longer one, then value decides."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from parlour.core.english import count
from parlour.core.sequel import Finished, Sequel
from parlour.games.gardening_war.options import GardeningWarOptions
from parlour.games.gardening_war.state import Garden

GAMES: Final = 3  # games of the agreed length before the longer one
LONGEST: Final = 1500  # the most rounds that the options allow


def finished(state: Garden) -> Finished:
    """What a match must know about a finished game: who won, and what each gardener was worth at the end."""
    values = [int(state.gardener0.value()), int(state.gardener1.value())]
    return Finished([float(payoff) for payoff in state.payoffs()], values)


def longer(rounds: int) -> int:
    """150 % of the rounds, rounded down, but no longer than a game can be."""
    return min(rounds * 3 // 2, LONGEST)


def sequel(options: GardeningWarOptions, games: Sequence[Finished], names: Sequence[str]) -> Sequel | None:
    """What follows these games; nothing once one of them has a winner."""
    if not games[-1].drawn:
        return None
    if len(games) < GAMES:
        title = f"game {len(games) + 1} of {GAMES}"
        return Sequel(f"The match needs a winner, so you play again: {title}.", options, title)
    if len(games) == GAMES:
        rounds = longer(options.rounds)
        length = count(rounds, "round")
        says = f"That is the third draw, so one last game decides, of {length}."
        return Sequel(says, msgspec.structs.replace(options, rounds=rounds), "the longer game")
    first, second = games[-1].values
    if first == second:
        return Sequel(f"Gold, goods and land are worth {first} on both sides: the match is a draw.", payoffs=[0.5, 0.5])
    winner = 0 if first > second else 1
    worth = f"{max(first, second)} to {min(first, second)}"
    says = f"Gold, goods and land decide: {names[winner]} wins the match, {worth}."
    return Sequel(says, payoffs=[1.0, 0.0] if winner == 0 else [0.0, 1.0])

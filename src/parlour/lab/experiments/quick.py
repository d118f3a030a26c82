"""Games between players who look no further than one move, without the ceremony of a chair.

They play as they would there, and know as little: `greedy` deals its guesses anew from a copy of the position, and the
contract suite proves of every game that `redeal` leaves nothing in it that the seat can't know.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from parlour.arena.table import Watch
from parlour.bots.first_sight import at_first_sight
from parlour.bots.seat_words import SeatWord
from parlour.bots.thinkers import LONGEST_MS, GreedyPlayer
from parlour.core.dice import Dice
from parlour.core.match import Match
from parlour.core.seed import Seed
from parlour.core.state import OVER, State
from parlour.core.watch import Watch as Stopwatch

Chooser = Callable[[State, int, Dice], int]


def is_quick(seats: Sequence[SeatWord]) -> bool:
    return all(seat.name in CHOOSERS and seat.character is None for seat in seats)


def play_quickly(match: Match, seats: Sequence[SeatWord], seed: Seed, purposes: Sequence[str], watch: Watch) -> None:
    """Play a match to its end."""
    choosers = [CHOOSERS[seat.name] for seat in seats]
    dice = [seed.dice(purpose) for purpose in purposes]
    state = match.state
    while int(state.mover) != OVER:
        seat = int(state.mover)
        move = int(state.default_move()) if state.has_left(seat) else choosers[seat](state, seat, dice[seat])
        watch(match, match.enter(seat, move))


def _random(state: State, seat: int, dice: Dice) -> int:
    return int(state.random_move(dice))


def _greedy(state: State, seat: int, dice: Dice) -> int:
    moves = state.moves()
    if len(moves) == 1:
        return int(moves[0])
    stopwatch = Stopwatch()
    stopwatch.start(LONGEST_MS / 1000)
    best = at_first_sight(state.copy(), seat, GreedyPlayer.WORLDS, dice, stopwatch)
    return int(best[dice.below(len(best))])


CHOOSERS: dict[str, Chooser] = {"random": _random, "greedy": _greedy}

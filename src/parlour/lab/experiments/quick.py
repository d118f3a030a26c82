"""Games between players who look no further than one move, without the ceremony of a chair.

They play as they would there, and know as little: `greedy` deals its guesses anew from a copy of the position, and the
contract suite proves of every game that `redeal` leaves nothing in it that the seat can't know.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from parlour.arena.workers import stop_if_unwanted
from parlour.bots.first_sight import at_first_sight
from parlour.bots.seat_words import SeatWord
from parlour.bots.thinkers import LONGEST_MS, GreedyPlayer
from parlour.core.dice import Dice
from parlour.core.match import Match
from parlour.core.seed import Seed
from parlour.core.state import OVER, State, Told
from parlour.core.watch import Watch as Stopwatch

Chooser = Callable[[State, int, Dice], int]


def is_quick(seats: Sequence[SeatWord]) -> bool:
    return all(seat.name in CHOOSERS and seat.character is None for seat in seats)


def play_quickly(
    match: Match, seats: Sequence[SeatWord], seed: Seed, purposes: Sequence[str], see: Callable[[State], None] | None
) -> tuple[list[int], list[Told]]:
    """Play a match to its end, with one stream of luck, which is faster than dice for every ply.

    Returns who made each decision, and everything that was told. `see` is shown every position.
    """
    choosers = [CHOOSERS[seat.name] for seat in seats]
    dice = [seed.dice(purpose) for purpose in purposes]
    luck = match.dice(1)
    state = match.state
    told = list(match.setup)
    movers: list[int] = []
    state.heard = told
    while (seat := int(state.mover)) != OVER:
        stop_if_unwanted()
        movers.append(seat)
        state.play(choosers[seat](state, seat, dice[seat]), luck)
        if see is not None:
            see(state)
    state.heard = None
    return movers, told


def _random(state: State, seat: int, dice: Dice) -> int:
    return int(state.random_move(dice))


def _greedy(state: State, seat: int, dice: Dice) -> int:
    moves = state.moves()
    if len(moves) == 1:
        return int(moves[0])
    STOPWATCH.start(LONGEST_MS / 1000)
    best = at_first_sight(state.copy(), seat, GreedyPlayer.WORLDS, dice, STOPWATCH)
    return int(best[dice.below(len(best))])


STOPWATCH = Stopwatch()
CHOOSERS: dict[str, Chooser] = {"random": _random, "greedy": _greedy}

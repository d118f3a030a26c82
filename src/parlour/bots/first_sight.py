"""The moves that look best at first sight: one move ahead, in a few guesses at what is hidden. Compiled."""

from __future__ import annotations

from mypy_extensions import i64

from parlour.core.dice import Dice
from parlour.core.state import State
from parlour.core.watch import Watch


def at_first_sight(state: State, seat: i64, worlds: i64, dice: Dice, watch: Watch) -> list[i64]:
    """The moves after which the position looks best to `seat` by the game's judge, averaged over so many guesses.

    The position is redealt before each guess. When time is up, what has been seen by then decides.
    """
    moves: list[i64] = []
    totals: list[float] = []
    times: list[float] = []
    world: i64 = 0
    while world < worlds and not watch.over:
        world += 1
        state.redeal(seat, dice)
        at: i64 = 0
        for move in state.candidates():
            if watch.over:
                break
            after = state.copy()
            after.play(move, dice)
            value = after.payoffs()[seat] if after.mover < 0 else after.judge(seat)
            if at >= len(moves) or moves[at] != move:  # mostly the same moves in the same order
                at = 0
                while at < len(moves) and moves[at] != move:
                    at += 1
                if at == len(moves):
                    moves.append(move)
                    totals.append(0.0)
                    times.append(0.0)
            totals[at] += value
            times[at] += 1.0
            at += 1
            watch.up()
    best: list[i64] = []
    most = -1.0
    at = 0
    while at < len(moves):
        mean = totals[at] / times[at]
        if len(best) == 0 or mean > most:
            most = mean
            best = [moves[at]]
        elif mean == most:
            best.append(moves[at])
        at += 1
    return best

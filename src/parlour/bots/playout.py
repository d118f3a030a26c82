"""Random play in a compiled loop: for simulations, benchmarks and the ends of searches."""

from __future__ import annotations

from mypy_extensions import i64

from parlour.core.dice import Dice
from parlour.core.state import Evaluator, State
from parlour.core.watch import Watch


def play_random(state: State, dice: Dice, longest: i64) -> i64:
    """Play uniformly random moves until the end, but at most `longest`; returns how many."""
    n: i64 = 0
    while state.mover >= 0 and n < longest:
        state.play(state.random_move(dice), dice)
        n += 1
    return n


def play_out(state: State, dice: Dice, longest: i64, watch: Watch, evaluator: Evaluator | None = None) -> i64:
    """Play playout moves, the evaluator's or the game's, until the end or until time is up, but at most `longest`.

    Returns how many.
    """
    guide = Evaluator() if evaluator is None else evaluator
    n: i64 = 0
    while state.mover >= 0 and n < longest:
        state.play(guide.playout_move(state, dice), dice)
        n += 1
        if watch.up():
            break
    return n

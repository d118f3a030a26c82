"""Whether a move told its player anything: only one that did not can be taken back as if it had never been made."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from parlour.core.dice import Dice, NoDice, OutOfDice
from parlour.core.errors import Reason
from parlour.core.events import EventJson
from parlour.core.match import Match
from parlour.core.state import Hidden, State

WORLDS: Final = 8  # that the seat cannot tell apart, and in all of which the move must lead to the same
_UNROLLED: Final = (1, 2, 3, 4)

_PASSED: Final = Reason("passed", "Your turn is over, and a turn can't be taken back.")
_ROLLED: Final = Reason("rolled", "The dice have fallen: this move can't be taken back.")
_REVEALED: Final = Reason("revealed", "This move showed you something new: it can't be taken back.")


def why_final(match: Match, seat: int, move: int, dice: Dice) -> Reason | None:
    """Why a legal move of the mover, not made yet, could not be taken back; None: it would reveal nothing.

    It is tried without dice in the true position and in others that look the same to the seat. `dice` deal these.
    """
    told = _tried(match, match.state, seat, move)
    if isinstance(told, Reason):
        return told
    for _ in range(WORLDS if match.game.hides else 0):
        world = match.state.copy()
        world.redeal(seat, dice)
        if _tried(match, world, seat, move) != told:
            return _REVEALED
    return None


Told = tuple[bytes, list[int], list[EventJson]]  # the view, the moves possible next, and what happened


def _tried(match: Match, state: State, seat: int, move: int) -> Told | Reason:
    """What the seat knows after a move, or why it is final."""
    game = match.game
    world: Any = state.copy()
    if not world.allows(move):
        return _REVEALED
    world.heard, world.curtain = [], game.events_of(match.options).curtain
    none = NoDice()
    try:
        world.play(move, none)
    except OutOfDice:
        return _ROLLED
    except Hidden:
        return _REVEALED
    if (none.s0, none.s1, none.s2, none.s3) != _UNROLLED:
        return _ROLLED
    if world.mover != seat:
        return _PASSED
    heard, world.heard = world.heard, None
    shown = match.show(heard, seat)
    return msgspec.json.encode(game.view(world, seat)), [int(one) for one in world.moves()], shown

"""What a move would change, shown before it is made, without luck and without leaks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from parlour.core.dice import Dice, NoDice, OutOfDice
from parlour.core.errors import Reason, Refused
from parlour.core.game import AnyGame
from parlour.core.state import Hidden

WORLDS = 4


class Preview(msgspec.Struct, frozen=True):
    """What a move is certain to change in the seat's view, and whether luck or hidden information follows."""

    changes: list[tuple[str, Any, Any]]  # path in the view ("rival.health"), before, after
    certain: bool  # False: dice or something hidden decides the rest


def preview(game: AnyGame, view: Any, seat: int, move: int, dice: Dice) -> Preview:
    """Play `move` on several positions imagined from the seat's own view, and keep what they agree on.

    Only the view goes in, so a preview cannot leak. It stops before the first roll and before the first event that
    reveals something hidden; anything else that depends on hidden information differs between the imagined positions
    and is dropped, so a preview is never wrong either.
    """
    before = flatten(msgspec.to_builtins(view))
    certain = True
    agreed: dict[str, Any] | None = None
    for _ in range(WORLDS if game.hides else 1):
        state = game.imagine(view, dice)
        if not state.allows(move):
            return Preview([], False)
        state.heard, state.curtain = [], game.events.curtain
        try:
            state.play(move, NoDice())
        except (OutOfDice, Hidden):
            certain = False
        after = flatten(msgspec.to_builtins(game.view(state, seat)))
        if agreed is None:
            agreed = after
        else:
            kept = {path: value for path, value in agreed.items() if path in after and after[path] == value}
            certain = certain and len(kept) == len(agreed) == len(after)
            agreed = kept
    assert agreed is not None
    changes = [(p, before.get(p), agreed[p]) for p in agreed if p not in before or before[p] != agreed[p]]
    if certain:
        changes += [(p, before[p], None) for p in before if p not in agreed]
    return Preview(changes, certain)


class Plan(msgspec.Struct, frozen=True):
    """Where a sequence of decisions leads: how many can be made, the view after them, and the moves possible next."""

    done: int
    view: Any
    moves: list[int]
    reason: Reason | None = None  # why the next decision cannot be made


def plan(game: AnyGame, view: Any, seat: int, row: Sequence[int], dice: Dice) -> Plan:
    """Play one seat's decisions on the position in the view until one of them is not possible.

    Only for games that hide nothing: in others, the moves possible later would give away what is hidden.
    """
    if game.hides:
        raise Refused("Plans are only possible in games that hide nothing.", "hidden")
    state = game.imagine(view, dice)
    done = 0
    reason: Reason | None = None
    for move in row:
        if state.mover != seat:
            reason = Reason("complete", "Your move is already complete.")
        elif not state.allows(move):
            reason = game.why_not(state, move)
        if reason is not None:
            break
        try:
            after = state.copy()
            after.play(move, NoDice())
        except OutOfDice:
            reason = Reason("luck", "What follows is up to the dice.")
            break
        state = after
        done += 1
    return Plan(done, game.view(state, seat), list(state.moves()) if state.mover == seat else [], reason)


def flatten(value: Any, path: str = "") -> dict[str, Any]:
    """A nested view as one level: {"sides.0.health": 17, …}."""
    flat: dict[str, Any] = {}
    if isinstance(value, dict):
        for key, inner in value.items():
            flat.update(flatten(inner, f"{path}.{key}" if path else str(key)))
    elif isinstance(value, list):
        for key, inner in enumerate(value):
            flat.update(flatten(inner, f"{path}.{key}" if path else str(key)))
    else:
        flat[path] = value
    return flat

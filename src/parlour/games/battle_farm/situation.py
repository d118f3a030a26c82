"""What a position of Battle Farm means: how far it is to the win limit, and who gets there first."""

from __future__ import annotations

from collections.abc import Sequence

from parlour.core.english import count
from parlour.games.battle_farm.view import FarmerView, FarmView


def say_situation(view: FarmView, names: Sequence[str], seat: int | None, options: object) -> str:
    if view.mover < 0:
        return ""
    if view.seat is None or view.farmers[view.seat].left:
        return _for_nobody(view, names)
    return _last_round(view, names, view.seat) if view.final else _race(view, names, view.seat)


def _race(view: FarmView, names: Sequence[str], seat: int) -> str:
    """Before the last round: the coins that are missing, and what the next harvest brings."""
    me = view.farmers[seat]
    missing = view.win_limit - me.coins
    said = f"{names[seat]} needs {count(missing, 'more coin')} to call the last round"
    if missing <= 0:
        said = f"{names[seat]} has the {view.win_limit} coins that call the last round"
    due = _due(me)
    if due:
        said += f", {due} due at the next harvest"
    rivals = [(farmer.coins, other) for other, farmer in enumerate(view.farmers) if other != seat and not farmer.left]
    most, first = max(rivals, key=lambda each: each[0])
    if most == me.coins:
        return f"{said}; {names[first]} has as many."
    return f"{said}; {names[first]} is {abs(most - me.coins)} {'ahead' if most > me.coins else 'behind'}."


def _last_round(view: FarmView, names: Sequence[str], seat: int) -> str:
    me = view.farmers[seat]
    rivals = [(farmer.coins, other) for other, farmer in enumerate(view.farmers) if other != seat and not farmer.left]
    most, first = max(rivals, key=lambda each: each[0])
    if most == me.coins:
        return f"Last round: {names[seat]} and {names[first]} share the lead with {most}."
    if most < me.coins:
        return f"Last round: {names[seat]} leads {names[first]} by {count(me.coins - most, 'coin')}."
    needs = count(most - me.coins + 1, "more coin")
    return f"Last round: {names[seat]} needs {needs} to pass {names[first]}."


def _due(farmer: FarmerView) -> int:
    """What this farmer's next harvest pays, if nobody interferes: timers fall by one before it."""
    return sum(bed.value + bed.bonus for bed in farmer.beds if bed.crop is not None and bed.timer <= 1)


def _for_nobody(view: FarmView, names: Sequence[str]) -> str:
    still = sorted(
        ((farmer.coins, names[seat]) for seat, farmer in enumerate(view.farmers) if not farmer.left),
        key=lambda each: -each[0],
    )
    opening = "Last round: " if view.final else ""
    if len(still) > 1 and still[0][0] == still[1][0]:
        said = f"{still[0][1]} and {still[1][1]} share the lead with {still[0][0]}"
    else:
        said = f"{still[0][1]} leads with {still[0][0]}" + (f", {still[1][1]} has {still[1][0]}" if still[1:] else "")
    return f"{opening}{said}." if view.final else f"{said}; {view.win_limit} coins call the last round."

"""What a position of MonoGwent means: who leads the round, and what the round decides."""

from __future__ import annotations

from collections.abc import Sequence

from parlour.core.english import count
from parlour.games.monogwent.view import MonoGwentView


def say_situation(view: MonoGwentView, names: Sequence[str], seat: int | None, options: object) -> str:
    if view.mover < 0:
        return ""
    if view.round == 0:
        return _mulligan(view, names)
    return _for_nobody(view, names) if view.seat is None else _for_seat(view, names, view.seat)


def _mulligan(view: MonoGwentView, names: Sequence[str]) -> str:
    choosing = [seat for seat in (0, 1) if not view.chosen[seat]]
    who = view.seat if view.seat in choosing else choosing[0]
    return f"Before the first round, {names[who]} may give back up to two cards."


def _for_seat(view: MonoGwentView, names: Sequence[str], seat: int) -> str:
    me, rival = names[seat], names[1 - seat]
    mine, theirs = view.sides[seat], view.sides[1 - seat]
    lead = mine.power - theirs.power
    where = f"is level at {mine.power}" if lead == 0 else f"is {abs(lead)} {'ahead' if lead > 0 else 'behind'}"
    if mine.lives < theirs.lives:
        where += " and must win this round"
    elif mine.lives > theirs.lives:
        where += " and can win the game in this round"
    elif mine.lives == 1:
        where += " in the round that decides"
    if theirs.passed and lead > 0:
        return f"{me} {where}; {rival} has passed, so passing wins the round."
    if theirs.passed:
        return f"{me} {where}; {rival} has passed, so {1 - lead} more power wins the round."
    if mine.passed:
        return f"{me} {where}; {me} has passed, {rival} has {count(theirs.hand_size, 'card')} left."
    return f"{me} {where}, with {count(mine.hand_size, 'card')} against {theirs.hand_size}."


def _for_nobody(view: MonoGwentView, names: Sequence[str]) -> str:
    power = [side.power for side in view.sides]
    lives = [side.lives for side in view.sides]
    ahead = 0 if power[0] >= power[1] else 1
    said = f"{names[ahead]} leads {power[ahead]} to {power[1 - ahead]}"
    if power[0] == power[1]:
        said = f"{names[0]} and {names[1]} are level at {power[0]}"
    if lives[0] != lives[1]:
        said += f", and {names[0 if lives[0] < lives[1] else 1]} must win this round"
    elif lives[0] == 1:
        said += ", and this round decides"
    passed = [names[seat] for seat in (0, 1) if view.sides[seat].passed]
    return f"{said}; {passed[0]} has passed." if passed else f"{said}."

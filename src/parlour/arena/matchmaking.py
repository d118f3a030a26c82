"""Who plays whom: guests who look for an opponent, and bots on the ladder. Pure functions of who waits since when."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Final, Protocol, TypeVar

NARROW: Final = 100  # points by which rivals may differ at first ...
WIDER: Final = 10  # ... and how many more for each second that somebody has waited
ANYBODY: Final = 90.0  # seconds after which points no longer matter
LUCK: Final = 200.0  # points: on the ladder, not always the same two meet


class Waits(Protocol):
    """Somebody who looks for an opponent."""

    @property
    def guest(self) -> str: ...

    @property
    def points(self) -> int: ...

    @property
    def since(self) -> float: ...


W = TypeVar("W", bound=Waits)


def window(waited: float) -> int | None:
    """How many points somebody's rivals may differ by after so many seconds; None: any number."""
    return None if waited >= ANYBODY else NARROW + int(WIDER * max(0.0, waited))


def groups(waiting: Sequence[W], seats: int, now: float) -> list[list[W]]:
    """Tables of `seats` guests. The longest waiting choose first: those nearest to them, within their window."""
    left = sorted({one.guest: one for one in waiting}.values(), key=lambda one: (one.since, one.guest))
    found: list[list[W]] = []
    while left:
        first, *rest = left
        within = window(now - first.since)
        near = [one for one in rest if within is None or abs(one.points - first.points) <= within]
        near.sort(key=lambda one: (abs(one.points - first.points), one.since, one.guest))
        group = [first, *near[: seats - 1]]
        if len(group) == seats:
            found.append(group)
            left = [one for one in rest if one not in group]
        else:
            left = rest
    return found


@dataclass(frozen=True)
class Climber:
    """A bot on the ladder. `mind` is who wrote it: bots of one owner don't meet."""

    bot: str
    mind: str
    points: Mapping[str, int] = field(hash=False)  # by game: what it plays, and how well
    matched: float = 0.0  # when it last was
    ready: bool = True


@dataclass(frozen=True)
class Bout:
    """A game of the ladder; without a rival, a level of the house plays."""

    game: str
    bot: Climber
    rival: Climber | None = None


def bouts(climbers: Sequence[Climber], dice: Random) -> list[Bout]:
    """Who meets whom now: those first who have not played for longest, with rivals of about their strength.

    A bot that could meet nobody at all, ready or not, plays the house.
    """
    left = sorted((one for one in climbers if one.ready), key=lambda one: (one.matched, one.bot))
    found: list[Bout] = []
    while left:
        first = left.pop(0)
        rivals = [(other, game) for other in left for game in _common(first, other)]
        if rivals:
            gap = {pair: abs(first.points[pair[1]] - pair[0].points[pair[1]]) + LUCK * dice.random() for pair in rivals}
            rival, game = min(rivals, key=gap.__getitem__)
            left.remove(rival)
            found.append(Bout(game, first, rival))
        elif first.points and not any(_common(first, other) for other in climbers):
            found.append(Bout(dice.choice(sorted(first.points)), first))
    return found


def _common(one: Climber, other: Climber) -> list[str]:
    """The games that two bots can play with each other."""
    return [] if one.mind == other.mind else sorted(one.points.keys() & other.points.keys())

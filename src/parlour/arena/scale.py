"""The scale of a game: one for people, bots and the house's levels. See docs/ratings.md.

Ratings are openskill's (Plackett and Luce, for any number of seats); points are how they are shown. 400 points more
win ten of eleven games at a table of two, as with Elo.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final, NamedTuple

from openskill.models import PlackettLuce

from parlour.arena.anchors import HOUSE, Anchors, shipped
from parlour.core.game import AnyGame

FORMULA: Final = 1  # rises when the same games would give other ratings
MIDDLE: Final = 1500.0  # points of a newcomer, and of the house's medium when a game was first measured
MU: Final = 25.0
SIGMA: Final = MU / 3
BETA: Final = MU / 6  # luck in a game of two
POINT: Final = 400.0 / (math.log(10.0) * math.sqrt(2.0) * BETA)  # points for 1 of mu
SURE: Final = 250.0  # a rating is provisional until its margin is this small
NORMAL: Final = 1.96  # standard deviations to either side hold 95 %


class Strength(NamedTuple):
    """An estimate and its uncertainty, as openskill counts them."""

    mu: float = MU
    sigma: float = SIGMA


class Points(NamedTuple):
    """A rating as it is shown: points, and half of their 95 % interval."""

    points: int
    margin: int

    @property
    def provisional(self) -> bool:
        return self.margin > SURE


def points_of(mu: float, sigma: float) -> Points:
    return Points(round(MIDDLE + (mu - MU) * POINT), round(NORMAL * sigma * POINT))


def strength_of(points: float, margin: float) -> Strength:
    return Strength(MU + (points - MIDDLE) / POINT, max(margin / (NORMAL * POINT), 0.005))


def _whole(*_: object, **__: object) -> float:
    """Each game makes a rating as much surer as it tells. openskill's usual damping leaves margins twice too wide."""
    return 1.0


@cache
def _model(seats: int) -> PlackettLuce:
    """The more seats, the more openskill smooths a result; so that a point means the same everywhere, we undo that."""
    return PlackettLuce(mu=MU, sigma=SIGMA, beta=BETA * math.sqrt(2 / seats), gamma=_whole)


class Scale:
    """The scale of one game. Anchored players count as they were measured, whatever they win or lose."""

    def __init__(self, anchors: Anchors) -> None:
        self.anchored: Mapping[str, Strength] = {
            HOUSE + anchor.word: strength_of(anchor.points, anchor.margin) for anchor in anchors.anchors
        }
        self.rules = f"{FORMULA}-{anchors.digest}"  # ratings by other rules can't be compared with these

    def rate(
        self, players: Sequence[str], payoffs: Sequence[float], known: Sequence[tuple[float, float] | None]
    ) -> list[tuple[Strength, Strength]]:
        """Each player's rating before and after a game, who won what. Those on several seats at once stay put."""
        before = [
            self.anchored.get(player) or (Strength() if one is None else Strength(*one))
            for player, one in zip(players, known, strict=True)
        ]
        model = _model(len(players))
        teams = [[model.rating(mu=one.mu, sigma=one.sigma)] for one in before]
        after = model.rate(teams, ranks=[-payoff for payoff in payoffs])
        often = Counter(players)
        return [
            (old, old if player in self.anchored or often[player] > 1 else Strength(team[0].mu, team[0].sigma))
            for player, old, team in zip(players, before, after, strict=True)
        ]


@cache
def scale_of(game: AnyGame) -> Scale:
    return Scale(shipped(game))

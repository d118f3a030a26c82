"""Elo-like points from shares: the strengths that explain best who won how often against whom."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from parlour.arena.anchors import MeasuredPair

ANCHOR_POINTS: Final = 1000.0
SCALE: Final = 400.0 / math.log(10.0)  # a player 400 points stronger wins ten times for each loss
PRIOR: Final = 0.5  # half a drawn game of everybody against the anchor, so that a clean sheet is not infinity


class Points(NamedTuple):
    points: float
    margin: float  # half of the 95 % interval of the distance to the anchor


def fit_points(
    pairs: Sequence[MeasuredPair], anchor: str, fixed: Mapping[str, float] | None = None
) -> dict[str, Points]:
    """The points of all players, with `anchor` at 1000, by maximum likelihood. The points of the `fixed` stay."""
    known = {anchor: ANCHOR_POINTS, **(fixed or {})}
    names = list(known)
    for pair in pairs:
        names += [name for name in (pair.upper, pair.lower) if name not in names]
    at = {name: number for number, name in enumerate(names)}
    strengths = [(known.get(name, known[anchor]) - ANCHOR_POINTS) / SCALE for name in names]
    loose = names[len(known) :]
    extended = [*pairs, *(MeasuredPair(name, anchor, 0.5, 1) for name in loose)]
    weights = [*(float(pair.games) for pair in pairs), *([PRIOR] * len(loose))]
    covariance: list[list[float]] = []
    for _ in range(100):
        slope = [0.0] * len(names)
        curve = [[0.0] * len(names) for _ in names]
        for pair, weight in zip(extended, weights, strict=True):
            i, j = at[pair.upper], at[pair.lower]
            expected = 1.0 / (1.0 + math.exp(strengths[j] - strengths[i]))
            off, bend = weight * (pair.share - expected), weight * expected * (1.0 - expected)
            slope[i] += off
            slope[j] -= off
            curve[i][i] += bend
            curve[j][j] += bend
            curve[i][j] -= bend
            curve[j][i] -= bend
        covariance = _inverse([row[len(known) :] for row in curve[len(known) :]])  # only the others move
        step = [sum(a * b for a, b in zip(row, slope[len(known) :], strict=True)) for row in covariance]
        largest = max((abs(change) for change in step), default=0.0)
        for number, change in enumerate(step, len(known)):
            strengths[number] += change / max(1.0, largest)
        if largest < 1e-9:
            break
    margins = [*[0.0] * len(known), *(1.96 * math.sqrt(covariance[n][n]) for n in range(len(covariance)))]
    return {
        name: Points(ANCHOR_POINTS + SCALE * strength, SCALE * margin)
        for name, strength, margin in zip(names, strengths, margins, strict=True)
    }


def _inverse(matrix: Sequence[Sequence[float]]) -> list[list[float]]:
    """By Gauss and Jordan; the matrix is positive definite, so every pivot is positive."""
    size = len(matrix)
    rows = [[*row, *(1.0 if i == j else 0.0 for j in range(size))] for i, row in enumerate(matrix)]
    for i in range(size):
        pivot = rows[i][i]
        rows[i] = [value / pivot for value in rows[i]]
        for j in range(size):
            if j != i and rows[j][i]:
                factor = rows[j][i]
                rows[j] = [value - factor * other for value, other in zip(rows[j], rows[i], strict=True)]
    return [row[size:] for row in rows]

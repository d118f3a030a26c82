"""Fits the weights of a softmax to what happened: to who won from a position, or to what a search chose. Compiled.

A case has several alternatives (the seats, or the moves), each described by the same few numbers, and says how often
each came true. The weights are those that make what happened most likely, kept near a first guess by a penalty; they
are found by Newton's method, which needs no settings and always gives the same result.
"""

from __future__ import annotations

import math
from typing import Final

from mypy_extensions import i64

from parlour.core.evaluator import softmax, weigh

STEPS: Final = 25
SMALL: Final = 1e-9


class Case:
    """One thing that could have gone several ways: the numbers of each alternative, and how often it came true."""

    def __init__(self, numbers: list[list[float]], shares: list[float], weight: float) -> None:
        self.numbers: list[list[float]] = numbers
        self.shares: list[float] = shares  # they add up to 1
        self.weight: float = weight


def loss(cases: list[Case], weights: list[float]) -> float:
    """How surprised these weights are by what happened, on average, in nats; a coin that is fair is at 0.693."""
    total = 0.0
    count = 0.0
    for case in cases:
        chances = softmax([weigh(weights, numbers) for numbers in case.numbers])
        i: i64 = 0
        while i < len(chances):
            if case.shares[i] > 0.0:
                total -= case.weight * case.shares[i] * math.log(max(chances[i], 1e-12))
            i += 1
        count += case.weight
    return total / count if count > 0.0 else 0.0


def spreads(cases: list[Case], size: i64) -> list[float]:
    """How much each number varies between the alternatives of a case; 0 if it never tells them apart."""
    totals = [0.0 for _ in range(size)]
    count = 0.0
    for case in cases:
        alternatives: i64 = len(case.numbers)
        n: i64 = 0
        while n < size:
            mean = 0.0
            for numbers in case.numbers:
                mean += numbers[n]
            mean /= float(alternatives)
            for numbers in case.numbers:
                totals[n] += case.weight * (numbers[n] - mean) * (numbers[n] - mean)
            n += 1
        count += case.weight * float(alternatives)
    return [math.sqrt(total / count) if count > 0.0 else 0.0 for total in totals]


def fit(cases: list[Case], first: list[float], caution: float) -> list[float]:
    """The weights that fit these cases best.

    The penalty for leaving the `first` guess is `caution` times half the square of the way, measured in units in which
    each number varies by 1, so that the unit of a feature does not matter.
    """
    size: i64 = len(first)
    scales = spreads(cases, size)
    weights = first[:]
    before = _goal(cases, weights, first, scales, caution)
    for _ in range(STEPS):
        slope, curve = _derivatives(cases, weights, size)
        i: i64 = 0
        while i < size:
            pull = caution * scales[i] * scales[i]
            slope[i] += pull * (weights[i] - first[i])
            curve[i][i] += pull
            if scales[i] < SMALL:  # it says nothing, so it stays
                _pin(slope, curve, i)
            i += 1
        step = _solve(curve, slope)
        part = 1.0
        moved = weights
        after = before
        while part > 1e-4:
            moved = [weights[i] - part * step[i] for i in range(size)]
            after = _goal(cases, moved, first, scales, caution)
            if after <= before:
                break
            part /= 2.0
        if after > before:
            break
        weights = moved
        if before - after < SMALL:
            break
        before = after
    return weights


def _goal(cases: list[Case], weights: list[float], first: list[float], scales: list[float], caution: float) -> float:
    total = 0.0
    for case in cases:
        total += case.weight
    found = loss(cases, weights) * total
    i: i64 = 0
    while i < len(weights):
        way = (weights[i] - first[i]) * scales[i]
        found += 0.5 * caution * way * way
        i += 1
    return found


def _derivatives(cases: list[Case], weights: list[float], size: i64) -> tuple[list[float], list[list[float]]]:
    """The slope and the curvature of the surprise, summed over the cases."""
    slope = [0.0 for _ in range(size)]
    curve = [[0.0 for _ in range(size)] for _ in range(size)]
    for case in cases:
        chances = softmax([weigh(weights, numbers) for numbers in case.numbers])
        mean = [0.0 for _ in range(size)]
        at: i64 = 0
        while at < len(chances):
            numbers = case.numbers[at]
            miss = case.weight * (chances[at] - case.shares[at])
            i: i64 = 0
            while i < size:
                mean[i] += chances[at] * numbers[i]
                slope[i] += miss * numbers[i]
                i += 1
            at += 1
        at = 0
        while at < len(chances):
            numbers = case.numbers[at]
            away = [numbers[i] - mean[i] for i in range(size)]
            share = case.weight * chances[at]
            i = 0
            while i < size:
                row = curve[i]
                part = share * away[i]
                if part != 0.0:
                    j: i64 = 0
                    while j <= i:
                        row[j] += part * away[j]
                        j += 1
                i += 1
            at += 1
    i = 0
    while i < size:
        j = i + 1
        while j < size:
            curve[i][j] = curve[j][i]
            j += 1
        i += 1
    return slope, curve


def _pin(slope: list[float], curve: list[list[float]], at: i64) -> None:
    """Keep one weight where it is."""
    slope[at] = 0.0
    i: i64 = 0
    while i < len(slope):
        curve[at][i] = 0.0
        curve[i][at] = 0.0
        i += 1
    curve[at][at] = 1.0


def _solve(matrix: list[list[float]], right: list[float]) -> list[float]:
    """Gaussian elimination with pivoting."""
    size: i64 = len(right)
    rows = [matrix[i][:] for i in range(size)]
    found = right[:]
    column: i64 = 0
    while column < size:
        pivot = column
        i: i64 = column + 1
        while i < size:
            if abs(rows[i][column]) > abs(rows[pivot][column]):
                pivot = i
            i += 1
        rows[column], rows[pivot] = rows[pivot], rows[column]
        found[column], found[pivot] = found[pivot], found[column]
        top = rows[column][column]
        if abs(top) > 1e-12:
            i = column + 1
            while i < size:
                factor = rows[i][column] / top
                if factor != 0.0:
                    j: i64 = column
                    while j < size:
                        rows[i][j] -= factor * rows[column][j]
                        j += 1
                    found[i] -= factor * found[column]
                i += 1
        column += 1
    column = size - 1
    while column >= 0:
        total = found[column]
        j = column + 1
        while j < size:
            total -= rows[column][j] * found[j]
            j += 1
        found[column] = total / rows[column][column] if abs(rows[column][column]) > 1e-12 else 0.0
        column -= 1
    return found

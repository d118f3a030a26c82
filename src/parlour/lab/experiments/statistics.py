"""Shares of wins and means with honest intervals, whatever hangs together in how games are played.

Games of the same deal are not independent, so a share is a ratio of sums over deals, and its variance is estimated from
how much the deals differ (linearized and robust to clusters). The interval is Wilson's, for as many independent games
as would give that variance, with Student's distribution for the number of deals. Intervals of a family are widened by
Šidák's formula, so that all of them hold at once; single differences are judged by Holm's method.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

SURE: Final = 0.95  # how sure all intervals of a family are together
STEADIEST: Final = 4.0  # mirrored seats may make a game worth as many independent ones, at most
CLEAR: Final = 1.0 - SURE

SIDAK_AND_HOLM: Final = (
    "All {count} intervals of this table hold together with a probability of 95 % (Šidák's correction), with games of "
    "the same deal counted as one; what is marked as clear differs from an even share by Holm's method at 5 %."
)
ALONE: Final = "A 95 % interval, with games of the same deal counted as one."


class Tally:
    """Sums over deals: points won, chances to win them, and the points that even shares would be.

    For a mean, what is counted takes the place of the points, and games that of the chances.
    """

    __slots__ = ("chances", "chances2", "deals", "even", "won", "won2", "won_chances")

    def __init__(self) -> None:
        self.deals = 0
        self.won = self.chances = self.even = 0.0
        self.won2 = self.chances2 = self.won_chances = 0.0

    def add(self, won: float, chances: float, even: float = 0.0) -> None:
        """One deal."""
        self.deals += 1
        self.won += won
        self.chances += chances
        self.even += even
        self.won2 += won * won
        self.chances2 += chances * chances
        self.won_chances += won * chances

    @property
    def share(self) -> float:
        return self.won / self.chances if self.chances else 0.0

    @property
    def even_share(self) -> float:
        return self.even / self.chances if self.chances else 0.0

    @property
    def error(self) -> float | None:
        """The standard error of the share; None if it cannot be known."""
        if self.deals < 2 or not self.chances:
            return None
        share = self.share
        spread = self.won2 - 2 * share * self.won_chances + share * share * self.chances2
        factor = self.deals / (self.deals - 1)
        return math.sqrt(max(0.0, factor * spread)) / self.chances


class Interval(NamedTuple):
    low: float
    high: float


def worth(tally: Tally) -> float:
    """As many independent games would tell as much about this share."""
    share, error = tally.share, tally.error
    if error is None:
        return 0.0
    if error <= 1e-12 or share in (0.0, 1.0):  # all deals alike: no more than one game each
        return float(tally.deals)
    return min(share * (1.0 - share) / (error * error), STEADIEST * tally.chances)


def share_interval(tally: Tally, level: float = SURE) -> Interval:
    """The interval of a share of wins that holds with this probability."""
    games = worth(tally)
    if games <= 0.0:
        return Interval(0.0, 1.0)
    share = min(1.0, max(0.0, tally.share))
    t = student_point(level, tally.deals - 1)
    spread = 1.0 + t * t / games
    centre = (share + t * t / (2.0 * games)) / spread
    half = t / spread * math.sqrt(share * (1.0 - share) / games + t * t / (4.0 * games * games))
    return Interval(max(0.0, min(share, centre - half)), min(1.0, max(share, centre + half)))


def mean_interval(tally: Tally, level: float = SURE) -> Interval | None:
    """The interval of a mean; None if there is too little to tell."""
    error = tally.error
    if error is None:
        return None
    half = student_point(level, tally.deals - 1) * error
    return Interval(tally.share - half, tally.share + half)


def surprise(tally: Tally) -> float:
    """How likely a share at least this far from even would be if nothing made a difference."""
    games, even = worth(tally), tally.even_share
    if games <= 0.0 or not 0.0 < even < 1.0:
        return 1.0
    t = abs(tally.share - even) / math.sqrt(even * (1.0 - even) / games)
    return student_tails(t, tally.deals - 1)


def sidak(comparisons: int, sure: float = SURE) -> float:
    """How sure each of so many intervals must be, for all to hold at once."""
    return float(sure ** (1.0 / max(1, comparisons)))


def holm(chances: Sequence[float]) -> list[float]:
    """Each of these probabilities, corrected for being one of so many (Holm's step-down method)."""
    order = sorted(range(len(chances)), key=lambda at: chances[at])
    found = [1.0] * len(chances)
    least = 0.0
    for rank, at in enumerate(order):
        least = max(least, min(1.0, chances[at] * (len(chances) - rank)))
        found[at] = least
    return found


# --- Student's distribution ---


def student_tails(t: float, freedom: int) -> float:
    """The probability of being at least this far from 0, to either side."""
    if freedom < 1:
        return 1.0
    return _beta(freedom / (freedom + t * t), freedom / 2.0, 0.5)


@lru_cache(10_000)
def student_point(level: float, freedom: int) -> float:
    """How far from 0 the distribution stays with this probability."""
    if freedom < 1:
        return math.inf
    outside, low, high = 1.0 - level, 0.0, 2.0
    while student_tails(high, freedom) > outside:
        low, high = high, high * 2.0
    for _ in range(80):
        middle = (low + high) / 2.0
        if student_tails(middle, freedom) > outside:
            low = middle
        else:
            high = middle
    return high


def _beta(x: float, a: float, b: float) -> float:
    """The regularized incomplete beta function."""
    if x <= 0.0:
        return 0.0
    if x >= 1.0:
        return 1.0
    if x > (a + 1.0) / (a + b + 2.0):  # the fraction converges fast on this side only
        return 1.0 - _beta(1.0 - x, b, a)
    front = math.exp(math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) + a * math.log(x) + b * math.log1p(-x)) / a
    return front * _fraction(x, a, b)


def _fraction(x: float, a: float, b: float) -> float:
    """Its continued fraction, by Lentz's method."""
    tiny = 1e-300
    d = 1.0 - (a + b) * x / (a + 1.0)
    d = 1.0 / (d if abs(d) > tiny else tiny)
    c, found = 1.0, d
    for m in range(1, 300):
        for numerator in (
            m * (b - m) * x / ((a + 2 * m - 1.0) * (a + 2 * m)),
            -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1.0)),
        ):
            d = 1.0 + numerator * d
            d = 1.0 / (d if abs(d) > tiny else tiny)
            c = 1.0 + numerator / c
            c = c if abs(c) > tiny else tiny
            found *= d * c
        if abs(d * c - 1.0) < 1e-14:
            break
    return found


# --- what luck and choice decided ---


class Parts(NamedTuple):
    """Parts of the variance of results. They add up to 1 unless all results were the same."""

    line_up: float
    deal: float
    luck: float
    choice: float


class Again(NamedTuple):
    """A deal that was played again: `results[luck][choice][seat]`, and what each seat could expect on average."""

    results: list[list[list[float]]]
    expected: list[float]


def parts(deals: Sequence[Again]) -> Parts | None:
    """A nested analysis of variance: deals, luck within deals, choice within luck. None without two deals."""
    if len(deals) < 2:
        return None
    lucks, choices = len(deals[0].results), len(deals[0].results[0])
    line_up = deal = luck = choice = 0.0
    seats = 0
    for again in deals:
        for seat, expected in enumerate(again.expected):
            seats += 1
            even = 1.0 / len(again.expected)
            line_up += (expected - even) ** 2
            means = [sum(one[seat] for one in row) / choices for row in again.results]
            mean = sum(means) / lucks
            deal += (mean - expected) ** 2
            luck += sum((one - mean) ** 2 for one in means) / (lucks - 1)
            spread = sum((one[seat] - m) ** 2 for row, m in zip(again.results, means, strict=True) for one in row)
            choice += spread / (lucks * (choices - 1))
    line_up, deal, luck, choice = (total / seats for total in (line_up, deal, luck, choice))
    # What differs below shows above as well, divided by how often it was drawn.
    found_luck = max(0.0, luck - choice / choices)
    found_deal = max(0.0, deal - luck / lucks)
    total = line_up + found_deal + found_luck + choice
    if total <= 0.0:
        return None
    return Parts(line_up / total, found_deal / total, found_luck / total, choice / total)

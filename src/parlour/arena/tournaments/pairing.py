"""Who meets whom. Entrants are numbers, the strongest first; nothing here knows games or files.

The same results always give the same pairings, so a tournament can be continued from its results alone.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import combinations
from typing import Final, NamedTuple

from parlour.core.errors import Refused

MOST_TABLES: Final = 100_000  # of a round robin
NEAR: Final = 24  # places in the ranking between two who are paired at first sight
BYE: Final = -1

Table = tuple[int, ...]  # entrants, by seat in the first game
Costs = Callable[[Sequence[int]], int]


class Round(NamedTuple):
    tables: list[Table]
    byes: list[int]


class History:
    """What has happened so far, as far as pairings depend on it."""

    def __init__(self, entrants: int) -> None:
        self.scores: list[float] = [0.0] * entrants
        self.byes: list[int] = [0] * entrants
        self.firsts: list[int] = [0] * entrants  # how often somebody had the first seat of the first game
        self.met: Counter[tuple[int, int]] = Counter()

    def add(self, table: Table, points: Sequence[float]) -> None:
        for entrant, won in zip(table, points, strict=True):
            self.scores[entrant] += won
        self.firsts[table[0]] += 1
        self.met.update(pairs(table))

    def rest(self, entrant: int, points: float) -> None:
        self.scores[entrant] += points
        self.byes[entrant] += 1

    def meetings(self, one: int, other: int) -> int:
        return self.met[min(one, other), max(one, other)]


def pairs(table: Sequence[int]) -> list[tuple[int, int]]:
    return [(min(pair), max(pair)) for pair in combinations(table, 2)]


# --- everybody against everybody ---


def round_robin(entrants: int, seats: int) -> list[Round]:
    """Every group of entrants that fits at a table meets once; at tables of two in rounds, as the circle turns."""
    if seats == 2:
        return _circle(entrants)
    tables = math.comb(entrants, seats)
    if tables > MOST_TABLES:
        raise Refused(
            f"A round robin of {entrants} at tables of {seats} would have {tables:,} meetings; a Swiss one has fewer.",
            "too-many",
        )
    return [Round([_turned(group, number) for number, group in enumerate(combinations(range(entrants), seats))], [])]


def _circle(entrants: int) -> list[Round]:
    ring: list[int] = [*range(entrants)] + ([BYE] if entrants % 2 else [])
    n = len(ring)
    rounds = []
    for number in range(n - 1):
        met = [(ring[at], ring[n - 1 - at]) for at in range(n // 2)]
        # Everybody but the first moves one place on with every round, and so has the first seat every other time.
        tables = [pair[:: -1 if (at or number) % 2 else 1] for at, pair in enumerate(met) if BYE not in pair]
        rounds.append(Round(tables, [one for pair in met if BYE in pair for one in pair if one != BYE]))
        ring = [ring[0], ring[-1], *ring[1:-1]]
    return rounds


def _turned(group: Table, by: int) -> Table:
    at = by % len(group)
    return group[at:] + group[:at]


# --- Swiss ---


def swiss(history: History, entrants: Sequence[int], seats: int) -> Round:
    """Those with about the same score meet, nobody twice while that can be avoided; whoever is left over rests.

    Nobody rests twice while that can be avoided, and the weakest rest first.
    """
    ranking = sorted(entrants, key=lambda entrant: (-history.scores[entrant], entrant))
    if len(ranking) < seats:
        return Round([], ranking)
    found = _swiss_pairs(history, ranking) if seats == 2 else _swiss_groups(history, ranking, seats)
    return Round([by_seat(history, table) for table in found.tables], found.byes)


def by_seat(history: History, table: Table) -> Table:
    """Whoever sat first least often sits first."""
    return tuple(sorted(table, key=lambda entrant: (history.firsts[entrant], entrant)))


def _swiss_pairs(history: History, ranking: list[int]) -> Round:
    found = _matching(history, ranking, NEAR)
    if found is None or any(history.meetings(*pair) for pair in found if BYE not in pair):
        found = _matching(history, ranking, len(ranking)) or found
    assert found is not None
    rank = {entrant: at for at, entrant in enumerate(ranking)}
    tables = sorted((pair for pair in found if BYE not in pair), key=lambda pair: min(rank[one] for one in pair))
    return Round(list(tables), [one for pair in found if BYE in pair for one in pair if one != BYE])


def _matching(history: History, ranking: list[int], near: int) -> list[tuple[int, int]] | None:
    """The cheapest way to pair everybody; None if those who are near in the ranking can't all be paired."""
    import networkx  # takes as long to import as the rest of a house's libraries, and only these rounds need it

    n = len(ranking)
    unit = (n + 1) * (n + 1)  # more than all wishes within a group of equal scores
    again = unit * (1 + sum(_gap(history, ranking[0], entrant) for entrant in ranking)) * n
    groups: dict[float, list[int]] = {}
    for entrant in ranking:
        groups.setdefault(history.scores[entrant], []).append(entrant)
    half = {score: max(1, len(group) // 2) for score, group in groups.items()}
    graph = networkx.Graph()
    for at, one in enumerate(ranking):
        for later in range(at + 1, min(n, at + 1 + near)):
            other = ranking[later]
            equal = history.scores[one] == history.scores[other]
            wish = abs(later - at - half[history.scores[one]]) if equal else later - at
            cost = again * history.meetings(one, other) + unit * _gap(history, one, other) + wish
            graph.add_edge(one, other, weight=-cost)
        if n % 2:
            graph.add_edge(one, BYE, weight=-(again * (n + 1) * history.byes[one] + unit * (n - at)))
    found = networkx.max_weight_matching(graph, maxcardinality=True)
    return [(one, other) for one, other in found] if 2 * len(found) == n + n % 2 else None


def _gap(history: History, one: int, other: int) -> int:
    """How far apart two scores are, squared: one large step down is worse than several small ones."""
    return round(2 * abs(history.scores[one] - history.scores[other])) ** 2


def _swiss_groups(history: History, ranking: list[int], seats: int) -> Round:
    """Tables of neighbours in the ranking, improved by exchanging entrants between tables while that helps."""
    weakest_first = ranking[::-1]
    rested = sorted(weakest_first, key=lambda entrant: history.byes[entrant])
    byes = rested[: len(ranking) % seats]
    playing = [entrant for entrant in ranking if entrant not in byes]
    tables = [playing[at : at + seats] for at in range(0, len(playing), seats)]
    again = 1 + len(playing) ** 2 * (1 + sum(_gap(history, ranking[0], entrant) for entrant in ranking))

    def cost(table: Sequence[int]) -> int:
        met = pairs(table)
        return sum(again * history.met[pair] ** 2 + _gap(history, *pair) for pair in met)

    better = True
    while better:
        better = False
        for one, other in combinations(tables, 2):
            better |= _exchange(one, other, cost)
    return Round([tuple(table) for table in tables], byes)


def _exchange(one: list[int], other: list[int], cost: Costs) -> bool:
    """Exchange two entrants of these tables if that is cheaper."""
    now = cost(one) + cost(other)
    for at in range(len(one)):
        for there in range(len(other)):
            one[at], other[there] = other[there], one[at]
            if cost(one) + cost(other) < now:
                return True
            one[at], other[there] = other[there], one[at]
    return False


# --- knock-out ---


def bracket(entrants: int) -> list[int]:
    """Who stands where in the bracket, from top to bottom: the best meet as late as possible. BYE is an empty place."""
    order = [0]
    while len(order) < entrants:
        size = 2 * len(order)
        order = [place for one in order for place in (one, size - 1 - one)]
    return [place if place < entrants else BYE for place in order]


def knock_out(standing: Sequence[int], history: History) -> Round:
    """The next round, for those still in, in the order of the bracket. Who meets nobody goes on without playing."""
    met = [tuple(standing[at : at + 2]) for at in range(0, len(standing), 2)]
    tables = [by_seat(history, pair) for pair in met if BYE not in pair and len(pair) == 2]
    return Round(tables, [one for pair in met if BYE in pair for one in pair if one != BYE])


# --- arena ---


def arena(history: History, free: Sequence[int], last_met: Mapping[int, Table], seats: int) -> Round:
    """Whoever is free meets those nearest in the standings, and not the same ones twice in a row if others are free."""
    ranking = sorted(free, key=lambda entrant: (-history.scores[entrant], entrant))
    tables: list[Table] = []
    while len(ranking) >= seats:
        first = ranking.pop(0)
        before = last_met.get(first, ())
        others = sorted(ranking, key=lambda other: other in before)  # otherwise as they are ranked
        table = [first, *others[: seats - 1]]
        ranking = [entrant for entrant in ranking if entrant not in table]
        tables.append(by_seat(history, tuple(table)))
    return Round(tables, ranking)

"""Who is ahead, and why: points, then the tie-breaks of the format, then equal places."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from parlour.arena.tournaments.plan import Plan


class Result(msgspec.Struct, frozen=True):
    """What one deal at one table gave: one game for each rotation of the seats. Lists are by entrant at the table."""

    round: int
    table: int
    deal: int
    entrants: list[int]
    payoffs: list[list[float]]  # of each game
    moves: int
    decisions: list[int]
    used_ms: list[float]
    forfeits: list[int]
    notes: list[str]
    extra: bool = False  # a tie-break of a knock-out

    @property
    def points(self) -> list[float]:
        return [sum(game[at] for game in self.payoffs) for at in range(len(self.entrants))]


class Rest(msgspec.Struct, frozen=True):
    """Somebody had nobody to play in a round."""

    round: int
    entrant: int
    points: float


class Line(msgspec.Struct, frozen=True):
    """One line of the standings."""

    place: int
    entrant: int
    name: str
    points: float
    games: int
    wins: int
    draws: int
    losses: int
    byes: int
    opposition: float  # the points of all opponents (Buchholz)
    quality: float  # the points of the opponents, as far as they were beaten (Sonneborn-Berger)
    forfeits: int
    think_ms: float  # mean time for a decision
    out: int = 0  # the round of a knock-out in which it lost; 0 if it is still in, or has won


def standings(plan: Plan, results: Iterable[Result], rests: Iterable[Rest] = (), out: Sequence[int] = ()) -> list[Line]:
    """The table, the best first. Equal in everything means an equal place.

    A bye counts as a meeting with an opponent who has as many points as oneself, and as won.
    """
    n = len(plan.entrants)
    results, rests = list(results), list(rests)
    points, games, byes = [0.0] * n, [0] * n, [0] * n
    wins, draws, losses = [0] * n, [0] * n, [0] * n
    decisions, used, forfeits = [0] * n, [0.0] * n, [0] * n
    for result in results:
        for at, entrant in enumerate(result.entrants):
            decisions[entrant] += result.decisions[at]
            used[entrant] += result.used_ms[at]
            forfeits[entrant] += result.forfeits[at]
            if result.extra:
                continue
            points[entrant] += result.points[at]
            games[entrant] += len(result.payoffs)
            for payoffs in result.payoffs:
                wins[entrant] += payoffs[at] == 1
                losses[entrant] += payoffs[at] == 0
                draws[entrant] += 0 < payoffs[at] < 1
    for rest in rests:
        points[rest.entrant] += rest.points
        byes[rest.entrant] += 1
    opposition, quality = [0.0] * n, [0.0] * n
    for result in results:
        if result.extra:
            continue
        share = len(result.payoffs) / plan.games  # of a meeting
        for at, entrant in enumerate(result.entrants):
            for other in result.entrants:
                if other != entrant:
                    opposition[entrant] += share * points[other]
                    quality[entrant] += result.points[at] / plan.games * points[other]
    for rest in rests:
        opposition[rest.entrant] += (plan.seats - 1) * points[rest.entrant]
        quality[rest.entrant] += (plan.seats - 1) * points[rest.entrant]
    fell = list(out) or [0] * n

    def key(entrant: int) -> tuple[float, ...]:
        last = -float("inf") if fell[entrant] == 0 else -float(fell[entrant])
        ties = (opposition[entrant], quality[entrant]) if plan.format == "swiss" else (quality[entrant],)
        rounded = tuple(-round(number, 6) for number in (points[entrant], *ties))
        return (last if plan.format == "knock-out" else 0.0, *rounded, -wins[entrant])

    order = sorted(range(n), key=lambda entrant: (key(entrant), entrant))
    lines: list[Line] = []
    for at, entrant in enumerate(order):
        equal = at > 0 and key(entrant) == key(order[at - 1])
        lines.append(
            Line(
                place=lines[-1].place if equal else at + 1,
                entrant=entrant,
                name=plan.entrants[entrant].name,
                points=points[entrant],
                games=games[entrant],
                wins=wins[entrant],
                draws=draws[entrant],
                losses=losses[entrant],
                byes=byes[entrant],
                opposition=opposition[entrant],
                quality=quality[entrant],
                forfeits=forfeits[entrant],
                think_ms=used[entrant] / max(1, decisions[entrant]),
                out=fell[entrant],
            )
        )
    return lines


def crosstable(plan: Plan, results: Iterable[Result]) -> list[list[float | None]]:
    """The points of each entrant from the games in which it met another; None if they did not meet."""
    n = len(plan.entrants)
    table: list[list[float | None]] = [[None] * n for _ in range(n)]
    for result in results:
        for at, entrant in enumerate(result.entrants):
            for other in result.entrants:
                if other != entrant:
                    table[entrant][other] = (table[entrant][other] or 0.0) + result.points[at]
    return table

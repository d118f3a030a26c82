"""Who is ahead, and why: points, then the tie-breaks of the format, then equal places."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from parlour.arena.tournaments.plan import Plan


class Part(msgspec.Struct, frozen=True):
    """What an entrant did in a deal."""

    entrant: int
    payoffs: list[float]  # of each game
    decisions: int = 0
    used_ms: float = 0.0  # for all of them
    forfeits: int = 0
    note: str = ""

    @property
    def points(self) -> float:
        return sum(self.payoffs)


class Result(msgspec.Struct, frozen=True):
    """What one deal at one table gave: one game for each rotation of the seats."""

    round: int
    table: int
    deal: int
    parts: list[Part]  # by seat in the first game
    moves: int = 0
    extra: bool = False  # a tie-break of a knock-out

    @property
    def games(self) -> int:
        return len(self.parts[0].payoffs)

    @property
    def entrants(self) -> list[int]:
        return [part.entrant for part in self.parts]

    @property
    def points(self) -> list[float]:
        return [part.points for part in self.parts]


class Rest(msgspec.Struct, frozen=True):
    """Somebody had nobody to play in a round."""

    round: int
    entrant: int
    points: float


class Tally(msgspec.Struct):
    """What an entrant has got so far."""

    points: float = 0.0
    games: int = 0
    wins: int = 0
    draws: int = 0
    losses: int = 0
    byes: int = 0
    forfeits: int = 0
    decisions: int = 0
    used_ms: float = 0.0

    @property
    def think_ms(self) -> float:
        """The mean time for a decision."""
        return self.used_ms / max(1, self.decisions)

    def add(self, part: Part, extra: bool) -> None:
        self.decisions += part.decisions
        self.used_ms += part.used_ms
        self.forfeits += part.forfeits
        if extra:
            return
        self.points += part.points
        self.games += len(part.payoffs)
        self.wins += sum(payoff == 1 for payoff in part.payoffs)
        self.losses += sum(payoff == 0 for payoff in part.payoffs)
        self.draws += sum(0 < payoff < 1 for payoff in part.payoffs)

    def rest(self, points: float) -> None:
        self.points += points
        self.byes += 1


class Line(msgspec.Struct, frozen=True):
    """One line of the standings."""

    place: int
    entrant: int
    name: str
    tally: Tally
    opposition: float  # the points of all opponents (Buchholz)
    quality: float  # the points of the opponents, as far as they were beaten (Sonneborn-Berger)
    out: int = 0  # the round of a knock-out in which it lost; 0 if it is still in, or has won

    @property
    def points(self) -> float:
        return self.tally.points


def standings(plan: Plan, results: Iterable[Result], rests: Iterable[Rest] = (), out: Sequence[int] = ()) -> list[Line]:
    """The table, the best first. Equal in everything means an equal place.

    A bye counts as a meeting with opponents who have as many points as oneself.
    """
    everybody = range(len(plan.entrants))
    results, rests = list(results), list(rests)
    tallies = [Tally() for _ in everybody]
    for result in results:
        for part in result.parts:
            tallies[part.entrant].add(part, result.extra)
    for rest in rests:
        tallies[rest.entrant].rest(rest.points)
    opposition, quality = [0.0] * len(tallies), [0.0] * len(tallies)
    for result in results:
        for part in () if result.extra else result.parts:
            met = sum(tallies[other].points for other in result.entrants if other != part.entrant)
            opposition[part.entrant] += met * result.games / plan.games
            quality[part.entrant] += met * part.points / plan.games
    for rest in rests:
        met = (plan.seats - 1) * tallies[rest.entrant].points
        opposition[rest.entrant] += met
        quality[rest.entrant] += met * rest.points / plan.games
    lost = list(out) or [0 for _ in everybody]

    def key(entrant: int) -> tuple[float, ...]:
        lasted = float(lost[entrant] or len(lost)) if plan.format == "knock-out" else 0.0
        ties = (opposition[entrant], quality[entrant]) if plan.format == "swiss" else (quality[entrant],)
        tally = tallies[entrant]
        return -lasted, *(-round(number, 6) for number in (tally.points, *ties)), -tally.wins

    order = sorted(everybody, key=lambda entrant: (key(entrant), entrant))
    places: list[int] = []
    for at, entrant in enumerate(order):
        places.append(places[-1] if at > 0 and key(entrant) == key(order[at - 1]) else at + 1)
    return [
        Line(place, one, plan.entrants[one].name, tallies[one], opposition[one], quality[one], lost[one])
        for place, one in zip(places, order, strict=True)
    ]


def crosstable(plan: Plan, results: Iterable[Result]) -> list[list[float | None]]:
    """The points of each entrant from the games in which it met another; None if they did not meet."""
    table: list[list[float | None]] = [[None for _ in plan.entrants] for _ in plan.entrants]
    for result in results:
        for part in result.parts:
            row = table[part.entrant]
            for other in result.entrants:
                if other != part.entrant:
                    row[other] = (row[other] or 0.0) + part.points
    return table

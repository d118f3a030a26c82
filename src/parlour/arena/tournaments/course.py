"""How a tournament goes on: from its rounds so far and their results to what is to be played next.

Nothing here plays or stores anything. The command line and the house ask the same question again and again, so a
tournament that was interrupted anywhere goes on from what it has.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Final, NamedTuple

import msgspec

from parlour.arena.tournaments import pairing
from parlour.arena.tournaments.pairing import BYE, History, Round, Table
from parlour.arena.tournaments.plan import Plan
from parlour.arena.tournaments.standings import Line, Rest, Result

TIE_BREAKS: Final = 3  # deals that a tied meeting of a knock-out is continued for
SHORTEST_MS: Final = 10.0  # what a game counts in an arena at least

Played = dict[tuple[int, int, int], Result]  # by round, table and deal


class Deal(msgspec.Struct, frozen=True):
    """One deal at one table: a game for each rotation of the seats."""

    round: int
    table: int
    deal: int
    entrants: Table
    extra: bool  # a tie-break
    rotations: int


class Place(NamedTuple):
    """Where a tournament stands: what is left of the rounds that were drawn, and what they have decided."""

    todo: list[Deal]
    rests: list[Rest]
    out: list[int]  # the round of a knock-out in which each entrant lost; 0: still in
    standing: list[int]  # those still in a knock-out, in the order of the bracket


class Course(NamedTuple):
    """How a tournament goes on. With neither deals to play nor a round to come, it is finished."""

    todo: list[Deal]
    following: list[Round]  # rounds that can begin now
    rests: list[Rest]
    out: list[int]

    @property
    def finished(self) -> bool:
        return not self.todo and not self.following


def course(
    plan: Plan,
    rounds: Sequence[Round],
    results: Iterable[Result],
    absent: Collection[int] = (),
    *,
    at_once: bool = True,
    more: bool = False,
) -> Course:
    """What to do next, given the rounds that have been drawn. Deals that are half played are to be played on.

    Those who are `absent` get no more opponents where that can be helped. `at_once`: a round robin need not wait for
    its rounds. `more`: there is time for another round of an arena.
    """
    played = by_place(results)
    todo, rests, out, standing = place(plan, rounds, played)
    following: list[Round] = []
    if plan.format == "knock-out":
        if not todo and len(standing) > 1:
            following = [pairing.knock_out(standing, history(plan, rounds, played))]
    elif plan.format == "round-robin":
        if at_once or not todo:
            remaining = pairing.round_robin(len(plan.entrants), plan.seats)[len(rounds) :]
            following = remaining if at_once else remaining[:1]
    elif not todo:
        one = _following(plan, rounds, played, absent, more)
        following = [] if one is None else [one]
    return Course(todo, following, rests, out)


def by_place(results: Iterable[Result]) -> Played:
    return {(result.round, result.table, result.deal): result for result in results}


def place(plan: Plan, rounds: Sequence[Round], played: Played) -> Place:
    """Where it stands. Quickly: whoever only looks at a tournament need not know who would meet next."""
    todo = [
        deal
        for number, one in enumerate(rounds, start=1)
        for deal in deals(plan, number, one)
        if not _complete(played, deal)
    ]
    if plan.format == "knock-out":
        return _knock_out(plan, rounds, played, todo)
    resting = plan.format == "swiss"
    points = rest_points(plan)
    rests = [Rest(number, one, points) for number, each in enumerate(rounds, 1) for one in each.byes if resting]
    return Place(todo, rests, [0] * len(plan.entrants), [])


def rest_points(plan: Plan) -> float:
    """What a round of rest counts: twice an even share. At a table of two that is a won meeting."""
    return 2 * plan.games / plan.seats if plan.format == "swiss" else 0.0


def deals(plan: Plan, number: int, one: Round) -> list[Deal]:
    """All deals of a round, without tie-breaks."""
    seats, games = plan.seats, plan.games
    return [
        Deal(number, at, deal, table, False, min(seats, games - deal * seats))
        for at, table in enumerate(one.tables)
        for deal in range(-(-games // seats))
    ]


def by_seat(table: Sequence[int], game: int) -> list[int]:
    """Who sits where in this game of a meeting: the seats rotate."""
    return [table[(seat + game) % len(table)] for seat in range(len(table))]


def minutes(results: Iterable[Result]) -> float:
    """Minutes that all players together have thought: the same whenever an arena is continued. It always goes on."""
    return sum(max(sum(part.used_ms for part in r.parts), r.games * SHORTEST_MS) for r in results) / 60_000


def most_at_stake(lines: Iterable[Line], tables: Iterable[tuple[int, Sequence[int]]]) -> list[tuple[int, ...]]:
    """Tables by what is at stake, the most first: later rounds of a knock-out, then those who stand highest.

    A table is given as its round and its entrants; the answer ranks them, for sorting.
    """
    places = {line.entrant: line.place for line in lines}
    return [(-number, *sorted(places.get(entrant, 0) for entrant in entrants)) for number, entrants in tables]


def _complete(played: Played, deal: Deal) -> bool:
    result = played.get((deal.round, deal.table, deal.deal))
    return result is not None and result.games >= deal.rotations


def history(plan: Plan, rounds: Sequence[Round], played: Played) -> History:
    """What pairings depend on, as it was when these rounds were over."""
    known = History(len(plan.entrants))
    for number, one in enumerate(rounds, start=1):
        for at, table in enumerate(one.tables):
            points = [0.0] * len(table)
            for result in _of_table(played, number, at):
                if not result.extra:
                    points = [a + b for a, b in zip(points, result.points, strict=True)]
            known.add(table, points)
        for entrant in one.byes:
            known.rest(entrant, rest_points(plan))
    return known


def _of_table(played: Played, number: int, table: int) -> list[Result]:
    found: list[Result] = []
    while (result := played.get((number, table, len(found)))) is not None:
        found.append(result)
    return found


def _following(
    plan: Plan, rounds: Sequence[Round], played: Played, absent: Collection[int], more: bool
) -> Round | None:
    present = [entrant for entrant in range(len(plan.entrants)) if entrant not in absent]
    if len(present) < plan.seats:
        return None
    if plan.format == "swiss":
        if len(rounds) >= plan.rounds:
            return None
        return pairing.swiss(history(plan, rounds, played), present, plan.seats)
    later = any(number > len(rounds) for number, _, _ in played)
    return arena_round(plan, rounds, played, present) if more or later else None


def arena_round(
    plan: Plan, rounds: Sequence[Round], played: Played, free: Sequence[int], busy: bool = False
) -> Round | None:
    """Whoever is free meets. While others are busy, nobody meets the same ones again: soon there will be others."""
    last_met = {entrant: table for one in rounds for table in one.tables for entrant in table}
    found = pairing.arena(history(plan, rounds, played), free, last_met, plan.seats).tables
    tables = [table for table in found if not (busy and all(set(last_met.get(one, ())) == set(table) for one in table))]
    return Round(tables, []) if tables else None


def _knock_out(plan: Plan, rounds: Sequence[Round], played: Played, todo: list[Deal]) -> Place:
    standing = pairing.bracket(len(plan.entrants))
    out = [0] * len(plan.entrants)
    rests: list[Rest] = []
    for number, one in enumerate(rounds, start=1):
        rests += [Rest(number, entrant, 0.0) for entrant in one.byes]
        winners: list[int] = []
        for at in range(0, len(standing), 2):
            pair = standing[at : at + 2]
            if BYE in pair:
                winners.append(max(pair))
                continue
            table = next(at for at, entrants in enumerate(one.tables) if set(entrants) == set(pair))
            if any((deal.round, deal.table) == (number, table) for deal in todo):
                continue
            winner = _winner(plan, played, number, table, one.tables[table])
            if isinstance(winner, Deal):
                todo.append(winner)
                continue
            winners.append(winner)
            out[pair[0] if winner == pair[1] else pair[1]] = number
        if todo:
            break
        standing = winners
    return Place(todo, rests, out, standing)


def _winner(plan: Plan, played: Played, number: int, table: int, entrants: Table) -> int | Deal:
    """Who goes on: more points, then up to three more deals, then the better seed. Or the deal that must decide it.

    If nobody came to any of the games, no other deal would change that."""
    first = -(-plan.games // plan.seats)
    points = [0.0, 0.0]
    for result in _of_table(played, number, table)[:first]:
        points = [a + b for a, b in zip(points, result.points, strict=True)]
    if not any(points):
        return min(entrants)
    for extra in range(TIE_BREAKS + 1):
        if points[0] != points[1]:
            return entrants[0] if points[0] > points[1] else entrants[1]
        if extra < TIE_BREAKS:
            deal = Deal(number, table, first + extra, entrants, True, plan.seats)
            if not _complete(played, deal):
                return deal
            points = played[number, table, first + extra].points
    return min(entrants)

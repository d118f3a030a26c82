"""How tournaments go on, with entrants who leave and come back: whatever happens, they come to an end."""

from __future__ import annotations

import random
from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from parlour.arena.tournaments.course import Deal, arena_round, by_seat, course, most_at_stake
from parlour.arena.tournaments.pairing import Round
from parlour.arena.tournaments.plan import FORMATS, Entrant, Plan
from parlour.arena.tournaments.standings import Part, Result, standings


def plan_of(format: str, entrants: int, games: int = 2, seats: int = 2, rounds: int = 4) -> Plan:
    return Plan(
        title="",
        game="connect-four",
        version=1,
        options={},
        format=format,
        seats=seats,
        games=games,
        rounds=rounds if format == "swiss" else 0,
        minutes=1.0 if format == "arena" else 0.0,
        entrants=[Entrant(f"Entrant {number}", "guest") for number in range(entrants)],
        clock="5+3",
        seed=None,
    )


def played(deal: Deal, luck: random.Random, gone: set[int]) -> Result:
    """A deal whose winners are drawn by lot; whoever has gone loses, as in the house."""
    parts: dict[int, list[float]] = {entrant: [] for entrant in deal.entrants}
    for _ in range(deal.rotations):
        there = [entrant for entrant in deal.entrants if entrant not in gone]
        winner = luck.choice(there) if there else None
        for entrant in deal.entrants:
            parts[entrant].append(float(entrant == winner))
    return Result(deal.round, deal.table, deal.deal, [Part(one, won) for one, won in parts.items()], extra=deal.extra)


@settings(max_examples=150)
@given(st.sampled_from(FORMATS), st.integers(2, 13), st.integers(1, 3), st.booleans(), st.integers(0, 10**6))
def test_every_tournament_ends_whoever_leaves_and_nothing_is_played_twice(
    format: str, entrants: int, games: int, at_once: bool, seed: int
) -> None:
    plan, luck = plan_of(format, entrants, games), random.Random(seed)
    rounds: list[Round] = []
    results: list[Result] = []
    gone: set[int] = set()
    while True:
        if luck.random() < 0.1:
            gone.symmetric_difference_update({luck.randrange(entrants)})  # somebody leaves or comes back
        going = course(plan, rounds, results, gone, at_once=at_once, more=len(rounds) < 5)
        if going.finished:
            break
        for one in going.following:
            seated = [entrant for table in one.tables for entrant in table] + one.byes
            assert len(set(seated)) == len(seated), "nobody is in two places"
            if format in ("swiss", "arena"):
                assert not gone & set(seated), "whoever has left gets no opponent"
        rounds += going.following
        if not going.following:
            deal = luck.choice(going.todo)
            assert deal not in [(r.round, r.table, r.deal) for r in results]
            results.append(played(deal, luck, gone))
    known = [(result.round, result.table, result.deal) for result in results]
    assert len(set(known)) == len(known)
    lines = standings(plan, results, going.rests, going.out)
    assert sorted(line.entrant for line in lines) == list(range(entrants))
    if format == "knock-out":
        assert [line.out for line in lines].count(0) == 1, "one is left"
        assert all(one.out >= other.out or one.out == 0 for one, other in pairwise(lines))
    if format == "round-robin":
        met = [tuple(sorted(table)) for one in rounds for table in one.tables]
        assert len(met) == len(set(met)) == entrants * (entrants - 1) // 2


@given(st.integers(2, 8), st.integers(0, 30))
def test_everybody_has_every_seat_equally_often(seats: int, first: int) -> None:
    table = tuple(range(seats))
    for entrant in table:
        taken = [by_seat(table, first * seats + game).index(entrant) for game in range(seats)]
        assert sorted(taken) == list(table)


def test_in_an_arena_nobody_meets_the_same_one_again_while_others_play() -> None:
    plan = plan_of("arena", 4)
    rounds = [Round([(0, 1), (2, 3)], [])]
    assert arena_round(plan, rounds, {}, [0, 1], busy=True) is None
    assert arena_round(plan, rounds, {}, [0, 1], busy=False) == Round([(1, 0)], []), "there is nobody else"
    again = arena_round(plan, rounds, {}, [0, 1, 2, 3])
    assert again is not None and all(set(table) not in ({0, 1}, {2, 3}) for table in again.tables)


def test_resting_counts_twice_an_even_share_at_tables_of_any_size() -> None:
    """A bye must not be worth more than most can win: at a table of three, a won meeting would be three times that."""
    for seats, games, points in ((2, 2, 2.0), (2, 1, 1.0), (3, 3, 2.0), (4, 4, 2.0)):
        plan = plan_of("swiss", seats + 1, games, seats)
        resting = course(plan, [Round([tuple(range(seats))], [seats])], []).rests
        assert [(rest.entrant, rest.points) for rest in resting] == [(seats, points)]


def test_a_meeting_of_a_knock_out_to_which_nobody_came_is_not_continued() -> None:
    """No tie-break: nobody would come to that either. The better seed goes on."""
    plan = plan_of("knock-out", 4)
    nobody = Result(1, 0, 0, [Part(0, [0.0, 0.0]), Part(3, [0.0, 0.0])])
    tied = Result(1, 1, 0, [Part(1, [1.0, 0.0]), Part(2, [0.0, 1.0])])
    going = course(plan, [Round([(0, 3), (1, 2)], [])], [nobody, tied])
    assert [(deal.entrants, deal.extra) for deal in going.todo] == [((1, 2), True)] and going.out == [0, 0, 0, 1]


def test_most_is_at_stake_where_the_leaders_meet_and_late_in_a_knock_out() -> None:
    plan = plan_of("swiss", 4)
    won = Result(1, 0, 0, [Part(2, [1.0, 1.0]), Part(0, [0.0, 0.0])])
    other = Result(1, 1, 0, [Part(3, [1.0, 1.0]), Part(1, [0.0, 0.0])])
    lines = standings(plan, [won, other])
    tables = [(2, (0, 1)), (2, (2, 3)), (1, (2, 0))]
    stakes = most_at_stake(lines, tables)
    assert [tables[at] for at in sorted(range(3), key=lambda at: stakes[at])] == [(2, (2, 3)), (2, (0, 1)), (1, (2, 0))]

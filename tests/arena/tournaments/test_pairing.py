"""Who meets whom, in thousands of random tournaments."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.breadth import breadth

from parlour.arena.tournaments.pairing import (
    BYE,
    History,
    Round,
    arena,
    bracket,
    knock_out,
    pairs,
    round_robin,
    swiss,
)
from parlour.core.errors import Refused


def check_round(one: Round, entrants: set[int], seats: int) -> None:
    """Everybody sits at one table or rests."""
    seated = [entrant for table in one.tables for entrant in table]
    assert all(len(set(table)) == seats for table in one.tables)
    assert sorted([*seated, *one.byes]) == sorted(entrants)


@given(st.integers(2, 40))
def test_in_a_round_robin_everybody_meets_everybody_once(entrants: int) -> None:
    rounds = round_robin(entrants, 2)
    for one in rounds:
        check_round(one, set(range(entrants)), 2)
        assert len(one.byes) == entrants % 2
    met = [pair for one in rounds for table in one.tables for pair in pairs(table)]
    assert sorted(met) == list(combinations(range(entrants), 2))
    firsts = [sum(table[0] == entrant for one in rounds for table in one.tables) for entrant in range(entrants)]
    assert max(firsts) - min(firsts) <= 2


def test_round_robins_at_larger_tables_have_every_group_once_or_are_refused() -> None:
    [one] = round_robin(6, 4)
    assert sorted(tuple(sorted(table)) for table in one.tables) == list(combinations(range(6), 4))
    with pytest.raises(Refused, match=r"91,390 meetings|658,008 meetings"):
        round_robin(40, 5)


def play_swiss(entrants: int, rounds: int, seats: int, seed: int) -> History:
    """A tournament in which the stronger usually wins."""
    luck, history = random.Random(seed), History(entrants)
    for number in range(rounds):
        one = swiss(history, range(entrants), seats)
        check_round(one, set(range(entrants)), seats)
        assert len(one.byes) == entrants % seats
        again = sum(history.meetings(*pair) > 0 for table in one.tables for pair in pairs(table))
        if seats == 2 and 2 * (number + 1) <= entrants - 1:  # then there is always a way (Dirac)
            assert again == 0
        for table in one.tables:
            best = min(table, key=lambda entrant: entrant + luck.gauss(0, entrants / 4))
            drawn = luck.random() < 0.1
            history.add(table, [1 / seats if drawn else float(entrant == best) for entrant in table])
        for entrant in one.byes:
            history.rest(entrant, 1.0)
        assert max(history.byes) - min(history.byes) <= 1, "nobody rests twice before all have rested"
    return history


@settings(max_examples=60)
@given(st.integers(3, 24), st.integers(1, 9), st.integers(0, 10**6))
def test_nobody_meets_twice_in_a_swiss_tournament_while_that_can_be_avoided(
    entrants: int, rounds: int, seed: int
) -> None:
    play_swiss(entrants, rounds, 2, seed)


def ways(entrants: list[int]) -> Iterator[list[tuple[int, int]]]:
    """All ways to pair an even number of entrants."""
    if not entrants:
        yield []
        return
    first, *others = entrants
    for other in others:
        for rest in ways([one for one in others if one != other]):
            yield [(first, other), *rest]


def test_no_other_way_to_pair_would_repeat_fewer_meetings() -> None:
    """Random tournaments, far longer than they can be without repeats, with guests who leave and come back: each round
    is compared with all others that are possible. In `make test-long` there are thousands."""
    for seed in range(breadth(120, 4000)):
        luck = random.Random(seed)
        entrants = luck.randint(2, 7)
        history = History(entrants)
        for _ in range(luck.randint(1, entrants + 2)):
            present = sorted(luck.sample(range(entrants), luck.randint(min(2, entrants), entrants)))
            one = swiss(history, present, 2)
            check_round(one, set(present), 2)
            fewest = min(history.byes[each] for each in present)
            resting: list[int | None] = [None]
            if len(present) % 2:
                assert [history.byes[each] for each in one.byes] == [fewest], "whoever has rested least rests"
                resting = [each for each in present if history.byes[each] == fewest]
            again = sum(history.meetings(*pair) for pair in one.tables)
            others = (way for rest in resting for way in ways([each for each in present if each != rest]))
            assert again == min(sum(history.meetings(*pair) for pair in way) for way in others), seed
            for table in one.tables:
                history.add(table, luck.choice([(1.0, 0.0), (0.0, 1.0), (0.5, 0.5)]))
            for each in one.byes:
                history.rest(each, 1.0)


@settings(max_examples=30)
@given(st.integers(4, 30), st.integers(1, 6), st.integers(3, 4), st.integers(0, 10**6))
def test_swiss_tournaments_at_larger_tables(entrants: int, rounds: int, seats: int, seed: int) -> None:
    history = play_swiss(entrants, rounds, seats, seed)
    if entrants >= 6 * seats and rounds <= 3:
        assert max(history.met.values()) == 1


def test_a_full_swiss_tournament_is_a_round_robin() -> None:
    """With as many rounds as there are opponents, the only way not to meet twice is to meet all."""
    history = play_swiss(6, 3, 2, 7)
    assert set(history.met.values()) == {1}


def test_those_with_equal_scores_meet_and_the_upper_half_meets_the_lower() -> None:
    history = History(8)
    first = swiss(history, range(8), 2)
    assert sorted(tuple(sorted(table)) for table in first.tables) == [(0, 4), (1, 5), (2, 6), (3, 7)]
    for table in first.tables:
        history.add(table, [float(entrant == min(table)) for entrant in table])
    second = swiss(history, range(8), 2)
    assert sorted(tuple(sorted(table)) for table in second.tables) == [(0, 2), (1, 3), (4, 6), (5, 7)]


def test_who_has_left_is_not_paired() -> None:
    check_round(swiss(History(6), [0, 1, 3, 4, 5], 2), {0, 1, 3, 4, 5}, 2)
    assert swiss(History(6), [3], 2) == Round([], [3])


def test_a_large_swiss_round_is_paired_by_near_neighbours() -> None:
    history = History(300)
    history.scores = [float((299 - entrant) // 20) for entrant in range(300)]
    one = swiss(history, range(300), 2)
    check_round(one, set(range(300)), 2)
    assert all(history.scores[a] == history.scores[b] for a, b in one.tables)


@given(st.integers(2, 70))
def test_in_a_bracket_the_best_meet_late_and_the_best_rest_first(entrants: int) -> None:
    standing = bracket(entrants)
    assert sorted(place for place in standing if place != BYE) == list(range(entrants))
    assert not any(standing[at] == standing[at + 1] == BYE for at in range(0, len(standing), 2))
    history = History(entrants)
    rounds = 0
    while len(standing) > 1:
        one = knock_out(standing, history)
        if rounds == 0:
            assert sorted(one.byes) == list(range(len(standing) - entrants))
        else:
            assert one.byes == []
        winners = [min(p for p in standing[at : at + 2] if p != BYE) for at in range(0, len(standing), 2)]
        if len(standing) > 2:
            assert 0 in winners and (entrants < 3 or 1 in winners), "the two best can only meet in the final"
        standing = winners
        rounds += 1
    assert 2**rounds >= entrants > 2 ** (rounds - 1)


@given(st.integers(2, 30), st.integers(2, 4), st.integers(0, 10**6))
def test_in_an_arena_whoever_is_free_plays_and_not_the_same_again(entrants: int, seats: int, seed: int) -> None:
    luck, history = random.Random(seed), History(entrants)
    last: dict[int, tuple[int, ...]] = {}
    for _ in range(4):
        one = arena(history, range(entrants), last, seats)
        check_round(one, set(range(entrants)), seats)
        assert len(one.byes) < seats
        if seats == 2 and entrants > 4:
            assert last.get(one.tables[0][0]) is None or set(one.tables[0]) != set(last[one.tables[0][0]])
        last = {entrant: table for table in one.tables for entrant in table}
        for table in one.tables:
            winner = luck.choice(table)
            history.add(table, [float(entrant == winner) for entrant in table])

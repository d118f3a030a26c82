"""Who plays whom: laws for guests who look for an opponent, and for bots on the ladder."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from parlour.arena.matchmaking import ANYBODY, Climber, bouts, groups, window


@dataclass(frozen=True)
class Waiting:
    guest: str
    points: int
    since: float


NOW = 1000.0
some_waiting = st.lists(
    st.builds(
        Waiting,
        st.sampled_from("abcdefghijkl"),
        st.integers(600, 2400),
        st.floats(NOW - 200, NOW, allow_nan=False),
    ),
    max_size=12,
)
some_seats = st.integers(2, 4)


def names(found: list[list[Waiting]]) -> list[str]:
    return [one.guest for group in found for one in group]


@given(some_waiting, some_seats)
def test_nobody_plays_with_oneself_or_at_two_tables(waiting: list[Waiting], seats: int) -> None:
    found = groups(waiting, seats, NOW)
    assert len(set(names(found))) == len(names(found))
    assert all(len(group) == seats for group in found)
    assert {*names(found)} <= {one.guest for one in waiting}


@given(some_waiting, some_seats)
def test_everybody_is_within_the_window_of_who_waited_longest(waiting: list[Waiting], seats: int) -> None:
    for first, *others in groups(waiting, seats, NOW):
        within = window(NOW - first.since)
        assert all(first.since <= one.since for one in others)
        assert within is None or all(abs(one.points - first.points) <= within for one in others)


@given(st.floats(0, 500), st.floats(0, 500))
def test_the_window_is_wider_after_a_longer_wait(shorter: float, more: float) -> None:
    before, after = window(shorter), window(shorter + more)
    assert after is None or (before is not None and before <= after)


@given(some_waiting, st.floats(0, 300))
def test_whoever_found_somebody_now_would_find_somebody_later(waiting: list[Waiting], later: float) -> None:
    """The longest waiting are never worse off for waiting longer."""
    waiting = list({one.guest: one for one in waiting}.values())
    longest = min(waiting, key=lambda one: (one.since, one.guest), default=None)
    if longest is not None and longest.guest in names(groups(waiting, 2, NOW)):
        assert longest.guest in names(groups(waiting, 2, NOW + later))


@given(some_waiting)
def test_the_longest_waiting_is_served_first(waiting: list[Waiting]) -> None:
    """Who waits longest stays alone only if there is nobody within the window."""
    waiting = list({one.guest: one for one in waiting}.values())
    if len(waiting) < 2:
        assert groups(waiting, 2, NOW) == []
        return
    first, *others = sorted(waiting, key=lambda one: (one.since, one.guest))
    within = window(NOW - first.since)
    could = any(within is None or abs(one.points - first.points) <= within for one in others)
    assert (first.guest in names(groups(waiting, 2, NOW))) == could


@given(some_waiting, some_seats)
def test_in_the_end_everybody_plays_but_those_who_are_too_few(waiting: list[Waiting], seats: int) -> None:
    guests = {one.guest for one in waiting}
    assert len(names(groups(waiting, seats, NOW + ANYBODY + 200))) == len(guests) - len(guests) % seats


def test_the_nearest_rival_is_chosen() -> None:
    ann, ben, cleo = Waiting("ann", 1500, 990.0), Waiting("ben", 1590, 991.0), Waiting("cleo", 1520, 999.0)
    assert groups([ann, ben, cleo], 2, NOW) == [[ann, cleo]]


# --- the ladder ---

some_climbers = st.lists(
    st.builds(
        Climber,
        st.sampled_from("abcdefgh"),
        st.sampled_from("xyz"),
        st.dictionaries(st.sampled_from(["go", "chess", "kata"]), st.integers(600, 2400)),
        st.floats(0, 1000, allow_nan=False),
        st.booleans(),
    ),
    unique_by=lambda one: one.bot,
    max_size=8,
)


@given(some_climbers, st.integers(0, 9))
def test_a_bot_plays_one_bout_with_somebody_of_another_mind_at_a_game_of_both(
    climbers: list[Climber], seed: int
) -> None:
    found = bouts(climbers, Random(seed))
    playing = [one.bot for bout in found for one in (bout.bot, bout.rival) if one is not None]
    assert len(set(playing)) == len(playing)
    for bout in found:
        assert bout.bot.ready and bout.game in bout.bot.points
        if bout.rival is not None:
            assert bout.rival.ready and bout.rival.mind != bout.bot.mind and bout.game in bout.rival.points


@given(some_climbers, st.integers(0, 9))
def test_only_a_bot_without_any_rival_plays_the_house(climbers: list[Climber], seed: int) -> None:
    for bout in bouts(climbers, Random(seed)):
        if bout.rival is None:
            others = [one for one in climbers if one.mind != bout.bot.mind]
            assert not any(one.points.keys() & bout.bot.points.keys() for one in others)

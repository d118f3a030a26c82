"""Rounds and turns as logs and replays tell them."""

import pytest

from parlour.core import EventTable, event, number
from parlour.core.events import EventJson
from parlour.core.story import PlyPosition, locate_plies, round_word, turn_word, whose

SEAT = number("seat", 4)
PLAIN = EventTable(event("played", SEAT))
TURNS = EventTable(event("played", SEAT), event("turn", SEAT, opens="turn"), event("hurt", SEAT))
ROUNDS = EventTable(event("played", SEAT), event("day", number("day", 9), opens="round"), event("over", opens="pause"))
BOTH = EventTable(event("bade", SEAT), event("turn", SEAT, number("round", 9), opens="turn"))

Ply = tuple[int | None, list[EventJson]]


def played(seat: int, *more: EventJson) -> Ply:
    return seat, [{"kind": "played", "seat": seat}, *more]


def test_a_line_is_listed_under_whoever_decided() -> None:
    assert whose(TURNS, [{"kind": "played", "seat": 0}, {"kind": "hurt", "seat": 1}], 0) == [0, 0]


def test_a_turn_that_begins_has_its_own_heading() -> None:
    told: list[EventJson] = [{"kind": "hurt", "seat": 1}, {"kind": "turn", "seat": 1}, {"kind": "hurt", "seat": 0}]
    assert whose(TURNS, told, 0) == [0, 1, 1]


def test_what_comes_with_a_round_or_a_pause_is_nobodys_doing() -> None:
    assert whose(ROUNDS, [{"kind": "played", "seat": 2}, {"kind": "day", "day": 2}], 2) == [2, None]
    assert whose(ROUNDS, [{"kind": "over"}, {"kind": "played", "seat": 2}], 2) == [None, None]


def test_unless_the_game_says_otherwise_a_turn_is_consecutive_decisions_of_one_seat() -> None:
    plies = [(None, []), played(0), played(0), played(1), played(0)]
    assert locate_plies(PLAIN, plies) == [PlyPosition(None, turn) for turn in (0, 1, 1, 2, 3)]


def test_two_turns_of_one_seat_in_a_row_are_two() -> None:
    plies: list[Ply] = [
        (None, [{"kind": "turn", "seat": 0}]),
        played(0, {"kind": "turn", "seat": 0}),
        played(0),
        played(0),
    ]
    assert [place.turn for place in locate_plies(TURNS, plies)] == [0, 1, 2, 2]


def test_what_others_decide_in_a_turn_belongs_to_it() -> None:
    plies: list[Ply] = [
        (None, [{"kind": "turn", "seat": 0, "round": 1}]),
        (0, []),
        (1, [{"kind": "bade", "seat": 1}]),
        (0, [{"kind": "turn", "seat": 1, "round": 1}]),
        (1, [{"kind": "turn", "seat": 0, "round": 2}]),
        (0, []),
    ]
    assert locate_plies(BOTH, plies)[1:] == [
        PlyPosition(1, 1),
        PlyPosition(1, 1),
        PlyPosition(1, 1),
        PlyPosition(1, 2),
        PlyPosition(2, 3),
    ]


def test_a_ply_belongs_to_the_round_in_which_it_was_decided() -> None:
    plies = [
        (None, []),
        played(0),
        played(1, {"kind": "day", "day": 2}),
        played(1),
        played(0, {"kind": "day", "day": 3}),
    ]
    assert [place.round for place in locate_plies(ROUNDS, plies)] == [1, 1, 1, 2, 2]
    assert [place.turn for place in locate_plies(ROUNDS, plies)] == [0, 1, 2, 3, 4]


def test_what_comes_before_the_first_round_has_none() -> None:
    plies = [(None, []), played(0), played(1, {"kind": "day", "day": 1}), played(0)]
    assert [place.round for place in locate_plies(ROUNDS, plies)] == [None, None, None, 1]


def test_a_game_calls_its_rounds_as_it_likes() -> None:
    assert [round_word(table) for table in (PLAIN, TURNS, ROUNDS, BOTH)] == [None, None, "day", "round"]
    assert [turn_word(table) for table in (PLAIN, TURNS, ROUNDS, BOTH)] == ["move", "turn", "move", "turn"]


def test_a_wrong_word_is_refused_where_it_is_written() -> None:
    with pytest.raises(ValueError, match="a turn, a round or a pause"):
        EventTable(event("dawn", opens="morning"))
    with pytest.raises(ValueError, match="no field 'seat'"):
        EventTable(event("turn", opens="turn"))

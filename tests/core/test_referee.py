"""The referee: what an answer that is not legal costs, who is late, and when a seat is lost."""

from __future__ import annotations

from typing import Any

import pytest

from parlour.core import Clock, Match, Refused, Seed
from parlour.core.moves import concede, forfeit, miss
from parlour.core.protocol import MoveAnswer
from parlour.core.referee import PastTurn, Referee
from parlour.games import find

FOUR = find("connect-four")


class Desk:
    """A match of connect four with its referee; a program on seat 0, a person on seat 1."""

    def __init__(self, **clock: int) -> None:
        self.match = Match(FOUR, None, 2, Seed.parse("5"))
        self.referee = Referee(self.match, Clock(**clock), is_program=lambda seat: seat == 0)

    def enter(self, seat: int, move: int, used_ms: float = 0.0) -> None:
        mover = self.match.mover
        self.referee.entered(self.match.enter(seat, move), mover, used_ms)

    def drop(self) -> None:
        self.enter(self.match.mover, self.referee.legal()[0])

    def refuse(self, answer: MoveAnswer) -> int | None:
        seat = self.match.mover
        with pytest.raises(Refused) as refused:
            self.referee.check(seat, answer)
        return self.referee.refuse(seat, refused.value)


def answer(desk: Desk, **what: Any) -> MoveAnswer:
    return MoveAnswer(desk.referee.ply, **what)


def test_a_legal_answer_is_played_and_costs_nothing() -> None:
    desk = Desk()
    whole = desk.referee.check(0, answer(desk, move={"kind": "drop", "column": 3}))
    assert whole.moves == [FOUR.moves.from_json({"kind": "drop", "column": 3})]
    assert desk.referee.strikes == [0, 0]


def test_an_illegal_answer_costs_a_program_a_strike_and_the_third_its_seat() -> None:
    desk = Desk()
    entries = [desk.refuse(answer(desk, index=7)) for _ in range(3)]
    assert entries == [None, None, forfeit(0)]
    assert desk.referee.strikes == [3, 0]


def test_an_illegal_answer_costs_a_person_nothing() -> None:
    desk = Desk(move_ms=1000, strikes=1)
    desk.drop()
    assert [desk.refuse(answer(desk, index=7)) for _ in range(5)] == [None] * 5
    assert desk.referee.strikes == [0, 0]


def test_the_clock_says_how_many_strikes_lose() -> None:
    desk = Desk(strikes=2)
    assert [desk.refuse(answer(desk, index=7)) for _ in range(2)] == [None, forfeit(0)]


def test_a_miss_is_a_strike_for_both_but_only_a_program_loses_by_it_where_the_clock_names_no_number() -> None:
    desk = Desk(move_ms=1000)
    for _ in range(2):
        desk.enter(0, desk.referee.late(0))
        desk.enter(1, desk.referee.late(1))
    assert desk.referee.strikes == [2, 2]
    assert desk.referee.late(0) == forfeit(0)
    desk.drop()
    assert desk.referee.late(1) == miss()


def test_misses_and_refusals_are_counted_together() -> None:
    desk = Desk(move_ms=1000, strikes=2)
    assert desk.refuse(answer(desk, index=7)) is None
    assert desk.referee.late(0) == forfeit(0)


def test_an_answer_to_its_own_earlier_turn_costs_nothing() -> None:
    desk = Desk(move_ms=1000)
    late = answer(desk, index=0)
    desk.enter(0, desk.referee.late(0))
    desk.drop()
    with pytest.raises(PastTurn) as refused:
        desk.referee.check(0, late)
    assert refused.value.code == "stale"
    assert desk.referee.refuse(0, refused.value) is None
    assert desk.referee.strikes[0] == 1, "the miss itself"


@pytest.mark.parametrize("ply", [0, 2, 4, 99])
def test_an_answer_to_a_turn_that_was_never_its_own_is_a_strike(ply: int) -> None:
    desk = Desk()
    desk.drop()
    desk.drop()
    desk.refuse(MoveAnswer(ply, index=0))
    assert desk.referee.strikes == [1, 0]


def test_who_leaves_out_of_turn_stops_nobodys_clock() -> None:
    desk = Desk(bank_ms=60_000, increment_ms=5000)
    desk.referee.clocks.ask(100.0)
    desk.enter(1, concede(1), 7000)
    assert desk.referee.clocks.bank_ms == [60_000, 60_000]


def test_a_replay_counts_the_same_strikes_and_times() -> None:
    desk, again = Desk(bank_ms=60_000, delay_ms=2000), Desk(bank_ms=60_000, delay_ms=2000)
    for seat, move, used in ((0, 3, 5000), (1, 3, 1000), (0, None, 60_000), (1, 2, 9000)):
        desk.enter(seat, miss() if move is None else desk.referee.legal()[move], used)
        again.enter(seat, desk.match.plies[-1].move, used)
    assert again.referee.strikes == desk.referee.strikes == [1, 0]
    assert again.referee.clocks.bank_ms == desk.referee.clocks.bank_ms == [2000, 53_000]


def test_the_mover_is_asked_with_every_legal_move_and_its_time() -> None:
    desk = Desk(move_ms=6000)
    desk.referee.clocks.ask(10.0)
    turn = desk.referee.turn(desk.match.view(0), 12.0)
    assert (turn.ply, len(turn.moves), turn.clock.move_ms) == (1, 7, 4000)

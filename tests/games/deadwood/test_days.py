"""Section 8 and R32: the end of the day, of the game, and players who pass for ever (D37 to D42, D47)."""

import pytest
from tests.games.deadwood.given import Lot, dice

from parlour.core.dice import Dice
from parlour.core.match import Match
from parlour.core.moves import concede
from parlour.core.seed import Seed
from parlour.games.deadwood.game import GAME
from parlour.games.deadwood.moves import END_TURN


def test_d37_day_end():
    lot = (
        Lot(4)
        .only("bank", "hotel")
        .scene("bank", "c12", takes=1)
        .scene("hotel", "c09")
        .player(3, "bank", "on 0", rank=6)
        .player(4, "hotel", "on 0", chips=2)
        .turn_of(3)
        .play("act", dice(2, 3, 5))
    )
    assert lot.owns(3) == (8, 2)
    assert lot.owns(4) == (0, 0)
    view = GAME.view(lot.state, None)
    assert view.day == 2
    for seat in range(1, 5):
        assert lot.seen(seat).area == "trailer"
        assert not lot.has_role(seat)
        assert lot.seen(seat).chips == 0
    assert [s.state for s in view.sets] == ["face_down"] * 10
    assert sum(s.takes for s in view.sets) == 22
    assert view.pile == 20
    assert lot.active == 4


def test_d38_unseen_last_scene():
    lot = Lot(2).only("bank", "hotel").scene("bank", "c21", takes=1).player(1, "bank", "off 1", rank=3, chips=5)
    lot.scene("hotel", "c33", face_up=False).turn_of(1).play("act", dice(1))
    view = GAME.view(lot.state, None)
    assert view.day == 2
    assert view.gone == 1
    assert "c33" not in view.seen
    assert not any(event.get("card") == "c33" for event in lot.events)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_d39_no_repeats(seed):
    match = Match(GAME, None, 4, Seed.parse(str(seed)))
    moves = match.seed.dice("moves")
    dealt = []
    day = 0
    while not match.over:
        if match.state.day != day:
            day = match.state.day
            dealt += [int(card) for card in match.state.scene]
        match.enter(match.mover, int(match.state.random_move(moves)))
    assert sorted(dealt) == list(range(40))


def given_last_act(day, **purses):
    """P1's act on the bank will end the day."""
    lot = Lot(3, day=day).only("bank", "hotel").scene("bank", "c21", takes=1)
    return lot.player(1, "bank", "off 1", rank=3, chips=5)


def test_d40_game_end():
    lot = given_last_act(3).player(2, dollars=17, credits=9, rank=4).turn_of(1).play("act", dice(1))
    assert lot.match.over
    assert lot.decisions == []
    assert lot.match.why_not(0, END_TURN).code == "game-over"
    assert [int(s) for s in lot.state.scores()] == [17, 46, 5]
    assert lot.match.payoffs() == [0, 1, 0]


def test_d41_tie():
    lot = Lot(3, day=3).only("bank", "hotel").scene("bank", "c21", takes=1)
    lot.player(1, dollars=10, credits=5, rank=3).player(2, credits=10, rank=4)
    lot.player(3, "bank", "off 0", rank=2, chips=5).turn_of(3).play("act", dice(1))
    assert [int(s) for s in lot.state.scores()] == [30, 30, 12]
    assert lot.match.payoffs() == [0.5, 0.5, 0]
    assert [event["place"] for event in lot.told("final_score")] == [1, 1, 3]
    assert lot.match.say_end(["Ana", "Bo", "Cy"]) == "Ana and Bo share the top of the bill with 30 points each."


def test_d42_next_day_after_the_last_seat():
    lot = Lot(3).only("bank", "hotel").scene("bank", "c21", takes=1).player(3, "bank", "off 1", rank=3, chips=5)
    lot.turn_of(3).play("act", dice(1))
    assert GAME.view(lot.state, None).day == 2
    assert lot.active == 1


def test_d47_nobody_wants_to_work():
    lot = Lot(3)
    rolls = Dice(1, 2, 3, 4)
    for turn in range(1, 1501):
        last = lot.active
        lot.state.play(END_TURN, rolls)
        if turn == 499:
            assert lot.state.day == 1
        if turn == 500:
            assert last == 2
            assert lot.state.day == 2
            assert lot.active == 3
            assert len(lot.state.pile) == 20
        if turn < 1500:
            assert not lot.match.over
    assert lot.match.over
    assert [int(s) for s in lot.state.scores()] == [5, 5, 5]


def test_any_work_starts_the_count_anew():
    lot = Lot(2, stall_limit=4).player(1, "office", dollars=4).turn_of(1)
    lot.play("upgrade 2 dollars").play("end_turn")
    assert lot.state.idle == 0
    for _ in range(3):
        lot.play("end_turn")
    assert lot.state.day == 1
    lot.state.play(END_TURN, Dice(1, 2, 3, 4))
    assert lot.state.day == 2


def test_without_a_limit_nobody_is_hurried():
    lot = Lot(2, stall_limit=0)
    for _ in range(2000):
        lot.play("end_turn")
    assert lot.state.day == 1


def test_who_leaves_vacates_the_role_and_is_passed_over():
    lot = Lot(3).scene("saloon", "c09").player(1, "saloon", "off 0").player(2, "saloon").turn_of(1)
    lot.match.enter(0, concede(0))
    assert lot.active == 2
    assert "take_role off 0" in lot.decisions
    lot.play("end_turn").play("end_turn")
    assert lot.active == 2


def test_the_last_one_who_stays_wins():
    match = Match(GAME, None, 2, Seed.parse("1"))
    match.enter(0, concede(0))
    assert match.over
    assert match.payoffs() == [0, 1]

"""What the habit sees at a glance, and that it sees no more than its seat may know."""

from __future__ import annotations

import pytest
from tests.games.monogwent.scene import A, B, Scene

from parlour.core.bits import first, kind_of, second
from parlour.core.dice import Dice
from parlour.games.monogwent import effects, moves
from parlour.games.monogwent.decks import cards_of
from parlour.games.monogwent.game import deal
from parlour.games.monogwent.habit import FEATURES, LEARNED, SITUATIONS, Habit, band
from parlour.games.monogwent.judge import Gwent
from parlour.games.monogwent.moves import MOVES
from parlour.games.monogwent.outlook import LEARNED as FITTED
from parlour.games.monogwent.outlook import Outlook
from parlour.games.monogwent.pool import POOL
from parlour.games.monogwent.script import book_of


def dealt(seed: int) -> Gwent:
    return deal(cards_of(POOL.factions[seed % 4], POOL.factions[seed // 4 % 4], book_of("")), Dice(seed, 2, 3, 4))


def lead(state: Gwent, seat: int) -> int:
    return int(state.total(seat) - state.total(1 - seat))


def test_the_gain_of_a_card_is_what_playing_it_changes() -> None:
    habit, dice = Habit(LEARNED), Dice(5, 6, 7, 8)
    checked = 0
    for seed in range(1, 30):
        state = dealt(seed)
        while state.mover >= 0:
            seat, side = int(state.mover), state.side(state.mover)
            if state.round > 0:
                habit.look(state)
                assert habit.lead == lead(state, seat)
            for move in state.moves():
                if kind_of(move) != moves.PLAY or state.round == 0:
                    continue
                card, row = first(move), second(move)
                if state.cards.effect[card] == effects.CLEAR_EMPTIEST_ROW:
                    continue  # luck may decide
                after = state.copy()
                after.play(move, Dice(1, 2, 3, 4))
                if len(after.history) > len(state.history):
                    continue
                gain = habit.gain(state, seat, card, state.cards.kind[card], row)
                assert lead(after, seat) - lead(state, seat) == gain, MOVES.to_words(int(move))
                checked += 1
            assert side is state.side(seat)
            state.play(state.random_move(dice), dice)
    assert checked > 1000


def test_the_emptiest_row_is_expected_to_go() -> None:
    scene = Scene().field(A, "M2", "M2", "R3").field(B, "S4", "S4").hand(A, "MG8=ClearEmptiestRow#wave").hand(B, "M1")
    habit, state = Habit(LEARNED), scene.table()
    habit.look(state)
    assert habit.gain(state, A, scene["wave"], 1, 0) == 8 - 3


def test_it_sees_only_what_its_seat_may_know() -> None:
    habit, dice = Habit(LEARNED), Dice(5, 6, 7, 8)
    for seed in range(1, 9):
        state = dealt(seed)
        while state.mover >= 0:
            if state.round > 0:
                world = state.copy()
                world.redeal(state.mover, dice)
                habit.look(state)
                options, scores = habit.options, habit.scores
                habit.look(world)
                assert habit.options == options
                assert habit.scores == pytest.approx(scores)
            state.play(habit.choose(state, dice), dice)


def test_its_moves_are_legal_and_folded() -> None:
    habit, dice = Habit(LEARNED), Dice(3, 4, 5, 6)
    for seed in range(1, 9):
        state = dealt(seed)
        while state.mover >= 0:
            if state.round > 0:
                habit.look(state)
                assert set(habit.options) <= set(state.moves())
                assert len(set(habit.options)) == len(habit.options)
                assert moves.PASS in habit.options
            move = habit.choose(state, dice)
            assert state.allows(move)
            state.play(move, dice)


def test_after_the_rival_has_passed_behind_it_spends_nothing() -> None:
    state = Scene().field(A, "M9").field(B, "M8").hand(A, "M5", "M6").table()
    state.side1.passed = True
    habit = Habit(LEARNED)
    habit.look(state)
    assert habit.options == [moves.PASS]


def test_for_the_last_life_it_takes_the_card_that_wins() -> None:
    scene = Scene().field(B, "M4").hand(A, "M2", "M5#five").hand(B, "M5")
    state = scene.table(round=3)
    state.side0.lives = state.side1.lives = 1
    state.side1.passed = True
    habit = Habit(LEARNED)
    habit.look(state)
    assert MOVES.to_words(int(habit.options[habit.scores.index(max(habit.scores))])) == f"play {scene['five']} melee"


def test_leads_are_sorted_into_bands() -> None:
    bands = [int(band(points)) for points in range(-30, 31)]
    assert bands == sorted(bands) and set(bands) == set(range(11))


def test_the_weights_that_ship_fit() -> None:
    assert len(LEARNED) == FEATURES * SITUATIONS


# --- the outlook ---


def test_an_outlook_likes_cards_in_hand_and_a_round_in_front() -> None:
    outlook = Outlook(FITTED)
    even = Scene().hand(A, "M5", "M5", "M4").hand(B, "M5", "M5", "M4").table(round=2)
    more = Scene().hand(A, "M5", "M5", "M4", "MG8").hand(B, "M5", "M5", "M4").table(round=2)
    front = Scene().hand(A, "M5", "M5", "M4").hand(B, "M5", "M5", "M4").table(round=2)
    front.side1.lives = 1
    assert outlook.chance(even, A) < min(outlook.chance(more, A), outlook.chance(front, A))


def test_both_sides_have_the_same_outlook() -> None:
    outlook, dice = Outlook(FITTED), Dice(4, 5, 6, 7)
    for seed in range(1, 9):
        state = dealt(seed)
        while state.mover >= 0:
            assert outlook.chance(state, A) + outlook.chance(state, B) == pytest.approx(1)
            state.play(state.random_move(dice), dice)
        assert [outlook.chance(state, A), outlook.chance(state, B)] == state.payoffs()

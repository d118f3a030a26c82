"""Sections 11 and 12: how rounds and games end (scenarios 17 to 23, 41, 44)."""

import pytest
from tests.games.monogwent.scene import A, B, Scene, act, totals

from parlour.core.state import OVER
from parlour.games.monogwent.judge import Gwent

TIE = "WinDrawnRound"


def both_pass(state: Gwent) -> None:
    act(state, "pass")
    act(state, "pass")


def lives(state: Gwent) -> tuple[int, int]:
    return int(state.side0.lives), int(state.side1.lives)


def test_s17_after_a_draw_the_first_to_pass_moves_first() -> None:
    state = Scene().field(A, "M7", "M5").field(B, "S6", "R6").table()
    both_pass(state)
    assert lives(state) == (1, 1)
    assert state.mover == A
    assert state.round == 2


def test_s18_the_winner_moves_first() -> None:
    state = Scene().field(A, "M20").field(B, "M15").table(mover=B)
    both_pass(state)
    assert lives(state) == (2, 1)
    assert state.mover == A


def test_s19_two_draws_end_the_game_drawn() -> None:
    state = Scene().table()
    both_pass(state)
    both_pass(state)
    assert lives(state) == (0, 0)
    assert state.mover == OVER
    assert state.payoffs() == [0.5, 0.5]


def rounds(results: str) -> Gwent:
    """A game whose rounds go as written: W won by A, L lost, D drawn."""
    scene = Scene()
    state = scene.hand(A, *["M5"] * 3).hand(B, *["M5"] * 3).table()
    for result in results:
        assert state.mover != OVER, "the game ended too early"
        for seat, plays in ((A, result == "W"), (B, result == "L")):
            if plays:
                while state.mover != seat:
                    act(state, "pass")
                act(state, f"play {state.side(seat).hand[0]} melee")
        number = state.round
        while state.round == number and state.mover != OVER:
            act(state, "pass")
    return state


@pytest.mark.parametrize(
    ("results", "payoff"),
    [(r, 1.0) for r in ("WW", "WLW", "LWW", "WD", "DW")]
    + [(r, 0.0) for r in ("LL", "LWL", "WLL", "LD", "DL")]
    + [(r, 0.5) for r in ("DD", "WLD", "LWD")],
)
def test_s20_s21_every_possible_end(results: str, payoff: float) -> None:
    state = rounds(results)
    assert state.mover == OVER
    assert state.payoffs() == [payoff, 1 - payoff]


def test_s22_a_leader_wins_the_first_drawn_round() -> None:
    state = Scene((TIE, "DrawCard")).field(A, "M10").field(B, "M10").table(mover=B)
    both_pass(state)
    assert lives(state) == (2, 1)
    assert state.side0.leader_used
    assert state.mover == A
    assert state.history == [10, 10, A]
    both_pass(state)
    assert lives(state) == (1, 0)


def test_s23_two_such_leaders_cancel_out() -> None:
    state = Scene((TIE, TIE)).field(A, "M10").field(B, "M10").table()
    both_pass(state)
    assert lives(state) == (1, 1)
    assert state.side0.leader_used
    assert state.side1.leader_used
    assert state.mover == A


def test_the_leader_who_breaks_ties_is_never_offered() -> None:
    assert not Scene((TIE, "")).table().leader_ready(A)


def test_s41_the_order_in_which_the_table_is_cleared() -> None:
    scene = Scene().field(A, "S*#rain", "R3#three", "M2#two", "M+", "S+")
    scene.names["drum"], scene.names["light"] = scene.sides[A].boosts[0], scene.sides[A].boosts[2]
    state = scene.table()
    both_pass(state)
    assert state.side0.grave == [scene[name] for name in ("rain", "three", "two", "drum", "light")]


def test_s44_the_table_stays_after_the_last_round() -> None:
    state = Scene().field(A, "M4").field(B, "M9").table(round=2)
    state.side0.lives = 1
    both_pass(state)
    assert state.mover == OVER
    assert totals(state) == (4, 9)
    assert state.payoffs() == [0.0, 1.0]

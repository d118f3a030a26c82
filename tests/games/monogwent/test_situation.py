"""What a position of MonoGwent means."""

from __future__ import annotations

from tests.games.monogwent.scene import A, B, Scene, act

from parlour.core.match import Match
from parlour.core.seed import Seed
from parlour.core.speech import situation
from parlour.games.monogwent.game import GAME
from parlour.games.monogwent.judge import Gwent


def line(state: Gwent, seat: int | None) -> str:
    return situation(GAME, GAME.view(state, seat), ["Ann", "Ben"], seat, GAME.read_options(), seat)


def a_table(mine: str = "M8", theirs: str = "M10") -> Gwent:
    scene = Scene().field(A, mine).field(B, theirs).hand(A, "M1", "M2").hand(B, "M3")
    return scene.table()


def test_who_leads_and_with_how_many_cards() -> None:
    state = a_table()
    assert line(state, A) == "You are 2 behind, with 2 cards against 1."
    assert line(state, B) == "You are 2 ahead, with 1 card against 2."
    assert line(state, None) == "Ben leads 10 to 8."


def test_after_a_lost_round_the_next_must_be_won() -> None:
    state = a_table()
    state.side0.lives = 1
    assert line(state, A) == "You are 2 behind and must win this round, with 2 cards against 1."
    assert line(state, B) == "You are 2 ahead and can win the game in this round, with 1 card against 2."
    assert line(state, None) == "Ben leads 10 to 8, and Ann must win this round."


def test_the_rival_has_passed() -> None:
    state = a_table()
    state.side0.lives = 1
    state.side1.passed = True
    assert line(state, A) == "You are 2 behind and must win this round; Ben has passed, so 3 more power wins the round."
    act(state, "pass")
    assert state.mover < 0, "three more were needed"
    state = a_table("M11")
    state.side1.passed = True
    assert line(state, A) == "You are 1 ahead; Ben has passed, so passing wins the round."
    act(state, "pass")
    assert (state.side0.lives, state.side1.lives) == (2, 1)


def test_the_round_that_decides() -> None:
    state = a_table("M10")
    state.side0.lives = state.side1.lives = 1
    assert line(state, A) == "You are level at 10 in the round that decides, with 2 cards against 1."
    state.side0.passed = True
    state.mover = B
    assert line(state, A) == "You are level at 10 in the round that decides; you have passed, Ben has 1 card left."
    assert line(state, None) == "Ann and Ben are level at 10, and this round decides; Ann has passed."


def test_before_the_first_round() -> None:
    match = Match(GAME, GAME.read_options(), 2, Seed.parse("1"))
    state = match.state
    assert isinstance(state, Gwent)
    assert line(state, A) == "Before the first round, you may give back up to two cards."

"""A move can be taken back only if it told its player nothing: no dice, nothing hidden, and the turn goes on."""

from __future__ import annotations

from collections import Counter

import pytest

from parlour.core.match import Match
from parlour.core.seed import Seed
from parlour.core.taking_back import why_final
from parlour.games import find

PLIES = 60


def weighed(name: str, number: int) -> Counter[str]:
    """How the moves of a random game were weighed, by kind and reason; what can be taken back has rolled no dice."""
    game = find(name)
    match = Match(game, seed=Seed.parse(str(number)))
    choices, deals = Seed.parse(str(number)).dice("choices"), Seed.parse(str(number)).dice("deals")
    found: Counter[str] = Counter()
    for _ in range(PLIES):
        if match.over:
            break
        seat, move = match.mover, int(match.state.random_move(choices))
        reason = why_final(match, seat, move, deals)
        found[f"{game.moves.to_json(move)['kind']}: {reason.code if reason else 'back'}"] += 1
        before, dice = match.state.copy(), match.dice(len(match.plies) + 1)
        fresh = match.dice(len(match.plies) + 1)
        before.play(move, dice)
        if reason is None:
            assert (dice.s0, dice.s1, dice.s2, dice.s3) == (fresh.s0, fresh.s1, fresh.s2, fresh.s3)
            assert before.mover == seat
        match.play(seat, move)
    return found


def test_nothing_is_left_to_take_back_where_a_move_is_a_turn() -> None:
    assert weighed("connect-four", 1) == {"drop: passed": sum(weighed("connect-four", 1).values())}


@pytest.mark.parametrize(
    ("name", "back", "final"),
    [
        ("kata-tcg", "attack: back", "end: revealed"),
        ("deadwood", "move: back", "act: rolled"),
        ("gardening-war", "buy: back", "pass: passed"),
        ("battle-farm", "plant: back", "buy: revealed"),
    ],
)
def test_plans_can_be_changed_and_what_was_learned_cannot_be_forgotten(name: str, back: str, final: str) -> None:
    found = sum((weighed(name, number) for number in range(4)), Counter())
    assert found[back] and found[final], found


def test_a_walk_that_turns_up_a_scene_is_final_and_one_that_does_not_is_not() -> None:
    found = sum((weighed("deadwood", number) for number in range(4)), Counter())
    assert found["move: revealed"] and found["move: back"], found

"""Hints: sensible, honest about what the house does not know, and made of nothing but the seat's own view."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.core.small_games import DASH, HIGHEST

from parlour.core.dice import Dice
from parlour.core.match import Match
from parlour.core.seed import Seed
from parlour.games import find
from parlour.lab.hints import Hinter, percent, why_no_hints, why_not_another

GAMES = ["connect-four", "kata-tcg", "monogwent", "gardening-war", "deadwood", "battle-farm"]
NAMES = ["Ann", "Ben", "Cleo", "Dan", "Eve", "Fay", "Gus", "Hal"]


def opened(game, plies, seats=None, seed="7"):
    """A match after some random moves, at a decision between several."""
    match = Match(game, game.read_options(preset=game.measured), seats, Seed.parse(seed))
    dice = Dice(1, 2, 3, 4)
    while not match.over and (len(match.plies) < plies or len(match.state.moves()) == 1):
        match.play(match.mover, int(match.state.random_move(dice)))
    assert not match.over
    return match


def hint(match, view=None, worlds=2, seed="1", **how):
    """A hint that depends on its seed alone, not on the machine."""
    view = match.view(match.mover) if view is None else view
    hinter = Hinter(match.game, match.options, view, match.mover, NAMES[: match.seats], Seed.parse(seed))
    return hinter.advise(**{"seconds": 0.0, "worlds": worlds, "iterations": 4, **how})


@pytest.mark.parametrize(("name", "seats"), [*((name, None) for name in GAMES), ("battle-farm", 5), ("deadwood", 3)])
def test_a_hint_names_legal_moves_in_the_words_of_the_list(name, seats):
    match = opened(find(name), 6, seats)
    found = hint(match)
    said = {
        str(match.game.moves.to_json(move)): match.game.say_move(
            match.view(match.mover), move, NAMES[: match.seats], match.options
        )
        for move in match.state.moves()
    }
    assert 1 <= len(found.moves) <= 4
    assert [said[str(one.move)] for one in found.moves] == [one.words for one in found.moves]
    assert all(one.chance is not None and 0.0 <= one.chance <= 1.0 for one in found.moves)
    assert len({str(one.move) for one in found.moves}) == len(found.moves)
    for one, other in pairwise(found.moves[1:]):  # what is about as good first, and then by the chance
        assert (one.close, one.chance) >= (other.close, other.chance)
    assert found.moves[0].words in found.says[0]


@pytest.mark.parametrize("game", [HIGHEST, DASH], ids=["hidden cards", "dice"])
def test_a_game_without_a_search_of_its_own_gets_hints_too(game):
    found = hint(opened(game, 2), worlds=4)
    assert len(found.moves) >= 2
    assert found.line == []


@pytest.mark.parametrize("name", [name for name in GAMES if find(name).hides])
@settings(max_examples=4, deadline=None)
@given(plies=st.integers(0, 40), words=st.tuples(*[st.integers(1, 2**32 - 1)] * 4))
def test_a_hint_is_the_same_in_all_worlds_that_the_seat_cannot_tell_apart(name, plies, words):
    match = opened(find(name), plies)
    other = match.state.copy()
    other.redeal(match.mover, Dice(*words))
    assert hint(match, match.game.view(other, match.mover)) == hint(match)


def test_a_hint_never_tells_what_a_draw_will_bring():
    """What the house would do with a card that it has yet to draw is not in the line."""
    game = find("kata-tcg")
    matches = (opened(game, plies, seed="3") for plies in range(60))
    kinds = ((match, {game.moves.to_json(move)["kind"]: move for move in match.state.moves()}) for match in matches)
    match, draw, end = next((match, moves["draw"], moves["end"]) for match, moves in kinds if "draw" in moves)
    hinter = Hinter(game, match.options, match.view(match.mover), match.mover, NAMES[:2], Seed.parse("1"))
    assert hinter._line([draw, end]) == []
    assert hinter._line([end, draw]) == [], "nor what happens after the turn"


def four(columns):
    match = Match(find("connect-four"), seed=Seed.parse("1"))
    for column in columns:
        match.play(match.mover, match.game.moves.pack("drop", column))
    return match


def test_a_win_at_hand_is_found():
    found = hint(four([0, 6, 0, 6, 0, 5]), iterations=100)
    assert (found.moves[0].move, found.moves[0].chance) == ({"kind": "drop", "column": 0}, 1.0)
    assert "over 99 %" in found.says[0]
    assert not any(one.close and one.chance < 0.9 for one in found.moves)


def test_a_whole_move_comes_with_all_its_parts():
    """In Gardening War a decision alone says little: the rest of the move follows it, up to where it is complete."""
    match = opened(find("gardening-war"), 0)
    found = hint(match, iterations=20)
    assert found.moves[0].move["kind"] == "begin"
    assert len(found.line) >= 1
    for move in [found.moves[0].move, *(one.move for one in found.line)]:
        match.play(match.mover, match.game.moves.from_json(move))
    assert any(one.words in found.says[1] for one in found.line)


def test_moves_that_nobody_can_tell_apart_are_said_to_be_equal():
    found = hint(four([]), worlds=1, iterations=20)
    assert all(one.close for one in found.moves)
    assert any(said.startswith("About as good") for said in found.says)


def test_without_time_the_house_says_only_what_it_would_choose():
    found = hint(opened(find("kata-tcg"), 4), seconds=1e-6)
    assert [one.chance for one in found.moves] == [None]
    assert "no time" in found.says[0]


def test_a_game_whose_expert_is_no_search_gets_hints_too(monkeypatch):
    monkeypatch.setattr(type(HIGHEST), "levels", {"expert": "greedy"})
    assert hint(opened(HIGHEST, 2)).moves[0].chance is not None


def test_chances_are_never_told_as_certain():
    assert [percent(chance) for chance in (0.0, 0.004, 0.5, 0.637, 1.0)] == [
        "under 1 %", "under 1 %", "about 50 %", "about 64 %", "over 99 %",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("sitters", "seat", "allowed", "code"),
    [
        (["person", "house"], 0, 3, None),
        (["house", "house", "person"], 2, None, None),
        (["person", "house"], None, 3, "not-your-seat"),
        (["program", "house"], 0, None, "no-hints-for-bots"),
        (["person", "person"], 0, 3, "not-alone"),
        (["person", "house", "program"], 0, 3, "not-alone"),
        (["person", "house"], 0, 0, "hints-off"),
    ],
)
def test_hints_are_for_a_person_who_plays_against_the_house_alone(sitters, seat, allowed, code):
    refusal = why_no_hints(sitters, seat, allowed)
    assert (None if refusal is None else refusal.code) == code


def test_a_table_gives_as_many_hints_as_it_says():
    assert why_not_another(3, 2) is None
    assert why_not_another(None, 1000) is None
    refusal = why_not_another(3, 3)
    assert refusal is not None and refusal.code == "no-hints-left"

"""The review in sentences, as the browser shows them."""

import pytest

from parlour.core.dice import Dice
from parlour.core.match import Match
from parlour.core.moves import concede
from parlour.core.seed import Seed
from parlour.games import find, names
from parlour.lab.review import Effort, Reviewer
from parlour.lab.review.page import page
from parlour.lab.review.words import doing, say_luck

TINY = Effort("tiny", 2, 2, 4)


@pytest.mark.parametrize(
    ("move", "said"),
    [
        ("Plant Corn in bed 2", "Planting Corn in bed 2"),
        ("Drop a disc into column 3", "Dropping a disc into column 3"),
        ("Choose Ann's bed 2 (empty)", "Choosing Ann's bed 2 (empty)"),
        ("Star as Talking Mule in Evil Wears a Hat", "Starring as Talking Mule in Evil Wears a Hat"),
        ("Pass: no more turns for you this round", "Passing"),
        ("Act: roll a die + 2 against a budget of 4, 4 in 6 to succeed", "Acting"),
        ("Keep your hand", "Keeping the hand"),
        ("Stop buying", "To stop buying"),
        ("Buy land …", "Buying land"),
        ("Play on", "Playing on"),
        ("Giant Rat fights Ben for 3", "“Giant Rat fights Ben for 3”"),
        ("Done", "“Done”"),
        ("7 of hearts", "“7 of hearts”"),
    ],
)
def test_a_move_becomes_the_subject_of_a_sentence(move, said):
    assert doing(move) == said


def test_luck_is_told_with_its_cause_and_what_happened():
    assert say_luck("Ann", 0.123, "dice", "Ann rolls a 6.") == "Lucky for Ann: +12 by the dice. Ann rolls a 6."
    assert say_luck("Ben", -0.05, "hidden", "") == "Unlucky for Ben: −5 by what was hidden."


def growing(name, plies=3):
    game = find(name)
    match = Match(game, game.read_options(), game.default_seats, Seed.parse("4"))
    dice = Dice(1, 2, 3, 4)
    for _ in range(plies):
        match.play(match.mover, int(match.state.random_move(dice)))
    for seat in range(match.seats - 1):
        match.enter(seat, concede(seat))
    return Reviewer(match, [f"Player {seat + 1}" for seat in range(match.seats)], TINY, Seed.parse("1"))


@pytest.mark.parametrize("name", sorted(names()))
def test_every_game_has_a_page_as_soon_as_there_is_a_curve(name):
    reviewer = growing(name)
    progress, pages = [], []
    for _ in reviewer.pieces():
        progress.append(reviewer.progress)
        if reviewer.has_curve and not pages:
            pages.append(page(reviewer))
    pages.append(page(reviewer))
    assert progress == sorted(progress) and progress[-1] == 1.0
    assert [one.complete for one in pages] == [False, True]
    for one in pages:
        assert len(one.curve) == len(one.decisions) + 1 == len(one.choices) + 1 == len(one.luck) + 1
        assert all(seat.says.startswith("Choice: ") and " Luck: " in seat.says for seat in one.seats)
        for decision in one.decisions:
            assert decision.says
            assert sum(move.played for move in decision.moves) == (decision.verdict != "forced")
            assert bool(decision.better) == (decision.verdict in ("inaccuracy", "mistake", "blunder"))

"""A preview tells what a move would change: never more than the seat could know, never what does not come true."""

import msgspec
import pytest
from tests.core.small_games import DASH, HIGHEST
from tests.games.kata_tcg.tables import Side, lay_table

from parlour.core import Dice, Match, Seed
from parlour.core.dice import NoDice, OutOfDice
from parlour.core.errors import Refused
from parlour.core.preview import flatten, plan, preview
from parlour.core.state import Hidden
from parlour.core.testing import random_match
from parlour.games import find

KATA = find("kata-tcg")
FOUR = find("connect-four")
GARDEN = find("gardening-war")


def seen(game, state, seat):
    return flatten(msgspec.to_builtins(game.view(state, seat)))


def truth_until_luck(game, state, seat, move, dice):
    """What the seat would see after the move, were everything to stop at the first roll or hidden card."""
    after = state.copy()
    after.heard, after.curtain = [], game.events.curtain
    try:
        after.play(move, NoDice())
    except (OutOfDice, Hidden):
        return seen(game, after, seat), False
    whole = state.copy()
    whole.play(move, dice)
    assert seen(game, whole, seat) == seen(game, after, seat)
    return seen(game, after, seat), True


@pytest.mark.parametrize(
    ("game", "options"),
    [(KATA, "classic"), (KATA, "full"), (FOUR, None), (HIGHEST, None), (DASH, None)],
    ids=["kata-classic", "kata-full", "connect-four", "highest", "dash"],
)
def test_a_preview_never_lies(game, options):
    """Every legal move of random positions: what is foretold comes true, and what is certain is complete."""
    told = certain = 0
    values = game.read_options(preset=options)
    for match, dice in random_match(game, 2, 17, values):
        if match.over or len(match.plies) % 3:
            continue
        seat = match.mover
        before = seen(game, match.state, seat)
        for move in map(int, match.state.moves()):
            found = preview(game, match.view(seat), seat, move, Dice(1, 2, 3, len(match.plies)))
            after, whole = truth_until_luck(game, match.state, seat, move, dice.fork())
            assert found.certain == whole
            for path, was, will_be in found.changes:
                assert was == before.get(path)
                assert will_be == after.get(path), (game.moves.to_words(move), path)
            if found.certain:
                assert {p for p, *_ in found.changes} == {p for p in before | after if before.get(p) != after.get(p)}
            told += len(found.changes)
            certain += found.certain
    assert told
    assert certain


@pytest.mark.parametrize("options", ["classic", "full"])
def test_a_preview_never_leaks(options):
    """The same answer in every world that looks the same to the seat, whatever dice guess at the rest."""
    for match, dice in random_match(KATA, 2, 23, KATA.read_options(preset=options)):
        if match.over or len(match.plies) % 4:
            continue
        seat = match.mover
        for move in map(int, match.state.moves()):
            answers = set()
            for world in range(3):
                state = match.state.copy()
                state.redeal(seat, dice)
                found = preview(KATA, KATA.view(state, seat), seat, move, Dice(world, 2, 3, 4))
                answers.add(msgspec.json.encode(found))
            assert len(answers) == 1, KATA.moves.to_words(move)


def test_a_certain_attack_is_foretold_whole():
    duel = lay_table("classic", a=Side(mana=7, hand="slash cut"), b=Side(hp=30))
    found = preview(KATA, duel.view("a"), 0, KATA.moves.from_words("attack slash player"), Dice(1, 2, 3, 4))
    assert found.certain
    assert sorted(found.changes, key=str) == [
        ("sides.0.discard.0", None, "slash"),
        ("sides.0.hand.0", "slash", "cut"),
        ("sides.0.hand.1", "cut", None),
        ("sides.0.hand_size", 2, 1),
        ("sides.0.mana", 7, 3),
        ("sides.1.health", 30, 26),
    ]


def test_a_draw_is_foretold_up_to_the_first_hidden_card():
    """Four of the five cards left are strikes; a preview that guessed would nearly always say strike."""
    duel = lay_table("drawers", a=Side(mana=4, hand="browse", deck="cut strike strike strike strike"))
    found = preview(KATA, duel.view("a"), 0, KATA.moves.from_words("draw browse"), Dice(1, 2, 3, 4))
    assert not found.certain
    assert ("sides.0.mana", 4, 2) in found.changes
    assert not any("strike" in path or after == "strike" for path, _, after in found.changes)
    assert not any("deck_size" in path for path, *_ in found.changes)


def test_a_draw_from_an_empty_deck_hides_nothing_and_is_certain():
    duel = lay_table("drawers", a=Side(hp=9, mana=4, hand="browse jab", deck=0))
    found = preview(KATA, duel.view("a"), 0, KATA.moves.from_words("draw browse"), Dice(1, 2, 3, 4))
    assert found.certain
    assert ("sides.0.health", 9, 7) in found.changes


def test_ending_the_turn_is_foretold_up_to_the_rivals_draw():
    duel = lay_table("classic", a=Side(mana=7, hand="slash"), b=Side(slots=3, mana=0))
    found = preview(KATA, duel.view("a"), 0, KATA.moves.from_words("end"), Dice(1, 2, 3, 4))
    assert not found.certain
    assert sorted(found.changes) == [("mover", 0, 1), ("sides.1.mana", 0, 4), ("sides.1.slots", 3, 4), ("turn", 9, 10)]


def test_dice_stop_a_preview():
    match = Match(DASH, seed=Seed.parse("1"))
    walk = preview(DASH, match.view(0), 0, 0, Dice(1, 2, 3, 4))
    assert walk.certain
    assert sorted(walk.changes) == [("at.0", 0, 1), ("mover", 0, 1)]
    run = preview(DASH, match.view(0), 0, 1, Dice(1, 2, 3, 4))
    assert not run.certain
    assert run.changes == [("coins.0", 3, 2)]


def test_an_illegal_move_changes_nothing():
    duel = lay_table("classic", a=Side(mana=1, hand="slash dud"))
    found = preview(KATA, duel.view("a"), 0, KATA.moves.from_words("attack slash player"), Dice(1, 2, 3, 4))
    assert found.changes == []
    assert not found.certain


def test_a_plan_tells_where_several_decisions_lead():
    match = Match(GARDEN, seed=Seed.parse("1"))
    words = ["begin shop", "buy anemone 1", "buy water 1"]
    row = [GARDEN.moves.from_words(each) for each in words]
    found = plan(GARDEN, match.view(0), 0, row, Dice(1, 2, 3, 4))
    assert (found.done, found.reason.code) == (2, "shop-order")
    assert found.view.gardeners[0].gold == 4500
    assert found.view.gardeners[0].stock["anemone"] == 1
    assert GARDEN.moves.from_words("done") in found.moves
    assert match.view(0).gardeners[0].gold == 5000


def test_a_plan_ends_with_the_move():
    match = Match(GARDEN, seed=Seed.parse("1"))
    row = [GARDEN.moves.from_words(each) for each in ("begin land", "land 0 1", "done")]
    found = plan(GARDEN, match.view(0), 0, row, Dice(1, 2, 3, 4))
    assert (found.done, found.reason.code, found.moves) == (2, "complete", [])
    assert found.view.mover == 1


def test_there_are_no_plans_where_something_is_hidden():
    duel = lay_table("classic", a=Side(mana=1, hand="slash dud"))
    with pytest.raises(Refused):
        plan(KATA, duel.view("a"), 0, [], Dice(1, 2, 3, 4))

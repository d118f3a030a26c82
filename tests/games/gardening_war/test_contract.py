"""What the house expects of every game, over many options; the clock; records with lists in them."""

from __future__ import annotations

import pytest
from tests.games.gardening_war.garden import P1, P2, TULIP, WATER, Plot

from parlour.core import record
from parlour.core.dice import Dice, LoadedDice
from parlour.core.errors import Refused
from parlour.core.game import Clock
from parlour.core.match import Match
from parlour.core.moves import concede, miss
from parlour.core.seed import Seed
from parlour.core.testing import check_game, snapshot
from parlour.games.gardening_war.game import GAME, drawn_layout
from parlour.games.gardening_war.lists import Line, list_to_moves
from parlour.games.gardening_war.options import GardeningWarOptions
from parlour.games.gardening_war.series import Finished, longer, match_result, next_game


def test_the_contract():
    check_game(GAME, games=4)


@pytest.mark.parametrize("options", [{"layout": "random", "rounds": 31}, {"rounds": 12, "max_misses": 0}])
def test_the_contract_with_other_options(options: dict[str, object]):
    check_game(GAME, games=2, options=GAME.read_options(options))


def test_rich_gardens_keep_the_laws_in_random_play():
    """Random players are soon broke; with a fortune at the start they see every kind of decision."""
    kinds: set[str] = set()
    for seed in range(6):
        plot = Plot(rounds=40)
        dice = Dice(seed + 1, 5, 5, 5)
        for seat in (P1, P2):
            plot.gold(seat, 3_000_000)
            for good in range(7):
                plot.stock(seat, good, 30)
        state = plot.state
        while state.mover >= 0:
            moves = [int(m) for m in state.moves()]
            assert len(set(moves)) == len(moves)
            first, second = Dice(3, 2, 1, seed), Dice(3, 2, 1, seed)
            move = moves[int(first.below(len(moves)))]
            assert int(state.random_move(second)) == move
            assert set(map(int, state.candidates())) <= set(moves)
            assert int(state.playout_move(dice)) in moves
            assert snapshot(GAME.imagine(GAME.view(state, None), dice)) == snapshot(state)
            move = moves[int(dice.below(len(moves)))]
            kinds.add(GAME.moves.kind_of(move).name)
            state.play(move, dice)
            GAME.check_laws(state)
    assert kinds == {k.name for k in GAME.moves.kinds if not k.outside}


def test_moves_only_from_outside_have_no_action_index():
    plot = Plot()
    void = list_to_moves(plot.state, "?")[0]
    with pytest.raises(Refused):
        GAME.moves.action(void)
    assert GAME.moves.actions == 1009


def test_section_14_the_random_layout():
    dice = LoadedDice([0, 31, 5, 5, 9, 2, 20])
    assert drawn_layout(dice) == sorted({31, 32, 5, 58, 9, 54, 2, 61, 20, 43})
    state = GAME.new(GAME.read_options({"layout": "random"}), 2, Seed.parse("8").dice("x"))
    assert not state.is_special(0)
    assert not state.is_special(63)
    assert all(state.is_special(f) == state.is_special(63 - f) for f in range(64))


def test_section_12_three_games_then_a_longer_one_then_the_value():
    options = GardeningWarOptions(rounds=99, layout="random")
    drawn = Finished(None, (1, 1))
    assert next_game(options, []) == options
    assert next_game(options, [drawn, drawn]) == options
    fourth = next_game(options, [drawn] * 3)
    assert fourth is not None
    assert (fourth.rounds, fourth.layout) == (148, "random")
    assert longer(100) == 150
    assert longer(1) == 1
    result = match_result([drawn] * 4)
    assert result is not None
    assert (result.winner, result.by) == (None, "draw")
    assert next_game(options, [drawn] * 4) is None
    won = match_result([drawn, Finished(P2)])
    assert won is not None
    assert (won.winner, won.by) == (P2, "game")
    assert next_game(options, [drawn, Finished(P2)]) is None


def test_options_set_the_clock():
    assert GAME.clock == Clock(move_ms=6000, strikes=3)
    assert GAME.clock_of(GAME.read_options({})) == GAME.clock
    assert GAME.clock_of(GAME.read_options({"move_seconds": 1, "max_misses": 5})) == Clock(move_ms=1000, strikes=5)
    with pytest.raises(Refused):
        GAME.read_options({"rounds": 0})


def test_a_miss_is_kept_in_the_record_and_the_third_ends_the_game():
    match = Match(GAME, {"rounds": 20}, 2, Seed.parse("4"))
    for move in list_to_moves(match.state, "C", [Line(card=0, amount=20)]):
        match.play(P1, move)
    for _ in range(2):
        match.enter(P2, miss())
        match.enter(P1, miss())
    assert [int(match.state.gardener(s).misses) for s in (P1, P2)] == [2, 2]
    match.enter(P2, miss())
    assert match.over
    assert match.payoffs() == [1.0, 0.0]
    assert match.say_end(["Ann", "Bob"]) == "Ann wins: Bob missed 3 moves."
    again = record.replay(record.decode(record.encode(record.record(match, ["a", "b"]))), lambda name: GAME)
    assert snapshot(again.state) == snapshot(match.state)


def test_lists_from_outside_are_kept_in_the_record():
    match = Match(GAME, {"rounds": 5}, 2, Seed.parse("4"))
    plan = [
        ("C", [Line(card=6, amount=1), Line(card=0, amount=7)]),
        ("?", []),
        ("P", [Line(0, 0, card=6)]),
        ("L", [Line(99, 0)]),
        ("W", [Line(0, 0, amount=5), Line(0, 0, amount=1)]),
        ("H", []),
    ]
    for kind, lines in plan:
        seat = match.mover
        for move in list_to_moves(match.state, kind, lines):
            match.play(seat, move)
    assert match.state.gardener0.stock[WATER] == 1
    assert match.state.plants[0] & 7 == TULIP
    told = [GAME.say_event(event, ["Ann", "Bob"], None) for event in match.events(None)]
    assert "Bob's move (land) comes to nothing: off the board." in told
    assert "Ann gives 6 drops to (0,0): dead." in told
    again = record.replay(record.decode(record.encode(record.record(match, ["a", "b"]))), lambda name: GAME)
    assert snapshot(again.state) == snapshot(match.state)


def test_who_gives_up_has_no_points():
    match = Match(GAME, None, 2, Seed.parse("4"))
    match.state.gardener0.points = 9000
    match.enter(P1, concede(P1))
    assert match.payoffs() == [0.0, 1.0]
    assert list(match.state.scores()) == [0, 0]
    assert match.say_end(["Ann", "Bob"]) == "Bob wins: Ann gave up."


@pytest.mark.parametrize(
    ("begin", "words", "code"),
    [
        ("", "harvest", "nothing-ripe"),
        ("", "fertilizer", "no-card"),
        ("", "mole 7 7", "no-card"),
        ("", "begin plant", "no-seed"),
        ("", "begin water", "no-water"),
        ("", "land 0 1", "other-list"),
        ("", "done", "nothing-begun"),
        ("begin land", "land 5 5", "not-adjacent"),
        ("begin land", "land 0 0", "owned"),
        ("begin land", "done", "needs-a-part"),
        ("begin land", "pass", "move-begun"),
        ("begin shop", "buy tulip 2", "not-enough-gold"),
        ("begin shop/buy anemone 1", "buy water 1", "shop-order"),
        ("begin shop/buy water 1", "buy water 2", "shop-order"),
    ],
)
def test_refusals_say_which_rule(begin: str, words: str, code: str):
    plot = Plot()
    for word in filter(None, begin.split("/")):
        plot.say(word)
    move = GAME.moves.from_words(words)
    assert not plot.state.allows(move)
    reason = GAME.why_not(plot.state, move)
    assert reason.code == code
    assert reason.text.endswith((".", "!"))

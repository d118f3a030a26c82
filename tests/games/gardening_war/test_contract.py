"""What the house expects of every game, with options that no preset has; the clock; records with lists in them."""

from __future__ import annotations

import pytest
from tests.games.gardening_war.garden import P1, P2, TULIP, WATER, Plot

from parlour.core import record
from parlour.core.clock import Clock
from parlour.core.dice import Dice, LoadedDice
from parlour.core.errors import Refused
from parlour.core.match import Match
from parlour.core.moves import concede, miss
from parlour.core.seed import Seed
from parlour.core.sequel import Finished
from parlour.core.testing import check_game, snapshot
from parlour.games.gardening_war.game import GAME, drawn_layout
from parlour.games.gardening_war.lists import Line, list_to_moves
from parlour.games.gardening_war.options import GardeningWarOptions
from parlour.games.gardening_war.sequel import longer


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


NAMES = ["Ann", "Ben"]


def drawn(*values: int) -> Finished:
    return Finished([0.5, 0.5], list(values) or [1, 1])


def test_section_12_a_drawn_game_is_played_again_up_to_three_in_all():
    options = GardeningWarOptions(rounds=99, layout="random")
    for games, title in ((1, "game 2 of 3"), (2, "game 3 of 3")):
        sequel = GAME.sequel(options, [drawn()] * games, NAMES)
        assert sequel is not None
        assert (sequel.options, sequel.title) == (options, title)
        assert sequel.payoffs == []


def test_section_12_after_three_draws_the_game_is_longer():
    sequel = GAME.sequel(GardeningWarOptions(rounds=99, layout="random"), [drawn()] * 3, NAMES)
    assert sequel is not None
    assert (sequel.options.rounds, sequel.options.layout) == (148, "random")
    assert "148 rounds" in sequel.says
    assert (longer(100), longer(1), longer(1400)) == (150, 1, 1500)


def test_section_12_then_the_value_decides_and_equal_values_are_a_draw():
    options = GardeningWarOptions()
    sequel = GAME.sequel(options, [drawn(), drawn(), drawn(), drawn(7000, 9200)], NAMES)
    assert sequel is not None
    assert (sequel.options, sequel.payoffs) == (None, [0.0, 1.0])
    assert sequel.says == "Gold, goods and land decide: Ben wins the match, 9200 to 7000."
    even = GAME.sequel(options, [drawn(1, 2), drawn(), drawn(), drawn(8000, 8000)], NAMES)
    assert even is not None
    assert (even.options, even.payoffs) == (None, [0.5, 0.5])


def test_section_12_a_game_with_a_winner_ends_the_match():
    assert GAME.sequel(GardeningWarOptions(), [drawn(), Finished([0.0, 1.0], [9, 1])], NAMES) is None


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
    told = [GAME.say_event(event, ["Ann", "Bob"], None, match.options) for event in match.events(None)]
    assert "Bob's move (land) is void: off the board." in told
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


def test_what_is_too_dear_is_named_with_what_is_left():
    plot = Plot()
    for word in ("begin shop", "buy water 5"):
        plot.say(word)
    gold = plot.state.gardener(0).gold
    assert GAME.why_not(plot.state, GAME.moves.from_words("buy mole 1")).text == (
        f"1 × Mole card would cost 10000 gold; you have {gold} left."
    )

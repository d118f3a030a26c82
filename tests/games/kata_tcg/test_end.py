"""Sections 10, 12 and 14: how games end, that they end, and what holds all the way."""

import random
from itertools import product

import pytest
from tests.games.kata_tcg.tables import OPTIONS, Duel, Side, new_game

from parlour.core.errors import Refused
from parlour.core.moves import concede
from parlour.core.testing import check_play, check_refusals, check_secrets, snapshot
from parlour.games.kata_tcg.events import BY_DAMAGE
from parlour.games.kata_tcg.game import GAME


def play_randomly(duel: Duel, seed: int, ends: float = 0.5) -> None:
    """A whole game; `ends` is how often an end of turn is allowed to be chosen."""
    choose = random.Random(seed)
    while not duel.match.over:
        moves = duel.state.moves()
        duel.match.play(duel.match.mover, choose.choice(moves if choose.random() < ends else moves[:-1]))


@pytest.mark.parametrize("options", ["classic", "healing", "minions", "full"])
def test_s70_conceding_loses_at_once_with_health_untouched(table, options):
    duel = table(options, a=Side(hp=25, mana=1, hand="jab"))
    duel.concede()
    assert duel.won_by == ("b", "concede")
    assert duel.a.hp == 25


def test_conceding_is_never_offered_and_only_for_oneself_on_ones_own_turn(table):
    duel = table("classic", a=Side(hp=25, mana=1, hand="jab"))
    a, b = duel.seats["a"], duel.seats["b"]
    assert not any(option.startswith("concede") for option in duel.options)
    assert duel.match.why_not(b, concede(b)).code == "not-your-turn"
    with pytest.raises(Refused):
        duel.match.play(a, concede(b))
    assert not duel.match.over


@pytest.mark.parametrize("options", ["classic", "full"])
def test_s71_nothing_can_be_done_after_the_end(table, options):
    duel = table(options, a=Side(hp=25, mana=1, hand="jab jab"), b=Side(hp=1))
    duel.play("attack jab player")
    for by in ("a", "b"):
        duel.rejects("end", "game-over", by)
        duel.rejects("attack jab player", "game-over", by)
        assert duel.match.why_not(duel.seats[by], concede(duel.seats[by])).code == "game-over"
    assert duel.options == []


@pytest.mark.parametrize("options", ["classic", "healing", "minions", "full"])
def test_s72_the_same_seed_and_actions_give_the_same_log(options):
    first = new_game(options, seed=31)
    play_randomly(first, 4)
    again = new_game(options, seed=31)
    for ply in first.match.plies:
        again.match.play(ply.seat, ply.move)
    for seat in (None, 0, 1):
        assert again.match.events(seat) == first.match.events(seat)
    assert snapshot(again.state) == snapshot(first.state)
    other = new_game(options, seed=32)
    assert other.match.events(0) != first.match.events(0)[: len(other.match.events(0))]


def test_after_the_set_up_dice_are_never_rolled():
    """Section 10: two kinds of chance, both at set-up."""
    from parlour.core.dice import NoDice

    for options in ("classic", "full"):
        duel = new_game(options, seed=2)
        choose = random.Random(2)
        while not duel.match.over:
            duel.state.play(choose.choice(duel.state.moves()), NoDice())


def test_r38_both_sides_at_zero_are_a_draw(table):
    duel = table("classic", a=Side(hp=0, mana=1, hand="jab"), b=Side(hp=0))
    duel.state.check_end(BY_DAMAGE)
    assert duel.match.over
    assert duel.match.payoffs() == [0.5, 0.5]
    assert duel.view("a").cause == "draw"
    assert duel.match.say_end(["Ann", "Bob"]) == "Both players fell together: a draw."


def test_turn_400_is_an_internal_error_not_a_result(table):
    duel = table("classic", a=Side(mana=1, hand="jab"), turn=399)
    with pytest.raises(RuntimeError, match="turn 400"):
        duel.play("end")


@pytest.mark.parametrize(
    ("end", "sentence"),
    [
        ("damage", "Ann wins: Bob has no health left."),
        ("bleeding", "Ann wins: Bob bled out on an empty deck."),
        ("concede", "Ann wins: Bob gave up."),
    ],
)
def test_every_end_is_told_in_a_sentence(table, end, sentence):
    b = Side(hp=1, deck=0, mana=1, hand="jab")
    duel = table("classic", a=Side(mana=1, hand="jab"), b=b, active="b" if end == "concede" else "a")
    if end == "concede":
        duel.concede()
    else:
        duel.play("attack jab player" if end == "damage" else "end")
    assert duel.won_by == ("a", end)
    names = {duel.seats["a"]: "Ann", duel.seats["b"]: "Bob"}
    assert duel.match.say_end([names[0], names[1]]) == sentence


# --- laws ---

ALL_32 = [
    " ".join(o for o, on in zip(OPTIONS, combination, strict=True) if on) for combination in product((0, 1), repeat=5)
]


def check_invariants(duel: Duel, begun: list[int]) -> None:
    """Section 14, from what owners see."""
    for name in ("a", "b"):
        side = duel.view(name).sides[duel.seats[name]]
        assert side.deck_size + side.hand_size + len(side.board) + len(side.discard) == 20
        assert 0 <= side.mana <= side.slots <= 10
        assert side.slots == min(10, begun[duel.seats[name]])
        assert side.hand_size <= 5
        assert len(side.board) <= (3 if duel.view(name).minions else 0)
        assert all(1 <= m.health <= m.most_health for m in side.board)
        assert side.health <= 30
        if not duel.match.over:
            assert side.health >= 1
            assert len(duel.options) > 1


@pytest.mark.parametrize("options", ALL_32)
def test_law_all_32_combinations_play_by_the_invariants(options):
    duel = new_game(options, seed=len(options))
    choose = random.Random(options)
    begun = [0, 0]
    heard = 0
    while True:
        news = duel.match.events(None)
        for event in news[heard:]:
            if event["kind"] == "turn":
                begun[int(event["seat"])] += 1
        heard = len(news)
        check_invariants(duel, begun)
        if duel.match.over:
            break
        moves = duel.state.moves()
        duel.match.play(duel.match.mover, choose.choice(moves if choose.random() < 0.5 else moves[:-1]))
    assert sum(begun) == duel.turn
    if "healing" not in options:
        assert duel.turn <= 92
    healing = sum(e["card"] is not None for e in duel.match.events(None) if e["kind"] == "healed")
    assert duel.turn <= 92 + 2 * 140 * bool(healing)


@pytest.mark.parametrize("options", ALL_32[::5])
def test_law_a_sample_of_the_32_combinations_keeps_the_contract(options):
    values = GAME.read_options(dict.fromkeys(options.split(), True))
    check_play(GAME, 2, 1, values)
    check_refusals(GAME, 2, values)
    check_secrets(GAME, 2, 1, values)


@pytest.mark.parametrize("options", ["classic", "minions", "drawers custom_cards"])
def test_law_without_healing_every_game_is_over_by_turn_92(options):
    for seed in range(12):
        duel = new_game(options, seed)
        play_randomly(duel, seed, ends=1.0)
        assert duel.turn <= 92
    lazy = new_game(options, 3)
    while not lazy.match.over:
        lazy.play("end")
    assert lazy.turn == 92

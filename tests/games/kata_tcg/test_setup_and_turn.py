"""Sections 6, 7 and 9.1: set-up, the start of a turn, its end, drawing, overload and bleeding."""

import pytest
from tests.games.kata_tcg.tables import Side, new_game

from parlour.core import speech
from parlour.core.dice import LoadedDice
from parlour.games.kata_tcg.game import GAME
from parlour.games.kata_tcg.options import deck_of
from parlour.games.kata_tcg.pool import POOL


def game_that_stops_on_turns(last, options="classic"):
    """A new game in which nobody's first turns pass by themselves, so that each can be looked at."""
    for seed in range(1000):
        duel = new_game(options, seed)
        turns = []
        while not duel.match.over and duel.turn < last:
            turns.append(duel.turn)
            duel.play("end")
        if turns == list(range(1, last)) and duel.turn == last:
            return new_game(options, seed)
    raise AssertionError("no such game among the first thousand seeds")


# --- set-up ---


def test_s01_before_turn_1_the_starter_has_three_cards_and_the_other_four():
    duel = game_that_stops_on_turns(2)
    assert duel.log(duel.seats["a"])[:2] == [f"starts {duel.seats['a']}", f"turn {duel.seats['a']} 1"]
    drawn_on_turn_1 = [line for line in duel.log(duel.seats["a"]) if line.startswith("drew")]
    assert len(drawn_on_turn_1) == 1
    assert duel.a.hand.split()[3] == drawn_on_turn_1[0].split()[2]
    assert (duel.a.hand_size - 1, duel.a.deck + 1) == (3, 17)
    assert (duel.b.hand_size, duel.b.deck) == (4, 16)
    assert (duel.a.hp, duel.b.hp) == (30, 30)
    assert (duel.b.slots, duel.b.mana) == (0, 0)
    assert duel.a.discard == duel.b.discard == ""
    assert duel.a.board == duel.b.board == []


def test_s02_turn_1_gives_a_slot_mana_and_a_card():
    duel = game_that_stops_on_turns(2)
    assert duel.turn == 1
    assert duel.active == "a"
    assert (duel.a.slots, duel.a.mana, duel.a.hand_size, duel.a.deck) == (1, 1, 4, 16)


def test_s03_the_second_side_also_draws_on_its_first_turn():
    duel = game_that_stops_on_turns(3)
    duel.play("end")
    assert duel.turn == 2
    assert duel.active == "b"
    assert (duel.b.slots, duel.b.mana, duel.b.hand_size, duel.b.deck, duel.b.discards) == (1, 1, 5, 15, 0)


def test_s04_a_full_hand_overloads():
    duel = game_that_stops_on_turns(5)
    duel.play("end", "end", "end")
    assert duel.turn == 4
    assert (duel.b.hand_size, duel.b.deck, duel.b.discards, duel.b.slots) == (5, 14, 1, 2)


def test_chance_is_the_starting_seat_then_seat_0s_deck_then_seat_1s():
    """Section 10, roll by roll: `below(2)`, then for i from 19 down to 1 `below(i + 1)`; position 0 is the top."""
    options = GAME.read_options(preset="classic")
    rolls = [1] + [0] * 19 + list(range(19, 0, -1))
    state = GAME.new(options, 2, LoadedDice(rolls))
    in_pool_order = deck_of(options, 0)
    # rolling 0 each time moves the first card to the end and every other one place up; rolling i moves nothing
    shuffled = [*in_pool_order[1:], in_pool_order[0]]
    side0, side1 = state.side(0), state.side(1)
    assert [int(c) for c in side0.hand_cards()] == shuffled[:4]
    assert [int(c) for c in side0.deck_cards()][::-1] == shuffled[4:]
    assert [int(c) for c in side1.hand_cards()][:3] == in_pool_order[:3]
    assert [POOL[card].cost for card in in_pool_order] == [0, 0, 1, 1, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 5, 5, 6, 6, 7, 8]
    assert int(GAME.new(options, 2, LoadedDice([0, *rolls[1:]])).mover) == 0


def test_the_starter_is_either_seat_equally_often():
    starters = [new_game(seed=seed).seats["a"] for seed in range(400)]
    assert 160 < sum(starters) < 240


def test_without_deck_building_both_play_the_default_deck_of_the_options():
    for options, deck in (
        ("classic", "basic"),
        ("drawers", "basic-drawers"),
        ("custom_cards", "motley"),
        ("drawers custom_cards", "motley-drawers"),
    ):
        duel = new_game(options)
        listed = GAME.data(duel.match.options).decks[deck].cards
        for side in duel.match.view(None).sides:
            assert side.unseen == {card: listed[card] for card in side.unseen}
            assert sum(side.unseen.values()) == 20


def test_with_deck_building_each_side_brings_its_own():
    duel = new_game("full", decks=["emberline", "shieldwall"])
    zero, one = duel.match.view(None).sides
    assert "kiln-breath" in zero.unseen
    assert "marsh-giant" in one.unseen


# --- the start of a turn ---


def test_s05_the_eleventh_slot_does_not_exist_but_mana_is_refilled(table):
    duel = table("classic", a=Side(slots=10, mana=3, hand="dud"), active="b")
    duel.play("end")
    assert (duel.a.slots, duel.a.mana) == (10, 10)


def test_s06_left_over_mana_is_not_added_on_top(table):
    duel = table("classic", a=Side(slots=4, mana=2, hand="dud"), active="b")
    duel.play("end")
    assert (duel.a.slots, duel.a.mana) == (5, 5)


def test_s12_drawing_from_an_empty_deck_bleeds(table):
    duel = table("classic", a=Side(hp=12, deck=0, hand="dud jab"), active="b")
    duel.play("end")
    assert (duel.a.hp, duel.a.hand_size) == (11, 2)


def test_s13_bleeding_to_death_ends_the_game_before_any_decision(table):
    duel = table("classic", a=Side(hp=1, deck=0, hand="dud"), active="b")
    duel.play("end")
    assert duel.a.hp == 0
    assert duel.won_by == ("b", "bleeding")
    assert duel.options == []


def test_s14_the_last_card_is_drawn_and_bleeding_starts_on_the_next_turn(table):
    duel = table("classic", a=Side(hp=8, deck=1, hand="dud jab cut"), active="b")
    duel.play("end")
    assert (duel.a.hp, duel.a.hand_size, duel.a.deck) == (8, 4, 0)
    duel.play("end", "end")
    assert duel.active == "a"
    assert duel.a.hp == 7


def test_s15_the_last_card_may_be_overloaded_without_harm(table):
    duel = table("classic", a=Side(hp=8, deck="ruin", hand="dud jab cut strike slash"), active="b")
    duel.play("end")
    assert (duel.a.hp, duel.a.hand_size, duel.a.deck, duel.a.discard) == (8, 5, 0, "ruin")


def test_s16_a_full_hand_and_an_empty_deck_bleed(table):
    duel = table("classic", a=Side(hp=8, deck=0, hand="dud jab cut strike slash", discard="ruin"), active="b")
    duel.play("end")
    assert (duel.a.hp, duel.a.hand_size, duel.a.discard) == (7, 5, "ruin")


def test_r05_minions_wake_before_the_draw_that_may_end_the_game(table):
    duel = table("minions", a=Side(hp=1, deck=0, slots=3, mana=0, board="m1 cut 2/2 used"), active="b")
    duel.play("end")
    assert duel.won_by == ("b", "bleeding")
    assert (duel.a.slots, duel.a.mana, duel.a.board) == (4, 4, ["m1 cut 2/2"])


def test_r07_the_hand_never_shows_six_and_the_drawn_card_is_the_one_lost(table):
    duel = table("classic", a=Side(deck="ruin crush", hand="dud jab cut strike slash"), active="b")
    duel.play("end")
    assert duel.a.hand == "dud jab cut strike slash"
    assert duel.a.discard == "ruin"


def test_r10_bleeding_is_always_one(table):
    duel = table("classic", a=Side(hp=20, deck=0, hand="dud"), b=Side(deck=10, hand="dud"), active="b")
    for hp in (19, 18, 17):
        duel.play("end")
        assert (duel.active, duel.a.hp) == ("a", hp)
        duel.play("end")


def test_r49_mana_left_at_the_end_stays_visible_until_the_next_refill(table):
    duel = table("classic", a=Side(slots=6, mana=6, hand="jab cut"))
    duel.play("attack jab player", "end")
    assert duel.active == "b"
    assert duel.a.mana == 5
    duel.play("end")
    assert duel.a.mana == 7


# --- the end of a turn ---


def test_s17_ending_with_playable_cards_is_always_allowed(table):
    duel = table("classic", a=Side(mana=6, hand="jab cut"))
    duel.play("end")
    assert duel.active == "b"
    assert duel.a.hand == "jab cut"


def test_s18_a_turn_without_any_affordable_action_ends_by_itself(table):
    duel = table("classic", a=Side(slots=1, hand="strike slash", deck="lunge ruin"), active="b", turn=8)
    since = len(duel.match.plies)
    duel.play("end")
    assert (duel.a.slots, duel.a.mana, duel.a.hand_size) == (2, 2, 3)
    assert duel.active == "b"
    assert duel.turn == 10
    a, b = duel.seats["a"], duel.seats["b"]
    begun = [f"ended {b}", f"turn {a} 9", f"drew {a}"]
    assert duel.log(since=since) == [*begun, f"skipped {a} 2", f"turn {b} 10", f"drew {b}"]


def test_whoever_is_passed_over_is_told_so(table):
    duel = table("classic", a=Side(slots=1, hand="strike slash", deck="lunge ruin"), active="b", turn=8)
    duel.play("end")
    a, b = duel.seats["a"], duel.seats["b"]
    names = ["", ""]
    names[a], names[b] = "Ann", "Ben"
    told = [speech.told(GAME, event, names, a, duel.match.options, you=a) for event in duel.match.events(a)]
    assert told[-5:] == [
        "Turn 9: you.",
        "You draw Lunge.",
        "You have nothing to play with 2 mana, so the turn passes.",
        "Turn 10: Ben.",
        "Ben draws a card.",
    ]


def test_a_turn_that_ends_with_the_last_action_is_reported_too(table):
    duel = table("classic", a=Side(slots=1, mana=1, hand="jab"), turn=4)
    since = len(duel.match.plies)
    duel.play("attack jab player")
    assert f"finished {duel.seats['a']}" in duel.log(since=since)
    assert duel.active == "b"


def test_r19_several_turns_in_a_row_may_pass_by_themselves(table):
    stuck = "ruin ruin crush"
    duel = table("classic", a=Side(slots=1, hand=stuck, deck=10), b=Side(slots=1, hand="jab " + stuck), turn=4)
    duel.play("end")
    duel.play("attack jab player")
    # A has two slots and the strike it drew costs three: on it goes to B, with three mana and a strike
    assert duel.active == "b"
    assert "attack strike player" in duel.options


def test_s20_two_sides_that_never_act_bleed_until_turn_92():
    duel = new_game("classic", seed=5)
    while not duel.match.over:
        duel.play("end")
    assert duel.turn == 92
    assert duel.b.hp == 0
    assert duel.won_by == ("a", "bleeding")
    assert duel.a.hp == 1
    assert (duel.a.hand_size, duel.b.hand_size) == (5, 5)
    assert (duel.a.discards, duel.b.discards) == (15, 15)


@pytest.mark.parametrize("options", ["classic", "healing", "minions", "full"])
def test_own_turns_beyond_the_deck_cost_one_health_each(options):
    """Section 12: the second side has 16 cards after the set-up, the first 17."""
    duel = new_game(options, seed=8)
    while duel.a.hp == 30 and duel.b.hp == 30:
        duel.play("end")
    assert duel.turn == 34
    assert (duel.a.hp, duel.b.hp) == (30, 29)
    while duel.a.hp == 30:
        duel.play("end")
    assert duel.turn == 35

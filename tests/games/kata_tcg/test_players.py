"""Section 15: the three baseline players, clause by clause."""

import pytest
from tests.games.kata_tcg.tables import Side, new_game

from parlour.core.dice import Dice
from parlour.games.kata_tcg.game import GAME
from parlour.games.kata_tcg.players import PLAYERS

ALL = ["reckless", "careful", "planner"]


def choice(duel, player):
    """What the player does on its turn, from its own view and the list of moves."""
    moves = [GAME.moves.to_json(int(move)) for move in duel.state.moves()]
    index = PLAYERS[player](duel.view(duel.active), moves, Dice(1, 2, 3, 4))
    return duel.options[index]


# --- reckless ---


@pytest.mark.parametrize("player", ["reckless", "careful"])
def test_attacks_with_the_most_costly_affordable_card(table, player):
    duel = table("classic", a=Side(mana=5, hand="jab slash cut smash"))
    assert choice(duel, player) == "attack slash player"


def test_reckless_never_heals(table):
    duel = table("healing", a=Side(hp=1, mana=5, hand="jab slash"))
    assert choice(duel, "reckless") == "attack slash player"


@pytest.mark.parametrize("player", ALL)
def test_ends_the_turn_when_no_rule_names_an_action(table, player):
    duel = table("minions drawers", a=Side(mana=1, hand="glance dud dud dud dud", deck=0))
    assert choice(duel, player) == "attack dud player"
    duel = table("minions drawers", a=Side(mana=1, hand="glance", deck=0))
    assert choice(duel, player) == "end"


# --- careful ---


def test_careful_heals_below_20_with_the_cheapest_card(table):
    duel = table("healing", a=Side(hp=19, mana=5, hand="slash cut strike"))
    assert choice(duel, "careful") == "heal cut"


def test_careful_is_reckless_from_20_on(table):
    duel = table("healing", a=Side(hp=20, mana=5, hand="slash cut strike"))
    assert choice(duel, "careful") == "attack slash player"


def test_careful_is_reckless_where_healing_is_off(table):
    duel = table("classic", a=Side(hp=3, mana=5, hand="slash cut strike"))
    assert choice(duel, "careful") == "attack slash player"


def test_careful_is_reckless_where_no_affordable_card_heals(table):
    duel = table("healing custom_cards", a=Side(hp=3, mana=3, hand="hail-needle cinder-lash ruin"))
    assert choice(duel, "careful") == "attack cinder-lash player"


# --- planner ---


def test_planner_heals_below_10_with_the_most_costly_card(table):
    duel = table("healing", a=Side(hp=9, mana=5, hand="cut slash strike ruin"))
    assert choice(duel, "planner") == "heal slash"
    duel = table("healing", a=Side(hp=10, mana=5, hand="cut slash strike ruin"))
    assert choice(duel, "planner") == "attack strike player"  # strike and cut, one more card than slash and nothing


def test_planner_takes_the_set_with_the_highest_damage(table):
    duel = table("classic", a=Side(mana=7, hand="smash slash strike"))
    assert choice(duel, "planner") == "attack slash player"  # 4 + 3 beats 6


def test_planner_takes_more_cards_on_a_tie(table):
    duel = table("classic", a=Side(mana=6, hand="smash slash cut strike jab"))
    assert choice(duel, "planner") == "attack strike player"  # 3 + 2 + 1, before 4 + 2 and 6


def test_planner_takes_the_dearest_card_on_a_further_tie(table):
    duel = table("classic", a=Side(mana=7, hand="strike slash lunge cut"))
    assert choice(duel, "planner") == "attack lunge player"  # 5 + 2 before 4 + 3


def test_planner_looks_at_the_second_dearest_next(table):
    duel = table("classic", a=Side(mana=9, hand="jab strike lunge slash lunge"))
    # 5 + 3 + 1 has more cards than 5 + 4
    assert choice(duel, "planner") == "attack lunge player"
    duel.play("attack lunge player")
    assert choice(duel, "planner") == "attack strike player"


def test_planner_counts_a_dud_as_one_more_card(table):
    duel = table("classic", a=Side(mana=3, hand="dud strike"))
    assert choice(duel, "planner") == "attack strike player"
    duel.play("attack strike player")
    assert choice(duel, "planner") == "attack dud player"


def test_planner_attacks_with_the_most_costly_member_of_the_set(table):
    duel = table("classic", a=Side(mana=6, hand="jab cut strike"))
    assert choice(duel, "planner") == "attack strike player"


# --- options ---


@pytest.mark.parametrize("player", ALL)
def test_with_minions_every_ready_minion_is_first_sent_at_the_player(table, player):
    duel = table(
        "healing minions",
        a=Side(hp=3, mana=5, hand="slash", board="m1 cut 2/2 used; m3 jab 1/1; m4 cut 2/2"),
        b=Side(board="m2 jab 1/1"),
    )
    assert choice(duel, player) == "fight m3 player"
    duel.play("fight m3 player")
    assert choice(duel, player) == "fight m4 player"


@pytest.mark.parametrize("player", ALL)
def test_nobody_summons_or_attacks_a_minion(table, player):
    duel = table("minions", a=Side(mana=5, hand="slash"), b=Side(board="m2 jab 1/1"))
    assert choice(duel, player) == "attack slash player"


@pytest.mark.parametrize("player", ALL)
def test_a_drawer_is_played_only_when_no_attack_is_affordable(table, player):
    duel = table("drawers", a=Side(mana=2, hand="browse jab"))
    assert choice(duel, player) == "attack jab player"
    duel = table("drawers", a=Side(mana=2, hand="browse ruin"))
    assert choice(duel, player) == "draw browse"


@pytest.mark.parametrize("player", ALL)
def test_a_drawer_is_played_only_when_the_hand_has_room_for_all_its_cards(table, player):
    duel = table("drawers", a=Side(mana=3, hand="study ruin ruin"))  # 2 left in hand, and 3 drawn: full
    assert choice(duel, player) == "draw study"
    duel = table("drawers", a=Side(mana=3, hand="study ruin ruin ruin"))
    assert choice(duel, player) == "end"


@pytest.mark.parametrize("player", ALL)
def test_a_drawer_is_played_only_when_the_deck_holds_its_cards(table, player):
    duel = table("drawers", a=Side(mana=3, hand="study", deck=3))
    assert choice(duel, player) == "draw study"
    duel = table("drawers", a=Side(mana=3, hand="study", deck=2))
    assert choice(duel, player) == "end"


@pytest.mark.parametrize("player", ["reckless", "careful"])
def test_with_custom_cards_most_costly_means_most_damage_then_highest_cost(table, player):
    duel = table("custom_cards", a=Side(mana=3, hand="hail-needle cinder-lash stolen-crown wet-firework"))
    assert choice(duel, player) == "attack cinder-lash player"  # 5 damage
    duel = table("custom_cards", a=Side(mana=3, hand="hail-needle wandering-smith map-seller"))
    assert choice(duel, player) == "attack wandering-smith player"  # 3 damage each, the smith costs more


def test_planner_reads_damage_before_cost_among_custom_cards(table):
    duel = table("custom_cards", a=Side(mana=3, hand="map-seller stolen-crown hail-needle"))
    assert choice(duel, "planner") == "attack stolen-crown player"  # 4 + 3 for three mana


@pytest.mark.parametrize("player", ALL)
def test_among_equals_the_earliest_in_hand_is_taken(table, player):
    duel = table("custom_cards", a=Side(mana=2, hand="hail-needle lightning-idol"))  # both cost 2 and deal 3
    assert choice(duel, player) == "attack hail-needle player"
    duel = table("custom_cards", a=Side(mana=2, hand="lightning-idol hail-needle"))
    assert choice(duel, player) == "attack lightning-idol player"


@pytest.mark.parametrize("options", ["classic", "healing", "minions", "full"])
@pytest.mark.parametrize("player", ALL)
def test_plays_whole_games_by_the_rules(player, options):
    duel = new_game(options, seed=6)
    while not duel.match.over:
        duel.play(choice(duel, player))

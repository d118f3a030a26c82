"""Battle Farm in words: card texts, numbers as they are on the table, and what happens without a question."""

from __future__ import annotations

import pytest
from tests.games.battle_farm.fields import Field, player

from parlour.games.battle_farm.cards import CARDS
from parlour.games.battle_farm.game import GAME
from parlour.games.battle_farm.options import FarmOptions

NAMES = ["Ann", "Ben", "Cid"]
OPTIONS = FarmOptions()
ROOM = 1000


def told(field: Field) -> list[str]:
    return [GAME.say_event(event, NAMES, None, OPTIONS) for event in field.heard if event]


def numbers(field: Field) -> dict[int, str]:
    moves = [int(move) for move in field.state.moves()]
    view = GAME.view(field.state, int(field.state.mover))
    return {n: GAME.say_move(view, move, NAMES, OPTIONS) for n, move in zip(GAME.numbers(moves), moves, strict=True)}


def test_coins_per_turn_are_those_of_the_rules() -> None:
    """Section 1.3: (value - price) / timer of the printed numbers; action cards have none."""
    per_turn = {card.id: card.coins_per_turn for card in CARDS if card.is_crop}
    assert [per_turn[id] for id in ("wheat", "apples", "cabbage")] == [1, 1, 1]
    assert [per_turn[id] for id in ("mango", "tomatoes", "potatoes")] == [1.5, 1.5, 1.5]
    assert [per_turn[id] for id in ("corn", "melon", "peppers")] == [2, 2, 2]
    assert [per_turn[id] for id in ("oranges", "cloudberry", "blueberry", "strawberry")] == [2.5, 2.6, 2.8, 3]
    assert {card.coins_per_turn for card in CARDS if not card.is_crop} == {0}
    cards = {card.id: card for card in GAME.data(GAME.read_options()).cards}
    assert cards["cloudberry"].coins_per_turn == 2.6


def test_every_card_in_sight_is_shown_with_its_text() -> None:
    seller = player(coins=3, hand="corn wheat", klass="land_baron")
    field = Field(seller, player(coins=3), phase="harvest", market="clone melon wither apples mango -")
    field.do("stop").do("add corn").do("send")
    shown = GAME.say_view(field.view("B"), NAMES, OPTIONS)
    assert (
        "  2 Melon, 2 coins: yellow, uncommon, worth 6, timer 2, 2 coins per turn. Harvest: From your second" in shown
    )
    assert (
        "On offer from Ann:\n  Corn: yellow, common, worth 3, timer 1, 2 coins per turn. Planted: Gain 1 coin" in shown
    )
    assert "Land Acquisition: 0 fertilizers, once per game. Take any card from the discard pile" in shown


def test_a_small_screen_shows_the_texts_of_what_is_asked_about() -> None:
    rich = player(coins=9, hand="corn wheat mango", klass="land_baron")
    field = Field(rich, player(coins=3), phase="harvest", market="clone melon wither apples mango -")
    small = GAME.draw_view(field.view("A"), NAMES, OPTIONS, 76, 12)
    assert "  2 Melon, 2 coins: yellow, worth 6, timer 2, 2 per turn; harvest: " in small
    assert "Hand: Corn, Wheat, Mango." in small
    field.do("stop")
    small = GAME.draw_view(field.view("A"), NAMES, OPTIONS, 76, 12)
    assert "Market: 1 Clone (8), 2 Melon (2), 3 Wither (8), 4 Apples (1), 5 Mango (2), 6 empty." in small
    assert "    Corn: yellow, worth 3, timer 1, 2 per turn; planted: " in small
    assert GAME.draw_view(field.view("A"), NAMES, OPTIONS, 90, ROOM) == GAME.say_view(field.view("A"), NAMES, OPTIONS)


def test_the_discard_pile_and_the_counters_can_be_asked_for() -> None:
    field = Field(player(apples=2, melons=1), player(coins=1), phase="market", discard="corn wheat corn clone")
    view = field.view("B")
    assert "4 discarded, from the top: Clone, Corn, Wheat, Corn." in GAME.say_view(view, NAMES, OPTIONS)
    assert "  Harvested so far: 2 apples, 1 melon." in GAME.say_view(view, NAMES, OPTIONS)
    pile = GAME.say_aside("discards", view, NAMES, OPTIONS, 80, 40).splitlines()
    assert [line.partition(":")[0] for line in pile[:4]] == [
        "4 cards in the discard pile, from the top",
        "  Clone",
        "  Corn",
        "  Wheat",
    ]
    assert pile[2].endswith("(2 times)")
    assert "Ann has harvested: 2 apples, 1 melon." in pile
    assert "Ben has harvested: neither apples nor melons." in pile
    assert "  Ann: Stonks: 3 fertilizers, once per game." in GAME.say_aside("cards", view, NAMES, OPTIONS, 80, 40)


# --- numbers ---


def test_slots_and_own_beds_keep_their_numbers_and_the_way_out_is_0() -> None:
    field = Field(
        player(coins=2, hand="corn melon", beds="onions - G: -"),
        player(),
        phase="market",
        market="- melon clone apples - -",
    )
    assert numbers(field) == {
        2: "Buy Melon for 2 coins (slot 2)",
        4: "Buy Apples for 1 coin (slot 4)",
        0: "Stop buying",
    }
    field.do("stop").do("play corn")
    assert numbers(field) == {
        2: "Plant in bed 2, a Common Bed",
        3: "Plant in bed 3, a Greenhouse",
        4: "Plant in bed 4, a Common Bed",
    }


def test_beds_of_several_farms_are_numbered_by_farm_and_bed() -> None:
    """Nobody who types the 2 of a bed gets another bed."""
    field = Field(player(fertilizers=1, hand="garden_gourmet corn", beds="- corn"), player(beds="- - melon"))
    field.do("play garden_gourmet")
    assert numbers(field) == {
        12: "Choose Ann's bed 2 (Common Bed with Corn 3 in 1 turn)",
        23: "Choose Ben's bed 3 (Common Bed with Melon 6 in 2 turns)",
    }


@pytest.mark.parametrize("typed", ["plant 2", "PLANT 2", "Plant 2"])
def test_a_bed_is_typed_as_it_is_counted(typed: str) -> None:
    view = Field(player(), player()).view("A")
    move = GAME.read_words(typed, view, OPTIONS)
    assert GAME.moves.to_json(move) == {"kind": "plant", "bed": 1}
    assert GAME.write_words(move, view, OPTIONS) == "plant 2"


def test_a_bid_is_numbered_by_its_coins() -> None:
    field = Field(player(hand="corn wheat"), player(coins=2), phase="trade")
    field.do("add corn").do("send")
    assert numbers(field) == {0: "Bid nothing", 1: "Bid 1 coin", 2: "Bid 2 coins"}
    small = GAME.draw_view(field.view("B"), NAMES, OPTIONS, 76, 8)
    assert small.endswith(
        "On offer from Ann:\n  Corn: yellow, worth 3, timer 1, 2 per turn; planted: +1 coin per other yellow crop."
    )


# --- what happens without a question ---


def test_the_only_empty_bed_is_announced() -> None:
    field = Field(player(hand="corn wheat", beds="onions -"), player())
    field.do("play corn")
    assert told(field)[:3] == [
        "Ann plays Corn.",
        "Corn: Ann has only one empty bed.",
        "Ann plants Corn in bed 2: worth 3, timer 1.",
    ]


def test_the_only_crop_to_choose_is_announced() -> None:
    field = Field(player(fertilizers=1, hand="garden_gourmet corn"), player(beds="melon"))
    field.do("play garden_gourmet")
    assert "Garden Gourmet: Ann has only one crop to choose." in told(field)


def test_the_only_thing_to_give_is_announced() -> None:
    field = Field(player(beds="beans(6,1)"), player(fertilizers=2), phase="harvest")
    assert "Beans: Ben has only one thing to give." in told(field)
    assert field.fertilizers("AB") == [1, 1]


def test_a_phase_that_asks_nothing_says_why() -> None:
    poor, dear = player(coins=1), "clone " * 6
    for farmer, rival, phase, market, sentence in (
        (player(coins=1), poor, "harvest", dear, "Ann cannot afford anything at the market."),
        (player(coins=1), poor, "harvest", "- " * 6, "Ann finds the market empty."),
        (player(), player(coins=1), "harvest", dear, "Ann has no cards to offer."),
        (player(hand="clone"), player(), "harvest", dear, "Ann offers nothing: nobody else has any coins."),
        (player(hand="clone"), player(), "harvest", dear, "Ann has nothing to play."),
        (player(beds="corn"), player(), "play", dear, "Ann has no fertilizer to use."),
        (player(fertilizers=1, klass="master_gardener"), player(), "play", dear, "Ann has no crop to fertilize."),
    ):
        assert sentence in told(Field(farmer, rival, phase=phase, market=market)), sentence


def test_a_phase_that_ends_with_its_limit_says_nothing() -> None:
    field = Field(player(coins=9, hand="corn"), player(coins=1), phase="market", limit=1)
    field.do("buy 0")
    assert "passed" not in field.heard_kinds()

"""Scenarios 26 to 49: the crops."""

from collections import Counter

import pytest
from tests.games.battle_farm.fields import Field, player

from parlour.core.seed import Seed


def test_s26_wheat_is_worth_more_before_it_ripens() -> None:
    field = Field(player(fertilizers=1, beds="wheat(2,1)"), player(coins=1, hand="corn"), phase="fertilize", limit=3)
    field.do("fertilize 0")
    assert (field.coins(), field.fertilizers()) == (3, 0)


def test_s27_wheat_fertilized_twice() -> None:
    field = Field(player(fertilizers=2, beds="wheat(2,2)"), player(coins=1, hand="corn"), phase="fertilize", limit=2)
    field.do("fertilize 0")
    assert field.beds()[0] == "wheat(3,1)"
    field.do("fertilize 0")
    assert field.coins() == 4


def test_s28_apples_pay_for_earlier_apples() -> None:
    assert Field(player(beds="apples(2,1)", apples=2), player(coins=1), phase="harvest").coins() == 4
    field = Field(player(beds="apples(2,1) apples(2,1)"), player(coins=1), phase="harvest")
    assert (field.coins(), field.state.farmers[0].apples) == (5, 2)


def test_s29_other_peoples_apples_do_not_count() -> None:
    assert Field(player(beds="apples(2,1)"), player(coins=1, apples=3), phase="harvest").coins() == 2


def test_s30_cabbage_counts_green_crops_everywhere() -> None:
    field = Field(player(hand="cabbage lucky_find", beds="onions -"), player(beds="peppers G:grapes corn"))
    field.do("play cabbage")
    assert field.coins() == 3


def test_s31_corn_and_carrots() -> None:
    alone = Field(player(hand="corn lucky_find", beds="onions -"), player())
    assert alone.do("play corn").coins() == 0
    field = Field(player(hand="carrots lucky_find", beds="-"), player(beds="beans"), player(beds="tomatoes"))
    assert field.do("play carrots").coins() == 2


def test_s32_onions_count_onions_in_hand() -> None:
    field = Field(player(hand="onions onions onions", beds="- wheat(2,5)"), player())
    assert field.do("play onions").fertilizers() == 2


def test_s33_mango_steals_from_the_pooled_hands() -> None:
    stolen: Counter[str] = Counter()
    for face in range(1, 5):
        field = Field(player(hand="mango", beds="-"), player(hand="corn wheat onions"), player(hand="lucky_find"))
        field.do("play mango", face)
        stolen[field.hand()[0]] += 1
        victim, third = ("C", "B") if field.hand() == ["lucky_find"] else ("B", "C")
        assert field.known(victim, "A") == field.hand()
        assert field.known(third, "A") == []
    assert stolen == Counter(["corn", "wheat", "onions", "lucky_find"])


def test_s33_mango_without_cards_to_steal_fizzles() -> None:
    field = Field(player(hand="mango corn", beds="- -"), player(), player())
    field.do("play mango").do("plant 0")
    assert "fizzled" in field.heard_kinds()
    assert field.hand() == ["corn"]


def test_s34_tomatoes_catch_up_with_the_richer() -> None:
    field = Field(
        player(coins=5, hand="tomatoes corn", beds="- corn"), player(coins=9), player(coins=5), player(coins=12)
    )
    field.do("play tomatoes", 3, 1)
    assert field.coins() == 9


@pytest.mark.parametrize(("face", "hand", "fertilizers"), [(4, ["potatoes"], 0), (2, [], 1)])
def test_s35_potatoes(face: int, hand: list[str], fertilizers: int) -> None:
    field = Field(player(beds="potatoes(5,1)"), player(coins=1), phase="harvest", rolls=(face,))
    assert (field.coins(), field.hand(), field.fertilizers()) == (5, hand, fertilizers)


def test_s36_melon() -> None:
    first = Field(player(beds="melon(6,1)"), player(coins=1), phase="harvest", rolls=(4,))
    assert first.coins() == 6
    assert first.state.limit == 4, "the only die was the market's"
    fourth = Field(player(beds="melon(6,1)", melons=3), player(coins=1), phase="harvest", rolls=(4,))
    assert (fourth.coins(), fourth.state.farmers[0].melons) == (10, 4)


def test_s37_beans() -> None:
    forced = Field(player(beds="beans(6,1)"), player(fertilizers=2), phase="harvest")
    assert (forced.fertilizers("AB"), forced.coins()) == ([1, 1], 6)
    asked = Field(player(beds="beans(6,1)"), player(coins=3, fertilizers=2), player(), phase="harvest")
    assert (asked.mover, asked.options()) == ("B", ["give coin", "give fertilizer"])
    asked.do("give coin")
    assert asked.coins("AB") == [7, 2]
    nothing = Field(player(beds="beans(6,1)"), player(), player(), phase="harvest")
    assert (nothing.coins(), nothing.fertilizers()) == (6, 0)


def test_s38_wasabi() -> None:
    field = Field(player(hand="wasabi wasabi", beds="- -"), player(coins=3))
    field.do("play wasabi").do("plant 0", 4)
    assert field.coins("AB") == [3, 0]
    alone = Field(player(hand="wasabi corn", beds="- -"), player(coins=3))
    alone.do("play wasabi").do("plant 0")
    assert alone.coins("AB") == [0, 3]


def test_s39_pineapple_cannot_reach_into_a_greenhouse() -> None:
    field = Field(player(beds="pineapple(9,1)"), player(beds="melon(6,1) G:oranges(15,2)"), phase="harvest")
    assert field.beds("B") == ["-", "G:oranges(15,2)"]
    assert field.discard() == ["pineapple", "melon"]
    assert field.coins("AB") == [9, 0]


def test_s40_pineapple_destroys_its_owners_ripe_corn() -> None:
    field = Field(player(beds="pineapple(9,1) corn(3,1)"), player(), phase="harvest")
    assert field.coins() == 9
    assert field.beds() == ["-", "-"]


def test_s41_eggplant_slows_a_crop() -> None:
    field = Field(player(hand="eggplant lucky_find", beds="-"), player(beds="beans(6,1)"))
    field.do("play eggplant").do("choose_crop B 0")
    assert field.beds("B") == ["beans(5,2)"]


def test_s42_eggplant_hits_itself_or_fizzles() -> None:
    field = Field(player(hand="eggplant lucky_find", beds="- G:"), player(coins=1))
    assert field.do("play eggplant").do("plant 0").beds() == ["eggplant(8,4)", "G:-"]
    safe = Field(player(hand="eggplant lucky_find", beds="- G:"), player(coins=1))
    assert safe.do("play eggplant").do("plant 1").beds() == ["-", "G:eggplant(9,3)"]


def test_s43_peppers_spread_points() -> None:
    field = Field(player(beds="peppers(9,1)", hand="corn carrots lucky_find"), player(), phase="harvest", rolls=(3,))
    assert field.options() == ["sprinkle corn", "sprinkle carrots"]
    field.do("sprinkle corn").do("sprinkle corn[4]").do("sprinkle carrots")
    assert field.hand() == ["corn[5]", "carrots[4]", "lucky_find"]
    same = Field(player(beds="peppers(9,1)", hand="onions onions"), player(), phase="harvest", rolls=(1,))
    assert (same.question, same.hand()) == ("market", ["onions[4]", "onions"])
    none = Field(player(beds="peppers(9,1)", hand="lucky_find"), player(), phase="harvest", rolls=(4,))
    assert (none.question, none.state.limit) == ("market", 4)


def test_s44_oranges_sweeten_twice() -> None:
    field = Field(player(hand="oranges lucky_find", beds="corn(3,1) -"), player(beds="G:melon(6,2)"))
    field.do("play oranges")
    assert field.beds() == ["corn(4,1)", "oranges(15,4)"]
    assert field.beds("B") == ["G:melon(7,2)"]
    ripe = Field(player(beds="corn(3,5) oranges(15,1)"), player(beds="G:melon(6,2)"), phase="harvest")
    assert ripe.coins() == 15
    assert (ripe.beds(), ripe.beds("B")) == (["corn(4,4)", "-"], ["G:melon(7,2)"])


def test_s45_pumpkins_collect() -> None:
    players = [player(beds="pumpkins(15,1)"), player(coins=3, fertilizers=5), player(coins=10, fertilizers=2)]
    field = Field(*players, phase="harvest")
    assert field.coins("ABC") == [20, 0, 8]
    assert field.fertilizers("BC") == [5, 2]


@pytest.mark.parametrize(
    ("bed", "coins", "after"),
    [("", 15, "H:-"), ("R:", 17, "H:-"), ("G:", 19, "G:-"), ("T:", 20, "T:-"), ("H:", 19, "H:-")],
)
def test_s46_grapes(bed: str, coins: int, after: str) -> None:
    field = Field(player(beds=f"{bed}grapes(15,1)"), player(), phase="harvest")
    assert (field.coins(), field.beds()) == (coins, [after])


def test_s47_cloudberry_costs_the_others() -> None:
    rival = player(coins=4, fertilizers=7, beds="corn corn", hand="wheat wheat wheat")
    field = Field(player(coins=5, fertilizers=5, hand="cloudberry wheat", beds="- wheat(2,9)"), rival)
    field.do("play cloudberry")
    assert (field.coins("AB"), field.fertilizers("AB")) == ([5, 0], [5, 2])


def test_s48_strawberry_is_paid_for_another_crop() -> None:
    field = Field(player(beds="strawberry(23,1)"), player(beds="G:blueberry(22,2)"), phase="harvest")
    assert (field.coins(), field.beds("B")) == (45, ["G:blueberry(22,2)"])
    assert Field(player(beds="strawberry(23,1)"), player(), phase="harvest").coins() == 23


def test_s49_blueberry_flattens_a_bed() -> None:
    field = Field(player(hand="blueberry lucky_find", beds="-"), player(beds="H:melon(6,1) G:melon(6,1)"))
    field.do("play blueberry").do("choose_bed B 0")
    assert field.beds("B") == ["-", "G:melon(6,1)"]
    assert field.discard() == ["melon"]
    saved = Field(player(hand="blueberry lucky_find", beds="-"), player(beds="H:melon(6,1) G:melon(6,1)"))
    saved.do("play blueberry").do("choose_bed B 1")
    assert saved.beds("B") == ["H:melon(6,1)", "melon(6,1)"]
    assert saved.discard() == []


def test_mango_takes_any_card_equally_often() -> None:
    dice = Seed.parse("3").dice("mango")
    taken: Counter[str] = Counter()
    for _ in range(800):
        field = Field(player(hand="mango", beds="-"), player(hand="corn wheat onions"), player(hand="lucky_find"))
        field.state.play(field.move("play mango"), dice)
        taken[field.hand()[0]] += 1
    assert all(150 <= n <= 250 for n in taken.values())
    assert len(taken) == 4

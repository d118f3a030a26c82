"""Scenarios 50 to 70: the action cards."""

from collections import Counter

import pytest
from tests.games.battle_farm.fields import Field, player

from parlour.core.seed import Seed
from parlour.games.battle_farm.cards import CARDS

# Something that can always be played keeps the turn going until the test has looked.
MORE = "lucky_find"


def test_s50_garden_gourmet() -> None:
    field = Field(player(fertilizers=1, hand=f"garden_gourmet {MORE}"), player(beds="corn(3,1) melon"))
    field.do("play garden_gourmet").do("choose_crop B 0")
    assert (field.beds("B")[0], field.fertilizers()) == ("corn(4,1)", 0)
    strong = Field(player(fertilizers=6, hand=f"garden_gourmet[6] {MORE}"), player(beds="corn(3,1)"))
    strong.do("play garden_gourmet[6]")
    assert (strong.beds("B")[0], strong.fertilizers()) == ("corn(9,1)", 0)
    assert strong.discard() == ["garden_gourmet"]


def test_s51_fertilizer_frenzy() -> None:
    rival = player(beds="beans(6,2) oranges(3,1) G:corn(3,1)")
    field = Field(player(fertilizers=2, hand=f"fertilizer_frenzy fertilizer_frenzy {MORE}"), rival)
    field.do("play fertilizer_frenzy")
    assert field.options() == ["choose_crop 1 0", "choose_crop 1 1"]
    assert field.refuses("choose_crop B 2") == "protected"
    field.do("choose_crop B 0").do("play fertilizer_frenzy").do("choose_crop B 1")
    assert field.beds("B") == ["beans(4,2)", "oranges(0,1)", "G:corn(3,1)"]


def test_s52_recycle() -> None:
    field = Field(player(hand=f"recycle trellis_bed {MORE}"), player())
    field.do("play recycle").do("choose_card trellis_bed")
    assert field.fertilizers() == 4
    assert field.discard() == ["trellis_bed", "recycle"]
    alone = Field(player(hand="recycle", klass="land_baron"), player(), discard="corn")
    assert alone.options() == ["use_class", "end"]
    assert alone.refuses("play recycle") == "no-target"


def test_s53_lucky_find() -> None:
    field = Field(player(hand="lucky_find lucky_find"), player())
    assert field.do("play lucky_find", 6).coins() == 6


@pytest.mark.parametrize(("card", "coins"), [("green_thumb", 2), ("red_reaper", 1), ("yellow_warning", 1)])
def test_s54_coins_for_colours_in_hand(card: str, coins: int) -> None:
    field = Field(player(fertilizers=1, hand=f"{card} onions grapes corn apples {MORE}"), player())
    field.do(f"play {card}")
    assert (field.coins(), field.fertilizers()) == (coins, 0)


def test_s55_weed_whacker() -> None:
    field = Field(player(fertilizers=1, hand=f"weed_whacker {MORE}", beds="corn corn corn -"), player(beds="corn " * 4))
    assert field.do("play weed_whacker").coins() == 3


def test_s56_pest_control() -> None:
    own = player(fertilizers=3, hand=f"pest_control {MORE}", beds="corn(3,1) G:melon(6,2) -")
    field = Field(own, player(beds="corn(3,1)")).do("play pest_control")
    assert (field.beds(), field.beds("B")) == (["corn(4,1)", "G:melon(7,2)", "-"], ["corn(3,1)"])


def test_s57_selection_on_a_crop_card() -> None:
    field = Field(player(fertilizers=3, hand="selection corn", beds="T:"), player(coins=1))
    field.do("play selection")
    assert field.hand() == ["corn[8]"]
    field.do("play corn[8]")
    assert field.mover == "B", "planted, nothing more to do"
    assert field.beds() == ["T:corn(8,1)"]
    field.do("stop")
    assert field.coins() == 8


def test_s58_selection_on_grocery() -> None:
    field = Field(player(fertilizers=8, hand=f"selection grocery {MORE}"), player())
    field.do("play selection").do("choose_card grocery")
    assert field.hand() == ["grocery[6]", MORE]
    assert field.refuses("play grocery[6]") == "not-enough-fertilizers"
    rich = Field(player(fertilizers=6, hand=f"grocery[6] {MORE}"), player())
    assert rich.do("play grocery[6]", 1, 2, 3, 4, 5, 6).fertilizers() == 21


def test_s59_selection_on_a_bed_card_only_makes_it_dear() -> None:
    field = Field(player(fertilizers=9, hand=f"selection trellis_bed {MORE}"), player())
    field.do("play selection").do("choose_card trellis_bed")
    assert field.refuses("play trellis_bed[7]") == "not-enough-fertilizers"
    alone = Field(player(fertilizers=3, hand="selection", klass="land_baron"), player(), discard="corn")
    assert alone.refuses("play selection") == "no-target"


def test_s60_flower_power() -> None:
    field = Field(
        player(fertilizers=3, hand=f"flower_power {MORE}", beds="corn corn"), player(beds="melon G:corn onions")
    )
    assert field.do("play flower_power").fertilizers() == 3


def test_s61_fungus_infiltration() -> None:
    own = player(fertilizers=3, hand=f"fungus_infiltration {MORE}", beds="onions(3,1)")
    field = Field(own, player(beds="cabbage(1,1) G:peppers(9,3)"), player(beds="peppers(9,2) corn(3,1)"))
    field.do("play fungus_infiltration").do("choose_colour green")
    assert field.beds("A") == ["onions(2,1)"]
    assert field.beds("B") == ["cabbage(1,1)", "G:peppers(9,3)"]
    assert field.beds("C") == ["peppers(8,2)", "corn(3,1)"]


def test_s61_fungus_leaves_a_worthless_crop_alone() -> None:
    field = Field(player(fertilizers=3, hand=f"fungus_infiltration {MORE}", beds="onions(0,1)"), player())
    assert field.do("play fungus_infiltration").do("choose_colour green").beds() == ["onions(0,1)"]


def test_s62_seed_sprout() -> None:
    field = Field(
        player(fertilizers=3, hand=f"seed_sprout {MORE}", beds="corn melon onions"), player(), deck="beans corn"
    )
    field.do("play seed_sprout")
    assert field.hand() == [MORE, "beans", "corn"]
    bare = Field(player(fertilizers=3, hand=f"seed_sprout {MORE}"), player()).do("play seed_sprout")
    assert (bare.hand(), bare.fertilizers(), bare.discard()) == ([MORE], 0, ["seed_sprout"])


def test_s63_pollinator_paradise() -> None:
    own = player(fertilizers=2, hand=f"pollinator_paradise {MORE}")
    field = Field(own, player(), deck="beans corn " + "wheat " * 48).do("play pollinator_paradise")
    assert field.options() == ["keep beans", "keep corn"]
    assert field.view("A").looked_at == ["beans", "corn"]
    assert field.view("B").looked_at == []
    field.do("keep corn", 11)
    assert field.hand() == [MORE, "corn"]
    assert len(field.state.deck) == 49
    assert CARDS[int(field.state.deck[-11])].id == "beans", "ten cards lie above it"
    assert field.view("A").returned == ["beans"]
    assert field.view("B").returned == []


def test_s63_pollinator_paradise_with_one_card_left() -> None:
    own = player(fertilizers=2, hand=f"pollinator_paradise {MORE}")
    field = Field(own, player(), deck="beans").do("play pollinator_paradise")
    assert (field.hand(), len(field.state.deck), field.state.final) == ([MORE, "beans"], 0, True)


def test_s63_two_equal_cards_leave_nothing_to_choose() -> None:
    own = player(fertilizers=2, hand=f"pollinator_paradise {MORE}")
    field = Field(own, player(), deck="beans beans corn").do("play pollinator_paradise", 2)
    assert (field.question, field.hand(), len(field.state.deck)) == ("play", [MORE, "beans"], 2)


def test_s64_retractable_greenhouse() -> None:
    own = player(fertilizers=1, hand=f"retractable_greenhouse {MORE}", beds="G: -")
    field = Field(own, player(beds="R:corn(3,1) G:")).do("play retractable_greenhouse")
    assert field.refuses("choose_bed A 0") == "no-such-target"
    assert field.refuses("choose_bed B 1") == "protected"
    assert field.do("choose_bed B 0").beds("B") == ["G:corn(3,1)", "G:-"]


def test_s65_garden_gnome() -> None:
    gone: Counter[str] = Counter()
    for face in range(1, 5):
        field = Field(player(fertilizers=1, hand=f"garden_gnome {MORE}"), player(hand="corn wheat onions beans"))
        field.do("play garden_gnome")
        assert field.options() == ["choose_player 0", "choose_player 1"]
        field.do("choose_player B", face)
        assert len(field.hand("B")) == 3
        gone[field.discard()[0]] += 1
    assert gone == Counter(["corn", "wheat", "onions", "beans"])
    strong = Field(player(fertilizers=6, hand=f"garden_gnome[6] {MORE}"), player(hand="corn wheat onions beans"))
    strong.do("play garden_gnome[6]").do("choose_player B")
    assert strong.discard() == ["corn", "wheat", "onions", "beans", "garden_gnome"]


@pytest.mark.parametrize(("card", "letter"), [("trellis_bed", "T"), ("vertical_bed", "V"), ("rotational_bed", "Ro")])
def test_s66_bed_cards(card: str, letter: str) -> None:
    def field() -> Field:
        own = player(fertilizers=2, hand=f"{card} {MORE}", beds=f"G:corn {letter}:")
        return Field(own, player(beds=f"H:corn G: {letter}:")).do(f"play {card}")

    assert field().do("choose_bed B 0").beds("B")[0] == f"{letter}:corn(3,1)"
    assert field().refuses("choose_bed B 1") == "protected"
    assert field().do("choose_bed A 0").beds()[0] == f"{letter}:corn(3,1)"
    assert field().refuses("choose_bed A 1") == "no-such-target"
    assert field().refuses("choose_bed B 2") == "no-such-target"


def test_s67_grocery() -> None:
    assert Field(player(fertilizers=1, hand=f"grocery {MORE}"), player()).do("play grocery", 5).fertilizers() == 5


def test_s68_thorny_fence() -> None:
    rival = player(hand="corn wheat onions beans melon")
    field = Field(player(fertilizers=3, hand=f"thorny_fence {MORE}", beds="corn corn -"), rival)
    field.do("play thorny_fence")
    assert (field.mover, field.question) == ("B", "discard")
    field.do("discard wheat").do("discard melon")
    assert field.hand("B") == ["corn", "onions", "beans"]
    assert (field.mover, field.discard()) == ("A", ["wheat", "melon", "thorny_fence"])
    bare = Field(player(fertilizers=3, hand=f"thorny_fence {MORE}"), player(hand="corn wheat")).do("play thorny_fence")
    assert (bare.hand("B"), bare.fertilizers(), bare.mover) == (["corn", "wheat"], 0, "A")
    own = player(fertilizers=3, hand=f"thorny_fence {MORE}", beds="corn corn corn")
    assert Field(own, player(hand="corn")).do("play thorny_fence").hand("B") == []


def test_s69_clone() -> None:
    own = player(fertilizers=4, hand=f"clone {MORE}", beds="-")
    field = Field(own, player(beds="G:strawberry(25,2)")).do("play clone")
    assert field.hand() == [MORE, "strawberry[25]"]
    assert field.view("B").created == ["strawberry"]
    field.do("play strawberry[25]")
    assert field.beds() == ["strawberry(25,5)"]


def test_s70_wither() -> None:
    rivals = [player(beds="oranges(0,1)"), player(beds="oranges(18,1) G:corn(3,1)")]
    field = Field(player(fertilizers=6, hand=f"wither wither {MORE}"), *rivals)
    field.do("play wither")
    assert field.refuses("choose_crop C 1") == "protected"
    field.do("choose_crop C 0").do("play wither").do("choose_crop B 0")
    assert (field.beds("B"), field.beds("C")[0]) == (["oranges(1,1)"], "oranges(1,1)")


def test_gnome_draws_without_bias() -> None:
    dice = Seed.parse("8").dice("gnome")
    left: Counter[str] = Counter()
    for _ in range(600):
        field = Field(player(fertilizers=2, hand=f"garden_gnome[2] {MORE}"), player(hand="corn wheat onions"))
        field.do("play garden_gnome[2]")
        field.state.play(field.move("choose_player B"), dice)
        left[field.hand("B")[0]] += 1
    assert all(150 <= n <= 250 for n in left.values())
    assert len(left) == 3

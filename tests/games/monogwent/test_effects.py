"""Section 8: every built-in effect (scenarios 29 to 35, 38, 39)."""

import pytest
from tests.games.monogwent.scene import A, B, Scene, act, totals

GATHER = "M3=MultiplyByCopies"


@pytest.mark.parametrize(("boost", "total"), [((), 18), (("M+",), 21)])
def test_s29_multiply_by_copies(boost: tuple[str, ...], total: int) -> None:
    scene = Scene(("", "RemoveRivalWeakest"))
    scene.field(A, *boost).hand(A, f"{GATHER}#p", f"{GATHER}#q", f"{GATHER}#r", "Md#d").field(B, "M1")
    state = scene.table()
    state.side1.passed = True
    for name, powers in (("p", [3]), ("q", [3, 6]), ("r", [3, 6, 9])):
        act(state, f"play {scene[name]} melee")
        assert [state.power[card] for card in state.side0.field] == powers
    assert totals(state)[A] == total
    state.bury_unit(A, scene["q"])
    act(state, f"swap {scene['d']} {scene['r']}")
    act(state, f"play {scene['r']} melee")
    assert state.power[scene["r"]] == 6


def test_s30_average_power() -> None:
    scene = Scene().field(A, "M5", "M2").field(B, "R6", "RG9", "Rd").hand(A, "MG7=AveragePower#judge")
    state = scene.table()
    act(state, f"play {scene['judge']} melee")
    assert totals(state) == (15, 13)


def test_average_includes_the_card_itself_if_silver() -> None:
    scene = Scene().field(A, "M5").hand(A, "M2=AveragePower#x")
    state = scene.table()
    act(state, f"play {scene['x']} melee")
    assert [state.power[card] for card in state.side0.field] == [3, 3]


def test_s31_remove_rival_weakest_takes_a_decoy_first() -> None:
    scene = Scene(("RemoveRivalWeakest", "")).field(B, "M2#two", "Md#decoy", "M3").hand(A, "M1=RemoveRivalWeakest#x")
    state = scene.table()
    act(state, "leader")
    assert state.side1.grave == [scene["decoy"]]
    act(state, "pass")
    act(state, f"play {scene['x']} melee")
    assert state.side1.grave == [scene["decoy"], scene["two"]]


def test_s32_of_equals_the_earliest_goes() -> None:
    scene = Scene(("RemoveRivalWeakest", "")).field(B, "R3#first", "M3")
    state = scene.table()
    act(state, "leader")
    assert state.side1.grave == [scene["first"]]


def test_remove_rival_weakest_is_not_offered_against_gold_alone() -> None:
    state = Scene(("RemoveRivalWeakest", "")).field(B, "MG9").table()
    assert not state.leader_ready(A)


def test_s33_remove_strongest_prefers_the_rival_and_spares_no_friend() -> None:
    hunter = "RG7=RemoveStrongest#h"
    scene = Scene().field(A, "M7").field(B, "S7#theirs", "S5").hand(A, hunter)
    state = scene.table()
    act(state, f"play {scene['h']} ranged")
    assert state.side1.grave == [scene["theirs"]]
    scene = Scene().field(A, "M8#mine").field(B, "S7", "S5").hand(A, hunter)
    state = scene.table()
    act(state, f"play {scene['h']} ranged")
    assert state.side0.grave == [scene["mine"]]
    assert state.side1.grave == []


def test_s34_remove_strongest_spares_the_very_card_played() -> None:
    scene = Scene().field(A, "M5").field(B, "M4").hand(A, "M6=RemoveStrongest#x")
    state = scene.table()
    act(state, f"play {scene['x']} melee")
    assert totals(state) == (11, 4)


@pytest.mark.parametrize(("roll", "grave"), [(0, ["three"]), (1, [])])
def test_s35_clear_emptiest_row_draws_between_ties(roll: int, grave: list[str]) -> None:
    scene = Scene().field(A, "M2", "M2", "R3#three").field(B, "S4", "S4").hand(A, "SG8=ClearEmptiestRow#wave")
    state = scene.table()
    act(state, f"play {scene['wave']} siege", roll)
    assert state.side0.grave == [scene[name] for name in grave]
    assert len(state.side1.field) == 2


def test_clear_emptiest_row_buries_newest_first_and_needs_no_dice_without_a_tie() -> None:
    scene = Scene().field(A, "M2", "M2", "M2").field(B, "R3#p", "RG9", "R4#q", "S1", "S1", "S1", "S1")
    scene.hand(A, "M7=ClearEmptiestRow#x")
    state = scene.table()
    act(state, f"play {scene['x']} melee")
    assert state.side1.grave == [scene["q"], scene["p"]]


def test_s38_set_boost_fetches_from_the_deck_only() -> None:
    herald = "M4=SetBoost(Melee)#h"
    scene = Scene().hand(A, herald, "M+").deck(A, "M1", "R+")
    state = scene.table()
    act(state, f"play {scene['h']} melee")
    assert state.side0.boosts == [-1, -1, -1]
    scene = Scene().hand(A, herald).deck(A, "M1#a", "M+#low", "M2#b", "MS+#high", "M3#c")
    state = scene.table()
    act(state, f"play {scene['h']} melee")
    assert state.side0.boosts == [scene["low"], -1, -1]
    assert state.side0.deck == [scene["a"], scene["b"], scene["high"], scene["c"]]


def test_s39_set_weather_needs_a_clear_sky() -> None:
    singer = "R4=SetWeather(Ranged)#s"
    scene = Scene().field(B, "R*").hand(A, singer).deck(A, "R*", "M1")
    state = scene.table()
    deck = list(state.side0.deck)
    act(state, f"play {scene['s']} ranged")
    assert state.side0.deck == deck
    scene = Scene().hand(A, singer).deck(A, "RS*#fog", "M1#a", "R!")
    state = scene.table()
    act(state, f"play {scene['s']} ranged")
    assert state.weather == [-1, scene["fog"], -1]
    assert len(state.side0.deck) == 2


def test_draw_card_draws_after_the_card_has_left_the_hand() -> None:
    scene = Scene().hand(A, "M4=DrawCard#owl", *["M1"] * 9).deck(A, "M2#top")
    state = scene.table()
    act(state, f"play {scene['owl']} melee")
    assert len(state.side0.hand) == 10
    assert state.side0.hand[-1] == scene["top"]

"""Section 17 of the rules: every scenario, by its number."""

from __future__ import annotations

import pytest
from tests.games.gardening_war.garden import (
    ANEMONE,
    BLUEJAZZ,
    CROCUS,
    FERT,
    MOLE,
    P1,
    P2,
    TULIP,
    WATER,
    Plot,
    field,
)

from parlour.core.dice import NoDice
from parlour.core.match import Match
from parlour.core.moves import miss
from parlour.games.gardening_war.game import GAME
from parlour.games.gardening_war.goods import PICTURE
from parlour.games.gardening_war.options import GardeningWarOptions
from parlour.games.gardening_war.sequel import finished, sequel


def test_s01_the_setup():
    plot = Plot()
    assert plot.state.round == 1
    assert plot.state.mover == P1
    assert [plot.gold_of(P1), plot.gold_of(P2)] == [5000, 5000]
    assert plot.state.scores() == [0, 0]
    assert plot.fields(P1) == [(0, 0)]
    assert plot.fields(P2) == [(7, 7)]
    assert sum(plot.state.is_special(f) for f in range(64)) == 14
    assert plot.state.rain_in() == 9


def test_s02_the_layout_is_symmetric():
    plot = Plot()
    for f in range(64):
        assert plot.state.is_special(f) == plot.state.is_special(63 - f)


def test_special_fields_are_those_of_the_picture():
    listed = "(0,4) (0,7) (1,2) (2,6) (3,3) (3,4) (3,6) (4,1) (4,3) (4,4) (5,1) (6,5) (7,0) (7,3)"
    assert " ".join(f"({f >> 3},{f & 7})" for f in PICTURE) == listed


def test_s03_land_in_a_chain():
    plot = Plot().gold(P1, 15000)
    plot.do("L", (1, 1), (2, 1), (3, 1))
    assert plot.fields(P1) == [(0, 0), (1, 1), (2, 1), (3, 1)]
    assert plot.gold_of(P1) == 0


def test_s04_a_line_too_early_is_skipped():
    plot = Plot().gold(P1, 15000)
    verdict = plot.do("L", (3, 1), (1, 1), (2, 1))
    assert plot.fields(P1) == [(0, 0), (1, 1), (2, 1)]
    assert plot.gold_of(P1) == 5000
    assert verdict.skipped == [(0, "it doesn't touch your land")]


def test_s05_diagonals_count():
    plot = Plot().gold(P1, 15000)
    plot.do("L", (1, 1), (2, 2), (3, 3))
    assert plot.fields(P1) == [(0, 0), (1, 1), (2, 2), (3, 3)]
    assert plot.gold_of(P1) == 0


def test_s06_the_gold_runs_out():
    plot = Plot()
    plot.do("L", (0, 1), (1, 0))
    assert plot.fields(P1) == [(0, 0), (0, 1)]
    assert plot.gold_of(P1) == 0


def test_s07_owned_fields_are_skipped():
    plot = Plot().own(P1, (3, 3)).own(P2, (4, 4)).gold(P1, 20000)
    plot.do("L", (4, 4), (0, 0), (3, 4))
    assert plot.fields(P1) == [(0, 0), (3, 3), (3, 4)]
    assert plot.gold_of(P1) == 15000


def test_s08_off_the_board_voids_the_move():
    plot = Plot()
    verdict = plot.do("L", (1, 1), (8, 2))
    assert verdict.void == "off the board"
    assert plot.gold_of(P1) == 5000
    assert plot.fields(P1) == [(0, 0)]
    assert plot.state.mover == P2
    assert plot.state.gardener0.misses == 0


def test_s09_a_line_too_dear_is_skipped():
    plot = Plot()
    plot.do("C", (6, 1), (0, 10), (3, 1))
    assert (plot.has(P1, TULIP), plot.has(P1, ANEMONE), plot.has(P1, WATER)) == (1, 1, 0)
    assert plot.gold_of(P1) == 900


def test_s10_a_negative_amount_voids_the_move():
    plot = Plot()
    assert plot.do("C", (0, -1), (0, 1)).void == "negative amount"
    assert plot.gold_of(P1) == 5000
    assert plot.has(P1, WATER) == 0


def test_s11_all_for_water():
    plot = Plot()
    plot.do("C", (0, 25))
    assert plot.has(P1, WATER) == 25
    assert plot.gold_of(P1) == 0


def test_s12_unknown_goods_are_skipped():
    plot = Plot()
    plot.do("C", (9, 1), (0, 1))
    assert plot.has(P1, WATER) == 1
    assert plot.gold_of(P1) == 4800


def test_s13_an_empty_list_is_a_pass():
    plot, other = Plot(), Plot()
    plot.do("C")
    other.do("-")
    assert plot.snapshot() == other.snapshot()


def test_s14_planting_as_far_as_the_seed_lasts():
    plot = Plot().own(P1, (1, 4), (1, 5), (1, 6), (2, 3), (2, 4)).stock(P1, TULIP, 3)
    plot.do("P", (1, 4, 6), (1, 5, 6), (1, 6, 6), (2, 3, 3), (2, 4, 3))
    assert [plot.plant(1, y) for y in (4, 5, 6)] == ["needs 1"] * 3
    assert [plot.plant(2, y) for y in (3, 4)] == ["empty"] * 2
    assert plot.has(P1, TULIP) == 0


def test_s15_planting_on_a_strange_field_voids_the_move():
    plot = Plot().stock(P1, TULIP, 2)
    assert plot.do("P", (0, 0, 6), (5, 5, 6)).void == "a field of somebody else"
    assert plot.plant(0, 0) == "empty"
    assert plot.has(P1, TULIP) == 2


def test_s16_a_dead_plant_keeps_its_field():
    plot = Plot().own(P1, (0, 1)).dead(0, 0, TULIP).stock(P1, BLUEJAZZ, 2)
    plot.do("P", (0, 0, 4), (0, 1, 4))
    assert plot.plant(0, 0) == "dead"
    assert plot.plant(0, 1) == "needs 2"
    assert plot.has(P1, BLUEJAZZ) == 1


def test_s17_two_seeds_for_one_field():
    plot = Plot().stock(P1, ANEMONE, 1).stock(P1, BLUEJAZZ, 1)
    plot.do("P", (0, 0, 3), (0, 0, 4))
    assert plot.state.plants[0] & 7 == ANEMONE
    assert plot.has(P1, BLUEJAZZ) == 1


def test_s18_water_to_the_full():
    plot = Plot().new_plant(0, 0, ANEMONE).stock(P1, WATER, 2)
    plot.do("W", (0, 0, 2))
    assert plot.plant(0, 0) == "mature"
    assert plot.has(P1, WATER) == 0


def test_s19_two_lines_add_up():
    plot = Plot().new_plant(0, 0, CROCUS).stock(P1, WATER, 5)
    plot.do("W", (0, 0, 3), (0, 0, 2))
    assert plot.plant(0, 0) == "mature"
    assert plot.has(P1, WATER) == 0


def test_s20_too_much_water_kills():
    plot = Plot().new_plant(0, 0, TULIP).stock(P1, WATER, 2)
    plot.do("W", (0, 0, 2))
    assert plot.plant(0, 0) == "dead"
    assert plot.has(P1, WATER) == 0


def test_s21_water_kills_the_mature():
    plot = Plot().mature(0, 0, TULIP).stock(P1, WATER, 1)
    plot.do("W", (0, 0, 1))
    assert plot.plant(0, 0) == "dead"


def test_s22_too_little_water_voids_the_move():
    plot = Plot().own(P1, (0, 1)).new_plant(0, 0, ANEMONE).new_plant(0, 1, ANEMONE).stock(P1, WATER, 3)
    assert plot.do("W", (0, 0, 2), (0, 1, 2)).void == "too little water"
    assert [plot.plant(0, 0), plot.plant(0, 1)] == ["needs 2", "needs 2"]
    assert plot.has(P1, WATER) == 3


def test_s23_an_empty_field_takes_no_water():
    plot = Plot().own(P1, (0, 1)).new_plant(0, 0, ANEMONE).stock(P1, WATER, 4)
    plot.do("W", (0, 0, 2), (0, 1, 2))
    assert plot.plant(0, 0) == "mature"
    assert plot.has(P1, WATER) == 2


def test_s24_water_on_the_dead_is_gone():
    plot = Plot().dead(0, 0, TULIP).stock(P1, WATER, 3)
    plot.do("W", (0, 0, 3))
    assert plot.plant(0, 0) == "dead"
    assert plot.has(P1, WATER) == 0


def test_s25_the_opening_line():
    plot = Plot()
    plot.round("C", (6, 1), (0, 1))
    assert plot.gold_of(P1) == 1200
    plot.round("P", (0, 0, 6))
    plot.round("W", (0, 0, 1))
    plot.round("H")
    assert (plot.gold_of(P1), plot.points_of(P1)) == (9200, 8000)
    assert plot.plant(0, 0) == "empty"


def test_s26_the_last_possible_round_of_a_tulip():
    plot = Plot().stock(P1, TULIP, 1).stock(P1, WATER, 1)
    plot.round("P", (0, 0, 6))
    plot.round("W", (0, 0, 1))
    plot.round("H")
    assert plot.points_of(P1) == 8000


def test_s27_a_round_later_it_is_dead():
    plot = Plot().stock(P1, TULIP, 1).stock(P1, WATER, 1)
    plot.round("P", (0, 0, 6))
    plot.round("W", (0, 0, 1))
    plot.wait()
    assert plot.plant(0, 0) == "dead"
    plot.round("H")
    assert (plot.points_of(P1), plot.gold_of(P1), plot.plant(0, 0)) == (0, 5000, "empty")


@pytest.mark.parametrize(("harvest_round", "points"), [(5, 2000), (6, 0)])
def test_s28_an_anemone_waits_longer(harvest_round: int, points: int):
    plot = Plot().stock(P1, ANEMONE, 1).stock(P1, WATER, 2)
    plot.round("P", (0, 0, 3))
    plot.round("W", (0, 0, 2))
    plot.wait(harvest_round - 3)
    plot.round("H")
    assert plot.points_of(P1) == points


def test_s29_the_second_mover_has_the_same_time():
    plot = Plot().stock(P2, TULIP, 1).stock(P2, WATER, 1)
    for kind, lines in (("P", [(7, 7, 6)]), ("W", [(7, 7, 1)]), ("H", [])):
        plot.do("-")
        plot.do(kind, *lines)
    assert plot.points_of(P2) == 8000


def test_s30_a_harvest_takes_mature_and_dead():
    plot = Plot().own(P1, (0, 1), (1, 0)).mature(0, 0, TULIP).dead(0, 1, CROCUS).grown(1, 0, CROCUS, 2)
    plot.do("H")
    assert (plot.gold_of(P1), plot.points_of(P1)) == (13000, 8000)
    assert [plot.plant(0, 0), plot.plant(0, 1), plot.plant(1, 0)] == ["empty", "empty", "needs 2"]


def test_s31_special_fields_double():
    plot = Plot().own(P1, (1, 2)).mature(1, 2, TULIP)
    plot.do("H")
    assert (plot.gold_of(P1), plot.points_of(P1)) == (21000, 16000)


def test_s32_special_and_fertilizer():
    plot = Plot().own(P1, (1, 2)).mature(0, 0, TULIP).mature(1, 2, TULIP)
    plot.state.gardener0.fert = 1
    plot.do("H")
    assert plot.points_of(P1) == 48000


@pytest.mark.parametrize(("round_number", "gain"), [(2, 16000), (3, 16000), (4, 8000)])
def test_s33_one_fertilizer_card(round_number: int, gain: int):
    plot = Plot().stock(P1, FERT, 1)
    plot.do("F")
    assert plot.fert_of(P1) == 3
    plot.do("-")
    seen = [plot.fert_of(P1)]
    while plot.state.round < round_number:
        plot.wait()
        seen.append(plot.fert_of(P1))
    assert seen == [2, 1, 0][: round_number - 1]
    plot.mature(0, 0, TULIP)
    plot.do("H")
    assert plot.points_of(P1) == gain


def test_s34_two_cards_add_up():
    plot = Plot().stock(P1, FERT, 2)
    plot.round("F")
    assert plot.fert_of(P1) == 2
    plot.do("F")
    assert plot.fert_of(P1) == 5
    plot.do("-")
    seen = []
    for _ in range(5):
        seen.append(plot.fert_of(P1))
        plot.wait()
    assert seen == [4, 3, 2, 1, 0]


def test_s35_no_card_no_fertilizer():
    plot, other = Plot(), Plot()
    plot.do("F")
    other.do("-")
    assert plot.fert_of(P1) == 0
    assert plot.snapshot() == other.snapshot()


def test_s36_a_mole_takes_even_the_last_field():
    plot = Plot().stock(P1, MOLE, 1).mature(7, 7, TULIP)
    plot.do("M", (7, 7))
    assert plot.fields(P1) == [(0, 0), (7, 7)]
    assert plot.fields(P2) == []
    assert plot.plant(7, 7) == "empty"
    assert (plot.points_of(P1), plot.has(P1, MOLE)) == (0, 0)
    plot.gold(P2, 20000)
    plot.do("L", (6, 6))
    assert plot.fields(P2) == []
    assert plot.gold_of(P2) == 20000


@pytest.mark.parametrize("where", [(0, 0), (3, 3)])
def test_s37_a_mole_needs_the_opponents_field(where: tuple[int, int]):
    plot = Plot().stock(P1, MOLE, 1)
    plot.do("M", where)
    assert plot.has(P1, MOLE) == 1
    assert plot.fields(P1) == [(0, 0)]


def test_s38_one_mole_one_line():
    plot = Plot().stock(P1, MOLE, 2).own(P2, (6, 7))
    assert plot.do("M", (7, 7), (6, 7)).void == "not exactly one line"
    assert plot.has(P1, MOLE) == 2


def test_s39_rain_ripens_a_bluejazz():
    plot = Plot().at_round(9).stock(P1, BLUEJAZZ, 1)
    assert plot.state.rain_in() == 1
    plot.round("P", (0, 0, 4))
    assert plot.plant(0, 0) == "mature"
    assert plot.state.rain_in() == 10
    plot.round("H")
    assert plot.points_of(P1) == 2500


def test_s40_rain_kills_a_tulip():
    plot = Plot().at_round(9).stock(P1, TULIP, 1)
    plot.round("P", (0, 0, 6))
    assert plot.plant(0, 0) == "dead"


def test_s41_rain_kills_the_mature():
    plot = Plot().at_round(9).mature(0, 0, ANEMONE)
    plot.wait()
    assert plot.plant(0, 0) == "dead"


@pytest.mark.parametrize(("drops", "after"), [(3, "mature"), (4, "dead"), (0, "needs 3")])
def test_s42_a_crocus_counts_on_rain(drops: int, after: str):
    plot = Plot().at_round(8).stock(P1, CROCUS, 1).stock(P1, WATER, 4)
    plot.round("P", (0, 0, 5))
    plot.round("W", (0, 0, drops))
    assert plot.state.round == 10
    assert plot.plant(0, 0) == after


def test_s43_rain_comes_before_ageing():
    plot = Plot().at_round(5).stock(P1, ANEMONE, 1)
    plot.round("P", (0, 0, 3))
    plot.wait(4)
    assert (int(plot.state.round), plot.plant(0, 0)) == (10, "dead")
    plot = Plot().at_round(6).stock(P1, ANEMONE, 1)
    plot.round("P", (0, 0, 3))
    plot.wait(3)
    assert (int(plot.state.round), plot.plant(0, 0)) == (10, "mature")
    assert (plot.state.plants[0] >> 6) & 7 == 1
    plot.do("H")
    assert plot.points_of(P1) == 2000


def test_s44_rain_falls_on_both():
    plot = Plot().at_round(9).own(P1, (0, 1)).own(P2, (7, 6))
    plot.new_plant(0, 0, BLUEJAZZ).new_plant(7, 7, BLUEJAZZ).new_plant(0, 1, TULIP).new_plant(7, 6, TULIP)
    plot.wait()
    assert plot.plant(0, 0) == plot.plant(7, 7) == "mature"
    assert plot.plant(0, 1) == plot.plant(7, 6) == "dead"


def test_s45_more_points_win():
    plot = Plot().at_round(100).gold(P2, 99999)
    plot.state.gardener0.points = 16000
    plot.state.gardener1.points = 12000
    plot.wait()
    assert plot.state.mover == -1
    assert plot.state.payoffs() == [1.0, 0.0]


def test_s46_equal_points_are_a_draw_and_a_match_goes_on():
    plot = Plot().at_round(100)
    plot.state.gardener0.points = plot.state.gardener1.points = 8000
    plot.wait()
    assert plot.state.payoffs() == [0.5, 0.5]
    options = GardeningWarOptions()
    again = sequel(options, [finished(plot.state)], ["Ann", "Ben"])
    assert again is not None
    assert again.options == options


def test_s47_the_value_decides_the_fourth_game():
    plot = Plot().own(P1, (1, 1)).gold(P1, 1400).stock(P1, WATER, 3).stock(P1, ANEMONE, 1).gold(P2, 7000)
    plot.at_round(100).wait()
    last = finished(plot.state)
    assert last.values == [12500, 12000]
    result = sequel(GardeningWarOptions(), [last, last, last, last], ["Ann", "Ben"])
    assert result is not None
    assert (result.options, result.payoffs) == (None, [1.0, 0.0])


def test_s48_the_third_miss_loses_at_once():
    plot = Plot()
    plot.state.gardener0.points = 50000
    for number in range(1, 51):
        if number in (2, 7, 50):
            plot.state.miss(NoDice())
        else:
            plot.do("-")
        if number < 50:
            plot.do("-")
    assert plot.state.mover == -1
    assert plot.state.scores() == [0, 0]
    assert plot.state.payoffs() == [0.0, 1.0]


def test_s49_an_object_without_a_kind_is_a_pass():
    plot = Plot()
    plot.do("")
    assert plot.state.mover == P2
    assert plot.state.gardener0.misses == 0


def test_s50_nothing_to_harvest_is_a_pass():
    plot, other = Plot(), Plot()
    plot.do("H")
    other.do("-")
    assert plot.snapshot() == other.snapshot()


def test_s51_decisions_of_the_setup():
    plot = Plot()
    assert plot.words() == ["pass", "begin land", "begin shop"]
    plot.say("begin land")
    assert plot.words() == ["land 0 1", "land 1 0", "land 1 1"]
    plot.say("land 1 1")
    assert plot.state.mover == P2
    assert plot.gold_of(P1) == 0


def test_s52_the_shop_offers_the_series():
    plot = Plot().say("begin shop")
    offered: dict[str, list[int]] = {}
    for words in plot.words():
        kind, good, amount = words.split()
        assert kind == "buy"
        offered.setdefault(good, []).append(int(amount))
    assert offered == {
        "water": [1, 2, 5, 10, 20],
        "fertilizer": [1],
        "anemone": [1, 2, 5, 10],
        "bluejazz": [1, 2, 5, 10],
        "crocus": [1, 2, 5],
        "tulip": [1],
    }


def test_s53_watering_offers_one_drop_too_many():
    plot = Plot().own(P1, (0, 1)).new_plant(0, 0, TULIP).mature(0, 1, ANEMONE).stock(P1, WATER, 5)
    plot.say("begin water")
    assert plot.words() == ["water 0 0 1", "water 0 0 2", "water 0 1 1"]


def test_s54_shop_parts_fall():
    def amounts(good: str) -> list[int]:
        return [int(w.split()[2]) for w in plot.words() if w.startswith(f"buy {good}")]

    plot = Plot().gold(P1, 100_000).say("begin shop").say("buy water 20").say("buy water 20")
    assert amounts("water") == [1, 2, 5]
    plot.say("buy water 2")
    assert amounts("water") == [1, 2]
    plot.say("buy water 2")
    assert amounts("water") == []
    assert amounts("mole")
    assert amounts("tulip")
    assert plot.words()[-1] == "done"


def test_s55_the_clock_ends_the_move_where_it_stands():
    match = Match(GAME, None, 2)
    plot = Plot()
    plot.state = match.state
    plot.own(P1, (0, 1)).stock(P1, TULIP, 2)
    plot.say("begin plant").say("plant 0 0 tulip")
    assert plot.state.goes_on()
    match.enter(P1, miss())
    assert plot.plant(0, 0) == "needs 1"
    assert plot.has(P1, TULIP) == 1
    assert plot.state.gardener0.misses == 1
    assert plot.state.mover == P2
    assert not plot.state.goes_on()


def test_s56_fertilizer_used_again_later():
    plot = Plot().stock(P1, FERT, 2)
    plot.round("F")
    seen = [plot.fert_of(P1)]
    plot.wait()
    seen.append(plot.fert_of(P1))
    plot.round("F")
    for _ in range(4):
        seen.append(plot.fert_of(P1))
        plot.wait()
    assert seen == [2, 1, 3, 2, 1, 0]


def test_a_field_index_is_8x_plus_y():
    assert field(7, 0) == 56

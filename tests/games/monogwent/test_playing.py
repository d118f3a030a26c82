"""Sections 6, 7, 9 and 10: turns, cards, leaders, drawing (scenarios 9 to 16, 24 to 28, 36, 37, 43)."""

from tests.games.monogwent.scene import A, B, Scene, act, totals, words

from parlour.games.monogwent.game import GAME
from parlour.games.monogwent.moves import MOVES


def test_s09_weather_replaces_weather() -> None:
    scene = Scene().field(A, "M*#old", "M5").field(B, "M4").hand(B, "M*#new")
    state = scene.table(mover=B)
    before = totals(state)
    act(state, f"play {scene['new']} melee")
    assert state.side0.grave == [scene["old"]]
    assert state.weather == [scene["new"], -1, -1]
    assert totals(state) == before


def test_s10_the_dispel_for_all_rows() -> None:
    scene = Scene().field(A, "M*#mine").field(B, "S*#yours").hand(A, "!#sky")
    state = scene.table()
    act(state, f"clear {scene['sky']}")
    assert state.side0.grave == [scene["sky"], scene["mine"]]
    assert state.side1.grave == [scene["yours"]]
    assert state.weather == [-1, -1, -1]


def test_s11_a_dispel_without_weather_is_not_playable() -> None:
    scene = Scene(("DrawCard", "")).hand(A, "!#sky").deck(A, "M3")
    state = scene.table()
    state.side0.leader_used = True
    assert words(state) == ["pass"]
    assert GAME.why_not(state, MOVES.pack("clear", scene["sky"])).code == "no-weather"


def test_s12_a_dispel_with_rows_needs_weather_in_one_of_them() -> None:
    scene = Scene().field(B, "M*").hand(A, "RS!#breeze")
    assert words(scene.table()) == ["pass"]
    scene = Scene().field(B, "M*", "R*").hand(A, "RS!#breeze")
    state = scene.table()
    assert words(state) == ["pass", f"play {scene['breeze']} ranged"]
    act(state, f"play {scene['breeze']} ranged")
    assert state.weather[0] >= 0
    assert state.weather[1] == -1


def test_s13_a_boost_needs_an_empty_slot() -> None:
    scene = Scene().field(A, "M+").hand(A, "MS+#drum")
    state = scene.table()
    assert words(state) == ["pass", f"play {scene['drum']} siege"]
    assert GAME.why_not(state, MOVES.pack("play", scene["drum"], 0)).code == "slot-taken"


def test_s14_a_decoy_takes_the_place_of_a_unit() -> None:
    scene = Scene().field(A, "M6/3#x", "R4#y", "M2#z").hand(A, "Md#d")
    state = scene.table()
    assert totals(state)[A] == 12
    act(state, f"swap {scene['d']} {scene['x']}")
    assert state.side0.hand == [scene["x"]]
    assert state.power[scene["x"]] == 3
    assert state.side0.field == [scene["d"], scene["y"], scene["z"]]
    assert state.row[scene["d"]] == 0
    assert totals(state)[A] == 6


def test_s15_a_decoy_cannot_replace_gold_or_another_decoy() -> None:
    scene = Scene().field(A, "MG8#g", "Md").hand(A, "Md#d")
    state = scene.table()
    assert words(state) == ["pass"]
    assert GAME.why_not(state, MOVES.pack("swap", scene["d"], scene["g"])).code == "no-target"


def test_a_decoy_reaches_only_its_own_rows() -> None:
    scene = Scene().field(A, "M5#m", "S5#s").hand(A, "RSd#d")
    assert words(scene.table()) == ["pass", f"swap {scene['d']} {scene['s']}"]


def test_s16_after_a_pass_the_rival_moves_alone() -> None:
    scene = Scene().hand(A, "M1").hand(B, "M2#a", "M3#b", "M4#c")
    state = scene.table()
    act(state, "pass")
    for name in "abc":
        assert state.mover == B
        act(state, f"play {scene[name]} melee")
    act(state, "pass")
    assert state.history == [0, 9, B]
    assert state.round == 2


def test_s24_a_full_hand_discards_the_second_draw() -> None:
    scene = Scene().hand(A, *["M1"] * 9).deck(A, *["M2"] * 5)
    state = scene.table()
    act(state, "pass")
    act(state, "pass")
    assert (len(state.side0.hand), len(state.side0.deck), len(state.side0.grave)) == (10, 3, 1)


def test_s25_both_draws_are_discarded_with_ten_in_hand() -> None:
    scene = Scene().hand(A, *["M1"] * 10).deck(A, *["M2"] * 5)
    state = scene.table()
    act(state, "pass")
    act(state, "pass")
    assert (len(state.side0.hand), len(state.side0.deck), len(state.side0.grave)) == (10, 3, 2)


def test_s26_a_short_deck_gives_what_it_has() -> None:
    state = Scene().hand(A, *["M1"] * 4).deck(A, "M2").table()
    act(state, "pass")
    act(state, "pass")
    assert (len(state.side0.hand), len(state.side0.deck)) == (5, 0)
    assert state.mover >= 0


def test_s27_with_nothing_to_play_only_pass_is_left() -> None:
    scene = Scene(("DrawCard", ""))
    state = scene.table()
    assert words(state) == ["pass"]
    state.side0.leader_used = True
    assert words(state) == ["pass"]


def test_s28_a_mulligan_never_brings_the_same_copies_back() -> None:
    scene = Scene().hand(A, *["M1"] * 10).deck(A, *["M2"] * 20).hand(B, *["M1"] * 10).deck(B, *["M2"] * 20)
    state = scene.table(round=0)
    state.chosen = 0
    p, q = state.side0.hand[3], state.side0.hand[7]
    assert len(state.moves()) == 56
    act(state, f"redraw-two {p} {q}")
    act(state, "keep", *[0] * 19)
    hand = state.side0.hand
    assert len(hand) == 10
    assert p not in hand
    assert q not in hand
    assert len(state.side0.deck) == 20
    assert {p, q} <= set(state.side0.deck)
    assert state.redrawn == [2, 0]
    assert state.round == 1


def test_mulligan_options_are_none_then_one_then_two() -> None:
    scene = Scene().hand(A, "M1#a", "M2#b", "M3#c")
    state = scene.table(round=0)
    state.chosen = 0
    assert words(state) == [
        "keep",
        "redraw 0",
        "redraw 1",
        "redraw 2",
        "redraw-two 0 1",
        "redraw-two 0 2",
        "redraw-two 1 2",
    ]
    assert GAME.why_not(state, MOVES.pack("pass")).code == "mulligan-first"


def test_a_mulligan_from_a_short_deck_still_returns_the_cards() -> None:
    scene = Scene().hand(A, "M1#a", "M2#b").deck(A, "M3#c")
    state = scene.table(round=0)
    state.chosen = 0
    act(state, "redraw-two 0 1")
    act(state, "keep", 0)
    assert state.side0.hand == [scene["c"]]
    assert sorted(state.side0.deck) == [scene["a"], scene["b"]]


def test_s36_the_drawing_leader_with_a_full_hand() -> None:
    state = Scene(("DrawCard", "")).hand(A, *["M1"] * 10).deck(A, "M2", "M3", "M4", "M5#top").table()
    assert "leader" in words(state)
    top = state.side0.deck[-1]
    act(state, "leader")
    assert (len(state.side0.hand), len(state.side0.deck)) == (10, 3)
    assert state.side0.grave == [top]
    assert state.side0.leader_used
    assert state.mover == B


def test_s37_the_leader_who_takes_back_the_last_card() -> None:
    leaders = ("RecoverLastDiscarded", "")
    assert words(Scene(leaders).grave(A, "M*", "MG9").table()) == ["pass"]
    assert words(Scene(leaders).table()) == ["pass"]
    full = Scene(leaders).hand(A, *["M+"] * 10).field(A, "M+").grave(A, "M*").table()
    assert words(full) == ["pass"]
    assert GAME.why_not(full, MOVES.pack("leader")).code == "leader-idle"
    scene = Scene(leaders).hand(A, *["M1"] * 9).grave(A, "MG9", "M*#rain")
    state = scene.table()
    assert words(state)[1] == "leader"
    act(state, "leader")
    assert state.side0.hand[-1] == scene["rain"]
    assert len(state.side0.hand) == 10


def test_a_leader_is_used_once() -> None:
    state = Scene(("DrawCard", "")).deck(A, "M1", "M2").table()
    act(state, "leader")
    act(state, "pass")
    assert words(state) == ["pass", f"play {state.side0.hand[0]} melee"]
    assert GAME.why_not(state, MOVES.pack("leader")).code == "leader-used"


def test_s43_a_leading_player_may_play_on() -> None:
    scene = Scene().field(B, "M9").hand(B, "M2#more")
    state = scene.table()
    act(state, "pass")
    assert state.mover == B
    act(state, f"play {scene['more']} melee")
    assert state.mover == B
    assert state.round == 1


def test_options_come_in_hand_order_then_row_order_then_field_order() -> None:
    scene = Scene(("DrawCard", "")).field(A, "M5#u", "R4#v").deck(A, "M1").hand(A, "SM3#w", "MRd#d", "RG7#g")
    assert words(scene.table()) == [
        "pass",
        "leader",
        f"play {scene['w']} melee",
        f"play {scene['w']} siege",
        f"swap {scene['d']} {scene['u']}",
        f"swap {scene['d']} {scene['v']}",
        f"play {scene['g']} ranged",
    ]


def test_a_unit_returned_by_a_decoy_is_known_to_the_rival_until_it_is_played() -> None:
    scene = Scene().field(A, "M6#x").hand(A, "Md#d", "M2").hand(B, "M1#b")
    state = scene.table()
    act(state, f"swap {scene['d']} {scene['x']}")
    assert state.known == [scene["x"]]
    act(state, f"play {scene['b']} melee")
    act(state, f"play {scene['x']} melee")
    assert state.known == []


def test_after_two_hundred_plays_the_round_ends() -> None:
    scene = Scene().field(A, "M5").hand(A, "M1#a").hand(B, "M1#b")
    state = scene.table()
    state.plays = 199
    act(state, f"play {scene['a']} melee")
    assert state.history == [6, 0, A]
    drawn = Scene().hand(A, "M0#a")
    state = drawn.table()
    state.plays = 199
    act(state, f"play {drawn['a']} melee")
    assert state.history == [0, 0, -1]
    assert state.mover == B  # it was B's turn next, so B counts as the first to pass

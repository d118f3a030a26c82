"""Sections 9.4 and 9.6: summoning, and what minions do to each other, to players and to themselves."""

from tests.games.kata_tcg.tables import Side

# --- summoning ---


def test_s29_a_summoned_card_becomes_a_sleeping_minion(table):
    duel = table("minions", a=Side(mana=5, hand="strike cut"))
    duel.play("summon strike")
    assert duel.a.board == ["m1 strike 3/3 asleep"]
    assert (duel.a.mana, duel.a.discard, duel.b.hp) == (2, "", 30)


def test_s30_a_dud_becomes_a_minion_of_0_damage_and_1_health(table):
    duel = table("minions", a=Side(slots=1, mana=0, hand="dud jab jab"))
    duel.play("summon dud")
    assert duel.a.board == ["m1 dud 0/1 asleep"]


def test_s31_a_minion_does_not_fight_on_the_turn_it_arrives(table):
    duel = table("minions", a=Side(mana=5, hand="strike cut"))
    duel.play("summon strike")
    duel.rejects("fight m1 player", "asleep")


def test_s32_a_minion_fights_once_a_turn(table):
    duel = table("minions", a=Side(mana=3, hand="dud", board="m1 strike 3/3"), b=Side(hp=30))
    duel.play("fight m1 player")
    assert duel.b.hp == 27
    duel.rejects("fight m1 player", "already-used")


def test_s33_and_again_on_the_next_turn(table):
    duel = table("minions", a=Side(mana=3, hand="dud", board="m1 strike 3/3"), b=Side(hp=30))
    duel.play("fight m1 player", "end", "end")
    duel.play("fight m1 player")
    assert duel.b.hp == 24


def test_r27_a_minion_sleeps_through_the_opponents_turn_and_wakes_at_the_start_of_its_owners_next(table):
    duel = table("minions", a=Side(mana=5, hand="strike dud"))
    duel.play("summon strike", "end")
    assert duel.active == "b"
    assert duel.a.board == ["m1 strike 3/3 asleep"]
    duel.play("end")
    assert duel.a.board == ["m1 strike 3/3"]
    assert "fight m1 player" in duel.options


def test_s39_a_fourth_minion_is_not_offered_and_costs_nothing_to_try(table):
    duel = table("minions", a=Side(mana=4, hand="slash", board="m1 jab 1/1 used; m3 jab 1/1 used; m4 jab 1/1 used"))
    assert duel.options == ["attack slash player", "end"]
    duel.rejects("summon slash", "board-full")
    assert (duel.a.mana, duel.a.hand) == (4, "slash")


def test_s40_a_place_freed_in_the_same_turn_may_be_refilled(table):
    duel = table(
        "minions",
        a=Side(mana=2, hand="cut", board="m1 jab 1/1; m3 cut 2/2; m4 cut 2/2"),
        b=Side(board="m2 lunge 5/5"),
    )
    duel.play("fight m1 m2", "summon cut")
    assert duel.a.board == ["m3 cut 2/2", "m4 cut 2/2", "m5 cut 2/2 asleep"]
    assert duel.b.board == ["m2 lunge 5/4of5"]


def test_serials_are_counted_over_both_sides_and_never_reused(table):
    duel = table("minions", a=Side(mana=1, hand="jab dud dud"), b=Side(slots=1, hand="jab dud dud"))
    duel.play("summon jab", "end")
    duel.play("summon jab", "attack dud player", "end")
    assert (duel.a.board, duel.b.board) == (["m1 jab 1/1"], ["m2 jab 1/1 asleep"])
    duel.play("fight m1 m2", "summon dud")
    assert (duel.a.board, duel.b.board) == (["m3 dud 0/1 asleep"], [])


def test_every_minion_that_could_ever_be_summoned_has_a_serial_in_the_table_of_moves():
    """Forty cards, each summoned at most once."""
    from parlour.games.kata_tcg.moves import MOVES

    assert MOVES.to_words(MOVES.from_words("fight m40 m39")) == "fight m40 m39"


# --- fighting minions ---


def test_s34_lost_health_stays_lost(table):
    duel = table("minions", a=Side(mana=1, hand="dud", board="m1 slash 4/4"), b=Side(board="m2 strike 3/3"))
    duel.play("fight m1 m2")
    assert duel.b.board == []
    assert duel.a.board == ["m1 slash 4/1of4 used"]
    duel.play("end", "end")
    assert duel.a.board == ["m1 slash 4/1of4"]


def test_s35_both_die_and_each_card_reaches_its_owners_discard(table):
    duel = table("minions", a=Side(mana=1, hand="dud", board="m1 strike 3/3"), b=Side(board="m2 strike 3/3"))
    duel.play("fight m1 m2")
    assert duel.a.board == duel.b.board == []
    assert (duel.a.discard, duel.b.discard) == ("strike", "strike")


def test_s36_a_sleeping_defender_strikes_back(table):
    duel = table("minions", a=Side(mana=1, hand="dud", board="m1 jab 1/1"), b=Side(board="m2 cut 2/2 asleep"))
    duel.play("fight m1 m2")
    assert duel.a.board == []
    assert duel.b.board == ["m2 cut 2/1of2 asleep"]


def test_s43_a_dud_fights_for_nothing_and_falls(table):
    duel = table("minions", a=Side(mana=1, hand="dud", board="m1 dud 0/1"), b=Side(board="m2 cut 2/2"))
    duel.play("fight m1 m2")
    assert duel.a.board == []
    assert duel.b.board == ["m2 cut 2/2"]


def test_s45_two_attackers_wear_down_one_defender(table):
    duel = table("minions", a=Side(mana=1, hand="dud", board="m1 cut 2/2; m3 cut 2/2"), b=Side(board="m2 slash 4/4"))
    duel.play("fight m1 m2")
    assert (duel.a.board, duel.b.board) == (["m3 cut 2/2"], ["m2 slash 4/2of4"])
    duel.play("fight m3 m2")
    assert (duel.a.board, duel.b.board) == ([], [])


def test_r29_defending_does_not_use_up_a_minion(table):
    duel = table("minions", a=Side(mana=1, hand="dud", board="m1 jab 1/1; m3 jab 1/1"), b=Side(board="m2 slash 4/4"))
    duel.play("fight m1 m2", "fight m3 m2", "end")
    assert duel.b.board == ["m2 slash 4/2of4"]
    assert "fight m2 player" in duel.options


def test_r32_no_damage_spills_over_from_a_fight(table):
    duel = table(
        "minions", a=Side(mana=1, hand="dud", board="m1 ruin 8/8"), b=Side(hp=10, board="m2 jab 1/1; m3 jab 1/1")
    )
    duel.play("fight m1 m2")
    assert duel.b.hp == 10
    assert duel.b.board == ["m3 jab 1/1"]
    assert duel.a.board == ["m1 ruin 8/7of8 used"]


def test_r35_places_close_up_and_serials_stay(table):
    duel = table("minions", a=Side(mana=2, hand="cut dud"), b=Side(board="m1 cut 2/2; m2 jab 1/1; m3 strike 3/3"))
    duel.play("attack cut m1")
    assert duel.b.board == ["m2 jab 1/1", "m3 strike 3/3"]
    duel = table("minions", a=Side(mana=2, hand="cut dud"), b=Side(board="m1 cut 2/2; m2 jab 1/1; m3 strike 3/3"))
    duel.play("attack cut m2")
    assert duel.b.board == ["m1 cut 2/2", "m3 strike 3/3"]


def test_r36_own_minions_cannot_be_attacked(table):
    duel = table("minions", a=Side(mana=5, hand="cut", board="m1 cut 2/2; m3 cut 2/2"), b=Side(board="m2 cut 2/2"))
    duel.rejects("attack cut m1", "no-such-target")
    duel.rejects("fight m1 m3", "no-such-target")


# --- fighting the player ---


def test_s41_two_minions_fight_the_player(table):
    duel = table("minions", a=Side(mana=1, hand="dud", board="m1 lunge 5/5; m2 cut 2/2"), b=Side(hp=30))
    duel.play("fight m1 player", "fight m2 player")
    assert duel.b.hp == 23


def test_s42_nobody_guards_a_player(table):
    duel = table(
        "minions",
        a=Side(mana=1, hand="dud", board="m1 slash 4/2of4"),
        b=Side(hp=4, board="m2 ruin 8/8; m3 ruin 8/8; m4 ruin 8/8"),
    )
    duel.play("fight m1 player")
    assert duel.b.hp == 0
    assert duel.won_by == ("a", "damage")


def test_s44_a_ready_dud_keeps_the_turn_open_until_it_has_fought(table):
    duel = table("minions", a=Side(hp=10, deck=0, board="m1 dud 0/1 used"), active="b")
    duel.play("end")
    assert duel.a.hp == 9
    assert duel.active == "a"
    duel.play("fight m1 player")
    assert duel.b.hp == 30
    assert duel.active == "b"


# --- cards against minions ---


def test_s37_a_minion_hit_by_a_card_does_not_strike_back(table):
    duel = table("minions", a=Side(hp=22, mana=5, hand="lunge"), b=Side(board="m2 smash 6/6"))
    duel.play("attack lunge m2")
    assert duel.b.board == ["m2 smash 6/1of6"]
    assert (duel.a.hp, duel.b.hp) == (22, 30)


def test_s38_damage_beyond_a_minions_health_is_lost(table):
    duel = table("minions", a=Side(mana=7, hand="crush"), b=Side(hp=10, board="m2 strike 3/3"))
    duel.play("attack crush m2")
    assert duel.b.board == []
    assert duel.b.hp == 10
    assert duel.b.discard == "strike"
    assert duel.a.discard == "crush"


def test_r37_a_sleeping_minion_takes_damage_from_a_card(table):
    duel = table("minions", a=Side(mana=1, hand="jab dud"), b=Side(board="m2 cut 2/2 asleep"))
    duel.play("attack jab m2")
    assert duel.b.board == ["m2 cut 2/1of2 asleep"]


def test_cards_and_fights_may_be_mixed_in_any_order(table):
    duel = table(
        "minions",
        a=Side(mana=4, hand="jab cut jab", board="m1 cut 2/2; m3 cut 2/2"),
        b=Side(hp=20, board="m2 strike 3/3"),
    )
    duel.play("attack jab m2", "fight m1 m2", "attack cut player", "fight m3 player", "summon jab")
    assert duel.b.board == []
    assert duel.a.board == ["m3 cut 2/2 used", "m4 jab 1/1 asleep"]
    assert duel.b.hp == 16
    assert duel.a.discard == "jab cut cut"


def test_without_minions_there_is_no_board(table):
    duel = table("classic", a=Side(mana=5, hand="cut"))
    duel.rejects("summon cut", "option-off")
    duel.rejects("attack cut m1", "option-off")
    duel.rejects("fight m1 player", "option-off")

"""Sections 9.2 and 9.3: attacking the player and healing oneself, without minions."""

from tests.games.kata_tcg.tables import Side

# --- attack ---


def test_s07_three_cards_in_a_turn_then_it_ends_by_itself(table):
    duel = table("classic", a=Side(mana=7, hand="slash cut jab ruin"), b=Side(hp=30))
    duel.play("attack slash player", "attack cut player", "attack jab player")
    assert duel.b.hp == 23
    assert (duel.a.mana, duel.a.hand) == (0, "ruin")
    assert duel.active == "b"


def test_s08_a_card_that_costs_more_than_there_is_mana_is_rejected(table):
    duel = table("classic", a=Side(mana=4, hand="lunge jab"))
    duel.rejects("attack lunge player", "not-enough-mana")
    assert duel.active == "a"
    move = duel.match.game.moves.from_words("attack lunge player")
    assert duel.match.why_not(duel.seats["a"], move).text == "Lunge costs 5 mana; you have 4."


def test_s09_a_dud_attacks_for_nothing(table):
    duel = table("classic", a=Side(mana=1, hand="dud jab strike"), b=Side(hp=17))
    duel.play("attack jab player")
    assert duel.b.hp == 16
    assert duel.active == "a"
    duel.play("attack dud player")
    assert duel.b.hp == 16
    assert (duel.a.mana, duel.a.hand) == (0, "strike")
    assert duel.active == "b"


def test_s10_damage_that_takes_the_last_health_wins_at_once(table):
    duel = table("classic", a=Side(mana=6, hand="smash jab"), b=Side(hp=6))
    duel.play("attack smash player")
    assert duel.b.hp == 0
    assert duel.won_by == ("a", "damage")
    assert duel.a.hand == "jab"
    assert duel.a.discard == "smash"


def test_s11_health_may_go_below_zero(table):
    duel = table("classic", a=Side(mana=9, hand="crush"), b=Side(hp=3))
    duel.play("attack crush player")
    assert duel.b.hp == -4
    assert duel.won_by == ("a", "damage")


def test_s19_a_dud_keeps_the_turn_open(table):
    duel = table("classic", a=Side(slots=3, mana=0, hand="dud ruin"))
    assert duel.options == ["attack dud player", "end"]


def test_s21_two_copies_are_one_option(table):
    duel = table("classic", a=Side(mana=3, hand="strike strike jab"))
    assert duel.options == ["attack strike player", "attack jab player", "end"]


def test_r42_the_copy_drawn_earliest_is_the_one_used(table):
    duel = table("classic", a=Side(mana=9, hand="jab strike cut strike"))
    duel.play("attack strike player")
    assert duel.a.hand == "jab cut strike"


def test_s22_the_other_side_may_not_act(table):
    duel = table("classic", a=Side(mana=3, hand="jab"))
    duel.rejects("end", "not-your-turn", by="b")


def test_a_played_card_goes_to_its_owners_discard(table):
    duel = table("classic", a=Side(mana=5, hand="jab cut dud", discard="ruin"))
    duel.play("attack cut player", "attack jab player")
    assert duel.a.discard == "ruin cut jab"
    assert duel.b.discard == ""


# --- heal ---


def test_s23_healing_needs_its_option(table):
    duel = table("classic", a=Side(mana=5, hand="cut"))
    duel.rejects("heal cut", "option-off")


def test_s24_healing_mends_only_its_owner(table):
    duel = table("healing", a=Side(hp=14, mana=4, hand="slash"), b=Side(hp=20))
    duel.play("heal slash")
    assert (duel.a.hp, duel.a.mana, duel.a.hand) == (18, 0, "")
    assert duel.b.hp == 20


def test_s25_healing_is_cut_at_30(table):
    duel = table("healing", a=Side(hp=28, mana=5, hand="lunge"))
    duel.play("heal lunge")
    assert duel.a.hp == 30


def test_s26_healing_at_30_is_legal_and_wasted(table):
    duel = table("healing", a=Side(hp=30, mana=8, hand="ruin jab"))
    duel.play("heal ruin")
    assert (duel.a.hp, duel.a.mana, duel.a.discard) == (30, 0, "ruin")


def test_s27_a_dud_heals_nothing_and_frees_a_hand_place(table):
    duel = table("healing", a=Side(hp=9, slots=2, mana=0, hand="dud"))
    duel.play("heal dud")
    assert (duel.a.hp, duel.a.hand) == (9, "")


def test_s28_of_two_copies_one_heals_and_one_attacks(table):
    duel = table("healing", a=Side(hp=5, mana=6, hand="strike strike"), b=Side(hp=11))
    duel.play("heal strike", "attack strike player")
    assert (duel.a.hp, duel.b.hp, duel.a.mana) == (8, 8, 0)


def test_r25_neither_minions_nor_the_opponent_can_be_healed(table):
    duel = table("healing minions", a=Side(mana=9, hand="strike", board="m1 cut 2/1of2"), b=Side(board="m2 cut 2/1of2"))
    assert [option for option in duel.options if option.startswith("heal")] == ["heal strike"]
    assert duel.why_not("heal strike m1") == "unknown-action"


def test_what_a_heal_mends_is_told_not_what_the_card_prints(table):
    duel = table("healing", a=Side(hp=28, mana=5, hand="lunge"))
    [ply] = duel.play("heal lunge")
    told = duel.match.game.events.show_all(ply.told, None)
    assert {"kind": "healed", "seat": duel.seats["a"], "card": "lunge", "amount": 2, "health": 30} in told

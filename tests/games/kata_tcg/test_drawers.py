"""Section 9.5: cards that draw, with overload and bleeding on the way."""

from tests.games.kata_tcg.tables import Side


def test_s46_drawn_cards_can_be_played_in_the_same_turn(table):
    duel = table("drawers", a=Side(mana=4, hand="browse jab", deck="cut strike" + " dud" * 7))
    duel.play("draw browse")
    assert (duel.a.mana, duel.a.hand, duel.a.deck, duel.a.discard) == (2, "jab cut strike", 7, "browse")
    assert "attack cut player" in duel.options


def test_s47_several_draws_overload_one_by_one_and_the_drawer_is_discarded_last(table):
    duel = table("drawers", a=Side(mana=3, hand="study dud dud jab jab", deck="cut ruin crush" + " dud" * 7))
    duel.play("draw study")
    assert duel.a.hand == "dud dud jab jab cut"
    assert duel.a.deck == 7
    assert duel.a.discard == "ruin crush study"


def test_s48_missing_cards_bleed_one_each(table):
    duel = table("drawers", a=Side(hp=9, mana=3, hand="study", deck=1))
    duel.play("draw study")
    assert (duel.a.hand_size, duel.a.deck, duel.a.hp) == (1, 0, 7)


def test_s49_a_drawer_may_kill_its_owner_and_further_draws_are_skipped(table):
    duel = table("drawers", a=Side(hp=2, mana=3, hand="study", deck=0))
    duel.play("draw study")
    assert duel.a.hp == 0
    assert duel.won_by == ("b", "bleeding")
    assert duel.a.discard == "study"


def test_s50_a_pure_drawer_cannot_attack(table):
    duel = table("drawers", a=Side(mana=2, hand="browse"))
    duel.rejects("attack browse player", "no-such-mode")


def test_s51_a_plain_damage_card_cannot_draw(table):
    duel = table("drawers", a=Side(mana=6, hand="smash"))
    duel.rejects("draw smash", "no-such-mode")


def test_r16_a_plain_drawer_neither_heals_nor_is_summoned(table):
    duel = table("healing minions drawers", a=Side(mana=2, hand="browse"))
    assert duel.options == ["draw browse", "end"]
    duel.rejects("heal browse", "no-such-mode")
    duel.rejects("summon browse", "no-such-mode")


def test_a_drawer_is_offered_with_an_empty_deck_and_with_a_full_hand(table):
    duel = table("drawers", a=Side(mana=1, hand="glance dud dud jab jab", deck=0))
    assert "draw glance" in duel.options


def test_without_drawers_no_card_draws(table):
    duel = table("custom_cards", a=Side(mana=2, hand="map-seller"))
    assert duel.options == ["attack map-seller player", "end"]
    duel.rejects("draw map-seller", "option-off")


def test_a_draw_that_leaves_nothing_to_do_ends_the_turn(table):
    duel = table("drawers", a=Side(mana=1, hand="glance", deck="ruin ruin"))
    duel.play("draw glance")
    assert duel.a.hand == "ruin"
    assert duel.active == "b"

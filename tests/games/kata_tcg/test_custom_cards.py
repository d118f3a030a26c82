"""Cards whose numbers do not follow their cost."""

from tests.games.kata_tcg.tables import Side


def test_s52_a_cheap_card_hits_hard(table):
    duel = table("custom_cards", a=Side(mana=1, hand="stolen-crown"), b=Side(hp=30))
    duel.play("attack stolen-crown player")
    assert (duel.b.hp, duel.a.mana) == (26, 0)


def test_s53_a_useless_card_costs_its_mana(table):
    duel = table("custom_cards", a=Side(mana=3, hand="wet-firework"), b=Side(hp=30))
    duel.play("attack wet-firework player")
    assert (duel.b.hp, duel.a.mana, duel.a.hand) == (30, 0, "")


def test_s54_a_heal_card_mends_what_it_prints(table):
    duel = table("custom_cards healing", a=Side(hp=20, mana=4, hand="hearth-song"))
    duel.play("heal hearth-song")
    assert (duel.a.hp, duel.a.mana) == (27, 0)


def test_s55_a_card_without_a_heal_value_cannot_heal(table):
    duel = table("custom_cards healing", a=Side(mana=2, hand="hail-needle"))
    assert duel.options == ["attack hail-needle player", "end"]
    duel.rejects("heal hail-needle", "no-such-mode")


def test_s56_a_minion_has_the_numbers_it_prints(table):
    duel = table("custom_cards minions", a=Side(mana=2, hand="lightning-idol"))
    duel.play("summon lightning-idol")
    assert duel.a.board == ["m1 lightning-idol 3/4 asleep"]


def test_s57_one_card_attacks_or_marches(table):
    given = {"a": Side(mana=3, hand="stone-porter"), "b": Side(hp=12)}
    duel = table("custom_cards minions", **given)
    duel.play("attack stone-porter player")
    assert duel.b.hp == 11
    duel = table("custom_cards minions", **given)
    duel.play("summon stone-porter")
    assert duel.a.board == ["m1 stone-porter 1/7 asleep"]
    assert duel.b.hp == 12


def test_s58_a_hybrid_does_one_of_its_modes_only(table):
    duel = table("custom_cards drawers", a=Side(mana=2, hand="map-seller", deck=6), b=Side(hp=15))
    duel.play("draw map-seller")
    assert (duel.a.hand_size, duel.a.deck, duel.b.hp) == (2, 4, 15)


def test_s59_oracles_debt_kills_in_the_middle_of_its_draws(table):
    duel = table("full", a=Side(hp=1, mana=1, hand="oracles-debt", deck=2))
    since = len(duel.match.plies)
    duel.play("draw oracles-debt")
    assert duel.a.hp == 0
    assert duel.won_by == ("b", "bleeding")
    seat = duel.seats["a"]
    assert duel.log(since=since) == [
        f"leafed {seat} oracles-debt 4",
        f"drew {seat}",
        f"drew {seat}",
        f"bled {seat} 0",
        f"won {duel.seats['b']} bleeding",
    ]


def test_s60_card_and_minion_together(table):
    duel = table(
        "full",
        a=Side(mana=1, hand="stolen-crown", board="m1 glass-duelist 4/1"),
        b=Side(hp=3, board="m2 stone-porter 1/7"),
    )
    duel.play("attack stolen-crown m2")
    assert duel.b.board == ["m2 stone-porter 1/3of7"]
    duel.play("fight m1 player")
    assert duel.b.hp == -1
    assert duel.won_by == ("a", "damage")


def test_r48_a_card_costs_the_same_in_every_mode(table):
    for action, left in (
        ("attack", "attack river-spirit player"),
        ("heal", "heal river-spirit"),
        ("summon", "summon river-spirit"),
    ):
        duel = table("full", a=Side(hp=9, mana=7, hand="river-spirit dud"))
        duel.play(left)
        assert duel.a.mana == 5, action


def test_every_ready_minion_of_the_pool_fits_its_numbers(table):
    """Old Dragon has the biggest body: 11/10, and comet-call the hardest blow, 15."""
    duel = table("full", a=Side(mana=9, slots=10, hand="old-dragon dud"), b=Side(slots=9, hand="comet-call"))
    duel.play("summon old-dragon", "end")
    assert duel.a.board == ["m1 old-dragon 11/10 asleep"]
    duel.play("attack comet-call m1")
    assert duel.a.board == []
    assert duel.a.discard == "old-dragon"

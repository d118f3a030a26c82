"""Sections 3 and 4 of the rules: what a card may print, and the 62 cards that exist."""

from collections import Counter
from itertools import product

import pytest

from parlour.games.kata_tcg.pool import POOL, PoolError, eligible, load_pool, missing_options, modes, plain

ALL_ON = {"healing": True, "minions": True, "drawers": True, "custom_cards": True}
ALL_OFF = dict.fromkeys(ALL_ON, False)

GOOD = {"name": '"Pebble"', "cost": 2, "damage": 3, "minion_damage": 1, "minion_health": 2, "limit": 3}


def pool_text(card_id="pebble", without=(), **changes):
    fields = {key: value for key, value in {**GOOD, **changes}.items() if key not in without}
    return f"[{card_id}]\n" + "".join(f"{key} = {value}\n" for key, value in fields.items())


# --- the pool ---


def test_the_pool_has_62_cards_of_which_13_are_plain_and_49_custom():
    assert len(POOL) == 62
    assert sum(plain(card) for card in POOL) == 13
    assert sum(not plain(card) for card in POOL) == 49


def test_each_group_has_its_size():
    assert Counter(card.group for card in POOL) == {
        "plain": 9,
        "plain drawer": 4,
        "attack": 9,
        "healing": 5,
        "minion": 11,
        "all-round": 5,
        "drawer": 3,
        "drawer hybrid": 2,
        "cheap-powerful": 5,
        "expensive-mediocre": 5,
        "useless": 4,
    }


def test_plain_means_exactly_the_two_plain_groups():
    assert [card.id for card in POOL if plain(card)] == [c.id for c in POOL if c.group in ("plain", "plain drawer")]


def test_a_card_is_found_by_id_and_by_number_in_pool_order():
    assert [card.number for card in POOL] == list(range(62))
    assert POOL[0].id == "dud"
    assert POOL[61].id == "blank-scroll"
    assert POOL["strike"].number == 3
    assert "strike" in POOL
    assert "stryke" not in POOL


@pytest.mark.parametrize(
    ("card_id", "cost", "damage", "heal", "minion", "draw", "limit"),
    [
        ("dud", 0, 0, 0, (0, 1), None, 4),
        ("ruin", 8, 8, 8, (8, 8), None, 4),
        ("research", 4, None, None, (None, None), 4, 3),
        ("forge-hammer", 4, 5, None, (2, 2), None, 3),
        ("comet-call", 10, 15, None, (None, None), None, 1),
        ("spring-rite", 6, 4, 10, (None, None), None, 2),
        ("old-dragon", 9, 7, None, (11, 10), None, 1),
        ("twilight-envoy", 6, 6, 6, (6, 8), None, 2),
        ("courier-owl", 3, 2, None, (2, 3), 2, 2),
        ("oracles-debt", 1, None, None, (None, None), 4, 1),
        ("royal-parade", 8, 5, 5, (6, 6), None, 4),
        ("marble-egg", 6, 0, 0, (0, 1), None, 4),
    ],
)
def test_numbers_as_printed(card_id, cost, damage, heal, minion, draw, limit):
    card = POOL[card_id]
    assert (card.cost, card.damage, card.heal, card.draw, card.limit) == (cost, damage, heal, draw, limit)
    assert (card.minion_damage, card.minion_health) == minion


def test_the_columns_of_the_table_add_up():
    def total(field):
        return sum(getattr(card, field) or 0 for card in POOL)

    fields = ("cost", "damage", "heal", "minion_damage", "minion_health", "draw", "limit")
    assert {field: total(field) for field in fields} == {
        "cost": 219,
        "damage": 173,
        "heal": 103,
        "minion_damage": 118,
        "minion_health": 144,
        "draw": 33,
        "limit": 173,
    }


def test_every_card_that_does_more_than_draw_can_attack():
    for card in POOL:
        assert card.damage is not None or modes(card, True, True, True) == ("draw",)


def test_every_card_has_a_short_line_and_a_picture_of_its_own():
    assert all(0 < len(card.text) <= 45 for card in POOL)
    assert len({card.text for card in POOL}) == 62
    assert len({card.icon for card in POOL}) == 62
    assert len({card.name for card in POOL}) == 62


# --- modes and eligibility ---


def test_a_mode_needs_its_number_and_its_option():
    owl = POOL["courier-owl"]
    assert modes(owl, healing=True, minions=True, drawers=True) == ("attack", "summon", "draw")
    assert modes(owl, healing=True, minions=False, drawers=False) == ("attack",)
    assert modes(POOL["dud"], healing=True, minions=False, drawers=True) == ("attack", "heal")


def test_plain_cards_are_eligible_under_every_combination_and_plain_drawers_need_drawers():
    for healing, minions, drawers, custom_cards in product((False, True), repeat=4):
        assert eligible(POOL["strike"], healing, minions, drawers, custom_cards)
        assert eligible(POOL["study"], healing, minions, drawers, custom_cards) == drawers


def test_missing_options_are_named():
    assert missing_options(POOL["study"], **ALL_OFF) == ["drawers"]
    assert missing_options(POOL["ember-dart"], **ALL_OFF) == ["custom_cards"]
    assert missing_options(POOL["gossip-ring"], **ALL_OFF) == ["drawers", "custom_cards"]
    assert missing_options(POOL["map-seller"], **{**ALL_ON, "drawers": False}) == []
    assert all(missing_options(card, **ALL_ON) == [] for card in POOL)


def test_a_card_that_only_heals_needs_healing():
    balm = load_pool(pool_text("balm", without=("damage", "minion_damage", "minion_health"), heal=2))["balm"]
    assert missing_options(balm, **{**ALL_ON, "healing": False}) == ["healing"]


# --- broken cards ---


def test_a_whole_card_is_accepted():
    card = load_pool(pool_text())["pebble"]
    assert (card.name, card.cost, card.damage, card.heal, card.minion_health) == ("Pebble", 2, 3, None, 2)


@pytest.mark.parametrize(
    ("field", "text"),
    [
        ("id", pool_text("Pebble")),
        ("id", pool_text("pebble-")),
        ("id", "pebble = 3\n"),
        ("name", pool_text(without=["name"])),
        ("name", pool_text(name=7)),
        ("name", pool_text(name='" "')),
        ("cost", pool_text(without=["cost"])),
        ("cost", pool_text(cost=-1)),
        ("cost", pool_text(cost=11)),
        ("cost", pool_text(cost="true")),
        ("cost", pool_text(cost="2.0")),
        ("damage", pool_text(damage=-1)),
        ("damage", pool_text(damage='"3"')),
        ("damage", pool_text(without=["damage", "minion_damage", "minion_health"])),
        ("heal", pool_text(heal=-2)),
        ("minion_damage", pool_text(minion_damage=-1)),
        ("minion_damage", pool_text(without=["minion_damage"])),
        ("minion_health", pool_text(minion_health=0)),
        ("minion_health", pool_text(without=["minion_health"])),
        ("draw", pool_text(draw=0)),
        ("limit", pool_text(without=["limit"])),
        ("limit", pool_text(limit=0)),
        ("colour", pool_text(colour='"red"')),
    ],
)
def test_a_broken_card_is_refused_and_the_message_names_card_and_field(field, text):
    with pytest.raises(PoolError) as refused:
        load_pool(text, "mine.toml")
    [problem] = refused.value.problems
    assert problem.startswith("mine.toml: card ")
    assert "pebble" in problem.lower()
    assert f"field '{field}'" in problem


def test_all_broken_cards_are_named_at_once():
    with pytest.raises(PoolError) as refused:
        load_pool(pool_text("pebble", cost=11) + pool_text("stone", damage=-1))
    assert len(refused.value.problems) == 2


def test_a_card_written_twice_is_refused_with_its_line():
    with pytest.raises(PoolError, match="line 8"):
        load_pool(pool_text() + pool_text())

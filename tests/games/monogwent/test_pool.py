"""Section 4: decks and the shape of the pool (scenarios 40 and 42)."""

from collections import Counter

import pytest

from parlour.games.monogwent.pool import NEUTRAL, POOL, ROWS, Card

FACTIONS = POOL.factions
BANDS = {"U1": (2, 3), "U2": (2, 3), "U3": (4, 5), "U4": (4, 5), "U5": (6, 7), "U6": (6, 7), "G1": (8, 9), "G2": (7, 8)}
WITH_EFFECT = {"U1": False, "U3": False, "U4": True, "U5": False, "U6": True, "G1": False, "G2": True}
COPIES = {"U1": 3, "U2": 3, "U3": 3, "U4": 2, "U5": 2, "U6": 1, "G1": 1, "G2": 1}
COPIES |= dict.fromkeys(("W1", "W2", "B1", "B2", "D1"), 1)


def of(faction: str) -> dict[str, Card]:
    return {card.slot: card for card in POOL.cards if card.faction == faction}


def test_there_are_four_factions_and_neutral() -> None:
    assert len(FACTIONS) == 4
    assert NEUTRAL not in FACTIONS
    assert len({card.name for card in POOL.cards}) == len(POOL.cards)


@pytest.mark.parametrize("faction", FACTIONS)
def test_s40_every_deck_has_thirty_cards_of_the_stated_kinds(faction: str) -> None:
    deck = POOL.deck(faction)
    assert len(deck) == 30
    own = Counter(card.type for card in deck if card.faction == faction)
    neutral = Counter(card.type for card in deck if card.faction == NEUTRAL)
    assert own == {"Silver": 14, "Gold": 2, "Weather": 2, "Boost": 2, "Decoy": 1}
    assert neutral == {"Silver": 5, "Gold": 1, "Weather": 1, "Dispel": 1, "Decoy": 1}


@pytest.mark.parametrize(
    ("type", "power", "effect", "copies"),
    [
        ("Silver", 5, "DrawCard", 2),
        ("Silver", 5, "", 3),
        ("Silver", 6, "DrawCard", 1),
        ("Silver", 3, "DrawCard", 3),
        ("Gold", 3, "", 1),
        ("Silver", 6, "", 2),
        ("Silver", 0, "", 3),
        ("Silver", 4, "script", 2),
        ("Weather", 0, "", 1),
    ],
)
def test_s42_copies_in_a_deck(type: str, power: int, effect: str, copies: int) -> None:
    assert Card(number=0, name="x", type=type, faction="f", power=power, effect=effect).copies == copies


@pytest.mark.parametrize("faction", FACTIONS)
def test_each_faction_has_the_stated_shape(faction: str) -> None:
    cards = of(faction)
    assert list(cards) == ["L", "U1", "U2", "U3", "U4", "U5", "U6", "G1", "G2", "W1", "W2", "B1", "B2", "D1"]
    for slot, (low, high) in BANDS.items():
        assert low <= cards[slot].power <= high, slot
        assert cards[slot].copies == COPIES[slot], slot
        if slot in WITH_EFFECT:
            assert bool(cards[slot].effect) is WITH_EFFECT[slot], slot
    units = [card for slot, card in cards.items() if slot in BANDS]
    for row in range(3):
        assert sum(card.copies for card in units if row in card.rows) >= 4, f"{ROWS[row]} is thin"
    assert len({*cards["W1"].rows, *cards["W2"].rows}) >= 2
    assert cards["B1"].rows != cards["B2"].rows
    assert len(cards["B1"].rows) == len(cards["B2"].rows) == 1
    for card in cards.values():
        name, _, row = card.effect.rstrip(")").partition("(")
        slots = {"SetBoost": ("B1", "B2"), "SetWeather": ("W1", "W2")}.get(name, ())
        if slots:
            assert any(ROWS.index(row) in cards[slot].rows for slot in slots), card.name


@pytest.mark.parametrize(
    ("faction", "total"), [("Hedge Court", 65), ("Storm Choir", 73), ("Moor Hunters", 72), ("The Levellers", 81)]
)
def test_printed_power_of_each_faction(faction: str, total: int) -> None:
    assert sum(card.power * card.copies for card in POOL.cards if card.faction == faction) == total
    assert sum(card.power * card.copies for card in POOL.cards if card.faction == NEUTRAL) == 22


def test_every_card_has_words() -> None:
    for card in POOL.cards:
        assert card.flavour.endswith((".", "?", "!")), card.name
        assert card.text or (card.type == "Silver" and not card.effect), card.name

"""Everything that is printed is in cards.toml; numbers, sums and the rules for players follow from it."""

from __future__ import annotations

import msgspec
import pytest

from parlour.games.battle_farm import printed, sources
from parlour.games.battle_farm.cards import BEDS, CARDS, CLASSES, MOST_CARDS, BonusCards, problems
from parlour.games.battle_farm.crops import CROPS
from parlour.games.battle_farm.game import GAME

FIRST_CARDS = (
    "wheat apples cabbage corn carrots onions mango tomatoes potatoes melon beans wasabi pineapple eggplant peppers "
    "oranges pumpkins grapes cloudberry strawberry blueberry garden_gourmet fertilizer_frenzy recycle lucky_find "
    "green_thumb red_reaper yellow_warning weed_whacker pest_control selection flower_power fungus_infiltration "
    "seed_sprout pollinator_paradise retractable_greenhouse garden_gnome trellis_bed vertical_bed rotational_bed "
    "grocery thorny_fence clone wither"
)


def test_a_card_keeps_its_number() -> None:
    """Packed moves and what learners have learnt rely on it: a new card goes to the end."""
    assert " ".join(card.id for card in CARDS).startswith(FIRST_CARDS)
    packed = GAME.moves.from_json({"kind": "play", "card": "wither", "value": 3})
    assert packed == 8 | 43 << 6 | 3 << 22


def test_the_rules_for_players_have_a_row_for_everything_that_is_printed() -> None:
    rules = GAME.rules()
    for thing in (*CARDS, *BEDS, *CLASSES):
        rows = [row for row in rules.splitlines() if row.startswith(f"| {thing.name} ") and thing.text in row]
        assert len(rows) == 1, thing.name
    limits = GAME.data(GAME.read_options()).win_limits.values()
    assert f"| win limit in coins | {' | '.join(map(str, limits))} |" in rules
    assert "<!--" not in rules


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda c, b, k: ([*c, *c[:1]], b, k), "wheat occurs twice"),
        (lambda c, b, k: ([*c, *c, *c], b, k), f"there are {3 * len(CARDS)} cards; at most {MOST_CARDS} fit"),
        (lambda c, b, k: ([msgspec.structs.replace(c[0], group="blue")], b, k), "wheat has the colour 'blue'"),
        (lambda c, b, k: (c, [*b, *b], k), "there are 14 types of bed; at most 8 fit"),
        (lambda c, b, k: (c, [msgspec.structs.replace(b[0], rarity="odd")], []), "common suits the rarity 'odd'"),
        (lambda c, b, k: (c, [msgspec.structs.replace(b[0], colour="odd")], []), "common suits the colour 'odd'"),
        (lambda c, b, k: (c, b[:1], k[:1]), "land_baron has a bed 'greenhouse'"),
        (lambda c, b, k: (c, b, [msgspec.structs.replace(k[0], once_per="day")]), "uses its card once per 'day'"),
        (
            lambda c, b, k: (c, b, [msgspec.structs.replace(k[0], bonus_cards=BonusCards(3, "rare", True))]),
            "land_baron gets 3 bonus cards of 3 kinds; at most 2 fit",
        ),
    ],
)
def test_what_does_not_go_together_is_refused_in_a_sentence(change, sentence: str) -> None:
    assert problems(CARDS, BEDS, CLASSES) == []
    assert sentence in "; ".join(problems(*change(CARDS, BEDS, CLASSES)))


def test_every_card_has_an_effect_and_every_effect_a_card() -> None:
    ids = [card.id for card in CARDS if card.is_crop]
    assert sources._in_order(ids, CROPS, "crops.py") == [CROPS[id] for id in ids]
    with pytest.raises(ValueError, match=r"only one of cards.toml and crops.py has turnip"):
        sources._in_order([*ids, "turnip"], CROPS, "crops.py")
    with pytest.raises(ValueError, match=r"has blueberry, wheat"):
        sources._in_order([id for id in ids if id not in ("wheat", "blueberry")], CROPS, "crops.py")


def test_beds_help_the_crops_that_they_suit() -> None:
    """Section 1.2."""
    beds, cards = {bed.id: bed.number for bed in BEDS}, {card.id: card.number for card in CARDS}
    helped = [
        (bed, crop, int(printed.harvest_bonus(beds[bed], cards[crop])))
        for bed in beds
        for crop in ("corn", "carrots", "grapes")
    ]
    assert [entry for entry in helped if entry[2]] == [
        ("raised", "grapes", 2),
        ("trellis", "grapes", 1),
        ("rotational", "corn", 1),
        ("vertical", "carrots", 1),
    ]
    timers = {bed: [int(printed.planted_timer(beds[bed], cards[crop])) for crop in ("corn", "grapes")] for bed in beds}
    assert timers == {bed: [1, 3] if bed == "hydroponic" else [1, 4] for bed in beds}

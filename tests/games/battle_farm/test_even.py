"""The option `even`: weaker classes, and whoever goes second of two, start with more coins; nothing else differs."""

import pytest
from tests.games.battle_farm.test_setup import NAMES

from parlour.core import record
from parlour.core.errors import Refused
from parlour.core.match import Match
from parlour.core.seed import Seed
from parlour.games import find
from parlour.games.battle_farm.cards import CLASS, CLASSES
from parlour.games.battle_farm.even import COINS, more_coins
from parlour.games.battle_farm.farmer import START_COINS
from parlour.games.battle_farm.game import GAME


def dealt(seed: int, classes: list[str], **options: object) -> Match:
    return Match(GAME, GAME.read_options({"classes": classes, **options}), len(classes), Seed.parse(str(seed)))


@pytest.mark.parametrize("klass", NAMES)
def test_a_class_starts_with_its_coins_and_those_for_its_place(klass: str) -> None:
    rival = next(name for name in NAMES if name != klass)
    second = COINS.places["2"][1]
    assert second > 0
    places = set()
    for seed in range(8):
        state = dealt(seed, [klass, rival], even=True).state
        for seat, name in enumerate((klass, rival)):
            place = list(state.order).index(seat)
            places.add((seat, place))
            usual = START_COINS + CLASS[name].coins
            assert state.farmers[seat].coins == usual + COINS.classes[name] + second * place
    assert len(places) == 4, "in eight games everybody goes first and second"


@pytest.mark.parametrize("seats", [2, 4])
def test_apart_from_the_coins_it_is_the_same_deal(seats: int) -> None:
    names = NAMES[-seats:]
    for seed in range(3):
        plain, even = (dealt(seed, names, even=on).view(None) for on in (False, True))
        assert [farmer.coins for farmer in even.farmers] != [farmer.coins for farmer in plain.farmers]
        for one, other in zip(plain.farmers, even.farmers, strict=True):
            assert (one.klass, one.fertilizers, one.hand_size) == (other.klass, other.fertilizers, other.hand_size)
        assert (plain.order, plain.market, plain.deck_size) == (even.order, even.market, even.deck_size)
        hands = [
            [list(map(int, farmer.hand)) for farmer in dealt(seed, names, even=on).state.farmers]
            for on in (False, True)
        ]
        assert hands[0] == hands[1]


def test_at_larger_tables_only_the_class_counts() -> None:
    state = dealt(1, NAMES[:4], even=True).state
    for farmer in state.farmers:
        klass = CLASSES[farmer.klass]
        assert farmer.coins == START_COINS + klass.coins + COINS.classes[klass.id]


def test_without_the_option_everybody_starts_as_printed() -> None:
    state = dealt(1, NAMES).state
    assert [int(f.coins) for f in state.farmers] == [START_COINS + CLASSES[f.klass].coins for f in state.farmers]
    assert not GAME.read_options().even
    assert not GAME.read_stored({"classes": [], "fresh_market": True}, GAME.version).even, "matches stored before it"


def test_everybody_is_told_who_starts_with_how_many_coins() -> None:
    match = dealt(3, ["master_gardener", "land_baron"], even=True)
    told = [GAME.say_event(event, ["Ann", "Bob"], 1, match.options) for event in match.events(1)]
    coins = [int(farmer.coins) for farmer in match.state.farmers]
    assert told[0].startswith(f"Ann is the Master Gardener, with {coins[0]} coins,")
    assert told[1].startswith(f"Bob is the Land Baron, with {coins[1]} coins,")


def test_the_preset_and_the_switch() -> None:
    assert GAME.read_options(preset="even") == GAME.read_options({"even": True})
    short = GAME.read_options({"even": "true"}, preset="short")
    assert (short.even, short.win_limit) == (True, 90)
    with pytest.raises(Refused, match="Battle Farm, option even: expected yes or no"):
        GAME.read_options({"even": "maybe"})


def test_the_numbers_are_no_larger_than_needed_and_in_the_rules() -> None:
    assert min(COINS.classes.values()) == 0
    assert more_coins(CLASS["land_baron"].number, 0, 2) == COINS.classes["land_baron"]
    for name, coins in COINS.classes.items():
        assert f"| {CLASS[name].name} | {coins} |" in GAME.rules()
    assert f"| whoever goes second, at a table of two | {COINS.places['2'][1]} more |" in GAME.rules()


def test_a_record_says_that_the_game_was_even_and_replays() -> None:
    match = dealt(2, ["crop_scientist", "harvest_freak"], even=True, max_rounds=1)
    while not match.over:
        match.play(match.mover, match.state.moves()[-1])
    kept = record.decode(record.encode(record.record(match, ["Ann", "Bob"])))
    assert kept.options["even"] is True
    assert record.replay(kept, find).view(None) == match.view(None)

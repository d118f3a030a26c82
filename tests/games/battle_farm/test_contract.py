"""The laws of Battle Farm; what the house expects of every game is asked in tests/contract."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parlour.bots.playout import play_out, play_random
from parlour.core.seed import Seed
from parlour.core.state import OVER
from parlour.core.testing import hidden_frequencies
from parlour.core.watch import Watch
from parlour.games.battle_farm import farmer as farms
from parlour.games.battle_farm.game import GAME


@given(seed=st.integers(0, 10**6), seats=st.integers(2, 6))
@settings(max_examples=12)
def test_cards_and_counters_are_conserved(seed: int, seats: int) -> None:
    dice = Seed.parse(str(seed)).dice("game")
    state = GAME.new(GAME.read_options(), seats, dice)
    beds = [len(f.beds) for f in state.farmers]
    n = 0
    while state.mover != OVER:
        if n % 9 == 0:
            GAME.check_laws(state)
        state.play(state.random_move(dice), dice)
        n += 1
    GAME.check_laws(state)
    assert [len(f.beds) for f in state.farmers] == beds
    assert sum(state.payoffs()) == pytest.approx(1)


@given(seed=st.integers(0, 10**6), seats=st.integers(2, 6))
@settings(max_examples=20)
def test_random_games_end_long_before_the_cap(seed: int, seats: int) -> None:
    dice = Seed.parse(str(seed)).dice("game")
    state = GAME.new(GAME.read_options(), seats, dice)
    play_random(state, dice, 100_000)
    assert state.mover == OVER
    assert state.round < 200


def test_playouts_end() -> None:
    for seats in GAME.seats:
        dice = Seed.parse(str(seats)).dice("game")
        state = GAME.new(GAME.read_options(), seats, dice)
        play_out(state, dice, 100_000, Watch())
        assert state.mover == OVER


@given(seed=st.integers(0, 10**6), seats=st.integers(2, 6))
@settings(max_examples=6)
def test_coins_change_only_where_the_events_say_so(seed: int, seats: int) -> None:
    """Harvests, gains, purchases, losses to the bank; trades and thefts keep the sum."""
    dice = Seed.parse(str(seed)).dice("game")
    state = GAME.new(GAME.read_options({"win_limit": 80}), seats, dice)
    coins = sum(int(f.coins) for f in state.farmers)
    while state.mover != OVER:
        state.heard = []
        state.play(state.random_move(dice), dice)
        for told in state.heard:
            event = GAME.events.show(told, None)
            assert event is not None or GAME.events.kinds[told[0]].seen_by
            if event is None:
                continue
            if event["kind"] == "harvested":
                coins += int(event["amount"])
            elif event["kind"] == "bought":
                coins -= int(event["price"])
            elif event["kind"] in ("gained", "lost") and event["goods"] == "coins":
                coins += int(event["amount"]) * (1 if event["kind"] == "gained" else -1)
        assert coins == sum(int(f.coins) for f in state.farmers)


def test_unseen_cards_lie_in_hand_and_deck_by_their_number() -> None:
    """A hidden hand of three holds each kind as often as its share of the unseen cards says."""
    dice = Seed.parse("11").dice("game")
    options = GAME.read_options({"classes": ["market_trader", "weather_watcher"]})
    state = GAME.new(options, 2, dice)
    view = GAME.view(state, 0)
    own = Counter(c.card for c in view.farmers[0].hand)
    lucky = 6 - own["lucky_find"] - view.market.count("lucky_find")
    unseen = len(state.deck) + 3
    times = 3000

    def first_card(world: object) -> int:
        return int(farms.card_kind(world.farmers[1].hand[0]))  # type: ignore[attr-defined]

    for found in hidden_frequencies(GAME, view, 0, first_card, times, dice):
        expected = times * lucky / unseen
        assert abs(found[24] - expected) < 4 * expected**0.5 + 1


def test_bonus_kinds_of_others_are_guessed_evenly() -> None:
    dice = Seed.parse("12").dice("game")
    state = GAME.new(GAME.read_options({"classes": ["market_trader", "land_baron"]}), 2, dice)
    view = GAME.view(state, 0)

    def bonus(world: object) -> int:
        return int(world.farmers[1].bonus0)  # type: ignore[attr-defined]

    for found in hidden_frequencies(GAME, view, 0, bonus, 1500, dice):
        assert set(found) == {12, 13, 14}
        assert all(400 <= n <= 600 for n in found.values())


def test_a_view_that_cannot_be_is_refused() -> None:
    import msgspec

    from parlour.core.errors import Refused

    dice = Seed.parse("13").dice("game")
    view = GAME.view(GAME.new(GAME.read_options(), 2, dice), 0)
    for wrong in (
        {"order": [0, 0]},
        {"discard": ["clone", "clone"]},
        {"deck_size": 3},
        {"discard": ["cactus"]},
        {"phase": "siesta"},
    ):
        with pytest.raises(Refused):
            GAME.imagine(msgspec.structs.replace(view, **wrong), dice)

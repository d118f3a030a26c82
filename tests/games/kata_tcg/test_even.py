"""The option `even`: where cards only attack, whoever goes first begins with less health."""

import pytest

from parlour.core.errors import Refused
from parlour.core.match import Match
from parlour.core.seed import Seed
from parlour.games.kata_tcg.game import GAME
from parlour.games.kata_tcg.options import EVEN_HEALTH
from parlour.games.kata_tcg.state import START_HEALTH


def dealt(seed, even):
    return Match(GAME, GAME.read_options({"even": even}), 2, Seed.parse(str(seed)))


def test_the_first_to_go_begins_with_less_health_and_all_else_is_the_same():
    """Even if the first to go has nothing to play, so that the other decides first."""
    seen = set()
    for seed in range(12):
        even, plain = (dealt(seed, on) for on in (True, False))
        starter = next(event["seat"] for event in even.events(None) if event["kind"] == "starts")
        seen.add((starter, even.mover == starter))
        assert even.state.side(starter).health == EVEN_HEALTH < START_HEALTH
        assert even.state.side(1 - starter).health == START_HEALTH
        assert [plain.state.side(seat).health for seat in (0, 1)] == [START_HEALTH] * 2
        assert even.state.moves() == plain.state.moves()
        for seat in (0, 1):
            assert even.state.side(seat).hand_cards() == plain.state.side(seat).hand_cards()
            assert even.state.side(seat).deck_cards() == plain.state.side(seat).deck_cards()
    assert {starter for starter, _ in seen} == {0, 1}


def test_the_preset_is_classic_with_the_switch():
    assert GAME.read_options(preset="even") == GAME.read_options({"even": True}, "classic")
    with pytest.raises(Refused, match="Kata TCG, option even: expected yes or no"):
        GAME.read_options({"even": "a little"})


def test_it_is_refused_where_the_first_move_is_worth_something_else():
    GAME.check(GAME.read_options(preset="even"), 2)
    with pytest.raises(Refused) as refused:
        GAME.check(GAME.read_options({"even": True}, "full"), 2)
    assert refused.value.text == (
        "An even start is for games in which cards only attack: play without healing, minions, drawers, custom_cards "
        "and deck_building, or without even."
    )


def test_a_match_stored_before_the_option_goes_on_without_it():
    assert not GAME.read_stored({"healing": True}, GAME.version).even


def test_the_number_is_in_the_rules():
    assert f"begins with {EVEN_HEALTH} health instead of {START_HEALTH}" in GAME.rules()

"""The option `even`: whoever goes first begins with less health, by what the first move is worth with these cards."""

import pytest

from parlour.core.errors import Refused
from parlour.core.match import Match
from parlour.core.seed import Seed
from parlour.games.kata_tcg.game import GAME
from parlour.games.kata_tcg.options import EVEN_HEALTH, PRESETS
from parlour.games.kata_tcg.state import START_HEALTH


def dealt(seed, preset, even):
    return Match(GAME, GAME.read_options({"even": even}, preset), 2, Seed.parse(str(seed)))


@pytest.mark.parametrize("preset", EVEN_HEALTH)
def test_the_first_to_go_begins_with_less_health_and_all_else_is_the_same(preset):
    """Even if the first to go has nothing to play, so that the other decides first."""
    seen = set()
    for seed in range(12):
        even, plain = (dealt(seed, preset, on) for on in (True, False))
        starter = next(event["seat"] for event in even.events(None) if event["kind"] == "starts")
        seen.add((starter, even.mover == starter))
        assert even.state.side(starter).health == EVEN_HEALTH[preset] < START_HEALTH
        assert even.state.side(1 - starter).health == START_HEALTH
        assert [plain.state.side(seat).health for seat in (0, 1)] == [START_HEALTH] * 2
        assert even.state.moves() == plain.state.moves()
        for seat in (0, 1):
            assert even.state.side(seat).hand_cards() == plain.state.side(seat).hand_cards()
            assert even.state.side(seat).deck_cards() == plain.state.side(seat).deck_cards()
    assert {starter for starter, _ in seen} == {0, 1}


def test_the_presets_are_others_with_the_switch():
    assert GAME.read_options(preset="even") == GAME.read_options({"even": True}, "classic")
    assert set(EVEN_HEALTH) == {name for name in PRESETS if not PRESETS[name].get("even")}
    assert GAME.read_options(preset="even-full") == GAME.read_options({"even": True}, "full")
    with pytest.raises(Refused, match="Kata TCG, option even: expected yes or no"):
        GAME.read_options({"even": "a little"})


def test_it_is_refused_where_nobody_has_measured_the_first_move():
    for preset in EVEN_HEALTH:
        GAME.check(GAME.read_options({"even": True}, preset), 2)
    GAME.check(GAME.read_options({"even": True, "decks": ["emberline", ""]}, "full"), 2)
    GAME.check(GAME.read_options({"healing": True, "minions": True}), 2)
    with pytest.raises(Refused) as refused:
        GAME.check(GAME.read_options({"even": True, "healing": True, "minions": True}), 2)
    assert refused.value.text == (
        "An even start has been measured for the cards of classic, healing, minions and full: play by one of these "
        "presets, or without even."
    )


def test_a_match_stored_before_the_option_goes_on_without_it():
    assert not GAME.read_stored({"healing": True}, GAME.version).even


def test_the_numbers_are_in_the_rules():
    for preset, health in EVEN_HEALTH.items():
        assert f"| `{preset}` | {health} |" in GAME.rules()

"""The option `even`: the second gardener, who moves later in every round, starts with more gold."""

import pytest

from parlour.core.errors import Refused
from parlour.core.match import Match
from parlour.core.seed import Seed
from parlour.games.gardening_war.game import GAME
from parlour.games.gardening_war.options import LONG, even_gold
from parlour.games.gardening_war.shop import START_GOLD


def dealt(seed, rounds, even):
    options = {"rounds": rounds, "even": even, "layout": "random"}
    return Match(GAME, GAME.read_options(options), 2, Seed.parse(str(seed)))


@pytest.mark.parametrize(("seed", "rounds"), [(1, 1), (2, 30), (3, LONG), (4, 150)])
def test_the_second_gardener_starts_with_more_gold_and_all_else_is_the_same(seed, rounds):
    even, plain = dealt(seed, rounds, True).view(None), dealt(seed, rounds, False).view(None)
    assert [gardener.gold for gardener in even.gardeners] == [START_GOLD, START_GOLD + even_gold(rounds)]
    assert [gardener.gold for gardener in plain.gardeners] == [START_GOLD] * 2
    assert (even.fields, even.mover, even.rounds) == (plain.fields, plain.mover, plain.rounds)
    assert [gardener.fields for gardener in even.gardeners] == [gardener.fields for gardener in plain.gardeners]


def test_the_preset_draws_the_special_fields_and_the_switch_goes_with_others_too():
    assert GAME.read_options(preset="even") == GAME.read_options({"even": True, "layout": "random"})
    short = GAME.read_options({"even": True}, "short")
    assert short.even
    assert short.rounds == GAME.read_options(preset="short").rounds
    with pytest.raises(Refused, match="Gardening War, option even: expected yes or no"):
        GAME.read_options({"even": "a little"})


def test_a_match_stored_before_the_option_goes_on_without_it():
    assert not GAME.read_stored({"rounds": 30}, GAME.version).even


def test_a_game_that_follows_a_draw_is_even_too():
    options = GAME.read_options({"even": True})
    finished = GAME.finished(drawn(options))
    following = GAME.sequel(options, [finished], ["one", "two"])
    longer = GAME.sequel(options, [finished] * 3, ["one", "two"])
    assert following.options.even
    assert longer.options.even


def drawn(options):
    """A garden whose last round is over with no points on either side."""
    garden = Match(GAME, options, 2, Seed.parse("1")).state.copy()
    garden.round = options.rounds
    garden.upkeep()
    return garden


def test_a_long_game_needs_more():
    assert even_gold(LONG - 1) < even_gold(LONG)


def test_the_numbers_are_in_the_rules():
    short, long = (START_GOLD + even_gold(rounds) for rounds in (LONG - 1, LONG))
    said = f"starts with {short} gold instead of {START_GOLD}, or with {long} if\nthe game has {LONG} rounds or more"
    assert said in GAME.rules()

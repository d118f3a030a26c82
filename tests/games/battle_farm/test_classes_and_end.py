"""Scenarios 71 to 88: class cards, fertilizing, the end, refusals."""

import pytest
from tests.games.battle_farm.fields import Field, player

from parlour.core.errors import Refused
from parlour.core.match import Match
from parlour.core.seed import Seed
from parlour.games.battle_farm.game import GAME
from parlour.games.battle_farm.moves import MOVES
from parlour.games.battle_farm.options import FarmOptions

MORE = "lucky_find"


def next_turn(field: Field) -> None:
    """A ends the turn; B, who has nothing but a coin, stops at the market; A goes on to play."""
    field.do("end")
    assert field.mover == "B"
    field.do("stop")
    assert (field.mover, field.question) == ("A", "bundle")
    field.do("skip")


# --- class cards ---


def test_s71_land_acquisition() -> None:
    field = Field(player(klass="land_baron", hand=MORE), player(coins=1), discard="corn clone corn")
    field.do("use_class")
    assert field.options() == ["fetch corn", "fetch clone"]
    field.do("fetch clone")
    assert (field.hand(), field.fertilizers(), field.discard()) == ([MORE, "clone"], 0, ["corn", "corn"])
    assert field.refuses("use_class") == "class-used"
    next_turn(field)
    assert field.refuses("use_class") == "class-used"
    empty = Field(player(klass="land_baron", hand=MORE), player())
    assert empty.refuses("use_class") == "no-target"


def test_s71_land_acquisition_takes_the_card_discarded_last() -> None:
    field = Field(player(klass="land_baron", hand=MORE), player(), discard="corn clone corn wheat")
    field.do("use_class").do("fetch corn")
    assert field.discard() == ["corn", "clone", "wheat"]


def test_s72_reap_and_sow() -> None:
    own = player(klass="harvest_freak", hand=f"corn[8] {MORE}", fertilizers=2)
    field = Field(own, player(coins=1), deck="beans " + "wheat " * 9)
    field.do("use_class").do("choose_card corn[8]", 4)
    assert field.hand() == [MORE, "beans"]
    assert (len(field.state.deck), field.fertilizers()) == (10, 1)
    assert int(field.state.deck[-4]) == 3, "corn lies below three cards"
    assert field.view("A").returned == ["corn"]
    assert field.refuses("use_class") == "class-used"
    next_turn(field)
    assert "use_class" in field.options()


def test_s73_early_bird() -> None:
    field = Field(player(klass="master_gardener", fertilizers=4, hand=MORE, beds="G:corn -"), player(beds="R:"))
    field.do("use_class")
    assert field.refuses("choose_bed B 0") == "no-such-target"
    field.do("choose_bed A 0")
    assert field.options() == ["choose_type trellis", "choose_type rotational", "choose_type vertical"]
    field.do("choose_type vertical")
    assert (field.beds()[0], field.fertilizers()) == ("V:corn(3,1)", 0)
    poor = Field(player(klass="master_gardener", fertilizers=3, hand=MORE), player())
    assert poor.refuses("use_class") == "not-enough-fertilizers"


def test_s73_early_bird_never_keeps_the_type() -> None:
    field = Field(player(klass="master_gardener", fertilizers=4, hand=MORE, beds="T: T:"), player())
    field.do("use_class").do("choose_bed A 0")
    assert field.options() == ["choose_type rotational", "choose_type vertical"]


def test_s74_genetic_modification() -> None:
    field = Field(player(klass="crop_scientist", fertilizers=2, hand=MORE), player(beds="G:corn(3,1)"))
    assert field.do("use_class").beds("B") == ["G:corn(4,1)"]
    assert field.refuses("use_class") == "class-used"


def test_s75_stonks() -> None:
    market = "corn wheat onions beans melon mango"
    deck = "apples carrots cabbage wasabi peppers grapes " + "wheat " * 171
    field = Field(player(coins=5, fertilizers=3, hand=MORE), player(), market=market, deck=deck)
    field.do("use_class").do("pick 2")
    assert field.hand() == [MORE, "onions"]
    assert field.discard() == ["corn", "wheat", "beans", "melon", "mango"]
    assert field.market() == ["apples", "carrots", "cabbage", "wasabi", "peppers", "grapes"]
    assert (len(field.state.deck), field.coins()) == (171, 5)
    field.state.farmers[0].fertilizers = 9
    assert field.refuses("use_class") == "class-used"


def test_s76_cloud_cover() -> None:
    own = player(klass="weather_watcher", fertilizers=3, hand=MORE, beds="corn -")
    field = Field(own, player(beds="corn(3,1) G:melon -")).do("use_class")
    assert field.refuses("choose_bed B 1") == "protected"
    assert field.refuses("choose_bed A 0") == "no-such-target"
    assert field.do("choose_bed B 0").beds("B")[0] == "corn(3,2)"
    own = player(klass="weather_watcher", fertilizers=3, hand=MORE)
    empty = Field(own, player(beds="corn(3,1) G:melon -")).do("use_class").do("choose_bed B 2")
    assert empty.beds("B") == ["corn(3,1)", "G:melon(6,2)", "-"]


# --- fertilizing ---


def test_s77_two_fertilizers_ripen_a_melon() -> None:
    field = Field(player(fertilizers=5, beds="melon(6,2) corn"), player(coins=1), phase="fertilize", limit=2)
    field.do("fertilize 0").do("fertilize 0")
    assert (field.coins(), field.fertilizers(), field.mover) == (6, 3, "B")


def test_s78_a_fertilizer_gained_may_be_used() -> None:
    field = Field(player(fertilizers=1, beds="potatoes(5,1) corn(3,2)"), player(), phase="fertilize", limit=3)
    field.do("fertilize 0", 1)
    assert (field.coins(), field.fertilizers(), field.question) == (5, 1, "fertilize")
    field.do("fertilize 1")
    assert field.fertilizers() == 0


def test_s79_no_fertilizer_no_question() -> None:
    field = Field(player(beds="corn(3,2)"), player(coins=1), phase="fertilize", limit=4)
    assert (field.mover, field.question) == ("B", "market")


# --- the end ---


def test_s80_the_round_is_finished_and_the_richest_wins() -> None:
    players = [player(coins=210), player(coins=1), player(coins=215)]
    field = Field(*players, phase="check", win_limit=208)
    assert (field.state.final, field.mover) == (True, "B")
    field.do("stop")
    assert field.mover == "C"
    field.do("stop")
    assert field.mover == "over"
    assert [float(p) for p in field.state.payoffs()] == [0, 0, 1]


def test_s81_the_last_round_is_never_called_off() -> None:
    rival = player(coins=1, hand="wasabi wasabi", beds="- -")
    field = Field(player(coins=210), rival, player(coins=1), phase="check", win_limit=208)
    field.do("stop").do("skip").do("play wasabi").do("plant 0").do("choose_player A", 4)
    assert field.coins() == 206
    field.do("end")
    assert (field.state.final, field.mover) == (True, "C")
    field.do("stop")
    assert field.mover == "over"


def test_s82_the_last_player_ends_the_game_at_once() -> None:
    field = Field(player(coins=250), player(coins=10), phase="check", place=1)
    assert field.mover == "over"


def test_s83_only_the_end_of_the_turn_counts() -> None:
    field = Field(player(coins=260), player(coins=9), phase="market", limit=3, market="clone " * 6)
    field.do("buy 0").do("buy 1")
    assert field.coins() == 244
    field.do("stop").do("skip")
    assert (field.state.final, field.mover) == (False, "B")


def test_s84_equal_coins_share_the_win() -> None:
    field = Field(player(coins=90), player(coins=120), player(coins=120), phase="check", place=2, win_limit=80)
    assert field.mover == "over"
    assert [float(p) for p in field.state.payoffs()] == [0, 0.5, 0.5]
    assert GAME.say_end(field.state, "ABC", FarmOptions()) == "B and C share the win: B 120, C 120, A 90."


def test_s84_three_dead_rounds_end_the_game() -> None:
    field = Field(player(hand="selection"), player(hand="weed_whacker"), phase="harvest")
    assert field.mover == "over"
    assert int(field.state.round) == 3
    assert [float(p) for p in field.state.payoffs()] == [0.5, 0.5]


def test_s84_trade_questions_keep_no_round_alive() -> None:
    market = "clone clone clone clone clone clone"
    players = [player(hand="selection"), player(coins=1, hand="weed_whacker")]
    field = Field(*players, phase="harvest", market=market, fresh_market=False)
    for turn in (1, 2, 3):
        assert (field.mover, field.question, int(field.state.round)) == ("A", "bundle", turn)
        field.do("skip")
    assert field.mover == "over"
    assert [float(p) for p in field.state.payoffs()] == [0, 1]


def test_the_round_cap_ends_the_game() -> None:
    match = Match(GAME, {"max_rounds": 2}, 3, Seed.parse("4"))
    while not match.over:
        match.play(match.mover, int(match.state.default_move()))
    view = match.view(None)
    assert (view.round, view.cause) == (2, "round_cap")


# --- refusals ---


def test_s85_no_planting_without_an_empty_bed() -> None:
    field = Field(player(hand=f"corn {MORE}", beds="corn corn"), player())
    assert field.refuses("play corn") == "no-empty-bed"


def test_s86_no_fertilizer_no_action() -> None:
    field = Field(player(hand="green_thumb recycle"), player())
    assert field.refuses("play green_thumb") == "not-enough-fertilizers"
    assert field.options() == ["play recycle", "end"]


@pytest.mark.parametrize("card", ["garden_gourmet", "clone", "wither"])
def test_s87_cards_that_need_a_crop(card: str) -> None:
    field = Field(player(fertilizers=9, hand=f"{card} fungus_infiltration"), player())
    assert field.refuses(f"play {card}") == "no-target"
    assert "play fungus_infiltration" in field.options()


def test_s88_nothing_is_played_after_phase_4() -> None:
    field = Field(player(fertilizers=2, hand=f"corn {MORE}", beds="melon - -"), player(), limit=1)
    field.do("end", 2)
    assert field.question == "fertilize"
    assert field.refuses("play corn") == "wrong-moment"
    assert field.refuses("play lucky_find") == "wrong-moment"


def test_s88_nobody_acts_out_of_turn() -> None:
    match = Match(GAME, None, 3, Seed.parse("6"))
    other = (match.mover + 1) % 3
    for words in ("stop", "end", "play corn 3", "bid 0", "give coin"):
        with pytest.raises(Refused, match="not your turn"):
            match.play(other, MOVES.from_words(words))


def test_an_opponent_is_asked_in_anothers_turn_only_for_bid_discard_and_tribute() -> None:
    """Over many random games."""
    asked = set()
    for seed in range(12):
        state = GAME.new(GAME.read_options(), 4, Seed.parse(str(seed)).dice("new"))
        dice = Seed.parse(str(seed)).dice("play")
        while state.mover >= 0:
            if state.mover != state.active:
                asked.add(int(state.asking))
            state.play(state.random_move(dice), dice)
    assert {3, 16} <= asked <= {3, 14, 16}

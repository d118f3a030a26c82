"""R72: a market from which nobody took a card for a whole round is laid out afresh."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.games.battle_farm.fields import Field, player

from parlour.core import record
from parlour.core.match import Match
from parlour.core.seed import Seed
from parlour.core.state import OVER
from parlour.games import find
from parlour.games.battle_farm.game import GAME
from parlour.games.battle_farm.options import FarmOptions

OLD = "corn wheat onions beans melon mango"
NEW = "apples carrots cabbage wasabi peppers grapes"
DECK = f"{NEW} {'wheat ' * 30}"
POOR = "clone " * 6


def said(field: Field) -> list[str]:
    return [GAME.say_event(event, "ABC", None, FarmOptions()) for event in field.heard if event]


def test_after_a_round_without_a_purchase_six_new_cards_are_laid_out() -> None:
    field = Field(player(coins=3), player(coins=3), phase="harvest", market=OLD, deck=DECK)
    field.do("stop")
    assert field.market() == OLD.split()
    assert field.view("A").untouched
    field.do("stop")
    assert (field.market(), field.discard()) == (NEW.split(), OLD.split())
    assert (int(field.state.round), len(field.state.deck), field.mover) == (2, 30, "A")
    told = said(field)
    at = told.index("Nobody took a card from the market in round 1, so it is laid out afresh.")
    assert told[at + 1] == "Discarded from the market: Corn."
    assert told[at + 7] == "New at the market: Apples."
    assert told[at + 13] == "Round 2: A's turn."


def test_one_purchase_by_anybody_keeps_the_market_for_this_round() -> None:
    field = Field(player(coins=3), player(coins=3), player(coins=3), phase="harvest", market=OLD, deck=DECK)
    field.do("stop").do("buy 0")
    assert not field.view("C").untouched
    field.do("skip").do("end").do("stop")
    assert (int(field.state.round), field.market()) == (2, ["apples", *OLD.split()[1:]])
    assert field.view("A").untouched
    assert "stale" not in field.heard_kinds()


def test_a_card_taken_with_stonks_counts_as_taken() -> None:
    trader = player(coins=0, fertilizers=3, klass="market_trader")
    field = Field(trader, player(coins=0, klass="land_baron"), market=OLD, deck=DECK)
    field.do("use_class").do("pick 2")
    assert (int(field.state.round), field.mover, field.question) == (1, "A", "play")
    assert not field.view("A").untouched
    field.do("end")
    assert (field.mover, field.question) == ("B", "play")
    field.do("end")
    assert (int(field.state.round), field.market()) == (2, NEW.split())


def test_a_trade_is_not_a_purchase_from_the_market() -> None:
    field = Field(player(coins=1, hand="wither"), player(coins=3), phase="harvest", market=POOR, deck=DECK)
    field.do("add wither").do("send").do("bid 3").do("accept B")
    assert field.hand("B") == ["wither"]
    field.do("skip")
    assert (int(field.state.round), field.market()) == (2, NEW.split())


def test_nobody_can_pay_and_still_the_market_moves() -> None:
    """Without a question, too: one who has 1 coin before six cards of 8 finds others in the next round."""
    field = Field(player(coins=1, beds="corn(3,9)"), player(), phase="harvest", market=POOR, deck=DECK)
    assert (int(field.state.round), field.mover, field.question) == (2, "A", "market")
    assert field.market() == NEW.split()


def test_the_deck_runs_out_and_the_last_round_begins() -> None:
    field = Field(player(coins=3), player(coins=3), phase="harvest", market=OLD, deck="apples carrots cabbage")
    field.do("stop").do("stop")
    assert field.market() == ["apples", "carrots", "cabbage", "-", "-", "-"]
    assert (field.state.final, int(field.state.round), field.mover) == (True, 2, "A")
    assert "The deck is empty: this is the last round." in said(field)
    field.do("stop")
    assert field.mover == "B"
    field.do("stop")
    assert field.mover == "over"
    assert "stale" not in field.heard_kinds()


def test_six_cards_left_are_laid_out_and_call_the_last_round() -> None:
    field = Field(player(coins=3), player(coins=3), phase="harvest", market=OLD, deck=NEW)
    field.do("stop").do("stop")
    assert (field.market(), field.state.final) == (NEW.split(), True)


def test_after_the_last_round_nothing_more_is_laid_out() -> None:
    players = [player(coins=250), player(coins=3)]
    field = Field(*players, phase="check", market=OLD, deck=DECK)
    field.do("stop")
    assert (field.mover, field.market()) == ("over", OLD.split())


def test_switched_off_the_market_stays_as_in_the_document() -> None:
    field = Field(player(coins=3), player(coins=3), phase="harvest", market=OLD, deck=DECK, fresh_market=False)
    for _ in range(9):
        field.do("stop")
    assert (int(field.state.round), field.market(), field.discard()) == (5, OLD.split(), [])
    assert "Nobody has taken" not in GAME.say_view(field.view("A"), "AB", FarmOptions())


def test_a_card_put_back_into_the_deck_is_seen_again_in_the_new_market() -> None:
    freak = player(coins=3, fertilizers=1, hand="mango corn", klass="harvest_freak")
    field = Field(freak, player(), phase="play", market=OLD, deck=f"wheat {DECK}")
    field.do("use_class").do("choose_card mango", 1)
    assert field.view("A").returned == ["mango"]
    while int(field.state.round) == 1:
        field.do("end" if "end" in field.options() else "stop" if "stop" in field.options() else "skip")
    assert field.market()[0] == "mango"
    assert field.view("A").returned == []


def test_the_option_is_on_unless_said_otherwise() -> None:
    for preset in (None, *GAME.presets):
        assert GAME.read_options(preset=preset).fresh_market
    assert not GAME.read_options({"fresh_market": "false"}).fresh_market
    state = GAME.new(GAME.read_options({"fresh_market": False}), 2, Seed.parse("1").dice("game"))
    assert not GAME.view(state, 0).fresh_market
    assert not state.copy().fresh_market


@given(seed=st.integers(0, 10**6), seats=st.integers(2, 6))
@settings(max_examples=10)
def test_thrifty_farmers_never_reach_the_round_cap(seed: int, seats: int) -> None:
    """Each round takes a card from the deck at least, so even those who never do anything come to an end."""
    match = Match(GAME, {}, seats, Seed.parse(str(seed)))
    rounds = 0
    while not match.over:
        if int(match.state.round) > rounds:
            rounds = int(match.state.round)
            GAME.check_laws(match.state)
        match.play(match.mover, int(match.state.default_move()))
    view = match.view(None)
    assert view.cause == "last_round"
    assert view.round == -(-(189 - 3 * seats - 6) // 6) + 1


@given(seed=st.integers(0, 10**6), seats=st.integers(2, 6))
@settings(max_examples=8)
def test_the_market_changes_from_round_to_round_if_and_only_if_it_should(seed: int, seats: int) -> None:
    dice = Seed.parse(str(seed)).dice("game")
    state = GAME.new(GAME.read_options(), seats, dice)
    round, taken, renewed = 1, 0, 0
    while state.mover != OVER:
        state.heard = []
        state.play(state.random_move(dice), dice)
        for event in filter(None, (GAME.events.show(told, None) for told in state.heard)):
            taken += event["kind"] in ("bought", "picked")
            renewed += event["kind"] == "stale"
            if event["kind"] == "turn" and event["round"] > round:
                assert (renewed, taken == 0) in ((0, False), (1, True))
                round, taken, renewed = int(event["round"]), 0, 0


# --- matches of the version before ---


def old_record(record_of: Match, names: list[str]) -> record.Record:
    """What the version before would have written: it knew no such option."""
    new = record.record(record_of, names)
    options = {key: value for key, value in new.options.items() if key != "fresh_market"}
    return record.Record(1, new.game, 1, options, new.seed, new.seats, new.moves, new.result)


def test_a_record_of_version_1_replays_with_the_market_standing_still() -> None:
    match = Match(GAME, {"fresh_market": False, "max_rounds": 9}, 2, Seed.parse("5"))
    while not match.over:
        match.play(match.mover, int(match.state.default_move()))
    assert match.view(None).cause == "round_cap"
    again = record.replay(old_record(match, ["Ann", "Ben"]), find)
    assert not again.options.fresh_market
    assert again.view(None) == match.view(None)
    assert record.record(again, ["Ann", "Ben"]) == record.record(match, ["Ann", "Ben"])


def test_a_record_of_this_version_without_the_option_has_the_rule() -> None:
    bare = record.Record(1, "battle-farm", GAME.version, {}, "5", ["Ann", "Ben"], [])
    assert record.replay(bare, find).options.fresh_market


@pytest.mark.parametrize("version", [0, 3])
def test_other_versions_are_refused(version: int) -> None:
    with pytest.raises(Exception, match="another game"):
        record.replay(record.Record(1, "battle-farm", version, {}, "5", ["Ann", "Ben"], []), find)

"""Scenarios 8 to 25: harvest and beds, market, trade."""

import pytest
from tests.games.battle_farm.fields import Field, player

# --- harvest and beds ---


def test_s8_ripe_corn_is_harvested_and_potatoes_wait() -> None:
    field = Field(player(beds="corn(3,1) potatoes(5,2) - -"), player(coins=1), phase="harvest")
    assert field.coins() == 3
    assert field.beds()[:2] == ["-", "potatoes(5,1)"]


def test_s9_a_crop_ripens_only_in_its_owners_turns() -> None:
    field = Field(player(hand="carrots"), player(coins=9, hand="wheat"))
    field.do("play carrots").do("plant 0")
    assert (field.mover, field.question) == ("B", "market")
    assert field.beds()[0] == "carrots(3,1)"
    field.do("stop").do("end")
    assert field.mover == "A"
    assert field.coins() == 3
    assert field.beds()[0] == "-"


def test_s10_raised_beds_pay_for_rare_crops_only() -> None:
    field = Field(player(beds="R:eggplant(9,1) R:mango(5,1)"), player(coins=1), phase="harvest")
    assert field.coins() == 16


@pytest.mark.parametrize(("crop", "timer"), [("pineapple", 2), ("mango", 2), ("cloudberry", 4)])
def test_s11_hydroponic_beds_save_a_turn_for_rare_crops(crop: str, timer: int) -> None:
    field = Field(player(hand=f"{crop} lucky_find", beds="H: R:wheat(2,9)"), player(coins=1))
    field.do(f"play {crop}")
    assert field.beds()[0].endswith(f",{timer})")


def test_s12_coloured_beds_pay_one_more() -> None:
    beds = "T:onions(3,1) Ro:wheat(2,1) V:carrots(3,1) T:corn(3,1)"
    field = Field(player(beds=beds), player(coins=1), phase="harvest")
    assert field.coins() == 14


def test_s13_the_bonus_is_paid_for_a_worthless_crop() -> None:
    field = Field(player(beds="T:onions(0,1)"), player(coins=1), phase="harvest")
    assert field.coins() == 1


# --- market ---


def test_s14_two_purchases_end_the_market_at_a_limit_of_two() -> None:
    market = "lucky_find pineapple oranges clone clone clone"
    field = Field(player(coins=4), player(), phase="market", limit=2, market=market, deck="corn onions wheat wheat")
    field.do("buy 1").do("buy 0")
    assert field.coins() == 0
    assert field.market() == ["onions", "corn", "oranges", "clone", "clone", "clone"]
    assert field.phase == "play"
    assert field.hand() == ["pineapple", "lucky_find"]


def test_s15_the_refilled_card_may_be_bought_at_once() -> None:
    market = "corn clone clone clone clone clone"
    field = Field(player(coins=2), player(), phase="market", limit=2, market=market, deck="wheat wheat wheat")
    field.do("buy 0")
    assert field.options() == ["buy 0", "stop"]
    field.do("buy 0")
    assert field.coins() == 0
    assert field.hand() == ["corn", "wheat"]


def test_s16_what_one_cannot_pay_is_refused() -> None:
    field = Field(player(coins=4), player(), phase="market", market="corn oranges corn clone corn corn")
    assert field.refuses("buy 3") == "not-enough-coins"
    assert field.refuses("buy 1") == "not-enough-coins"
    assert field.coins() == 4


def test_s17_no_purchase_beyond_the_limit() -> None:
    field = Field(player(coins=9, hand="corn"), player(coins=1), phase="market", limit=1, market="corn " * 6)
    field.do("buy 0")
    assert field.phase == "trade"
    assert field.refuses("buy 1") == "wrong-moment"


def test_s18_the_last_card_of_the_deck_calls_the_last_round() -> None:
    players = [player(coins=1), player(coins=1, hand="wheat"), player(coins=1, hand="wheat")]
    market = "corn clone clone clone clone clone"
    field = Field(*players, phase="market", place=1, market=market, deck="clone")
    assert [int(s) for s in field.state.order] == [2, 0, 1]
    field.do("buy 0")
    assert field.market()[0] == "clone"
    assert (len(field.state.deck), field.state.final) == (0, True)
    field.do("skip").do("end")
    assert field.mover == "B"
    field.do("skip")
    field.do("end")
    assert field.mover == "over"


def test_s19_without_a_deck_a_sold_slot_stays_empty() -> None:
    field = Field(
        player(coins=2), player(), phase="market", limit=3, market="corn corn clone clone clone clone", deck=""
    )
    field.do("buy 0")
    assert field.market()[0] == "-"
    assert field.options() == ["buy 1", "stop"]
    assert field.refuses("buy 0") == "empty-slot"


# --- trade ---


def test_s20_a_bundle_is_sold_whole() -> None:
    field = Field(player(hand="corn[8] recycle"), player(coins=6), player(), phase="trade")
    field.do("add corn[8]").do("add recycle").do("send")
    assert (field.question, field.mover) == ("bid", "B")
    field.do("bid 4")
    assert (field.question, field.mover) == ("answer", "A")
    assert field.options() == ["accept 1", "reject"]
    field.do("accept B")
    assert field.coins("ABC") == [4, 2, 0]
    assert field.hand("B") == ["corn[8]", "recycle"]
    assert field.hand("A") == []


def test_s21_the_lower_bid_may_be_accepted() -> None:
    field = Field(player(hand="corn wheat"), player(coins=9), player(coins=9), phase="trade")
    field.do("add corn").do("add wheat").do("send").do("bid 5").do("bid 3").do("accept C")
    assert field.coins("ABC") == [3, 9, 6]
    assert field.hand("C") == ["corn", "wheat"]


def test_s22_without_a_bid_there_is_nothing_to_answer() -> None:
    field = Field(player(hand="corn"), player(coins=9), player(coins=9), phase="trade")
    field.do("add corn").do("send").do("bid 0").do("bid 0")
    assert (field.question, field.mover) == ("play", "A")
    assert field.hand() == ["corn"]


def test_s23_a_bid_is_from_nothing_to_all_coins() -> None:
    field = Field(player(hand="corn"), player(coins=6), phase="trade")
    field.do("add corn").do("send")
    assert field.refuses("bid 7") == "not-enough-coins"
    assert not field.state.allows(-1)
    assert field.options() == [f"bid {n}" for n in range(7)]


def test_s24_how_a_bundle_is_put_together() -> None:
    field = Field(player(hand="corn wheat corn"), player(coins=6), phase="trade")
    assert field.refuses("send") == "empty-bundle"
    assert field.options() == ["add corn", "add wheat", "skip"]
    field.do("add wheat")
    assert field.options() == ["send", "skip"]
    assert field.refuses("add corn") == "bundle-order"
    other = Field(player(hand="corn wheat corn"), player(coins=6), phase="trade").do("add corn")
    assert other.options() == ["add corn", "add wheat", "send", "skip"]


def test_s24_one_proposal_a_turn() -> None:
    field = Field(player(hand="corn"), player(coins=6), phase="trade")
    field.do("add corn").do("send").do("bid 1").do("reject")
    assert field.phase == "play"
    assert field.refuses("add corn") == "wrong-moment"


def test_s24_no_trade_without_a_coin_among_the_others() -> None:
    field = Field(player(coins=3, hand="corn"), player(), player(), phase="trade")
    assert field.question == "play"


def test_s24_a_rejected_bundle_is_known_to_all() -> None:
    field = Field(player(hand="corn wheat corn"), player(coins=6), player(coins=1), phase="trade")
    field.do("add corn").do("add corn").do("send").do("bid 1").do("bid 0").do("reject")
    assert field.known("B", "A") == ["corn", "corn"]
    assert field.known("C", "A") == ["corn", "corn"]
    assert field.known("A", "A") == []


def test_s24_a_bundle_dropped_stays_secret() -> None:
    field = Field(player(hand="corn wheat corn"), player(coins=6), player(coins=1), phase="trade")
    field.do("add corn")
    assert field.view("B").bundle == []
    assert [c.card for c in field.view("A").bundle] == ["corn"]
    field.do("skip")
    assert field.known("B", "A") == []


def test_s25_class_cards_cannot_be_traded() -> None:
    """A move cannot even name one: it is not a card of any hand."""
    field = Field(player(hand="corn", klass="crop_scientist"), player(coins=6), phase="trade")
    assert field.options() == ["add corn", "skip"]
    with pytest.raises(Exception, match="genetic_modification"):
        field.move("add genetic_modification 1")


def test_bids_are_sealed_until_the_last_one_is_in() -> None:
    field = Field(player(hand="corn"), player(coins=6), player(coins=6), phase="trade")
    field.do("add corn").do("send").do("bid 4")
    assert field.view("B").farmers[1].bid == 4
    for watcher in "AC":
        assert field.view(watcher).farmers[1].bid is None
        assert field.view(watcher).farmers[1].has_bid
    field.do("bid 2")
    assert [f.bid for f in field.view("A").farmers] == [None, 4, 2]

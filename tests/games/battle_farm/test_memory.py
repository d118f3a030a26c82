"""Section 8.1: what a seat remembers of other hands and of the deck."""

from tests.games.battle_farm.fields import Field, player

from parlour.core.dice import Dice
from parlour.core.seed import Seed
from parlour.games.battle_farm.game import GAME

MORE = "lucky_find"


def perhaps(field: Field, watcher: str, holder: str) -> tuple[list[str], int]:
    farmer = field.view(watcher).farmers["ABCDEF".index(holder)]
    return [c.card for c in farmer.perhaps], farmer.lost


def test_a_bought_card_is_known_until_it_is_played() -> None:
    field = Field(
        player(coins=2, hand=MORE), player(), player(), phase="market", market="corn wheat corn corn corn corn"
    )
    field.do("buy 0").do("buy 1")
    assert field.known("B", "A") == ["corn", "wheat"]
    field.do("play corn").do("plant 0")
    assert field.known("B", "A") == ["wheat"]
    assert [c.card for c in GAME.view(field.state, None).farmers[0].known] == ["wheat"]


def test_a_boost_in_secret_does_not_change_what_others_remember() -> None:
    field = Field(player(coins=1, fertilizers=3, hand=f"selection {MORE}"), player(), phase="market", limit=1)
    field.do("buy 0").do("play selection").do("choose_card corn")
    assert [(c.card, c.value) for c in field.view("B").farmers[0].known] == [("corn", 3)]
    field.do("play corn[8]").do("plant 0")
    assert field.known("B", "A") == []


def test_a_theft_between_others_makes_knowledge_doubtful() -> None:
    field = Field(player(coins=2, hand="mango", beds="-"), player(coins=9, hand=MORE), player(hand=MORE))
    for card in ("corn", "wheat"):
        field.state.add_openly(1, {"corn": 3 | 3 << 6, "wheat": 2 << 6}[card])
    assert field.known("C", "B") == ["corn", "wheat"]
    field.do("play mango", 2)  # corn
    assert field.hand() == ["corn"]
    assert field.known("C", "B") == []
    assert perhaps(field, "C", "B") == (["corn", "wheat"], 1)
    assert field.known("A", "B") == ["wheat"]
    assert perhaps(field, "A", "B") == ([], 0)
    assert (field.known("B", "A"), field.known("C", "A")) == (["corn"], [])


def test_a_single_known_card_is_forgotten_when_one_leaves_unseen() -> None:
    own = player(klass="harvest_freak", coins=1, fertilizers=1, hand=f"wheat {MORE}")
    field = Field(own, player(), phase="market", limit=1)
    field.do("buy 0")
    assert field.known("B", "A") == ["corn"]
    field.do("use_class").do("choose_card wheat")
    assert field.known("B", "A") == []
    assert perhaps(field, "B", "A") == ([], 0)


def test_a_bundle_shown_raises_knowledge_and_uses_up_doubts() -> None:
    own = player(klass="harvest_freak", coins=3, fertilizers=1, hand=f"beans {MORE}")
    field = Field(own, player(coins=5), phase="market", limit=3, market="corn wheat onions corn corn corn")
    field.do("buy 0").do("buy 1").do("buy 2").do("skip")
    field.do("use_class").do("choose_card beans")
    assert perhaps(field, "B", "A") == (["corn", "wheat", "onions"], 1)
    farmer = field.state.farmers[0]
    farmer.seen_shown([3 | 3 << 6], field.state.watchers(0))
    assert field.known("B", "A") == ["corn"]
    assert perhaps(field, "B", "A") == (["wheat", "onions"], 1)
    farmer.seen_shown([3 | 8 << 6], field.state.watchers(0))
    assert [(c.card, c.value) for c in field.view("B").farmers[0].known] == [("corn", 8)]


def test_a_sold_bundle_is_known_with_its_buyer() -> None:
    field = Field(player(hand="corn[8] recycle"), player(coins=6), player(), phase="trade")
    field.do("add corn[8]").do("add recycle").do("send").do("bid 4").do("accept B")
    assert (field.known("A", "B"), field.known("C", "B")) == (["corn", "recycle"], ["corn", "recycle"])
    assert field.known("C", "A") == []


def test_a_returned_card_is_remembered_until_it_comes_out() -> None:
    own = player(klass="harvest_freak", coins=2, fertilizers=1, hand=f"beans {MORE}")
    field = Field(own, player(coins=2), deck="corn corn")
    field.do("use_class").do("choose_card beans", 1)
    assert field.view("A").returned == ["beans"]
    assert field.view("B").returned == []
    field.do("end").do("buy 0")
    assert field.market()[0] == "beans"
    assert field.view("A").returned == []


def test_redeal_keeps_what_is_known_and_varies_the_rest() -> None:
    dice = Seed.parse("2").dice("redeal")
    state = GAME.new(GAME.read_options(), 3, dice)
    for _ in range(60):
        state.play(state.random_move(dice), dice)
    seen = GAME.view(state, 0)
    hands = set()
    for _ in range(40):
        world = state.copy()
        world.redeal(0, dice)
        assert GAME.view(world, 0) == seen
        hands.add(tuple(map(int, world.farmers[1].hand)))
        GAME.check_laws(world)
    assert len(hands) > 10


def test_redeal_draws_sealed_bids_over_all_coins() -> None:
    field = Field(player(hand="corn"), player(coins=3), player(coins=6), phase="trade")
    field.do("add corn").do("send").do("bid 2")
    dice = Dice(1, 2, 3, 4)
    bids = set()
    for _ in range(60):
        world = field.state.copy()
        world.redeal(2, dice)
        bids.add(int(world.farmers[1].bid))
    assert bids == {0, 1, 2, 3}

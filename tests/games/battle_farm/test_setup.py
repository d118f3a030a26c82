"""Scenarios 1 to 7: setting up."""

import pytest

from parlour.core.dice import Dice
from parlour.core.errors import Refused
from parlour.core.seed import Seed
from parlour.games.battle_farm import farmer as farms
from parlour.games.battle_farm import printed
from parlour.games.battle_farm.cards import CARDS, CLASS, CLASSES
from parlour.games.battle_farm.game import GAME
from parlour.games.battle_farm.judge import Farm
from parlour.games.battle_farm.options import FarmOptions, win_limit

NAMES = [c.id for c in CLASSES]


def new(seats: int, classes: list[str] | None = None, seed: str = "1", **options: int) -> Farm:
    chosen = GAME.read_options({"classes": classes or [], **options})
    GAME.check(chosen, seats)
    return GAME.new(chosen, seats, Seed.parse(seed).dice("setup"))


class OrderDice(Dice):
    """Fixed d20 rolls; everything else by a fair stream."""

    def __init__(self, rolls: list[int], seed: int) -> None:
        super().__init__(seed, 2, 3, 4)
        self.rolls = list(rolls)

    def below(self, n: int) -> int:
        if n == 20 and self.rolls and self.armed:
            return self.rolls.pop(0) - 1
        return int(super().below(n))

    # The shuffle of 189 cards also asks for a number below 20 once; the rolls come after it.
    armed = False

    def roll(self, sides: int) -> int:
        self.armed = True
        rolled = self.below(sides) + 1
        self.armed = False
        return rolled


def with_rolls(classes: list[str], rolls: list[int], seed: int = 1) -> Farm:
    options = GAME.read_options({"classes": classes})
    return GAME.new(options, len(classes), OrderDice(rolls, seed))


@pytest.mark.parametrize(("seats", "limit"), [(2, 250), (3, 208), (4, 185), (5, 171), (6, 164)])
def test_s1_win_limits(seats: int, limit: int) -> None:
    assert new(seats).win_limit == limit
    assert win_limit(FarmOptions(win_limit=77), seats) == 77


def test_s2_deck_and_market_after_setup() -> None:
    state = new(4)
    assert len(state.deck) == 171
    assert len(state.market) == 6
    assert state.discard == []
    for farmer in state.farmers:
        bonus = sum(kind != farms.NO_CARD for kind in (farmer.bonus0, farmer.bonus1))
        assert len(farmer.hand) == 3 + bonus


def test_s3_land_baron_goes_first() -> None:
    state = with_rolls(["land_baron", "market_trader", "weather_watcher"], [20, 3, 7])
    baron = state.farmers[0]
    assert (baron.coins, baron.fertilizers, len(baron.hand)) == (4, 7, 4)
    rare = [c for c in baron.hand if CARDS[int(farms.card_kind(c))].rarity == "rare"]
    assert any(CARDS[int(farms.card_kind(c))].is_crop for c in rare)
    assert baron.beds == [0, 0, printed.GREENHOUSE, printed.GREENHOUSE]
    assert state.active == 0


def test_s4_master_gardener_goes_last_of_six() -> None:
    classes = ["master_gardener", *(name for name in NAMES if name != "master_gardener")]
    gardener = with_rolls(classes, [1, 20, 19, 18, 17, 16]).farmers[0]
    assert (gardener.fertilizers, gardener.coins, len(gardener.hand)) == (14, 4, 3)
    assert gardener.beds == [printed.COMMON] * 5


def test_s5_market_trader_and_weather_watcher() -> None:
    trader = with_rolls(["market_trader", "land_baron"], [1, 20]).farmers[0]
    assert (trader.coins, trader.fertilizers) == (7, 8)
    watcher = with_rolls(["weather_watcher", "land_baron", "market_trader"], [1, 20, 19]).farmers[0]
    assert (watcher.coins, watcher.fertilizers) == (5, 10)


def test_s6_equal_rolls_are_put_in_random_order() -> None:
    orders = [
        tuple(map(int, with_rolls(["market_trader", "land_baron", "master_gardener"], [7, 18, 7], seed).order))
        for seed in range(1, 201)
    ]
    assert set(orders) == {(1, 0, 2), (1, 2, 0)}
    assert 70 <= orders.count((1, 0, 2)) <= 130


def test_s7_six_players_have_all_classes() -> None:
    for seed in range(20):
        assert sorted(int(f.klass) for f in new(6, seed=str(seed)).farmers) == [0, 1, 2, 3, 4, 5]


def test_the_printed_numbers_add_up() -> None:
    """Section 1.6."""
    crops = [card for card in CARDS if card.is_crop]
    actions = [card for card in CARDS if not card.is_crop]
    assert (len(crops), sum(c.copies for c in crops), sum(c.copies * c.value for c in crops)) == (21, 105, 582)
    assert (len(actions), sum(c.copies for c in actions)) == (23, 84)
    rarities = ["common", "uncommon", "rare", "epic", "mythic"]
    assert [sum(c.copies for c in crops if c.rarity == r) for r in rarities] == [48, 36, 12, 6, 3]
    assert [sum(c.copies for c in actions if c.rarity == r) for r in rarities] == [42, 20, 12, 6, 4]
    groups = ["red", "green", "yellow"]
    assert [sum(c.copies for c in crops if c.group == g) for g in groups] == [35, 35, 35]
    assert [sum(c.copies * c.value for c in crops if c.group == g) for g in groups] == [195, 194, 193]


def test_bonus_cards_come_from_the_list_of_the_class() -> None:
    for seed in range(40):
        for farmer in new(6, seed=str(seed)).farmers:
            cards = [CARDS[int(kind)] for kind in (farmer.bonus0, farmer.bonus1) if kind != farms.NO_CARD]
            klass = CLASSES[int(farmer.klass)].id
            expected = {"land_baron": (1, "rare", True), "harvest_freak": (2, "common", True)}
            expected["crop_scientist"] = (2, "common", False)
            n, rarity, crop = expected.get(klass, (0, "", True))
            assert len(cards) == n
            assert all(card.rarity == rarity and card.is_crop == crop for card in cards)


def test_classes_may_be_chosen_and_must_differ() -> None:
    state = new(2, ["crop_scientist", "land_baron"])
    assert [int(f.klass) for f in state.farmers] == [CLASS["crop_scientist"].number, CLASS["land_baron"].number]
    with pytest.raises(Refused, match="name each class only once"):
        new(2, ["land_baron", "land_baron"])
    with pytest.raises(Refused, match="There are 3 seats but 2"):
        new(3, ["land_baron", "crop_scientist"])
    with pytest.raises(Refused):
        GAME.read_options({"classes": ["farmer"]})


def test_chosen_classes_draw_no_dice() -> None:
    """The deck is shuffled first, so it is the same as when the deck comes first in the stream."""
    one, other = new(2, ["crop_scientist", "land_baron"], "5"), new(2, ["land_baron", "crop_scientist"], "5")
    assert one.market == other.market
    assert one.farmers[0].hand[:3] == other.farmers[0].hand[:3]


def test_classes_may_be_chosen_for_some_seats_and_dealt_to_the_others() -> None:
    dealt = set()
    for seed in range(40):
        state = new(3, ["random", "market_trader", "random"], seed=str(seed))
        first, second, third = (CLASSES[farmer.klass].id for farmer in state.farmers)
        assert second == "market_trader"
        assert len({first, second, third}) == 3
        dealt.add((first, third))
    assert len(dealt) > 12


@pytest.mark.parametrize(
    ("classes", "sentence"),
    [
        (["random", "land_baron"], "There are 3 seats but 2 classes"),
        (["random", "land_baron", "land_baron"], "Seats 2 and 3 cannot both be land baron"),
        (["random", "mayor", "random"], r"option classes\[1\]: there is no 'mayor'; there are: .*land_baron.*random"),
        (["random"] * 7, "at most 6 entries"),
    ],
)
def test_classes_that_do_not_fit_are_refused_in_a_sentence(classes: list[str], sentence: str) -> None:
    with pytest.raises(Refused, match=sentence):
        new(3, classes)


def test_people_count_beds_and_slots_from_one() -> None:
    names = ["Ann", "Ben"]
    planted = {"kind": "planted", "seat": 0, "bed": 0, "card": "corn", "value": 3, "timer": 1}
    assert GAME.say_event(planted, names, 0, FarmOptions()) == "Ann plants Corn in bed 1: worth 3, timer 1."
    view = GAME.view(new(2, ["land_baron", "market_trader"]), 0)
    assert "Beds: 1 Common Bed empty; 2 Common Bed empty" in GAME.say_view(view, names, FarmOptions())
    first_slot = GAME.moves.from_json({"kind": "buy", "slot": 0})
    assert GAME.say_move(view, first_slot, names, FarmOptions()).endswith("(slot 1)")
    fourth_bed = GAME.moves.from_json({"kind": "choose_bed", "seat": 1, "bed": 3})
    assert "bed 4" in GAME.say_move(view, fourth_bed, names, FarmOptions())

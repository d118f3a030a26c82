"""Section 11: who sees what, and how what is hidden is guessed."""

import itertools
import math
from collections import Counter

import msgspec
import pytest
from tests.games.kata_tcg.tables import Side, new_game

from parlour.core.dice import Dice
from parlour.core.testing import hidden_frequencies
from parlour.games.kata_tcg.game import GAME
from parlour.games.kata_tcg.options import KataOptions
from parlour.games.kata_tcg.pool import POOL


def test_s73_a_drawn_card_is_seen_by_its_owner_only(table):
    duel = table("classic", a=Side(slots=2, hand="dud", deck="jab ruin ruin"), active="b")
    [ply] = duel.play("end")
    a, b = duel.seats["a"], duel.seats["b"]
    assert duel.a.hand == "dud jab"
    seen = duel.view("b").sides[a]
    assert seen.hand is None
    assert seen.hand_size == 2
    assert seen.unseen == {"dud": 1, "jab": 1, "ruin": 2}
    drew = {seat: [e for e in GAME.events.show_all(ply.told, seat) if e["kind"] == "drew"] for seat in (a, b, None)}
    assert drew[a] == [{"kind": "drew", "seat": a, "card": "jab"}]
    assert drew[b] == drew[None] == [{"kind": "drew", "seat": a}]
    assert GAME.say_event(drew[b][0], ["Ann", "Ann"], b, KataOptions()) == "Ann draws a card."


def test_s74_an_overloaded_card_is_face_up(table):
    duel = table("classic", a=Side(hand="dud dud jab jab cut", deck="ruin strike"), active="b")
    [ply] = duel.play("end")
    a = duel.seats["a"]
    assert duel.view("b").sides[a].discard == ["ruin"]
    assert {"kind": "overloaded", "seat": a, "card": "ruin"} in GAME.events.show_all(ply.told, duel.seats["b"])


def test_an_owner_knows_their_own_deck_as_a_multiset_and_a_rivals_deck_and_hand_together(table):
    duel = table("classic", a=Side(mana=1, hand="jab jab", deck="ruin dud ruin"))
    a = duel.seats["a"]
    assert duel.view("a").sides[a].unseen == {"dud": 1, "ruin": 2}
    assert duel.view("b").sides[a].unseen == {"dud": 1, "jab": 2, "ruin": 2}
    assert duel.match.view(None).sides[a].unseen == {"dud": 1, "jab": 2, "ruin": 2}


def test_a_view_names_unseen_cards_in_pool_order_whatever_the_order_of_the_deck(table):
    orders = {
        msgspec.json.encode(table("classic", a=Side(mana=1, hand="jab", deck=" ".join(order))).view("a"))
        for order in itertools.permutations(["ruin", "dud", "cut"])
    }
    assert len(orders) == 1


def test_a_spectator_sees_no_hand(table):
    duel = table("classic", a=Side(mana=1, hand="jab"))
    assert [side.hand for side in duel.match.view(None).sides] == [None, None]


def test_open_things_are_open_to_everybody(table):
    duel = table("full", a=Side(hp=12, mana=3, slots=5, hand="dud", board="m1 slash 4/2of4 used", discard="ruin"))
    for seat in (0, 1, None):
        side = duel.match.view(seat).sides[duel.seats["a"]]
        assert (side.health, side.mana, side.slots, side.hand_size, side.deck_size) == (12, 3, 5, 1, 10)
        assert side.discard == ["ruin"]
        [m] = side.board
        assert (m.minion, m.card, m.damage, m.health, m.most_health, m.asleep, m.used) == (
            *("m1", "slash", 4, 2, 4),
            *(False, True),
        )


def test_no_view_holds_the_seed():
    duel = new_game("full", seed=77)
    for seat in (0, 1, None):
        assert duel.match.seed.hex.encode() not in msgspec.json.encode(duel.match.view(seat))


# --- guesses are fair ---


def expected_hands(unseen: dict[str, int], size: int) -> dict[tuple[int, ...], float]:
    """The chance of each hand (as a sorted multiset) when `size` cards are drawn from these: hypergeometric."""
    chances: dict[tuple[int, ...], float] = {}
    total = math.comb(sum(unseen.values()), size)
    cards = sorted(unseen, key=lambda card: POOL[card].number)
    for counts in itertools.product(*(range(min(unseen[card], size) + 1) for card in cards)):
        if sum(counts) == size:
            ways = math.prod(math.comb(unseen[card], n) for card, n in zip(cards, counts, strict=True))
            hand = tuple(POOL[card].number for card, n in zip(cards, counts, strict=True) for _ in range(n))
            chances[hand] = ways / total
    return chances


def chi_square(found: Counter, expected: dict, times: int) -> float:
    assert set(found) <= set(expected)
    return sum((found[key] - times * p) ** 2 / (times * p) for key, p in expected.items())


def far_off(degrees: int) -> float:
    """A bound that a fair guess exceeds about once in thirty thousand (four standard deviations)."""
    return degrees * (1 - 2 / (9 * degrees) + 4 * math.sqrt(2 / (9 * degrees))) ** 3


TIMES = 6000


@pytest.fixture(scope="module")
def guesses():
    """One position, guessed at by A many times, by `imagine` and by `redeal`: B's hand and the order of A's deck."""
    from tests.games.kata_tcg.tables import lay_table

    duel = lay_table(
        "classic",
        a=Side(mana=1, hand="jab", deck="ruin dud ruin dud"),
        b=Side(hand="cut jab", deck="dud dud jab cut ruin"),
    )
    view = duel.view("a")

    def look(state):
        return tuple(sorted(map(int, state.side1.hand_cards()))), tuple(map(int, state.side0.deck_cards()))

    return view, hidden_frequencies(GAME, view, 0, look, TIMES, Dice(1, 2, 3, 4))


@pytest.mark.parametrize("how", [0, 1], ids=["imagine", "redeal"])
def test_a_rivals_hand_is_guessed_uniformly_from_the_union_of_deck_and_hand(guesses, how):
    view, found = guesses
    hands: Counter = Counter()
    for (hand, _), n in found[how].items():
        hands[hand] += n
    expected = expected_hands(view.sides[1].unseen, 2)
    assert sum(expected.values()) == pytest.approx(1)
    assert chi_square(hands, expected, TIMES) < far_off(len(expected) - 1)


@pytest.mark.parametrize("how", [0, 1], ids=["imagine", "redeal"])
def test_every_order_of_ones_own_deck_is_guessed_equally_often(guesses, how):
    _, found = guesses
    orders: Counter = Counter()
    for (_, deck), n in found[how].items():
        orders[deck] += n
    ruin, dud = POOL["ruin"].number, POOL["dud"].number
    expected = dict.fromkeys(set(itertools.permutations([ruin, ruin, dud, dud])), 1 / 6)
    assert chi_square(orders, expected, TIMES) < far_off(5)


@pytest.mark.parametrize("how", [0, 1], ids=["imagine", "redeal"])
def test_the_rivals_hand_and_ones_own_deck_are_guessed_separately(guesses, how):
    view, found = guesses
    hands = expected_hands(view.sides[1].unseen, 2)
    ruin, dud = POOL["ruin"].number, POOL["dud"].number
    orders = set(itertools.permutations([ruin, ruin, dud, dud]))
    expected = {(hand, order): p / 6 for hand, p in hands.items() for order in orders}
    assert chi_square(found[how], expected, TIMES) < far_off(len(expected) - 1)


def test_the_rest_of_the_rivals_deck_is_shuffled(table):
    duel = table("classic", a=Side(mana=1, hand="jab"), b=Side(hand="dud", deck="cut jab ruin"))
    seat, dice = duel.seats["a"], Dice(5, 6, 7, 8)
    tops: Counter = Counter()
    world = duel.state.copy()
    for _ in range(4000):
        world.redeal(seat, dice)
        tops[int(world.side(1 - seat).deck_cards()[-1])] += 1
    expected = {POOL[card].number: 0.25 for card in ("dud", "cut", "jab", "ruin")}
    assert chi_square(tops, expected, 4000) < far_off(3)

"""MonoGwent keeps the house's contract, and hides what section 13.3 hides."""

from collections import Counter
from itertools import combinations_with_replacement

import pytest
from tests.breadth import breadth
from tests.games.monogwent.scene import A, B, Scene, act

from parlour.core.dice import Dice
from parlour.core.testing import check_game, hidden_frequencies
from parlour.games.monogwent.game import GAME
from parlour.games.monogwent.judge import Gwent
from parlour.games.monogwent.pool import POOL

FACTIONS = list(POOL.factions)
#: In a ring, every faction sits on both sides.
PAIRS = breadth(
    [*zip(FACTIONS, FACTIONS[1:] + FACTIONS[:1], strict=True)], [*combinations_with_replacement(FACTIONS, 2)]
)


@pytest.mark.parametrize(("a", "b"), PAIRS)
def test_contract_for_every_pair_of_factions(a: str, b: str) -> None:
    check_game(GAME, games=1, options={"faction0": a, "faction1": b})


def fresh(seed: int = 7) -> Gwent:
    return GAME.new(GAME.read_options({"faction0": "Hedge Court", "faction1": "storm-choir"}), 2, Dice(seed, 2, 3, 4))


def test_hidden_cards_are_dealt_fairly() -> None:
    state = fresh()
    view = GAME.view(state, A)
    times = 1500
    for look in (lambda s: int(s.side1.hand[0]), lambda s: int(s.side1.deck[-1])):
        for counts in hidden_frequencies(GAME, view, A, look, times, Dice(5, 6, 7, 8)):
            assert set(counts) == set(range(30, 60))
            assert max(counts.values()) < times / 30 * 1.8
            assert min(counts.values()) > times / 30 * 0.4
    own = hidden_frequencies(GAME, view, A, lambda s: int(s.side0.deck[-1]), times, Dice(5, 6, 7, 8))
    for counts in own:
        assert set(counts) == set(map(int, state.side0.deck))


def test_a_known_card_stays_in_the_hand_in_every_world() -> None:
    state = fresh()
    state.play(5, Dice(1, 1, 1, 1))
    state.play(5, Dice(1, 1, 1, 1))
    card = state.side1.hand[2]
    state.known.append(card)
    view = GAME.view(state, A)
    assert [shown.id for shown in view.sides[B].known] == [card]
    for counts in hidden_frequencies(GAME, view, A, lambda s: card in s.side1.hand, 50, Dice(5, 6, 7, 8)):
        assert counts == {True: 50}


def test_the_mulligan_choice_of_the_first_is_hidden_from_the_second() -> None:
    state = fresh()
    first = int(state.mover)
    hand = state.side(first).hand
    state.play(GAME.moves.pack("redraw-two", int(hand[0]), int(hand[1])), Dice(1, 1, 1, 1))
    assert GAME.view(state, first).picked == [hand[0], hand[1]]
    other = GAME.view(state, 1 - first)
    assert other.picked is None
    assert other.chosen[first]
    assert other.sides[first].redrawn == 0
    counts: Counter[int] = Counter()
    world = state.copy()
    for _ in range(600):
        world.redeal(1 - first, Dice(int(world.pick0) + 9, 2, counts.total() + 1, 4))
        assert world.pick0 < 0 or world.pick0 in world.side(first).hand
        counts[(world.pick0 >= 0) + (world.pick1 >= 0)] += 1
    assert min(counts[n] for n in range(3)) > 120


def test_the_first_player_is_drawn_half_and_half() -> None:
    starters = Counter(int(fresh(seed).starter) for seed in range(1, 401))
    assert 150 < starters[0] < 250


def test_set_up_rolls_are_two_shuffles_and_the_first_player() -> None:
    """Section 13.2: with both factions chosen nothing else is rolled."""
    from parlour.core.dice import LoadedDice

    options = GAME.read_options({"faction0": "Hedge Court", "faction1": "Hedge Court"})
    rolls = [*range(29, 0, -1), *range(29, 0, -1), 1]
    dice = LoadedDice(rolls)
    state = GAME.new(options, 2, dice)
    assert dice.used == len(rolls)
    assert state.mover == state.starter == 1
    assert state.side0.hand == list(range(29, 19, -1))
    assert state.side1.hand == list(range(59, 49, -1))


def test_spectators_see_neither_hand() -> None:
    view = GAME.view(fresh(), None)
    assert all(side.hand is None and side.deck is None for side in view.sides)
    assert all(sum(side.unseen.values()) == 30 for side in view.sides)


def test_a_returned_unit_is_seen_by_the_rival() -> None:
    scene = Scene().field(A, "M6#x").hand(A, "Md#d")
    state = scene.table()
    act(state, f"swap {scene['d']} {scene['x']}")
    assert state.is_known(scene["x"])

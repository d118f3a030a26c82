"""A search with a good judge plays at least as well as one look ahead: in Nim, in connect four, in Liar's Dice."""

from __future__ import annotations

import sys
from importlib import import_module
from itertools import combinations_with_replacement
from pathlib import Path

import pytest
from tests.bots import kuhn_poker, liars_dice
from tests.bots.kuhn_poker import CHECK, FOLD, JACK, KING, QUEEN, RAISE, Hand
from tests.bots.test_thinkers import decision, shares, sit

import parlour.cli
from parlour.bots.playout import play_random
from parlour.bots.search import Search
from parlour.bots.thinkers import SearchPlayer
from parlour.core import Dice, Match
from parlour.core.state import Evaluator
from parlour.games import find

FOUR = find("connect-four")


@pytest.fixture(scope="module")
def nim():
    """The guide's game, from the kit that `parlour game new` copies."""
    kit = str(Path(parlour.cli.__file__).parent / "game_kit")
    sys.path.insert(0, kit)
    try:
        yield import_module("nim.game")
    finally:
        sys.path.remove(kit)
        for name in ("nim.game", "nim"):  # other tests install a package of this name
            sys.modules.pop(name, None)


def choice(game, state, dice, iterations, depth):
    """What a search that is neither careless nor bluffing plays."""
    search = Search(state, int(state.mover), dice, -1.0, depth)
    search.think(iterations, 0.0)
    tally = [(int(move), int(visits), float(share)) for move, visits, share in search.tally()]
    return SearchPlayer(game, dice, iterations=1)._decide(tally, state)


@pytest.mark.parametrize(("iterations", "depth", "largest"), [(20, 0, 7), (100, 0, 7), (100, 40, 7), (500, 0, 3)])
def test_a_search_never_gives_away_a_won_game_of_nim(nim, iterations, depth, largest):
    for heaps in combinations_with_replacement(range(largest + 1), 3):
        if heaps[0] ^ heaps[1] ^ heaps[2] == 0:
            continue
        state = nim.Heaps(list(heaps))
        dice = Dice(*(heap + 1 for heap in heaps), iterations)
        state.play(choice(nim.GAME, state, dice, iterations, depth), dice)
        assert state.heaps[0] ^ state.heaps[1] ^ state.heaps[2] == 0, f"{heaps} became {state.heaps}"


def test_a_search_that_has_proven_the_result_stops(nim):
    search = Search(nim.Heaps([1, 2, 2]), 0, Dice(1, 2, 3, 4), -1.0, 0)
    search.think(100_000, 0.0)
    assert search.root.proven
    assert int(search.iterations) < 2000


def best(state, seat):
    """What this seat gets if both play perfectly, by looking at everything: 1, 0.5 or 0."""
    if state.mover < 0:
        return state.payoffs()[seat]
    results = []
    for move in state.moves():
        after = state.copy()
        after.play(move, Dice(1, 2, 3, 4))
        results.append(best(after, seat))
    return max(results) if state.mover == seat else min(results)


def endings(cells, number):
    """Positions of connect four with this many empty cells, from random games."""
    dice = Dice(5, 6, 7, 8)
    while number:
        state = Match(FOUR).state
        play_random(state, dice, 42 - cells)
        if state.mover >= 0:
            number -= 1
            yield state


def thought(state):
    return choice(FOUR, state, Dice(1, 2, 3, 4), 3000, 40)


def planned(state):
    planner = state.planner(Dice(1, 2, 3, 4), Evaluator())
    planner.think(3000, 0.0)
    return int(planner.moves()[0])


@pytest.mark.parametrize("player", [thought, planned])
def test_no_result_is_given_away_in_an_ending_of_connect_four(player):
    for state in endings(8, 15):
        seat = int(state.mover)
        reachable = best(state, seat)
        state.play(player(state), Dice(1, 2, 3, 4))
        assert best(state, seat) == reachable


@pytest.mark.parametrize("rival", ["random", "greedy"])
def test_hard_beats_simple_players_at_liars_dice(rival):
    assert shares(liars_dice.GAME, None, ["search:iterations=200", rival], 6) >= 0.8


@pytest.mark.parametrize(
    ("card", "played", "move"),
    [
        (KING, [CHECK], RAISE),
        (KING, [RAISE], CHECK),
        (KING, [CHECK, RAISE], CHECK),
        (JACK, [RAISE], FOLD),
        (JACK, [CHECK, RAISE], FOLD),
    ],
)
def test_no_move_is_chosen_at_poker_that_can_only_be_worse(card, played, move):
    """There is no judge: whether to raise with the best card shows only if it is tried."""
    for seed in range(1, 6):
        seat = len(played) % 2
        cards = [QUEEN, card] if seat else [card, QUEEN]
        player = sit(kuhn_poker.GAME, "search:iterations=200", seat, seed)
        assert decision(kuhn_poker.GAME, player, Hand(cards, played)) == move

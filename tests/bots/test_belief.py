"""What a rival does tells what it holds; and a rival in the search knows its own cards, not ours."""

from __future__ import annotations

import pytest
from tests.bots import liars_dice
from tests.bots.liars_dice import DOUBT, MOVES, Cups
from tests.bots.slow_rules import HandClock, SlowWalk
from tests.bots.test_thinkers import hello, shares, turn_of

from parlour.bots.belief import FEWEST, Belief
from parlour.bots.search import Search
from parlour.bots.thinkers import SearchPlayer
from parlour.core import Dice
from parlour.core.bits import kind_of
from parlour.core.protocol import Events
from parlour.core.state import Evaluator
from parlour.games import find

GAME = liars_dice.GAME
FIVES = 4


def bid(count, face):
    return MOVES.pack("bid", count - 1, face)


def after(state, *moves):
    """What seat 0 makes of these moves, seen ply by ply."""
    belief = Belief(GAME, 0, Dice(1, 2, 3, 4), Evaluator())
    belief.saw(GAME.view(state, 0), int(state.mover))
    for move in moves:
        state.play(move, Dice(5, 6, 7, 8))
        belief.saw(GAME.view(state, 0), int(state.mover))
    return belief


def fives(worlds):
    """How many fives seat 1 has on average."""
    return sum(world.cups[1].count(FIVES) for world in worlds) / len(worlds)


def test_who_bids_fives_probably_has_some():
    honest = after(Cups([[0, 1, 2, 3], [FIVES, FIVES, 0, 1]], mover=1), bid(2, FIVES)).guesses(60, 0.0)
    assert len(honest) == 60
    assert all(world.cups[0] == [0, 1, 2, 3] for world in honest), "our own dice are known"
    assert fives(honest) > 1.0, "by chance it would be two thirds of a five"


def test_two_bids_tell_more_than_one():
    start = [[0, 1, 2, 3], [FIVES, FIVES, FIVES, 1]]
    once = after(Cups(start, mover=1), bid(2, FIVES)).guesses(60, 0.0)
    twice = after(Cups(start, mover=1), bid(2, FIVES), bid(3, 0), bid(3, FIVES)).guesses(60, 0.0)
    assert fives(twice) > fives(once)


def test_after_the_dice_are_rolled_again_nothing_is_believed():
    belief = after(Cups([[0, 1, 2, 3], [0, 1, 2, 3]], mover=1), bid(4, FIVES), MOVES.pack("doubt"))
    assert belief.guesses(60, 0.0) == []


@pytest.mark.parametrize("cost", [0.0001, 0.01, 0.05])
def test_it_keeps_to_its_time_however_slow_the_rules_are(monkeypatch, cost):
    clock = HandClock(monkeypatch)

    def stepping(plies):
        clock.now += cost

    game = SlowWalk(stepping=stepping)
    state = game.new(game.read_options(), 2, Dice(1, 2, 3, 4))
    belief = Belief(game, 1, Dice(1, 2, 3, 4), Evaluator())
    belief.saw(game.view(state, 1), 0)
    state.play(state.moves()[2], Dice(1, 2, 3, 4))
    belief.saw(game.view(state, 1), 1)
    start = clock.now
    assert len(belief.guesses(60, 0.5)) in (0, 60)
    assert clock.now - start <= 0.65


def test_a_player_who_heard_nothing_deals_at_random():
    player = SearchPlayer(GAME, Dice(1, 2, 3, 4), iterations=20 * FEWEST)
    player.hello(hello(GAME, 0))
    assert player.listens
    state = Cups([[0, 1, 2, 3], [0, 1, 2, 3]], mover=0, bid=5)
    assert player.choose(turn_of(GAME, state)) is not None
    assert player.belief is not None
    assert player.belief.worlds == []


@pytest.mark.parametrize(("name", "listens"), [("connect-four", False), ("deadwood", False), ("kata-tcg", True)])
def test_only_where_seats_hide_something_a_player_listens(name, listens):
    assert SearchPlayer(find(name), Dice(1, 2, 3, 4), iterations=1).listens is listens


def test_a_player_whose_game_plans_stops_listening():
    game = find("kata-tcg")
    state = game.new(game.read_options(preset="full"), 2, Dice(1, 2, 3, 4))
    seat = int(state.mover)
    player = SearchPlayer(game, Dice(1, 2, 3, 4), iterations=1)
    player.hello(hello(game, seat))
    player.told(Events(0, [], game.view(state, seat), seat))
    player.choose(turn_of(game, state))
    assert not player.listens


@pytest.mark.parametrize(("hands", "believes_us"), [(True, False), (False, True)])
def test_a_rival_in_the_tree_does_not_know_our_dice(hands, believes_us):
    """We hold three fives and bid three: whoever sees only the other cup should doubt that."""
    state = Cups([[FIVES, FIVES, FIVES, 0], [0, 1, 2, 3]], mover=0)
    search = Search(state, 0, Dice(1, 2, 3, 4), -1.0, 0, hands=hands)
    search.think(3000, 0.0)
    answer = next(node for node in search.root.children if node.move == bid(3, FIVES))
    doubts = sum(int(node.visits) for node in answer.children if kind_of(node.move) == DOUBT)
    assert (doubts < 0.5 * int(answer.visits)) is believes_us


def test_it_beats_a_rule_of_thumb_at_liars_dice():
    assert shares(GAME, None, ["search:iterations=300", "truthful"], 8) >= 0.5

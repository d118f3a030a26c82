"""A player who thinks by the clock keeps to it, however slow the rules are. The rules move the clock of these tests."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

import pytest
from tests.bots.slow_rules import PLIES, HandClock, SlowWalk, Walk
from tests.bots.test_thinkers import hello, turn_of

from parlour.bots import make_player
from parlour.bots.search import Search
from parlour.bots.seat_words import LEVELS
from parlour.bots.thinkers import LONGEST_MS, GreedyPlayer, SearchPlayer
from parlour.core import Dice, NoOptions
from parlour.core.protocol import Remaining
from parlour.core.state import Evaluator
from parlour.core.watch import Watch
from parlour.games import find

GARDEN = find("gardening-war")


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> HandClock:
    return HandClock(monkeypatch)


def steady(clock: HandClock, seconds: float) -> Callable[[int], None]:
    def tired(plies: int) -> None:
        clock.now += seconds

    return tired


def uphill(clock: HandClock, seconds: float) -> Callable[[int], None]:
    """The first steps of a playout cost nothing to speak of, the last fifteen a lot."""

    def tired(plies: int) -> None:
        clock.now += seconds if plies >= 45 else 1e-6

    return tired


@pytest.mark.parametrize("given", [0.1, 0.5, 3.0])
@pytest.mark.parametrize("cost", [1e-7, 1e-5, 0.001, 0.02])
@pytest.mark.parametrize("model", [False, True])
@pytest.mark.parametrize("way", [steady, uphill])
def test_a_search_stops_in_the_middle_of_a_playout(clock, given, cost, model, way):
    """A whole playout of these rules takes up to 1.2 s."""
    search = Search(Walk(tired=way(clock, cost)), 0, Dice(1, 2, 3, 4), 0.7, 200, model)
    start = clock.now
    # as many as fill the time and more, without a million plays where they cost nothing
    search.think(2000, given)
    assert clock.now - start <= 1.5 * given
    tally = search.tally()
    assert sum(int(visits) for _, visits, _ in tally) == int(search.iterations) > 0
    assert all(0 <= share <= 1 for _, _, share in tally)


def test_a_stopped_search_can_continue(clock):
    search = Search(Walk(tired=steady(clock, 0.02)), 0, Dice(1, 2, 3, 4), 0.7, 200)
    for number in range(1, 20):
        search.think(0, 0.1)
        assert int(search.iterations) == number
    assert sum(int(visits) for _, visits, _ in search.tally()) == 19


def test_without_a_limit_every_iteration_is_played_out(clock):
    search = Search(Walk(tired=steady(clock, 0.02)), 0, Dice(1, 2, 3, 4), 0.7, 200)
    search.think(7, 0.0)
    assert int(search.iterations) == 7
    assert int(search.states) == 7 * PLIES


def test_a_search_lets_other_threads_run():
    """Compiled code keeps the interpreter to itself, and with it Ctrl-C; a search takes a breath now and then."""
    search = Search(find("connect-four").new(NoOptions(), 2, Dice(1, 2, 3, 4)), 0, Dice(1, 2, 3, 4), 0.7, 40)

    def enough() -> None:
        while not search.watch.until:  # it has not begun yet
            pass
        search.watch.until = 0.0

    threading.Thread(target=enough).start()
    search.think(5_000_000, 86_400.0)
    assert int(search.iterations) < 5_000_000


def test_the_watch_looks_at_every_slow_play_and_at_few_quick_ones(clock, monkeypatch):
    looks = 0

    def look() -> float:
        nonlocal looks
        looks += 1
        return clock.now

    monkeypatch.setattr("time.perf_counter", look)
    watch = Watch()
    watch.start(1000.0)

    def plays(n: int, cost: float) -> int:
        nonlocal looks
        looks = 0
        for _ in range(n):
            clock.now += cost
            assert not watch.up()
        return looks

    plays(3000, 1e-7)
    assert plays(6400, 1e-7) == 100
    plays(64, 0.02)
    assert plays(100, 0.02) == 100
    plays(3000, 1e-7)
    assert plays(6400, 1e-7) == 100, "quick again"


@pytest.mark.parametrize("word", list(LEVELS))
def test_every_level_thinks_for_three_seconds_at_most(clock, word):
    game = SlowWalk(stepping=steady(clock, 0.02))
    player = make_player(game, word, Dice(1, 2, 3, 4))
    player.hello(hello(game, 0))
    start = clock.now
    move = player.choose(turn_of(game, Walk()))
    assert game.moves.from_json(move) in Walk().moves()
    assert clock.now - start <= 1.5 * LONGEST_MS / 1000
    assert player.hurried or word == "master", "who counts no iterations"


def test_the_time_for_a_turn_is_for_all_its_decisions(clock):
    game = SlowWalk(stepping=steady(clock, 0.01))
    player = make_player(game, "search:turn=1000", Dice(1, 2, 3, 4))
    player.hello(hello(game, 0))

    def thought(ply: int) -> float:
        start = clock.now
        player.choose(turn_of(game, Walk(), ply))
        return clock.now - start

    first, second, third = (thought(ply) for ply in (7, 8, 9))
    assert 1.0 > first > second > third > 0
    assert sum(thought(ply) for ply in range(10, 30)) + first + second + third < 1.5
    assert thought(40) == pytest.approx(first, abs=0.05), "a new turn, with all its time"


@pytest.mark.parametrize("word", ["greedy", "search:ms=800", "easy"])
def test_a_clock_at_the_table_shortens_every_thought(clock, word):
    game = SlowWalk(stepping=steady(clock, 0.02))
    player = make_player(game, word, Dice(1, 2, 3, 4))
    player.hello(hello(game, 0))
    start = clock.now
    player.choose(turn_of(game, Walk(), clock=Remaining(move_ms=300)))
    assert clock.now - start <= 0.3


def test_imagining_is_part_of_the_time(clock):
    def imagine() -> None:
        clock.now += 0.4

    game = SlowWalk(imagine, steady(clock, 0.02))
    player = SearchPlayer(game, Dice(1, 2, 3, 4), ms=500)
    start = clock.now
    player.choose(turn_of(game, Walk()))
    assert 0.5 <= clock.now - start <= 0.55


def test_a_search_without_any_time_still_answers(clock):
    def imagine() -> None:
        clock.now += 2.0

    game = SlowWalk(imagine, steady(clock, 0.02))
    player = SearchPlayer(game, Dice(1, 2, 3, 4), ms=500)
    start = clock.now
    assert game.moves.from_json(player.choose(turn_of(game, Walk()))) in Walk().moves()
    assert clock.now - start <= 2.05, "one move was tried"


@pytest.mark.parametrize("cost", [0.01, 0.9, 10.0])
def test_a_greedy_player_chooses_among_the_moves_it_had_time_for(clock, cost):
    game = SlowWalk(stepping=steady(clock, cost))
    player = GreedyPlayer(game, Dice(1, 2, 3, 4), ms=2000)
    start = clock.now
    move = game.moves.from_json(player.choose(turn_of(game, Walk())))
    assert clock.now - start <= max(2.0 + cost, cost)
    assert player.hurried == (cost > 0.1)
    looked_at = min(5, int(2.0 / cost) + 1)
    assert move == (looked_at - 1) << 6, "the furthest step of those"


def test_the_planner_of_gardening_war_stops_in_time(monkeypatch):
    """On a machine without a compiler one try of a long game takes half a second."""
    from parlour.games.gardening_war.planner import GardenPlanner

    state = GARDEN.new(GARDEN.read_options({"rounds": 1500}), 2, Dice(1, 2, 3, 4))
    imagined = GARDEN.imagine(GARDEN.view(state, int(state.mover)), Dice(1, 2, 3, 4))
    planner = imagined.planner(Dice(1, 2, 3, 4), Evaluator())
    assert isinstance(planner, GardenPlanner)
    now = 1000.0

    def each_look_costs() -> float:
        nonlocal now
        now += 0.01
        return now

    monkeypatch.setattr(time, "perf_counter", each_look_costs)
    planner.think(0, 0.2)
    assert now - 1000.0 <= 0.3
    assert int(planner.iterations) == 0, "not even the first look is finished"
    move = int(planner.moves()[0])
    assert move in [int(m) for m in state.moves()]
    monkeypatch.undo()
    planner.think(3, 0.0)
    assert int(planner.iterations) == 3, "and thinks on"

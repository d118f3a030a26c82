"""The computer players: the original's opponent by the appendix, whole moves, the planner, the clock."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter

import pytest
from tests.by_hand import ByHand
from tests.games.gardening_war.garden import ANEMONE, BLUEJAZZ, CROCUS, FERT, MOLE, P1, P2, TULIP, WATER, Plot

from parlour.arena import play_match, play_series
from parlour.bots.player import Player
from parlour.bots.seat_words import make_player
from parlour.bots.thinkers import PolicyPlayer, SearchPlayer
from parlour.core.clock import Clock
from parlour.core.dice import Dice, NoDice
from parlour.core.moves import MoveJson, miss
from parlour.core.protocol import Turn
from parlour.core.seed import Seed
from parlour.games.gardening_war.beam import Beam
from parlour.games.gardening_war.economy import Economy
from parlour.games.gardening_war.game import GAME
from parlour.games.gardening_war.planner import GardenPlanner, read
from parlour.games.gardening_war.players import ClassicEnemy, square_around


def whole(enemy: ClassicEnemy, plot: Plot) -> tuple[str, list[tuple[int, ...]]]:
    kind, lines = enemy.whole_move(GAME.view(plot.state, None))
    return kind, [(line.x, line.y, line.card, line.amount) for line in lines]


def enemy_turn(enemy: ClassicEnemy, plot: Plot) -> str:
    """Player 1 passes and the enemy makes its whole move on seat 2; its kind."""
    plot.do("-")
    before = enemy.plan
    while plot.state.mover == P2:
        moves = [GAME.moves.to_json(int(m)) for m in plot.state.moves()]
        answer = enemy(GAME.view(plot.state, P2), moves, NoDice())
        move = GAME.moves.from_json(moves[answer] if isinstance(answer, int) else answer)
        assert plot.state.allows(move)
        plot.state.play(move, NoDice())
        GAME.check_laws(plot.state)
    return before


# --- the appendix ---


def test_the_enemy_opens_with_a_tulip():
    plot, enemy = Plot(), ClassicEnemy()
    for _ in range(4):
        enemy_turn(enemy, plot)
    assert plot.points_of(P2) == 8000
    assert plot.gold_of(P2) == 9200


@pytest.mark.parametrize(
    ("fields", "gold", "plan", "plant"),
    [
        (1, 5000, "CPWH", TULIP),
        (1, 3800, "CPWH", CROCUS),  # the cost must be strictly below the gold
        (1, 3801, "CPWH", TULIP),
        (1, 2000, "CPWH", BLUEJAZZ),
        (1, 900, "", TULIP),
        (1, 36201, "LCFFPWH", TULIP),
        (1, 36200, "LCPWFH", CROCUS),  # tulips without fertilizer would do, but their row stands further down
        (1, 26000, "LCPWFH", BLUEJAZZ),
        (1, 21600, "LCPWH", BLUEJAZZ),
        (4, 15201, "CPWH", TULIP),
        (9, 20001 + 9 * 900, "CPWFH", CROCUS),
        (5, 3000, "", TULIP),  # with more than four fields and little gold it is stuck
    ],
)
def test_the_enemy_takes_the_first_row_it_can_pay(fields: int, gold: int, plan: str, plant: int):
    enemy = ClassicEnemy()
    found = enemy.choose(fields, gold)
    assert found == bool(plan)
    if plan:
        assert (enemy.plan, enemy.plant) == (plan, plant)


def test_the_enemy_extends_its_square():
    assert list(square_around(1, False)) == [(6, 7), (6, 6), (7, 6)]
    assert list(square_around(4, False)) == [(5, 7), (5, 6), (5, 5), (7, 5), (6, 5)]
    assert list(square_around(1, True)) == [(1, 0), (1, 1), (0, 1)]
    assert next(square_around(2, False)) == (5, 7)
    assert list(square_around(64, False)) == []


def test_the_enemy_waits_with_tulips_before_rain():
    plot, enemy = Plot().at_round(7), ClassicEnemy()
    assert enemy_turn(enemy, plot) == ""
    for _ in range(2):
        assert enemy_turn(enemy, plot) == "PWH"
        assert plot.plant(7, 7) == "empty"
    enemy_turn(enemy, plot)
    assert plot.state.round == 11
    assert plot.plant(7, 7) == "needs 1"


@pytest.mark.parametrize(("phase", "plan", "drops"), [(9, "CPWH", 3), (8, "CPWH", 5), (8, "CPWFH", 3), (1, "CPWFH", 5)])
def test_the_enemy_counts_on_rain(phase: int, plan: str, drops: int):
    enemy = ClassicEnemy()
    plot = Plot().at_round(20 + phase).own(P2, (6, 7))
    enemy.choose(9, 3000 + 9 * 2000 + 1) if plan == "CPWFH" else enemy.choose(1, 2001)
    assert (enemy.plan, enemy.plant) == (plan, CROCUS)
    enemy.plan = enemy.plan[2:]
    plot.state.mover = P2
    kind, lines = whole(enemy, plot)
    assert kind == "W"
    assert lines == [(7, 7, 0, drops), (6, 7, 0, drops)]


def test_the_enemy_wastes_water_as_the_original_would():
    plot, enemy = Plot().own(P2, (6, 7)).stock(P2, WATER, 9), ClassicEnemy()
    plot.dead(7, 7, TULIP).new_plant(6, 7, TULIP)
    enemy.choose(1, 5000)
    enemy.plan = "WH"
    enemy_turn(enemy, plot)
    assert plot.plant(6, 7) == "mature"
    assert plot.has(P2, WATER) == 7


def test_each_seat_has_an_enemy_of_its_own():
    first = make_player(GAME, "classic-enemy", Dice(1, 2, 3, 4))
    second = make_player(GAME, "classic-enemy", Dice(1, 2, 3, 4))
    assert isinstance(first, PolicyPlayer)
    assert isinstance(second, PolicyPlayer)
    assert first.policy is not second.policy


def test_the_enemy_plays_whole_games_on_both_seats():
    players = [make_player(GAME, "classic-enemy", Dice(1, 2, 3, seat)) for seat in (1, 2)]
    played = play_match(GAME, None, players, seed=Seed.parse("1"))
    assert played.strikes == [0, 0]
    # Turned round by half a turn the two are the same, so they fill the board alike until they meet.
    assert min(played.match.state.scores()) > 1_000_000


# --- whole moves ---


def numbers(garden: Economy) -> tuple[object, ...]:
    """A garden of the plan in a form that can be compared."""
    stock = (garden.drops, garden.moles, garden.cards, garden.bluejazz, garden.crocus, garden.tulip)
    beds = (garden.plain, garden.special, garden.bare_plain, garden.bare_special)
    groups: Counter[int] = Counter()  # of plants in the same state, however they came to be
    for group in (garden.g0, garden.g1, garden.g2, garden.g3):
        groups[int(group) & 511] += int(group) >> 9
    return (garden.gold, garden.points, garden.fert, stock, beds, +groups)


def test_a_plan_reckons_as_the_rules_do():
    """Every move that the planner looks at, over whole games: in numbers, and decision by decision."""
    seen: set[int] = set()
    for seed in range(3):
        state = Plot(rounds=45, layout="random" if seed else "picture").state
        dice = Dice(seed + 1, 2, 3, 4)
        while state.mover >= 0:
            seat, now = state.mover, state.round
            state.gardener(seat).stock[MOLE] += now == 20
            planner = GardenPlanner(state, dice)
            planner.think(3, 0.0)
            ground = planner.survey(seat, planner.land)
            ground.raids, ground.war = 0, True
            ground.count()
            garden = read(state, seat)
            beam = Beam(ground, garden, now, planner.weights, 0.0, 0)
            beam.list_moves(garden, now)
            for move in beam.found:
                expected, after = Economy(), state.copy()
                expected.become(garden)
                if not expected.do(move, ground, now):
                    continue
                seen.add(int(move) & 15)
                for step in planner.written(planner.placed(move)):
                    assert int(step) in [int(m) for m in after.moves()]
                    after.play(step, NoDice())
                GAME.check_laws(after)
                if seat == P1:
                    after.play(0, NoDice())
                assert numbers(read(after, seat)) == numbers(expected), GAME.moves.to_words(int(step))
            wild = dice.below(4) == 0
            chosen = beam.found[dice.below(len(beam.found))] if wild else planner.choice()
            for step in planner.written(planner.placed(chosen)):
                state.play(step, NoDice())
    assert seen == set(range(8))


def test_the_planner_harvests_before_rain():
    plot = Plot().at_round(9).own(P1, (0, 1), (1, 1)).mature(0, 0, TULIP).mature(0, 1, TULIP)
    planner = GardenPlanner(plot.state, Dice(1, 2, 3, 4))
    planner.think(20, 0.0)
    assert [GAME.moves.to_words(int(m)) for m in planner.moves()] == ["harvest"]


def test_the_planner_takes_the_rivals_last_field():
    """A rival without land and without the gold for a mole is out of the game."""
    plot = Plot(rounds=30).stock(P1, MOLE, 1).gold(P1, 5000).gold(P2, 900).mature(7, 7, TULIP)
    planner = GardenPlanner(plot.state, Dice(1, 2, 3, 4))
    planner.think(20, 0.0)
    assert GAME.moves.to_words(int(planner.moves()[0])) == "mole 7 7"


def test_the_planner_gives_nothing_away_at_the_end():
    """What ripens in the last round is harvested, and nothing is bought that cannot pay any more."""
    plot = Plot().at_round(100).mature(0, 0, TULIP).gold(P1, 50_000)
    planner = GardenPlanner(plot.state, Dice(1, 2, 3, 4))
    planner.think(20, 0.0)
    assert [GAME.moves.to_words(int(m)) for m in planner.moves()] == ["harvest"]


def test_the_planner_keeps_enough_to_start_again_after_a_mole():
    """The rival's harvest pays for a mole. Whoever has put all gold into land and one plant is ruined by it."""
    plot = Plot().at_round(9).gold(P1, 10_200).stock(P1, CROCUS, 1).stock(P1, WATER, 5)
    plot.gold(P2, 1700).mature(7, 7, CROCUS).state.gardener1.fert = 2
    left: list[int] = []
    for ruin in (0.0, 0.4):
        state = plot.state.copy()
        planner = GardenPlanner(plot.state, Dice(1, 2, 3, 4))
        planner.weights.ruin = ruin
        planner.think(100, 0.0)
        for step in planner.moves():
            state.play(step, NoDice())
        left.append(int(state.gardener0.gold))
    assert left[0] < 1000, "the fastest growth risks everything"
    assert left[1] >= 2000


def test_a_gardener_without_land_comes_back_with_a_mole():
    plot = Plot().gold(P1, 25_000)
    plot.state.gardener0.lose(0)
    planner = GardenPlanner(plot.state, Dice(1, 2, 3, 4))
    planner.think(20, 0.0)
    assert "mole" in GAME.moves.to_words(int(planner.moves()[1]))


def test_the_opening_varies():
    """No tape of moves beats a player whose games differ."""

    def opening(seed: int) -> tuple[int, ...]:
        state, dice = Plot().state, Dice(seed, 2, 3, 4)
        found: list[int] = []
        while state.round <= 12:
            planner = GardenPlanner(state, dice)
            planner.think(20, 0.0)
            for step in planner.moves():
                found.append(int(step))
                state.play(step, NoDice())
        return tuple(found)

    assert len({opening(seed) for seed in range(1, 6)}) >= 3


def test_thinking_again_goes_on():
    planner = GardenPlanner(Plot(rounds=20).state, Dice(1, 2, 3, 4))
    planner.think(10, 0.0)
    planner.think(5, 0.0)
    assert planner.iterations == 15


def test_the_same_seed_plans_the_same_game():
    def played() -> list[int]:
        players = [make_player(GAME, word, Dice(5, 6, 7, 8)) for word in ("search:iterations=15", "classic-enemy")]
        match = play_match(GAME, {"rounds": 30}, players, seed=Seed.parse("2"), clock=Clock()).match
        return [ply.move for ply in match.plies]

    assert played() == played()


def test_a_plan_is_dropped_when_the_clock_cut_the_move_short():
    player = make_player(GAME, "search:iterations=5", Dice(1, 2, 3, 4))
    assert isinstance(player, SearchPlayer)
    plot = Plot().own(P1, (0, 1), (1, 1)).stock(P1, TULIP, 3).stock(P1, WATER, 3).gold(P1, 0)

    def turn(ply: int) -> MoveJson | int:
        moves = [GAME.moves.to_json(int(m)) for m in plot.state.moves()]
        return player.choose(Turn(ply, GAME.view(plot.state, P1), moves))

    assert turn(1) == {"kind": "begin", "action": "plant"}
    plot.say("begin plant").say("plant 0 0 tulip")
    plot.state.miss(NoDice())
    plot.do("-")
    answer = turn(4)
    assert isinstance(answer, dict)
    assert plot.state.allows(GAME.moves.from_json(answer))


# --- strength, quickly; the gates of the issue are measured by `parlour match` ---


def test_greedy_beats_random():
    found = play_series(GAME, {"rounds": 60}, ["greedy", "random"], 12, Seed.parse("1"), workers=1)
    assert found.seats[0].share >= 0.9


def test_a_little_search_beats_greedy_and_the_original():
    for rival in ("greedy", "classic-enemy"):
        found = play_series(GAME, {"rounds": 50}, ["search:iterations=25", rival], 2, Seed.parse("1"), workers=1)
        assert found.seats[0].share == 1.0, rival
        assert found.seats[0].misses == 0


# --- the clock covers the whole move ---


HANDS = ByHand()


class Dawdler(Player):
    """Needs a little time for every decision, and buys in many parts."""

    def choose(self, turn: Turn) -> MoveJson | int:
        HANDS.turn(0.0625)
        self.shown = [*getattr(self, "shown", []), turn.clock.move_ms]
        begin = {"kind": "begin", "action": "shop"}
        return begin if begin in turn.moves else 0


def test_the_parts_of_a_move_share_one_clock():
    dawdler = Dawdler()
    players = [dawdler, make_player(GAME, "random", Dice(1, 2, 3, 4))]
    clock = Clock(move_ms=150, strikes=9)
    played = play_match(GAME, {"rounds": 3}, players, seed=Seed.parse("1"), clock=clock, now=HANDS.now)
    assert played.misses[0] >= 1
    assert dawdler.shown[:3] == [150, 87, 25]
    assert played.match.state.gardener0.stock[WATER] >= 1, "what was bought in time stands"
    assert played.match.state.gardener0.misses == played.misses[0]


class Sleeper(Player):
    """Never answers in time."""

    def choose(self, turn: Turn) -> MoveJson | int:
        HANDS.turn(0.0625)
        return 0


def test_the_third_late_answer_loses_by_the_rules_of_the_game():
    players = [Sleeper(), make_player(GAME, "classic-enemy", Dice(1, 2, 3, 4))]
    clock = Clock(move_ms=40, strikes=3)
    played = play_match(GAME, None, players, seed=Seed.parse("1"), clock=clock, now=HANDS.now)
    assert played.misses[0] == 3
    assert played.forfeits[0]
    assert played.match.plies[-1].move == miss()
    assert played.match.state.gardener0.misses == 3
    assert played.match.payoffs() == [0.0, 1.0]
    assert played.match.say_end(["Ann", "Bob"]) == "Bob wins: Ann missed 3 moves."


def test_goods_have_the_ids_of_the_rules():
    assert tuple(range(7)) == (WATER, MOLE, FERT, ANEMONE, BLUEJAZZ, CROCUS, TULIP)
    assert list(GAME.moves.kinds[6].fields[0].words) == [
        "water",
        "mole",
        "fertilizer",
        "anemone",
        "bluejazz",
        "crocus",
        "tulip",
    ]


def test_compiled_and_interpreted_plan_the_same_game():
    """Random play is soon broke and sees little; a planned game sees moles, fertilizer and a full board."""
    digests = set()
    for compiled in ("0", "auto"):
        found = subprocess.run(
            [sys.executable, "-c", PLANNED_GAME],
            env={**os.environ, "PARLOUR_COMPILED": compiled},
            capture_output=True,
            text=True,
            check=True,
        )
        digests.add(found.stdout)
    assert len(digests) == 1


PLANNED_GAME = """
import hashlib
from parlour.core.dice import Dice
from parlour.core.testing import encode, snapshot
from parlour.games.gardening_war.game import GAME
from parlour.games.gardening_war.planner import GardenPlanner

state = GAME.new(GAME.read_options({"rounds": 45}), 2, Dice(1, 2, 3, 4))
dice, digest = Dice(5, 6, 7, 8), hashlib.sha256()
while state.mover >= 0:
    planner = GardenPlanner(state, dice)
    planner.think(2, 0.0)
    moves = [int(move) for move in planner.moves()]
    digest.update(encode([moves, len(planner.plans()), round(state.judge(0), 9)]))
    for move in moves:
        state.play(move, dice)
        digest.update(encode([snapshot(state), [int(move) for move in state.moves()]]))
print(digest.hexdigest())
"""

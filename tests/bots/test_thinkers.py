"""The house's own players: legal, repeatable, worth their names, and blind to what their seat may not know."""

from __future__ import annotations

import msgspec
import pytest
from tests.games.kata_tcg.tables import Side, lay_table

from parlour.arena.table import play_match
from parlour.bots import make_player
from parlour.bots.playout import play_out, play_random
from parlour.bots.search import Search
from parlour.bots.thinkers import GreedyPlayer, RandomPlayer, SearchPlayer, seconds_given
from parlour.core import Dice, Match, Seed
from parlour.core.clock import Clock
from parlour.core.protocol import Hello, Remaining, Turn
from parlour.core.testing import random_match
from parlour.core.watch import Watch
from parlour.games import find

KATA = find("kata-tcg")
FOUR = find("connect-four")
WORDS = ["random", "greedy", "search:iterations=60", "easy"]


def hello(game, seat):
    return Hello(game.name, game.version, seat, 2, ["Ann", "Ben"], {}, Clock(), "")


def turn_of(game, state, ply=0, clock=None):
    """What the chair sends to the mover, as JSON would carry it."""
    view = msgspec.json.decode(msgspec.json.encode(game.view(state, int(state.mover))))
    moves = [game.moves.to_json(int(move)) for move in state.moves()]
    return Turn(ply, view, moves, clock or Remaining())


def sit(game, word, seat=0, seed=1):
    """The house's search itself: these tests are about it, whatever a game plans for itself."""
    player = make_player(game, f"{word}:plan=0" if word.startswith("search") else word, Dice(1, 2, 3, seed))
    player.hello(hello(game, seat))
    return player


def decision(game, player, state):
    """The chosen move, packed."""
    choice = player.choose(turn_of(game, state))
    return int(state.moves()[choice]) if isinstance(choice, int) else game.moves.from_json(choice)


def drops(*columns):
    match = Match(FOUR)
    for column in columns:
        match.play(match.mover, FOUR.moves.pack("drop", column))
    return match.state


# --- legal and repeatable ---


@pytest.mark.parametrize("word", WORDS)
@pytest.mark.parametrize(("game", "preset"), [(FOUR, None), (KATA, "classic"), (KATA, "full")])
def test_never_an_illegal_move(game, preset, word):
    players = [sit(game, word, seat) for seat in (0, 1)]
    for match, _ in random_match(game, 2, 41, game.read_options(preset=preset)):
        if not match.over and len(match.plies) % 2 == 0:
            move = decision(game, players[match.mover], match.state)
            assert move in [int(m) for m in match.state.moves()]


@pytest.mark.parametrize("word", WORDS)
def test_the_same_dice_give_the_same_decisions(word):
    def game_between():
        players = [make_player(KATA, word, Dice(1, 2, 3, seat + 4)) for seat in (0, 1)]
        options = KATA.read_options(preset="full")
        played = play_match(KATA, options, players, seed=Seed.parse("5"))
        return [ply.move for ply in played.match.plies]

    assert game_between() == game_between()


def test_a_search_counts_its_iterations():
    state = drops(3, 3)
    search = Search(state, 0, Dice(1, 2, 3, 4), 0.7, 40)
    search.think(250, 0.0)
    search.think(50, 0.0)
    assert int(search.iterations) == 300
    assert sum(int(visits) for _, visits, _ in search.tally()) == 300
    assert all(0 <= share <= 1 for _, _, share in search.tally())


def test_a_search_leaves_its_position_alone():
    from parlour.core.testing import snapshot

    match = Match(KATA, KATA.read_options(preset="full"), 2, Seed.parse("3"))
    before = snapshot(match.state)
    Search(match.state, match.mover, Dice(1, 2, 3, 4), 0.7, 40).think(200, 0.0)
    assert snapshot(match.state) == before


def test_a_search_by_the_clock_keeps_to_it():
    player = sit(FOUR, "search:ms=40")
    assert seconds_given(turn_of(FOUR, drops()), 40) == 0.04
    hurried = turn_of(FOUR, drops(), clock=Remaining(move_ms=20))
    assert seconds_given(hurried, 40) <= 0.02
    banked = turn_of(FOUR, drops(), clock=Remaining(bank_ms=400))
    assert seconds_given(banked, 40) <= 0.02
    assert decision(FOUR, player, drops(3)) in [int(m) for m in drops(3).moves()]


def test_one_legal_move_needs_no_thought():
    player = SearchPlayer(FOUR, Dice(1, 2, 3, 4), iterations=1, plan=0)
    turn = msgspec.structs.replace(turn_of(FOUR, drops()), moves=[{"kind": "drop", "column": 0}], view="nothing")
    assert player.choose(turn) == 0
    assert GreedyPlayer(FOUR, Dice(1, 2, 3, 4)).choose(turn) == 0


def test_several_workers_think_together():
    player = sit(FOUR, "search:iterations=100:workers=2")
    try:
        state = drops(3, 3)
        assert decision(FOUR, player, state) in [int(m) for m in state.moves()]
        assert sum(visits for _, visits, _ in player.last_tally) == 200
    finally:
        player.close()
    assert player.pool is None


def test_temper_gives_away_a_little_but_not_the_game():
    calm, wild = (
        [SearchPlayer(FOUR, Seed.parse(str(n)).dice("x"), iterations=1, temper=temper) for n in range(1, 41)]
        for temper in (1, 80)
    )
    tally = [(10, 50, 0.60), (11, 50, 0.55), (12, 50, 0.10)]
    assert {player._decide(tally, drops()) for player in calm} == {10}
    found = [player._decide(tally, drops()) for player in wild]
    assert found.count(10) > found.count(11) > 5
    assert 12 not in found


def test_with_a_model_of_the_rivals_only_our_decisions_branch():
    state = drops(3, 3)
    search = Search(state, 0, Dice(1, 2, 3, 4), 0.7, 40, model=True)
    search.think(400, 0.0)
    after = {int(node.move) for node in search.root.children}
    assert after == {int(move) for move in state.moves()}
    grown = max(search.root.children, key=lambda node: node.visits)
    assert len(grown.children) > 1, "our own next decision, whatever the rival answered"
    winning = drops(0, 6, 0, 6, 0, 5)
    sure = Search(winning, 0, Dice(1, 2, 3, 4), 0.7, 40, model=True)
    sure.think(300, 0.0)
    assert int(max(sure.tally(), key=lambda entry: entry[1])[0]) == int(winning.moves()[0])


def test_a_bluffing_player_varies_its_moves():
    players = [SearchPlayer(FOUR, Seed.parse(str(n)).dice("x"), iterations=1, bluff=1) for n in range(1, 41)]
    found = [
        player._decide([(10, 500, 0.5), (11, 400, 0.495), (12, 300, 0.45), (13, 20, 0.5)], drops())
        for player in players
    ]
    assert 8 < found.count(11) < 32
    assert 12 not in found, "worse"
    assert 13 not in found, "hardly looked at"


# --- worth their names ---


@pytest.mark.parametrize("word", ["greedy", "search:iterations=400", "search:iterations=400:bluff=1"])
@pytest.mark.parametrize(
    ("columns", "winning"),
    [((0, 1, 0, 1, 0, 1), 0), ((0, 1, 0, 1, 0, 1, 6), 1), ((0, 0, 1, 1, 2, 2), 3), ((0, 3, 1, 3, 5, 3, 5), 3)],
)
def test_a_win_in_one_is_found(columns, winning, word):
    state = drops(*columns)
    player = sit(FOUR, word, int(state.mover))
    assert decision(FOUR, player, state) == FOUR.moves.pack("drop", winning)


def test_a_loss_in_one_is_stopped():
    state = drops(3, 0, 3, 0, 3)
    player = sit(FOUR, "search:iterations=1500", int(state.mover))
    assert decision(FOUR, player, state) == FOUR.moves.pack("drop", 3)


def kill(player, duel):
    """Let the player play its whole turn."""
    while duel.active == "a":
        duel.match.play(0, decision(KATA, player, duel.state))
    return duel.match.over and duel.won_by == ("a", "damage")


@pytest.mark.parametrize("word", ["greedy", "search:iterations=600"])
def test_lethal_is_found(word):
    duel = lay_table("full", a=Side(hp=4, mana=6, hand="cut smash strike dud"), b=Side(hp=6, board="m2 slash 4/4"))
    assert kill(sit(KATA, word), duel)


def test_lethal_with_several_cards_and_a_minion_is_found():
    a = Side(hp=2, mana=7, hand="slash strike jab ruin", board="m1 cut 2/2")
    duel = lay_table("full", a=a, b=Side(hp=9, board="m2 ruin 8/8; m3 ruin 8/8"))
    assert kill(sit(KATA, "search:iterations=2000"), duel)


def shares(game, preset, words, games):
    """Seeded games with seats swapped: the first word's share."""
    options = game.read_options(preset=preset)
    won = 0.0
    for number in range(games):
        order = words if number % 2 == 0 else words[::-1]
        players = [make_player(game, word, Dice(7, number, 3, seat + 1)) for seat, word in enumerate(order)]
        played = play_match(game, options, players, seed=Seed.parse(str(number // 2)))
        won += played.match.payoffs()[number % 2]
    return won / games


def test_greedy_beats_random():
    assert shares(KATA, "full", ["greedy", "random"], 30) >= 0.8
    assert shares(FOUR, None, ["greedy", "random"], 30) >= 0.7


def test_search_beats_greedy():
    assert shares(FOUR, None, ["search:iterations=300:plan=0", "greedy"], 12) >= 0.75
    assert shares(KATA, "full", ["search:iterations=100:plan=0", "greedy"], 12) >= 0.6


def test_a_blunderer_plays_at_first_sight():
    state = drops(0, 1, 0, 1, 6)  # the rival's three on column 1 are not yet seen by a judge of the centre
    hasty = SearchPlayer(FOUR, Dice(1, 2, 3, 4), iterations=1, blunder=100)
    hasty.hello(hello(FOUR, 1))
    greedy = GreedyPlayer(FOUR, Dice(1, 2, 3, 4))
    greedy.hello(hello(FOUR, 1))
    greedy.dice.below(100)  # the roll that decides whether to blunder
    assert decision(FOUR, hasty, state) == decision(FOUR, greedy, state)
    assert hasty.last_tally == []
    sure = SearchPlayer(FOUR, Dice(1, 2, 3, 4), iterations=20, blunder=0, plan=0)
    sure.hello(hello(FOUR, 1))
    decision(FOUR, sure, state)
    assert sum(visits for _, visits, _ in sure.last_tally) == 20


def test_random_chooses_every_move_equally_often():
    player = RandomPlayer(FOUR, Dice(1, 2, 3, 4))
    turn = turn_of(FOUR, drops())
    counts = [0] * 7
    for _ in range(7000):
        counts[player.choose(turn)] += 1
    assert all(880 < n < 1120 for n in counts)


# --- blind to what their seat may not know ---


class NoPeeking(type(KATA)):
    """Kata TCG whose true positions nobody but the table may touch: players get views and nothing else."""

    def new(self, options, seats, dice):
        raise AssertionError("a player asked for a new game")

    def view(self, state, seat):
        raise AssertionError("a player asked for a view of some position")


@pytest.mark.parametrize("word", ["random", "greedy", "search:iterations=50", "reckless", "careful", "planner"])
def test_the_view_is_all_a_player_gets(word):
    match = Match(KATA, KATA.read_options(preset="full"), 2, Seed.parse("6"))
    for seat, sat in ((s, sit(NoPeeking(), word, s)) for s in (0, 1)):
        if match.mover == seat:
            assert sat.choose(turn_of(KATA, match.state)) is not None


@pytest.mark.parametrize("word", ["random", "greedy", "search:iterations=80", "planner"])
def test_the_decision_is_the_same_in_every_world_that_looks_the_same(word):
    """The rival's true hand cannot matter: it is replaced, and the player decides the same."""
    for match, dice in random_match(KATA, 2, 19, KATA.read_options(preset="full")):
        if match.over or len(match.plies) % 6:
            continue
        seat = match.mover
        decisions = set()
        for _ in range(3):
            world = match.state.copy()
            world.redeal(seat, dice)
            decisions.add(decision(KATA, sit(KATA, word, seat, seed=8), world))
        assert len(decisions) == 1


# --- playouts ---


def test_playouts_end_or_stop_at_their_limit():
    state = Match(KATA, KATA.read_options(preset="full"), 2, Seed.parse("2")).state
    twin = state.copy()
    assert int(play_random(twin, Dice(1, 2, 3, 4), 5)) == 5
    assert int(twin.mover) >= 0
    assert int(play_out(state, Dice(1, 2, 3, 4), 100_000, Watch())) < 1000
    assert int(state.mover) == -1
    assert int(play_random(state, Dice(1, 2, 3, 4), 10)) == 0


def test_a_random_playout_follows_its_moves_and_dice():
    fast, slow = (Match(FOUR).state for _ in range(2))
    n = int(play_random(fast, Dice(1, 2, 3, 4), 1000))
    dice = Dice(1, 2, 3, 4)
    for _ in range(n):
        moves = slow.moves()
        slow.play(moves[dice.below(len(moves))], dice)
    assert (fast.discs0, fast.discs1, fast.winner) == (slow.discs0, slow.discs1, slow.winner)

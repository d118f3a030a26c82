"""The planner: it works where there is work, knows no secrets, and stays within its iterations."""

import msgspec
import pytest
from tests.games.deadwood.given import Lot
from tests.games.deadwood.test_players import choose, play, sit
from tests.games.deadwood.xml import board_xml, cards_xml

from parlour.bots.thinkers import GreedyPlayer, SearchPlayer
from parlour.core.bits import kind_of
from parlour.core.dice import Dice
from parlour.core.match import Match
from parlour.core.seed import Seed
from parlour.core.state import Evaluator
from parlour.games.deadwood import moves
from parlour.games.deadwood.files import read_texts
from parlour.games.deadwood.game import GAME


def plan(lot, iterations=200):
    planner = lot.state.planner(Dice(1, 2, 3, 4), Evaluator())
    planner.think(iterations, 0.0)
    assert planner.iterations == iterations
    return [GAME.moves.to_words(int(move)) for move in planner.moves()]


def test_a_plan_walks_to_a_role_in_sight_and_takes_it():
    lot = Lot(2).scene("saloon", "c12", takes=1).player(1, "main_street", rank=6, dollars=0).turn_of(1)
    assert plan(lot) == ["move saloon", "take_role on 0"]


def test_a_plan_ends_where_a_card_is_turned_up():
    lot = Lot(2).turn_of(1)
    assert len(plan(lot)) == 1


def test_the_highest_rank_that_credits_buy_is_bought():
    lot = Lot(2).player(1, "office", rank=1, credits=25).turn_of(1)
    assert plan(lot) == ["upgrade 6 credits"]


def test_where_no_role_is_left_for_a_rank_the_next_one_is_bought():
    """Only jail and bank are left, and both want rank 2: without a purchase everybody would wait for somebody else."""
    lot = Lot(4).only("jail", "bank").scene("jail", "c01").scene("bank", "c05")
    lot.player(1, "train_station", rank=1, dollars=6).turn_of(1)
    assert plan(lot) == ["move office"]
    lot.player(1, "office", rank=1, dollars=6).turn_of(1)
    assert plan(lot) == ["upgrade 2 dollars"]


def test_hidden_cards_do_not_matter():
    """The same plans with the same numbers, whatever lies face down."""
    promised = []
    for card in ("c12", "c21"):
        lot = Lot(2).scene("saloon", card, face_up=False).turn_of(1)
        lot.state.pile.sort()
        planner = lot.state.planner(Dice(5, 6, 7, 8), Evaluator())
        planner.think(600, 0.0)
        promised.append({tuple(p): chance for p, chance in planner.plans()})
    for way, chance in promised[0].items():
        assert promised[1][way] == pytest.approx(chance, abs=0.08)


def test_thinking_changes_nothing_on_the_table():
    lot = Lot(3).scene("saloon", "c09").player(1, "saloon").turn_of(1)
    before = GAME.view(lot.state, 0)
    plan(lot)
    assert GAME.view(lot.state, 0) == before


def test_plans_promise_less_and_less_from_the_best():
    lot = Lot(4).scene("saloon", "c09").player(1, "trailer").turn_of(1)
    planner = lot.state.planner(Dice(1, 2, 3, 4), Evaluator())
    planner.think(100, 0.0)
    plans = planner.plans()
    assert plans[0][0] == planner.moves()
    assert all(0 <= chance <= plans[0][1] for _, chance in plans)


def test_nobody_wanders():
    """In two games at a table of two, nobody is four turns in a row without work or a purchase."""
    for seed in ("11", "12"):
        match = Match(GAME, GAME.read_options({"days": 2}), 2, Seed.parse(seed))
        players = [sit(SearchPlayer, seat, 2, iterations=60) for seat in range(2)]
        idle = [0, 0]
        while not match.over:
            seat = int(match.mover)
            move = choose(players[seat], match)
            match.play(seat, move)
            if kind_of(move) == moves.END_TURN:
                idle[seat] += 1
                assert idle[seat] < 4
            elif kind_of(move) != moves.MOVE:
                idle[seat] = 0


def test_the_planner_beats_greedy():
    won = 0.0
    for game in range(6):
        match = Match(GAME, GAME.read_options(), 2, Seed.parse(str(game)))
        players = [sit(GreedyPlayer, 0, 2), sit(GreedyPlayer, 1, 2)]
        players[game % 2] = sit(SearchPlayer, game % 2, 2, iterations=100)
        won += play(match, players)[game % 2]
    assert won >= 3


def test_the_planner_plays_on_a_loaded_lot():
    board, _ = read_texts(board_xml().encode(), cards_xml().encode())
    options = GAME.read_options({"board": msgspec.to_builtins(board), "days": 1})
    match = Match(GAME, options, 3, Seed.parse("2"))
    assert sum(play(match, [sit(SearchPlayer, seat, 3, iterations=20) for seat in range(3)])) == pytest.approx(1)

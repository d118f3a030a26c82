"""Section 9: computer players walk about, take roles, buy rank and work; levels for every number of seats."""

import pytest
from tests.games.deadwood.given import Lot

from parlour.bots.thinkers import GreedyPlayer, RandomPlayer, SearchPlayer
from parlour.core.clock import Clock
from parlour.core.dice import Dice
from parlour.core.match import Match
from parlour.core.protocol import Hello, Turn
from parlour.core.seed import Seed
from parlour.games.deadwood.game import GAME


def sit(kind, seat, seats, **settings):
    player = kind(GAME, Dice(7, 7, 7, seat + 1), **settings)
    player.hello(Hello(GAME.name, 1, seat, seats, [""] * seats, {}, Clock(), ""))
    return player


def choose(player, match):
    """The move a player makes from what the chair protocol shows it."""
    legal = [int(m) for m in match.state.moves()]
    choice = player.choose(Turn(len(match.plies), match.view(match.mover), [GAME.moves.to_json(m) for m in legal]))
    return legal[choice] if isinstance(choice, int) else GAME.moves.from_json(choice)


def play(match, players):
    while not match.over:
        match.play(match.mover, choose(players[match.mover], match))
    return match.payoffs()


def decides(lot, kind=GreedyPlayer, **settings):
    return GAME.moves.to_words(choose(sit(kind, lot.active - 1, lot.match.seats, **settings), lot.match))


def test_greedy_beats_random():
    won = 0.0
    for game in range(6):
        match = Match(GAME, GAME.read_options({"days": 2}), 2, Seed.parse(str(game)))
        players = [sit(RandomPlayer, 0, 2), sit(RandomPlayer, 1, 2)]
        players[game % 2] = sit(GreedyPlayer, game % 2, 2)
        won += play(match, players)[game % 2]
    assert won >= 5


@pytest.mark.parametrize("seats", range(2, 9))
def test_a_company_of_computers_finishes_its_game(seats):
    """Full tables of quick searchers: every decision is legal, and somebody wins."""
    match = Match(GAME, GAME.read_options({"days": 1}), seats, Seed.parse("3"))
    payoffs = play(match, [sit(SearchPlayer, seat, seats, iterations=12, **GAME.tuning) for seat in range(seats)])
    assert sum(payoffs) == pytest.approx(1)
    assert max(int(score) for score in match.state.scores()) > 10


def test_nobody_idles_in_the_trailer():
    assert decides(Lot(2)).startswith("move ")


def test_a_good_role_is_taken():
    lot = Lot(2).scene("bank", "c12", takes=1).player(1, "bank", rank=6).turn_of(1)
    assert decides(lot) == "take_role on 0"


def test_a_bargain_in_the_office_is_bought():
    lot = Lot(2).player(1, "office", rank=1, credits=25).turn_of(1)
    assert decides(lot) == "upgrade 6 credits"


def test_hopeless_odds_are_rehearsed_by_the_search():
    """Budget 6, three takes, nobody else: acting at once succeeds on 1 of 6."""
    lot = Lot(2).scene("main_street", "c21", takes=3).player(1, "main_street", "on 0", rank=4).turn_of(1)
    assert decides(lot, SearchPlayer, iterations=1500, **GAME.tuning) == "rehearse"


def test_the_last_chip_is_not_wasted_on_playouts():
    lot = Lot(2).scene("main_street", "c15", takes=1).player(1, "main_street", "on 0", rank=4, chips=1).turn_of(1)
    assert GAME.moves.to_words(int(lot.state.playout_move(Dice(1, 2, 3, 4)))) == "act"

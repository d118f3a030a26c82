"""The house's contract over a loaded lot; tests/contract asks it of every number of seats and every preset."""

from tests.games.deadwood.test_secrets import short_deck
from tests.games.deadwood.xml import board_xml, cards_xml

from parlour.core.testing import check_leaving, check_play, check_records, check_secrets
from parlour.games.deadwood.files import read_texts
from parlour.games.deadwood.game import GAME
from parlour.games.deadwood.options import DeadwoodOptions


def test_contract_of_a_loaded_lot():
    board, _ = read_texts(board_xml().encode(), cards_xml().encode())
    options = DeadwoodOptions(board=board, days=1)
    check_play(GAME, 3, 1, options)
    check_records(GAME, 3, options)
    check_secrets(GAME, 3, 2, options)


def test_contract_of_a_deck_that_is_used_again_and_again():
    options = DeadwoodOptions(board=short_deck(3), days=6, stall_limit=30)
    for seats in (2, 5):
        check_play(GAME, seats, 3, options)
        check_leaving(GAME, seats, options)
        check_secrets(GAME, seats, 3, options)

"""Board files as others write them: the trailers and the office under other names, tags in capitals."""

import pytest
from tests.games.deadwood.xml import board_xml, cards_xml

from parlour.games.deadwood.files import read_texts

PLAIN, NOTES = read_texts(board_xml().encode(), cards_xml().encode())


def spelt(trailer, office, board=None):
    text = board_xml() if board is None else board
    for old, new in (("trailer", trailer), ("office", office)):
        text = text.replace(f"<{old}", f"<{new}").replace(f"</{old}>", f"</{new.split()[0]}>")
    return text.encode()


@pytest.mark.parametrize(
    ("trailer", "office"),
    [
        ("Trailers", "Office"),
        ("TRAILER", "OFFICE"),
        ("trailers", "castingoffice"),
        ('Trailers name="Trailers"', 'CastingOffice name="Casting Office"'),
        ("Trailer", "casting-office"),
    ],
)
def test_trailers_and_office_load_as_public_boards_write_them(trailer, office):
    board, _ = read_texts(spelt(trailer, office), cards_xml().encode())
    assert (board.trailer.neighbours, board.office.neighbours) == (PLAIN.trailer.neighbours, PLAIN.office.neighbours)
    assert (board.prices, board.sets) == (PLAIN.prices, PLAIN.sets)

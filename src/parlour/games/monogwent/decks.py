"""From factions and a script to the cards of one game."""

from __future__ import annotations

from functools import lru_cache

from parlour.games.monogwent.pool import POOL, Pool
from parlour.games.monogwent.script.book import Book
from parlour.games.monogwent.state import Cards, Script


def cards_of(faction0: str, faction1: str, book: Book) -> Cards:
    """The printed cards of a game between these factions; immutable."""
    if book.program is None:
        return _built_in(faction0, faction1)
    return _cards(faction0, faction1, book.pool, book.program)


@lru_cache(maxsize=64)
def _built_in(faction0: str, faction1: str) -> Cards:
    return _cards(faction0, faction1, POOL, None)


def _cards(faction0: str, faction1: str, pool: Pool, script: Script | None) -> Cards:
    cards = Cards(pool, script)
    for seat, faction in enumerate((faction0, faction1)):
        cards.lead(pool.leaders[faction], seat)
        for card in pool.deck(faction):
            cards.add(card, seat)
    return cards

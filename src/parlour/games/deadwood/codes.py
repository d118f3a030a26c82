"""The names of areas, cards, sides and currencies in moves, events and files, and how many there can be."""

from __future__ import annotations

from typing import Final

DOLLARS: Final = 0
CREDITS: Final = 1

ON: Final = 0
OFF: Final = 1

TOP_RANK: Final = 6
MOST_SETS: Final = 40
MOST_ROLES: Final = 12  # on one card, or next to one
MOST_CARDS: Final = 120

# Areas by their public number: the sets of the standard board, trailer and office, then the sets of a loaded board.
STANDARD_SETS: Final = (
    "train_station",
    "secret_hideout",
    "church",
    "hotel",
    "main_street",
    "jail",
    "general_store",
    "ranch",
    "bank",
    "saloon",
)
TRAILER: Final = len(STANDARD_SETS)
OFFICE: Final = TRAILER + 1
FIRST_LOADED: Final = OFFICE + 1
AREAS: Final = (*STANDARD_SETS, "trailer", "office", *(f"s{n:02}" for n in range(1, MOST_SETS + 1)))
CARDS: Final = tuple(f"c{n:02}" for n in range(1, MOST_CARDS + 1))
SIDES: Final = ("on", "off")
CURRENCIES: Final = ("dollars", "credits")

"""The moves and events of MonoGwent, their numbers and their words."""

from __future__ import annotations

from typing import Final

from parlour.core.events import EventTable, event, secret
from parlour.core.moves import MoveTable, kind, number, word
from parlour.games.monogwent.pool import LARGEST_DECK, named

PASS: Final = 0
LEADER: Final = 1
PLAY: Final = 2  # a unit, weather, boost or one-row dispel into a row
CLEAR: Final = 3  # the dispel for all rows
SWAP: Final = 4  # a decoy for a unit
KEEP: Final = 5  # mulligan: none, one, two
REDRAW: Final = 6
REDRAW_TWO: Final = 7

STARTS: Final = 0
SCRIPT: Final = 1
CHOSE: Final = 2
REDREW: Final = 3
DREW: Final = 4
RETURNED: Final = 5
DISCARDED: Final = 6
ROUND: Final = 7
PLAYED: Final = 8
WEATHERED: Final = 9
BOOSTED: Final = 10
DISPELLED: Final = 11
SWAPPED: Final = 12
LED: Final = 13
PASSED: Final = 14
BURIED: Final = 15
CHANGED: Final = 16
FETCHED: Final = 17
RECOVERED: Final = 18
CLEARED: Final = 19
MOVED: Final = 20
SHIFTED: Final = 21
ALTERED: Final = 22
SHUFFLED: Final = 23
STOPPED: Final = 24
STALLED: Final = 25
ROUND_OVER: Final = 26
BROKE_TIE: Final = 27
LOST_LIFE: Final = 28
WON: Final = 29

CARDS: Final = 160  # two decks of at most eighty
assert CARDS == 2 * LARGEST_DECK

ROW_WORDS: Final = ("melee", "ranged", "siege")
ZONES: Final = ("hand", "deck", "field", "graveyard", "weather", "boost", "aside")
HAND: Final = 0
DECK: Final = 1
FIELD: Final = 2
GRAVE: Final = 3
WEATHER_SLOT: Final = 4
BOOST_SLOT: Final = 5
ASIDE: Final = 6

# Codes of script errors while running (R) and before play (X, L, P, S), as events name them.
CODES: Final = (
    "",
    *(f"R{n:02}" for n in range(1, 11)),
    *(f"X{n:02}" for n in range(1, 4)),
    *(f"L{n:02}" for n in range(1, 6)),
    *(f"P{n:02}" for n in range(1, 5)),
    *(f"S{n:02}" for n in range(1, 28)),
)

_id = number("id", CARDS)
_card = number("card", CARDS)
_name = named("card")
_row = word("row", ROW_WORDS)
_seat = number("seat", 2)
_zone = word("zone", ZONES)
_power = number("power", 10_000)

MOVES: Final = MoveTable(
    kind("pass"),
    kind("leader"),
    kind("play", _card, _row),
    kind("clear", _card),
    kind("swap", _card, number("target", CARDS)),
    kind("keep"),
    kind("redraw", _card),
    kind("redraw-two", _card, number("other", CARDS)),
)

# A way from zone to zone of a seat: `from` and `to` are 7 * seat + zone.
_place_words: Final = tuple(f"{zone} {seat}" for seat in range(2) for zone in ZONES)

EVENTS: Final = EventTable(
    event("starts", _seat),
    event("script", word("verdict", ["accepted", "refused"]), number("errors", 21), word("code", CODES)),
    event("chose", _seat, secret(number("cards", 3), "seat")),
    event("redrew", _seat, number("cards", 3), reveals=True, opens="turn"),
    event(
        "drew",
        _seat,
        secret(_id, "seat"),
        secret(_name, "seat"),
        number("hand", 13),
        number("deck", 81),
        reveals=True,
    ),
    event("returned", _seat, secret(_id, "seat"), secret(_name, "seat")),
    event("discarded", _seat, _id, _name, reveals=True),
    event("round", number("round", 4), _seat, opens="round"),
    event("played", _seat, _id, _name, _row, _power),
    event("weathered", _seat, _id, _name, _row),
    event("boosted", _seat, _id, _name, _row),
    event("dispelled", _seat, _id, _name),
    event("swapped", _seat, _id, _name, number("target", CARDS), named("unit")),
    event("led", _seat, _name),
    event("passed", _seat, _power),
    event("buried", _seat, _id, _name, _zone, _row),
    event("changed", _seat, _id, _name, number("before", 10_000), number("after", 10_000)),
    event("fetched", _seat, _id, _name, _row, _zone, reveals=True),
    event("recovered", _seat, _id, _name),
    event("cleared", _seat, _row, number("cards", CARDS)),
    event("moved", _id, _name, word("from", _place_words), word("to", _place_words)),
    event("shifted", _seat, _id, _name, word("from", _place_words), word("to", _place_words), seen_by=["seat"]),
    event("altered", _seat, _id, _name, number("before", 10_000), number("after", 10_000), seen_by=["seat"]),
    event("shuffled", _seat, _zone),
    event("stopped", _name, named("effect"), word("code", CODES), number("line", 65536), number("column", 65536)),
    event("stalled"),
    event(
        "round-over",
        number("round", 4),
        number("power0", 10_000),
        number("power1", 10_000),
        number("winner", 2),
        opens="pause",
    ),
    event("broke-tie", _seat, _name),
    event("lost-life", _seat, number("lives", 3)),
    event("won", _seat),
)

"""The events of MonoGwent, their numbers and their words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from parlour.core.events import EventTable, event, secret
from parlour.core.moves import Field, number, word
from parlour.games.monogwent.moves import CARDS, ROW_WORDS
from parlour.games.monogwent.pool import LARGEST_DECK, POOL
from parlour.games.monogwent.state import HAND_CAP, LIVES, MOST_POWER, ROUNDS

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

ZONES: Final = ("hand", "deck", "field", "graveyard", "weather", "boost", "aside")
HAND: Final = 0
DECK: Final = 1
FIELD: Final = 2
GRAVE: Final = 3
WEATHER_SLOT: Final = 4
BOOST_SLOT: Final = 5
ASIDE: Final = 6

# Codes of script errors in play (R) and before play (X, L, P, S), as in events.
CODES: Final = (
    "",
    *(f"R{n:02}" for n in range(1, 11)),
    *(f"X{n:02}" for n in range(1, 4)),
    *(f"L{n:02}" for n in range(1, 6)),
    *(f"P{n:02}" for n in range(1, 5)),
    *(f"S{n:02}" for n in range(1, 28)),
)
MOST_ERRORS: Final = 20  # reported for one script


class Named(Field, frozen=True):
    """A field that names a card or an effect. Scripts add names that no schema can list."""

    def schema(self) -> dict[str, Any]:
        return {"type": "string"}


def _named(field: str, names: Sequence[str]) -> Named:
    return Named(field, len(names), tuple(names))


# Cards move between the zones of either seat: `from` and `to` are indices of these words.
_PLACES: Final = tuple(f"{zone} {seat}" for seat in range(2) for zone in ZONES)


def place_of(zone: int, seat: int) -> int:
    return len(ZONES) * seat + zone


def event_table(cards: Sequence[str], effects: Sequence[str]) -> EventTable:
    """The events of a game with these cards, in pool order, and these scripted effects."""
    id = number("id", CARDS)
    name = _named("card", cards)
    row = word("row", ROW_WORDS)
    seat = number("seat", 2)
    zone = word("zone", ZONES)
    code = word("code", CODES)
    power = number("power", MOST_POWER + 1)
    before, after = number("before", MOST_POWER + 1), number("after", MOST_POWER + 1)
    start, end = word("from", _PLACES), word("to", _PLACES)
    round = number("round", ROUNDS + 1)
    return EventTable(
        event("starts", seat),
        event("script", word("verdict", ["accepted", "refused"]), number("errors", MOST_ERRORS + 1), code),
        event("chose", seat, secret(number("cards", 3), "seat")),
        event("redrew", seat, number("cards", 3), reveals=True, opens="turn"),
        event(
            "drew",
            seat,
            secret(id, "seat"),
            secret(name, "seat"),
            number("hand", HAND_CAP + 3),
            number("deck", LARGEST_DECK + 1),
            reveals=True,
        ),
        event("returned", seat, secret(id, "seat"), secret(name, "seat")),
        event("discarded", seat, id, name, reveals=True),
        event("round", round, seat, opens="round"),
        event("played", seat, id, name, row, power),
        event("weathered", seat, id, name, row),
        event("boosted", seat, id, name, row),
        event("dispelled", seat, id, name),
        event("swapped", seat, id, name, number("target", CARDS), _named("unit", cards)),
        event("led", seat, name),
        event("passed", seat, power),
        event("buried", seat, id, name, zone, row),
        event("changed", seat, id, name, before, after),
        event("fetched", seat, id, name, row, zone, reveals=True),
        event("recovered", seat, id, name),
        event("cleared", seat, row, number("cards", CARDS)),
        event("moved", id, name, start, end),
        event("shifted", seat, id, name, start, end, seen_by=["seat"]),
        event("altered", seat, id, name, before, after, seen_by=["seat"]),
        event("shuffled", seat, zone),
        event("stopped", name, _named("effect", effects), code, number("line", 65536), number("column", 65536)),
        event("stalled"),
        event(
            "round-over",
            round,
            number("power0", MOST_POWER + 1),
            number("power1", MOST_POWER + 1),
            number("winner", 2),
            opens="pause",
        ),
        event("broke-tie", seat, name),
        event("lost-life", seat, number("lives", LIVES + 1)),
        event("won", seat),
    )


EVENTS: Final = event_table([card.name for card in POOL.cards], [""])  # without a script no event names an effect

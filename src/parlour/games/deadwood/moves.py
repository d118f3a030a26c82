"""The moves and events of Deadwood, their numbers and their words."""

from __future__ import annotations

from typing import Final

from parlour.core.events import EventTable, event
from parlour.core.moves import MoveTable, kind, number, word

ACT: Final = 0
REHEARSE: Final = 1
UPGRADE: Final = 2
MOVE: Final = 3
TAKE_ROLE: Final = 4
END_TURN: Final = 5

DOLLARS: Final = 0
CREDITS: Final = 1

ON: Final = 0
OFF: Final = 1

DAY: Final = 0
RESHUFFLED: Final = 1
TURN: Final = 2
MOVED: Final = 3
TURNED_UP: Final = 4
TOOK_ROLE: Final = 5
UPGRADED: Final = 6
REHEARSED: Final = 7
ACTED: Final = 8
PAID: Final = 9
TAKE_SHOT: Final = 10
BONUS_DIE: Final = 11
BONUS: Final = 12
WRAPPED: Final = 13
ENDED_TURN: Final = 14
DAY_OVER: Final = 15
FINAL_SCORE: Final = 16
UNPAID: Final = 17

TOP_RANK: Final = 6
MOST_SETS: Final = 40
MOST_ROLES: Final = 12  # on one card, and beside one set
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
TRAILER_CODE: Final = 10
OFFICE_CODE: Final = 11
FIRST_LOADED_CODE: Final = 12
AREAS: Final = (*STANDARD_SETS, "trailer", "office", *(f"s{n:02}" for n in range(1, MOST_SETS + 1)))
CARDS: Final = tuple(f"c{n:02}" for n in range(1, MOST_CARDS + 1))
SIDES: Final = ("on", "off")
CURRENCIES: Final = ("dollars", "credits")
WHY_OVER: Final = ("one scene left", "nobody works")
BY_WRAP: Final = 0
BY_STALL: Final = 1

_seat = number("seat", 8)
_area = word("area", AREAS)
_card = word("card", CARDS)
_side = word("side", SIDES)
_index = number("index", MOST_ROLES)
_rank = number("rank", TOP_RANK + 1)

MOVES: Final = MoveTable(
    kind("act"),
    kind("rehearse"),
    kind("upgrade", _rank, word("pay", CURRENCIES)),
    kind("move", _area),
    kind("take_role", _side, _index),
    kind("end_turn"),
)

EVENTS: Final = EventTable(
    event("day", number("day", 100), number("days", 100), number("scenes", 100), number("pile", 200), opens="round"),
    event("reshuffled", number("cards", 200)),
    event("turn", _seat, opens="turn"),
    event("moved", _seat, word("from", AREAS), word("to", AREAS)),
    event("turned_up", _seat, _area, _card, reveals=True),
    event("took_role", _seat, _area, _side, _index, _card),
    event("upgraded", _seat, number("before", 7), _rank, word("pay", CURRENCIES), number("price", 1000)),
    event("rehearsed", _seat, number("chips", 6), number("budget", 7)),
    event(
        "acted", _seat, number("die", 7), number("chips", 6), number("budget", 7), word("result", ["cut", "success"])
    ),
    event(
        "paid", _seat, number("dollars", 7), number("credits", 7), number("dollars_now", 99), number("credits_now", 99)
    ),
    event("take_shot", _area, number("left", 4)),
    # one die of the bonus and the role it falls on; the seat is -1 where nobody plays that role
    event("bonus_die", _area, number("die", 7), _index, _rank, _seat),
    event("bonus", _seat, _area, _side, number("dollars", 99), number("dollars_now", 99)),
    event("wrapped", _area, _card, number("scenes_left", 41)),
    event("ended_turn", _seat),
    event("day_over", number("day", 100), word("why", WHY_OVER), opens="pause"),
    event("final_score", _seat, number("score", 999), number("place", 9)),
    event("unpaid", _area),
)

"""The events of Deadwood, their numbers and their words."""

from __future__ import annotations

from typing import Final

from parlour.core.events import EventTable, event
from parlour.core.moves import number, word
from parlour.games.deadwood.codes import AREAS, CARDS
from parlour.games.deadwood.moves import AREA, INDEX, PAY, RANK, SIDE

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


WHY_OVER: Final = ("one scene left", "nobody works")
BY_WRAP: Final = 0
BY_STALL: Final = 1

_seat = number("seat", 8)
_card = word("card", CARDS)

EVENTS: Final = EventTable(
    event("day", number("day", 100), number("days", 100), number("scenes", 100), number("pile", 200), opens="round"),
    event("reshuffled", number("cards", 200)),
    event("turn", _seat, opens="turn"),
    event("moved", _seat, word("from", AREAS), word("to", AREAS)),
    event("turned_up", _seat, AREA, _card, reveals=True),
    event("took_role", _seat, AREA, SIDE, INDEX, _card),
    event("upgraded", _seat, number("before", 7), RANK, PAY, number("price", 1000)),
    event("rehearsed", _seat, number("chips", 6), number("budget", 7)),
    event(
        "acted", _seat, number("die", 7), number("chips", 6), number("budget", 7), word("result", ["cut", "success"])
    ),
    event(
        "paid", _seat, number("dollars", 7), number("credits", 7), number("dollars_now", 99), number("credits_now", 99)
    ),
    event("take_shot", AREA, number("left", 4)),
    # one die of the bonus and the role it falls on; the seat is -1 where nobody plays that role
    event("bonus_die", AREA, number("die", 7), INDEX, RANK, _seat),
    event("bonus", _seat, AREA, SIDE, number("dollars", 99), number("dollars_now", 99)),
    event("wrapped", AREA, _card, number("scenes_left", 41)),
    event("ended_turn", _seat),
    event("day_over", number("day", 100), word("why", WHY_OVER), opens="pause"),
    event("final_score", _seat, number("score", 999), number("place", 9)),
    event("unpaid", AREA),
)

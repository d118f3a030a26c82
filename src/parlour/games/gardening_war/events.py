"""The events of Gardening War, their numbers and their words."""

from __future__ import annotations

from typing import Final

from parlour.core.events import EventTable, event
from parlour.core.moves import number, word
from parlour.games.gardening_war import steps
from parlour.games.gardening_war.goods import PLANTS
from parlour.games.gardening_war.moves import GOOD, REASONS, SEED, X, Y

ROUND: Final = 0
PASSED: Final = 1
VOIDED: Final = 2
BOUGHT_FIELD: Final = 3
BOUGHT: Final = 4
PLANTED: Final = 5
WATERED: Final = 6
PICKED: Final = 7
HARVESTED: Final = 8
FERTILIZED: Final = 9
DUG: Final = 10
RAINED: Final = 11
SOAKED: Final = 12
WITHERED: Final = 13
OUT_OF_TIME: Final = 14
ENDED: Final = 15

CAUSES: Final = ("points", "misses", "concede", "draw")
BY_POINTS: Final = 0
BY_MISSES: Final = 1
BY_LEAVING: Final = 2
BY_DRAW: Final = 3

_seat = number("seat", 2)
_dug_plant = word("plant", ["nothing", *(plant.word for plant in PLANTS)])
_amount = number("amount", 1)
_gold = number("gold", 1)

EVENTS: Final = EventTable(
    event("round", number("round", 1), number("rain_in", 11), opens="round"),
    event("passed", _seat),
    event("voided", _seat, word("action", steps.WORDS), word("reason", REASONS)),
    event("bought_field", _seat, X, Y, _gold),
    event("bought", _seat, GOOD, _amount, number("stock", 1), _gold),
    event("planted", _seat, X, Y, SEED, number("seeds", 1)),
    event("watered", _seat, X, Y, number("drops", 1), number("need", 1)),
    event("picked", _seat, X, Y, SEED, number("gain", 1)),
    event("harvested", _seat, number("gain", 1), _gold, number("points", 1)),
    event("fertilized", _seat, number("rounds", 1), number("cards", 1)),
    event("dug", _seat, X, Y, _dug_plant, number("cards", 1)),
    event("rained", number("round", 1)),
    event("soaked", _seat, X, Y, SEED, number("need", 1)),
    event("withered", _seat, X, Y, SEED),
    event("out_of_time", _seat, number("misses", 1)),
    event("ended", word("cause", CAUSES), number("winner", 2), number("points_0", 1), number("points_1", 1)),
)

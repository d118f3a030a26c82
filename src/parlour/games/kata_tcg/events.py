"""The events of Kata TCG, their numbers and their words."""

from __future__ import annotations

from typing import Final

from parlour.core.events import EventTable, event, secret
from parlour.core.moves import number, word
from parlour.games.kata_tcg.moves import CARD, MINION, TARGET
from parlour.games.kata_tcg.state import DECK_SIZE, HEALTH_CAP, SLOT_CAP

STARTS: Final = 0
TURN: Final = 1
DREW: Final = 2
OVERLOADED: Final = 3
BLED: Final = 4
ATTACKED: Final = 5
HEALED: Final = 6
SUMMONED: Final = 7
LEAFED: Final = 8
FOUGHT: Final = 9
HIT: Final = 10
HURT: Final = 11
FELL: Final = 12
ENDED: Final = 13
WON: Final = 14
SKIPPED: Final = 15
FINISHED: Final = 16

# why the game ended
BY_DAMAGE: Final = 0
BY_BLEEDING: Final = 1
BY_CONCEDING: Final = 2
BY_BOTH: Final = 3  # both sides at 0, only in hand-built positions
CAUSES: Final = ("damage", "bleeding", "concede", "draw")

_seat = number("seat", 2)
_health = number("health", HEALTH_CAP + 1)
_damage = number("damage", HEALTH_CAP + 1)
_amount = number("amount", HEALTH_CAP + 1)

EVENTS: Final = EventTable(
    event("starts", _seat),
    event("turn", _seat, number("turn", 1000), opens="turn"),
    event("drew", _seat, secret(CARD, "seat"), reveals=True),
    event("overloaded", _seat, CARD, reveals=True),
    event("bled", _seat, _health),
    event("attacked", _seat, CARD, TARGET),
    event("healed", _seat, CARD, _amount, _health),
    event("summoned", _seat, CARD, MINION, _damage, _health),
    event("leafed", _seat, CARD, number("cards", DECK_SIZE + 1)),
    event("fought", _seat, MINION, CARD, TARGET),
    event("hit", _seat, _damage, _health),
    event("hurt", _seat, MINION, CARD, _damage, _health),
    event("fell", _seat, MINION, CARD),
    event("ended", _seat),
    event("won", _seat, word("cause", CAUSES)),
    # the turn passes by itself: at once, because nothing can be done, or after the last possible action
    event("skipped", _seat, number("mana", SLOT_CAP + 1), hints=True),
    event("finished", _seat, hints=True),
)

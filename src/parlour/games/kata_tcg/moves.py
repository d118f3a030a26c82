"""The moves and events of Kata TCG, their numbers and their words."""

from __future__ import annotations

from typing import Final

from parlour.core.events import EventTable, event, secret
from parlour.core.moves import MoveTable, kind, number, word
from parlour.games.kata_tcg.pool import POOL

ATTACK: Final = 0
HEAL: Final = 1
SUMMON: Final = 2
DRAW: Final = 3
FIGHT: Final = 4
END: Final = 5

PLAYER: Final = 0  # as a target; minions have serials from 1 on

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

CAUSES: Final = ("damage", "bleeding", "concede", "draw")
BY_DAMAGE: Final = 0
BY_BLEEDING: Final = 1
BY_CONCEDING: Final = 2
BY_BOTH: Final = 3  # only hand-built positions: both sides at 0

SERIALS: Final = 41  # forty cards, each summoned at most once

_card = word("card", [card.id for card in POOL])
_seat = number("seat", 2)
_minion = word("minion", [f"m{serial}" for serial in range(SERIALS)])
_target = word("target", ["player", *(f"m{serial}" for serial in range(1, SERIALS))])

MOVES: Final = MoveTable(
    kind("attack", _card, _target),
    kind("heal", _card),
    kind("summon", _card),
    kind("draw", _card),
    kind("fight", _minion, _target),
    kind("end"),
)

EVENTS: Final = EventTable(
    event("starts", _seat),
    event("turn", _seat, number("turn", 1000), opens="turn"),
    event("drew", _seat, secret(_card, "seat"), reveals=True),
    event("overloaded", _seat, _card, reveals=True),
    event("bled", _seat, number("health", 31)),
    event("attacked", _seat, _card, _target),
    event("healed", _seat, _card, number("amount", 31), number("health", 31)),
    event("summoned", _seat, _card, _minion, number("damage", 31), number("health", 31)),
    event("leafed", _seat, _card, number("cards", 31)),
    event("fought", _seat, _minion, _card, _target),
    event("hit", _seat, number("damage", 31), number("health", 31)),
    event("hurt", _seat, _minion, _card, number("damage", 31), number("health", 31)),
    event("fell", _seat, _minion, _card),
    event("ended", _seat),
    event("won", _seat, word("cause", CAUSES)),
    # a turn that passes by itself: at once, for nothing in hand or on the board can be used, or after the last action
    event("skipped", _seat, number("mana", 11), hints=True),
    event("finished", _seat, hints=True),
)

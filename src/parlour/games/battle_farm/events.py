"""The events of Battle Farm, their numbers and their words."""

from __future__ import annotations

from typing import Final

from parlour.core.events import EventTable, event, secret
from parlour.core.moves import number, word
from parlour.games.battle_farm import asks
from parlour.games.battle_farm.cards import CLASSES, SOURCES
from parlour.games.battle_farm.fields import BED, BED_WORDS, CARD, CARD_WORDS, MOST_SEATS, PURSE, SEAT, SLOT, VALUE

SETUP: Final = 0
ORDER: Final = 1
TURN: Final = 2
LIMIT: Final = 3
COUNTDOWN: Final = 4
HARVESTED: Final = 5
GAINED: Final = 6
LOST: Final = 7
TOOK: Final = 8
ROLLED: Final = 9
FIZZLED: Final = 10
BOUGHT: Final = 11
REFILLED: Final = 12
BUNDLED: Final = 13
OFFERED: Final = 14
SHOWN: Final = 15
BADE: Final = 16
REVEALED: Final = 17
SOLD: Final = 18
HANDED: Final = 19
UNSOLD: Final = 20
PLAYED: Final = 21
PLANTED: Final = 22
CHANGED: Final = 23
DESTROYED: Final = 24
RETYPED: Final = 25
DISCARDED: Final = 26
SPENT: Final = 27
DREW: Final = 28
LOOKED: Final = 29
KEPT: Final = 30
RETURNED: Final = 31
STOLE: Final = 32
BOOSTED: Final = 33
CREATED: Final = 34
PICKED: Final = 35
SWEPT: Final = 36
FETCHED: Final = 37
FERTILIZED: Final = 38
LAST_ROUND: Final = 39
ENDED: Final = 40
NAMED: Final = 41
STALE: Final = 42
PASSED: Final = 43
IDLE: Final = 44
FORCED: Final = 45

# why a phase asks nothing
NO_COINS: Final = 0
NO_HAND: Final = 1
NO_BIDDER: Final = 2
NO_FERTILIZER: Final = 3
NO_CROP: Final = 4
NO_GOODS: Final = 5

# goods
COINS: Final = 0
FERTILIZERS: Final = 1

# why the last round was called
BY_COINS: Final = 0
BY_DECK: Final = 1
# why the game ended
BY_LAST_ROUND: Final = 2
BY_DEAD_FIELD: Final = 3
BY_ROUND_CAP: Final = 4
BY_LEAVING: Final = 5

# what the d4 of a phase limits
PURCHASES: Final = 0
FERTILIZING: Final = 1

# why nothing was sold
REJECTED: Final = 0
NO_BIDS: Final = 1

REASONS: Final = ("no_coins", "no_hand", "no_bidder", "no_fertilizer", "no_crop", "no_goods")
CAUSES: Final = ("coins", "deck", "last_round", "dead_field", "round_cap", "leaving")

_goods = word("goods", ["coins", "fertilizers"])
_now = number("now", 4096)
_amount = number("amount", 4096)
_cause = word("cause", CAUSES)
_hand_card = secret(CARD, "seat")
_hand_value = secret(VALUE, "seat")
_source = word("source", SOURCES)
_from = number("from", MOST_SEATS)
_buyer = number("buyer", MOST_SEATS)
_fertilizers = number("fertilizers", 4096)
_timer = number("timer", 1024)
_deck = number("deck", 400)
_round = number("round", 201)

EVENTS: Final = EventTable(
    event("setup", SEAT, number("class", len(CLASSES)), PURSE, _fertilizers, number("cards", 99)),
    event("order", SEAT, number("place", MOST_SEATS), number("die", 21)),
    event("turn", SEAT, _round, opens="turn"),
    event("limit", SEAT, word("phase", ["market", "fertilize"]), number("die", 5)),
    event("countdown", SEAT),
    event("harvested", SEAT, BED, CARD, _amount, PURSE),
    event("gained", SEAT, _goods, _amount, _now, _source),
    event("lost", SEAT, _goods, _amount, _now, _source),
    event("took", SEAT, _from, _goods, _amount, _source),
    event("rolled", SEAT, number("sides", 21), number("die", 21), _source, hints=True),
    event("fizzled", SEAT, _source, hints=True),
    event("bought", SEAT, SLOT, CARD, number("price", 9), PURSE),
    event("refilled", SLOT, CARD, _deck, reveals=True),
    event("bundled", SEAT, CARD, VALUE, seen_by=["seat"]),
    event("offered", SEAT, number("cards", 400)),
    event("shown", SEAT, CARD, VALUE),
    event("bade", SEAT, secret(PURSE, "seat")),
    event("revealed", SEAT, PURSE, reveals=True, opens="pause"),
    event("sold", SEAT, _buyer, PURSE),
    event("handed", SEAT, _buyer, CARD, VALUE),
    event("unsold", SEAT, word("why", ["rejected", "no_bids", "skipped"])),
    event("played", SEAT, _source, number("cost", 1024), _fertilizers),
    event("planted", SEAT, BED, CARD, VALUE, _timer),
    event("changed", SEAT, BED, CARD, VALUE, _timer),
    event("destroyed", SEAT, BED, CARD),
    event("retyped", SEAT, BED, word("was", BED_WORDS), word("type", BED_WORDS)),
    event("discarded", SEAT, CARD),
    event("spent", SEAT, CARD),
    event("drew", SEAT, _hand_card, _deck, reveals=True),
    event("looked", SEAT, _hand_card, secret(word("other", CARD_WORDS), "seat"), reveals=True),
    event("kept", SEAT, _hand_card),
    event("returned", SEAT, _hand_card, _deck),
    event("stole", SEAT, _from, secret(CARD, "seat", "from"), secret(VALUE, "seat", "from"), reveals=True),
    event("boosted", SEAT, _hand_card, _hand_value, _source, hints=True),
    event("created", SEAT, CARD, VALUE, _source),
    event("picked", SEAT, SLOT, CARD),
    event("swept", SLOT, CARD),
    event("fetched", SEAT, CARD),
    event("fertilized", SEAT, BED, VALUE, _timer, _fertilizers),
    event("last_round", SEAT, _cause),
    event("ended", _cause),
    event("named", SEAT, CARD),
    event("stale", _round),
    event("passed", SEAT, word("why", REASONS)),
    event("idle", SEAT, hints=True),
    event("forced", SEAT, word("question", asks.WORDS), _source, hints=True),
)

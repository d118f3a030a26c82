"""The moves and events of Battle Farm, their numbers and their words."""

from __future__ import annotations

from typing import Final

from parlour.core.events import EventTable, event, secret
from parlour.core.moves import MoveTable, kind, number, word
from parlour.games.battle_farm.cards import BEDS, CARDS, COLOURS, SOURCES

# --- moves ---

BUY: Final = 0
STOP: Final = 1
ADD: Final = 2
SEND: Final = 3
SKIP: Final = 4
BID: Final = 5
ACCEPT: Final = 6
REJECT: Final = 7
PLAY: Final = 8
USE_CLASS: Final = 9
END: Final = 10
PLANT: Final = 11
CHOOSE_CROP: Final = 12
CHOOSE_PLAYER: Final = 13
CHOOSE_BED: Final = 14
CHOOSE_TYPE: Final = 15
CHOOSE_COLOUR: Final = 16
CHOOSE_CARD: Final = 17
DISCARD: Final = 18
SPRINKLE: Final = 19
GIVE: Final = 20
KEEP: Final = 21
PICK: Final = 22
FETCH: Final = 23
FERTILIZE: Final = 24

COIN: Final = 0  # what is given to the beans
FERTILIZER: Final = 1

_card = word("card", [card.id for card in CARDS])
_source = word("source", SOURCES)
_value = number("value", 1024)
_seat = number("seat", 6)
_from = number("from", 6)
_bed = number("bed", 5)
_slot = number("slot", 6)
_coins = number("coins", 4096)
_fertilizers = number("fertilizers", 4096)
_timer = number("timer", 1024)
_deck = number("deck", 400)

MOVES: Final = MoveTable(
    kind("buy", _slot),
    kind("stop"),
    kind("add", _card, _value),
    kind("send"),
    kind("skip"),
    kind("bid", _coins),
    kind("accept", _seat),
    kind("reject"),
    kind("play", _card, _value),
    kind("use_class"),
    kind("end"),
    kind("plant", _bed),
    kind("choose_crop", _seat, _bed),
    kind("choose_player", _seat),
    kind("choose_bed", _seat, _bed),
    kind("choose_type", word("type", [bed.id for bed in BEDS])),
    kind("choose_colour", word("colour", COLOURS)),
    kind("choose_card", _card, _value),
    kind("discard", _card, _value),
    kind("sprinkle", _card, _value),
    kind("give", word("goods", ["coin", "fertilizer"])),
    kind("keep", _card),
    kind("pick", _slot),
    kind("fetch", _card),
    kind("fertilize", _bed),
)

# --- events ---

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
REASONS: Final = ("no_coins", "no_hand", "no_bidder", "no_fertilizer", "no_crop", "no_goods")

# What a seat decides, D1 to D20 of section 5.
QUESTIONS: Final = (
    "",
    "market",
    "bundle",
    "bid",
    "answer",
    "play",
    "plant",
    "crop",
    "opponent",
    "player",
    "bed",
    "type",
    "colour",
    "card",
    "discard",
    "point",
    "tribute",
    "keep",
    "pick",
    "fetch",
    "fertilize",
)

COINS: Final = 0  # goods
FERTILIZERS: Final = 1

# why the last round was called
BY_COINS: Final = 0
BY_DECK: Final = 1
# why the game ended
BY_LAST_ROUND: Final = 2
BY_DEAD_FIELD: Final = 3
BY_ROUND_CAP: Final = 4
BY_LEAVING: Final = 5
CAUSES: Final = ("coins", "deck", "last_round", "dead_field", "round_cap", "leaving")

_goods = word("goods", ["coins", "fertilizers"])
_now = number("now", 4096)
_amount = number("amount", 4096)
_cause = word("cause", CAUSES)
_hand_card = secret(_card, "seat")
_hand_value = secret(_value, "seat")
_types = [bed.id for bed in BEDS]

EVENTS: Final = EventTable(
    event("setup", _seat, number("class", 6), _coins, _fertilizers, number("cards", 99)),
    event("order", _seat, number("place", 6), number("die", 21)),
    event("turn", _seat, number("round", 201), opens="turn"),
    event("limit", _seat, word("phase", ["market", "fertilize"]), number("die", 5)),
    event("countdown", _seat),
    event("harvested", _seat, _bed, _card, _amount, _coins),
    event("gained", _seat, _goods, _amount, _now, _source),
    event("lost", _seat, _goods, _amount, _now, _source),
    event("took", _seat, _from, _goods, _amount, _source),
    event("rolled", _seat, number("sides", 21), number("die", 21), _source, hints=True),
    event("fizzled", _seat, _source, hints=True),
    event("bought", _seat, _slot, _card, number("price", 9), _coins),
    event("refilled", _slot, _card, _deck, reveals=True),
    event("bundled", _seat, _card, _value, seen_by=["seat"]),
    event("offered", _seat, number("cards", 400)),
    event("shown", _seat, _card, _value),
    event("bade", _seat, secret(_coins, "seat")),
    event("revealed", _seat, _coins, reveals=True, opens="pause"),
    event("sold", _seat, number("buyer", 6), _coins),
    event("handed", _seat, number("buyer", 6), _card, _value),
    event("unsold", _seat, word("why", ["rejected", "no_bids", "skipped"])),
    event("played", _seat, _source, number("cost", 1024), _fertilizers),
    event("planted", _seat, _bed, _card, _value, _timer),
    event("changed", _seat, _bed, _card, _value, _timer),
    event("destroyed", _seat, _bed, _card),
    event("retyped", _seat, _bed, word("was", _types), word("type", _types)),
    event("discarded", _seat, _card),
    event("spent", _seat, _card),
    event("drew", _seat, _hand_card, _deck, reveals=True),
    event("looked", _seat, _hand_card, secret(word("other", [card.id for card in CARDS]), "seat"), reveals=True),
    event("kept", _seat, _hand_card),
    event("returned", _seat, _hand_card, _deck),
    event("stole", _seat, _from, secret(_card, "seat", "from"), secret(_value, "seat", "from"), reveals=True),
    event("boosted", _seat, _hand_card, _hand_value, _source, hints=True),
    event("created", _seat, _card, _value, _source),
    event("picked", _seat, _slot, _card),
    event("swept", _slot, _card),
    event("fetched", _seat, _card),
    event("fertilized", _seat, _bed, _value, _timer, _fertilizers),
    event("last_round", _seat, _cause),
    event("ended", _cause),
    event("named", _seat, _card),
    event("stale", number("round", 201)),
    event("passed", _seat, word("why", REASONS)),
    event("idle", _seat, hints=True),
    event("forced", _seat, word("question", QUESTIONS), _source, hints=True),
)

"""Battle Farm for learning programs: the question, the market, every farm, and one's own hand.

Only one kind of thing can be chosen at a time, so questions share places: a card, a bed or a seat has one place,
whatever happens to it. Seats are counted from one's own.
"""

from __future__ import annotations

from typing import Final, cast

from mypy_extensions import i64

from parlour.core.bits import first, kind_of, second
from parlour.core.lens import Layout, Lens, Numbers, nth
from parlour.core.state import State
from parlour.games.battle_farm import asks, fields, moves, phases
from parlour.games.battle_farm.cards import CARDS, CLASSES, COLOURS, SOURCES
from parlour.games.battle_farm.farmer import (
    KNOWN,
    NO_BID,
    NO_CARD,
    Farmer,
    card_kind,
    card_value,
    crop_of,
    timer_of,
    type_of,
    value_of,
)
from parlour.games.battle_farm.state import FarmTable

KINDS: Final[i64] = len(fields.CARD_WORDS)
VALUES: Final = 4  # how many different values of one kind of card have a place of their own
BEDS: Final[i64] = fields.BED.size
TYPES: Final[i64] = len(fields.BED_WORDS)
PURSE: Final[i64] = fields.PURSE.size
_CROPS: list[str] = [card.id for card in CARDS if card.is_crop]
CROPS: Final[i64] = len(_CROPS)
_VALUES: list[str] = ["lowest", "second", "third", "fourth"]
# Crops come first among the cards, and only they change their value.
_HELD: list[str] = [f"{crop}, {n} value" for crop in _CROPS for n in _VALUES]
_HELD.extend(fields.CARD_WORDS[len(_CROPS) :])
HELD: Final[i64] = len(_HELD)
assert list(fields.CARD_WORDS[: len(_CROPS)]) == _CROPS, "cards.toml: crops come first"

# The places, in this order: single words, goods, colours, types of bed, slots, own beds, then by seat.
_VERBS: list[str] = ["stop", "send", "skip", "reject", "use_class", "end"]
GOODS: Final = 6
COLOUR: Final = 8
TYPE: Final[i64] = 8 + len(COLOURS)
SLOT: Final[i64] = TYPE + TYPES
BED: Final[i64] = SLOT + fields.SLOTS
SEAT: Final[i64] = BED + BEDS

_LIMITS: list[str] = ["win limit", "round", "round cap", "dead rounds", "limit", "used"]
_COUNTS: list[str] = [*_LIMITS, "cards in deck", "power", "points left"]
_FARM: list[str] = ["coins", "fertilizers", "apples", "melons", "cards in hand", "bid", "place in turn order"]
_FLAGS: list[str] = ["is active", "class card used", "has bid", "has left"]
_GROWTH: list[str] = ["value", "timer"]
MOST: Final = 4096.0  # coins, fertilizers, values
OF_A_FARM: Final[i64] = len(_FARM) + len(_FLAGS) + len(CLASSES)
OF_A_BED: Final[i64] = TYPES + CROPS + 2


class FarmLens(Lens):
    """For two seats 1 133 numbers and 4 244 places, of which 4 096 are bids."""

    def __init__(self, seats: i64) -> None:
        layout = Layout()
        self.seats: i64 = seats
        self.verbs: list[i64] = []  # the place of a single word, by its kind of move; otherwise -1
        for kind in moves.MOVES.kinds:
            self.verbs.append(_VERBS.index(kind.name) if kind.name in _VERBS else -1)
        self.question: i64 = layout.each("question", ["none", *asks.WORDS[1:]])
        self.phase: i64 = layout.each("phase", ["none", *phases.WORDS[1:]])
        self.resolving: i64 = layout.each("resolving", ["nothing", *phases.RESOLVING_WORDS[1:]])
        self.source: i64 = layout.each("source", SOURCES)
        self.mover: i64 = layout.each("to move: seat", nth("+", seats))
        self.table: i64 = layout.each(
            "table", ["last round", "round is dead", "market untouched", "fresh market", "bundle sent"]
        )
        self.counts: i64 = layout.each("table", _COUNTS, MOST / 10.0)
        self.spot: i64 = layout.each("table", ["bed, from 1", "target, from 1"], 2.0)
        self.market: i64 = len(layout.names)
        for slot in range(fields.SLOTS):
            layout.each(f"market slot {slot}", fields.CARD_WORDS)
        self.discard: i64 = layout.each("discard pile", fields.CARD_WORDS, 100.0)
        self.top: i64 = layout.each("looked at", fields.CARD_WORDS, 2.0)
        self.bundle: i64 = layout.each("bundle", fields.CARD_WORDS, 100.0)
        self.hand: i64 = layout.each("own hand", fields.CARD_WORDS, 100.0)
        self.values: i64 = layout.each("own hand, value", _HELD, MOST / 10.0)
        self.adding: i64 = layout.each("can join the bundle", _HELD)
        self.farms: i64 = len(layout.names)
        for seat in range(seats):
            layout.each(f"farm +{seat}", _FARM, MOST / 5.0)
            layout.each(f"farm +{seat}", _FLAGS)
            layout.each(f"farm +{seat} class", [klass.id for klass in CLASSES])
        self.known: i64 = len(layout.names)
        for seat in range(1, seats):
            layout.each(f"known in the hand of +{seat}", fields.CARD_WORDS, 100.0)
        self.beds: i64 = len(layout.names)
        for seat in range(seats):
            for place in range(BEDS):
                layout.each(f"farm +{seat} bed {place}", fields.BED_WORDS)
                layout.each(f"farm +{seat} bed {place} crop", _CROPS)
                layout.each(f"farm +{seat} bed {place}", _GROWTH, MOST * 16.0)
        self.targets: i64 = SEAT + seats
        self.cards: i64 = self.targets + seats * BEDS
        self.bids: i64 = self.cards + HELD
        super().__init__(layout, self.bids + PURSE)

    def observe(self, state: State, seat: i64, out: Numbers) -> None:
        table = cast(FarmTable, state)
        out.mark(self.question + table.asking)
        out.mark(self.phase + table.phase)
        out.mark(self.resolving + table.resolving)
        acting = table.resolving != phases.NOTHING
        if acting:
            out.mark(self.source + table.source)
        if table.mover >= 0:
            out.mark(self.mover + self.away(seat, table.mover))
        out.flag(self.table, table.final)
        out.flag(self.table + 1, table.round_dead)
        out.flag(self.table + 2, table.untouched)
        out.flag(self.table + 3, table.fresh_market)
        out.flag(self.table + 4, table.sent)
        out.put(self.counts, float(table.win_limit) / 100.0)
        out.put(self.counts + 1, float(table.round) / 20.0)
        out.put(self.counts + 2, float(table.max_rounds) / 200.0)
        out.put(self.counts + 3, float(table.dead_rounds) / 3.0)
        out.put(self.counts + 4, float(table.limit) / 4.0)
        out.put(self.counts + 5, float(table.used) / 4.0)
        out.put(self.counts + 6, float(len(table.deck)) / 100.0)
        if acting:
            out.put(self.counts + 7, float(table.power) / 10.0)
        out.put(self.counts + 8, float(table.left) / 10.0)
        out.put(self.spot, float(table.bed + 1) / 5.0)
        out.put(self.spot + 1, float(table.target + 1) / 5.0)
        place = self.market
        for kind in table.market:
            if kind != NO_CARD:
                out.mark(place + kind)
            place += KINDS
        for kind in table.discard:
            out.add(self.discard + kind, 1.0)
        if table.looks_at_deck(seat):
            self.look_at_deck(table, out)
        if table.sent or seat == table.active:
            for c in table.bundle:
                out.add(self.bundle + card_kind(c), 1.0)
        self.observe_hand(table, seat, out)
        other: i64 = 0
        while other < self.seats:
            self.observe_farm(table, seat, other, out)
            other += 1

    def away(self, seat: i64, other: i64) -> i64:
        """How many seats after one's own."""
        return other - seat if other >= seat else other - seat + self.seats

    def look_at_deck(self, table: FarmTable, out: Numbers) -> None:
        size: i64 = len(table.deck)
        place = size - 1
        while place >= 0 and place >= size - 2:
            out.add(self.top + table.deck[place], 1.0)
            place -= 1

    def observe_hand(self, table: FarmTable, seat: i64, out: Numbers) -> None:
        farmer = table.farmers[seat]
        for c in farmer.hand:
            kind = card_kind(c)
            out.add(self.hand + kind, 1.0)
            at = held(farmer, kind, card_value(c))
            if at >= 0:
                out.put(self.values + at, float(card_value(c) + 1) / 10.0)
        # Which cards may be added to a bundle depends on the order of the hand.
        if table.asking == asks.BUNDLE and table.mover == seat and len(table.bundle) > 0:
            for move in table.moves():
                if kind_of(move) == moves.ADD:
                    at = held(farmer, first(move), second(move))
                    if at >= 0:
                        out.mark(self.adding + at)

    def observe_farm(self, table: FarmTable, seat: i64, other: i64, out: Numbers) -> None:
        farmer = table.farmers[other]
        away = self.away(seat, other)
        at = self.farms + away * OF_A_FARM
        out.put(at, float(farmer.coins) / 50.0)
        out.put(at + 1, float(farmer.fertilizers) / 10.0)
        out.put(at + 2, float(farmer.apples) / 5.0)
        out.put(at + 3, float(farmer.melons) / 5.0)
        out.put(at + 4, float(len(farmer.hand)) / 10.0)
        if farmer.bid != NO_BID and (other == seat or table.asking == asks.ANSWER):
            out.put(at + 5, float(farmer.bid + 1) / 10.0)
        out.put(at + 6, float(table.order.index(other)) / 5.0)
        out.flag(at + 7, other == table.active)
        out.flag(at + 8, farmer.class_used)
        out.flag(at + 9, farmer.bid != NO_BID)
        out.flag(at + 10, table.has_left(other))
        out.mark(at + 11 + farmer.klass)
        if other != seat:
            for entry in farmer.memory:
                if (entry >> (KNOWN + seat)) & 1 == 1:
                    out.add(self.known + (away - 1) * KINDS + card_kind(entry), 1.0)
        at = self.beds + away * BEDS * OF_A_BED
        for b in farmer.beds:
            out.mark(at + type_of(b))
            kind = crop_of(b)
            if kind >= 0:
                out.mark(at + TYPES + kind)
                out.put(at + TYPES + CROPS, float(value_of(b)) / 10.0)
                out.put(at + TYPES + CROPS + 1, float(timer_of(b)) / 5.0)
            at += OF_A_BED

    def choice(self, state: State, move: i64) -> i64:
        table = cast(FarmTable, state)
        kind = kind_of(move)
        a = first(move)
        if kind == moves.BUY or kind == moves.PICK:
            return SLOT + a
        if (
            kind == moves.PLAY
            or kind == moves.ADD
            or kind == moves.DISCARD
            or kind == moves.CHOOSE_CARD
            or kind == moves.SPRINKLE
        ):
            return self.card_choice(table, a, second(move))
        if kind == moves.BID:
            return self.bids + a
        if kind == moves.PLANT or kind == moves.FERTILIZE:
            return BED + a
        if kind == moves.CHOOSE_CROP or kind == moves.CHOOSE_BED:
            return self.targets + self.away(table.mover, a) * BEDS + second(move)
        if kind == moves.ACCEPT or kind == moves.CHOOSE_PLAYER:
            return SEAT + self.away(table.mover, a)
        if kind == moves.KEEP or kind == moves.FETCH:
            return self.cards + (a * VALUES if a < CROPS else CROPS * (VALUES - 1) + a)
        if kind == moves.CHOOSE_TYPE:
            return TYPE + a
        if kind == moves.CHOOSE_COLOUR:
            return COLOUR + a
        if kind == moves.GIVE:
            return GOODS + a
        return self.verbs[kind]

    def card_choice(self, table: FarmTable, kind: i64, value: i64) -> i64:
        farmer = table.farmers[table.mover]
        at = held(farmer, kind, value)
        if at >= 0:
            return self.cards + at
        # A fifth value of one kind in one hand: while cards are asked for, nobody bids, so bids lend their places.
        return self.bids + farmer.place_of(kind | value << 6)

    def words(self) -> list[str]:
        found = [*_VERBS, "give coin", "give fertilizer", *[f"colour {colour}" for colour in COLOURS]]
        found += [f"type {type}" for type in fields.BED_WORDS]
        found += nth("slot", fields.SLOTS)
        found += nth("own bed", BEDS)
        found += [f"seat +{seat}" for seat in range(self.seats)]
        found += [f"seat +{seat} bed {place}" for seat in range(self.seats) for place in range(BEDS)]
        found += _HELD
        found += nth("bid", PURSE)
        return found


def held(farmer: Farmer, kind: i64, value: i64) -> i64:
    """The place of a card of this hand among all cards by kind and value; -1 for a fifth value of one kind."""
    n: i64 = 0
    place: i64 = 0
    for c in farmer.hand:
        if c & 63 == kind and card_value(c) < value and farmer.is_first_copy(place):
            n += 1
        place += 1
    if kind < CROPS:
        return kind * VALUES + n if n < VALUES else -1
    return CROPS * (VALUES - 1) + kind if n == 0 else -1

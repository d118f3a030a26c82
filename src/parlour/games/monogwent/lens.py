"""MonoGwent for learning programs: where each card of both decks is, as far as the seat knows, and the rows.

A card is counted within its deck, one's own deck first, so that it keeps its place through a game.
"""

from __future__ import annotations

from typing import Final, cast

from mypy_extensions import i64

from parlour.core.bits import bit, first, kind_of, second
from parlour.core.lens import Layout, Lens, Numbers, nth
from parlour.core.state import State
from parlour.games.monogwent import moves
from parlour.games.monogwent.pool import ROWS, Pool
from parlour.games.monogwent.rules import Rules
from parlour.games.monogwent.state import DECOY, EMPTY, HAND_CAP, MOST_POWER, Side, Table

_ZONES: list[str] = ["in own hand", "in own deck", "in rival's hand", "on own field", "on rival's field"]
_GRAVES: list[str] = ["in own graveyard", "in rival's graveyard"]
_ROWS: list[str] = [f"in row {row}" for row in moves.ROW_WORDS]
OF_A_CARD: Final = 11  # five zones, two graveyards, three rows, power
_SIDE: list[str] = ["lives", "cards in hand", "cards in deck", "power", *[f"power of {row}" for row in ROWS], "redrawn"]
_FLAGS: list[str] = ["passed", "leader used", "leader ready", "has chosen", *[f"boost in {row}" for row in ROWS]]
OF_A_SIDE: Final = 15
HAND: Final = 12  # cards at most: the cap and what a decoy brings back

# The places: three words, then what is done with each card, swaps, and pairs of cards to give back.
PASS: Final = 0
LEADER: Final = 1
KEEP: Final = 2
CARDS: Final = 3
WAYS: Final = 5
_WAYS: list[str] = [*[f"play to {row}" for row in moves.ROW_WORDS], "clear", "redraw"]


class GwentLens(Lens):
    """With the printed cards 710 numbers and 687 places; a script with more cards has more."""

    def __init__(self, pool: Pool) -> None:
        layout = Layout()
        self.deck: i64 = 1  # cards in the largest deck
        self.decoys: i64 = 1  # decoys in a deck at most
        for faction in pool.factions:
            cards = pool.deck(faction)
            self.deck = max(self.deck, len(cards))
            self.decoys = max(self.decoys, len([card for card in cards if card.type == "Decoy"]))
        self.faction_of: list[i64] = []  # of a leader, by its number in the pool; otherwise 0
        for card in pool.cards:
            self.faction_of.append(pool.factions.index(card.faction) if card.faction in pool.leaders else 0)
        self.slots: list[str] = [*nth("own card", self.deck), *nth("rival's card", self.deck)]
        self.table: i64 = layout.each("table", ["to move", "started", "passed first", "rival passed first"])
        self.round: i64 = layout.each("round", ["mulligan", "first", "second", "third"])
        self.plays: i64 = layout.one("plays in this round", 100.0)
        self.weather: i64 = layout.each("weather", ROWS)
        self.sides: i64 = len(layout.names)
        for whose in ("own", "rival's"):
            layout.each(whose, _SIDE, float(MOST_POWER) * 10.0, -1000.0)
            layout.each(whose, _FLAGS)
        self.factions: i64 = layout.each("own faction", pool.factions)
        layout.each("rival's faction", pool.factions)
        self.faction_count: i64 = len(pool.factions)
        self.cards: i64 = len(layout.names)
        for slot in self.slots:
            layout.each(slot, [*_ZONES, *_GRAVES, *_ROWS])
            layout.one(f"{slot}: power", float(MOST_POWER) / 5.0)
        self.swaps: i64 = CARDS + 2 * self.deck * WAYS
        self.pairs: i64 = self.swaps + 2 * self.decoys * 2 * self.deck
        super().__init__(layout, self.pairs + HAND * HAND)

    def slot(self, table: Table, seat: i64, card: i64) -> i64:
        """The place of a card's number, one's own deck first."""
        size = deck_size(table)
        owner: i64 = table.cards.owner[card]
        within = card if owner == 0 else card - size
        return within if owner == seat else self.deck + within

    def observe(self, state: State, seat: i64, out: Numbers) -> None:
        table = cast(Rules, state)
        rival = 1 - seat
        out.flag(self.table, table.mover == seat)
        out.flag(self.table + 1, table.starter == seat)
        out.flag(self.table + 2, table.first_pass == seat)
        out.flag(self.table + 3, table.first_pass == rival)
        out.mark(self.round + table.round)
        out.put(self.plays, float(table.plays) / 10.0)
        row: i64 = 0
        while row < 3:
            out.flag(self.weather + row, table.weather[row] != EMPTY)
            row += 1
        self.observe_side(table, seat, self.sides, out)
        self.observe_side(table, rival, self.sides + OF_A_SIDE, out)
        out.mark(self.factions + self.faction_of[table.cards.leader_number[seat]])
        out.mark(self.factions + self.faction_count + self.faction_of[table.cards.leader_number[rival]])
        own = table.side(seat)
        for card in own.hand:
            at = self.cards + self.slot(table, seat, card) * OF_A_CARD
            out.mark(at)
            out.put(at + 10, float(table.power[card]) / 5.0)
        for card in own.deck:
            out.mark(self.cards + self.slot(table, seat, card) * OF_A_CARD + 1)
        for card in table.side(rival).hand:
            if table.is_known(card):
                out.mark(self.cards + self.slot(table, seat, card) * OF_A_CARD + 2)
        self.observe_field(table, own, seat, 3, out)
        self.observe_field(table, table.side(rival), seat, 4, out)

    def observe_side(self, table: Rules, seat: i64, at: i64, out: Numbers) -> None:
        side = table.side(seat)
        out.put(at, float(side.lives) / 2.0)
        out.put(at + 1, float(len(side.hand)) / float(HAND_CAP))
        out.put(at + 2, float(len(side.deck)) / 30.0)
        out.put(at + 3, float(table.total(seat)) / 30.0)
        row: i64 = 0
        while row < 3:
            out.put(at + 4 + row, float(table.row_total(seat, row)) / 10.0)
            out.flag(at + 12 + row, side.boosts[row] != EMPTY)
            row += 1
        out.put(at + 7, float(table.redrawn[seat]) / 2.0)
        out.flag(at + 8, side.passed)
        out.flag(at + 9, side.leader_used)
        out.flag(at + 10, table.mover >= 0 and table.round > 0 and table.leader_ready(seat))
        out.flag(at + 11, table.chosen & bit(seat) != 0)

    def observe_field(self, table: Rules, side: Side, seat: i64, zone: i64, out: Numbers) -> None:
        """What lies face up on a side: its field and its graveyard."""
        for card in side.field:
            at = self.cards + self.slot(table, seat, card) * OF_A_CARD
            out.mark(at + zone)
            out.mark(at + 7 + table.row[card])
            out.put(at + 10, float(table.power[card]) / 5.0)
        for card in side.grave:
            out.mark(self.cards + self.slot(table, seat, card) * OF_A_CARD + zone + 2)

    def choice(self, state: State, move: i64) -> i64:
        kind = kind_of(move)
        if kind == moves.PASS:
            return PASS
        if kind == moves.LEADER:
            return LEADER
        if kind == moves.KEEP:
            return KEEP
        table = cast(Table, state)
        seat = table.mover
        card = first(move)
        if kind == moves.REDRAW_TWO:
            one = place_in_order(table.side(seat).hand, card)
            other = place_in_order(table.side(seat).hand, second(move))
            return self.pairs + (one * HAND + other if one < other else other * HAND + one)
        slot = self.slot(table, seat, card)
        if kind == moves.PLAY:
            return CARDS + slot * WAYS + second(move)
        if kind == moves.CLEAR:
            return CARDS + slot * WAYS + 3
        if kind == moves.REDRAW:
            return CARDS + slot * WAYS + 4
        return self.swaps + self.decoy(table, seat, card) * 2 * self.deck + self.slot(table, seat, second(move))

    def decoy(self, table: Table, seat: i64, card: i64) -> i64:
        """Which decoy this is among those of its deck, one's own deck first."""
        owner: i64 = table.cards.owner[card]
        number: i64 = 0 if owner == seat else self.decoys
        other: i64 = 0 if owner == 0 else deck_size(table)
        while other < card:
            if table.cards.kind[other] == DECOY:
                number += 1
            other += 1
        return number

    def words(self) -> list[str]:
        found = ["pass", "leader", "keep"]
        found += [f"{slot}: {way}" for slot in self.slots for way in _WAYS]
        decoys = [*nth("own decoy", self.decoys), *nth("rival's decoy", self.decoys)]
        found += [f"{decoy} for {slot}" for decoy in decoys for slot in self.slots]
        found += [f"redraw cards {one} and {other} of the hand" for one in range(HAND) for other in range(HAND)]
        return found


def deck_size(table: Table) -> i64:
    """How many cards the first seat's deck list has."""
    low: i64 = 0
    high: i64 = len(table.cards.owner)
    while low < high:
        middle = (low + high) // 2
        if table.cards.owner[middle] == 0:
            low = middle + 1
        else:
            high = middle
    return low


def place_in_order(hand: list[i64], card: i64) -> i64:
    """How many cards of the hand come before this one in its deck list."""
    n: i64 = 0
    for other in hand:
        if other < card:
            n += 1
    return n

"""One activation of a scripted card (sections 5 and 8): a script changes the table only through the methods of `Run`.

Whatever it changes can be undone.
"""

from __future__ import annotations

from typing import Any, Final

from parlour.core.dice import Dice, LoadedDice
from parlour.games.monogwent import events
from parlour.games.monogwent.events import ASIDE, DECK, FIELD, GRAVE, HAND, ZONES
from parlour.games.monogwent.pool import ROWS, Card
from parlour.games.monogwent.script.arithmetic import Stopped
from parlour.games.monogwent.script.budget import (
    CALLED,
    CARDS_AN_OPERATION,
    MOVED_CARD,
    SHUFFLED_CARD,
    STEPS,
    TOLD,
    WORK,
)
from parlour.games.monogwent.script.problems import Place
from parlour.games.monogwent.state import DECOY, GOLD, HAND_CAP, MOST_POWER, SILVER, Table

LONGEST_LIST: Final = 200
DETACHED: Final = -1  # a list that isn't a zone
BOARD: Final = -2  # both fields, one seat's first

_PUBLIC: Final = (FIELD, GRAVE)


class Pile:
    """A list value: a zone of a seat (live), the Board (a view of both fields), or cards on their own (detached)."""

    __slots__ = ("cards", "seat", "zone")

    def __init__(self, zone: int, seat: int, cards: list[int] | None) -> None:
        self.zone = zone  # or DETACHED, or BOARD from the side of `seat`
        self.seat = seat
        self.cards = cards


class Printed:
    """What a script can read from a card besides its power."""

    __slots__ = ("faction", "name", "range", "type")

    def __init__(self, card: Card) -> None:
        self.name = card.name
        self.faction = card.faction
        self.type = card.type
        self.range = ", ".join(ROWS[row] for row in sorted(card.rows))


class Run:
    """One activation: a card played or a leader used."""

    def __init__(self, table: Table, seat: int, dice: Dice, printed: list[Printed], log: list[str] | None) -> None:
        self.table = table
        self.seat = seat
        self.dice = dice
        self.printed = printed  # in pool order
        self.steps = 0
        self.work = 0
        self.at = Place(1, 1)  # the statement that is running
        self.shuffled: tuple[int, int] | None = None  # seat and zone of a shuffle just reported; repeats aren't
        self.aside: dict[int, tuple[int, int]] = {}  # cards set aside, with the zone and seat they came from
        self.log = log

    def step(self, operations: int) -> None:
        """Take one step that costs this much."""
        self.steps += 1
        self.work += operations
        if self.steps > STEPS:
            raise Stopped("R01", self.at, f"more than {STEPS} steps")
        if self.work > WORK:
            raise Stopped("R01", self.at, f"more than {WORK} operations")

    def pay(self, operations: int) -> None:
        """Extra cost of a step that depends on the length of lists and strings."""
        self.work += operations
        if self.work > WORK:
            raise Stopped("R01", self.at, f"more than {WORK} operations")

    # --- undoing ---

    def save(self) -> tuple[Any, ...]:
        table = self.table
        dice = self.dice
        return (
            [[side.hand[:], side.deck[:], side.field[:], side.grave[:]] for side in (table.side0, table.side1)],
            table.power[:],
            table.row[:],
            table.known[:],
            dict(self.aside),
            (dice.s0, dice.s1, dice.s2, dice.s3, dice.used if isinstance(dice, LoadedDice) else 0),
            len(table.heard) if table.heard is not None else 0,
            len(self.log) if self.log is not None else 0,
        )

    def undo(self, saved: tuple[Any, ...]) -> None:
        table = self.table
        zones, table.power, table.row, table.known, self.aside, words, heard, logged = saved
        self.shuffled = None
        for side, (hand, deck, field, grave) in zip((table.side0, table.side1), zones, strict=True):
            side.hand, side.deck, side.field, side.grave = hand, deck, field, grave
        dice = self.dice
        dice.s0, dice.s1, dice.s2, dice.s3 = words[:4]
        if isinstance(dice, LoadedDice):
            dice.used = words[4]
        if table.heard is not None:
            del table.heard[heard:]
        if self.log is not None:
            del self.log[logged:]

    # --- lists ---

    def zone(self, zone: int, seat: int) -> list[int]:
        side = self.table.side(seat)
        if zone == HAND:
            return side.hand
        if zone == DECK:
            return side.deck
        return side.field if zone == FIELD else side.grave

    def cards(self, pile: Pile) -> list[int]:
        """The cards of a list, bottom first. Don't change it."""
        if pile.cards is not None:
            return pile.cards
        if pile.zone == BOARD:
            return self.table.side(pile.seat).field + self.table.side(1 - pile.seat).field
        if pile.zone == DECK or (pile.zone == HAND and pile.seat != self.seat):
            self.table.unveil()  # nobody can know what the effect finds there
        return self.zone(pile.zone, pile.seat)

    def copy(self, pile: Pile) -> list[int]:
        """The cards of a list as they are now."""
        cards = list(self.cards(pile))
        self.pay(len(cards) // CARDS_AN_OPERATION)
        return cards

    def count(self, pile: Pile) -> int:
        if pile.zone == BOARD:
            return len(self.table.side0.field) + len(self.table.side1.field)
        return len(self.cards(pile))

    def card_at(self, pile: Pile, index: int, place: Place) -> int:
        if not 0 <= index < self.count(pile):
            raise Stopped("R03", place)
        if pile.zone == BOARD:
            near = self.table.side(pile.seat).field
            if index >= len(near):
                return int(self.table.side(1 - pile.seat).field[index - len(near)])
            return int(near[index])
        return int(self.cards(pile)[index])

    def where(self, card: int) -> tuple[int, int]:
        """The zone and seat of a card; ASIDE if it was set aside."""
        if card in self.aside:
            return ASIDE, 0
        for seat in (0, 1):
            for zone in (FIELD, HAND, GRAVE, DECK):
                if card in self.zone(zone, seat):
                    return zone, seat
        raise AssertionError("a script holds a card that is in no zone")

    def lift(self, card: int) -> tuple[int, int]:
        """Take a card from its zone; returns the zone and seat."""
        zone, seat = self.where(card)
        if zone == ASIDE:
            return self.aside.pop(card)
        self.zone(zone, seat).remove(card)
        if zone == HAND:
            self.table.forget(card)
        return zone, seat

    def is_fixed(self, card: int) -> bool:
        """A Gold card on a field cannot be moved."""
        return self.table.cards.kind[card] == GOLD and self.where(card)[0] == FIELD

    def put(self, pile: Pile, card: int, bottom: bool, place: Place) -> None:
        """Push, Add and SendBottom."""
        if pile.cards is not None:
            if len(pile.cards) >= LONGEST_LIST:
                raise Stopped("R10", place)
            self.pay(CALLED)
            pile.cards.insert(0 if bottom else len(pile.cards), card)
            return
        if pile.zone == BOARD:
            raise Stopped("R09", place)
        self.pay(MOVED_CARD)
        if pile.zone == FIELD and self.table.cards.kind[card] not in (SILVER, GOLD, DECOY):
            raise Stopped("R08", place)
        if self.is_fixed(card):
            return
        self.pay(TOLD)
        self.shuffled = None
        zone, seat = self.lift(card)
        self.land(card, zone, seat, pile.zone, pile.seat, bottom)

    def land(self, card: int, zone: int, seat: int, to: int, to_seat: int, bottom: bool) -> None:
        """A card taken from one zone arrives in another."""
        table = self.table
        if to == HAND and len(self.zone(HAND, to_seat)) >= HAND_CAP:
            to, to_seat, bottom = GRAVE, int(table.cards.owner[card]), False
        if to == FIELD:
            if (zone, seat) != (FIELD, to_seat):
                table.row[card] = table.cards.home[card]
        else:
            table.power[card] = table.cards.printed[card]
        cards = self.zone(to, to_seat)
        cards.insert(0 if bottom else len(cards), card)
        if to == HAND and (zone in _PUBLIC or seat != to_seat):
            table.known.append(card)
        self.tell_move(card, zone, seat, to, to_seat)

    def take_aside(self, card: int) -> None:
        self.pay(MOVED_CARD + TOLD)  # reported at the end, when the card is buried
        self.shuffled = None
        if not self.is_fixed(card) and card not in self.aside:
            self.aside[card] = self.lift(card)

    def take(self, pile: Pile, card: int) -> None:
        """Remove."""
        self.pay(MOVED_CARD)
        if pile.cards is not None:
            if card in pile.cards:
                pile.cards.remove(card)
        elif card in self.cards(pile):
            self.take_aside(card)

    def pop(self, pile: Pile, place: Place) -> int:
        count = self.count(pile)
        if count == 0:
            raise Stopped("R02", place)
        if pile.cards is not None:
            return pile.cards.pop()
        card = self.card_at(pile, count - 1, place)
        self.take_aside(card)
        return card

    def shuffle(self, pile: Pile, place: Place) -> None:
        if pile.zone == BOARD:
            raise Stopped("R09", place)
        cards = self.cards(pile)
        self.pay(SHUFFLED_CARD * len(cards))
        self.dice.shuffle(cards)
        if pile.cards is None and self.shuffled != (pile.seat, pile.zone):
            self.pay(TOLD)
            self.shuffled = (pile.seat, pile.zone)
            self.table.tell(events.SHUFFLED, pile.seat, pile.zone)

    def bury_aside(self) -> None:
        """In the end, cards still set aside go to their owners' graveyards, in the order they were set aside."""
        for card, (zone, seat) in self.aside.items():
            self.table.bury(card)
            owner = int(self.table.cards.owner[card])
            if zone == FIELD:
                row = self.table.row[card]
                self.table.tell(events.BURIED, owner, card, self.table.cards.number[card], FIELD, row)
            else:
                self.tell_move(card, zone, seat, GRAVE, owner)
        self.aside = {}

    # --- cards ---

    def power(self, card: int) -> int:
        return int(self.table.power[card])

    def set_power(self, card: int, power: int) -> None:
        """Only silver units change, and stay from 0 to MOST_POWER."""
        table = self.table
        if table.cards.kind[card] != SILVER:
            return
        before = int(table.power[card])
        after = min(max(power, 0), MOST_POWER)
        if after == before:
            return
        self.pay(MOVED_CARD)
        self.shuffled = None
        table.power[card] = after
        if card in self.aside:
            return
        zone, seat = self.where(card)
        name = table.cards.number[card]
        if zone in _PUBLIC or zone == HAND:
            self.pay(TOLD)
        if zone in _PUBLIC:
            table.tell(events.CHANGED, seat, card, name, before, after)
        elif zone == HAND:
            table.tell(events.ALTERED, seat, card, name, before, after)
        self.note(f"{self.name(card)}: power {before} to {after}")

    def name(self, card: int) -> str:
        return self.printed[self.table.cards.number[card]].name

    # --- telling ---

    def note(self, text: str) -> None:
        if self.log is not None:
            self.log.append(text)

    def tell_move(self, card: int, zone: int, seat: int, to: int, to_seat: int) -> None:
        """Everybody sees a card enter or leave an open zone; only the owners see it move between hidden zones.

        Nobody sees what happens inside a deck: its order is secret.
        """
        table = self.table
        start, end = events.place_of(zone, seat), events.place_of(to, to_seat)
        name = table.cards.number[card]
        if zone in _PUBLIC or to in _PUBLIC:
            table.tell(events.MOVED, card, name, start, end)
        elif (zone, seat) != (to, to_seat) or zone == HAND:
            table.tell(events.SHIFTED, to_seat, card, name, start, end)
            if seat != to_seat:
                table.tell(events.SHIFTED, seat, card, name, start, end)
        self.note(f"{self.name(card)}: {_zone(zone, seat)} to {_zone(to, to_seat)}")


def _zone(zone: int, seat: int) -> str:
    """A zone in the words of the player on seat 0, who tries the card."""
    return f"your {ZONES[zone]}" if seat == 0 else f"the rival's {ZONES[zone]}"

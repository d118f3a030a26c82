"""The built-in effects (section 8 of the rules)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from parlour.core.dice import Dice
from parlour.games.monogwent import events
from parlour.games.monogwent.pool import EFFECTS, ROWS, check_numbers
from parlour.games.monogwent.state import (
    BOOST,
    DECOY,
    EMPTY,
    GOLD,
    HAND_CAP,
    MOST_POWER,
    SILVER,
    WEATHER,
    Side,
    Table,
    place_of,
)

NO_EFFECT: Final = 0
DRAW_CARD: Final = 1
AVERAGE_POWER: Final = 2
REMOVE_RIVAL_WEAKEST: Final = 3
REMOVE_STRONGEST: Final = 4
CLEAR_EMPTIEST_ROW: Final = 5
SET_BOOST: Final = 6  # Melee; then Ranged, Siege
SET_WEATHER: Final = 9
MULTIPLY_BY_COPIES: Final = 12
RECOVER_LAST_DISCARDED: Final = 13
WIN_DRAWN_ROUND: Final = 14
SCRIPTED: Final = 15
check_numbers(
    EFFECTS,
    {
        "": NO_EFFECT,
        "DrawCard": DRAW_CARD,
        "AveragePower": AVERAGE_POWER,
        "RemoveRivalWeakest": REMOVE_RIVAL_WEAKEST,
        "RemoveStrongest": REMOVE_STRONGEST,
        "ClearEmptiestRow": CLEAR_EMPTIEST_ROW,
        **{f"SetBoost({ROWS[row]})": SET_BOOST + row for row in range(len(ROWS))},
        **{f"SetWeather({ROWS[row]})": SET_WEATHER + row for row in range(len(ROWS))},
        "MultiplyByCopies": MULTIPLY_BY_COPIES,
        "RecoverLastDiscarded": RECOVER_LAST_DISCARDED,
        "WinDrawnRound": WIN_DRAWN_ROUND,
        "script": SCRIPTED,
    },
)


class Effects(Table):
    """The effects of cards and leaders."""

    def act(self, effect: i64, card: i64, seat: i64, dice: Dice) -> None:
        """Carry out an effect for `seat`: that of a card just played, or of the leader (card -1)."""
        if effect == DRAW_CARD:
            self.draw(seat)
        elif effect == MULTIPLY_BY_COPIES:
            self.multiply_by_copies(card, seat)
        elif effect >= SET_BOOST and effect < SET_WEATHER:
            self.fetch(seat, BOOST, effect - SET_BOOST, self.side(seat).boosts, events.BOOST_SLOT)
        elif effect >= SET_WEATHER and effect < MULTIPLY_BY_COPIES:
            self.fetch(seat, WEATHER, effect - SET_WEATHER, self.weather, events.WEATHER_SLOT)
        elif effect == REMOVE_RIVAL_WEAKEST:
            self.remove_rival_weakest(seat)
        elif effect == REMOVE_STRONGEST:
            self.remove_strongest(card, seat)
        elif effect == CLEAR_EMPTIEST_ROW:
            self.clear_emptiest_row(dice)
        elif effect == AVERAGE_POWER:
            self.average_power()
        elif effect == RECOVER_LAST_DISCARDED:
            if self.can_recover(seat):
                self.recover(seat)
        elif effect == SCRIPTED:
            script = self.cards.script
            if script is not None:
                script.run(self, card, seat, dice)

    # --- drawing and the hand limit (section 10) ---

    def draw(self, seat: i64) -> None:
        """Draw the top card of the deck; it goes to the graveyard if the hand is full."""
        side = self.side(seat)
        if len(side.deck) == 0:
            return
        card: i64 = side.deck[-1]
        if len(side.hand) >= HAND_CAP:
            self.tell(events.DISCARDED, seat, card, self.cards.number[card])
            side.deck.pop()
            self.bury(card)
        else:
            if self.heard is not None:
                self.tell(events.DREW, seat, card, self.cards.number[card], len(side.hand) + 1, len(side.deck) - 1)
            side.deck.pop()
            self.power[card] = self.cards.printed[card]
            side.hand.append(card)

    # --- units ---

    def change_power(self, card: i64, seat: i64, power: i64) -> None:
        """Change the current power of a silver unit on this seat's field."""
        before: i64 = self.power[card]
        if power < 0:
            power = 0
        if power > MOST_POWER:
            power = MOST_POWER
        if power != before:
            self.power[card] = power
            self.tell(events.CHANGED, seat, card, self.cards.number[card], before, power)

    def bury_unit(self, seat: i64, card: i64) -> None:
        """A card leaves this seat's field for its owner's graveyard."""
        field = self.side(seat).field
        field.pop(place_of(field, card))
        self.bury_from(events.FIELD, card, self.row[card])

    def bury_from(self, zone: i64, card: i64, row: i64) -> None:
        """A card taken from a field or a slot goes to its owner's graveyard."""
        self.bury(card)
        if self.heard is not None:
            self.tell(events.BURIED, self.cards.owner[card], card, self.cards.number[card], zone, row)

    def multiply_by_copies(self, card: i64, seat: i64) -> None:
        if card == EMPTY or self.cards.kind[card] != SILVER:
            return
        number: i64 = self.cards.number[card]
        copies: i64 = 0
        for other in self.side(seat).field:
            if self.cards.number[other] == number:
                copies += 1
        if copies >= 2:
            self.change_power(card, seat, self.power[card] * copies)

    def silver_power(self) -> tuple[i64, i64]:
        """The power of all silver units on the fields, and how many there are."""
        total: i64 = 0
        units: i64 = 0
        seat: i64 = 0
        while seat < 2:
            for card in self.side(seat).field:
                if self.cards.kind[card] == SILVER:
                    total += self.power[card]
                    units += 1
            seat += 1
        return total, units

    def average_power(self) -> None:
        total, units = self.silver_power()
        if units == 0:
            return
        average = total // units
        seat: i64 = 0
        while seat < 2:
            for card in self.side(seat).field:
                if self.cards.kind[card] == SILVER:
                    self.change_power(card, seat, average)
            seat += 1

    def effect_power(self, card: i64) -> i64:
        """Current power as effects compare it, or -1 for a Gold, which they ignore."""
        kind: i64 = self.cards.kind[card]
        if kind == GOLD:
            return -1
        if kind == DECOY:
            return 0
        return self.power[card]

    def has_removable(self, side: Side) -> bool:
        removable: i64 = 0
        for card in side.field:
            if self.cards.kind[card] != GOLD:
                removable += 1
        return removable > 0

    def remove_rival_weakest(self, seat: i64) -> None:
        weakest: i64 = EMPTY
        lowest: i64 = 0
        for card in self.side(1 - seat).field:
            power = self.effect_power(card)
            if power >= 0 and (weakest == EMPTY or power < lowest):
                weakest = card
                lowest = power
        if weakest != EMPTY:
            self.bury_unit(1 - seat, weakest)

    def remove_strongest(self, played: i64, seat: i64) -> None:
        strongest: i64 = EMPTY
        highest: i64 = -1
        where: i64 = 0
        side: i64 = 1 - seat
        looked: i64 = 0
        while looked < 2:
            for card in self.side(side).field:
                power = self.effect_power(card)
                if power > highest:
                    strongest = card
                    highest = power
                    where = side
            side = seat
            looked += 1
        if strongest != EMPTY and strongest != played:
            self.bury_unit(where, strongest)

    def clear_emptiest_row(self, dice: Dice) -> None:
        counts: list[i64] = [0, 0, 0, 0, 0, 0]
        seat: i64 = 0
        while seat < 2:
            for card in self.side(seat).field:
                counts[3 * seat + self.row[card]] += 1
            seat += 1
        fewest: i64 = 0
        ties: i64 = 0
        for count in counts:
            if count == 0:
                continue
            if ties == 0 or count < fewest:
                fewest = count
                ties = 1
            elif count == fewest:
                ties += 1
        if ties == 0:
            return
        pick = dice.below(ties)
        place: i64 = 0
        while counts[place] != fewest or pick > 0:
            if counts[place] == fewest:
                pick -= 1
            place += 1
        self.clear_row(place // 3, place % 3)

    def clear_row(self, seat: i64, row: i64) -> None:
        """Newest first; Gold stay."""
        field = self.side(seat).field
        i: i64 = len(field) - 1
        cleared: i64 = 0
        while i >= 0:
            card: i64 = field[i]
            if self.row[card] == row and self.cards.kind[card] != GOLD:
                self.bury_unit(seat, card)
                cleared += 1
            i -= 1
        self.tell(events.CLEARED, seat, row, cleared)

    # --- slots ---

    def lowest_in_deck(self, seat: i64, kind: i64, row: i64) -> i64:
        """The index of the card of this type and row nearest the bottom of the deck, or -1."""
        deck = self.side(seat).deck
        i: i64 = 0
        n: i64 = len(deck)
        while i < n:
            card: i64 = deck[i]
            if self.cards.kind[card] == kind and (self.cards.rows[card] >> row) & 1 == 1:
                return i
            i += 1
        return -1

    def fetch(self, seat: i64, kind: i64, row: i64, slots: list[i64], zone: i64) -> None:
        """A boost or weather for this row goes from the deck to its slot, if that is free."""
        if slots[row] != EMPTY:
            return
        deck = self.side(seat).deck
        i = self.lowest_in_deck(seat, kind, row)
        if i >= 0:
            card: i64 = deck[i]
            self.tell(events.FETCHED, seat, card, self.cards.number[card], row, zone)
            deck.pop(i)
            slots[row] = card

    # --- leaders ---

    def can_recover(self, seat: i64) -> bool:
        side = self.side(seat)
        n: i64 = len(side.grave)
        if n == 0 or len(side.hand) >= HAND_CAP:
            return False
        return self.cards.kind[side.grave[n - 1]] != GOLD

    def recover(self, seat: i64) -> None:
        side = self.side(seat)
        card: i64 = side.grave.pop()
        self.power[card] = self.cards.printed[card]
        side.hand.append(card)
        self.known.append(card)
        self.tell(events.RECOVERED, seat, card, self.cards.number[card])

"""The rules of MonoGwent: the mulligan, turns, cards, leaders, rounds, and why a move is illegal."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from parlour.core.bits import bit, first, kind_of, nth_bit, pack1, pack2, second
from parlour.core.dice import Dice
from parlour.core.state import OVER
from parlour.games.monogwent import effects, events, moves
from parlour.games.monogwent.state import (
    BOOST,
    DECOY,
    DISPEL,
    EMPTY,
    GOLD,
    HAND_CAP,
    NOBODY,
    SILVER,
    WEATHER,
    Side,
    place_of,
    take,
)

STALL: Final = 200  # plays and leader uses in one round

# Why a move is illegal.
FINE: Final = 0
NOT_NOW: Final = 1  # a turn's move during the mulligan, or vice versa
NOT_IN_HAND: Final = 2
SAME_CARD: Final = 3
NEEDS_ROW: Final = 4  # `clear` and `swap` don't work with this card
NO_ROW: Final = 5  # this card isn't played to a row
WRONG_ROW: Final = 6
NO_WEATHER: Final = 7
SLOT_TAKEN: Final = 8
NO_TARGET: Final = 9
LEADER_USED: Final = 10
LEADER_AUTOMATIC: Final = 11
LEADER_IDLE: Final = 12
LEADER_PLAIN: Final = 13
WRONG_ORDER: Final = 14


class Rules(effects.Effects):
    """Which moves are legal, and what they do."""

    # --- legal moves (section 13.1) ---

    def moves(self) -> list[i64]:
        options: list[i64] = []
        if self.mover == OVER:
            return options
        side = self.side(self.mover)
        if self.round == 0:
            options.append(moves.KEEP)
            for card in side.hand:
                options.append(pack1(moves.REDRAW, card))
            i: i64 = 0
            n: i64 = len(side.hand)
            while i < n:
                j: i64 = i + 1
                while j < n:
                    options.append(pack2(moves.REDRAW_TWO, side.hand[i], side.hand[j]))
                    j += 1
                i += 1
            return options
        options.append(moves.PASS)
        if self.leader_ready(self.mover):
            options.append(moves.LEADER)
        for card in side.hand:
            kind: i64 = self.cards.kind[card]
            if kind == DECOY:
                for target in side.field:
                    if self.can_swap(card, target):
                        options.append(pack2(moves.SWAP, card, target))
            elif kind == DISPEL and self.cards.rows[card] == 0:
                if self.any_weather():
                    options.append(pack1(moves.CLEAR, card))
            else:
                row: i64 = 0
                while row < 3:
                    if self.can_play(side, card, kind, row):
                        options.append(pack2(moves.PLAY, card, row))
                    row += 1
        return options

    def can_play(self, side: Side, card: i64, kind: i64, row: i64) -> bool:
        if (self.cards.rows[card] >> row) & 1 == 0:
            return False
        if kind == BOOST:
            return side.boosts[row] == EMPTY
        if kind == DISPEL:
            return self.weather[row] != EMPTY
        return True

    def can_swap(self, decoy: i64, target: i64) -> bool:
        return self.cards.kind[target] == SILVER and (self.cards.rows[decoy] >> self.row[target]) & 1 == 1

    def any_weather(self) -> bool:
        return self.weather[0] != EMPTY or self.weather[1] != EMPTY or self.weather[2] != EMPTY

    def ways_to_play(self, side: Side, card: i64) -> i64:
        """How many moves there are with a card in hand."""
        cards = self.cards
        always: i64 = cards.always[card]
        if always > 0:
            return always
        kind: i64 = cards.kind[card]
        rows: i64 = cards.rows[card]
        n: i64 = 0
        if kind == DECOY:
            kinds = cards.kind
            lies_in = self.row
            for target in side.field:
                if kinds[target] == SILVER and (rows >> lies_in[target]) & 1 == 1:
                    n += 1
            return n
        if rows == 0:
            return 1 if kind == DISPEL and self.any_weather() else 0
        boosts = kind == BOOST
        slots = side.boosts if boosts else self.weather
        row: i64 = 0
        while row < 3:
            if (rows >> row) & 1 == 1 and (slots[row] == EMPTY) == boosts:
                n += 1
            row += 1
        return n

    def way_to_play(self, side: Side, card: i64, n: i64) -> i64:
        """Move number `n` of those with a card in hand."""
        if self.cards.always[card] > 0:
            return pack2(moves.PLAY, card, nth_bit(self.cards.rows[card], n))
        kind: i64 = self.cards.kind[card]
        if kind == DECOY:
            for target in side.field:
                if self.can_swap(card, target):
                    if n == 0:
                        return pack2(moves.SWAP, card, target)
                    n -= 1
        if kind == DISPEL and self.cards.rows[card] == 0:
            return pack1(moves.CLEAR, card)
        row: i64 = 0
        while row < 3:
            if self.can_play(side, card, kind, row):
                if n == 0:
                    return pack2(moves.PLAY, card, row)
                n -= 1
            row += 1
        raise RuntimeError("there are fewer moves with this card")

    def random_move(self, dice: Dice) -> i64:
        """The same choice as from the list of moves, without building it."""
        side = self.side(self.mover)
        hand = side.hand
        if self.round == 0:
            return self.random_redraw(hand, dice)
        plain: i64 = 2 if self.leader_ready(self.mover) else 1
        always = self.cards.always  # most cards can always be played in the same ways
        total = plain
        most: i64 = 0
        counted: i64 = 0  # the ways of every card, six bits each, the last one lowest
        for card in hand:
            ways: i64 = always[card]
            if ways == 0:
                ways = self.ways_to_play(side, card)
                if ways > most:
                    most = ways
            total += ways
            counted = (counted << 6) | ways
        place: i64 = len(hand)
        if most > 63 or place > HAND_CAP:
            return self.moves()[dice.below(total)]
        n = dice.below(total)
        if n < plain:
            return moves.PASS if n == 0 else moves.LEADER
        while n < total:
            place -= 1
            total -= counted & 63
            counted >>= 6
        return self.way_to_play(side, hand[place], n - total)

    def random_redraw(self, hand: list[i64], dice: Dice) -> i64:
        size: i64 = len(hand)
        n = dice.below(1 + size + size * (size - 1) // 2)
        if n == 0:
            return moves.KEEP
        if n <= size:
            return pack1(moves.REDRAW, hand[n - 1])
        n -= size + 1
        i: i64 = 0
        while n >= size - 1 - i:
            n -= size - 1 - i
            i += 1
        return pack2(moves.REDRAW_TWO, hand[i], hand[i + 1 + n])

    def rejection(self, move: i64) -> i64:
        """The first rule that forbids this move of the mover, or FINE."""
        kind = kind_of(move)
        if kind > moves.REDRAW_TWO:
            return NOT_NOW
        if (kind >= moves.KEEP) != (self.round == 0):
            return NOT_NOW
        if kind in (moves.PASS, moves.KEEP):
            return FINE
        if kind == moves.LEADER:
            return self.leader_rejection(self.mover)
        side = self.side(self.mover)
        card = first(move)
        i = place_of(side.hand, card)
        if i < 0:
            return NOT_IN_HAND
        if kind == moves.REDRAW:
            return FINE
        if kind == moves.REDRAW_TWO:
            j = place_of(side.hand, second(move))
            if j < 0:
                return NOT_IN_HAND
            if i == j:
                return SAME_CARD
            return FINE if i < j else WRONG_ORDER
        card_kind: i64 = self.cards.kind[card]
        if kind == moves.CLEAR:
            if card_kind != DISPEL or self.cards.rows[card] != 0:
                return NEEDS_ROW
            return FINE if self.any_weather() else NO_WEATHER
        if kind == moves.SWAP:
            if card_kind != DECOY:
                return NEEDS_ROW
            target = second(move)
            if place_of(side.field, target) < 0 or not self.can_swap(card, target):
                return NO_TARGET
            return FINE
        row = second(move)
        if card_kind == DECOY or (card_kind == DISPEL and self.cards.rows[card] == 0):
            return NO_ROW
        if self.can_play(side, card, card_kind, row):
            return FINE
        if (self.cards.rows[card] >> row) & 1 == 0:
            return WRONG_ROW
        return SLOT_TAKEN if card_kind == BOOST else NO_WEATHER

    def allows(self, move: i64) -> bool:
        return self.mover != OVER and self.rejection(move) == FINE

    def default_move(self) -> i64:
        return moves.KEEP if self.round == 0 else moves.PASS

    # --- leaders (section 9) ---

    def leader_rejection(self, seat: i64) -> i64:
        side = self.side(seat)
        effect: i64 = self.cards.leader_effect[seat]
        if effect == effects.NO_EFFECT:
            return LEADER_PLAIN
        if effect == effects.WIN_DRAWN_ROUND:
            return LEADER_AUTOMATIC
        if side.leader_used:
            return LEADER_USED
        if effect == effects.DRAW_CARD and len(side.deck) == 0:
            return LEADER_IDLE
        if effect == effects.REMOVE_RIVAL_WEAKEST and not self.has_removable(self.side(1 - seat)):
            return LEADER_IDLE
        if effect == effects.RECOVER_LAST_DISCARDED and not self.can_recover(seat):
            return LEADER_IDLE
        return FINE

    def leader_ready(self, seat: i64) -> bool:
        return self.leader_rejection(seat) == FINE

    # --- a turn (section 6) ---

    def play(self, move: i64, dice: Dice) -> None:
        kind = kind_of(move)
        seat = self.mover
        if kind == moves.PLAY:
            self.play_card(seat, first(move), second(move), dice)
        elif kind == moves.PASS:
            if self.heard is not None:
                self.tell(events.PASSED, seat, self.total(seat))
            self.side(seat).passed = True
            if self.first_pass == NOBODY:
                self.first_pass = seat
            self.next_turn(seat)
            return
        elif kind == moves.SWAP:
            self.swap(seat, first(move), second(move))
        elif kind == moves.CLEAR:
            self.clear(seat, first(move))
        elif kind == moves.LEADER:
            self.side(seat).leader_used = True
            self.tell(events.LED, seat, self.cards.leader_number[seat])
            self.act(self.cards.leader_effect[seat], EMPTY, seat, dice)
        else:
            self.choose(seat, kind, first(move), second(move), dice)
            return
        self.plays += 1
        if self.plays >= STALL:
            self.stall(seat)
        self.next_turn(seat)

    def next_turn(self, seat: i64) -> None:
        """The rival's turn, unless the rival has passed; when both have, the round ends."""
        stopped0 = self.side0.passed
        stopped1 = self.side1.passed
        if stopped0 and stopped1:
            self.end_round()
        elif stopped0:
            self.mover = 1
        elif stopped1:
            self.mover = 0
        else:
            self.mover = 1 - seat

    def stall(self, seat: i64) -> None:
        """After too many plays both players count as having passed, the one whose turn it would be first."""
        self.tell(events.STALLED)
        if self.first_pass == NOBODY:
            self.first_pass = 1 - seat
        self.side0.passed = True
        self.side1.passed = True

    # --- the mulligan (section 5) ---

    def choose(self, seat: i64, kind: i64, a: i64, b: i64, dice: Dice) -> None:
        n: i64 = kind - moves.KEEP
        self.tell(events.CHOSE, seat, n)
        if self.chosen == 0:
            self.chosen = bit(seat)
            self.pick0 = a if n >= 1 else EMPTY
            self.pick1 = b if n == 2 else EMPTY
            self.mover = 1 - seat
            return
        a0 = self.pick0
        b0 = self.pick1
        self.pick0 = EMPTY
        self.pick1 = EMPTY
        self.chosen = 3
        a1 = a if n >= 1 else EMPTY
        b1 = b if n == 2 else EMPTY
        if seat == 0:
            self.redraw(0, a1, b1, dice)
            self.redraw(1, a0, b0, dice)
        else:
            self.redraw(0, a0, b0, dice)
            self.redraw(1, a1, b1, dice)
        self.begin_round(self.starter)

    def redraw(self, seat: i64, a: i64, b: i64, dice: Dice) -> None:
        """Draw first, then give the chosen cards back and shuffle, so that nobody draws the same copy again."""
        side = self.side(seat)
        n: i64 = 0
        if a != EMPTY:
            n += 1
        if b != EMPTY:
            n += 1
        self.tell(events.REDREW, seat, n)
        self.redrawn[seat] = n
        if n == 0:
            return
        left = n
        while left > 0 and len(side.deck) > 0:
            card: i64 = side.deck[-1]
            self.tell(events.DREW, seat, card, self.cards.number[card], len(side.hand) + 1, len(side.deck) - 1)
            side.hand.append(side.deck.pop())
            left -= 1
        self.give_back(side, seat, a)
        if b != EMPTY:
            self.give_back(side, seat, b)
        dice.shuffle(side.deck)

    def give_back(self, side: Side, seat: i64, card: i64) -> None:
        take(side.hand, card)
        side.deck.append(card)
        self.tell(events.RETURNED, seat, card, self.cards.number[card])

    # --- playing cards (section 7) ---

    def from_hand(self, side: Side, card: i64) -> None:
        side.hand.pop(place_of(side.hand, card))
        if len(self.known) > 0:
            self.forget(card)

    def play_card(self, seat: i64, card: i64, row: i64, dice: Dice) -> None:
        side = self.side(seat)
        self.from_hand(side, card)
        kind: i64 = self.cards.kind[card]
        name: i64 = self.cards.number[card]
        if kind in (SILVER, GOLD):
            self.row[card] = row
            side.field.append(card)
            if self.heard is not None:
                self.tell(events.PLAYED, seat, card, name, row, self.power[card])
            effect: i64 = self.cards.effect[card]
            if effect != effects.NO_EFFECT:
                self.act(effect, card, seat, dice)
        elif kind == WEATHER:
            self.lift_weather(row)
            self.weather[row] = card
            self.tell(events.WEATHERED, seat, card, name, row)
        elif kind == BOOST:
            side.boosts[row] = card
            self.tell(events.BOOSTED, seat, card, name, row)
        else:
            self.bury(card)
            self.tell(events.DISPELLED, seat, card, name)
            self.lift_weather(row)

    def lift_weather(self, row: i64) -> None:
        card: i64 = self.weather[row]
        if card != EMPTY:
            self.weather[row] = EMPTY
            self.bury_from(events.WEATHER_SLOT, card, row)

    def clear(self, seat: i64, card: i64) -> None:
        """The dispel for all rows."""
        self.from_hand(self.side(seat), card)
        self.bury(card)
        self.tell(events.DISPELLED, seat, card, self.cards.number[card])
        row: i64 = 0
        while row < 3:
            self.lift_weather(row)
            row += 1

    def swap(self, seat: i64, decoy: i64, target: i64) -> None:
        """The decoy takes the unit's place; everybody sees the unit return to the hand."""
        side = self.side(seat)
        self.from_hand(side, decoy)
        self.row[decoy] = self.row[target]
        side.field[place_of(side.field, target)] = decoy
        self.power[target] = self.cards.printed[target]
        side.hand.append(target)
        self.known.append(target)
        self.tell(events.SWAPPED, seat, decoy, self.cards.number[decoy], target, self.cards.number[target])

    # --- rounds (section 11) ---

    def begin_round(self, seat: i64) -> None:
        self.round += 1
        self.plays = 0
        self.first_pass = NOBODY
        self.side0.passed = False
        self.side1.passed = False
        self.mover = seat
        self.tell(events.ROUND, self.round, seat)

    def end_round(self) -> None:
        power0 = self.total(0)
        power1 = self.total(1)
        winner: i64 = NOBODY
        if power0 > power1:
            winner = 0
        elif power1 > power0:
            winner = 1
        else:
            winner = self.break_tie()
        self.history.append(power0)
        self.history.append(power1)
        self.history.append(winner)
        self.tell(events.ROUND_OVER, self.round, power0, power1, winner)
        if winner != 0:
            self.lose_life(0)
        if winner != 1:
            self.lose_life(1)
        lives0 = self.side0.lives
        lives1 = self.side1.lives
        if lives0 == 0 or lives1 == 0:
            if lives0 > 0:
                self.finish(0)
            elif lives1 > 0:
                self.finish(1)
            else:
                self.finish(NOBODY)
            self.tell(events.WON, self.winner)
            return
        self.sweep()
        self.draw(0)
        self.draw(0)
        self.draw(1)
        self.draw(1)
        self.begin_round(self.first_pass if winner == NOBODY else winner)

    def break_tie(self) -> i64:
        """A leader who wins drawn rounds does so now; two of them cancel each other out."""
        winner: i64 = NOBODY
        claims: i64 = 0
        seat: i64 = 0
        while seat < 2:
            side = self.side(seat)
            if self.cards.leader_effect[seat] == effects.WIN_DRAWN_ROUND and not side.leader_used:
                side.leader_used = True
                self.tell(events.BROKE_TIE, seat, self.cards.leader_number[seat])
                winner = seat
                claims += 1
            seat += 1
        return winner if claims == 1 else NOBODY

    def lose_life(self, seat: i64) -> None:
        side = self.side(seat)
        side.lives -= 1
        self.tell(events.LOST_LIFE, seat, side.lives)

    def sweep(self) -> None:
        """Clear the table: weather, then each side's field in order and its boosts."""
        row: i64 = 0
        while row < 3:
            self.lift_weather(row)
            row += 1
        seat: i64 = 0
        while seat < 2:
            side = self.side(seat)
            if self.heard is None:
                for card in side.field:
                    self.bury(card)
            else:
                for card in side.field:
                    self.bury_from(events.FIELD, card, self.row[card])
            side.field = []
            row = 0
            while row < 3:
                boost: i64 = side.boosts[row]
                if boost != EMPTY:
                    side.boosts[row] = EMPTY
                    self.bury_from(events.BOOST_SLOT, boost, row)
                row += 1
            seat += 1

    def leave(self, seat: i64) -> None:
        super().leave(seat)
        self.finish(1 - seat)
        self.tell(events.WON, 1 - seat)

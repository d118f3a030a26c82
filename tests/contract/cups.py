"""A small game that hides things in every way there is: dealt cards, a deck, dice under cups, sealed bets.

Each seat holds two of twelve cards and a die under a cup. A turn is one of four things: shake the cup, draw a card, lay
a card for its points, or seal a bet. When all have bet, the bets are opened and the top card of the deck goes to the
highest, which costs that many points. After three such sales all cups are lifted and counted too.
"""

from __future__ import annotations

import msgspec

from parlour.core import (
    OVER,
    Dice,
    EventTable,
    Game,
    MoveTable,
    NoOptions,
    Reason,
    State,
    event,
    kind,
    number,
    secret,
)

CARDS = 12
HAND = 2
SALES = 3
SHAKE, DRAW, LAY, BET = range(4)
DEALT, SHOOK, DREW, LAID, BADE, OPENED, SOLD, LIFTED = range(8)
NO_BET = -1

SEAT, CARD, PIPS, COINS = number("seat", 4), number("card", CARDS), number("pips", 7), number("coins", 4)
MOVES = MoveTable(kind("shake"), kind("draw"), kind("lay", CARD), kind("bet", COINS))
EVENTS = [
    event("dealt", SEAT, secret(CARD, "seat")),
    event("shook", SEAT, secret(PIPS, "seat")),
    event("drew", SEAT, secret(CARD, "seat"), reveals=True),
    event("laid", SEAT, CARD),
    event("bade", SEAT, secret(COINS, "seat")),
    event("opened", SEAT, COINS, reveals=True),
    event("sold", SEAT, CARD, reveals=True),
    event("lifted", SEAT, PIPS, reveals=True),
]


class CupsTable(State):
    """A position."""

    def __init__(self, seats: int) -> None:
        super().__init__(seats, 0)
        self.hands: list[list[int]] = [[] for _ in range(seats)]
        self.cups = [0] * seats
        self.bets = [NO_BET] * seats
        self.points = [0] * seats
        self.deck: list[int] = []
        self.opened: list[int] = []  # the bets of the last sale, which everybody remembers
        self.sales = 0

    def moves(self) -> list[int]:
        if self.mover == OVER:
            return []
        listed = [SHAKE]
        if self.deck and len(self.hands[self.mover]) < 4:
            listed.append(DRAW)
        listed += [LAY | card << 6 for card in sorted(self.hands[self.mover])]
        if self.bets[self.mover] == NO_BET:
            listed += [BET | coins << 6 for coins in range(4)]
        return listed

    def play(self, move: int, dice: Dice) -> None:
        seat, kind, value = self.mover, move & 63, move >> 6
        if kind == SHAKE:
            self.shake(seat, dice)
        elif kind == DRAW:
            self.draw(seat)
        elif kind == LAY:
            self.hands[seat].remove(value)
            self.points[seat] += value
            self.tell(LAID, seat, value)
        else:
            self.bets[seat] = value
            self.tell(BADE, seat, value)
        self.go_on(seat)

    def shake(self, seat: int, dice: Dice) -> None:
        self.cups[seat] = int(dice.roll(6))
        self.tell(SHOOK, seat, self.cups[seat])

    def draw(self, seat: int) -> None:
        self.tell(DREW, seat, self.deck[-1])
        self.hands[seat].append(self.deck.pop())

    def go_on(self, seat: int) -> None:
        """Open the bets if all are in, and pass the turn on."""
        staying = [other for other in range(self.seats) if not self.has_left(other)]
        if all(self.bets[other] != NO_BET for other in staying):
            self.open_bets(staying)
        if self.sales == SALES or not self.deck:
            self.finish()
            return
        self.mover = next(other % self.seats for other in range(seat + 1, seat + 5) if other % self.seats in staying)

    def open_bets(self, staying: list[int]) -> None:
        for seat in staying:
            self.tell(OPENED, seat, self.bets[seat])
        best = max(staying, key=lambda seat: self.bets[seat])
        if self.deck:
            self.tell(SOLD, best, self.deck[-1])
            self.points[best] += self.deck.pop() - self.bets[best]
        self.opened, self.bets = self.bets, [NO_BET] * self.seats
        self.sales += 1

    def finish(self) -> None:
        for seat in range(self.seats):
            self.tell(LIFTED, seat, self.cups[seat])
        for seat in range(self.seats):
            self.points[seat] += self.cups[seat]
        self.mover = OVER

    def leave(self, seat: int) -> None:
        super().leave(seat)
        if self.mover == seat:
            self.mover = next(s % self.seats for s in range(seat + 1, seat + 5) if not self.has_left(s % self.seats))

    def copy(self) -> CupsTable:
        twin = type(self)(int(self.seats))
        twin.mover, twin.out, twin.sales = self.mover, self.out, self.sales
        twin.hands = [list(hand) for hand in self.hands]
        twin.cups, twin.bets, twin.points = list(self.cups), list(self.bets), list(self.points)
        twin.deck, twin.opened = list(self.deck), list(self.opened)
        return twin

    def redeal(self, seat: int, dice: Dice) -> None:
        if self.mover == OVER:
            return
        others = [other for other in range(self.seats) if other != seat]
        hidden = [*self.deck, *(card for other in others for card in self.hands[other])]
        dice.shuffle(hidden)
        for other in others:
            self.hands[other] = [hidden.pop() for _ in self.hands[other]]
            self.cups[other] = int(dice.roll(6))
            if self.bets[other] != NO_BET:
                self.bets[other] = int(dice.below(4))
        self.deck = hidden

    def default_move(self) -> int:
        return SHAKE

    def payoffs(self) -> list[float]:
        return self.share(self.points)

    def scores(self) -> list[int]:
        return list(self.points)


class CupsView(msgspec.Struct, frozen=True):
    """What a seat sees; what it cannot know is None."""

    seat: int | None
    mover: int
    hands: list[list[int] | None]
    sizes: list[int]
    cups: list[int | None]
    bets: list[int | None]
    opened: list[int]
    points: list[int]
    unseen: list[int]
    sales: int
    left: int


class Cups(Game[CupsTable, NoOptions, CupsView]):
    """Cards, cups and sealed bets."""

    name = "cups"
    title = "Cups"
    seats = range(2, 5)
    default_seats = 3
    Options = NoOptions
    View = CupsView
    moves = MOVES
    events = EventTable(*EVENTS)
    State: type[CupsTable] = CupsTable

    def new(self, options: NoOptions, seats: int, dice: Dice) -> CupsTable:
        state = self.State(seats)
        state.heard = []  # so that the set-up can be told
        state.deck = list(range(CARDS))
        dice.shuffle(state.deck)
        for seat in range(seats):
            for _ in range(HAND):
                state.tell(DEALT, seat, state.deck[-1])
                state.hands[seat].append(state.deck.pop())
        for seat in range(seats):
            state.shake(seat, dice)
        return state

    def view(self, state: CupsTable, seat: int | None) -> CupsView:
        seats = range(state.seats)
        over = state.mover == OVER
        own = [other == seat or over for other in seats]
        return CupsView(
            seat=seat,
            mover=int(state.mover),
            hands=[sorted(state.hands[other]) if own[other] else None for other in seats],
            sizes=[*(len(hand) for hand in state.hands), len(state.deck)],
            cups=[state.cups[other] if own[other] else None for other in seats],
            bets=[state.bets[other] if own[other] or state.bets[other] == NO_BET else None for other in seats],
            opened=list(state.opened),
            points=list(state.points),
            unseen=sorted([*state.deck, *(card for other in seats if not own[other] for card in state.hands[other])]),
            sales=state.sales,
            left=int(state.out),
        )

    def imagine(self, view: CupsView, dice: Dice) -> CupsTable:
        seats = len(view.hands)
        state = self.State(seats)
        state.mover, state.out, state.sales, state.points = view.mover, view.left, view.sales, list(view.points)
        state.opened, hidden = list(view.opened), list(view.unseen)
        dice.shuffle(hidden)
        for seat in range(seats):
            hand, cup, bet = view.hands[seat], view.cups[seat], view.bets[seat]
            state.hands[seat] = [hidden.pop() for _ in range(view.sizes[seat])] if hand is None else list(hand)
            state.cups[seat] = int(dice.roll(6)) if cup is None else cup
            state.bets[seat] = int(dice.below(4)) if bet is None else bet
        state.deck = hidden
        return state

    def why_not(self, state: CupsTable, move: int) -> Reason:
        if move & 63 == BET:
            return Reason("has-bet", "You have sealed a bet already.")
        return Reason("illegal", "This cannot be done now.")

    def check_laws(self, state: CupsTable) -> None:
        held = [*state.deck, *(card for hand in state.hands for card in hand)]
        assert len(set(held)) == len(held), "a card is there twice"
        assert all(1 <= cup <= 6 for cup in state.cups), "a die without pips"


CUPS = Cups()

"""Two small games as a third party would write them, in plain Python: one hides cards, one rolls dice."""

from __future__ import annotations

import msgspec

from parlour.core import OVER, Dice, EventTable, Game, MoveTable, NoOptions, State, event, kind, number, secret

CARDS = 10
HAND = 3


class HighestTable(State):
    """Each seat holds three of ten cards and plays one in turn; the higher of two takes the trick."""

    def __init__(self) -> None:
        super().__init__(2, 0)
        self.hands: list[list[int]] = [[], []]
        self.deck: list[int] = []
        self.lying = -1  # the card to beat
        self.tricks = [0, 0]

    def moves(self) -> list[int]:
        return [] if self.mover == OVER else [card << 6 for card in sorted(self.hands[self.mover])]

    def play(self, move: int, dice: Dice) -> None:
        seat, card = self.mover, move >> 6
        self.hands[seat].remove(card)
        self.tell(0, seat, card)
        if self.deck:
            self.draw(seat)
        if self.lying < 0:
            self.lying = card
        else:
            self.tricks[seat if card > self.lying else 1 - seat] += 1
            self.lying = -1
        self.mover = 1 - seat
        if not self.hands[self.mover]:
            self.mover = OVER

    def draw(self, seat: int) -> None:
        self.tell(1, seat, self.deck[-1])
        self.hands[seat].append(self.deck.pop())

    def copy(self) -> HighestTable:
        twin = type(self)()
        twin.mover, twin.out, twin.lying = self.mover, self.out, self.lying
        twin.hands, twin.deck, twin.tricks = [list(hand) for hand in self.hands], list(self.deck), list(self.tricks)
        return twin

    def redeal(self, seat: int, dice: Dice) -> None:
        hidden = self.deck + self.hands[1 - seat]
        dice.shuffle(hidden)
        size = len(self.deck)
        self.deck, self.hands[1 - seat] = hidden[:size], hidden[size:]

    def payoffs(self) -> list[float]:
        return self.share(self.tricks)

    def scores(self) -> list[int]:
        return list(self.tricks)


class HighestView(msgspec.Struct, frozen=True):
    seat: int | None
    mover: int
    hand: list[int]
    sizes: list[int]
    unseen: list[int]
    lying: int
    tricks: list[int]
    left: int


class Highest(Game[HighestTable, NoOptions, HighestView]):
    """The higher card takes the trick."""

    name = "highest"
    title = "Highest"
    seats = range(2, 3)
    Options = NoOptions
    View = HighestView
    moves = MoveTable(kind("lay", number("card", CARDS)))
    events = EventTable(
        event("laid", number("seat", 2), number("card", CARDS)),
        event("drew", number("seat", 2), secret(number("card", CARDS), "seat"), reveals=True),
    )
    State: type[HighestTable] = HighestTable

    def new(self, options: NoOptions, seats: int, dice: Dice) -> HighestTable:
        state = self.State()
        cards = list(range(CARDS))
        dice.shuffle(cards)
        state.hands, state.deck = [sorted(cards[:HAND]), sorted(cards[HAND : 2 * HAND])], cards[2 * HAND :]
        return state

    def view(self, state: HighestTable, seat: int | None) -> HighestView:
        hand = [] if seat is None else state.hands[seat]
        hidden = [*state.deck, *(card for s in range(2) if s != seat for card in state.hands[s])]
        sizes = [len(state.hands[0]), len(state.hands[1]), len(state.deck)]
        return HighestView(
            seat, int(state.mover), sorted(hand), sizes, sorted(hidden), state.lying, list(state.tricks), int(state.out)
        )

    def imagine(self, view: HighestView, dice: Dice) -> HighestTable:
        state = self.State()
        state.mover, state.out, state.lying, state.tricks = view.mover, view.left, view.lying, list(view.tricks)
        hidden = list(view.unseen)
        dice.shuffle(hidden)
        state.deck = hidden[: view.sizes[2]]
        rest = hidden[view.sizes[2] :]
        for seat in range(2):
            if seat == view.seat:
                state.hands[seat] = list(view.hand)
            else:
                state.hands[seat], rest = rest[: view.sizes[seat]], rest[view.sizes[seat] :]
        return state


class DashTable(State):
    """A race to ten: walk one step for certain, or pay a coin and run as far as a die says."""

    def __init__(self) -> None:
        super().__init__(2, 0)
        self.at = [0, 0]
        self.coins = [3, 3]

    def moves(self) -> list[int]:
        if self.mover == OVER:
            return []
        return [0, 1] if self.coins[self.mover] else [0]

    def play(self, move: int, dice: Dice) -> None:
        steps = 1
        if move == 1:
            self.coins[self.mover] -= 1
            steps = int(dice.roll(6))
        self.at[self.mover] += steps
        self.tell(0, self.mover, steps)
        self.mover = OVER if self.at[self.mover] >= 10 else 1 - self.mover

    def copy(self) -> DashTable:
        twin = DashTable()
        twin.mover, twin.out, twin.at, twin.coins = self.mover, self.out, list(self.at), list(self.coins)
        return twin

    def payoffs(self) -> list[float]:
        return self.share(self.at)

    def scores(self) -> list[int]:
        return list(self.at)


class DashView(msgspec.Struct, frozen=True):
    mover: int
    at: list[int]
    coins: list[int]
    left: int


class Dash(Game[DashTable, NoOptions, DashView]):
    """A race to ten."""

    name = "dash"
    title = "Dash"
    seats = range(2, 3)
    Options = NoOptions
    View = DashView
    hides = False
    moves = MoveTable(kind("walk"), kind("run"))
    events = EventTable(event("went", number("seat", 2), number("steps", 7)))

    def new(self, options: NoOptions, seats: int, dice: Dice) -> DashTable:
        return DashTable()

    def view(self, state: DashTable, seat: int | None) -> DashView:
        return DashView(int(state.mover), list(state.at), list(state.coins), int(state.out))

    def imagine(self, view: DashView, dice: Dice) -> DashTable:
        state = DashTable()
        state.mover, state.at, state.coins, state.out = view.mover, list(view.at), list(view.coins), view.left
        return state


HIGHEST = Highest()
DASH = Dash()
GAME = HIGHEST  # as an entry point of another package would name it

"""Kuhn poker, as a guest would write it: three cards, one ante, one raise, and no judge."""

from __future__ import annotations

import msgspec

from parlour.core import OVER, Dice, EventTable, Game, MoveTable, NoOptions, State, kind

JACK, QUEEN, KING = 0, 1, 2
MOVES = MoveTable(kind("fold"), kind("check"), kind("raise"))
FOLD, CHECK, RAISE = (MOVES.pack(word) for word in ("fold", "check", "raise"))


class Hand(State):
    """Both have a card and an ante in the pot; whoever does not fold compares, and the higher card wins the pot."""

    def __init__(self, cards: list[int], played: list[int] | None = None) -> None:
        super().__init__(2, 0)
        self.cards = cards
        self.pot = [1, 1]
        self.played: list[int] = []
        self.winner = -1
        for move in played or []:
            self.play(move, Dice(1, 2, 3, 4))

    def moves(self) -> list[int]:
        if self.mover == OVER:
            return []
        return [FOLD, CHECK] if RAISE in self.played else [CHECK, RAISE]

    def play(self, move: int, dice: Dice) -> None:
        """To check a raise is to call it."""
        raised = RAISE in self.played
        self.played.append(move)
        if move == FOLD:
            self.winner = 1 - self.mover
        elif move == RAISE:
            self.pot[self.mover] += 1
        elif raised or len(self.played) == 2:
            self.pot[self.mover] = max(self.pot)
            self.winner = 0 if self.cards[0] > self.cards[1] else 1
        self.mover = 1 - self.mover if self.winner < 0 else OVER

    def copy(self) -> Hand:
        twin = Hand(self.cards[:])
        twin.pot, twin.played, twin.winner, twin.mover = self.pot[:], self.played[:], self.winner, self.mover
        return twin

    def redeal(self, seat: int, dice: Dice) -> None:
        if self.mover != OVER:
            others = [card for card in (JACK, QUEEN, KING) if card != self.cards[seat]]
            self.cards[1 - seat] = others[dice.below(2)]

    def payoffs(self) -> list[float]:
        won = min(self.pot) / 4
        return [0.5 + won if seat == self.winner else 0.5 - won for seat in range(2)]


class HandView(msgspec.Struct, frozen=True):
    seat: int
    card: int
    played: list[int]


class KuhnPoker(Game[Hand, NoOptions, HandView]):
    """One hand of poker with three cards."""

    name = "kuhn-poker"
    title = "Kuhn poker"
    seats = range(2, 3)
    Options = NoOptions
    View = HandView
    moves = MOVES
    events = EventTable()

    def new(self, options: NoOptions, seats: int, dice: Dice) -> Hand:
        cards = [JACK, QUEEN, KING]
        dice.shuffle(cards)
        return Hand(cards[:2])

    def view(self, state: Hand, seat: int | None) -> HandView:
        return HandView(-1 if seat is None else seat, -1 if seat is None else state.cards[seat], state.played[:])

    def imagine(self, view: HandView, dice: Dice) -> Hand:
        state = Hand([view.card, view.card], view.played[:])
        state.redeal(view.seat, dice)
        return state


GAME = KuhnPoker()

"""A game as a third party would write it: plain Python, three seats. Take one or two stones; whoever took most wins."""

from __future__ import annotations

import os

import msgspec

from parlour.core import OVER, Dice, EventTable, Game, MoveTable, NoOptions, State, event, kind, number

STONES = 20


class Heap(State):
    def __init__(self) -> None:
        super().__init__(3, 0)
        self.left = STONES
        self.taken = [0, 0, 0]

    def moves(self) -> list[int]:
        return [] if self.mover == OVER else [n << 6 for n in (0, 1) if n < self.left]

    def play(self, move: int, dice: Dice) -> None:
        n = (move >> 6) + 1
        self.left -= n
        self.taken[self.mover] += n
        self.tell(0, self.mover, n)
        self.mover = OVER if self.left == 0 else (self.mover + 1) % 3

    def copy(self) -> Heap:
        twin = Heap()
        twin.mover, twin.out, twin.left, twin.taken = self.mover, self.out, self.left, list(self.taken)
        return twin

    def payoffs(self) -> list[float]:
        return self.share(self.taken)

    def scores(self) -> list[int]:
        return list(self.taken)


class HeapView(msgspec.Struct, frozen=True):
    mover: int
    left: int
    taken: list[int]
    out: int


class ThreeSeats(Game[Heap, NoOptions, HeapView]):
    name = "three-seats"
    title = "Three Seats"
    seats = range(3, 4)
    default_seats = 3
    Options = NoOptions
    View = HeapView
    hides = False
    moves = MoveTable(kind("take", number("more", 2)))
    events = EventTable(event("took", number("seat", 3), number("stones", 3)))

    def new(self, options: NoOptions, seats: int, dice: Dice) -> Heap:
        return Heap()

    def view(self, state: Heap, seat: int | None) -> HeapView:
        return HeapView(int(state.mover), state.left, list(state.taken), int(state.out))

    def imagine(self, view: HeapView, dice: Dice) -> Heap:
        heap = Heap()
        heap.mover, heap.left, heap.taken, heap.out = view.mover, view.left, list(view.taken), view.out
        return heap


class Buggy(ThreeSeats):
    """Its rules fail when the heap is set up."""

    def new(self, options: NoOptions, seats: int, dice: Dice) -> Heap:
        raise ZeroDivisionError("the heap is\nmissing")


class Deadly(ThreeSeats):
    """Kills every process but the one it was made in."""

    def __init__(self) -> None:
        self.home = os.getpid()

    def new(self, options: NoOptions, seats: int, dice: Dice) -> Heap:
        if os.getpid() != self.home:
            os._exit(9)
        return Heap()


GAME = ThreeSeats()

"""The rules of Nim: the position, the moves, the words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import msgspec
from msgspec import Meta

from parlour.core import OVER, Dice, EventTable, Game, MoveTable, Reason, State, event, kind, number
from parlour.core.events import EventJson

HEAPS = 3
MOVES = MoveTable(kind("take", number("heap", HEAPS), number("stones", 99)))  # a field counts from 0
EVENTS = EventTable(event("took", number("seat", 2), number("heap", HEAPS), number("stones", 100)))
TOOK = 0  # a kind's number is its index in its table


class Heaps(State):
    """Three heaps of stones; whoever takes the last one wins."""

    def __init__(self, heaps: list[int]) -> None:
        super().__init__(2, 0)  # two seats, seat 0 begins
        self.heaps = heaps
        self.winner = -1

    def moves(self) -> list[int]:
        if self.mover == OVER:
            return []
        return [
            MOVES.pack("take", heap, stones - 1) for heap in range(HEAPS) for stones in range(1, self.heaps[heap] + 1)
        ]

    def play(self, move: int, dice: Dice) -> None:
        heap, stones = MOVES.values(move)
        self.heaps[heap] -= stones + 1
        self.tell(TOOK, self.mover, heap, stones + 1)
        if sum(self.heaps) == 0:
            self.winner = self.mover
            self.mover = OVER
        else:
            self.mover = 1 - self.mover

    def copy(self) -> Heaps:
        twin = Heaps(self.heaps[:])
        twin.mover, twin.out, twin.winner = self.mover, self.out, self.winner
        return twin

    def leave(self, seat: int) -> None:
        super().leave(seat)
        self.winner = 1 - seat

    def payoffs(self) -> list[float]:
        return [1.0 if seat == self.winner else 0.0 for seat in range(2)]

    def judge(self, seat: int) -> float:
        """Optional: how good this looks for `seat`. The xor of the heaps says who wins; hedge a little anyway."""
        if self.mover == OVER:
            return self.payoffs()[seat]
        good_for_mover = self.heaps[0] ^ self.heaps[1] ^ self.heaps[2] != 0
        return 0.9 if good_for_mover == (seat == self.mover) else 0.1


class HeapsOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What can be set before a game. The new-table dialog is built from this."""

    largest: Annotated[
        int, Meta(ge=1, le=99, title="Largest heap", description="Each heap has 1 to this many stones.")
    ] = 7


class HeapsView(msgspec.Struct, frozen=True):
    """What a seat sees: here, everything."""

    mover: int
    heaps: list[int]
    winner: int
    left: list[int]


class HeapsGame(Game[Heaps, HeapsOptions, HeapsView]):
    """Three heaps of stones; whoever takes the last one wins."""

    name = "nim"
    title = "Nim"
    tagline = "Three heaps, one last stone."
    minutes = 3
    seats = range(2, 3)
    Options = HeapsOptions
    View = HeapsView
    hides = False  # nothing is secret
    moves = MOVES
    events = EVENTS

    def new(self, options: HeapsOptions, seats: int, dice: Dice) -> Heaps:
        return Heaps([dice.roll(options.largest) for _ in range(HEAPS)])

    def view(self, state: Heaps, seat: int | None) -> HeapsView:
        left = [seat for seat in range(2) if state.has_left(seat)]
        return HeapsView(state.mover, state.heaps[:], state.winner, left)

    def imagine(self, view: HeapsView, dice: Dice) -> Heaps:
        state = Heaps(view.heaps[:])
        for seat in view.left:
            state.leave(seat)
        state.mover, state.winner = view.mover, view.winner
        return state

    def why_not(self, state: Heaps, move: int) -> Reason:
        heap, stones = self.moves.values(move)
        return Reason("too-many", f"Heap {heap + 1} has only {state.heaps[heap]} stones, not {stones + 1}.")

    def check_laws(self, state: Heaps) -> None:
        assert all(heap >= 0 for heap in state.heaps), "a heap below nothing"

    def say_view(self, view: HeapsView, names: Sequence[str], options: HeapsOptions) -> str:
        return "\n".join(f"Heap {n + 1}: {'o' * heap or 'empty'}" for n, heap in enumerate(view.heaps))

    def say_move(self, view: HeapsView, move: int, names: Sequence[str], options: HeapsOptions) -> str:
        heap, stones = self.moves.values(move)
        return f"Take {stones + 1} from heap {heap + 1}"

    def say_event(self, event: EventJson, names: Sequence[str], seat: int | None, options: HeapsOptions) -> str:
        if event["kind"] != "took":
            return ""
        return f"{names[int(event['seat'])]} took {event['stones']} from heap {int(event['heap']) + 1}."


GAME = HeapsGame()

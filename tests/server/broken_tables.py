"""Games of another package whose rules fail in the middle of a match, each in one place."""

from __future__ import annotations

from typing import Any

from tests.contract.cups import LAY, Cups, CupsTable, CupsView

from parlour.core.dice import Dice


class FailsToLeave(CupsTable):
    """Written for whoever is on turn: a seat that leaves out of turn breaks it, halfway."""

    def leave(self, seat: int) -> None:
        on_turn = self.mover == seat
        super().leave(seat)
        if not on_turn:
            self.cups = []
            raise IndexError("there is no such cup")


class FailsToLay(CupsTable):
    """A card cannot be laid: the rules fail halfway."""

    def play(self, move: int, dice: Dice) -> None:
        if move & 63 == LAY:
            self.hands = []
            raise IndexError("there is no such card")
        super().play(move, dice)


class NobodyKnowsWhat(CupsTable):
    """Once somebody has left, whoever is next has no moves."""

    def moves(self) -> list[int]:
        return [] if self.out else super().moves()

    def default_move(self) -> int:
        return self.moves()[0]


class Leaving(Cups):
    name = "leaving"
    title = "Leaving"
    State = FailsToLeave


class Laying(Cups):
    name = "laying"
    title = "Laying"
    State = FailsToLay


class Blind(Cups):
    """After somebody has left nothing can be seen any more."""

    name = "blind"
    title = "Blind"

    def view(self, state: CupsTable, seat: int | None) -> CupsView:
        if state.out:
            raise KeyError(seat)
        return super().view(state, seat)


class Clueless(Cups):
    name = "clueless"
    title = "Clueless"
    State = NobodyKnowsWhat


class Mumbling(Cups):
    """Has no words for any position."""

    name = "mumbling"
    title = "Mumbling"

    def say_view(self, view: CupsView, names: Any, options: Any) -> str:
        raise ValueError("no words")


LEAVING, LAYING, BLIND, CLUELESS, MUMBLING = Leaving(), Laying(), Blind(), Clueless(), Mumbling()

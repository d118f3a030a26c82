"""Liar's Dice for two, as a guest would write it: hidden dice, many bids, and a judge that only counts dice."""

from __future__ import annotations

from collections.abc import Sequence
from math import comb
from typing import ClassVar

import msgspec

from parlour.core import OVER, Dice, EventTable, Game, MoveTable, NoOptions, State, kind, number
from parlour.core.bits import kind_of
from parlour.core.moves import MoveJson

FACES = 6
EACH = 4  # dice in a cup
DOUBT = 1
MOVES = MoveTable(kind("bid", number("count", 2 * EACH), number("face", FACES)), kind("doubt"))


class Cups(State):
    """A bid says how many dice of both cups show a face at least; whoever is wrong when it is doubted loses a die."""

    def __init__(self, cups: list[list[int]], mover: int = 0, bid: int = -1) -> None:
        super().__init__(2, mover)
        self.cups = cups
        self.bid = bid  # (count - 1) * FACES + face; -1: none yet

    def moves(self) -> list[int]:
        if self.mover == OVER:
            return []
        highest = sum(map(len, self.cups)) * FACES
        bids = [MOVES.pack("bid", bid // FACES, bid % FACES) for bid in range(self.bid + 1, highest)]
        return bids if self.bid < 0 else [*bids, MOVES.pack("doubt")]

    def play(self, move: int, dice: Dice) -> None:
        if kind_of(move) != DOUBT:
            count, face = MOVES.values(move)
            self.bid = count * FACES + face
            self.mover = 1 - self.mover
            return
        there = sum(cup.count(self.bid % FACES) for cup in self.cups)
        loser = self.mover if there > self.bid // FACES else 1 - self.mover
        self.cups[loser].pop()
        self.bid = -1
        self.mover = loser if self.cups[loser] else OVER
        self.cups = [[int(dice.below(FACES)) for _ in cup] for cup in self.cups]

    def copy(self) -> Cups:
        return Cups([cup[:] for cup in self.cups], self.mover, self.bid)

    def redeal(self, seat: int, dice: Dice) -> None:
        self.cups[1 - seat] = [int(dice.below(FACES)) for _ in self.cups[1 - seat]]

    def payoffs(self) -> list[float]:
        return [1.0 if cup else 0.0 for cup in self.cups]

    def judge(self, seat: int) -> float:
        return len(self.cups[seat]) / sum(map(len, self.cups))


class CupsView(msgspec.Struct, frozen=True):
    mover: int
    seat: int
    mine: list[int]
    counts: list[int]
    bid: int


def odds(view: CupsView, count: int, face: int) -> float:
    """The chance that at least `count` dice show this face."""
    dice = view.counts[1 - view.seat]
    wanted = max(0, count - view.mine.count(face))
    return sum(comb(dice, n) * 5 ** (dice - n) for n in range(wanted, dice + 1)) / 6**dice


def truthful(view: CupsView, moves: Sequence[MoveJson], dice: Dice) -> int:
    """Makes the highest bid that is more likely true than not, and doubts one that is not."""
    if view.bid >= 0 and odds(view, view.bid // FACES + 1, view.bid % FACES) < 0.5:
        return len(moves) - 1
    bids = [(int(move["count"]), int(move["face"])) for move in moves if move["kind"] == "bid"]
    likely = [at for at, (count, face) in enumerate(bids) if odds(view, count + 1, face) >= 0.55]
    return likely[-1] if likely else 0 if view.bid < 0 else len(moves) - 1


class LiarsDice(Game[Cups, NoOptions, CupsView]):
    """Two cups, one bid."""

    name = "liars-dice"
    title = "Liar's Dice"
    seats = range(2, 3)
    Options = NoOptions
    View = CupsView
    moves = MOVES
    events = EventTable()
    players: ClassVar = {"truthful": truthful}

    def new(self, options: NoOptions, seats: int, dice: Dice) -> Cups:
        return Cups([[int(dice.below(FACES)) for _ in range(EACH)] for _ in range(2)])

    def view(self, state: Cups, seat: int | None) -> CupsView:
        mine = [] if seat is None else state.cups[seat][:]
        return CupsView(state.mover, -1 if seat is None else seat, mine, [len(cup) for cup in state.cups], state.bid)

    def imagine(self, view: CupsView, dice: Dice) -> Cups:
        cups = [[int(dice.below(FACES)) for _ in range(count)] for count in view.counts]
        if view.seat >= 0:
            cups[view.seat] = view.mine[:]
        return Cups(cups, view.mover, view.bid)


GAME = LiarsDice()

"""The opponent built into the original program, as the appendix of the rules describes it."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final

import msgspec

from parlour.core.dice import Dice
from parlour.core.moves import MoveJson
from parlour.games.gardening_war.goods import FIELD_PRICE, GOODS
from parlour.games.gardening_war.lists import Line, list_to_moves
from parlour.games.gardening_war.moves import MOVES
from parlour.games.gardening_war.view import GardenView, imagine

ANEMONE, BLUEJAZZ, CROCUS, TULIP = 3, 4, 5, 6
FERTILIZER: Final = 2
THRIFTY: Final = (CROCUS, BLUEJAZZ, ANEMONE)
ALL: Final = (TULIP, CROCUS, BLUEJAZZ, ANEMONE)


class Row(msgspec.Struct, frozen=True):
    """A row of the appendix, one letter per move: L land, C shop, P plant, W water, H harvest, F fertilizer."""

    plan: str
    plants: tuple[int, ...]
    extra: int  # gold that it sets aside for fertilizer
    cards: int  # fertilizer cards that it buys
    large: bool | None = None  # True: only with more than four fields, False: only with up to four


ROWS: Final = (
    Row("LCFFPWH", (TULIP,), 6000, 2),
    Row("LCPWFH", THRIFTY, 3000, 1),
    Row("LCPWH", ALL, 0, 0),
    Row("CFFPWH", (TULIP,), 6000, 1, large=True),  # the second F finds no card
    Row("CPWFH", THRIFTY, 3000, 1, large=True),
    Row("CPWH", ALL, 0, 0, large=False),
)


class ClassicEnemy:
    """Takes the first plan it can afford and follows it to the end; on the first seat it plays rotated."""

    def __init__(self) -> None:
        self.plan = ""
        self.row = ROWS[0]
        self.plant = TULIP
        self.moves: list[int] = []  # the rest of the current whole move

    def __call__(self, view: GardenView, moves: list[MoveJson], dice: Dice) -> int | MoveJson:
        if view.move.step == "none":
            kind, lines = self.whole_move(view)
            self.moves = list_to_moves(imagine(view), kind, lines)
        elif not self.moves:  # took over in the middle of a move
            return len(moves) - 1
        return MOVES.to_json(self.moves.pop(0))

    def whole_move(self, view: GardenView) -> tuple[str, list[Line]]:
        """The next move of the plan, as a list; ("-", []) to pass."""
        own = view.gardeners[view.mover]
        if not self.plan and not self.choose(len(own.fields), own.gold):
            return "-", []
        kind = self.plan[0]
        phase = view.round % 10
        if kind == "P" and self.plant == TULIP and phase in (8, 9):
            return "-", []
        self.plan = self.plan[1:]
        fields = [(field >> 3, field & 7) for field in own.fields]
        good = GOODS[self.plant]
        if kind == "L":
            return "L", [Line(x, y) for x, y in square_around(len(fields), view.mover == 0)]
        if kind == "C":
            lines = [Line(card=self.plant, amount=len(fields)), Line(card=0, amount=len(fields) * good.drops)]
            return "C", [*lines, Line(card=FERTILIZER, amount=self.row.cards)] if self.row.cards else lines
        if kind == "P":
            return "P", [Line(x, y, card=self.plant) for x, y in fields]
        if kind == "W":
            wet = (8, 9, 0) if "WF" in self.row.plan else (9, 0)
            drops = good.drops - 2 if self.plant != TULIP and phase in wet else good.drops
            return "W", [Line(x, y, amount=drops) for x, y in fields]
        return kind, []

    def choose(self, n: int, gold: int) -> bool:
        """The first row whose cost is strictly below the gold, and the first of its plants for which it is."""
        ring = 2 * math.isqrt(n) + 1
        for row in ROWS:
            if row.large is not None and row.large != (n > 4):
                continue
            more = ring if "L" in row.plan else 0
            for plant in row.plants:
                unit = GOODS[plant].price + GOODS[0].price * GOODS[plant].drops
                if FIELD_PRICE * more + row.extra + (n + more) * unit < gold:
                    self.plan, self.row, self.plant = row.plan, row, plant
                    return True
        return False


def square_around(n: int, turned: bool) -> Iterator[tuple[int, int]]:
    """The fields that extend a square of n fields in the top right corner, or in the bottom left one if turned."""
    edge = 7 - math.sqrt(n)
    k = math.trunc(edge)
    ring = [(k, y) for y in range(7, -1, -1) if y >= edge] + [(x, k) for x in range(7, -1, -1) if x >= edge + 1]
    for x, y in ring:
        if 0 <= x <= 7 and 0 <= y <= 7:
            yield (7 - x, 7 - y) if turned else (x, y)


PLAYERS = {"classic-enemy": ClassicEnemy}

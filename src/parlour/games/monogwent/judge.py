"""How good a position of MonoGwent looks, and how playouts play it."""

from __future__ import annotations

import math

from mypy_extensions import i64

from parlour.core.state import OVER
from parlour.games.monogwent.rules import Rules
from parlour.games.monogwent.state import Side


class Gwent(Rules):
    """MonoGwent with an eye for cards, rounds and reach."""

    def blank(self, side0: Side, side1: Side) -> Gwent:
        return Gwent(self.cards, self.power[:], self.row[:], side0, side1)

    def judge(self, seat: i64) -> float:
        if self.mover == OVER:
            return self.payoffs()[seat]
        lead = float(self.total(seat) - self.total(1 - seat))
        return 1.0 / (1.0 + math.exp(-lead / 6.0))

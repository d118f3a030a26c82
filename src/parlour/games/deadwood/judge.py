"""How good a position of Deadwood looks, and how playouts play it."""

from __future__ import annotations

from parlour.games.deadwood.rules import Filming


class Deadwood(Filming):
    """Deadwood with an eye for money, rank and tempo."""

    def blank(self) -> Deadwood:
        return Deadwood(self.lot, self.seats, self.days, self.stall_limit)

"""How good a position of Kata TCG looks, and how playouts play it."""

from __future__ import annotations

import math

from mypy_extensions import i64

from parlour.core.dice import Dice
from parlour.core.state import OVER, Evaluator, Planner
from parlour.games.kata_tcg import moves
from parlour.games.kata_tcg.outlook import LEARNED, KataEvaluator
from parlour.games.kata_tcg.planner import KataPlanner
from parlour.games.kata_tcg.rules import KataRules
from parlour.games.kata_tcg.state import Side, damage_of, health_of


class Kata(KataRules):
    """Kata TCG with an estimate of who is ahead: by health, minions and cards in hand."""

    def blank(self) -> Kata:
        return Kata(self.healing, self.minions, self.drawers)

    def judge(self, seat: i64) -> float:
        if self.mover == OVER:
            return self.payoffs()[seat]
        lead = worth(self.side(seat)) - worth(self.side(1 - seat))
        return 1.0 / (1.0 + math.exp(-lead / 6.0))

    def planner(self, dice: Dice, evaluator: Evaluator) -> Planner | None:
        return KataPlanner(self, dice, evaluator if isinstance(evaluator, KataEvaluator) else LEARNED)

    def playout_move(self, dice: Dice) -> i64:
        """Usually act while possible: playouts that often end turns early are uninformative."""
        ways = self.ways()
        n = self.count_moves(ways)
        if n == 1:
            return moves.END
        if dice.below(8) == 0:
            return moves.END
        return self.move_number(dice.below(n - 1), ways)


def worth(side: Side) -> float:
    """What a side is worth in points of health: its health, its minions and its cards."""
    points = float(side.health)
    # The last points of health are worth more than the first.
    if side.health < 12:
        points -= float((12 - side.health) * (12 - side.health)) / 16.0
    place: i64 = 0
    while place < side.board_size:
        m = side.minion_at(place)
        points += 1.2 * float(damage_of(m)) + 0.5 * float(health_of(m)) + 0.3
        place += 1
    points += 1.1 * float(side.hand_size)
    # With a small deck, bleeding is near.
    if side.deck_size < 4:
        points -= 0.5 * float(4 - side.deck_size)
    return points

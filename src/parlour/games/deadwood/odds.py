"""What a role is worth, by the exact odds of acting and rehearsing.

An actor in a role chooses every turn between acting and rehearsing. With the budget, the takes left, the chips, the
pay and the bonus at the wrap, the best way to go on follows from a small dynamic programme, here solved once for all
cases. The worth of a role is what it pays on average, less what the turns it takes would earn elsewhere.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from parlour.games.deadwood.rules import (
    EXTRA_CUT_CREDITS,
    EXTRA_CUT_DOLLARS,
    EXTRA_TAKE_CREDITS,
    EXTRA_TAKE_DOLLARS,
    STAR_TAKE_CREDITS,
    STAR_TAKE_DOLLARS,
)

STAR: Final = 0
EXTRA: Final = 1

# The bonus at the wrap is tabulated in steps and interpolated.
BONUS_STEP: Final = 3.0
BONUSES: Final = 9
CHIPS: Final = 6
TAKES: Final = 4  # 0 (wrapped) to 3
HELPS: Final = 7  # how many faces of a die the others in the scene have between them, at most 6
BUDGETS: Final = 5  # 2 to 6
SCENE: Final = TAKES * CHIPS


class Odds:
    """The worth of every kind of role to an actor whose turns elsewhere earn `rates[rank]` points."""

    def __init__(self, rates: list[float]) -> None:
        self.rates: list[float] = rates
        self.table: list[float] = []
        for side in range(2):
            for rank in range(len(rates)):
                for budget in range(2, 2 + BUDGETS):
                    for help in range(HELPS):
                        for step in range(BONUSES):
                            self.solve(side, budget, help, BONUS_STEP * float(step), rates[rank])

    def solve(self, side: i64, budget: i64, help: i64, bonus: float, rate: float) -> None:
        """Append the worth for all takes and chips. More takes build on fewer, fewer chips on more."""
        take = float(STAR_TAKE_DOLLARS + STAR_TAKE_CREDITS)
        cut = 0.0
        if side == EXTRA:
            take = float(EXTRA_TAKE_DOLLARS + EXTRA_TAKE_CREDITS)
            cut = float(EXTRA_CUT_DOLLARS + EXTRA_CUT_CREDITS)
        q = float(help) / 6.0
        solved: list[float] = []
        for _ in range(SCENE):
            solved.append(bonus)
        takes: i64 = 1
        while takes < TAKES:
            chips: i64 = CHIPS - 1
            while chips >= 0:
                p = chance(budget, chips)
                sooner = solved[(takes - 1) * CHIPS + chips]
                # After a take the others may shoot the next one; after a cut, this one.
                after = sooner
                if takes > 1:
                    after = (1.0 - q) * sooner + q * solved[(takes - 2) * CHIPS + chips]
                value = p * (take + after) + (1.0 - p) * (cut + q * sooner) - rate
                value /= 1.0 - (1.0 - p) * (1.0 - q)
                if chips < budget - 1:
                    same = solved[takes * CHIPS + chips + 1]
                    rehearsed = (1.0 - q) * same + q * solved[(takes - 1) * CHIPS + chips + 1] - rate
                    if rehearsed > value:
                        value = rehearsed
                solved[takes * CHIPS + chips] = value
                chips -= 1
            takes += 1
        self.table.extend(solved)

    def worth(self, side: i64, rank: i64, budget: i64, help: i64, bonus: float, takes: i64, chips: i64) -> float:
        """What such a role still pays beyond the usual worth of the turns it takes, played as well as possible."""
        kind: i64 = ((side * len(self.rates) + rank) * BUDGETS + budget - 2) * HELPS + help
        part = bonus / BONUS_STEP
        step = i64(part)
        if step > BONUSES - 2:
            step = BONUSES - 2
        part -= float(step)
        at: i64 = (kind * BONUSES + step) * SCENE + takes * CHIPS + chips
        return self.table[at] * (1.0 - part) + self.table[at + SCENE] * part

    def should_rehearse(
        self, side: i64, rank: i64, budget: i64, help: i64, bonus: float, takes: i64, chips: i64
    ) -> bool:
        """Whether a chip more is worth a turn: acting now would not reach the worth of going on as well as possible."""
        if chips >= budget - 1:
            return False
        q = float(help) / 6.0
        rehearsed = (1.0 - q) * self.worth(side, rank, budget, help, bonus, takes, chips + 1)
        rehearsed += q * self.worth(side, rank, budget, help, bonus, takes - 1, chips + 1)
        best = self.worth(side, rank, budget, help, bonus, takes, chips)
        return rehearsed - self.rates[rank] >= best - 0.000001


def chance(budget: i64, chips: i64) -> float:
    """The chance of a take."""
    faces: i64 = 7 - budget + chips
    if faces > 6:
        faces = 6
    return float(faces) / 6.0

"""What a role pays and how long it takes, by the exact odds of acting and rehearsing.

An actor rehearses first, if at all, and acts from then on. For every budget, number of takes and chips, and pace of the
others in the scene, a table says how many turns, takes and cuts are to be expected, ending with this many chips. What
that is worth depends on what a turn, a dollar and a credit are worth to this actor.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

CHIPS: Final = 6  # 0 to 5
TAKES: Final = 4  # 0 (wrapped) to 3
HELPS: Final = 13  # how many faces of a die the others in the scene have between them, at most two dice full
BUDGETS: Final = 5  # 2 to 6
SCENE: Final = TAKES * CHIPS * CHIPS


class Odds:
    """What to expect of a role, and the number of chips that is best."""

    def __init__(self) -> None:
        # for each budget, help, number of takes, chips now and chips before the first act
        self.turns: list[float] = []
        self.takes: list[float] = []
        self.cuts: list[float] = []
        for budget in range(2, 2 + BUDGETS):
            for help in range(HELPS):
                self.solve(budget, help)
        # what the last look found
        self.aim: i64 = 0
        self.length: float = 0.0

    def solve(self, budget: i64, help: i64) -> None:
        """Append what to expect of such a scene. More takes build on fewer, fewer chips on more."""
        begin: i64 = len(self.turns)
        for _ in range(SCENE):
            self.turns.append(0.0)
            self.takes.append(0.0)
            self.cuts.append(0.0)
        # in each round the others shoot `sure` takes, or one more with chance q
        sure: i64 = help // 6
        q = float(help % 6) / 6.0
        takes: i64 = 1
        while takes < TAKES:
            aim: i64 = CHIPS - 1
            while aim >= 0:
                p = chance(budget, aim)
                at: i64 = begin + (takes * CHIPS + aim) * CHIPS + aim
                for table in (self.turns, self.takes, self.cuts):
                    own = 1.0
                    if table is self.takes:
                        own = p
                    elif table is self.cuts:
                        own = 1.0 - p
                    own += p * after(table, begin, takes - 1, aim, aim, sure, q)
                    if sure == 0:
                        own += (1.0 - p) * q * after(table, begin, takes - 1, aim, aim, 0, 0.0)
                        own /= 1.0 - (1.0 - p) * (1.0 - q)
                    else:
                        own += (1.0 - p) * after(table, begin, takes, aim, aim, sure, q)
                    table[at] = own
                chips: i64 = aim - 1
                while chips >= 0:
                    at = begin + (takes * CHIPS + chips) * CHIPS + aim
                    if sure == 0:
                        same = begin + (takes * CHIPS + chips + 1) * CHIPS + aim
                        for table in (self.turns, self.takes, self.cuts):
                            fewer = after(table, begin, takes - 1, chips + 1, aim, 0, 0.0)
                            table[at] = (1.0 - q) * table[same] + q * fewer
                    else:
                        for table in (self.turns, self.takes, self.cuts):
                            table[at] = after(table, begin, takes, chips + 1, aim, sure, q)
                    self.turns[at] += 1.0
                    chips -= 1
                aim -= 1
            takes += 1

    def worth(self, budget: i64, help: i64, takes: i64, chips: i64, take: float, cut: float, turn: float) -> float:
        """What acting pays until the scene wraps, less the worth of the turns; sets `aim` and `length`.

        A take is worth `take`, a cut `cut`, a turn `turn`; the bonus at the wrap comes on top.
        """
        at: i64 = ((budget - 2) * HELPS + help) * SCENE + (takes * CHIPS + chips) * CHIPS
        best = -1000.0
        aim = chips
        while aim < budget:
            value = take * self.takes[at + aim] + cut * self.cuts[at + aim] - turn * self.turns[at + aim]
            if value > best:
                best = value
                self.aim = aim
                self.length = self.turns[at + aim]
            aim += 1
        return best


def after(table: list[float], begin: i64, takes: i64, chips: i64, aim: i64, sure: i64, q: float) -> float:
    """What a table says after the others have shot `sure` takes, or one more with chance q."""
    left = takes - sure
    value = 0.0
    if left > 0:
        value = (1.0 - q) * table[begin + (left * CHIPS + chips) * CHIPS + aim]
        if left > 1:
            value += q * table[begin + ((left - 1) * CHIPS + chips) * CHIPS + aim]
    return value


def chance(budget: i64, chips: i64) -> float:
    """The chance of a take."""
    faces: i64 = 7 - budget + chips
    if faces > 6:
        faces = 6
    return float(faces) / 6.0

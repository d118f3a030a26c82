"""The house as the browser tests open it: its dice fall alike whenever the same test plays, so that a red test is red
again when one looks."""

import hashlib
import os
from pathlib import Path

from parlour.core.seed import Seed
from parlour.lab.review import Effort
from parlour.server import house, lobby, player_pool, reviews, table
from parlour.server.__main__ import main
from parlour.server.time_source import TimeSource

DICE = "PARLOUR_TEST_DICE"  # names the file with the name of the running test
HANDS = "hands"  # a file beside it: what the house's clock shows, for a test that moves its hands


class Planned(Seed):
    """Seeds from the name of the running test and a number; tables are counted separately from players and previews."""

    __slots__ = ()
    test = ""
    drawn = 0

    @classmethod
    def fresh(cls) -> Seed:
        test = Path(os.environ[DICE]).read_text(encoding="utf-8")
        cls.test, cls.drawn = test, cls.drawn + 1 if test == cls.test else 0
        return Seed(hashlib.sha256(f"{cls.__name__} {test} {cls.drawn}".encode()).digest()[:16])


class PlannedTable(Planned):
    __slots__ = ()


class Clock(TimeSource):
    """The tables' time: the machine's, unless a test sets the clock."""

    def now(self) -> float:
        try:
            return float(Path(os.environ[DICE]).with_name(HANDS).read_text(encoding="utf-8"))
        except FileNotFoundError:
            return super().now()


if __name__ == "__main__":
    house.TimeSource = Clock  # type: ignore[misc]
    lobby.Seed = PlannedTable  # type: ignore[misc]
    table.Seed = player_pool.Seed = Planned  # type: ignore[misc]
    reviews.EFFORTS = {"normal": Effort("little", 2, 4, 8)}
    reviews.NICENESS = 0  # nobody plays who should not wait for them
    player_pool.randbits = lambda bits: int(Planned.fresh().hex, 16) % (1 << bits)
    main()

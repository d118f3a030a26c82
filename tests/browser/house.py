"""The house as the browser tests open it: its dice fall alike whenever the same test plays, so that a red test is red
again when one looks."""

import hashlib
import os
from contextvars import ContextVar
from pathlib import Path
from typing import Any

from parlour.bots.seat_words import SeatWord
from parlour.core.game import AnyGame
from parlour.core.protocol import Hello, Turn
from parlour.core.seed import Seed
from parlour.lab.review import Effort
from parlour.server import house, lobby, player_pool, reviews
from parlour.server.__main__ import main
from parlour.server.player_pool import PlayerPool
from parlour.server.time_source import TimeSource

DICE = "PARLOUR_TEST_DICE"  # names the file with the name of the running test
HANDS = "hands"  # a file beside it: what the house's clock shows, for a test that moves its hands


def running_test() -> str:
    return Path(os.environ[DICE]).read_text(encoding="utf-8")


class Planned(Seed):
    """Seeds from the name of the running test and a number; tables are counted separately from players and previews."""

    __slots__ = ()
    test = ""
    drawn = 0

    @classmethod
    def fresh(cls) -> Seed:
        test = running_test()
        cls.test, cls.drawn = test, cls.drawn + 1 if test == cls.test else 0
        return Seed(hashlib.sha256(f"{cls.__name__} {test} {cls.drawn}".encode()).digest()[:16])


class PlannedTable(Planned):
    __slots__ = ()


#: Which decision a house player is thinking about: its dice are its own, however many previews were asked for before.
decision: ContextVar[str | None] = ContextVar("decision", default=None)


class PlannedPool(PlayerPool):
    """House players whose dice follow from the test, the ply and the seat."""

    async def think(self, game: AnyGame, word: SeatWord, hello: Hello, turn: Turn, *given: Any, **more: Any) -> Any:
        before = decision.set(f"{turn.ply} {hello.seat}")
        try:
            return await super().think(game, word, hello, turn, *given, **more)
        finally:
            decision.reset(before)


def planned_dice() -> list[int]:
    asked = decision.get()
    if asked is None:
        seed = Planned.fresh().hex
    else:
        seed = hashlib.sha256(f"decision {running_test()} {asked}".encode()).hexdigest()
    return [int(seed[8 * n : 8 * n + 8], 16) | 1 for n in range(4)]


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
    player_pool.Seed = Planned  # type: ignore[misc]
    reviews.EFFORTS = {"normal": Effort("little", 2, 4, 8)}
    reviews.NICENESS = 0  # nobody plays who should not wait for them
    player_pool.fresh_dice = planned_dice
    house.PlayerPool = PlannedPool  # type: ignore[misc]
    main()

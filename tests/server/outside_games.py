"""Games that another package brings, with rules that take long: each says by its name how."""

from __future__ import annotations

import os
import time
from pathlib import Path

from tests.bots.slow_rules import SlowWalk

from parlour.core.dice import Dice
from parlour.core.moves import MoveJson

STEP = 0.01  # seconds of work for one step in treacle


def work(seconds: float) -> None:
    """Use so much processor time."""
    until = time.process_time() + seconds
    while time.process_time() < until:
        pass


def for_ever() -> None:
    while True:
        pass


def ponder(*given: object) -> bytes:
    """A job that never ends."""
    for_ever()
    return b""


def muse(view: object, moves: list[MoveJson], dice: Dice) -> int:
    """A simple player who never comes to a decision."""
    for_ever()
    return 0


class Treacle(SlowWalk):
    """Every step takes about as long as a play may take. No step is slow for whoever lays the table for a test."""

    name = "treacle"
    title = "Treacle"

    def __init__(self) -> None:
        super().__init__(stepping=lambda plies: work(STEP) if os.environ.get("TREACLE") else None)


class Abyss(SlowWalk):
    """To imagine a position takes for ever."""

    name = "abyss"
    title = "Abyss"
    players = {"musing": muse}  # noqa: RUF012

    def __init__(self) -> None:
        super().__init__(imagining=for_ever)


TREACLE = Treacle()
ABYSS = Abyss()


def install(folder: Path) -> str:
    """Leave in `folder` what tells Parlour of these games; the path on which a house finds them."""
    told = folder / "outside_games-1.dist-info"
    told.mkdir(parents=True)
    (told / "METADATA").write_text("Metadata-Version: 2.1\nName: outside-games\nVersion: 1\n")
    games = "".join(f"{name} = {__name__}:{name.upper()}\n" for name in ("treacle", "abyss"))
    (told / "entry_points.txt").write_text(f"[parlour.games]\n{games}")
    return os.pathsep.join((str(folder), str(Path(__file__).parents[2])))

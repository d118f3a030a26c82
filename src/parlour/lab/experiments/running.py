"""An experiment is played on an engine, and whatever was played is kept: the same command goes on with it.

Deals are noted in the order of the jobs, so whatever was interrupted, and wherever the games were played, the result is
the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

import msgspec

from parlour.arena.engines import Where
from parlour.arena.lines import Lines
from parlour.arena.workers import Runner, staff
from parlour.core.errors import Refused
from parlour.core.game import AnyGame
from parlour.core.protocol import LAB_FORMAT, LabExperiment, LabPlan, LabResult
from parlour.core.seed import Seed
from parlour.games import find
from parlour.lab.experiments.design import Design, design_of
from parlour.lab.experiments.playing import DealRow, Playing
from parlour.lab.experiments.reading import write
from parlour.lab.experiments.summing import result_of, title_of
from parlour.lab.experiments.tallies import Counting

JOURNAL: Final = "games.jsonl"
SYNC_SECONDS: Final = 1.0  # so much play may be lost if the machine fails

Progress = Callable[[int, int], None]  # jobs done, jobs to do


class Begun(msgspec.Struct, frozen=True):
    """The first line of a journal: what is being played."""

    format: int
    experiment: LabExperiment
    seed: str
    version: int  # of the game


def begin(experiment: LabExperiment, seed: Seed) -> tuple[AnyGame, Design]:
    """The game of an experiment, and how it is laid out; refused if it can't be played."""
    game = find(experiment.game)
    return game, design_of(game, experiment, seed)


def plan_of(design: Design) -> LabPlan:
    """What an experiment amounts to."""
    return LabPlan(
        title=title_of(design),
        game_title=design.game.title,
        cells=[cell.title for cell in design.cells],
        line_ups=len(design.line_ups),
        deals=design.deals,
        games=design.games,
        again=design.again_games,
        notes=list(design.notes),
        toml=write(design.experiment),
    )


class Journal:
    """The deals of an experiment, as they were played, in a file."""

    def __init__(self, folder: Path) -> None:
        self.lines = Lines(folder / JOURNAL, SYNC_SECONDS)

    def begun(self) -> Begun | None:
        first = self.lines.first()
        return None if first is None else self.lines.decoded(first, Begun)

    def deals(self) -> Iterator[DealRow]:
        for number, line in enumerate(self.lines.read()):
            if number:
                yield self.lines.decoded(line, DealRow)

    def begin(self, begun: Begun) -> None:
        """Begin, or go on with the same experiment."""
        there = self.begun()
        if there is not None and there != begun:
            raise Refused(
                f"{self.lines.path} belongs to another experiment: its {_different(there, begun)}. Choose another "
                "folder with --out, or the same settings to go on with it.",
                "other-experiment",
            )
        self.lines.open(msgspec.json.encode(begun))


def _different(one: Begun, other: Begun) -> str:
    if one.version != other.version:
        return "version of the game differs"
    if one.seed != other.seed:
        return "seed differs"
    mine, theirs = one.experiment, other.experiment
    changed = [name for name in mine.__struct_fields__ if getattr(mine, name) != getattr(theirs, name)]
    return f"{' and '.join(changed) or 'format'} {'differ' if len(changed) > 1 else 'differs'}"


class Run:
    """One experiment in a folder."""

    def __init__(self, experiment: LabExperiment, folder: Path, seed: str | None = None) -> None:
        self.journal = Journal(folder)
        begun = self.journal.begun()
        wanted = seed if seed is not None else experiment.seed
        if wanted is not None:
            self.seed = Seed.parse(str(wanted))
        else:
            self.seed = Seed.parse(begun.seed) if begun is not None else Seed.fresh()
        self.experiment = msgspec.structs.replace(experiment, seed=None)  # what is written down has one seed
        self.game, self.design = begin(self.experiment, self.seed)
        self.counting = Counting(self.design)
        self.interrupted = False
        self.seconds = 0.0  # of work

    def play(self, where: Where = None, progress: Progress | None = None) -> None:
        """Play what is still to be played; Ctrl-C ends it, and the same call goes on."""
        design, counting = self.design, self.counting
        players = design.players
        crew = staff(self.game, players, where)
        self.journal.begin(Begun(LAB_FORMAT, self.experiment, self.seed.hex, self.game.version))
        for deal in self.journal.deals():
            counting.add(deal)
        work = Playing(self.game, self.experiment, self.seed.hex)
        slow = any(player.thinks for player in players)
        runner = Runner(work.play, range(counting.done, design.jobs), crew, at_once=slow)

        def take(deal: DealRow) -> None:
            self.journal.lines.write(msgspec.json.encode(deal))
            counting.add(deal)
            if progress is not None:
                progress(counting.done, design.jobs)

        try:
            runner.run(take)
        finally:
            self.journal.lines.close()
        self.interrupted = runner.interrupted
        self.seconds = runner.seconds

    def result(self) -> LabResult:
        return result_of(self.counting, self.counting.done == self.design.jobs)

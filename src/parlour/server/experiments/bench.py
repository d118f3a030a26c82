"""What the lab's worker process does: reads experiments, plays their deals slice by slice, and sums up."""

from __future__ import annotations

import time
import zlib
from collections.abc import Iterator, Sequence
from typing import Final

import msgspec

from parlour.arena.engines.engine import carry_out
from parlour.core.errors import Refused
from parlour.core.protocol import LabExperiment, LabPlan, LabResult
from parlour.core.seed import Seed
from parlour.lab.experiments.design import Design
from parlour.lab.experiments.parquet import games_table
from parlour.lab.experiments.playing import DealRow, Playing
from parlour.lab.experiments.reading import CODE, read, with_files
from parlour.lab.experiments.report import page
from parlour.lab.experiments.running import begin, plan_of
from parlour.lab.experiments.summing import result_of
from parlour.lab.experiments.tallies import Counting

MOST_UNPACKED: Final = 256 * 1024 * 1024  # bytes of all games of an experiment
_EXPERIMENT = msgspec.json.Decoder(LabExperiment)


class Vetted(msgspec.Struct):
    """An experiment that can be played here."""

    experiment: LabExperiment
    plan: LabPlan
    seed: str
    jobs: int


class Slice(msgspec.Struct):
    """What a slice of work has brought: the deals from job `first` on, packed."""

    first: int
    jobs: int
    games: int
    content: bytes
    seconds: float


def vet(experiment: LabExperiment | None, toml: str | None, most_games: int) -> Vetted:
    """The experiment and its plan, or a sentence that says why it can't be played in this house."""
    if (experiment is None) == (toml is None):
        raise Refused("Send either an experiment or the text of its file as toml.", CODE)
    found = read(toml) if toml is not None else with_files(experiment or LabExperiment(game=""))
    if found.games > most_games:
        raise Refused(f"games: this house plays at most {most_games:,} for one experiment, not {found.games:,}.", CODE)
    seed = Seed.fresh() if found.seed is None else Seed.parse(str(found.seed))
    found = msgspec.structs.replace(found, seed=None)
    _, design = begin(found, seed)
    _vet_players(design)
    games = design.games + design.again_games
    if games > 2 * most_games:
        raise Refused(f"This makes {games:,} games; this house plays at most {most_games:,} for one experiment.", CODE)
    return Vetted(found, plan_of(design), seed.hex, design.jobs)


def _vet_players(design: Design) -> None:
    for player in design.players:
        if player.is_program:
            raise Refused(
                f"players: {player.text[:60]!r} is a program; here the house's own players play, such as greedy.", CODE
            )
        if player.by_the_clock or player.cores != 1:
            raise Refused(
                f"players: {player.text[:60]!r} plays by the clock, so its games could not be played again; name one "
                "that counts iterations, such as search:iterations=200.",
                CODE,
            )


def play_slice(written: bytes, seed: str, first: int, seconds: float) -> Slice:
    """Play deals from this job on, for so many seconds of work; at least one."""
    start = time.process_time()
    experiment = _EXPERIMENT.decode(written)
    game, design = begin(experiment, Seed.parse(seed))
    work = Playing(game, experiment, seed)
    lines: list[bytes] = []
    games = 0
    for job in range(first, design.jobs):
        done = carry_out(work.play, [job])
        if done.refused is not None:
            raise done.refused
        [deal] = done.found
        lines.append(msgspec.json.encode(deal))
        games += 0 if design.job(job).again else len(deal.games)
        if time.process_time() - start >= seconds:
            break
    content = zlib.compress(b"\n".join(lines))
    return Slice(first, len(lines), games, content, time.process_time() - start)


def sum_up(written: bytes, seed: str, parts: Sequence[bytes]) -> bytes:
    """The result of all that was played so far, as JSON."""
    return msgspec.json.encode(_counted(written, seed, parts)[1])


def table(written: bytes, seed: str, parts: Sequence[bytes]) -> bytes:
    """All games as a Parquet file."""
    design, result = _counted(written, seed, parts)
    return games_table(design, _deals(parts), result)


def report(result: bytes) -> bytes:
    return page(msgspec.json.decode(result, type=LabResult)).encode()


def _counted(written: bytes, seed: str, parts: Sequence[bytes]) -> tuple[Design, LabResult]:
    _, design = begin(_EXPERIMENT.decode(written), Seed.parse(seed))
    counting = Counting(design)
    for deal in _deals(parts):
        counting.add(deal)
    return design, result_of(counting, counting.done == design.jobs)


def _deals(parts: Sequence[bytes]) -> Iterator[DealRow]:
    left = MOST_UNPACKED
    for part in parts:
        lines = zlib.decompressobj().decompress(part, left)
        left -= len(lines)
        if left <= 0:
            raise Refused("This experiment has become too large to be summed up.", "too-large")
        for line in lines.split(b"\n"):
            yield msgspec.json.decode(line, type=DealRow)

"""From counts to a result: shares, numbers and charts, slice by slice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from random import Random
from typing import Final

import msgspec

from parlour import __version__
from parlour.core.english import count
from parlour.core.protocol import (
    LAB_FORMAT,
    LabBars,
    LabDuels,
    LabFamily,
    LabNumber,
    LabParts,
    LabResult,
    LabShare,
    LabSlice,
)
from parlour.lab.experiments import metrics
from parlour.lab.experiments.design import Design
from parlour.lab.experiments.factors import factors_of
from parlour.lab.experiments.statistics import (
    ALONE,
    CLEAR,
    SIDAK_AND_HOLM,
    SURE,
    Again,
    Tally,
    holm,
    mean_interval,
    parts,
    share_interval,
    sidak,
    surprise,
)
from parlour.lab.experiments.tallies import FIRST, SEAT, Counting, Counts, Slice

LEAST_DEALS: Final = 20  # in which something a seat had must be seen to be told of
MOST_BARS: Final = 30
MOST_DUELS: Final = 40  # names
RESAMPLED: Final = 200  # times, for the intervals of the parts


def result_of(counting: Counting, complete: bool) -> LabResult:
    """What was found so far."""
    design = counting.design
    game, experiment = design.game, design.experiment
    return LabResult(
        format=LAB_FORMAT,
        parlour=__version__,
        game=game.name,
        game_title=game.title,
        version=game.version,
        title=title_of(design),
        experiment=experiment,
        seed=design.seed.hex,
        games=counting.games,
        again=counting.again,
        planned=design.games,
        complete=complete,
        line_ups=len(design.line_ups),
        cells=[cell.title for cell in design.cells],
        notes=list(design.notes),
        slices=[_slice(design, one) for one in counting.slices if one.counts.games],
    )


def title_of(design: Design) -> str:
    """The title that the experiment was given, or what it is about."""
    if design.experiment.title:
        return design.experiment.title
    names = [*design.experiment.factors, *({name for cell in design.experiment.cells for name in cell})]
    return f"{design.game.title}: {', '.join(dict.fromkeys(names)) or 'how it plays'}"


def _slice(design: Design, one: Slice) -> LabSlice:
    counts = one.counts
    notes: list[str] = []
    return LabSlice(
        title=", ".join(f"{name} {value}" for name, value in one.where.items()) or "All games",
        where=one.where,
        games=counts.games,
        deals=counts.deals,
        families=list(_families(design, counts)),
        numbers=list(_numbers(design, counts, notes)),
        bars=list(_bars(design, counts)),
        duels=list(_duels(design, counts)),
        parts=list(_parts(design, counts, notes)),
        notes=notes,
    )


# --- shares ---


def _families(design: Design, counts: Counts) -> Iterable[LabFamily]:
    titles = {factor.name: factor.title for factor in factors_of(design.game)}
    if design.wants("wins"):
        yield _family(SEAT, "Seats", metrics.SEAT_MEANS, counts.families[SEAT])
    if design.wants("first-move"):
        yield _family(FIRST, "First move", metrics.FIRST_MEANS, counts.families[FIRST])
    if design.wants("wins"):
        for name in design.seat_factors:
            if len(counts.families[name]) > 1:
                yield _family(name, titles.get(name, name), metrics.FACTOR_MEANS, counts.families[name])
    if design.wants("had"):
        for kind, tallies in counts.had.items():
            told = {name: tally for name, tally in tallies.items() if tally.deals >= LEAST_DEALS}
            varied = {name: tally for name, tally in told.items() if tally.chances < counts.seat_games}
            if varied and not any(_same(varied, counts.families[factor]) for factor in design.seat_factors):
                means = metrics.HAD_MEANS.format(kind=kind)
                left_out = len(tallies) - len(varied)
                yield _family(kind, f"{kind[:1].upper()}{kind[1:]}", means, varied, left_out)


def _same(one: Mapping[str, Tally], other: Mapping[str, Tally]) -> bool:
    """Whether both tell the same: what a seat was given is also what it had."""
    return one.keys() == other.keys() and all(one[name].won == other[name].won for name in one)


def _family(name: str, title: str, means: str, tallies: Mapping[str, Tally], left_out: int = 0) -> LabFamily:
    level = sidak(len(tallies))
    chances = holm([surprise(tally) for tally in tallies.values()])
    shares = []
    for (value, tally), p in zip(tallies.items(), chances, strict=True):
        low, high = share_interval(tally, level)
        shares.append(
            LabShare(
                name=value,
                share=tally.share,
                low=low,
                high=high,
                even=tally.even_share,
                error=tally.error or 0.0,
                p=p,
                clear=p < CLEAR,
                games=round(tally.chances),
                deals=tally.deals,
            )
        )
    by_number = name == SEAT
    shares.sort(key=lambda one: one.name if by_number else -one.share)
    correction = SIDAK_AND_HOLM.format(count=len(tallies)) if len(tallies) > 1 else ALONE
    return LabFamily(name=name, title=title, means=means, correction=correction, shares=shares, left_out=left_out)


# --- numbers ---


def _numbers(design: Design, counts: Counts, notes: list[str]) -> Iterable[LabNumber]:
    judged = True
    for name, words in metrics.numbers(design.experiment.people).items():
        if not design.wants(words.metric):
            continue
        if name == "first-move":
            tally = counts.families[FIRST]["whoever moves first"]
            low, high = share_interval(tally)
            even = tally.even_share
            yield LabNumber(
                name=name,
                title=words.title,
                means=words.means,
                unit=words.unit,
                value=tally.share - even,
                low=low - even,
                high=high - even,
                error=tally.error,
                games=counts.games,
            )
            continue
        tally = counts.numbers.get(name, Tally())
        if not tally.deals:
            judged = judged and words.metric != "drama"
            continue
        yield _number(name, words, tally)
    looked = counts.numbers.get("decisions", Tally())
    if looked.chances:
        if 0 < looked.chances < counts.games:
            notes.append(
                f"Decisions, minutes, forced moves and drama come from {count(round(looked.chances), 'game')} that "
                "were looked at move by move."
            )
        if not judged and "changes" not in counts.numbers:
            notes.append(f"{design.game.title} has no judge of positions, so lead changes and drama are not measured.")


def _number(name: str, words: metrics.Measured, tally: Tally) -> LabNumber:
    share = name in ("shared", "came-back")  # of games, not a mean of parts
    interval = share_interval(tally) if share and tally.error is not None else mean_interval(tally)
    return LabNumber(
        name=name,
        title=words.title,
        means=words.means,
        unit=words.unit,
        value=tally.share,
        low=None if interval is None else interval[0],
        high=None if interval is None else interval[1],
        error=tally.error,
        games=round(tally.chances) if name != "forced" else tally.deals,
    )


# --- charts ---


def _bars(design: Design, counts: Counts) -> Iterable[LabBars]:
    if not design.wants("length"):
        return
    for name, title in (("turns", "Turns in a game"), ("decisions", "Decisions in a game")):
        if counts.bars[name]:
            edges, heights = _binned(counts.bars[name])
            yield LabBars(name=name, title=title, unit=name, edges=edges, counts=heights)


def _binned(numbers: Counter[int]) -> tuple[list[float], list[int]]:
    """At most so many bars of the same width, a round number."""
    low, high = min(numbers), max(numbers)
    width = next(
        step * 10**power for power in range(9) for step in (1, 2, 5) if (high - low) // (step * 10**power) < MOST_BARS
    )
    first = low // width * width
    heights = [0] * ((high - first) // width + 1)
    for number, games in numbers.items():
        heights[(number - first) // width] += games
    return [float(first + width * at) for at in range(len(heights) + 1)], heights


def _duels(design: Design, counts: Counts) -> Iterable[LabDuels]:
    if not design.wants("wins"):
        return
    titles = {factor.name: factor.title for factor in factors_of(design.game)}
    for factor, found in counts.duels.items():
        names = sorted({row for row, _ in found}, key=lambda name: -counts.families[factor][name].share)
        if not 2 < len(names) <= MOST_DUELS:
            continue
        cells = [[found.get((row, column)) for column in names] for row in names]
        yield LabDuels(
            name=factor,
            title=f"{titles.get(factor, factor)} against each other",
            means=metrics.DUEL_MEANS,
            names=names,
            shares=[[None if cell is None else cell[0] / cell[1] for cell in row] for row in cells],
            games=[[0 if cell is None else round(cell[1]) for cell in row] for row in cells],
        )


def _parts(design: Design, counts: Counts, notes: list[str]) -> Iterable[LabParts]:
    if not design.wants("luck") or not design.again:
        return
    deals = counts.again_deals()
    found = parts(deals)
    if found is None:
        notes.append("Too few deals were played again to tell luck from choice.")
        return
    low, high, error = _resampled(deals, design.seed.hex)
    games = sum(len(row) for deal in deals for row in deal.results)
    yield LabParts(
        name="luck",
        title=metrics.PARTS_TITLE,
        means=metrics.PARTS_MEANS,
        parts=[
            LabNumber(
                name=name,
                title=metrics.PARTS[name][0],
                means=metrics.PARTS[name][1],
                unit="share",
                value=found[at],
                low=low[at],
                high=high[at],
                error=error[at],
                games=games,
            )
            for at, name in enumerate(metrics.PARTS)
        ],
    )


def _resampled(deals: list[Again], seed: str) -> tuple[list[float], list[float], list[float]]:
    """Intervals and errors of the parts, by drawing other deals from those that were played (the bootstrap)."""
    random = Random(seed)
    drawn = [parts(random.choices(deals, k=len(deals))) for _ in range(RESAMPLED)]
    known = [one for one in drawn if one is not None]
    low, high, error = [], [], []
    for at in range(len(metrics.PARTS)):
        values = sorted(one[at] for one in known)
        outside = round(len(values) * (1.0 - SURE) / 2)
        low.append(values[outside])
        high.append(values[-1 - outside])
        mean = sum(values) / len(values)
        error.append((sum((value - mean) ** 2 for value in values) / len(values)) ** 0.5)
    return low, high, error


def encoded(result: LabResult) -> bytes:
    """The result as a file: the same bytes wherever the games were played."""
    return msgspec.json.format(msgspec.json.encode(result), indent=1) + b"\n"

"""Two results side by side: which measures differ by more than chance would explain."""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path
from statistics import NormalDist
from typing import Final, NamedTuple

import msgspec

from parlour.core.errors import Refused
from parlour.core.files import decode_json, read_file
from parlour.core.protocol import LAB_FORMAT, LabComparison, LabDifference, LabResult, LabUnit
from parlour.lab.experiments.statistics import CLEAR, holm, sidak

LARGEST: Final = 200_000_000
NAME: Final = "result.json"
MEANS: Final = (
    "Each line is one measure in both results; the difference is that of the second less that of the first. All "
    "{count} intervals of differences hold together with a probability of 95 % (Šidák's correction); what is marked as "
    "clear differs by Holm's method at 5 %. The two are taken to be independent of each other."
)

Key = tuple[str, str, str]  # slice, family, name


class Measure(NamedTuple):
    title: str
    unit: LabUnit
    value: float
    error: float


def read_result(path: Path) -> LabResult:
    """A result from its file, or from the folder it is in."""
    file = path / NAME if path.is_dir() else path
    return decode_result(read_file(file, LARGEST), str(file))


def decode_result(data: bytes, source: str) -> LabResult:
    found = decode_json(data, LabResult, "a result of the lab", source, "bad-result")
    if found.format != LAB_FORMAT:
        raise Refused(
            f"{source} is a result in format {found.format}; this Parlour reads format {LAB_FORMAT}.", "bad-result"
        )
    return found


def compare(first: LabResult, second: LabResult) -> LabComparison:
    if first.game != second.game:
        raise Refused(
            f"{first.title!r} is about {first.game_title} and {second.title!r} about {second.game_title}; only results "
            "about the same game can be compared.",
            "other-game",
        )
    one, other = dict(_measures(first)), dict(_measures(second))
    both = [key for key in one if key in other]
    z = NormalDist().inv_cdf((1 + sidak(len(both))) / 2)
    found: list[LabDifference] = []
    for key in both:
        mine, theirs = one[key], other[key]
        error = math.hypot(mine.error, theirs.error)
        moved = theirs.value - mine.value
        chance = 1.0 if moved == 0.0 else 0.0 if error == 0.0 else math.erfc(abs(moved) / error / math.sqrt(2))
        found.append(
            LabDifference(
                slice=key[0],
                family=key[1],
                name=key[2],
                title=mine.title,
                unit=mine.unit,
                first=mine.value,
                second=theirs.value,
                difference=moved,
                low=moved - z * error,
                high=moved + z * error,
                p=chance,
                clear=False,
            )
        )
    corrected = holm([line.p for line in found])
    return LabComparison(
        first=first.title,
        second=second.title,
        means=MEANS.format(count=len(both)),
        differences=[
            msgspec.structs.replace(line, p=p, clear=p < CLEAR) for line, p in zip(found, corrected, strict=True)
        ],
        only_first=[_told(key) for key in one if key not in other],
        only_second=[_told(key) for key in other if key not in one],
    )


def _measures(result: LabResult) -> Iterator[tuple[Key, Measure]]:
    """Everything in a result of which an error is known."""
    for one in result.slices:
        for number in one.numbers:
            if number.error is not None:
                key = one.title, "", number.name
                yield key, Measure(number.title, number.unit, number.value, number.error)
        for family in one.families:
            for share in family.shares:
                if share.deals > 1:
                    title = f"{family.title}: {share.name}"
                    yield (one.title, family.name, share.name), Measure(title, "share", share.share, share.error)
        for parts in one.parts:
            for part in parts.parts:
                if part.error is not None:
                    title = f"{parts.title}: {part.title}"
                    yield (one.title, parts.name, part.name), Measure(title, "share", part.value, part.error)


def _told(key: Key) -> str:
    return ", ".join(part for part in key if part)

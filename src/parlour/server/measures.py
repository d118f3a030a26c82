"""What a process of the house measures about itself, in Prometheus' text format."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from parlour.server.tracing import Tracing

SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
MOST_SERIES = 500  # of one measure; what comes later counts as "other"
OTHER = "other"
MISTAKE = "mistake"  # of ours


class Measure:
    """One name with its help; every combination of its labels' values is a series."""

    kind = ""

    def __init__(self, name: str, text: str, *labels: str) -> None:
        self.name = name
        self.text = text
        self.labels = labels

    def lines(self) -> list[str]:
        return [f"# HELP {self.name} {self.text}.", f"# TYPE {self.name} {self.kind}", *self.samples()]

    def samples(self) -> Iterable[str]:
        raise NotImplementedError

    def known(self, values: tuple[str, ...], series: Mapping[tuple[str, ...], object]) -> tuple[str, ...]:
        """These values, unless a guest's inventions would fill the memory."""
        return values if values in series or len(series) < MOST_SERIES else (OTHER,) * len(self.labels)

    def series(self, values: tuple[str, ...], **more: str) -> str:
        """The labels as Prometheus writes them."""
        pairs = [*zip(self.labels, values, strict=True), *more.items()]
        return "{" + ",".join(f'{name}="{escaped(value)}"' for name, value in pairs) + "}" if pairs else ""


class Counts(Measure):
    """How often something happened."""

    kind = "counter"

    def __init__(self, name: str, text: str, *labels: str) -> None:
        super().__init__(name, text, *labels)
        self._counts: dict[tuple[str, ...], int] = {}

    def add(self, *values: str) -> None:
        values = self.known(values, self._counts)
        self._counts[values] = self._counts.get(values, 0) + 1

    def begin(self, *values: str) -> None:
        """Told from the start, so that the first time is a change, which an alert can see."""
        self._counts.setdefault(values, 0)

    def samples(self) -> Iterable[str]:
        return [f"{self.name}{self.series(values)} {count}" for values, count in sorted(self._counts.items())]


class Durations(Measure):
    """How long something took: a histogram of seconds."""

    kind = "histogram"

    def __init__(self, name: str, text: str, *labels: str) -> None:
        super().__init__(name, text, *labels)
        self._buckets: dict[tuple[str, ...], list[int]] = {}
        self._sums: dict[tuple[str, ...], float] = {}

    def add(self, seconds: float, *values: str) -> None:
        values = self.known(values, self._buckets)
        buckets = self._buckets.get(values)
        if buckets is None:
            buckets = self._buckets[values] = [0] * (len(SECONDS) + 1)
            self._sums[values] = 0.0
        buckets[bisect_left(SECONDS, seconds)] += 1
        self._sums[values] += seconds

    def samples(self) -> Iterable[str]:
        for values, buckets in sorted(self._buckets.items()):
            below = 0
            for bound, count in zip((*map(str, SECONDS), "+Inf"), buckets, strict=True):
                below += count
                yield f"{self.name}_bucket{self.series(values, le=bound)} {below}"
            yield f"{self.name}_sum{self.series(values)} {self._sums[values]:.6f}"
            yield f"{self.name}_count{self.series(values)} {below}"


class Measures:
    """All measures of one process."""

    def __init__(self) -> None:
        self.tracing: Tracing | None = None
        self.http = Durations(
            "parlour_http_request_seconds", "How long HTTP requests took, by route", "method", "route", "status"
        )
        self.chair = Durations(
            "parlour_chair_message_seconds",
            "How long messages at chairs took; a move until it was stored and played",
            "type",
        )
        self.errors = Counts("parlour_errors_total", "Refusals and mistakes, by code", "where", "code")
        for where in ("http", "chair", "call"):
            self.errors.begin(where, MISTAKE)
        self.waiting = Durations(
            "parlour_job_wait_seconds", "How long jobs waited for a process, by pool of processes", "pool"
        )
        self.working = Durations("parlour_job_work_seconds", "Processor time of jobs, by pool of processes", "pool")

    def lines(self) -> list[str]:
        return [
            line
            for measure in (self.http, self.chair, self.errors, self.waiting, self.working)
            for line in measure.lines()
        ]


def escaped(value: str) -> str:
    return value.replace("\\", r"\\").replace('"', r"\"").replace("\n", r"\n")

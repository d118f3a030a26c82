"""The interface of an engine: bundles of jobs go out to its workers, and reports come back in any order."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Any, ClassVar, Generic, NamedTuple, TypeAlias, TypeVar, Union

import msgspec

from parlour.bots.player import PutAside
from parlour.core.errors import Refused
from parlour.core.game import AnyGame

Job = TypeVar("Job")
Found = TypeVar("Found")


class Done(msgspec.Struct, Generic[Found], frozen=True):
    """What came of a bundle: the results of its jobs in order, up to the first that was refused."""

    found: list[Found]
    seconds: float
    refused: Refused | None = None


class Report(NamedTuple):
    """A worker's report about a bundle; without what was done, the worker was lost, and why completes a sentence."""

    number: int
    done: Done[Any] | None
    why: str = ""


class Staff(NamedTuple):
    """Who is to do some work."""

    engine: Engine
    cores: int = 0  # that a worker needs for itself, since its players think against the clock; 0: it may share one
    game: AnyGame | None = None  # which all must have in the same version
    learning: bool = False  # whether what the game has learned comes with the work, not from a worker's own files


class Crew(ABC, Generic[Job, Found]):
    """Workers that do one kind of work."""

    @property
    def ahead(self) -> int:
        """How many bundles for each worker are handed out before the first report must be in."""
        return 4

    @property
    @abstractmethod
    def size(self) -> int:
        """How many bundles are worked on at a time; this may change."""

    @abstractmethod
    def hand_out(self, number: int, jobs: Sequence[Job]) -> None:
        """Let a worker do these jobs; the report will have this number."""

    @abstractmethod
    def report(self) -> Report:
        """Wait for the next report about anything that was handed out."""

    @abstractmethod
    def dismiss(self) -> None:
        """Stop whatever is still going on."""


class Engine(ABC):
    """Where jobs run. The results are the same on every engine with any number of workers."""

    remote: ClassVar[bool] = False  # whether workers may be on other machines, with other files
    bundle_seconds: ClassVar[float] = 0.1  # how much work goes out at a time, at least

    @abstractmethod
    def most(self, staff: Staff) -> int:
        """How many workers there can be at a time."""

    @abstractmethod
    def hire(self, work: Callable[[Job], Found], jobs: int, staff: Staff) -> Crew[Job, Found]:
        """Workers for this many jobs."""

    def close(self) -> None:  # noqa: B027 -- most have nothing to leave
        """Leave what was started or joined."""


Where: TypeAlias = Union[int, Engine, None]  # noqa: UP007 -- how many processes of this machine, or an engine


def carry_out(work: Callable[[Job], Found], jobs: Sequence[Job]) -> Done[Found]:
    """Run jobs one after the other; a failure becomes one sentence, which can be sent between processes."""
    start = time.perf_counter()
    found: list[Found] = []
    for job in jobs:
        try:
            found.append(work(job))
        except Refused as refusal:
            return Done(found, time.perf_counter() - start, refusal)
        except PutAside:
            return Done(found, time.perf_counter() - start, Refused("The work was stopped.", "stopped"))
        except Exception as error:
            sentence = f"Playing {named(job)} failed with {type(error).__name__}: {' '.join(str(error).split())[:200]}."
            return Done(found, time.perf_counter() - start, Refused(sentence, "worker-failed"))
    return Done(found, time.perf_counter() - start)


def named(job: object) -> str:
    return f"games {job.start} to {job.stop - 1}" if isinstance(job, range) else f"game {job}"

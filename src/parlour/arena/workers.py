"""Runs jobs in this process or on an engine, with the results in order."""

from __future__ import annotations

import pickle
from collections import Counter, deque
from collections.abc import Callable, Generator, Iterator, Sequence
from typing import Final, Generic, TypeVar

from parlour.arena.engines import Crew, Done, Processes, Staff, Where, cores, engine_of, stop_if_unwanted
from parlour.arena.engines.engine import carry_out, named
from parlour.bots.seat_words import SeatWord
from parlour.core.errors import Refused
from parlour.core.game import AnyGame

__all__ = ["Enough", "Runner", "cores", "staff", "stop_if_unwanted"]

SMALL_SECONDS: Final = 0.7  # a run that takes no longer stays in one process
MOST_LOSSES: Final = 5  # workers that one bundle of jobs may cost
MOST_IN_BUNDLE: Final = 1000
LARGE: Final = 64  # workers

Job = TypeVar("Job")
Found = TypeVar("Found")


def staff(game: AnyGame, seats: Sequence[SeatWord], where: Where, learning: bool = False) -> Staff:
    """Who plays games between these players; those who think against the clock must not share a core."""
    engine = engine_of(where)
    if engine.remote and (program := next((seat for seat in seats if seat.is_program), None)):
        raise Refused(
            f"The program {program.text!r} plays on this machine only: others may not have it, or not the same one. "
            "Play without --engine.",
            "bad-engine",
        )
    needed = max(seat.cores for seat in seats) if any(seat.by_the_clock for seat in seats) else 0
    return Staff(engine, needed, game, learning)


class Enough(Exception):
    """Raised by the consumer of the results when it needs no more."""


class Runner(Generic[Job, Found]):
    """Runs jobs in this process or on an engine; the results come in the order of the jobs either way.

    Short work stays in this process unless `at_once`, or the engine is on other machines. Jobs whose worker was lost
    are given to another. Ctrl-C ends it early and sets `interrupted`.
    """

    def __init__(
        self, work: Callable[[Job], Found], jobs: Sequence[Job], workers: int | Staff, at_once: bool = False
    ) -> None:
        self.work = work
        self.jobs = jobs
        self.staff = Staff(Processes(workers)) if isinstance(workers, int) else workers
        self.at_once = at_once or self.staff.engine.remote
        self.interrupted = False
        self.seconds = 0.0  # of work in the jobs so far
        self.done = 0

    def run(self, take: Callable[[Found], None]) -> None:
        """Run all jobs and hand over each result."""
        results = self._results()
        try:
            for result in results:
                take(result)
        except Enough:
            pass
        except KeyboardInterrupt:
            self.interrupted = True
        finally:
            results.close()

    def _results(self) -> Generator[Found, None, None]:
        rest = deque(self.jobs)
        if not (self.at_once and self._can_share(len(rest))):
            while rest:
                yield from self._noted(carry_out(self.work, [rest.popleft()]))
                if self.seconds / self.done * len(rest) > SMALL_SECONDS and self._can_share(len(rest)):
                    break
        if rest:
            yield from self._together(rest)

    def _noted(self, done: Done[Found]) -> Iterator[Found]:
        self.seconds += done.seconds
        self.done += len(done.found)
        yield from done.found
        if done.refused is not None:
            raise done.refused

    def _can_share(self, jobs: int) -> bool:
        """Whether there are other workers, and the work can be sent to them."""
        engine = self.staff.engine
        if not engine.remote and (jobs < 2 or engine.most(self.staff) < 2):
            return False
        try:
            pickle.dumps(self.work)
        except (pickle.PicklingError, AttributeError, TypeError):
            if engine.remote:
                raise Refused(
                    "This game can't be sent to other machines: it must come from an installed package.", "bad-engine"
                ) from None
            self.staff = Staff(Processes(1))
            return False
        return True

    def _together(self, rest: deque[Job]) -> Iterator[Found]:
        crew: Crew[Job, Found] = self.staff.engine.hire(self.work, len(rest), self.staff)
        out: dict[int, list[Job]] = {}
        done: dict[int, Done[Found]] = {}
        losses: Counter[int] = Counter()
        due = following = 0
        try:
            while rest or out or done:
                while rest and len(out) + len(done) < crew.ahead * crew.size:
                    out[following] = [rest.popleft() for _ in range(self._bundle(len(rest), crew.size))]
                    crew.hand_out(following, out[following])
                    following += 1
                if due in done:
                    yield from self._noted(done.pop(due))
                    due += 1
                    continue
                number, found, why = crew.report()
                if found is not None:
                    done[number] = found
                    del out[number]
                    continue
                losses[number] += 1
                if losses[number] >= MOST_LOSSES:
                    lost = f"A worker ended unexpectedly, {MOST_LOSSES} times in a row"
                    raise Refused(f"{lost}, while playing {named(out[number][0])}: {why}.", "worker-failed")
                crew.hand_out(number, out[number])
        finally:
            crew.dismiss()

    def _bundle(self, rest: int, workers: int) -> int:
        """How many jobs go out together: enough to be worth the way, few enough for nobody to wait at the end."""
        if not self.done or not self.seconds:
            return 1
        seconds = self.staff.engine.bundle_seconds * max(1, workers // LARGE)  # fewer reports from many workers
        worth = int(seconds * self.done / self.seconds)
        return max(1, min(worth, rest // (2 * workers), MOST_IN_BUNDLE))

"""The engine of many machines: a Ray cluster (the extra `ray`)."""

from __future__ import annotations

import logging
import os
import pickle
import socket
import time
import warnings
from collections.abc import Callable, Sequence
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any, ClassVar, Final, NamedTuple, TypeVar

from parlour.arena.engines.engine import Crew, Done, Engine, Report, Staff, carry_out
from parlour.arena.engines.processes import cores
from parlour.arena.engines.versions import Marks, marks
from parlour.core.errors import Refused
from parlour.core.game import AnyGame

PATIENCE: Final = 60.0  # seconds that a cluster may be without any worker
GLANCE: Final = 2.0  # seconds after which the cluster is counted again
PORT: Final = 10001

Job = TypeVar("Job")
Found = TypeVar("Found")


class Mismatch(NamedTuple):
    """A worker that would play other games than this machine does."""

    machine: str
    why: str


class RayCluster(Engine):
    """A Ray cluster: the one at `address`, or the one of this machine, or a new one of this machine's cores."""

    remote: ClassVar[bool] = True
    bundle_seconds: ClassVar[float] = 0.5

    def __init__(self, address: str | None = None, workers: int | None = None) -> None:
        if workers is not None and workers < 1:
            raise Refused(f"At least one worker is needed, not {workers}.", "bad-workers")
        self.workers = workers
        self.address = address
        self.ray = _import_ray()
        _hush(self.ray)
        self._join()

    def _join(self) -> None:
        quietly = {"log_to_driver": False, "logging_level": logging.ERROR, "configure_logging": True}
        known = self.address or os.environ.get("RAY_ADDRESS")
        if self.address is not None:
            _knock(self.address)
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # what matters follows as an error
                try:
                    if not known:
                        _forget_the_dead()
                    self.ray.init(address=known or "auto", **quietly)
                except ConnectionError:
                    if known:
                        raise
                    self.ray.init(address="local", num_cpus=self.workers or cores(), include_dashboard=False, **quietly)
        except Exception as error:
            what = f"The Ray cluster at {known}" if known else "A Ray cluster of this machine"
            why = " ".join(str(error).split())[:300] or type(error).__name__
            raise Refused(f"{what} could not be {'joined' if known else 'started'}: {why}", "no-engine") from None

    def most(self, staff: Staff) -> int:
        needed = max(1, staff.cores)
        there = sum(int(each // needed) for each in self._machines())
        return there if self.workers is None else min(there, self.workers)

    def _machines(self) -> list[float]:
        """The cores of each machine that is alive."""
        return [node["Resources"].get("CPU", 0.0) for node in self.ray.nodes() if node["Alive"]]

    def hire(self, work: Callable[[Job], Found], jobs: int, staff: Staff) -> Crew[Job, Found]:
        if self.most(staff) < 1:
            largest = int(max(self._machines(), default=0))
            raise Refused(
                f"A game between these players needs {max(1, staff.cores)} cores of one machine, "
                f"and the largest in the cluster offers {largest}.",
                "no-engine",
            )
        return RayCrew(self, work, staff)

    def close(self) -> None:
        self.ray.shutdown()


class RayCrew(Crew[Job, Found]):
    """Tasks of a cluster: one for each bundle, each with its own core. Ray says when a machine is gone."""

    def __init__(self, cluster: RayCluster, work: Callable[[Job], Found], staff: Staff) -> None:
        self.cluster = cluster
        self.ray = cluster.ray
        self.staff = staff
        task = self.ray.remote(_work_there).options(num_cpus=max(1, staff.cores), max_retries=0)
        packed = pickle.dumps(work)
        kept = self.ray.put(packed)
        here = marks(staff.game, staff.learning)
        self.send = partial(task.remote, here, staff.game, sha256(packed).hexdigest(), kept)
        self.waiting: dict[Any, int] = {}
        self.ready: list[Any] = []
        self.counted = 0.0
        self.workers = 0
        self.deserted: float | None = None

    @property
    def ahead(self) -> int:
        return max(2, min(8, 512 // self.size))  # a slow network needs many, a large crew has many

    @property
    def size(self) -> int:
        now = time.monotonic()
        if now - self.counted > GLANCE or not self.workers:
            self.workers = self.cluster.most(self.staff)
            self.counted = now
        return max(1, self.workers)

    def hand_out(self, number: int, jobs: Sequence[Job]) -> None:
        self.waiting[self.send(jobs)] = number

    def report(self) -> Report:
        while not self.ready:
            some, _ = self.ray.wait(list(self.waiting), num_returns=1, timeout=GLANCE)
            if some:
                self.ready, _ = self.ray.wait(list(self.waiting), num_returns=len(self.waiting), timeout=0)
            else:
                self._look_around()
        task = self.ready.pop()
        number = self.waiting.pop(task)
        return self._read(number, task)

    def _look_around(self) -> None:
        """Nothing has come for a while: is anybody left?"""
        self.counted = 0.0
        if self.size and self.workers:
            self.deserted = None
            return
        self.deserted = self.deserted or time.monotonic()
        if time.monotonic() - self.deserted > PATIENCE:
            raise Refused("No machine of the Ray cluster is left to play on.", "no-engine")

    def _read(self, number: int, task: Any) -> Report:
        failures = self.ray.exceptions
        try:
            answer: Done[Found] | Mismatch = self.ray.get(task)
        except failures.RayTaskError as error:
            raise Refused(_not_there(str(error.cause or error)), "other-version") from None
        except failures.RayError as error:
            self.counted = 0.0
            return Report(number, None, " ".join(str(error).split())[:120])
        if isinstance(answer, Mismatch):
            raise Refused(
                f"The worker on {answer.machine} {answer.why}. Install the same on all machines.", "other-version"
            )
        return Report(number, answer)

    def dismiss(self) -> None:
        for task in self.waiting:
            self.ray.cancel(task)
        self.waiting.clear()


_work: tuple[str, Any] = ("", None)  # the work that this process did last


def _work_there(here: Marks, game: AnyGame | None, name: str, packed: bytes, jobs: Sequence[Any]) -> Any:
    """What a worker does, on whatever machine it is."""
    global _work
    why = marks(game, learning=not here.learned).other_than(here)
    if why:
        return Mismatch(socket.gethostname(), why)
    if _work[0] != name:
        _work = name, pickle.loads(packed)
    return carry_out(_work[1], jobs)


def _not_there(why: str) -> str:
    said = " ".join(why.split())[-300:]
    return f"A worker of the cluster can't play; all machines need the same Parlour and the same games. It says: {said}"


def _import_ray() -> Any:
    try:
        import ray
        import ray.exceptions
    except ImportError as error:
        raise Refused(
            f"Playing on a cluster needs a package that is not installed here, {error.name}: "
            "`pip install 'parlour[ray]'` brings it.",
            "not-installed",
        ) from None
    return ray


def _hush(ray: Any) -> None:
    """Ray tells of lost machines on the standard output, where a command's result belongs; there is no setting."""
    inside: Any = getattr(getattr(ray, "_private", None), "worker", None)
    if hasattr(inside, "_worker_logs_enabled"):
        inside._worker_logs_enabled = False


def _forget_the_dead() -> None:
    """Raise ConnectionError if the cluster that ran here last is gone; Ray would wait minutes for it."""
    place = os.environ.get("RAY_TMPDIR") or os.environ.get("TMPDIR") or "/tmp"
    try:
        host, _, port = Path(place, "ray", "ray_current_cluster").read_text("utf-8").strip().rpartition(":")
        where = host, int(port)
    except (OSError, ValueError):
        return
    try:
        socket.create_connection(where, timeout=10).close()
    except OSError:
        raise ConnectionError from None


def _knock(address: str) -> None:
    """See at once whether anybody is at an address, instead of waiting for Ray to give up."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if not host or not port.isascii() or not port.isdigit() or int(port) > 65535:
        raise Refused(f"Write the address of a Ray cluster as ray://HOST:{PORT}, not {address[:60]!r}.", "bad-engine")
    try:
        socket.create_connection((host.strip("[]"), int(port)), timeout=10).close()
    except OSError as error:
        raise Refused(
            f"There is no Ray cluster at {address}: {error.strerror or error}. `ray start --head` starts one there.",
            "no-engine",
        ) from None

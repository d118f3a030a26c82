"""Where jobs run: in processes of this machine, or on the machines of a Ray cluster."""

from __future__ import annotations

from parlour.arena.engines.engine import Crew, Done, Engine, Report, Staff, Where
from parlour.arena.engines.processes import Processes, cores, stop_if_unwanted
from parlour.core.errors import Refused

__all__ = [
    "Crew",
    "Done",
    "Engine",
    "Processes",
    "Report",
    "Staff",
    "Where",
    "cores",
    "engine_called",
    "engine_of",
    "stop_if_unwanted",
]

LOCAL = "local"


def engine_of(where: Where) -> Engine:
    """An engine as it is; a number of workers means processes of this machine."""
    return where if isinstance(where, Engine) else Processes(where)


def engine_called(name: str, workers: int | None = None) -> Engine:
    """The engine with this name: `local`, `ray`, or the address of a cluster, `ray://HOST:PORT`."""
    if name == LOCAL:
        return Processes(workers)
    if name == "ray" or name.startswith("ray://"):
        from parlour.arena.engines.ray_cluster import RayCluster

        return RayCluster(None if name == "ray" else name, workers)
    raise Refused(
        f"There is no engine {name[:60]!r}: write local, ray, or the address of a Ray cluster such as ray://head:10001.",
        "bad-engine",
    )

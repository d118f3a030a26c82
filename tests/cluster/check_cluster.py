"""A real Ray cluster of two nodes: the same games as here, although one of the nodes dies in the middle.

Run by `make test-ray` in an environment of its own; not part of the suite, which has no Ray.
"""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from ray.cluster_utils import Cluster
from tests.patience import patience

import parlour

GAMES = 2000
MATCH = ["match", "connect-four", "--seats", "greedy,random", "--games", str(GAMES), "--seed", "7", "--json"]
LIMIT = patience(600)
POLL = 0.02


def command(*line: str, **env: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "parlour", *line],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, **env},
    )


def facts(said: str) -> Any:
    """What a match found, without what depends on how fast the machine is."""
    try:
        told = json.loads(said)
    except ValueError:
        raise AssertionError(f"not JSON: {said[:2000]}") from None
    del told["seconds"]
    for seat in told["seats"]:
        del seat["think_ms"]
    return told


def records(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.glob("*.json")}


@pytest.fixture
def cluster() -> Iterator[Cluster]:
    found = started(lambda: Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False}))
    yield found
    found.shutdown()


def started(start: Callable[[], Any]) -> Any:
    """Ray gives a node half a minute to start, which is too short where much else is going on."""
    for _ in range(9):
        try:
            return start()
        except Exception as error:
            if "timed out" not in str(error) and "timeout" not in str(error):
                raise
    return start()


def test_a_node_that_dies_in_the_middle_changes_nothing(cluster: Cluster, tmp_path: Path) -> None:
    here = command(*MATCH, "--save", str(tmp_path / "here"))
    told_here, complaints = here.communicate(timeout=LIMIT)
    assert here.returncode == 0, complaints
    node = started(lambda: cluster.add_node(num_cpus=1))
    there = command(*MATCH, "--save", str(tmp_path / "there"), "--engine", "ray", RAY_ADDRESS=cluster.address)
    until = time.monotonic() + LIMIT
    while len(list((tmp_path / "there").glob("*.json"))) < GAMES // 4:
        assert there.poll() is None and time.monotonic() < until, there.communicate()
        time.sleep(0.01)
    cluster.remove_node(node, allow_graceful=False)
    assert len(records(tmp_path / "there")) < GAMES, "the node died too late to matter"
    told_there, complaints = there.communicate(timeout=LIMIT)
    assert there.returncode == 0, complaints
    assert facts(told_there) == facts(told_here)
    assert records(tmp_path / "there") == records(tmp_path / "here")
    assert len(records(tmp_path / "there")) == GAMES


def test_a_node_with_other_rules_is_refused(cluster: Cluster, tmp_path: Path) -> None:
    other = tmp_path / "other"
    source = Path(parlour.__file__).parent
    shutil.copytree(source, other / "parlour", ignore=shutil.ignore_patterns("_web", "*.so", "__pycache__"))
    rules = other / "parlour" / "games" / "connect_four" / "board.py"
    rules.write_text(rules.read_text("utf-8") + "# changed\n", "utf-8")
    node = started(lambda: cluster.add_node(num_cpus=1, env_vars={"PYTHONPATH": str(other)}))
    asked = command(*MATCH, "--engine", "ray", RAY_ADDRESS=cluster.address)
    _, complaints = asked.communicate(timeout=LIMIT)
    assert "has other rules of Connect Four: their source differs" in complaints, complaints
    assert "Install the same on all machines." in complaints
    cluster.remove_node(node)


def test_the_same_games_through_the_door_for_clients(tmp_path: Path) -> None:
    ray = Path(sys.executable).with_name("ray")
    start = [str(ray), "start", "--head", "--block", "--num-cpus=1", "--port=6399", "--ray-client-server-port=10001"]
    small = ["simulate", "kata-tcg", "--seats", "greedy,random", "--games", "60", "--seed", "3", "--json"]
    head = started(lambda: opened([*start, "--include-dashboard=false"], tmp_path / "head.log"))
    try:
        told_there = started(lambda: told([*small, "--engine", "ray://127.0.0.1:10001"]))
        both = [json.loads(told_there), json.loads(told(small))]
        for one in both:
            del one["seconds"], one["moves_per_second"]
        assert both[0] == both[1]
    finally:
        head.terminate()
        head.wait(LIMIT)


def told(line: list[str]) -> str:
    asked = command(*line)
    said, complaints = asked.communicate(timeout=LIMIT)
    if asked.returncode:
        raise RuntimeError(complaints)
    return said


def opened(start: list[str], log: Path) -> subprocess.Popen[bytes]:
    """The head of a cluster, once clients can enter."""
    with open(log, "w") as file:
        head = subprocess.Popen(start, stdout=file, stderr=file)
    until = time.monotonic() + LIMIT
    while head.poll() is None and time.monotonic() < until:
        with suppress(OSError):
            socket.create_connection(("127.0.0.1", 10001), timeout=patience(1)).close()
            if "Ray runtime started" in log.read_text():
                return head
        time.sleep(POLL)
    head.terminate()
    head.wait(LIMIT)
    raise RuntimeError(log.read_text())

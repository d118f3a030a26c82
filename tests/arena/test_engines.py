"""Where jobs run: the same results on every engine, whatever happens to its workers."""

from __future__ import annotations

import os
import pickle
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, ClassVar

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parlour.arena import play_series, simulate
from parlour.arena.engines import Crew, Engine, Processes, Report, Staff, engine_called, ray_cluster, versions
from parlour.arena.engines.engine import carry_out
from parlour.arena.workers import Enough, Runner
from parlour.bots.seat_words import read_word
from parlour.core import Dice, Refused, Seed
from parlour.games import find
from parlour.lab.train.training import Course, train

FOUR = find("connect-four")
SEED = Seed.parse("17")


class Away(Engine):
    """Other machines, played by this process: reports come in any order, and some workers are lost with their jobs."""

    remote: ClassVar[bool] = True
    bundle_seconds: ClassVar[float] = 60.0

    def __init__(self, workers: int = 3, lost: int = 0, seed: int = 1) -> None:
        self.workers = workers
        self.lost = lost  # out of 100
        self.seed = seed
        self.losses = 0
        self.bundles: list[int] = []

    def most(self, staff: Staff) -> int:
        return self.workers

    def hire(self, work: Callable[[Any], Any], jobs: int, staff: Staff) -> Crew[Any, Any]:
        return AwayCrew(self, pickle.dumps(work))


class AwayCrew(Crew[Any, Any]):
    def __init__(self, engine: Away, work: bytes) -> None:
        self.engine = engine
        self.work = work
        self.dice = Dice(engine.seed, 2, 3, 4)
        self.waiting: list[tuple[int, bytes]] = []

    @property
    def size(self) -> int:
        return self.engine.workers

    def hand_out(self, number: int, jobs: Sequence[Any]) -> None:
        self.engine.bundles.append(len(jobs))
        self.waiting.append((number, pickle.dumps(jobs)))

    def report(self) -> Report:
        number, jobs = self.waiting.pop(self.dice.below(len(self.waiting)))
        if self.dice.below(100) < self.engine.lost:
            self.engine.losses += 1
            return Report(number, None, "the machine is gone")
        done = carry_out(pickle.loads(self.work), pickle.loads(jobs))
        return Report(number, pickle.loads(pickle.dumps(done)))

    def dismiss(self) -> None:
        self.waiting.clear()


def squared(number: int) -> int:
    if number == 66:
        raise Refused("Nobody plays game 66.", "never")
    return number * number


def facts(found: Any) -> dict[str, Any]:
    """A result without what depends on how fast the machine is."""
    told: dict[str, Any] = msgspec.to_builtins(found)
    told.pop("seconds")
    told.pop("moves_per_second", None)
    for seat in told["seats"]:
        if isinstance(seat, dict):
            seat.pop("think_ms")
    return told


# --- the law ---


@settings(max_examples=40, deadline=None)
@given(jobs=st.integers(0, 60), workers=st.integers(1, 9), lost=st.integers(0, 30), seed=st.integers(1, 10**6))
def test_results_come_in_order_whatever_is_lost(jobs: int, workers: int, lost: int, seed: int) -> None:
    found: list[int] = []
    runner = Runner(squared, range(jobs), Staff(Away(workers, lost, seed)))
    try:
        runner.run(found.append)
    except Refused as refusal:  # the same bundle was lost five times in a row
        assert refusal.code == "worker-failed" and lost
    assert found == [n * n for n in range(len(found))]
    assert len(found) == jobs or lost


def test_a_refusal_comes_in_its_turn() -> None:
    found: list[int] = []
    with pytest.raises(Refused, match="Nobody plays game 66"):
        Runner(squared, range(200), Staff(Away(lost=10))).run(found.append)
    assert found == [n * n for n in range(66)]


def test_enough_is_enough_and_ctrl_c_keeps_what_was_played() -> None:
    for stop, interrupted in ((Enough, False), (KeyboardInterrupt, True)):
        found: list[int] = []

        def take(number: int, found: list[int] = found, stop: type[BaseException] = stop) -> None:
            found.append(number)
            if len(found) == 10:
                raise stop

        runner = Runner(squared, range(50), Staff(Away()))
        runner.run(take)
        assert found == [n * n for n in range(10)] and runner.interrupted is interrupted


def test_a_job_that_always_costs_its_worker_is_refused() -> None:
    with pytest.raises(
        Refused, match=r"A worker ended unexpectedly, 5 times in a row, while playing game \d: the machine"
    ):
        Runner(squared, range(3), Staff(Away(lost=100))).run(lambda _: None)


# --- games ---


def test_a_simulation_with_lost_workers_is_the_same(tmp_path: Path) -> None:
    here = facts(simulate(FOUR, None, ["greedy", "random"], 120, SEED, 1, folder=tmp_path / "here"))
    away = Away(lost=15)
    assert facts(simulate(FOUR, None, ["greedy", "random"], 120, SEED, away, folder=tmp_path / "away")) == here
    assert away.losses
    records = [{file.name: file.read_bytes() for file in (tmp_path / name).iterdir()} for name in ("here", "away")]
    assert records[0] == records[1] and len(records[0]) == 120


def test_a_series_with_lost_workers_is_the_same_and_goes_out_in_bundles() -> None:
    away = Away(workers=2, lost=15)
    here = facts(play_series(FOUR, None, ["greedy", "random"], 300, SEED, 1))
    assert facts(play_series(FOUR, None, ["greedy", "random"], 300, SEED, away)) == here
    assert away.losses and max(away.bundles) > 1


def test_training_is_the_same_on_every_engine(tmp_path: Path) -> None:
    word = read_word(FOUR, "search:iterations=8:depth=0:plan=0")
    written = []
    for number, where in enumerate((1, Away(lost=20))):
        course = Course(
            FOUR, FOUR.read_options(), 2, word, 12, 1, 16, (0.4, 0.41), SEED, tmp_path / f"{number}.json", where
        )
        written.append(msgspec.to_builtins(train(course)))
    assert written[0] == written[1]


def test_a_process_that_dies_is_replaced(tmp_path: Path) -> None:
    work = Fragile(str(tmp_path / "died"))
    found: list[int] = []
    Runner(work.play, range(40), Staff(Processes(2)), at_once=True).run(found.append)
    assert found == list(range(40)) and os.path.exists(work.mark)


class Fragile(msgspec.Struct, frozen=True):
    """Work whose process dies once."""

    mark: str

    def play(self, number: int) -> int:
        if number == 7 and not os.path.exists(self.mark):
            Path(self.mark).touch()
            os._exit(1)
        return number


# --- what is refused ---


def test_programs_stay_on_this_machine() -> None:
    with pytest.raises(Refused, match="plays on this machine only: others may not have it"):
        play_series(FOUR, None, ["cmd:python3 bot.py", "random"], 2, SEED, Away())


def test_a_game_from_nowhere_cannot_travel() -> None:
    class Local(type(FOUR)):  # type: ignore[misc]
        pass

    with pytest.raises(Refused, match="must come from an installed package"):
        simulate(Local(), None, ["greedy", "random"], 2, SEED, Away())


def test_an_unknown_engine_is_refused() -> None:
    with pytest.raises(Refused, match="There is no engine 'sun': write local, ray"):
        engine_called("sun")
    assert isinstance(engine_called("local", 2), Processes)


def test_without_ray_a_sentence_says_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(Refused, match=r"not installed here, ray: `pip install 'parlour\[ray\]'` brings it"):
        engine_called("ray")


@pytest.mark.parametrize(
    ("address", "says"),
    [
        ("ray://127.0.0.1:1", "There is no Ray cluster at ray://127.0.0.1:1: "),
        ("ray://head", "Write the address of a Ray cluster as ray://HOST:10001"),
        ("ray://head:ten", "Write the address of a Ray cluster as ray://HOST:10001"),
    ],
)
def test_an_address_where_nobody_is(monkeypatch: pytest.MonkeyPatch, address: str, says: str) -> None:
    monkeypatch.setattr(ray_cluster, "_import_ray", lambda: None)
    with pytest.raises(Refused, match=says):
        engine_called(address)


def test_a_cluster_that_is_gone_is_not_waited_for(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("RAY_TMPDIR", str(tmp_path))
    ray_cluster._forget_the_dead()
    (tmp_path / "ray").mkdir()
    (tmp_path / "ray" / "ray_current_cluster").write_text("127.0.0.1:1")
    with pytest.raises(ConnectionError):
        ray_cluster._forget_the_dead()


# --- versions ---


def test_workers_must_have_the_same_game(monkeypatch: pytest.MonkeyPatch) -> None:
    here = versions.marks(FOUR)
    assert here.other_than(here) == ""
    for change, says in (
        ({"parlour": "0.0.9"}, "has Parlour 0.0.9, and this one has"),
        ({"version": 99}, "has version 99 of Connect Four, and this one has version 1"),
        ({"house": "other"}, "has another build of Parlour"),
        ({"rules": "other"}, "has other rules of Connect Four: their source differs"),
        ({"learned": "other"}, "has another evaluator of Connect Four"),
    ):
        assert says in msgspec.structs.replace(here, **change).other_than(here)
    learning = versions.marks(FOUR, learning=True)
    assert here.other_than(learning) == "", "what is learned comes with the work"


def test_a_worker_with_other_rules_says_so_instead_of_playing() -> None:
    here = msgspec.structs.replace(versions.marks(FOUR), rules="other")
    answer = ray_cluster._work_there(here, FOUR, "squares", pickle.dumps(squared), [1, 2])
    assert isinstance(answer, ray_cluster.Mismatch) and "their source differs" in answer.why
    done = ray_cluster._work_there(versions.marks(FOUR), FOUR, "squares", pickle.dumps(squared), [1, 2])
    assert done.found == [1, 4]


def test_only_the_text_of_what_plays_counts(tmp_path: Path) -> None:
    (tmp_path / "rules.py").write_bytes(b"one\r\ntwo\r\n")
    first = versions.digest(tmp_path, [tmp_path])
    (tmp_path / "rules.py").write_bytes(b"one\ntwo\n")
    (tmp_path / "__pycache__").mkdir()
    (tmp_path / "__pycache__" / "rules.py").write_bytes(b"cached")
    (tmp_path / "rules.so").write_bytes(b"compiled")
    assert versions.digest(tmp_path, [tmp_path]) == first
    (tmp_path / "rules.py").write_bytes(b"one\nthree\n")
    assert versions.digest(tmp_path, [tmp_path]) != first

"""Which rules run: the compiled ones, or their source."""

import hashlib
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from typing import Any

import pytest

import parlour
from parlour import _compiled

REPORT = "import parlour; print(parlour.compiled())"


class House:
    """A small copy of the package whose one compiled module is junk: whoever loads it fails."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        core = folder / "parlour/core"
        core.mkdir(parents=True)
        for name in ("__init__.py", "_compiled.py"):
            shutil.copy(Path(parlour.__file__).with_name(name), folder / "parlour" / name)
        (core / "__init__.py").touch()
        self.dice = core / "dice.py"
        self.dice.write_text("SIDES = 6\n")
        (core / f"dice{EXTENSION_SUFFIXES[0]}").write_bytes(b"junk")

    def stamp(self, **changes: Any) -> None:
        digest = hashlib.sha256(self.dice.read_bytes()).hexdigest()
        stamp = {"python": _compiled.PYTHON, "sources": {"parlour/core/dice.py": digest}, "inputs": {}, **changes}
        (self.folder / "parlour/_compiled.json").write_text(json.dumps(stamp))

    def run(self, code: str = REPORT, **env: str) -> subprocess.CompletedProcess[str]:
        return run(code, PYTHONPATH=str(self.folder), **env)


def run(code: str, **env: str) -> subprocess.CompletedProcess[str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PARLOUR_")}
    return subprocess.run([sys.executable, "-c", code], env={**kept, **env}, capture_output=True, text=True)


@pytest.fixture
def house(tmp_path: Path) -> House:
    return House(tmp_path)


def assert_source_runs(done: subprocess.CompletedProcess[str]) -> None:
    assert (done.returncode, done.stdout) == (0, "False\n"), done.stderr


def test_compiled_modules_that_fit_their_source_are_used(house: House) -> None:
    house.stamp()
    done = house.run()
    assert done.returncode != 0
    assert "ImportError" in done.stderr  # the junk, so it was the compiled module that Python took


def test_an_edited_source_is_used_instead_and_one_line_says_so(house: House) -> None:
    house.stamp()
    house.dice.write_text("SIDES = 20\n")
    done = house.run()
    assert_source_runs(done)
    assert done.stderr.count("\n") == 1
    assert "older than their source (parlour/core/dice.py)" in done.stderr
    assert "make build" in done.stderr


def test_an_edited_module_that_was_only_read_along_counts_too(house: House) -> None:
    house.stamp(inputs={"parlour/core/__init__.py": "another digest"})
    done = house.run()
    assert_source_runs(done)
    assert "older than their source (parlour/core/__init__.py)" in done.stderr


def test_modules_built_for_another_python_are_not_used(house: House) -> None:
    house.stamp(python="cpython-27")
    done = house.run()
    assert_source_runs(done)
    assert "another Python (cpython-27)" in done.stderr


def test_child_processes_do_not_repeat_the_line(house: House) -> None:
    house.stamp(python="cpython-27")
    done = house.run(f"import parlour, subprocess, sys; subprocess.run([sys.executable, '-c', {REPORT!r}])")
    assert done.stderr.count("\n") == 1


def test_compiled_modules_without_a_stamp_are_not_used(house: House) -> None:
    done = house.run()
    assert_source_runs(done)
    assert done.stderr == ""


def test_0_asks_for_the_source_without_a_word(house: House) -> None:
    house.stamp()
    done = house.run(PARLOUR_COMPILED="0")
    assert_source_runs(done)
    assert done.stderr == ""


def test_0_asks_for_the_source_in_the_real_house_too() -> None:
    assert_source_runs(run(REPORT, PARLOUR_COMPILED="0"))


@pytest.mark.parametrize(
    ("prepare", "why"),
    [
        (lambda house: None, "do not exist"),
        (lambda house: house.stamp(python="cpython-27"), "another Python"),
    ],
)
def test_1_refuses_to_run_on_the_source(house: House, prepare: Callable[[House], None], why: str) -> None:
    prepare(house)
    done = house.run(PARLOUR_COMPILED="1")
    assert done.returncode == 1
    assert done.stdout == ""
    assert why in done.stderr
    assert "Traceback" not in done.stderr


def test_a_wish_that_does_not_exist_is_refused(house: House) -> None:
    assert "must be 0, 1 or auto" in house.run(PARLOUR_COMPILED="yes").stderr


def test_sources_that_were_not_shipped_are_trusted(house: House) -> None:
    house.stamp()
    house.dice.unlink()
    stamp = _compiled.read_stamp(str(house.folder / "parlour/_compiled.json"))
    assert stamp is not None
    assert _compiled.stale(stamp, str(house.folder)) is None


def test_the_suite_refuses_to_test_stale_rules(house: House, tmp_path: Path) -> None:
    house.stamp()
    house.dice.write_text("SIDES = 20\n")
    tests = tmp_path / "tests"
    tests.mkdir()
    shutil.copy(Path(__file__).parents[1] / "conftest.py", tests)
    (tests / "test_nothing.py").write_text("def test_nothing(): pass\n")
    done = house.run(f"import pytest, sys; sys.exit(pytest.main(['-p', 'no:cacheprovider', {str(tests)!r}]))")
    assert done.returncode == 2
    assert "make build" in done.stdout + done.stderr
    assert "passed" not in done.stdout

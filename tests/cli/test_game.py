"""`parlour game new`: a package that works right away, and names that are refused."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from tests.cli.conftest import Parlour
from tests.server.nim import path_with, write_package


def test_it_writes_a_package_and_says_how_to_go_on(parlour: Parlour, tmp_path: Path) -> None:
    said = parlour("game", "new", "raven-bridge")
    assert said.code == 0
    written = {str(path.relative_to(tmp_path / "raven-bridge")) for path in tmp_path.rglob("*") if path.is_file()}
    assert {
        "pyproject.toml",
        "raven_bridge/game.py",
        "raven_bridge/web/board.js",
        "tests/test_raven_bridge.py",
    } <= written
    assert all(f"raven-bridge/{name}" in said.out for name in written)
    assert "pip install --no-build-isolation -e raven-bridge" in said.out
    told = " ".join(path.read_text(encoding="utf-8") for path in tmp_path.rglob("*") if path.is_file())
    assert not re.search(r"\bnim", told, re.I)


def test_its_own_tests_pass_and_the_house_offers_it(tmp_path: Path) -> None:
    package = write_package(tmp_path, "raven-bridge")
    known = {**os.environ, "PYTHONPATH": path_with(package), "PARLOUR_DATA": str(tmp_path / "house")}

    def run(*words: str) -> str:
        done = subprocess.run([sys.executable, "-m", *words], cwd=package, env=known, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    assert "3 passed" in run("pytest", "-q", "-p", "no:cacheprovider")
    assert "Raven Bridge: Three heaps, one last stone." in run("parlour", "games")
    assert "Three heaps of stones lie on the table" in run("parlour", "rules", "raven-bridge")


def test_a_folder_may_be_named_and_may_exist_if_it_is_empty(parlour: Parlour, tmp_path: Path) -> None:
    (tmp_path / "attic").mkdir()
    assert parlour("game", "new", "raven-bridge", "attic").code == 0
    assert (tmp_path / "attic" / "raven_bridge" / "game.py").is_file()


def test_nothing_is_ever_overwritten(parlour: Parlour, tmp_path: Path) -> None:
    (tmp_path / "raven-bridge").mkdir()
    (tmp_path / "raven-bridge" / "diary.txt").write_text("mine")
    said = parlour("game", "new", "raven-bridge")
    said.refused()
    assert said.err.strip() == "raven-bridge already exists and is not an empty folder."
    assert [path.name for path in (tmp_path / "raven-bridge").iterdir()] == ["diary.txt"]


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("Raven Bridge", "Perhaps raven-bridge?"),
        ("raven_bridge", "Perhaps raven-bridge?"),
        ("raven--bridge", "Perhaps raven-bridge?"),
        ("-raven", "no such option"),
        ("7-ravens", "begin with a letter"),
        ("../raven", "Perhaps raven?"),
        ("rävenbrücke", "Perhaps ravenbrucke?"),
        ("Kata TCG", "as in raven-bridge.\n"),
        ("tests", "a folder tests for its tests"),
        ("x" * 41, "at most 40 characters"),
        ("", "can't be a game's name"),
        ("kata-tcg", "There is already a game called kata-tcg"),
        ("json", "Python already has something called json"),
        ("class", "Python already has something called class"),
        ("parlour", "Python already has something called parlour"),
    ],
)
def test_a_bad_name_is_refused(parlour: Parlour, tmp_path: Path, name: str, sentence: str) -> None:
    said = parlour("game", "new", name)
    said.refused()
    assert sentence.lower() in said.err.lower()
    assert not [path for path in tmp_path.iterdir() if path.name != "house"]

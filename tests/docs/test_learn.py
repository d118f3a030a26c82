"""The code in docs/learn.md runs as it stands there, with smaller numbers where it would take long."""

import re
from importlib.util import find_spec
from pathlib import Path

import pytest
from typer.testing import CliRunner

from parlour.cli.app import app

PAGE = (Path(__file__).parents[2] / "docs" / "learn.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
SKETCH = "class NimLens"
SMALLER = {"games=1024": "games=8", "range(1000)": "range(40)"}


@pytest.mark.parametrize("number", range(len(BLOCKS)))
def test_the_code_runs(number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    code = BLOCKS[number]
    if SKETCH in code:
        pytest.skip("a sketch, to be filled in")
    if "pyspiel" in code and find_spec("pyspiel") is None:
        pytest.skip("OpenSpiel is not installed")
    monkeypatch.chdir(tmp_path)
    if "kata.parquet" in code:
        asked = next(line for line in PAGE.splitlines() if "--parquet kata.parquet" in line)
        words = asked.strip().removeprefix("parlour ").replace("--games 2000", "--games 2").split()
        assert CliRunner().invoke(app, words).exit_code == 0
    for large, small in SMALLER.items():
        code = code.replace(large, small)
    exec(compile(code, f"docs/learn.md, block {number}", "exec"), {})


def test_there_is_code_to_run() -> None:
    assert sum(SKETCH not in code for code in BLOCKS) >= 5

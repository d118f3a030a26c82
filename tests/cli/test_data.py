"""`--parquet` and `parlour data` on the command line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest


def test_the_command_writes_and_describes(parlour: Any, tmp_path: Path) -> None:
    file = str(tmp_path / "some.parquet")
    asked = ["deadwood", "--seats", "greedy,random,random", "--games", "2", "--seed", "3", "--workers", "1"]
    said = parlour("match", *asked, "--parquet", file, "--json")
    assert said.code == 0, said.err
    told = json.loads(parlour("data", file, "--json").out)
    assert told["rows"] == json.loads(said.out)["moves"] and told["about"]["game"] == "deadwood"
    shown = parlour("data", file, "--actions", "3").out
    assert "2 games" in shown and "won by" in shown and "greedy" in shown
    again = parlour("match", *asked, "--parquet", file)
    assert again.code == 2 and "exists already: name a new file" in again.err


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda path: None, "There is no file"),
        (lambda path: path.write_bytes(b"PAR1 and nothing else"), "is not a Parquet file, or not a whole one"),
        (lambda path: path.mkdir(), "cannot be read"),
        (lambda path: pq.write_table(pa.table({"a": [1]}), path), "was not written by `parlour simulate`"),
    ],
)
def test_other_files_are_refused(make: Any, says: str, tmp_path: Path, parlour: Any) -> None:
    path = tmp_path / "other.parquet"
    make(path)
    said = parlour("data", str(path))
    assert said.code == 2 and says in said.err


def test_a_run_that_fails_leaves_nothing_behind(tmp_path: Path, parlour: Any) -> None:
    said = parlour("match", "connect-four", "--seats", "cmd:no-such-program,random", "--parquet", str(tmp_path / "x"))
    assert said.code == 2 and list(tmp_path.iterdir()) == []

"""A data folder for every test, and commands run inside this process."""

import io
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from parlour.cli import run


class Said:
    """What a command said and how it left."""

    def __init__(self, code: int, out: str, err: str) -> None:
        self.code = code
        self.out = out
        self.err = err

    def refused(self) -> None:
        """Bad input: exit code 2, a sentence on stderr, nothing that looks like a crash."""
        assert self.code == 2, (self.code, self.out, self.err)
        assert self.err.strip().endswith((".", "?"))
        assert "Traceback" not in self.out + self.err


Parlour = Callable[..., Said]


@pytest.fixture
def parlour(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Parlour:
    monkeypatch.setenv("PARLOUR_DATA", str(tmp_path / "house"))
    monkeypatch.delenv("PARLOUR_DEBUG", raising=False)
    monkeypatch.chdir(tmp_path)

    def command(*words: str, typed: str = "") -> Said:
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        capsys.readouterr()
        code = run(words)
        said = capsys.readouterr()
        return Said(code, said.out, said.err)

    return command

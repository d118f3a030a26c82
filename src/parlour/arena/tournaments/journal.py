"""The results of a tournament as they fall, in a file that survives any crash: one line of JSON each.

The first line is the plan. A last line that was cut off is forgotten, and what it told is played again.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import BinaryIO, TypeVar

import msgspec

from parlour.arena.tournaments.plan import Plan
from parlour.arena.tournaments.standings import Result
from parlour.core.errors import Refused

NAME = "tournament.jsonl"

Kind = TypeVar("Kind")
_WORDS = {"version": "version of the game", "seats": "number of seats", "games": "number of games"}
_PLURALS = ("options", "rounds", "minutes", "entrants")


class Journal:
    """Appends results, each on the disk before the next is asked for."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / NAME
        self.results: list[Result] = []
        self._file: BinaryIO | None = None

    def plan(self) -> Plan | None:
        """What is being played here, if anything."""
        lines = self._lines()
        return self._decoded(lines[0], Plan) if lines else None

    def open(self, plan: Plan) -> None:
        """Create the file, or continue it if it has the same plan."""
        lines = self._lines()
        if lines:
            self._compare(self._decoded(lines[0], Plan), plan)
            self.results = [self._decoded(line, Result) for line in lines[1:]]
        kept = sum(len(line) + 1 for line in lines)
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self._file = self.path.open("r+b" if kept else "wb")
            self._file.truncate(kept)
            self._file.seek(kept)
            if not kept:
                self._write(msgspec.json.encode(plan))
        except OSError as error:
            raise Refused(f"{self.path} can't be written: {error.strerror}.", "bad-file") from None

    def add(self, result: Result) -> None:
        try:
            self._write(msgspec.json.encode(result))
        except OSError as error:
            raise Refused(
                f"{self.path} can't be written: {error.strerror}. What was stored is safe; the same command goes on.",
                "bad-file",
            ) from None
        self.results.append(result)

    def close(self) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None

    def _write(self, line: bytes) -> None:
        assert self._file is not None
        self._file.write(line + b"\n")
        self._file.flush()
        os.fsync(self._file.fileno())

    def _lines(self) -> list[bytes]:
        """All whole lines; what follows the last line break was cut off."""
        try:
            return self.path.read_bytes().split(b"\n")[:-1]
        except FileNotFoundError:
            return []
        except OSError as error:
            raise Refused(f"{self.path} can't be read: {error.strerror}.", "bad-file") from None

    def _decoded(self, line: bytes, kind: type[Kind]) -> Kind:
        try:
            return msgspec.json.decode(line, type=kind)
        except msgspec.MsgspecError as error:
            raise Refused(f"{self.path} is damaged: {error}. Move it away to begin anew.", "bad-file") from None

    def _compare(self, begun: Plan, plan: Plan) -> None:
        different = [field for field in Plan.__struct_fields__ if getattr(begun, field) != getattr(plan, field)]
        if different:
            what = _WORDS.get(different[0], different[0])
            differ = "differ" if different[0] in _PLURALS else "differs"
            raise Refused(
                f"{self.path} belongs to another tournament: its {what} {differ}. "
                "Choose another folder, or the same settings to go on with it.",
                "other-tournament",
            )

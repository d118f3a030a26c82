"""A file that survives any crash: a first line that says what it is about, then one line of JSON for each thing done.

A last line that was cut off is forgotten, and what it told is done again.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, TypeVar

import msgspec

from parlour.core.errors import Refused

Kind = TypeVar("Kind")


class Lines:
    """Appends lines, each on the disk before the next is asked for; with `seconds`, at least so often."""

    def __init__(self, path: Path, seconds: float = 0.0) -> None:
        self.path = path
        self.seconds = seconds
        self._synced = time.monotonic()
        self._file: BinaryIO | None = None

    def read(self) -> Iterator[bytes]:
        """All whole lines; what follows the last line break was cut off."""
        try:
            with self.path.open("rb") as file:
                for line in file:
                    if line.endswith(b"\n"):
                        yield line[:-1]
        except FileNotFoundError:
            return
        except OSError as error:
            raise Refused(f"{self.path} can't be read: {error.strerror}.", "bad-file") from None

    def first(self) -> bytes | None:
        return next(self.read(), None)

    def open(self, first: bytes) -> None:
        """Create the file with this first line, or continue after the last whole line of the one that is there."""
        kept = sum(len(line) + 1 for line in self.read())
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self._file = self.path.open("r+b" if kept else "wb")
            self._file.truncate(kept)
            self._file.seek(kept)
            if not kept:
                self._write(first, sync=True)
        except OSError as error:
            raise Refused(f"{self.path} can't be written: {error.strerror}.", "bad-file") from None

    def write(self, line: bytes) -> None:
        now = time.monotonic()
        sync = now - self._synced >= self.seconds
        try:
            self._write(line, sync)
        except OSError as error:
            raise Refused(
                f"{self.path} can't be written: {error.strerror}. What was stored is safe; the same command goes on.",
                "bad-file",
            ) from None
        if sync:
            self._synced = now

    def _write(self, line: bytes, sync: bool) -> None:
        assert self._file is not None
        self._file.write(line + b"\n")
        if sync:
            self._file.flush()
            os.fsync(self._file.fileno())

    def close(self) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None

    def decoded(self, line: bytes, kind: type[Kind]) -> Kind:
        try:
            return msgspec.json.decode(line, type=kind)
        except msgspec.MsgspecError as error:
            raise Refused(f"{self.path} is damaged: {error}. Move it away to begin anew.", "bad-file") from None

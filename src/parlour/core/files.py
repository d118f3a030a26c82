"""Reads files named on the command line without ever blocking; writes files and new folders."""

from __future__ import annotations

import os
import stat
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Protocol, TypeVar

import msgspec

from parlour.core.errors import Refused

T = TypeVar("T")


def read_file(path: str | Path, largest: int) -> bytes:
    """The bytes of an ordinary file of at most `largest` bytes; anything else is refused.

    Reading a pipe might block, and a device has no end, so both are refused.
    """
    try:
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0))
    except (OSError, ValueError) as error:  # ValueError: a path with a NUL in it
        raise _unreadable(path, error) from None
    try:
        found = os.fstat(handle)
        if not stat.S_ISREG(found.st_mode):
            raise Refused(f"{path} is {kind_of_file(found.st_mode)}, not a file.", "not-a-file")
        if found.st_size > largest:
            raise Refused(f"{path} has {found.st_size:,} bytes; the limit is {largest:,}.", "too-large")
        with os.fdopen(handle, "rb", closefd=False) as file:
            data = file.read(largest + 1)
    except OSError as error:
        raise _unreadable(path, error) from None
    finally:
        os.close(handle)
    if len(data) > largest:  # it has grown, or misstates its size like files in /proc
        raise Refused(f"{path} has more than {largest:,} bytes.", "too-large")
    return data


def read_text(path: str | Path, largest: int) -> str:
    """The text of such a file, without the byte order mark that some editors write."""
    try:
        return read_file(path, largest).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Refused(f"{path} is not UTF-8 text: byte {error.start + 1} cannot be read.", "not-utf-8") from None


def decode_json(data: bytes, type: type[T], what: str, source: str, code: str) -> T:
    """JSON of a certain type; refused, with what it should be, if it is anything else."""
    try:
        return msgspec.json.decode(data, type=type)
    except msgspec.ValidationError as error:
        raise Refused(f"{source} is not {what}: {error}.", code) from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise Refused(f"{source} is not valid JSON: {error}.", code) from None
    except RecursionError:
        raise Refused(f"{source} is nested too deeply to be {what}.", code) from None


class Formatted(Protocol):
    """What a file contains that names its format in the field `parlour`."""

    @property
    def parlour(self) -> int: ...


F = TypeVar("F", bound=Formatted)


def decode_formatted(data: bytes, type: type[F], format: int, what: str, source: str, code: str) -> F:
    """The same for a file that names its format, which must be the one this house reads."""
    found = decode_json(data, type, what, source, code)
    if found.parlour != format:
        raise Refused(f"{source} is {what} in format {found.parlour}; this house reads format {format}.", code)
    return found


def write_file(path: Path, content: bytes) -> None:
    """Write a file completely or not at all."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.stem}-")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
            os.replace(temporary, path)
        except BaseException:
            Path(temporary).unlink(missing_ok=True)
            raise
    except OSError as error:
        raise Refused(f"{path} could not be written: {error.strerror or error}.", "write-failed") from None


def write_folder(folder: Path, contents: Mapping[str, bytes]) -> list[Path]:
    """Write these files, named by their paths, into a new or empty folder; return the paths written."""
    written: list[Path] = []
    try:
        if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
            raise Refused(f"{folder} already exists and is not an empty folder.", "exists")
        for name, content in sorted(contents.items()):
            written.append(folder / name)
            written[-1].parent.mkdir(parents=True, exist_ok=True)
            written[-1].write_bytes(content)
    except OSError as error:
        raise Refused(f"{folder} could not be written: {error.strerror or error}.", "write-failed") from None
    return written


def _unreadable(path: str | Path, error: OSError | ValueError) -> Refused:
    reason = (error.strerror if isinstance(error, OSError) else None) or str(error)
    return Refused(f"{path} could not be read: {reason}.", "not-found")


def kind_of_file(mode: int) -> str:
    """What a path names that is not an ordinary file."""
    if stat.S_ISDIR(mode):
        return "a folder"
    if stat.S_ISFIFO(mode):
        return "a pipe"
    return "a socket" if stat.S_ISSOCK(mode) else "a device"

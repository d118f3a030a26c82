"""Errors and warnings of a script: code, line, column, the source line and a caret."""

from __future__ import annotations

import re

import msgspec

WIDTH = 120  # of the source line under a message


class Place(msgspec.Struct, frozen=True, order=True):
    """Line and column, both from 1; columns count characters."""

    line: int
    column: int


class Problem(msgspec.Struct, frozen=True):
    """One error or warning. `caret` is the line under `source` that points at the place.

    `length` is how many characters from there on are wrong; `instead` is a probable replacement.
    """

    code: str
    line: int
    column: int
    message: str
    source: str
    caret: str
    length: int = 1
    instead: str = ""

    @property
    def is_error(self) -> bool:
        return not self.code.startswith("W")

    def show(self, name: str = "script") -> str:
        """Three lines, as printed."""
        word = "error" if self.is_error else "warning"
        return f"{name}:{self.line}:{self.column}: {word} {self.code}: {self.message}\n  {self.source}\n  {self.caret}"


class Report(msgspec.Struct, frozen=True):
    """All errors and warnings. A script with errors is ignored, one with warnings is used."""

    errors: list[Problem]
    warnings: list[Problem]

    @property
    def ok(self) -> bool:
        return not self.errors

    def show(self, name: str = "script") -> str:
        return "\n".join(problem.show(name) for problem in [*self.errors, *self.warnings])


class Fault(Exception):
    """The first lexical or syntax error; the check stops there."""

    def __init__(self, code: str, place: Place, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.place = place
        self.message = message


def split_lines(text: str) -> list[str]:
    """The lines of a script; they end with LF, CR LF or CR."""
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


def problem(code: str, place: Place, message: str, lines: list[str]) -> Problem:
    """A problem with its source line, cut around the caret if it is long."""
    source = lines[place.line - 1] if place.line <= len(lines) else ""
    column = place.column - 1
    start = 0
    if len(source) > WIDTH:
        start = max(0, min(column - WIDTH // 2, len(source) - WIDTH))
    shown = source[start : start + WIDTH]
    lead = "".join("\t" if c == "\t" else " " for c in shown[: column - start])
    caret = lead + " " * (column - start - len(lead)) + "^"
    wrong = _WRONG.match(source, column)
    word = wrong.group() if wrong else ""
    return Problem(code, place.line, place.column, message, shown, caret, max(1, len(word)), _instead(word, message))


_WRONG = re.compile(r'"(?:[^"\\]|\\.)*"?|\w+|//.*|/\*.*|=>|[+\-*/^<>=!]=|\+\+|--|&&|\|\||@@')
_MEANT = re.compile(r'\(did you mean "([^"]*)"\?\)')


def _instead(word: str, message: str) -> str:
    """The replacement that the message suggests, in quotes if the wrong word had them."""
    meant = _MEANT.search(message)
    if not meant or not word:
        return ""
    return f'"{meant.group(1)}"' if word.startswith('"') else meant.group(1)

"""From the text of a script to a book that games are played with.

Options hold a script's book, and positions hold the book's program, so both live as long as they are used. A view from
elsewhere has only the text, and many views have the same one; so the last few books are cached.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from functools import cached_property
from threading import Lock
from typing import Final, Generic, TypeVar

import msgspec

from parlour.core.events import EventTable
from parlour.games.monogwent.events import EVENTS, MOST_ERRORS, event_table
from parlour.games.monogwent.pool import POOL, Card, Pool
from parlour.games.monogwent.script.checker import Checker
from parlour.games.monogwent.script.explain import card_text
from parlour.games.monogwent.script.lexer import MOST_BYTES
from parlour.games.monogwent.script.meaning import Meaning
from parlour.games.monogwent.script.outline import Part, outline
from parlour.games.monogwent.script.parser import parse
from parlour.games.monogwent.script.problems import Fault, Report, problem, split_lines
from parlour.games.monogwent.script.program import Program

T = TypeVar("T")
RECENT: Final = 4 * MOST_BYTES  # characters of all cached texts together
LEAST: Final = 4096  # characters that a text counts for at least: its book is larger than itself


class Book:
    """A script ready to play with. One that has errors, or adds no card, is empty except for its report."""

    def __init__(self, text: str, report: Report, meaning: Meaning, needs_version_3: bool) -> None:
        self.report: Final = report
        self.needs_version_3: Final = needs_version_3
        self.cards: tuple[Card, ...] = tuple(
            msgspec.structs.replace(one.card, text=card_text(one), slot="script") for one in meaning.cards
        )
        self.effects: Final = [one.name for one in meaning.effects]
        self.pool: Pool = POOL
        self.program: Program | None = None
        self.events: EventTable = EVENTS
        if self.cards:
            self.pool = POOL.plus(self.cards)
            self.program = Program(text, meaning, self.pool)
            self.events = event_table([card.name for card in self.pool.cards], self.effects)


class Draft:
    """A script that has been checked: its errors and warnings, its outline, and its meaning if it has no errors."""

    def __init__(self, text: str) -> None:
        self.text: Final = text
        self.outline: list[Part] = []
        self.meaning: Meaning | None = None
        self.needs_version_3 = False
        try:
            declarations = parse(text)
        except Fault as fault:
            self.report = report_of(fault, text)
            return
        checker = Checker(declarations)
        meaning = checker.check()
        lines = split_lines(text.removeprefix("\ufeff"))
        errors = [problem(one.code, one.place, one.message, lines) for one in checker.findings.errors[:MOST_ERRORS]]
        warnings = [problem(one.code, one.place, one.message, lines) for one in checker.findings.warnings[:MOST_ERRORS]]
        self.report = Report(errors, warnings)
        self.outline = outline(declarations, text)
        self.needs_version_3 = checker.needs_version_3
        if not errors:
            self.meaning = meaning

    @cached_property
    def book(self) -> Book:
        return Book(self.text, self.report, self.meaning or Meaning([], []), self.needs_version_3)


def report_of(fault: Fault, text: str) -> Report:
    shown = text[: MOST_BYTES + 1]
    return Report([problem(fault.code, fault.place, fault.message, split_lines(shown.removeprefix("\ufeff")))], [])


class Recent(Generic[T]):
    """A cache of what was made of the most recent texts, limited by their total length."""

    def __init__(self, make: Callable[[str], T]) -> None:
        self._make = make
        self._made: OrderedDict[str, T] = OrderedDict()
        self._length = 0
        self._lock = Lock()

    def __call__(self, text: str) -> T:
        with self._lock:
            if text in self._made:
                self._made.move_to_end(text)
                return self._made[text]
        made = self._make(text)
        with self._lock:
            if text not in self._made:
                self._made[text] = made
                self._length += max(len(text), LEAST)
            while self._length > RECENT and len(self._made) > 1:
                self._length -= max(len(self._made.popitem(last=False)[0]), LEAST)
        return made


_recent: Final = Recent(Draft)
_NOTHING: Final = Book("", Report([], []), Meaning([], []), False)


def read(text: str) -> Draft:
    """The errors and warnings of a script, and its meaning if it has no errors."""
    return _recent(text)


def book_of(text: str) -> Book:
    """The book to play games with this script."""
    return read(text).book if text.strip() else _NOTHING


def program_of(text: str) -> Program | None:
    """What a script does; for positions that were pickled with it."""
    return book_of(text).program

"""Cards that players write themselves: check a script, print it tidily, say it in words, compile it, try a card.

report = check(text)                 # errors and warnings with code, line, column, source line and caret
tidy = format(text)                  # the same script, laid out evenly, comments kept
for card in explain(text): ...       # what every card does, in English
addition = compile(text)             # the cards that the script adds to the pool
trial = try_card(text, "Courier")    # play a card on a test table and read what happened
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from hashlib import sha256
from threading import Lock
from typing import Final, Generic, TypeVar
from weakref import WeakValueDictionary

import msgspec

from parlour.core.dice import Dice
from parlour.core.errors import Refused
from parlour.games.monogwent.pool import POOL, Card, Names, Pool
from parlour.games.monogwent.script.checker import MOST_ERRORS, Checker, Meaning
from parlour.games.monogwent.script.explain import Explained, card_text, explain_cards
from parlour.games.monogwent.script.layout import lay_out
from parlour.games.monogwent.script.lexer import MOST_BYTES
from parlour.games.monogwent.script.machine import Program
from parlour.games.monogwent.script.outline import Part, outline
from parlour.games.monogwent.script.parser import parse
from parlour.games.monogwent.script.problems import Fault, Problem, Report, problem, split_lines
from parlour.games.monogwent.script.trial import Board, Stand, Trial, set_up
from parlour.games.monogwent.state import Script, Table

__all__ = [
    "Addition",
    "Board",
    "Book",
    "Explained",
    "Problem",
    "Report",
    "ScriptErrors",
    "Stand",
    "Trial",
    "book",
    "check",
    "compile",
    "explain",
    "format",
    "read",
    "try_card",
]

T = TypeVar("T")
RECENT: Final = 4 * MOST_BYTES  # characters of all texts together that are remembered for those who ask again
REFUSED: Final = 4096  # how many scripts are remembered as bad


class ScriptErrors(Refused):
    """A script that cannot be used; the report says why."""

    def __init__(self, report: Report, name: str = "script") -> None:
        super().__init__(report.show(name), "bad-script")
        self.report = report


class Addition(msgspec.Struct, frozen=True):
    """What a script adds to the pool, and the object that runs its effects."""

    cards: tuple[Card, ...]
    script: Script


def check(text: str) -> Report:
    """Everything that is wrong with a script; without errors it can be played."""
    return read(text).report


def format(text: str) -> str:
    """The script laid out evenly, comments kept; ScriptErrors if it cannot be read."""
    try:
        return lay_out(text)
    except Fault as fault:
        raise ScriptErrors(_report_of(fault, text)) from None


def explain(text: str) -> list[Explained]:
    """Every card of a script in words."""
    return explain_cards(_meaning(text))


def compile(text: str) -> Addition:
    """The cards of a script, with their texts, and what runs them; ScriptErrors if it has errors."""
    _meaning(text)
    written = book(text)
    return Addition(written.cards, written.script)


def try_card(text: str, card: str, board: Board | None = None, row: str = "", dice: Dice | None = None) -> Trial:
    """Play a card of the script (or use a leader) on a test table; what happened, step by step."""
    _meaning(text)
    written = book(text)
    found = next((one.name for one in written.cards if one.name.lower() == card.strip().lower()), None)
    if found is None:
        there_are = ", ".join(one.name for one in written.cards) or "none"
        raise Refused(f"The script has no card {card[:40]!r}; there are: {there_are}.", "no-such-card")
    return set_up(written.pool, written.program, found, board).play(row, dice or Dice(1, 2, 3, 4))


def _meaning(text: str) -> Meaning:
    known = read(text)
    if known.meaning is None:
        raise ScriptErrors(known.report)
    return known.meaning


def _report_of(fault: Fault, text: str) -> Report:
    shown = text[: MOST_BYTES + 1]
    return Report([problem(fault.code, fault.place, fault.message, split_lines(shown.removeprefix("\ufeff")))], [])


# --- what is remembered of scripts ---


class Recent(Generic[T]):
    """What was made of the texts that were asked for last: of as many as are not too long together."""

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
                self._length += len(text)
            while self._length > RECENT and len(self._made) > 1:
                self._length -= len(self._made.popitem(last=False)[0])
        return made


class Known(msgspec.Struct, frozen=True):
    """What reading a script tells: what is wrong with it, what stands where, and what it means if nothing is wrong."""

    report: Report
    outline: list[Part]
    meaning: Meaning | None
    newer: bool = False  # than version 2 of the game, which refused it


def _read(text: str) -> Known:
    try:
        declarations = parse(text)
    except Fault as fault:
        return Known(_report_of(fault, text), [], None)
    checker = Checker(declarations)
    meaning = checker.check()
    lines = split_lines(text.removeprefix("\ufeff"))
    errors = [problem(one.code, one.place, one.message, lines) for one in checker.found[:MOST_ERRORS]]
    warnings = [problem(one.code, one.place, one.message, lines) for one in checker.warnings[:MOST_ERRORS]]
    return Known(Report(errors, warnings), outline(declarations, text), None if errors else meaning, checker.newer)


_recent_readings: Final = Recent(_read)


def read(text: str) -> Known:
    """What is wrong with a script, and what it means if nothing is."""
    return _recent_readings(text)


class Book:
    """A script as games are played with it: its cards, the pool with them, their names, and what runs their effects.

    There is one for each text, and as long as a game holds it, nobody reads that text again.
    """

    def __init__(self, text: str, meaning: Meaning | None) -> None:
        self.text: Final = text
        self.cards: tuple[Card, ...] = ()
        self.pool: Pool = POOL
        if meaning is None:
            return
        replace = msgspec.structs.replace
        self.cards = tuple(replace(one.card, text=card_text(one), slot="script") for one in meaning.cards)
        self.names = Names([*(card.name for card in self.cards), *(effect.name for effect in meaning.effects)])
        if self.cards:
            self.pool = POOL.plus(self.cards, text)
        self.program = Program(meaning, (*POOL.cards, *self.cards), self.names)

    @property
    def script(self) -> CardScript:
        return CardScript(self)


class CardScript(Script):
    """The effects of one accepted script. It travels between processes as its text."""

    def __init__(self, written: Book) -> None:
        super().__init__(written.text)
        self.book = written

    def __reduce__(self) -> tuple[Callable[[str], CardScript], tuple[str]]:
        return _script_of, (self.text,)

    def run(self, table: Table, card: int, seat: int, dice: Dice) -> None:
        cards = table.cards
        place = int(cards.leaders[seat]) if card < 0 else int(cards.number[card])
        self.book.program.activate(table, place, int(seat), dice)


def _script_of(text: str) -> CardScript:
    return book(text).script


_held: Final[WeakValueDictionary[str, Book]] = WeakValueDictionary()
_refused: Final[OrderedDict[bytes, None]] = OrderedDict()
_NOTHING: Final = Book("", None)


def _open(text: str) -> Book:
    """The book that somebody holds, or a new one."""
    held = _held.get(text)
    if held is None:
        held = _held[text] = Book(text, read(text).meaning)
    return held


_recent_books: Final = Recent(_open)


def book(text: str) -> Book:
    """What games are played with; for a script with errors nothing is added."""
    held = _held.get(text)
    if held is not None:
        return held
    if not text.strip():
        return _NOTHING
    digest = sha256(text.encode("utf-8", "surrogatepass")).digest()
    if digest in _refused:
        return _NOTHING
    if read(text).meaning is None:
        _refused[digest] = None
        if len(_refused) > REFUSED:
            _refused.popitem(last=False)
        return _NOTHING
    return _recent_books(text)

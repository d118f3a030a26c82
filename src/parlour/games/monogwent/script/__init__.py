"""Cards that players write themselves: check a script, print it tidily, say it in words, compile it, try a card.

report = check(text)                 # errors and warnings with code, line, column, source line and caret
tidy = format(text)                  # the same script, laid out evenly, comments kept
for card in explain(text): ...       # what every card does, in English
addition = compile(text)             # the cards that the script adds to the pool
trial = try_card(text, "Courier")    # play a card on a test table and read what happened
"""

from __future__ import annotations

from functools import lru_cache

import msgspec

from parlour.core.dice import Dice
from parlour.core.errors import Refused
from parlour.games.monogwent.pool import POOL, Card, remember
from parlour.games.monogwent.script.checker import MOST_ERRORS, Checker, Meaning
from parlour.games.monogwent.script.explain import Explained, card_text, explain_cards
from parlour.games.monogwent.script.layout import lay_out
from parlour.games.monogwent.script.lexer import MOST_BYTES
from parlour.games.monogwent.script.machine import CardScript, Program
from parlour.games.monogwent.script.parser import parse
from parlour.games.monogwent.script.problems import Fault, Problem, Report, problem, split_lines
from parlour.games.monogwent.script.trial import Board, Stand, Trial, set_up
from parlour.games.monogwent.state import Script

__all__ = [
    "Addition",
    "Board",
    "Explained",
    "Problem",
    "Report",
    "ScriptErrors",
    "Stand",
    "Trial",
    "check",
    "compile",
    "explain",
    "format",
    "program",
    "read",
    "try_card",
]


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
    return read(text)[0]


def format(text: str) -> str:
    """The script laid out evenly, comments kept; ScriptErrors if it cannot be read."""
    try:
        parse(text)
        return lay_out(text)
    except Fault as fault:
        raise ScriptErrors(_report_of(fault, text)) from None


def explain(text: str) -> list[Explained]:
    """Every card of a script in words."""
    return explain_cards(_meaning(text))


def compile(text: str) -> Addition:
    """The cards of a script, with their texts, and what runs them; ScriptErrors if it has errors."""
    meaning = _meaning(text)
    cards = tuple(
        msgspec.structs.replace(declared.card, text=card_text(declared), slot="script") for declared in meaning.cards
    )
    remember(text, (*(card.name for card in cards), *(effect.name for effect in meaning.effects)))
    return Addition(cards, CardScript(text))


def try_card(text: str, card: str, board: Board | None = None, row: str = "", dice: Dice | None = None) -> Trial:
    """Play a card of the script (or use a leader) on a test table; what happened, step by step."""
    addition = compile(text)
    pool = POOL.plus(addition.cards, text)
    if card not in {one.name for one in addition.cards}:
        there_are = ", ".join(one.name for one in addition.cards) or "none"
        raise Refused(f"The script has no card {card[:40]!r}; there are: {there_are}.", "no-such-card")
    return set_up(pool, program(text), card, board).play(row, dice or Dice(1, 2, 3, 4))


@lru_cache(maxsize=64)
def program(text: str) -> Program:
    """The script ready to run."""
    addition = compile(text)
    meaning = _meaning(text)
    key = remember(text, (*(card.name for card in addition.cards), *(effect.name for effect in meaning.effects)))
    return Program(meaning, (*POOL.cards, *addition.cards), key)


def _meaning(text: str) -> Meaning:
    report, meaning = read(text)
    if meaning is None:
        raise ScriptErrors(report)
    return meaning


def _report_of(fault: Fault, text: str) -> Report:
    shown = text[: MOST_BYTES + 1]
    return Report([problem(fault.code, fault.place, fault.message, split_lines(shown.removeprefix("\ufeff")))], [])


@lru_cache(maxsize=64)
def read(text: str) -> tuple[Report, Meaning | None]:
    """What is wrong with a script, and what it means if nothing is."""
    try:
        checker = Checker(parse(text))
    except Fault as fault:
        return _report_of(fault, text), None
    meaning = checker.check()
    lines = split_lines(text.removeprefix("\ufeff"))
    errors = [problem(one.code, one.place, one.message, lines) for one in checker.found[:MOST_ERRORS]]
    warnings = [problem(one.code, one.place, one.message, lines) for one in checker.warnings]
    return Report(errors, warnings), None if errors else meaning

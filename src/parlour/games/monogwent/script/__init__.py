"""Cards that players write themselves: check a script, format it, put it into words, try a card.

report = check(text)                 # errors and warnings with code, line, column, source line and caret
tidy = format(text)                  # the same script, formatted, comments kept
for card in explain(text): ...       # what every card does, in English
book = book_of(text)                 # the cards that the script adds to the pool, ready to play with
trial = try_card(text, "Courier")    # play a card on a test table and see what happens
"""

from __future__ import annotations

from parlour.core.dice import Dice
from parlour.core.errors import Refused
from parlour.games.monogwent.script.book import Book, Draft, book_of, read, report_of
from parlour.games.monogwent.script.explain import Explained, explain_cards
from parlour.games.monogwent.script.layout import lay_out
from parlour.games.monogwent.script.meaning import Meaning
from parlour.games.monogwent.script.problems import Fault, Problem, Report
from parlour.games.monogwent.script.trial import Board, BoardCard, Trial, set_up

__all__ = [
    "Board",
    "BoardCard",
    "Book",
    "Draft",
    "Explained",
    "Problem",
    "Report",
    "ScriptErrors",
    "Trial",
    "book_of",
    "check",
    "explain",
    "format",
    "read",
    "try_card",
]


class ScriptErrors(Refused):
    """A script with errors; the report lists them."""

    def __init__(self, report: Report, name: str = "script") -> None:
        super().__init__(report.show(name), "bad-script")
        self.report = report


def check(text: str) -> Report:
    """All errors and warnings; without errors the script can be played."""
    return read(text).report


def format(text: str) -> str:
    """The script formatted, comments kept; ScriptErrors if it can't be parsed."""
    try:
        return lay_out(text)
    except Fault as fault:
        raise ScriptErrors(report_of(fault, text)) from None


def explain(text: str) -> list[Explained]:
    """Every card of a script in words; ScriptErrors if the script has errors."""
    return explain_cards(_meaning(text))


def try_card(text: str, card: str, board: Board | None = None, row: str = "", dice: Dice | None = None) -> Trial:
    """Play a card of the script (or use a leader) on a test table, and record what happens step by step."""
    _meaning(text)
    book = book_of(text)
    found = next((one.name for one in book.cards if one.name.lower() == card.strip().lower()), None)
    if found is None:
        cards = ", ".join(one.name for one in book.cards) or "none"
        raise Refused(f"The script has no card {card[:40]!r}. Its cards: {cards}.", "no-such-card")
    return set_up(book, found, board).play(row, dice or Dice(1, 2, 3, 4))


def _meaning(text: str) -> Meaning:
    draft = read(text)
    if draft.meaning is None:
        raise ScriptErrors(draft.report)
    return draft.meaning

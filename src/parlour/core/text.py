"""A game in words: its positions, moves, events and ending, and why a move is not possible."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import ClassVar, Generic, TypeVar

import msgspec

from parlour.core.english import count, listed
from parlour.core.errors import Reason
from parlour.core.events import EventJson
from parlour.core.moves import MoveTable
from parlour.core.picture import Picture, card_of_words
from parlour.core.state import State

S = TypeVar("S", bound=State)
Opt = TypeVar("Opt", bound=msgspec.Struct)
V = TypeVar("V", bound=msgspec.Struct)

_SENTENCE = re.compile(r"[^\W\d_]{2}.*[.!?]\s*$")


class GameText(Generic[S, Opt, V]):
    """What a game says. The options are the table's, for games whose names come from them.

    A small game overrides these methods itself; a larger one has a separate class for them, listed before `Game`
    among its bases.
    """

    moves: ClassVar[MoveTable]

    def say_view(self, view: V, names: Sequence[str], options: Opt) -> str:
        """The position in words, as one seat sees it: for the terminal, screen readers and playthroughs."""
        return msgspec.json.format(msgspec.json.encode(view)).decode()

    def say_situation(self, view: V, names: Sequence[str], seat: int | None, options: Opt) -> str:
        """What the position means to `seat` (None: to somebody who takes no side), in one short sentence.

        Boards show it at the top. Like events, it is written about `names[seat]`; the house makes that "you". The view
        must be enough for it, and it is never asked while players think. By default, the first line of the position,
        if that is a sentence; empty: nothing to say.
        """
        first = self.say_view(view, names, options).split("\n", 1)[0]
        return first if _SENTENCE.search(first) else ""

    def picture(self, view: V, names: Sequence[str], options: Opt) -> Picture:
        """A small picture of the position, for lists and shared links; in words unless the game can draw it.

        The house asks for it with a spectator's view, so it shows what everybody may know.
        """
        return card_of_words(self.say_view(view, names, options))

    def say_move(self, view: V, move: int, names: Sequence[str], options: Opt) -> str:
        """A legal move in words, for a list to choose from."""
        return self.moves.to_words(move)

    def say_event(self, event: EventJson, names: Sequence[str], seat: int | None, options: Opt) -> str:
        """An event in words, as `seat` may know it; an empty string leaves it out of the log."""
        return " ".join(str(value) for value in event.values())

    def say_end(self, state: S, names: Sequence[str], options: Opt) -> str:
        """Who won and why, in a sentence."""
        payoffs = state.payoffs()
        winners = [names[seat] for seat in range(len(payoffs)) if payoffs[seat] == max(payoffs)]
        return f"{winners[0]} wins." if len(winners) == 1 else f"{listed(winners)} share the win."

    def why_not(self, state: S, move: int) -> Reason:
        """The rule that forbids this well-formed move of the mover."""
        return Reason("illegal", "This move is not possible now.")

    # At a terminal.

    asides: ClassVar[Mapping[str, str]] = {}  # extra commands, and what each shows
    notable: ClassVar[frozenset[str]] = frozenset()  # kinds of events to show even when space is short

    def say_aside(self, word: str, view: V, names: Sequence[str], options: Opt, width: int, height: int) -> str:
        """What one of `asides` shows, within this many columns and lines."""
        raise NotImplementedError

    def draw_view(self, view: V, names: Sequence[str], options: Opt, width: int, height: int) -> str:
        """The table within this many columns and lines; in words unless the game can draw it."""
        return self.say_view(view, names, options)

    def read_words(self, text: str, view: V, options: Opt) -> int:
        """The move that somebody typed, in its notation or in the words of this table."""
        return self.moves.from_words(text)

    def write_words(self, move: int, view: V, options: Opt) -> str:
        """A move in words that `read_words` understands."""
        return self.moves.to_words(move)

    def numbers(self, moves: Sequence[int]) -> list[int]:
        """The numbers of these moves in a list. Things numbered on the table (a column, a bed) keep their numbers."""
        return list(range(1, len(moves) + 1))


class _Number(int):
    """A number in a sentence: `{coins}` is 3, `{coins:coin}` is 3 coins."""

    def __format__(self, thing: str) -> str:
        return count(int(self), thing) if thing else str(int(self))


def fill(sentence: str, event: EventJson, words: Mapping[str, str]) -> str:
    """A sentence with an event's fields filled in, or with these words instead: `{who} buys {amount:card}.`"""
    fields = {name: _Number(value) if isinstance(value, int) else value for name, value in event.items()}
    return sentence.format(**{**fields, **words})


def fits(text: str, width: int, height: int) -> bool:
    """Whether a text fits on such a screen with long lines wrapped and empty lines left out."""
    return sum(max(1, -(-len(line) // width)) for line in text.splitlines() if line.strip()) <= height

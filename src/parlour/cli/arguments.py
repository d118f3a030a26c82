"""Reads the arguments of a command line: seats, options, clocks."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import msgspec

from parlour.arena.engines import Engine, engine_called
from parlour.bots.characters import house_name
from parlour.bots.seat_words import SeatWord, program_in, read_word, split_character
from parlour.cli.rooms import Extra, add_extra
from parlour.core import clock as clocks
from parlour.core.clock import Clock
from parlour.core.errors import Refused
from parlour.core.game import AnyGame

YOU = "you"
PERSON = SeatWord(YOU, YOU)
_YES_NO = {"yes": True, "on": True, "no": False, "off": False}
_PLATE = re.compile(r"(.+) \((.+)\)")


def read_seats(game: AnyGame, text: str, persons: bool = True) -> list[SeatWord]:
    """Who sits where, from a comma list of seat words; a comma inside a word is written `\\,`."""
    words = [word.strip() for word in _split(text)]
    if not all(words):
        raise Refused(f"Write seats as words separated by commas, such as `you,medium`, not {text[:60]!r}.", "bad-seat")
    if YOU in words and not persons:
        raise Refused("Only computer players can play here: replace `you` with one.")
    seats = [PERSON if word == YOU else read_word(game, word) for word in words]
    game.check_seats(len(seats))
    return seats


@contextmanager
def engine_for(name: str, workers: int | None) -> Iterator[Engine]:
    """The engine that `--engine` and `--workers` ask for, for as long as it is needed."""
    engine = engine_called(name, workers)
    try:
        yield engine
    finally:
        engine.close()


def _split(text: str) -> list[str]:
    words = [""]
    letters = iter(text)
    for letter in letters:
        if letter == ",":
            words.append("")
            continue
        follower = next(letters, "") if letter == "\\" else ""
        words[-1] += follower if follower == "," else letter + follower
    return words


def default_seats(game: AnyGame) -> list[SeatWord]:
    return [PERSON, *[read_word(game, "medium")] * (game.default_seats - 1)]


def read_options(
    game: AnyGame, preset: str | None, pairs: Sequence[str], extra: Extra | None = None, must: bool = False
) -> Any:
    """Typed options from `--preset`, `--option name=value` and the flags that only this game takes.

    A person can play without a file that has mistakes; if it `must` be used, they are refused.
    """
    given: dict[str, Any] = {}
    lists = {field.name for field in msgspec.structs.fields(game.Options) if field.default_factory is list}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals:
            raise Refused(f"Write an option as name=value, not {pair[:60]!r}.", "bad-option")
        given[name.strip()] = _value(value.strip(), name.strip() in lists)
    add_extra(game, given, preset, extra or {}, must)
    return game.read_options(given, preset)


def _value(text: str, is_list: bool) -> Any:
    if text[:1] in ("[", "{"):
        try:
            return json.loads(text)
        except (ValueError, RecursionError):
            return text
    if is_list:  # a,b,c
        return [word.strip() for word in text.split(",")] if text else []
    return _YES_NO.get(text.lower(), text)


def read_clock(game: AnyGame, text: str | None, options: Any, seats: Sequence[SeatWord]) -> Clock:
    """The clock that `text` describes; without one, the game's own between programs, and none with a person."""
    if text is None:
        return Clock() if PERSON in seats else game.clock_of(options)
    return clocks.read_clock(text)


def seat_names(game: AnyGame, words: Sequence[str]) -> list[str]:
    """What the seats are called in sentences: You, Player 2, Marlow. A record from the browser already has names."""
    persons = words.count(YOU)
    names: list[str] = []
    for seat, word in enumerate(words):
        if word == YOU:
            name = "You" if persons == 1 else f"Player {seat + 1}"
        elif command := program_in(word):
            program = command.split()
            name = os.path.basename(program[-1] if program else "")[:24] or "program"
        elif _is_word(game, word):
            character = split_character(word)[1]
            name = house_name(seat, [*words, *names]) if character is None else character.name
        else:
            plate = _PLATE.fullmatch(word)
            name = plate[1] if plate and _is_word(game, plate[2]) else word
        names.append(name if name not in names else f"{name} {seat + 1}")
    return names


def seat_plates(game: AnyGame, words: Sequence[str]) -> list[str]:
    """The names, with the level of a house player, for headings and results: Marlow (medium)."""
    names = seat_names(game, words)
    return [
        f"{name} ({split_character(word)[0]})" if _is_word(game, word) else name
        for name, word in zip(names, words, strict=True)
    ]


def _is_word(game: AnyGame, text: str) -> bool:
    """Whether a seat in a record holds the word for a house player rather than a name."""
    try:
        return not read_word(game, text).is_program
    except Refused:
        return False

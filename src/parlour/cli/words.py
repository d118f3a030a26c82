"""What stands on a command line, read: seats, options, clocks, decks."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from parlour.bots.words import SeatWord, house_name, program_in, read_word
from parlour.core import clock as clocks
from parlour.core.clock import Clock
from parlour.core.english import listed
from parlour.core.errors import Refused
from parlour.core.game import AnyGame

if TYPE_CHECKING:
    from parlour.games.kata_tcg.decks import Deck

YOU = "you"
PERSON = SeatWord(YOU, YOU)
_YES_NO = {"yes": True, "on": True, "no": False, "off": False}
_PLATE = re.compile(r"(.+) \((.+)\)")


def read_seats(game: AnyGame, text: str, persons: bool = True) -> list[SeatWord]:
    """Who sits where, from a comma list of seat words; a comma inside a word is written `\\,`."""
    words = [word.strip() for word in _split(text)]
    if not all(words):
        raise Refused(f"Seats are words with commas between them, such as `you,medium`, not {text[:60]!r}.", "bad-seat")
    if YOU in words and not persons:
        raise Refused("Nobody can sit at a table that plays by itself: replace `you` by a computer player.")
    seats = [PERSON if word == YOU else read_word(game, word) for word in words]
    game.check_seats(len(seats))
    return seats


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


def read_options(game: AnyGame, preset: str | None, pairs: Sequence[str], decks: Sequence[str] = ()) -> Any:
    """Typed options from `--preset`, `--option name=value` and `--deck`."""
    asked: dict[str, Any] = {}
    lists = {field.name for field in msgspec.structs.fields(game.Options) if field.default_factory is list}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals:
            raise Refused(f"An option is written name=value, not {pair[:60]!r}.", "bad-option")
        asked[name.strip()] = _value(value.strip(), name.strip() in lists)
    brought = _take_decks(game, decks, asked) if decks else []
    options = game.read_options(asked, preset)
    for deck in brought:
        check_deck(deck, options)
    return options


def _value(text: str, is_list: bool) -> Any:
    if text[:1] in ("[", "{"):
        try:
            return json.loads(text)
        except (ValueError, RecursionError):
            return text
    if is_list:  # a,b,c
        return [word.strip() for word in text.split(",")] if text else []
    return _YES_NO.get(text.lower(), text)


def _take_decks(game: AnyGame, decks: Sequence[str], asked: dict[str, Any]) -> list[Deck]:
    """Put decks into the options: ready-made ones by name, others card by card."""
    from parlour.games.kata_tcg.decks import READY

    names = {field.name for field in msgspec.structs.fields(game.Options)}
    if "decks" not in names:
        raise Refused(f"{game.title} is played without decks of one's own.", "bad-option")
    found = [read_deck(deck) for deck in decks]
    asked["decks"] = [text if text in READY else dict(deck.cards) for text, deck in zip(decks, found, strict=True)]
    if "deck_building" in names:
        asked.setdefault("deck_building", True)
    return found


def read_deck(text: str) -> Deck:
    """A ready-made deck, or one in a file or on one's own shelf."""
    from parlour.cli.places import file
    from parlour.games.kata_tcg.decks import find_deck, load_deck_file

    return load_deck_file(file(text)) if os.sep in text or text.endswith(".toml") else find_deck(text)


def check_deck(deck: Deck, options: Any) -> None:
    """Refuse a deck that cannot come to such a game: by its name, and in one sentence."""
    from parlour.games.kata_tcg.decks import check_eligible

    errors = check_eligible(deck, options.healing, options.minions, options.drawers, options.custom_cards)
    if not errors:
        return
    missing = list(dict.fromkeys(option for error in errors for option in error.options))
    cards = [str(error.card) for error in errors]
    some = ", ".join(cards[:3]) + (f" and {len(cards) - 3} more" if len(cards) > 3 else "")
    settings = " ".join(f"--option {option}=yes" for option in missing)
    raise Refused(
        f"The deck {deck.name} cannot be played without the option{'s' if len(missing) > 1 else ''} "
        f"{listed(missing)}, because of {some}: add {settings}, or choose another deck.",
        "not-eligible",
    )


def read_clock(game: AnyGame, text: str | None, options: Any, seats: Sequence[SeatWord]) -> Clock:
    """The clock that was asked for.

    Nothing is the game's own clock among programs; people take their time unless somebody says otherwise.
    """
    if text is None:
        return Clock() if PERSON in seats else game.clock_of(options)
    return clocks.read_clock(text)


def seat_names(game: AnyGame, words: Sequence[str]) -> list[str]:
    """How the seats are called in sentences: You, Player 2, Marlow. A record of the browser has names already."""
    persons = words.count(YOU)
    names: list[str] = []
    for seat, word in enumerate(words):
        if word == YOU:
            name = "You" if persons == 1 else f"Player {seat + 1}"
        elif command := program_in(word):
            program = command.split()
            name = os.path.basename(program[-1] if program else "")[:24] or "program"
        elif _is_word(game, word):
            name = house_name(seat, [*words, *names])
        else:
            plate = _PLATE.fullmatch(word)
            name = plate[1] if plate and _is_word(game, plate[2]) else word
        names.append(name if name not in names else f"{name} {seat + 1}")
    return names


def seat_plates(game: AnyGame, words: Sequence[str]) -> list[str]:
    """The names with what a house player's level is, for headings and results: Marlow (medium)."""
    names = seat_names(game, words)
    return [f"{name} ({word})" if _is_word(game, word) else name for name, word in zip(names, words, strict=True)]


def _is_word(game: AnyGame, text: str) -> bool:
    """Whether a seat of a record holds the word for a house player, and not a name."""
    try:
        return not read_word(game, text).is_program
    except Refused:
        return False

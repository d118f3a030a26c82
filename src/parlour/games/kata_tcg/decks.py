"""Decks of Kata TCG: ready-made ones, deck files, and the workshop in which players build their own.

A deck is valid if it has twenty known cards and no card exceeds its limit. This is checked whenever a deck is loaded,
saved or brought to a game. It is eligible if the options of a particular game allow all its cards. This is checked when
that game starts.
"""

from __future__ import annotations

import os
import re
import stat
import tempfile
import tomllib
import unicodedata
from collections.abc import Callable, Iterator
from contextlib import suppress
from importlib.resources import files
from pathlib import Path
from typing import Any, Final, NoReturn

import msgspec
import platformdirs

from parlour.core.english import listed
from parlour.core.errors import Refused
from parlour.core.files import kind_of_file
from parlour.games.kata_tcg.pool import POOL, Card, eligible, missing_options

DECK_SIZE: Final = 20
FORMAT: Final = 1
LONGEST_NAME: Final = 40
LONGEST_NOTES: Final = 500
LARGEST_FILE: Final = 64 * 1024

_KEYS: Final = ("format", "name", "notes", "cards")
_REQUIRED: Final = ("format", "name", "cards")
_PREDICATES: Final = ("is ", "has ", "could ", "cannot ", "already ")  # how messages about the file itself begin
_JOINERS: Final = "\u200c\u200d"  # invisible, but part of how some scripts and emoji are spelled
_SUGGESTIONS: Final = 20  # at most this many per file, because finding them takes time

# tomllib takes quadratic time to read a dotted key; no deck has a long one.
_ENDLESS_KEY: Final = re.compile(r"""(?<![\w-])(?:(?:[\w-]+|"[^"\n]*"|'[^'\n]*')[ \t]*\.[ \t]*){33}""")
_POSITION: Final = re.compile(r"\(at line (\d+), column (\d+)\)$")
_LONG_NUMBER: Final = re.compile(r"[0-9][0-9_]{4000}")


class DeckError(msgspec.Struct, frozen=True):
    """One thing wrong with a deck. The message names the file."""

    code: str
    message: str
    source: str = ""
    card: str | None = None
    count: int | None = None
    limit: int | None = None
    suggestion: str | None = None
    options: tuple[str, ...] = ()
    line: int | None = None
    column: int | None = None

    def __str__(self) -> str:
        return self.message

    @property
    def fault(self) -> DeckFault:
        return DeckFault(self.code, self.sentence, self.card)

    @property
    def sentence(self) -> str:
        """The message for somebody looking at this deck: without the file, and with cards by their names."""
        said = self.message.removeprefix(f"{self.source}: ")
        if said.startswith(_PREDICATES):
            said = f"{self.source} {said}"
        elif self.card in POOL and said.startswith(f"{self.card} "):
            said = f"{POOL[str(self.card)].name}{said.removeprefix(str(self.card))}"
        for option in self.options:
            said = said.replace(option, option.replace("_", " "))
        return f"{said[:1].upper()}{said[1:]}" + ("" if said.endswith(("?", ".")) else ".")


class DeckFault(msgspec.Struct, frozen=True):
    """An error as the workshop shows it."""

    code: str
    message: str
    card: str | None


class DeckErrors(Refused):
    """Everything wrong with a deck; `code` is the first error's."""

    def __init__(self, errors: list[DeckError]) -> None:
        super().__init__("\n".join(error.message for error in errors), errors[0].code)
        self.errors = errors
        self.more = {"errors": [error.fault for error in errors]}

    @property
    def codes(self) -> list[str]:
        return [error.code for error in self.errors]


class Deck(msgspec.Struct, frozen=True):
    """A named list of card ids with the number of copies. It may be invalid while somebody is building it."""

    name: str
    notes: str = ""
    cards: dict[str, int] = {}

    @property
    def size(self) -> int:
        return sum(self.cards.values())

    def numbers(self) -> list[int]:
        """The cards' numbers in pool order, copies next to each other, ready for shuffling."""
        return [card.number for card in POOL for _ in range(self.cards.get(card.id, 0))]


class ShelvedDeck(msgspec.Struct, frozen=True):
    """A deck file as the workshop lists it; `deck` is None if the file is not a valid deck."""

    file: str
    name: str
    deck: Deck | None
    errors: tuple[DeckError, ...] = ()

    @property
    def valid(self) -> bool:
        return self.deck is not None


# --- validity ---


def validate_deck(deck: Deck, source: str | None = None) -> list[DeckError]:
    """Everything that keeps the deck from being saved or played, options aside."""
    source = _called(deck) if source is None else source
    return [*_wrong_name(deck.name, source), *_wrong_notes(deck.notes, source), *_wrong_cards(deck.cards, source)]


def check_eligible(
    deck: Deck, healing: bool, minions: bool, drawers: bool, custom_cards: bool, source: str | None = None
) -> list[DeckError]:
    """One `not-eligible` error for each card that these options rule out."""
    source = _called(deck) if source is None else source
    errors = []
    for card in _in_pool_order(deck.cards):
        missing = missing_options(card, healing, minions, drawers, custom_cards)
        if missing:
            options = "option" if len(missing) == 1 else "options"
            message = f"{source}: {card.id} cannot be played without the {options} {listed(missing)}"
            errors.append(DeckError("not-eligible", message, source, card.id, options=tuple(missing)))
    return errors


def playable_cards(
    deck: Deck, healing: bool, minions: bool, drawers: bool, custom_cards: bool, source: str | None = None
) -> list[int]:
    """The numbers of the deck's twenty cards; raises DeckErrors with every reason why it cannot be played here."""
    errors = validate_deck(deck, source) + check_eligible(deck, healing, minions, drawers, custom_cards, source)
    if errors:
        raise DeckErrors(errors)
    return deck.numbers()


def _wrong_name(name: Any, source: str) -> Iterator[DeckError]:
    def wrong(why: str) -> DeckError:
        return DeckError("bad-name", f"{source}: the name {why}", source)

    if not isinstance(name, str):
        yield wrong("must be text in quotes")
    elif not name.strip():
        yield wrong("must not be empty")
    elif len(name.strip()) > LONGEST_NAME:
        yield wrong(f"has {len(name.strip())} characters; at most {LONGEST_NAME} are allowed")
    elif not all(map(_printable, name.strip())):
        yield wrong("must be one line without control characters")
    elif not _slug(name):
        yield wrong("needs at least one letter a-z or digit 0-9, because the file is named after it")


def _printable(character: str) -> bool:
    return character in _JOINERS or unicodedata.category(character) not in ("Cc", "Cf", "Cs", "Zl", "Zp")


def _wrong_notes(notes: Any, source: str) -> Iterator[DeckError]:
    def wrong(why: str) -> DeckError:
        return DeckError("bad-notes", f"{source}: the notes {why}", source)

    if not isinstance(notes, str):
        yield wrong("must be text in quotes")
    elif len(notes) > LONGEST_NOTES:
        yield wrong(f"have {len(notes)} characters; at most {LONGEST_NOTES} are allowed")
    elif any(unicodedata.category(character) == "Cs" for character in notes):
        yield wrong("contain half a character, which cannot be written as UTF-8")


def _wrong_cards(cards: Any, source: str) -> Iterator[DeckError]:
    if not isinstance(cards, dict):
        yield DeckError("bad-cards", f"{source}: cards must be a table [cards] of card ids and copies", source)
        return
    total = suggested = 0
    for card_id, count in cards.items():
        shown = _clip(card_id)
        if card_id not in POOL:
            near = POOL.nearest(card_id) if suggested < _SUGGESTIONS else None
            suggested += 1
            hint = f"; did you mean {near}?" if near else ""
            message = f"{source}: there is no card {shown}{hint}"
            yield DeckError("unknown-card", message, source, card_id, suggestion=near)
        if type(count) is not int or count < 1:
            message = f"{source}: {shown} has {_clip_value(count)} copies; the number must be whole and at least 1"
            yield DeckError("bad-count", message, source, card_id)
            continue
        total += count
        if card_id in POOL and count > POOL[card_id].limit:
            limit = POOL[card_id].limit
            message = f"{source}: {card_id} has {_clip_value(count)} copies; at most {limit} are allowed"
            yield DeckError("over-limit", message, source, card_id, count=count, limit=limit)
    if total != DECK_SIZE:
        cards_word = "card" if total == 1 else "cards"
        message = f"{source}: the deck has {_clip_value(total)} {cards_word} and needs exactly {DECK_SIZE}"
        yield DeckError("wrong-size", message, source, count=total, limit=DECK_SIZE)


def _clip(text: str) -> str:
    """Text from somebody else's file, made fit for one line of a message."""
    short = text if len(text) <= LONGEST_NAME else text[:LONGEST_NAME] + "..."
    return short if re.fullmatch(r"[\w.-]+", short) else repr(short)


def _clip_value(value: Any) -> str:
    if type(value) is int:
        return str(value) if abs(value) < 10**12 else "far too many" if value > 0 else "far too few"
    if isinstance(value, str):
        return repr(value if len(value) <= LONGEST_NAME else value[:LONGEST_NAME] + "...")
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, float):
        return repr(value)
    return "a list of" if isinstance(value, list) else "a table of" if isinstance(value, dict) else "a date for"


def _in_pool_order(cards: dict[str, int]) -> list[Card]:
    return sorted((POOL[card_id] for card_id in cards if card_id in POOL), key=lambda card: card.number)


def _called(deck: Deck) -> str:
    return f"deck {_clip(deck.name) if isinstance(deck.name, str) else '?'}"


def _fail(code: str, message: str, source: str, **more: Any) -> NoReturn:
    raise DeckErrors([DeckError(code, f"{source}: {message}", source, **more)])


# --- the text of a deck file ---


def parse_deck(text: str, source: str = "deck") -> Deck:
    """Read a deck file's text; raises DeckErrors with everything wrong with it."""
    data = _read_toml(text, source)
    errors = [DeckError("missing-key", f"{source}: {_key(k)} is missing", source) for k in _REQUIRED if k not in data]
    for key in data:
        if key not in _KEYS:
            message = f"{source}: {_clip(key)} is not a key of a deck file; the keys are {listed(_KEYS)}"
            errors.append(DeckError("unknown-key", message, source))
    if "format" in data and (type(data["format"]) is not int or data["format"] != FORMAT):
        errors.append(DeckError("bad-format", f"{source}: format must be {FORMAT}, the only one so far", source))
    checks: dict[str, Callable[[Any, str], Iterator[DeckError]]]
    checks = {"name": _wrong_name, "notes": _wrong_notes, "cards": _wrong_cards}
    for key, check in checks.items():
        if key in data:
            errors += check(data[key], source)
    if errors:
        raise DeckErrors(errors)
    cards = {card.id: data["cards"][card.id] for card in _in_pool_order(data["cards"])}
    return Deck(data["name"].strip(), data.get("notes", ""), cards)


def format_deck(deck: Deck) -> str:
    """The canonical text of a valid deck: keys in fixed order, cards in pool order."""
    errors = validate_deck(deck)
    if errors:
        raise DeckErrors(errors)
    lines = [f"format = {FORMAT}", f"name = {_quoted(deck.name.strip())}"]
    if deck.notes:
        lines.append(f"notes = {_quoted(deck.notes)}")
    lines += ["", "[cards]"]
    lines += [f"{card.id} = {deck.cards[card.id]}" for card in _in_pool_order(deck.cards)]
    return "\n".join(lines) + "\n"


def _read_toml(text: str, source: str) -> dict[str, Any]:
    if len(text.encode(errors="surrogatepass")) > LARGEST_FILE:
        _fail("unreadable", f"is larger than {LARGEST_FILE // 1024} KiB", source)
    endless = _ENDLESS_KEY.search(text)
    if endless:
        _bad_syntax("a key with far too many dots", text, endless.start(), source)
    try:
        return tomllib.loads(text)
    except RecursionError:
        _bad_syntax("brackets nested far too deeply", text, _deepest(text), source)
    except tomllib.TOMLDecodeError as error:
        message = str(error)
        position = _POSITION.search(message)
        if not position:  # "(at end of document)"
            _bad_syntax(message.partition(" (at ")[0], text, len(text), source)
        line, column = int(position[1]), int(position[2])
        what = message[: position.start()].strip()
        _fail("bad-syntax", f"line {line}, column {column}: {what}", source, line=line, column=column)
    except ValueError:  # a decimal number so long that Python refuses to read it
        number = _LONG_NUMBER.search(text)
        _bad_syntax("a number with far too many digits", text, number.start() if number else 0, source)


def _bad_syntax(what: str, text: str, position: int, source: str) -> NoReturn:
    line = text.count("\n", 0, position) + 1
    column = position - (text.rfind("\n", 0, position) + 1) + 1
    _fail("bad-syntax", f"line {line}, column {column}: {what}", source, line=line, column=column)


def _deepest(text: str) -> int:
    """Where brackets are nested most deeply; good enough to point at the trouble."""
    depth = most = where = 0
    for position, character in enumerate(text):
        depth += (character in "[{") - (character in "]}")
        if depth > most:
            most, where = depth, position
    return where


def _key(key: str) -> str:
    return "the table [cards]" if key == "cards" else f"the key {key}"


def _quoted(text: str) -> str:
    return f'"{"".join(map(_escaped, text))}"'


def _escaped(character: str) -> str:
    short = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t"}
    if character in short:
        return short[character]
    return f"\\u{ord(character):04X}" if unicodedata.category(character) == "Cc" else character


# --- deck files ---


def deck_folder(folder: str | Path | None = None) -> Path:
    """Where deck files live: the given folder, else under PARLOUR_DATA, else in the platform's data folder."""
    if folder is not None:
        return Path(folder)
    data = os.environ.get("PARLOUR_DATA") or platformdirs.user_data_dir("parlour")
    return Path(data) / "decks" / "kata-tcg"


def file_name(name: str) -> str:
    """The file for a deck with this name: `Ember & Ash` is saved as ember-ash.toml."""
    errors = list(_wrong_name(name, f"deck {_clip(name)}"))
    if errors:
        raise DeckErrors(errors)
    return f"{_slug(name)}.toml"


def load_deck(name: str, folder: str | Path | None = None) -> Deck:
    """The deck with this name (or file name without .toml) from the deck folder."""
    path = _find(name, deck_folder(folder))
    return _load(path, path.name)


def load_deck_file(path: str | Path) -> Deck:
    """The deck in this file, wherever it is."""
    return _load(Path(path), str(path))


def save_deck(deck: Deck, folder: str | Path | None = None, overwrite: bool = False) -> Path:
    """Write a valid deck into the deck folder, all or nothing, and return its path."""
    text = format_deck(deck)
    place = deck_folder(folder)
    path = place / file_name(deck.name)
    if not overwrite and os.path.lexists(path):
        _exists(path)
    temporary: str | None = None
    try:
        place.mkdir(parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(dir=place, prefix=".saving-", suffix=".tmp")
        with os.fdopen(handle, "wb") as file:
            file.write(text.encode())
            file.flush()
            os.fsync(file.fileno())
        # Replaces a symbolic link instead of writing through it.
        if overwrite or not _linked(temporary, path):
            os.replace(temporary, path)
    except OSError as error:
        _fail("write-failed", f"could not be saved: {_reason(error)}", path.name)
    finally:
        if temporary is not None:
            with suppress(OSError):
                os.unlink(temporary)
    return path


def delete_deck(name: str, folder: str | Path | None = None) -> Path:
    """Delete a deck file, valid or not, and return its path."""
    path = _find(name, deck_folder(folder))
    try:
        if stat.S_ISDIR(path.lstat().st_mode):
            _fail("not-found", "is a folder, not a deck file", path.name)
        path.unlink()
    except (FileNotFoundError, NotADirectoryError):
        _fail("not-found", "there is no such deck file", path.name)
    except OSError as error:
        _fail("write-failed", f"could not be deleted: {_reason(error)}", path.name)
    return path


def list_decks(folder: str | Path | None = None) -> list[ShelvedDeck]:
    """Every deck file in the folder by file name, invalid ones with their errors."""
    shelf = []
    for path in _deck_files(deck_folder(folder)):
        try:
            deck = _load(path, path.name)
            shelf.append(ShelvedDeck(path.stem, deck.name, deck))
        except DeckErrors as wrong:
            shelf.append(ShelvedDeck(path.stem, path.stem, None, tuple(wrong.errors)))
    return shelf


def _slug(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")


def _deck_files(place: Path) -> list[Path]:
    try:
        return sorted(path for path in place.iterdir() if path.suffix == ".toml" and not path.name.startswith("."))
    except (FileNotFoundError, NotADirectoryError):
        return []
    except OSError as error:
        _fail("unreadable", f"cannot be opened: {_reason(error)}", "the deck folder")


def _find(name: str, place: Path) -> Path:
    """The file meant by a name. Files put there by hand may have any name, but must be in the folder."""
    for path in _deck_files(place):
        if path.stem == name:
            return path
    return place / file_name(name)


def _load(path: Path, source: str) -> Deck:
    return parse_deck(_read(path, source), source)


def _read(path: Path, source: str) -> str:
    try:
        mode = path.stat().st_mode
        if stat.S_ISDIR(mode):
            _fail("not-found", "is a folder, not a deck file", source)
        if not stat.S_ISREG(mode):  # reading a pipe could block for ever
            _fail("unreadable", f"is {kind_of_file(mode)}, not a deck file", source)
        with path.open("rb") as file:
            content = file.read(LARGEST_FILE + 1)
    except (FileNotFoundError, NotADirectoryError):
        _fail("not-found", "there is no such deck file", source)
    except (OSError, ValueError) as error:  # ValueError: a path with a NUL in it
        _fail("unreadable", f"cannot be read: {_reason(error)}", source)
    if len(content) > LARGEST_FILE:
        _fail("unreadable", f"is larger than {LARGEST_FILE // 1024} KiB", source)
    try:
        return content.decode("utf-8-sig")  # some editors start a file with a byte order mark
    except UnicodeDecodeError as error:
        _fail("unreadable", f"is not UTF-8 text (byte {error.start})", source)


def _linked(temporary: str, path: Path) -> bool:
    """Name the finished file unless somebody took the name meanwhile; False if the file system has no links."""
    try:
        os.link(temporary, path)
    except FileExistsError:
        _exists(path)
    except OSError:
        return False
    return True


def _exists(path: Path) -> NoReturn:
    _fail("exists", "already exists; choose another name or overwrite it", path.name)


def _reason(error: Exception) -> str:
    return (error.strerror if isinstance(error, OSError) else None) or str(error)


# --- ready-made decks ---


def _ready_decks(text: str) -> dict[str, Deck]:
    decks = {key: msgspec.convert(table, Deck) for key, table in tomllib.loads(text).items()}
    errors = [error for key, deck in decks.items() for error in validate_deck(deck, f"decks.toml: {key}")]
    if errors:
        raise DeckErrors(errors)
    return decks


READY: Final = _ready_decks((files("parlour.games.kata_tcg") / "decks.toml").read_text("utf-8"))


def default_deck(drawers: bool, custom_cards: bool) -> str:
    """The ready-made deck for a side that brings none."""
    return ("motley" if custom_cards else "basic") + ("-drawers" if drawers else "")


def ready_deck(key: str) -> Deck:
    """A ready-made deck by its key."""
    if key not in READY:
        _fail("not-found", f"no ready-made deck has this name; choose from {', '.join(READY)}", f"deck {_clip(key)}")
    return READY[key]


def find_deck(name: str, folder: str | Path | None = None) -> Deck:
    """The ready-made deck with this key, else the deck of that name in the folder."""
    return READY[name] if name in READY else load_deck(name, folder)


# --- the workshop ---


def copy_deck(key: str, name: str, folder: str | Path | None = None, overwrite: bool = False) -> Path:
    """Save a ready-made deck under a new name, as a starting point."""
    return save_deck(renamed(ready_deck(key), name), folder, overwrite)


def renamed(deck: Deck, name: str) -> Deck:
    return Deck(name, deck.notes, dict(deck.cards))


def list_pool(
    healing: bool = True, minions: bool = True, drawers: bool = True, custom_cards: bool = True
) -> list[Card]:
    """The cards that these options allow, in pool order."""
    return [card for card in POOL if eligible(card, healing, minions, drawers, custom_cards)]


def add_card(deck: Deck, card_id: str) -> Deck:
    """The deck with one more copy; size and limits are checked only when it is saved or played."""
    if card_id not in POOL:
        raise DeckErrors([e for e in _wrong_cards({card_id: 1}, _called(deck)) if e.code == "unknown-card"])
    return _with_copies(deck, card_id, deck.cards.get(card_id, 0) + 1)


def remove_card(deck: Deck, card_id: str) -> Deck:
    """The deck with one copy fewer."""
    if card_id not in deck.cards:
        _fail("bad-count", f"has no {_clip(card_id)} to remove", _called(deck), card=card_id)
    return _with_copies(deck, card_id, deck.cards[card_id] - 1)


def _with_copies(deck: Deck, card_id: str, copies: int) -> Deck:
    cards = {**deck.cards, card_id: copies}
    if copies < 1:
        del cards[card_id]
    ordered = sorted(cards, key=lambda known: POOL[known].number if known in POOL else len(POOL))
    return Deck(deck.name, deck.notes, {known: cards[known] for known in ordered})

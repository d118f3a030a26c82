"""Loading a lot: reads the well-known XML board and card files, tolerant of how files in the wild differ.

    board, notes = read_files("board.xml", "cards.xml")     # a Board for DeadwoodOptions(board=…)
    print(check_files(["board.xml", "cards.xml"]))          # what is in them and what is wrong, line by line

Every problem names the file, the line and what was expected. A file with a mistake is not used at all.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final, Literal
from xml.parsers import expat

import msgspec

from parlour.core.errors import Refused
from parlour.core.files import read_file
from parlour.games.deadwood import codes
from parlour.games.deadwood.board import (
    MOST_LETTERS,
    MOST_PRICE,
    MOST_TEXT,
    STANDARD_PRICES,
    Board,
    FilmSet,
    Place,
    Price,
    Role,
    Scene,
    Yard,
    check_board,
    unreachable,
)

LARGEST_FILE: Final = 2 * 1024 * 1024
DEEPEST: Final = 12
MOST_ELEMENTS: Final = 20_000
MOST_DAYS: Final = 4  # of a standard game, to judge whether the deck is large enough

TRAILER_NAMES: Final = ("trailer", "trailers")
OFFICE_NAMES: Final = ("office", "castingoffice")
SPELLINGS: Final = {"neighbour": "neighbor", "neighbours": "neighbors"}
CURRENCIES: Final = {"dollar": "dollars", "dollars": "dollars", "credit": "credits", "credits": "credits"}


class Note(msgspec.Struct, frozen=True):
    """A remark about a file: a mistake, which rules it out, or a warning."""

    file: str
    line: int
    level: Literal["mistake", "warning"]
    text: str

    def __str__(self) -> str:
        if not self.line:  # about the whole file, which the text names
            return self.text
        return f"{self.file}, line {self.line}: {'' if self.level == 'mistake' else 'warning: '}{self.text}"


class BadFiles(Refused):
    """Files that cannot be played; `notes` has everything found in them."""

    def __init__(self, notes: Sequence[Note]) -> None:
        mistakes = [note for note in notes if note.level == "mistake"]
        more = f" (and {len(mistakes) - 1} more)" if len(mistakes) > 1 else ""
        super().__init__(f"{mistakes[0]}{more}", "bad-board")
        self.notes = list(notes)
        self.more = {"notes": self.notes}


class Report(msgspec.Struct, frozen=True):
    """The result of `parlour deadwood check`: what each file holds, and all remarks about it."""

    summary: list[str]
    notes: list[Note]
    board: Board | None = None  # if a board and its cards were given and both are valid

    @property
    def good(self) -> bool:
        return not any(note.level == "mistake" for note in self.notes)

    def __str__(self) -> str:
        return "\n".join([*self.summary, *map(str, self.notes)])


def _key(name: str) -> str:
    """Area names are compared ignoring case and blanks."""
    return "".join(name.split()).casefold()


def _yard_kind(name: str) -> str | None:
    key = _key(name)
    return "trailer" if key in TRAILER_NAMES else "office" if key in OFFICE_NAMES else None


# --- XML with line numbers, safely ---


class Element:
    """An XML element, the line it begins on, and its text with white space collapsed.

    Tags and attributes may be in upper or lower case. Files in the wild write `<Trailers>` as well as `<trailer>`.
    """

    def __init__(self, tag: str, attributes: dict[str, str], line: int) -> None:
        plain = tag.casefold()
        self.tag = _yard_kind(plain.replace("-", "").replace("_", "")) or SPELLINGS.get(plain, plain)
        self.attributes = {name.casefold(): value for name, value in attributes.items()}
        self.line = line
        self.children: list[Element] = []
        self._text: list[str] = []

    @property
    def text(self) -> str:
        return " ".join("".join(self._text).split())

    def get(self, name: str) -> str | None:
        """An attribute with its blanks collapsed; None if it is missing."""
        value = self.attributes.get(name)
        return None if value is None else " ".join(value.split())

    def all(self, tag: str) -> list[Element]:
        return [child for child in self.children if child.tag == tag]

    def inside(self, wrapper: str, tag: str) -> list[Element]:
        """The child elements with this tag, with or without a wrapper (`parts` around `part`)."""
        found = []
        for child in self.children:
            if child.tag == tag:
                found.append(child)
            elif child.tag == wrapper:
                found += child.all(tag)
        return found


class _Stop(Exception):
    """Raised at the first thing that is not acceptable XML."""

    def __init__(self, line: int, text: str) -> None:
        super().__init__(text)
        self.line = line
        self.text = text


def parse(data: bytes) -> Element:
    """The root element. Refuses DOCTYPE, entities, and excessive depth or size."""
    if len(data) > LARGEST_FILE:
        raise _Stop(1, f"the file has {len(data)} bytes; at most {LARGEST_FILE} are read")
    parser = expat.ParserCreate()
    parser.buffer_text = True
    stack: list[Element] = []
    roots: list[Element] = []
    elements = 0

    def line() -> int:
        return int(parser.CurrentLineNumber)

    def start(tag: str, attributes: dict[str, str]) -> None:
        nonlocal elements
        elements += 1
        if elements > MOST_ELEMENTS:
            raise _Stop(line(), f"more than {MOST_ELEMENTS} elements")
        if len(stack) >= DEEPEST:
            raise _Stop(line(), f"<{tag[:40]}> is nested more than {DEEPEST} deep")
        element = Element(tag, attributes, line())
        if stack:
            stack[-1].children.append(element)
        else:
            roots.append(element)
        stack.append(element)

    def end(tag: str) -> None:
        stack.pop()

    def letters(text: str) -> None:
        if stack:
            stack[-1]._text.append(text)

    def doctype(name: str, *_: object) -> None:
        raise _Stop(line(), "a DOCTYPE is not allowed; expected <board> or <cards> first")

    def entity(name: str, *_: object) -> None:
        raise _Stop(line(), f"an entity ({name[:40]}) is not allowed; expected plain text")

    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.CharacterDataHandler = letters
    parser.StartDoctypeDeclHandler = doctype
    parser.EntityDeclHandler = entity
    parser.SkippedEntityHandler = entity
    parser.ExternalEntityRefHandler = None
    try:
        parser.Parse(data, True)
    except expat.ExpatError as error:
        what = expat.errors.messages[error.code]
        raise _Stop(int(error.lineno), f"this is not well-formed XML ({what}); expected matching tags") from None
    except (LookupError, ValueError):  # an unknown encoding
        raise _Stop(line(), "the file's encoding is not known; expected UTF-8") from None
    return roots[0]


# --- reading with notes ---


class Reader:
    """Reads one file and collects remarks, so that all mistakes are reported together."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.notes: list[Note] = []

    @property
    def failed(self) -> bool:
        return any(note.level == "mistake" for note in self.notes)

    def mistake(self, where: Element | int, text: str) -> None:
        line = where if isinstance(where, int) else where.line
        self.notes.append(Note(self.file, line, "mistake", text + "."))

    def warn(self, where: Element, text: str) -> None:
        self.notes.append(Note(self.file, where.line, "warning", text + "."))

    def root(self, data: bytes, wanted: str) -> Element | None:
        try:
            found = parse(data)
        except _Stop as stop:
            self.mistake(stop.line, stop.text)
            return None
        if found.tag != wanted:
            self.mistake(found, f"the root element is <{found.tag[:40]}>; expected <{wanted}>")
            return None
        return found

    def whole_number(self, element: Element, name: str, low: int, high: int, what: str) -> int:
        """A whole number from an attribute; notes a mistake and returns the lowest allowed one if it is invalid."""
        value = element.get(name)
        expected = f"a whole number from {low} to {high}" if high < MOST_PRICE else f"a whole number of at least {low}"
        if value is None:
            self.mistake(element, f"{what} has no {name}; expected {expected}")
            return low
        if not (value.isascii() and value.isdigit() and len(value) <= 9 and low <= int(value) <= high):
            self.mistake(element, f"{what} has {name} {value[:20]!r}; expected {expected}")
            return low
        return int(value)

    def label(self, element: Element, name: str) -> str:
        value = element.get(name) or ""
        if len(value) > MOST_LETTERS:
            self.warn(element, f"a {name} of {len(value)} letters is cut to {MOST_LETTERS}")
        return value[:MOST_LETTERS]

    def place(self, element: Element) -> Place | None:
        """The `area` of an element. It is only for drawing, so an invalid one is ignored with a warning."""
        areas = element.all("area")
        if not areas:
            return None
        numbers = []
        for name in ("x", "y", "w", "h"):
            value = areas[0].get(name) or ""
            digits = value.removeprefix("-")
            low = 1 if name in "wh" else -10000
            if not (digits.isascii() and digits.isdigit() and len(digits) <= 5 and low <= int(value) <= 10000):
                self.warn(
                    areas[0],
                    f"this area has {name} {value[:20]!r}, which is not a pixel coordinate; the area is ignored",
                )
                return None
            numbers.append(int(value))
        return Place(*numbers)

    def roles(self, owner: Element, what: str) -> list[Role]:
        parts = owner.inside("parts", "part")
        if len(parts) > codes.MOST_ROLES:
            self.mistake(parts[codes.MOST_ROLES], f"{what} has {len(parts)} parts; expected at most {codes.MOST_ROLES}")
            return []
        roles = []
        for part in parts:
            name = self.label(part, "name")
            called = f"part {name!r} of {what}" if name else f"a part of {what}"
            rank = self.whole_number(part, "level", 1, codes.TOP_RANK, called)
            line = " ".join(line.text for line in part.all("line"))
            roles.append(Role(rank, name, line[:MOST_TEXT], self.place(part)))
        return roles


class _Lot(msgspec.Struct):
    """A board file as read: everything but the scenes."""

    name: str
    sets: list[FilmSet]
    trailer: Yard
    office: Yard
    prices: list[Price]


def _read_board(reader: Reader, root: Element) -> _Lot | None:
    sets: list[Element] = []
    yards: dict[str, list[Element]] = {"trailer": [], "office": []}
    areas = [area for child in root.children for area in (child.children if child.tag == "sets" else [child])]
    for child in areas:
        if child.tag in yards:
            inner = child.all(child.tag)  # <trailers> around one <trailer>
            yards[child.tag] += inner or [child]
        elif child.tag == "set":
            kind = _yard_kind(child.get("name") or "")
            if kind is not None and not child.inside("takes", "take"):
                yards[kind].append(child)
            else:
                sets.append(child)
    for kind, found in yards.items():
        if not found:
            reader.mistake(root, f"the board has no <{kind}>; expected exactly one")
        for extra in found[1:]:
            reader.mistake(extra, f"a second <{kind}>; expected exactly one (the first is on line {found[0].line})")
        for element in found:
            name = element.get("name")
            if name and _yard_kind(name) != kind:
                reader.warn(element, f"the <{kind}> is called {name[:40]!r} here; neighbours must call it {kind}")
    if len(sets) < 2:
        reader.mistake(root, f"the board has {len(sets)} <set>; expected at least 2")
    if len(sets) > codes.MOST_SETS:
        reader.mistake(sets[codes.MOST_SETS], f"the board has {len(sets)} sets; expected at most {codes.MOST_SETS}")
    ids = _set_ids(reader, sets)
    links = _links(reader, sets, yards, ids)
    film_sets = [_film_set(reader, element, f"s{n:02}", links) for n, element in enumerate(sets, start=1)]
    prices = _prices(reader, yards["office"][0]) if yards["office"] else []
    if reader.failed:
        return None
    lost = unreachable(links)
    for area in lost:
        element = yards[area][0] if area in yards else sets[int(area[1:]) - 1]
        name = element.get("name") or area
        reader.mistake(
            element, f"{name[:40]!r} cannot be reached from the trailer; expected a path of neighbours to it"
        )
    if lost:
        return None

    def yard(kind: str, usual: str) -> Yard:
        element = yards[kind][0]
        return Yard(reader.label(element, "name") or usual, links[kind], reader.place(element))

    name = reader.label(root, "name")
    return _Lot(name, film_sets, yard("trailer", "Trailers"), yard("office", "Casting Office"), prices)


def _set_ids(reader: Reader, sets: list[Element]) -> dict[str, str]:
    """From the key of a set's name to its id."""
    ids: dict[str, str] = {}
    lines: dict[str, int] = {}
    for number, element in enumerate(sets, start=1):
        name = element.get("name")
        if not name:
            reader.mistake(element, "this <set> has no name; expected one that no other set has")
            continue
        key = _key(name)
        kind = _yard_kind(name)
        if kind is not None:
            reader.mistake(
                element, f"a set with takes is called {name[:40]!r}; expected a name other than the {kind}'s"
            )
        elif key in ids:
            reader.mistake(
                element, f"a second set {name[:40]!r}; expected another name (the first is on line {lines[key]})"
            )
        else:
            ids[key] = f"s{number:02}"
            lines[key] = element.line
    return ids


def _links(
    reader: Reader, sets: list[Element], yards: dict[str, list[Element]], ids: dict[str, str]
) -> dict[str, list[str]]:
    """The neighbours of each area; every path leads both ways."""
    owners = {f"s{n:02}": element for n, element in enumerate(sets, start=1)}
    owners.update({kind: found[0] for kind, found in yards.items() if found})
    links: dict[str, list[str]] = {area: [] for area in owners}
    lines: dict[tuple[str, str], Element] = {}
    for area, owner in owners.items():
        name = owner.get("name") or f"the {area}"
        for link in owner.inside("neighbors", "neighbor"):
            wanted = link.get("name")
            if not wanted:
                reader.mistake(link, f"a neighbour of {name[:40]!r} has no name; expected the name of an area")
                continue
            other = _yard_kind(wanted) or ids.get(_key(wanted))
            if other is None or other not in links:
                known = ", ".join([*(s.get("name") or "" for s in sets), "trailer", "office"])
                reader.mistake(
                    link,
                    f"{name[:40]!r} has a neighbour {wanted[:40]!r} that is not on the board; expected one of {known}",
                )
            elif other == area:
                reader.warn(link, f"{name[:40]!r} is its own neighbour; this is ignored")
            elif other in links[area]:
                reader.warn(link, f"{name[:40]!r} names its neighbour {wanted[:40]!r} twice; once is enough")
            else:
                links[area].append(other)
                lines[area, other] = link
    for (area, other), link in lines.items():
        if area not in links[other]:
            here, there = (owners[a].get("name") or f"the {a}" for a in (area, other))
            reader.warn(link, f"{here[:40]!r} leads to {there[:40]!r}, but not back; the way back is added")
            links[other].append(area)
    return links


def _film_set(reader: Reader, element: Element, area: str, links: dict[str, list[str]]) -> FilmSet:
    name = reader.label(element, "name")
    what = f"set {name!r}"
    takes = element.inside("takes", "take")
    if not 1 <= len(takes) <= 3:
        reader.mistake(element, f"{what} has {len(takes)} takes; expected 1 to 3")
    elif sorted(take.get("number") or "" for take in takes) != [str(n + 1) for n in range(len(takes))]:
        reader.warn(takes[0], f"the takes of {what} are not numbered 1 to {len(takes)}; they are counted instead")
    roles = reader.roles(element, what)
    return FilmSet(area, name, links[area], min(3, max(1, len(takes))), roles, reader.place(element))


def _prices(reader: Reader, office: Element) -> list[Price]:
    upgrades = office.inside("upgrades", "upgrade")
    if not upgrades and not office.all("upgrades"):
        reader.warn(office, "the office has no <upgrades>; the standard prices are used")
        return list(STANDARD_PRICES)
    table: dict[int, dict[str, int]] = {}
    for upgrade in upgrades:
        before = len(reader.notes)
        rank = reader.whole_number(upgrade, "level", 2, codes.TOP_RANK, "an upgrade")
        price = reader.whole_number(upgrade, "amt", 1, MOST_PRICE, "an upgrade")
        word = upgrade.get("currency")
        if word is None:
            reader.mistake(upgrade, "an upgrade has no currency; expected dollar or credit")
            continue
        currency = CURRENCIES.get(word.lower())
        if currency is None:
            reader.mistake(upgrade, f"an upgrade has the currency {word[:20]!r}; expected dollar or credit")
            continue
        if len(reader.notes) > before:
            continue
        if currency in table.setdefault(rank, {}):
            reader.mistake(upgrade, f"rank {rank} is priced in {currency} a second time; expected each pair once")
            continue
        table[rank][currency] = price
    return [Price(rank, table[rank].get("dollars"), table[rank].get("credits")) for rank in sorted(table)]


def _read_cards(reader: Reader, root: Element) -> list[Scene] | None:
    cards = root.all("card")
    if len(cards) > codes.MOST_CARDS:
        reader.mistake(cards[codes.MOST_CARDS], f"there are {len(cards)} cards; expected at most {codes.MOST_CARDS}")
        return None
    if not cards:
        reader.mistake(root, "there is no <card>; expected as many as there are sets")
        return None
    scenes = []
    for number, card in enumerate(cards, start=1):
        title = reader.label(card, "name")
        what = f"card c{number:02}" + (f" {title!r}" if title else "")
        budget = reader.whole_number(card, "budget", 2, 6, what)
        roles = reader.roles(card, what)
        if not card.inside("parts", "part"):
            reader.mistake(card, f"{what} has no part; expected at least one role")
        texts = card.all("scene")
        text = " ".join(scene.text for scene in texts)[:MOST_TEXT]
        shown = texts[0].get("number") if texts else None
        scene_number = int(shown) if shown and shown.isascii() and shown.isdigit() and len(shown) <= 5 else None
        if not reader.failed:
            scenes.append(Scene(budget, roles, title, text, scene_number, reader.label(card, "img")))
    return None if reader.failed else scenes


def _join(lot: _Lot, scenes: list[Scene], cards: Reader, root: Element) -> Board | None:
    if len(scenes) < len(lot.sets):
        cards.mistake(root, f"there are {len(scenes)} cards; expected at least {len(lot.sets)}, one for each set")
        return None
    if len(scenes) < len(lot.sets) * MOST_DAYS:
        cards.warn(
            root,
            f"{len(scenes)} cards are fewer than {len(lot.sets)} sets on {MOST_DAYS} days need; used ones come back",
        )
    board = Board(lot.sets, lot.trailer, lot.office, lot.prices, scenes, lot.name)
    check_board(board)
    return board


# --- the public functions ---


def read_texts(
    board: bytes, cards: bytes, board_file: str = "board.xml", cards_file: str = "cards.xml"
) -> tuple[Board, list[Note]]:
    """A lot from the contents of a board and a card file, with warnings; raises BadFiles if it cannot be played."""
    board_reader, cards_reader = Reader(board_file), Reader(cards_file)
    board_root, cards_root = board_reader.root(board, "board"), cards_reader.root(cards, "cards")
    lot = _read_board(board_reader, board_root) if board_root is not None else None
    scenes = _read_cards(cards_reader, cards_root) if cards_root is not None else None
    joined = None
    if lot is not None and scenes is not None and cards_root is not None:
        joined = _join(lot, scenes, cards_reader, cards_root)
    notes = [*board_reader.notes, *cards_reader.notes]
    if joined is None:
        raise BadFiles(notes)
    return joined, notes


def read_files(board: str | Path, cards: str | Path) -> tuple[Board, list[Note]]:
    """A lot from a board file and a card file, with warnings; raises BadFiles if it cannot be played."""
    return read_texts(read_file(board, LARGEST_FILE), read_file(cards, LARGEST_FILE), str(board), str(cards))


def check_files(paths: Iterable[str | Path]) -> Report:
    """Report what files hold and what is wrong or odd; a board and its cards are also checked together."""
    summary: list[str] = []
    notes: list[Note] = []
    lots: list[_Lot] = []
    decks: list[tuple[list[Scene], Reader, Element]] = []
    for path in paths:
        reader = Reader(str(path))
        root = None
        try:
            root = parse(read_file(path, LARGEST_FILE))
        except _Stop as stop:
            reader.mistake(stop.line, stop.text)
        except Refused as refusal:
            notes.append(Note(str(path), 0, "mistake", refusal.text))
            continue
        if root is None:
            summary.append(f"{path}: not readable XML.")
        elif root.tag == "board":
            lot = _read_board(reader, root)
            summary.append(f"{path}: {_say_lot(lot) if lot else 'a board that cannot be played'}.")
            if lot is not None:
                lots.append(lot)
        elif root.tag == "cards":
            scenes = _read_cards(reader, root)
            summary.append(f"{path}: {_say_deck(scenes) if scenes else 'cards that cannot be played'}.")
            if scenes is not None:
                decks.append((scenes, reader, root))
        else:
            summary.append(f"{path}: neither a board nor cards.")
            reader.mistake(root, f"the root element is <{root.tag[:40]}>; expected <board> or <cards>")
        notes += reader.notes
    board = None
    if len(lots) == 1 and len(decks) == 1:
        scenes, reader, root = decks[0]
        before = len(reader.notes)
        board = _join(lots[0], scenes, reader, root)
        notes += reader.notes[before:]
        if board is not None:
            summary.append("Together they can be played.")
    return Report(summary, notes, board)


def _say_lot(lot: _Lot) -> str:
    takes = sum(s.takes for s in lot.sets)
    extras = sum(len(s.roles) for s in lot.sets)
    links = sum(len(s.neighbours) for s in lot.sets) + len(lot.trailer.neighbours) + len(lot.office.neighbours)
    prices = sum((p.dollars is not None) + (p.credits is not None) for p in lot.prices)
    name = f"the board {lot.name!r}" if lot.name else "a board"
    return f"{name} with {len(lot.sets)} sets, {takes} takes, {extras} extras, {links // 2} paths and {prices} prices"


def _say_deck(scenes: list[Scene]) -> str:
    roles = sum(len(scene.roles) for scene in scenes)
    return f"{len(scenes)} cards with {roles} roles"

"""The card pool of MonoGwent: the printed cards, their number of copies, and the decks of the factions."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from importlib.resources import files
from typing import Any, Final

import msgspec

ROWS: Final = ("Melee", "Ranged", "Siege")
NEUTRAL: Final = "Neutral"
LARGEST_DECK: Final = 80

_DATA: Final[dict[str, Any]] = tomllib.loads(files(__package__).joinpath("cards.toml").read_text(encoding="utf-8"))


class Type(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The text and worth that all cards of a type share."""

    name: str
    text: str = ""
    without_rows: str = ""  # the text of a card without rows
    worth: int = 0


class Effect(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A built-in effect; the last one runs a card script."""

    name: str
    text: str = ""
    worth: int = 0
    leader: int = 0


def _read_effects(entries: list[dict[str, Any]]) -> dict[str, Effect]:
    """By name; an entry with `{row}` becomes one effect for each row."""
    effects = {"": Effect("")}
    for entry in entries:
        for row in ROWS if "{row}" in entry["name"] else ("",):
            worded = {key: one.format(row=row) if isinstance(one, str) else one for key, one in entry.items()}
            effect = msgspec.convert(worded, Effect)
            effects[effect.name] = effect
    return effects


_TYPES: Final = {entry["name"]: msgspec.convert(entry, Type) for entry in _DATA["type"]}
_EFFECTS: Final = _read_effects(_DATA["effect"])
TYPES: Final = tuple(_TYPES)
EFFECTS: Final = tuple(_EFFECTS)


def check_numbers(words: Sequence[str], numbers: Mapping[str, int]) -> None:
    """The rules refer to types and effects by number: cards.toml must list exactly these, in this order."""
    if list(words) != sorted(numbers, key=lambda word: numbers[word]):
        raise ValueError(f"cards.toml lists {', '.join(words)}; the rules know {numbers}")


class Card(msgspec.Struct, frozen=True, kw_only=True):
    """A card as printed. `rows` are row numbers in the order of declaration."""

    number: int  # index in the pool
    name: str
    type: str
    faction: str
    power: int = 0
    rows: tuple[int, ...] = ()
    effect: str = ""
    slot: str = ""
    text: str = ""
    flavour: str = ""
    image: str = ""  # the picture that a script chose; built-in cards have their own

    @property
    def copies(self) -> int:
        """How many copies a deck holds (section 4)."""
        if self.type != "Silver" or (self.power >= 6 and self.effect):
            return 1
        if self.power <= 3 or (self.power <= 5 and not self.effect):
            return 3
        return 2

    @property
    def worth(self) -> int:
        """The value of this card in hand, in tenths of a point."""
        effect = _EFFECTS[self.effect]
        if self.type == "Leader":
            return effect.leader
        return 10 * self.power + _TYPES[self.type].worth + effect.worth


class Pool:
    """All cards in pool order: Neutral, the factions, then those of a script. Immutable and shared."""

    def __init__(self, cards: tuple[Card, ...], mottos: dict[str, str]) -> None:
        self.cards: Final = cards
        self.by_name: Final = {card.name: card for card in cards}
        self.mottos: Final = mottos
        self.leaders: Final = {card.faction: card for card in cards if card.type == "Leader"}
        self.factions: Final = list(self.leaders)  # those with a leader, and so with a deck

    def deck(self, faction: str) -> list[Card]:
        """Every copy in this faction's deck, in order before the first shuffle."""
        return [
            card
            for card in self.cards
            if card.faction in (faction, NEUTRAL) and card.type != "Leader"
            for _ in range(card.copies)
        ]

    def plus(self, cards: tuple[Card, ...]) -> Pool:
        """This pool, followed by the cards of a script."""
        return Pool((*self.cards, *cards), self.mottos)

    def __reduce__(self) -> str | tuple[Any, ...]:
        """The printed pool is pickled by its name, and so is the part of a larger one that it forms."""
        return "POOL" if self is POOL else (POOL.plus, (self.cards[len(POOL.cards) :],))


def describe(type: str, effect: str, rows: tuple[int, ...]) -> str:
    """The text printed on a card for its type and its built-in effect."""
    kind = _TYPES[type]
    named = " or ".join(ROWS[one] for one in sorted(rows))
    row, yours = f"the {named} row", f"your {named} row"
    if len(rows) in (0, len(ROWS)):
        row, yours = "any one row", "any one of your rows"
    text = kind.without_rows if kind.without_rows and not rows else kind.text.format(row=row, yours=yours)
    return " ".join(part for part in (text, _EFFECTS[effect].text) if part)


def _read_pool(factions: list[dict[str, Any]]) -> Pool:
    cards: list[Card] = []
    mottos: dict[str, str] = {}
    for faction in factions:
        mottos[faction["name"]] = faction["motto"]
        for entry in faction["card"]:
            rows = tuple(ROWS.index(row) for row in entry.get("rows", ()))
            effect = entry.get("effect", "")
            card = Card(
                number=len(cards),
                name=entry["name"],
                type=TYPES[TYPES.index(entry["type"])],
                faction=faction["name"],
                power=entry.get("power", 0),
                rows=rows,
                effect=EFFECTS[EFFECTS.index(effect)],
                slot=entry["slot"],
                text=describe(entry["type"], effect, rows),
                flavour=entry["flavour"],
            )
            cards.append(card)
    return Pool(tuple(cards), mottos)


POOL: Final = _read_pool(_DATA["faction"])

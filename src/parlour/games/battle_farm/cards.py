"""What is printed on the cards, beds and classes of Battle Farm."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Final

import msgspec

COLOURS: Final = ("red", "green", "yellow")  # in the order of the question for a colour


class Rarity(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    grade: int
    price: int
    timer: int


class Card(msgspec.Struct, frozen=True, kw_only=True):
    """A crop or action card. The value of an action card is its cost in fertilizers."""

    number: int
    id: str
    name: str
    rarity: str
    grade: int
    price: int
    copies: int
    value: int
    text: str
    brief: str  # the text in as few words as a small card has room for
    group: str = ""  # the colour of a crop; action cards have none
    timer: int = 0
    coins_per_turn: float = 0.0  # what a crop earns for each turn in its bed, by its printed numbers; no rule uses it
    ability: str = ""
    when: str = ""

    @property
    def is_crop(self) -> bool:
        return bool(self.group)


class Bed(msgspec.Struct, frozen=True, kw_only=True):
    number: int
    id: str
    name: str
    text: str
    brief: str


class Class(msgspec.Struct, frozen=True, kw_only=True):
    """A class with the one card that only it has."""

    number: int
    id: str
    name: str
    beds: tuple[str, ...]
    bonus: str
    card: str
    card_name: str
    cost: int
    once_per: str  # turn or game
    text: str


def shown(id: str) -> str:
    """The name that players read: `trellis_bed` is Trellis Bed."""
    return id.replace("_", " ").title()


_PRINTED: Final = tomllib.loads((files("parlour.games.battle_farm") / "cards.toml").read_text("utf-8"))

RARITIES: Final = {id: msgspec.convert(table, Rarity) for id, table in _PRINTED["rarities"].items()}


def _cards() -> tuple[Card, ...]:
    cards: list[Card] = []
    for id, table in [*_PRINTED["crops"].items(), *_PRINTED["actions"].items()]:
        rarity = RARITIES[table["rarity"]]
        fields: dict[str, object] = {
            "number": len(cards),
            "id": id,
            "name": shown(id),
            "grade": rarity.grade,
            "price": rarity.price,
        }
        if "group" in table:
            fields["timer"] = rarity.timer
            fields["coins_per_turn"] = (table["value"] - rarity.price) / rarity.timer
        cards.append(msgspec.convert({**fields, **table}, Card))
    return tuple(cards)


CARDS: Final = _cards()
CARD: Final = {card.id: card for card in CARDS}
BEDS: Final = tuple(Bed(number=i, id=id, **table) for i, (id, table) in enumerate(_PRINTED["beds"].items()))
BED: Final = {bed.id: bed for bed in BEDS}
CLASSES: Final = tuple(
    msgspec.convert({"number": i, "id": id, "name": shown(id), "card_name": shown(table["card"]), **table}, Class)
    for i, (id, table) in enumerate(_PRINTED["classes"].items())
)
CLASS: Final = {c.id: c for c in CLASSES}
# Everything that can be named as the source of an effect: the cards, then the class cards.
SOURCES: Final = (*(card.id for card in CARDS), *(c.card for c in CLASSES))
SOURCE_NAMES: Final = (*(card.name for card in CARDS), *(c.card_name for c in CLASSES))

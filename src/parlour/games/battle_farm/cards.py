"""What is printed on the cards, beds and classes of Battle Farm."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from importlib.resources import files
from typing import Final, Literal

import msgspec

COLOURS: Final = ("red", "green", "yellow")  # in the order of the question for a colour
# The limits of a packed position: six bits for a crop in a bed (one value means none), three for a bed's type.
MOST_CARDS: Final = 63
MOST_BEDS: Final = 8
MOST_BONUS_CARDS: Final = 2


class Rarity(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    grade: int
    price: int
    timer: int


class Card(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
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
    brief: str  # the text, short enough for a small card
    group: str = ""  # the colour of a crop; action cards have none
    timer: int = 0
    coins_per_turn: float = 0.0  # what a crop earns per turn by its printed numbers; no rule uses it
    ability: str = ""
    when: str = ""

    @property
    def is_crop(self) -> bool:
        return bool(self.group)


class Bed(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A type of bed, and its benefit for the crops that suit it."""

    number: int
    id: str
    name: str
    text: str
    brief: str
    coins: int = 0
    sooner: int = 0
    colour: str = ""
    rarity: str = ""

    def suits(self, card: Card) -> bool:
        if not card.is_crop or (self.colour and card.group != self.colour):
            return False
        return not self.rarity or card.grade >= RARITIES[self.rarity].grade


class BonusCards(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """This many crop or action cards of a rarity, each of a random kind."""

    count: int
    rarity: str
    crops: bool

    @property
    def kinds(self) -> list[int]:
        return [card.number for card in CARDS if card.rarity == self.rarity and card.is_crop == self.crops]


class Class(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A class with the one card that only it has."""

    number: int
    id: str
    name: str
    beds: tuple[str, ...]
    bonus: str
    card: str
    card_name: str
    cost: int
    once_per: Literal["turn", "game"]
    text: str
    coins: int = 0
    fertilizers: int = 0
    bonus_cards: BonusCards | None = None


class WinLimit(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    base: int
    per_player: int


def shown(id: str) -> str:
    """The name players see: `trellis_bed` is Trellis Bed."""
    return id.replace("_", " ").title()


_PRINTED: Final = tomllib.loads((files("parlour.games.battle_farm") / "cards.toml").read_text("utf-8"))

VERSION: Final[int] = _PRINTED["version"]
WIN_LIMIT: Final = msgspec.convert(_PRINTED["win_limit"], WinLimit)
RARITIES: Final = {id: msgspec.convert(table, Rarity) for id, table in _PRINTED["rarities"].items()}


def _cards() -> tuple[Card, ...]:
    cards: list[Card] = []
    for id, table in _PRINTED["cards"].items():
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
BEDS: Final = tuple(
    msgspec.convert({"number": i, "id": id, **table}, Bed) for i, (id, table) in enumerate(_PRINTED["beds"].items())
)
BED: Final = {bed.id: bed for bed in BEDS}
CLASSES: Final = tuple(
    msgspec.convert({"number": i, "id": id, "name": shown(id), "card_name": shown(table["card"]), **table}, Class)
    for i, (id, table) in enumerate(_PRINTED["classes"].items())
)
CLASS: Final = {c.id: c for c in CLASSES}
# Everything that can be the source of an effect: the cards, then the class cards.
SOURCES: Final = (*(card.id for card in CARDS), *(c.card for c in CLASSES))
SOURCE_NAMES: Final = (*(card.name for card in CARDS), *(c.card_name for c in CLASSES))


def problems(cards: Sequence[Card], beds: Sequence[Bed], classes: Sequence[Class]) -> list[str]:
    """What is inconsistent, or does not fit into a packed position."""
    types = [bed.id for bed in beds]
    sources = [*(card.id for card in cards), *(c.card for c in classes)]
    found = [
        *(f"{card.id} has the colour {card.group!r}" for card in cards if card.group not in ("", *COLOURS)),
        *(f"{bed.id} suits the colour {bed.colour!r}" for bed in beds if bed.colour not in ("", *COLOURS)),
        *(f"{bed.id} suits the rarity {bed.rarity!r}" for bed in beds if bed.rarity not in ("", *RARITIES)),
        *(f"{c.id} has a bed {bed!r}" for c in classes for bed in c.beds if bed not in types),
        *(f"{c.id} uses its card once per {c.once_per!r}" for c in classes if c.once_per not in ("turn", "game")),
        *(f"{id} occurs twice" for id in dict.fromkeys(sources) if sources.count(id) > 1),
    ]
    for c in classes:
        bonus = c.bonus_cards
        if bonus is not None and not (bonus.kinds and bonus.count <= MOST_BONUS_CARDS):
            found.append(
                f"{c.id} gets {bonus.count} bonus cards of {len(bonus.kinds)} kinds; at most {MOST_BONUS_CARDS} fit"
            )
    if len(cards) > MOST_CARDS:
        found.append(f"there are {len(cards)} cards; at most {MOST_CARDS} fit")
    if len(beds) > MOST_BEDS:
        found.append(f"there are {len(beds)} types of bed; at most {MOST_BEDS} fit")
    return found


if _found := problems(CARDS, BEDS, CLASSES):
    raise ValueError(f"cards.toml of Battle Farm: {'; '.join(_found)}.")

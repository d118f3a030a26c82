"""The card pool of MonoGwent: what is printed on each card, how many copies a deck holds, and the deck of a faction."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from importlib.resources import files
from itertools import count
from typing import Any, Final
from weakref import WeakValueDictionary

import msgspec

from parlour.core.moves import Field

ROWS: Final = ("Melee", "Ranged", "Siege")
TYPES: Final = ("Silver", "Gold", "Decoy", "Weather", "Dispel", "Boost", "Leader")
NEUTRAL: Final = "Neutral"
LARGEST_DECK: Final = 80

# Built-in effects by number (effects.py acts on the numbers); SCRIPTED hands over to a card script.
EFFECTS: Final = (
    "",
    "DrawCard",
    "AveragePower",
    "RemoveRivalWeakest",
    "RemoveStrongest",
    "ClearEmptiestRow",
    "SetBoost(Melee)",
    "SetBoost(Ranged)",
    "SetBoost(Siege)",
    "SetWeather(Melee)",
    "SetWeather(Ranged)",
    "SetWeather(Siege)",
    "MultiplyByCopies",
    "RecoverLastDiscarded",
    "WinDrawnRound",
    "script",
)

_TEXTS: Final = {
    "DrawCard": "Draw a card.",
    "AveragePower": "Every silver unit on both sides gets the average of their powers, rounded down.",
    "RemoveRivalWeakest": "Bury the rival's weakest silver unit or decoy; of equals the one placed first.",
    "RemoveStrongest": "Bury the strongest silver unit or decoy of both sides; of equals a rival's, placed first.",
    "ClearEmptiestRow": "Bury every silver unit and decoy in the row with the fewest cards, whosever it is.",
    "SetBoost": "Fetch a boost for your {row} row from your deck, if none stands there.",
    "SetWeather": "Fetch a weather for the {row} row from your deck, if the sky there is clear.",
    "MultiplyByCopies": "Gather: power times the copies of this card on your side.",
    "RecoverLastDiscarded": "Take back the last card of your graveyard, unless it is gold.",
    "WinDrawnRound": "By itself: the first drawn round is yours.",
}
_TYPE_TEXTS: Final = {
    "Gold": "Hero: no weather, boost or effect touches it.",
    "Decoy": "Swap with one of your silver units; it comes back to your hand.",
    "Weather": "Silver units in {row} of both sides count 1 at most.",
    "Boost": "Silver units in {yours} count 1 more.",
    "Dispel": "Clears the weather in {row}.",
}


class Card(msgspec.Struct, frozen=True, kw_only=True):
    """A card as printed. `rows` are row numbers in the order in which they were declared."""

    number: int  # place in the pool
    name: str
    type: str
    faction: str
    power: int = 0
    rows: tuple[int, ...] = ()
    effect: str = ""
    slot: str = ""
    text: str = ""
    flavour: str = ""
    image: str = ""  # the picture that a script chose; built-in cards have theirs

    @property
    def copies(self) -> int:
        """How many of it a deck holds (section 4)."""
        if self.type != "Silver" or (self.power >= 6 and self.effect):
            return 1
        if self.power <= 3 or (self.power <= 5 and not self.effect):
            return 3
        return 2


class Pool:
    """All cards in pool order: Neutral, the factions, then those of a script. Immutable and shared."""

    def __init__(self, cards: tuple[Card, ...], mottos: dict[str, str], script: str = "") -> None:
        self.cards: Final = cards
        self.by_name: Final = {card.name: card for card in cards}
        self.mottos: Final = mottos
        self.script: Final = script  # the text of the script that added cards, or ""
        self.leaders: Final = {card.faction: card for card in cards if card.type == "Leader"}

    @property
    def factions(self) -> list[str]:
        """The factions that have a deck, in pool order: those with a leader."""
        return list(self.leaders)

    def deck(self, faction: str) -> list[Card]:
        """Every copy in the deck of this faction, in the order before the first shuffle."""
        return [
            card
            for card in self.cards
            if card.faction in (faction, NEUTRAL) and card.type != "Leader"
            for _ in range(card.copies)
        ]

    def plus(self, cards: tuple[Card, ...], script: str) -> Pool:
        """This pool and the cards of a script behind it."""
        return Pool((*self.cards, *cards), self.mottos, script)


def describe(type: str, effect: str, rows: tuple[int, ...]) -> str:
    """The text that is printed on a card by its type, and of a built-in one by its effect."""
    name, _, row = effect.partition("(")
    parts = []
    if type == "Dispel" and not rows:
        parts.append("Clears every weather from the table.")
    elif type in _TYPE_TEXTS:
        named = " or ".join(ROWS[one] for one in sorted(rows))
        which, yours = f"the {named} row", f"your {named} row"
        if len(rows) in (0, len(ROWS)):
            which, yours = "any one row", "any one of your rows"
        parts.append(_TYPE_TEXTS[type].format(row=which, yours=yours))
    if effect:
        parts.append(_TEXTS[name].format(row=row.rstrip(")")))
    return " ".join(parts)


def read_pool(text: str) -> Pool:
    data: dict[str, Any] = tomllib.loads(text)
    cards: list[Card] = []
    mottos: dict[str, str] = {}
    for faction in data["faction"]:
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


POOL: Final = read_pool(files(__package__).joinpath("cards.toml").read_text(encoding="utf-8"))


# --- names in events: a built-in card by its number, a scripted one by its script and its place in it ---

SCRIPTED_FROM: Final = 4096
_keys: Final = count()
_given: Final[WeakValueDictionary[int, Names]] = WeakValueDictionary()


class Names:
    """The names that a script gives, under a key of their own. They are known as long as somebody holds this.

    A game holds its script, and its script holds this: events can be told in words while there is a game that they
    belong to, and nothing is left of a script that nobody plays.
    """

    def __init__(self, names: Sequence[str]) -> None:
        self.key: Final = next(_keys)
        self.names: Final = names
        _given[self.key] = self

    def label(self, place: int) -> int:
        """The number by which events call the name at this place."""
        return SCRIPTED_FROM * (self.key + 1) + place


def name_of(number: int) -> str:
    """The name of a card or scripted effect from an event."""
    if 0 <= number < len(POOL.cards):
        return POOL.cards[number].name
    given = _given.get(number // SCRIPTED_FROM - 1)
    place = number % SCRIPTED_FROM
    return given.names[place] if given is not None and place < len(given.names) else "a scripted card"


class NameField(Field, frozen=True):
    """A field of an event that names a card or a scripted effect."""

    def write(self, value: int) -> str | int:
        return name_of(value)

    def schema(self) -> dict[str, Any]:
        return {"type": "string"}


def named(field: str) -> Field:
    return NameField(field, SCRIPTED_FROM, tuple(card.name for card in POOL.cards))

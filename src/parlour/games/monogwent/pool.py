"""The card pool of MonoGwent: what is printed on each card, how many copies a deck holds, and the deck of a faction."""

from __future__ import annotations

import hashlib
import tomllib
from functools import cache
from importlib.resources import files
from typing import Any, Final

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
    "Weather": "Silver units in one row of both sides count 1 at most.",
    "Boost": "Silver units in one of your rows count 1 more.",
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
    """The text that is printed on a built-in card."""
    name, _, row = effect.partition("(")
    parts = []
    if type == "Dispel":
        parts.append("Clears one weather in its rows." if rows else "Clears every weather from the table.")
    if type in _TYPE_TEXTS:
        parts.append(_TYPE_TEXTS[type])
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
_scripts: Final[dict[int, tuple[str, ...]]] = {}


def label(key: int, place: int) -> int:
    """The number by which events name the thing at `place` of the script with this key."""
    return SCRIPTED_FROM * (key + 1) + place


@cache
def script_key(script: str) -> int:
    return int.from_bytes(hashlib.sha256(script.encode("utf-8", "surrogatepass")).digest()[:4], "big") >> 1


def remember(script: str, names: tuple[str, ...]) -> int:
    """Keep the names that a script gives, so that events of its games can be told in words; its key."""
    key = script_key(script)
    _scripts[key] = names
    return key


def name_of(number: int) -> str:
    """The name of a card or scripted effect from an event."""
    if 0 <= number < len(POOL.cards):
        return POOL.cards[number].name
    names = _scripts.get(number // SCRIPTED_FROM - 1, ())
    place = number % SCRIPTED_FROM
    return names[place] if place < len(names) else "a scripted card"


class NameField(Field, frozen=True):
    """A field of an event that names a card or a scripted effect."""

    def write(self, value: int) -> str | int:
        return name_of(value)

    def schema(self) -> dict[str, Any]:
        return {"type": "string"}


def named(field: str) -> Field:
    return NameField(field, SCRIPTED_FROM, tuple(card.name for card in POOL.cards))

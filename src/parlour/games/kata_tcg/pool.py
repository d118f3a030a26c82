"""The card pool of Kata TCG: what is printed on each card, and which options a card needs."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from importlib.resources import files
from typing import Any, Final

import msgspec

from parlour.core.english import closest

TOP_COST: Final = 10
MODES: Final = ("attack", "heal", "summon", "draw")

_ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_NUMBERS: Final = ("cost", "damage", "heal", "minion_damage", "minion_health", "draw", "limit")
_LOWEST: Final = {"cost": 0, "damage": 0, "heal": 0, "minion_damage": 0, "minion_health": 1, "draw": 1, "limit": 1}
_REQUIRED: Final = ("name", "cost", "limit")
_TEXTS: Final = ("name", "group", "text", "icon")
_FAR_TOO_LONG: Final = 40


class Card(msgspec.Struct, frozen=True, kw_only=True):
    """A card as printed. A mode whose value is None is not on the card; 0 is a mode that does nothing."""

    number: int  # position in the pool, from 0
    id: str
    name: str
    cost: int
    damage: int | None = None
    heal: int | None = None
    minion_damage: int | None = None
    minion_health: int | None = None
    draw: int | None = None
    limit: int
    group: str = ""
    text: str = ""
    icon: str = ""


class PoolError(ValueError):
    """An invalid pool; every line of the message names the card and the field."""

    def __init__(self, problems: list[str]) -> None:
        super().__init__("\n".join(problems))
        self.problems = problems


class Pool:
    """All cards in pool order; find one by its id or by its number."""

    def __init__(self, cards: tuple[Card, ...]) -> None:
        self.cards: Final = cards
        self.by_id: Final = {card.id: card for card in cards}

    def __len__(self) -> int:
        return len(self.cards)

    def __iter__(self) -> Iterator[Card]:
        return iter(self.cards)

    def __contains__(self, card_id: object) -> bool:
        return card_id in self.by_id

    def __getitem__(self, key: str | int) -> Card:
        return self.cards[key] if isinstance(key, int) else self.by_id[key]

    def nearest(self, card_id: str) -> str | None:
        """The id most likely meant by `card_id`, if any is close."""
        if len(card_id) > _FAR_TOO_LONG:
            return None
        return closest(card_id.lower().replace(" ", "-"), self.by_id) or None


def plain(card: Card) -> bool:
    """Plain cards have exactly their cost in every mode; plain drawers draw their cost and do nothing else."""
    all_round = (card.cost, card.cost, card.cost, max(1, card.cost), None)
    drawer = (None, None, None, None, card.cost)
    return (card.damage, card.heal, card.minion_damage, card.minion_health, card.draw) in (all_round, drawer)


def modes(card: Card, healing: bool, minions: bool, drawers: bool) -> tuple[str, ...]:
    """The modes in which the card can be played with these options, in the order of MODES."""
    exists = (
        card.damage is not None,
        card.heal is not None and healing,
        card.minion_health is not None and minions,
        card.draw is not None and drawers,
    )
    return tuple(mode for mode, there in zip(MODES, exists, strict=True) if there)


def missing_options(card: Card, healing: bool, minions: bool, drawers: bool, custom_cards: bool) -> list[str]:
    """The options that would have to be on for the card to be eligible."""
    missing: list[str] = []
    if not modes(card, healing, minions, drawers):
        printed = modes(card, True, True, True)
        wanted = (("heal", "healing"), ("summon", "minions"), ("draw", "drawers"))
        missing += [option for mode, option in wanted if mode in printed]
    if not custom_cards and not plain(card):
        missing.append("custom_cards")
    return missing


def eligible(card: Card, healing: bool, minions: bool, drawers: bool, custom_cards: bool) -> bool:
    """Whether a deck with this card can be played with these options."""
    return not missing_options(card, healing, minions, drawers, custom_cards)


def load_pool(text: str, source: str = "cards.toml") -> Pool:
    """Read a pool from TOML, one table per card; raises PoolError with everything wrong with it."""
    try:
        tables = tomllib.loads(text)
    except ValueError as error:
        raise PoolError([f"{source}: not TOML: {error}"]) from error
    problems = [
        f"{source}: card {card_id!r}, field {field!r}: {wrong}"
        for card_id, table in tables.items()
        for field, wrong in _wrong_fields(card_id, table)
    ]
    if problems:
        raise PoolError(problems)
    return Pool(
        tuple(Card(number=number, id=card_id, **table) for number, (card_id, table) in enumerate(tables.items()))
    )


def _wrong_fields(card_id: str, table: Any) -> Iterator[tuple[str, str]]:
    if not _ID.fullmatch(card_id):
        yield "id", "must be lower-case words joined by dashes"
    if not isinstance(table, dict):
        yield "id", "must be a table with the card's values"
        return
    for field in table:
        if field not in _NUMBERS and field not in _TEXTS:
            yield field, "is not a field of a card"
    for field in _REQUIRED:
        if field not in table:
            yield field, "is missing"
    for field in _TEXTS:
        if field in table and (not isinstance(table[field], str) or not table[field].strip()):
            yield field, "must be text"
    for field in _NUMBERS:
        if field in table:
            yield from _wrong_number(field, table[field])
    yield from _wrong_modes(table)


def _wrong_number(field: str, value: Any) -> Iterator[tuple[str, str]]:
    if type(value) is not int:
        yield field, f"must be a whole number, not {value!r}"
    elif value < _LOWEST[field]:
        yield field, f"must be at least {_LOWEST[field]}, not {value}"
    elif field == "cost" and value > TOP_COST:
        yield field, f"must be at most {TOP_COST}, because nobody could pay {value}"


def _wrong_modes(table: dict[str, Any]) -> Iterator[tuple[str, str]]:
    for one, other in (("minion_damage", "minion_health"), ("minion_health", "minion_damage")):
        if one in table and other not in table:
            yield other, f"is missing: a minion needs it as well as {one}"
    if not any(field in table for field in ("damage", "heal", "minion_damage", "minion_health", "draw")):
        yield "damage", "is missing, and so are heal, minion and draw: a card needs at least one mode"


POOL: Final = load_pool((files("parlour.games.kata_tcg") / "cards.toml").read_text("utf-8"))

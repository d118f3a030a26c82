"""The effect of every card and class card, by its number as a source."""

from __future__ import annotations

from typing import Final

from parlour.games.battle_farm.actions import ACTIONS
from parlour.games.battle_farm.cards import CARDS, CLASSES
from parlour.games.battle_farm.class_cards import CLASS_CARDS
from parlour.games.battle_farm.crops import CROPS
from parlour.games.battle_farm.effects import Effect


def _in_order(ids: list[str], effects: dict[str, Effect], file: str) -> list[Effect]:
    """The effects in the order of these cards; checks that cards and effects match."""
    unmatched = sorted(set(ids) ^ set(effects))
    if unmatched:
        raise ValueError(f"Battle Farm: only one of cards.toml and {file} has {', '.join(unmatched)}.")
    return [effects[id] for id in ids]


def _effects() -> list[Effect]:
    crops = _in_order([c.id for c in CARDS if c.is_crop], CROPS, "crops.py")
    actions = _in_order([c.id for c in CARDS if not c.is_crop], ACTIONS, "actions.py")
    cards = [crops.pop(0) if c.is_crop else actions.pop(0) for c in CARDS]
    return cards + _in_order([c.card for c in CLASSES], CLASS_CARDS, "class_cards.py")


EFFECTS: Final[list[Effect]] = _effects()

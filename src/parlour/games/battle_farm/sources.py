"""What every card and class card does, by its number among the sources of effects."""

from __future__ import annotations

from typing import Final

from parlour.games.battle_farm.actions import ACTIONS
from parlour.games.battle_farm.cards import CARDS, CLASSES
from parlour.games.battle_farm.class_cards import CLASS_CARDS
from parlour.games.battle_farm.crops import CROPS
from parlour.games.battle_farm.effects import Effect


def _in_order(ids: list[str], effects: dict[str, Effect], file: str) -> list[Effect]:
    """The effects of these cards; each card has one, and each effect a card."""
    astray = sorted(set(ids) ^ set(effects))
    if astray:
        raise ValueError(f"Only one of cards.toml and {file} of Battle Farm knows {', '.join(astray)}.")
    return [effects[id] for id in ids]


def _effects() -> list[Effect]:
    crops = _in_order([c.id for c in CARDS if c.is_crop], CROPS, "crops.py")
    actions = _in_order([c.id for c in CARDS if not c.is_crop], ACTIONS, "actions.py")
    cards = [crops.pop(0) if c.is_crop else actions.pop(0) for c in CARDS]
    return cards + _in_order([c.card for c in CLASSES], CLASS_CARDS, "class_cards.py")


EFFECTS: Final[list[Effect]] = _effects()

"""All effects by number of the source: crops, action cards, then 44 + class."""

from __future__ import annotations

from typing import Final

from parlour.games.battle_farm.actions import ACTION_EFFECTS, CLASS_EFFECTS
from parlour.games.battle_farm.crops import CROP_EFFECTS
from parlour.games.battle_farm.effect import Effect

EFFECTS: Final[list[Effect]] = CROP_EFFECTS + ACTION_EFFECTS + CLASS_EFFECTS

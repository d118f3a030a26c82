"""What suits the house's characters in Battle Farm."""

from __future__ import annotations

from parlour.games.battle_farm.farmer import Farmer, timer_of, value_of
from parlour.games.battle_farm.judge import Farm

CROPPED = 8  # a bed with a crop is at least this


def lean(state: Farm, seat: int) -> dict[str, int]:
    farmer = state.farmers[seat]
    crops = [bed for bed in farmer.beds if bed >= CROPPED]
    return {
        "bold": int(max((value_of(bed) for bed in crops), default=0)),
        "patient": sum(int(timer_of(bed)) for bed in crops),
        "thrifty": int(farmer.coins + farmer.fertilizers),
        "teasing": int(-max(rival.coins + _growing(rival) for at, rival in enumerate(state.farmers) if at != seat)),
    }


def _growing(farmer: Farmer) -> int:
    return sum(int(value_of(bed)) for bed in farmer.beds if bed >= CROPPED)

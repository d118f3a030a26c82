"""What suits the house's characters in Gardening War."""

from __future__ import annotations

from parlour.games.gardening_war import shop
from parlour.games.gardening_war.judge import GardeningWarState


def lean(state: GardeningWarState, seat: int) -> dict[str, int]:
    own, rival = state.gardener(seat), state.gardener(1 - seat)
    return {
        "bold": int(own.points),
        "patient": len(own.fields),
        "thrifty": int(own.gold),
        "teasing": int(own.stock[shop.MOLES] - len(rival.fields)),
    }

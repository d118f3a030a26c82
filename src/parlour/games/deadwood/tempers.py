"""What suits the house's characters in Deadwood."""

from __future__ import annotations

from parlour.games.deadwood.judge import Deadwood


def lean(state: Deadwood, seat: int) -> dict[str, int]:
    area = state.area[seat]
    return {
        "bold": int(state.rank[seat] - 2 * state.chips[seat]),
        "patient": int(2 * state.chips[seat] + state.rank[seat]),
        "thrifty": int(state.dollars[seat] + state.credits[seat]),
        "teasing": sum(1 for rival in range(int(state.seats)) if rival != seat and state.area[rival] == area),
    }

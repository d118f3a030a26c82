"""What suits the house's characters in MonoGwent."""

from __future__ import annotations

from parlour.games.monogwent.judge import Gwent
from parlour.games.monogwent.state import Side


def lean(state: Gwent, seat: int) -> dict[str, int]:
    own, rival = state.side(seat), state.side(1 - seat)
    return {
        "bold": int(_power(state, own)),
        "patient": int(len(own.hand) + len(own.deck)),
        "thrifty": int(sum(int(state.cards.worth[card]) for card in own.hand) - 10 * own.leader_used),
        "teasing": int(-_power(state, rival)),
    }


def _power(state: Gwent, side: Side) -> int:
    return sum(int(state.power[card]) for card in side.field)

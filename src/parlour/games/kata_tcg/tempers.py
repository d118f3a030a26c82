"""What suits the house's characters in Kata TCG."""

from __future__ import annotations

from parlour.games.kata_tcg.judge import Kata
from parlour.games.kata_tcg.state import Side, damage_of, health_of


def lean(state: Kata, seat: int) -> dict[str, int]:
    own, rival = state.side(seat), state.side(1 - seat)
    return {
        "bold": int(_damage(own) - rival.health),
        "patient": int(own.health + _health(own)),
        "thrifty": int(2 * own.hand_size + own.mana),
        "teasing": int(-_damage(rival) - _health(rival) - 2 * rival.hand_size),
    }


def _minions(side: Side) -> list[int]:
    return [int(side.minion_at(place)) for place in range(int(side.board_size))]


def _damage(side: Side) -> int:
    return sum(int(damage_of(minion)) for minion in _minions(side))


def _health(side: Side) -> int:
    return sum(int(health_of(minion)) for minion in _minions(side))

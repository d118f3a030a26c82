"""Three simple players for Kata TCG, each choosing one action at a time from its own view."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations

from parlour.core.dice import Dice
from parlour.core.moves import MoveJson
from parlour.games.kata_tcg.pool import POOL, Card
from parlour.games.kata_tcg.state import HAND_CAP
from parlour.games.kata_tcg.view import KataView, SideView


def reckless(view: KataView, moves: list[MoveJson], dice: Dice) -> int:
    """Attack with the most expensive affordable card; never heal."""
    return _decide(view, moves, lambda side: None, _hardest_hitter)


def careful(view: KataView, moves: list[MoveJson], dice: Dice) -> int:
    """Below 20 health, heal with the cheapest healing card; otherwise be reckless."""
    return _decide(view, moves, lambda side: _healer(view, side, 20, lambda c: -c.cost), _hardest_hitter)


def planner(view: KataView, moves: list[MoveJson], dice: Dice) -> int:
    """Below 10 health, heal with the most expensive healing card; otherwise attack with the best set of cards."""
    return _decide(view, moves, lambda side: _healer(view, side, 10, lambda c: c.cost), _best_set)


PLAYERS = {"reckless": reckless, "careful": careful, "planner": planner}


def _decide(
    view: KataView,
    moves: list[MoveJson],
    heal: Callable[[SideView], Card | None],
    attack: Callable[[SideView], Card | None],
) -> int:
    side = view.sides[view.mover]
    for index, move in enumerate(moves):
        if move["kind"] == "fight" and move["target"] == "player":
            return index
    healer = heal(side) if view.healing else None
    if healer is not None:
        return moves.index({"kind": "heal", "card": healer.id})
    attacker = attack(side)
    if attacker is not None:
        return moves.index({"kind": "attack", "card": attacker.id, "target": "player"})
    for index, move in enumerate(moves):
        if move["kind"] == "draw":
            draws = POOL[str(move["card"])].draw or 0
            if side.hand_size - 1 + draws <= HAND_CAP and side.deck_size >= draws:
                return index
    return moves.index({"kind": "end"})


def _affordable(side: SideView) -> list[Card]:
    return [POOL[card] for card in side.hand or [] if POOL[card].cost <= side.mana]


def _hardest_hitter(side: SideView) -> Card | None:
    """Most damage, then highest cost, then first in hand."""
    attackers = [card for card in _affordable(side) if card.damage is not None]
    return max(attackers, key=lambda card: (card.damage or 0, card.cost), default=None)


def _healer(view: KataView, side: SideView, below: int, order: Callable[[Card], int]) -> Card | None:
    if side.health >= below:
        return None
    return max((card for card in _affordable(side) if card.heal is not None), key=order, default=None)


def _best_set(side: SideView) -> Card | None:
    """The hardest hitter of the best affordable set: most damage, then most cards, then most expensive cards."""
    attackers = [card for card in _affordable(side) if card.damage is not None]
    best: tuple[Card, ...] = ()
    best_rank: tuple[int, int, list[tuple[int, int]]] = (-1, 0, [])
    for size in range(1, len(attackers) + 1):
        for cards in combinations(attackers, size):
            if sum(card.cost for card in cards) > side.mana:
                continue
            strongest = sorted(((card.damage or 0, card.cost) for card in cards), reverse=True)
            rank = (sum(card.damage or 0 for card in cards), size, strongest)
            if rank > best_rank:
                best, best_rank = cards, rank
    return max(best, key=lambda card: (card.damage or 0, card.cost), default=None)

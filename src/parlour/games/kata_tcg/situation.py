"""What a position of Kata TCG means: who can strike how hard, and whether that kills."""

from __future__ import annotations

from collections.abc import Sequence

from parlour.games.kata_tcg.pool import POOL
from parlour.games.kata_tcg.view import KataView, SideView


def say_situation(view: KataView, names: Sequence[str], seat: int | None, options: object) -> str:
    if view.mover < 0:
        return ""
    acts, waits = view.mover, 1 - view.mover
    side, rival = view.sides[acts], view.sides[waits]
    board = sum(minion.damage for minion in side.board if not (minion.asleep or minion.used))
    hand = _most_damage(side)
    if board + hand >= rival.health:
        return f"{_sources(board, hand, names[acts])}, {names[waits]} at {rival.health}: lethal."
    if rival.deck_size == 0 and board + hand + 1 >= rival.health:  # the rival draws first, and bleeds
        reach = f"{_sources(board, hand, names[acts])} and " if board + hand else ""
        return f"{reach}1 for an empty deck, {names[waits]} at {rival.health}: lethal."
    answer = sum(minion.damage for minion in rival.board)  # all of them are awake by then
    if answer >= side.health:
        return (
            f"{answer} damage on {names[waits]}'s board, {names[acts]} at {side.health}: "
            f"lethal next turn unless {names[acts]} stops it."
        )
    bleeding = [names[seat] for seat in (acts, waits) if view.sides[seat].deck_size == 0]
    if bleeding:
        empty = f"{bleeding[0]}'s deck is empty" if len(bleeding) == 1 else "both decks are empty"
        return f"{_lead(view, names)}; {empty}, which costs 1 health a turn."
    if board + hand == 0:
        return f"{_lead(view, names)}."
    return f"{_lead(view, names)}; {_sources(board, hand, names[acts])} this turn."


def _sources(board: int, hand: int, name: str) -> str:
    """The damage within reach, and where it comes from; a hand is known only to its owner."""
    if board and hand:
        return f"{board} damage on {name}'s board and {hand} in hand"
    return f"{board} damage on {name}'s board" if board else f"{hand} damage in {name}'s hand"


def _most_damage(side: SideView) -> int:
    """The most that the cards in this hand can deal at once with the mana there is; 0 if they are hidden."""
    best = [0] * (side.mana + 1)
    for card in side.hand or ():
        printed = POOL[card]
        if printed.damage is None:
            continue
        for mana in range(side.mana, printed.cost - 1, -1):
            best[mana] = max(best[mana], best[mana - printed.cost] + printed.damage)
    return best[-1]


def _lead(view: KataView, names: Sequence[str]) -> str:
    """Who is ahead; a seat hears it of itself."""
    near = view.seat if view.seat is not None else (0 if view.sides[0].health >= view.sides[1].health else 1)
    mine, theirs = view.sides[near].health, view.sides[1 - near].health
    if mine == theirs:
        return f"{names[near]} and {names[1 - near]} are level at {mine}"
    return f"{names[near]} leads {mine} to {theirs}" if mine > theirs else f"{names[near]} trails {mine} to {theirs}"

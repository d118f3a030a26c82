"""From factions and a script to the cards of one game."""

from __future__ import annotations

from functools import lru_cache

from parlour.core.bits import bit
from parlour.games.monogwent import script as scripts
from parlour.games.monogwent.pool import EFFECTS, POOL, TYPES, Card, Pool, label, script_key
from parlour.games.monogwent.state import Cards


@lru_cache(maxsize=64)
def pool_of(script: str) -> Pool:
    """The pool that a game with this script is played with: a script with an error adds nothing."""
    if not script.strip() or not scripts.check(script).ok:
        return POOL
    cards = scripts.compile(script).cards
    return POOL.plus(cards, script) if cards else POOL


def accepted(script: str) -> bool:
    """Whether this script adds anything to the game."""
    return pool_of(script) is not POOL


@lru_cache(maxsize=256)
def cards_of(faction0: str, faction1: str, script: str) -> Cards:
    """What is printed on every card of a game between these factions; shared, never changed."""
    pool = pool_of(script)
    cards = Cards(scripts.compile(script).script if accepted(script) else None)
    for seat, faction in enumerate((faction0, faction1)):
        leader = pool.leaders[faction]
        cards.leader_effect[seat] = EFFECTS.index(leader.effect)
        cards.leader_label[seat] = label_of(leader, pool)
        cards.leaders[seat] = leader.number
        cards.factions.append(faction)
        for card in pool.deck(faction):
            rows = 0
            for row in card.rows:
                rows |= int(bit(row))
            cards.kind.append(TYPES.index(card.type))
            cards.printed.append(card.power)
            cards.rows.append(rows)
            cards.always.append(len(card.rows) if card.type in ("Silver", "Gold", "Weather") else 0)
            cards.home.append(card.rows[0] if card.rows else 0)
            cards.effect.append(EFFECTS.index(card.effect))
            cards.number.append(card.number)
            cards.label.append(label_of(card, pool))
            cards.owner.append(seat)
    return cards


def label_of(card: Card, pool: Pool) -> int:
    """The number by which events name this card."""
    if card.number < len(POOL.cards):
        return card.number
    return label(script_key(pool.script), card.number - len(POOL.cards))

"""From factions and a script to the cards of one game."""

from __future__ import annotations

from functools import lru_cache

from parlour.core.bits import bit
from parlour.games.monogwent.pool import EFFECTS, POOL, TYPES, Card, Pool
from parlour.games.monogwent.script import Book, book
from parlour.games.monogwent.state import Cards, Script


def pool_of(script: str) -> Pool:
    """The pool that a game with this script is played with: a script with an error adds nothing."""
    return book(script).pool if script else POOL


def accepted(script: str) -> bool:
    """Whether this script adds anything to the game."""
    return pool_of(script) is not POOL


def cards_of(faction0: str, faction1: str, script: str) -> Cards:
    """What is printed on every card of a game between these factions; never changed."""
    if not accepted(script):
        return _built_in(faction0, faction1)
    written = book(script)
    return _cards(faction0, faction1, written.pool, written)


@lru_cache(maxsize=64)
def _built_in(faction0: str, faction1: str) -> Cards:
    return _cards(faction0, faction1, POOL, None)


def _cards(faction0: str, faction1: str, pool: Pool, written: Book | None) -> Cards:
    script: Script | None = written.script if written is not None else None
    cards = Cards(script)
    for seat, faction in enumerate((faction0, faction1)):
        leader = pool.leaders[faction]
        cards.leader_effect[seat] = EFFECTS.index(leader.effect)
        cards.leader_label[seat] = label_of(leader, written)
        cards.leader_worth[seat] = worth_of(leader)
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
            cards.label.append(label_of(card, written))
            cards.owner.append(seat)
            cards.worth.append(worth_of(card))
    return cards


# What a card in hand is worth beyond its power, in tenths of a point: a guess of what it will bring about.
_EFFECT_WORTH = {
    "DrawCard": 45,
    "AveragePower": 5,
    "RemoveRivalWeakest": 20,
    "RemoveStrongest": 40,
    "ClearEmptiestRow": 20,
    "SetBoost": 20,
    "SetWeather": 25,
    "MultiplyByCopies": 25,
    "script": 25,
}
# A leader is used once and costs no card: worth keeping until it tips a round.
_LEADER_WORTH = {
    "DrawCard": 45,
    "RecoverLastDiscarded": 40,
    "WinDrawnRound": 10,
    "RemoveRivalWeakest": 90,
    "script": 25,
}
_TYPE_WORTH = {"Decoy": 45, "Weather": 45, "Dispel": 20, "Boost": 25}


def worth_of(card: Card) -> int:
    """What it is worth to hold this card."""
    effect = card.effect.partition("(")[0]
    if card.type == "Leader":
        return _LEADER_WORTH.get(effect, 0)
    return 10 * card.power + _TYPE_WORTH.get(card.type, 0) + _EFFECT_WORTH.get(effect, 0)


def label_of(card: Card, written: Book | None) -> int:
    """The number by which events name this card."""
    if written is None or card.number < len(POOL.cards):
        return card.number
    return written.names.label(card.number - len(POOL.cards))

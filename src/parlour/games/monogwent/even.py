"""The option `even`: weaker factions, and whoever moves first, exchange their weakest cards before the mulligan."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Final

import msgspec

from parlour.core.dice import Dice
from parlour.games.monogwent import events
from parlour.games.monogwent.judge import Gwent
from parlour.games.monogwent.pool import POOL


class Exchanges(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How many cards a side exchanges for its faction, and for moving first. Factions that are not named: none."""

    first: int
    factions: dict[str, int]


EXCHANGES: Final = msgspec.convert(
    tomllib.loads(files(__package__).joinpath("even.toml").read_text(encoding="utf-8"))["exchanges"], Exchanges
)
if _strangers := EXCHANGES.factions.keys() - set(POOL.factions):
    raise ValueError(f"even.toml of MonoGwent names {', '.join(_strangers)}, which have no deck.")


def exchanges_of(faction: str, first: bool) -> int:
    return EXCHANGES.factions.get(faction, 0) + (EXCHANGES.first if first else 0)


def even_out(state: Gwent, dice: Dice) -> None:
    """After the deal, each side exchanges as many of its weakest cards as it is due."""
    cards = state.cards
    for seat in range(2):
        faction = cards.pool.cards[cards.leader_number[seat]].faction
        exchange(state, seat, exchanges_of(faction, seat == state.starter), dice)


def exchange(state: Gwent, seat: int, number: int, dice: Dice) -> None:
    """One by one, the weakest card in hand makes way for the top card of the deck; then they are shuffled in.

    The weakest is the one that is worth least to a judge; among equals, the first. Everybody sees how many.
    """
    side, cards = state.side(seat), state.cards
    hand, deck = list(side.hand), list(side.deck)
    returned = []
    for _ in range(min(number, len(deck))):
        weakest = min(hand, key=lambda card: int(cards.worth[card]))
        drawn = deck.pop()
        hand[hand.index(weakest)] = drawn
        returned.append(weakest)
        state.tell(events.DREW, seat, drawn, cards.number[drawn], len(hand) + 1, len(deck))
        state.tell(events.RETURNED, seat, weakest, cards.number[weakest])
    if returned:
        deck += returned
        dice.shuffle(deck)
        side.hand, side.deck = hand, deck

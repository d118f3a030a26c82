"""Whole moves as numbers: a small language of sensible ones.

The kind is in the lowest four bits, its details above. Where fields are to be bought, planted or watered is left
open; `whole_moves.py` decides it when a move is carried out.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from parlour.games.gardening_war import shop

REST: Final = 0
REAP: Final = 1
FEED: Final = 2
DIG: Final = 3  # field
EXPAND: Final = 4  # number of fields
SUPPLY: Final = 5  # seed, seeds, drops, fertilizer cards, mole cards, another seed, seeds of it
SOW: Final = 6  # kinds, one bit each
SPRINKLE: Final = 7


def expand(fields: i64) -> i64:
    return EXPAND | fields << 4


def supply(seed: i64, seeds: i64, drops: i64, cards: i64, moles: i64) -> i64:
    return SUPPLY | seed << 4 | seeds << 7 | drops << 18 | cards << 32 | moles << 38


def supply_two(seed: i64, seeds: i64, other: i64, others: i64, drops: i64, cards: i64) -> i64:
    """Two kinds of seed."""
    return supply(seed, seeds, drops, cards, 0) | other << 44 | others << 47


def sow(kinds: i64) -> i64:
    return SOW | kinds << 4


def supplied(whole: i64, good: i64) -> i64:
    """How much of a good a SUPPLY buys."""
    if good == shop.DROPS:
        return (whole >> 18) & 16383
    if good == shop.MOLES:
        return (whole >> 38) & 63
    if good == shop.FERTILIZERS:
        return (whole >> 32) & 63
    amount: i64 = 0
    if good == (whole >> 4) & 7:
        amount += (whole >> 7) & 2047
    if good == (whole >> 44) & 7:
        amount += (whole >> 47) & 127
    return amount

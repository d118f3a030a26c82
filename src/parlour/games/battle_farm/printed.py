"""The printed numbers as the rules use them, by number of the card, bed or class."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from parlour.games.battle_farm.cards import BED, BEDS, CARDS, CLASSES, COLOURS

# --- cards, by kind ---

KINDS: Final[i64] = len(CARDS)
VALUE: Final[vec[i64]] = vec[i64]([c.value for c in CARDS])
GRADE: Final[vec[i64]] = vec[i64]([c.grade for c in CARDS])
PRICE: Final[vec[i64]] = vec[i64]([c.price for c in CARDS])
TIMER: Final[vec[i64]] = vec[i64]([c.timer for c in CARDS])
COLOUR: Final[vec[i64]] = vec[i64]([COLOURS.index(c.group) if c.group else -1 for c in CARDS])
# sets of kinds, a bit for each
CROPS: Final[i64] = sum(2**c.number for c in CARDS if c.is_crop)
ALL_KINDS: Final[i64] = 2 ** len(CARDS) - 1


def is_crop(kind: i64) -> bool:
    return (CROPS >> kind) & 1 == 1


# --- the types of bed that rules or cards name ---

COMMON: Final[i64] = BED["common"].number
RAISED: Final[i64] = BED["raised"].number
GREENHOUSE: Final[i64] = BED["greenhouse"].number
HYDROPONIC: Final[i64] = BED["hydroponic"].number
TRELLIS: Final[i64] = BED["trellis"].number
ROTATIONAL: Final[i64] = BED["rotational"].number
VERTICAL: Final[i64] = BED["vertical"].number

# by type, then kind
_BONUS: Final[vec[i64]] = vec[i64]([bed.coins if bed.suits(c) else 0 for bed in BEDS for c in CARDS])
_PLANTED: Final[vec[i64]] = vec[i64]([c.timer - bed.sooner if bed.suits(c) else c.timer for bed in BEDS for c in CARDS])


def harvest_bonus(type: i64, kind: i64) -> i64:
    """Coins on top of the crop's value, by the bed's current type."""
    return _BONUS[type * KINDS + kind]


def planted_timer(type: i64, kind: i64) -> i64:
    """The timer of a crop planted in a bed of this type."""
    return _PLANTED[type * KINDS + kind]


# --- classes ---

CLASS_COST: Final[vec[i64]] = vec[i64]([c.cost for c in CLASSES])
ONCE_A_GAME: Final[list[bool]] = [c.once_per == "game" for c in CLASSES]
BONUS_CARDS: Final[list[i64]] = [c.bonus_cards.count if c.bonus_cards else 0 for c in CLASSES]
BONUS_KINDS: Final[list[list[i64]]] = [c.bonus_cards.kinds if c.bonus_cards else [] for c in CLASSES]


def class_source(klass: i64) -> i64:
    """The class card's number as a source: class cards follow the cards."""
    return KINDS + klass

"""The shop's goods as numbers for the rules, by id of the good."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from parlour.games.gardening_war import goods
from parlour.games.gardening_war.goods import GOODS, PLANTS, WORDS
from parlour.games.gardening_war.moves import QUANTITIES as ALL_QUANTITIES

GOOD_COUNT: Final[i64] = len(GOODS)
DROPS: Final[i64] = WORDS.index("water")
MOLES: Final[i64] = WORDS.index("mole")
FERTILIZERS: Final[i64] = WORDS.index("fertilizer")
FIRST_PLANT: Final[i64] = PLANTS[0].id  # all goods from here on are seeds
ANEMONE: Final[i64] = WORDS.index("anemone")
BLUEJAZZ: Final[i64] = WORDS.index("bluejazz")
CROCUS: Final[i64] = WORDS.index("crocus")
TULIP: Final[i64] = WORDS.index("tulip")

FIELD_PRICE: Final[i64] = goods.FIELD_PRICE
START_GOLD: Final[i64] = goods.START_GOLD
PRICE: Final[list[i64]] = [good.price for good in GOODS]
NEED: Final[list[i64]] = [good.drops for good in GOODS]
LIFE: Final[list[i64]] = [good.life for good in GOODS]
WORTH: Final[list[i64]] = [good.worth for good in GOODS]
QUANTITIES: Final[list[i64]] = list(ALL_QUANTITIES)

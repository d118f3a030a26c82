"""The shop's goods and the map of Gardening War, as read from goods.toml."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from importlib.resources import files
from typing import Final

import msgspec


class Good(msgspec.Struct, frozen=True):
    """Something the shop sells. Seeds also say how their plant grows; other goods have no life."""

    id: int
    word: str
    name: str
    price: int
    text: str
    icon: str
    drops: int = 0
    life: int = 0
    worth: int = 0


def _read() -> tuple[tuple[Good, ...], dict[str, int], str]:
    data = tomllib.loads(files(__package__).joinpath("goods.toml").read_text(encoding="utf-8"))
    prices = {"field": data.pop("field_price"), "start": data.pop("start_gold")}
    layout = data.pop("layout")
    goods = [msgspec.convert({"id": n, "word": key, **data[key]}, Good) for n, key in enumerate(data)]
    return tuple(goods), prices, layout


def _special(layout: str) -> tuple[int, ...]:
    """The indices (8x + y) of the fields that the picture marks with S, in order."""
    rows = [line.split() for line in layout.strip().splitlines()]
    return tuple(sorted(8 * x + 7 - n for n, row in enumerate(rows) for x, mark in enumerate(row) if mark == "S"))


GOODS, _PRICES, _LAYOUT = _read()
WORDS: Final = tuple(good.word for good in GOODS)
PLANTS: Final = tuple(good for good in GOODS if good.life)
FIELD_PRICE: Final[int] = _PRICES["field"]
NEED_MOST: Final = max(plant.drops for plant in PLANTS)
LIFE_MOST: Final = max(plant.life for plant in PLANTS)
START_GOLD: Final[int] = _PRICES["start"]
PICTURE: Final = _special(_LAYOUT)
# A plant has three bits each for its kind, the drops it needs and its life, and seeds follow all other goods.
assert GOODS[-len(PLANTS) :] == PLANTS, "goods.toml: seeds come last"
assert max(len(GOODS) - 1, NEED_MOST, LIFE_MOST) <= 7, "goods.toml: a number above 7 doesn't fit into a plant"


def halves(fields: Iterable[int]) -> tuple[int, int]:
    """A set of fields as two masks of 32 bits: the left half of the board and the right one."""
    low = high = 0
    for field in fields:
        if field < 32:
            low |= 1 << field
        else:
            high |= 1 << (field - 32)
    return low, high

"""The option `even`: weaker classes, and at a table of two whoever goes second, start with more coins."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Final

import msgspec

from parlour.games.battle_farm.cards import CLASS, CLASSES


class Coins(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Coins more, by class, and by place in turn order at a table of so many seats."""

    classes: dict[str, int]
    places: dict[str, list[int]]


COINS: Final = msgspec.convert(
    tomllib.loads((files(__package__) / "even.toml").read_text(encoding="utf-8"))["coins"], Coins
)
if COINS.classes.keys() != CLASS.keys():
    raise ValueError(f"even.toml of Battle Farm names {', '.join(COINS.classes)}; there are {', '.join(CLASS)}.")


def more_coins(klass: int, place: int, seats: int) -> int:
    """What a farmer of this class, who goes in this place (from 0), starts with in addition."""
    places = COINS.places.get(str(seats), [0] * seats)
    return COINS.classes[CLASSES[klass].id] + places[place]

"""What can be set before a game of Battle Farm."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

import msgspec
from msgspec import Meta

from parlour.core.errors import Refused
from parlour.core.options import even_start
from parlour.games.battle_farm.cards import CARDS, CLASS, WIN_LIMIT
from parlour.games.battle_farm.fields import MOST_SEATS

RANDOM = "random"
if TYPE_CHECKING:
    ClassName = str
else:
    ClassName = Literal[(*CLASS, RANDOM)]


class FarmOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who plays which class, and when the game ends."""

    classes: Annotated[
        list[ClassName],
        Meta(
            title="Classes",
            description="A class for each seat, all different, or random. Left empty, all are dealt at random.",
            max_length=MOST_SEATS,
        ),
    ] = []
    win_limit: Annotated[
        int,
        Meta(
            title="Win limit",
            description="How many coins call the last round. 0 means the usual number, which is 250 for two players.",
            ge=0,
            le=999,
        ),
    ] = 0
    max_rounds: Annotated[
        int, Meta(title="Round cap", description="The game ends after this many rounds at most.", ge=1, le=200)
    ] = 200
    fresh_market: Annotated[
        bool,
        Meta(
            title="Fresh market",
            description="If nobody takes a card from the market for a whole round, it is cleared and laid out afresh.",
        ),
    ] = True
    even: Annotated[bool, even_start("Weaker classes, and whoever goes second of two, start with more coins.")] = False


PRESETS: dict[str, dict[str, object]] = {
    "standard": {},
    "short": {"win_limit": 90},
    "even": {"even": True},
}
PRESET_WORDS = {
    "standard": "The full race: how many coins win depends on how many farmers there are.",
    "short": "Ninety coins win, in about half the time.",
    "even": "The full race, but weaker classes, and whoever goes second of two, start with more coins.",
}

CROP_VALUES = sum(card.copies * card.value for card in CARDS if card.is_crop)  # in the whole deck


def win_limit(options: FarmOptions, seats: int) -> int:
    """The number that was set, or the usual one for this many players, by `win_limit` in cards.toml."""
    if options.win_limit:
        return options.win_limit
    return WIN_LIMIT.base + WIN_LIMIT.per_player * seats - (-CROP_VALUES // (seats + 1))


def check_classes(options: FarmOptions, seats: int) -> None:
    chosen = options.classes
    if not chosen:
        return
    if len(chosen) != seats:
        raise Refused(
            f"There are {seats} seats but {len(chosen)} classes: name a class for each seat (`{RANDOM}` for any), "
            "or leave the list empty.",
            "bad-option",
        )
    for seat, name in enumerate(chosen):
        first = chosen.index(name)
        if name != RANDOM and first != seat:
            raise Refused(
                f"Seats {first + 1} and {seat + 1} cannot both be {name.replace('_', ' ')}: name each class only once.",
                "bad-option",
            )

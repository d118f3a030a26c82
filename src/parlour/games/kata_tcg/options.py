"""What can be set before a game of Kata TCG."""

from __future__ import annotations

import tomllib
from functools import lru_cache
from importlib.resources import files
from typing import Annotated, Final

import msgspec
from msgspec import Meta

from parlour.core.english import listed
from parlour.core.errors import Refused
from parlour.core.options import even_start
from parlour.games.kata_tcg import decks
from parlour.games.kata_tcg.state import START_HEALTH

DeckChoice = Annotated[str, Meta(examples=list(decks.READY))] | dict[str, int]


class KataOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Five independent yes/no options, and the decks that players bring."""

    healing: Annotated[bool, Meta(title="Healing", description="Cards with a heal value can heal you.")] = False
    minions: Annotated[
        bool, Meta(title="Minions", description="Cards can be summoned as minions that fight and can be attacked.")
    ] = False
    drawers: Annotated[bool, Meta(title="Drawers", description="Cards with a draw value can draw more cards.")] = False
    custom_cards: Annotated[
        bool, Meta(title="Custom cards", description="All 62 cards, not just the 13 plain ones.")
    ] = False
    deck_building: Annotated[
        bool, Meta(title="Own decks", description="Each side may bring a deck; otherwise both play the default deck.")
    ] = False
    decks: Annotated[
        list[DeckChoice],
        Meta(
            title="Decks",
            description="For each seat: the name of a ready-made deck, a table of card ids and copies, or nothing.",
            max_length=2,
        ),
    ] = []
    even: Annotated[bool, even_start("Whoever goes first begins with less health.")] = False


FULL: Final = {"healing": True, "minions": True, "drawers": True, "custom_cards": True, "deck_building": True}
PRESETS: dict[str, dict[str, bool]] = {
    "classic": {},
    "healing": {"healing": True},
    "minions": {"minions": True},
    "full": FULL,
    "even": {"even": True},
    "even-full": {**FULL, "even": True},
}
PRESET_WORDS = {
    "classic": "Cards only cut: one number, one decision.",
    "healing": "A card may also mend its owner.",
    "minions": "Cards may stand and fight, three a side.",
    "full": "Everything: healing, minions, drawers, all the cards and decks of your own.",
    "even": "Classic, but whoever goes first begins with less health, so that neither side is better off.",
    "even-full": "Everything, but whoever goes first begins with less health, so that neither side is better off.",
}
# The health that the first to go begins with in an even start, by the preset whose first move it makes up for.
EVEN_HEALTH: Final[dict[str, int]] = tomllib.loads((files(__package__) / "even.toml").read_text("utf-8"))["health"]


def evened_out(options: KataOptions) -> str | None:
    """The preset with these switches, if its first move has been measured."""
    switches = {name: True for name in FULL if getattr(options, name)}
    return next((preset for preset in EVEN_HEALTH if PRESETS[preset] == switches), None)


def first_health(options: KataOptions) -> int:
    """What the first to go begins with."""
    preset = evened_out(options) if options.even else None
    return START_HEALTH if preset is None else EVEN_HEALTH[preset]


def check_even(options: KataOptions) -> None:
    """What the first move is worth depends on what cards can do, and has been measured for some presets only."""
    if options.even and evened_out(options) is None:
        raise Refused(
            f"An even start has been measured for the cards of {listed(list(EVEN_HEALTH), 'and')}: play by one of "
            "these presets, or without even.",
            "bad-option",
        )


def deck_of(options: KataOptions, seat: int) -> list[int]:
    """The numbers of this seat's cards in pool order; raises DeckErrors if the deck cannot be played."""
    return list(_checked(msgspec.json.encode(options), seat))


@lru_cache(256)  # opening a table calls it six times
def _checked(written: bytes, seat: int) -> tuple[int, ...]:
    options = msgspec.json.decode(written, type=KataOptions)
    choice: DeckChoice = options.decks[seat] if seat < len(options.decks) else ""
    if choice and not options.deck_building:
        raise Refused("Bringing a deck needs the option deck_building.", "bad-option")
    if not choice:
        deck = decks.ready_deck(decks.default_deck(options.drawers, options.custom_cards))
    elif isinstance(choice, str):
        deck = decks.ready_deck(choice)
    else:
        deck = decks.Deck(name=f"seat {seat + 1}", cards=choice)
    source = f"the deck of seat {seat + 1}" if isinstance(choice, dict) else None
    switches = (options.healing, options.minions, options.drawers, options.custom_cards)
    return tuple(decks.playable_cards(deck, *switches, source))

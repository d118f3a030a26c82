"""What can be set before a game of Deadwood."""

from __future__ import annotations

from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta

from parlour.games.deadwood import codes
from parlour.games.deadwood.board import COMPANIES, STANDARD, Board, Company

MOST_DAYS: Final = 12
MOST_PURSE: Final = 999
STALL_LIMIT: Final = 500


class DeadwoodOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How long the company films, what everybody starts with, and on which lot."""

    days: Annotated[
        Annotated[int, Meta(ge=1, le=MOST_DAYS)] | None,
        Meta(title="Days", description="Days of filming. Left empty: 3 for two or three players, 4 for more."),
    ] = None
    start_rank: Annotated[
        Annotated[int, Meta(ge=1, le=codes.TOP_RANK)] | None,
        Meta(
            title="Starting rank",
            description="Everybody starts with this rank. Left empty: 1, or 2 for seven or eight.",
        ),
    ] = None
    start_dollars: Annotated[
        Annotated[int, Meta(ge=0, le=MOST_PURSE)] | None,
        Meta(title="Starting dollars", description="Everybody starts with these dollars. Left empty: none."),
    ] = None
    start_credits: Annotated[
        Annotated[int, Meta(ge=0, le=MOST_PURSE)] | None,
        Meta(
            title="Starting credits",
            description="Everybody starts with these credits. Left empty: 2 for five, 4 for six.",
        ),
    ] = None
    stall_limit: Annotated[
        int,
        Meta(
            title="Patience",
            description="The day ends after this many turns in a row without any work; 0 means never.",
            ge=0,
            le=100_000,
        ),
    ] = STALL_LIMIT
    board: Annotated[
        Board | None,
        Meta(title="Lot", description="A lot and a deck read from your own files. Left empty: the standard lot."),
    ] = None


PRESETS: Final[dict[str, dict[str, Any]]] = {
    "standard": {},
    "one day": {"days": 1},
    "old hands": {"start_rank": 3, "start_credits": 5},
}
PRESET_WORDS = {
    "standard": "Three or four days of filming, as printed.",
    "one day": "A single day: take every role you can get.",
    "old hands": "Everybody starts at rank 3 with five credits, so good roles are open at once.",
}


def board_of(options: DeadwoodOptions) -> Board:
    return STANDARD if options.board is None else options.board


def company_of(options: DeadwoodOptions, players: int) -> Company:
    """What this many actors start with, unless the options say otherwise."""
    usual = COMPANIES[players]

    def chosen(option: int | None, usual: int) -> int:
        return usual if option is None else option

    return Company(
        players,
        chosen(options.days, usual.days),
        chosen(options.start_rank, usual.rank),
        chosen(options.start_dollars, usual.dollars),
        chosen(options.start_credits, usual.credits),
    )

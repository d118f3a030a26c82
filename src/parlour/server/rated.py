"""Which games are rated. A table is rated if its host said so; everybody who sits down agrees. See docs/ratings.md."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from parlour.arena.anchors import player_of
from parlour.core.clock import Clock, to_clock
from parlour.core.english import listed
from parlour.core.errors import Refused
from parlour.core.game import AnyGame
from parlour.server.table_settings import StoredSettings
from parlour.store import RatedSeat, Seat

if TYPE_CHECKING:
    from parlour.server.house import House
    from parlour.server.table import LiveTable


async def settings_of(
    house: House, game: AnyGame, options: Any, seats: Sequence[Seat], settings: StoredSettings
) -> StoredSettings:
    """The settings of a rated table: no hints, and nobody plays on for somebody else. Refused if it can't be rated."""
    clock = to_clock(settings.clock)
    if not clock.timed:
        clock = game.clock_of(options)
    refuse(why_not(game, options, clock, seats, await _minds(house, seats)))
    return msgspec.structs.replace(settings, clock=clock, takeover=False, hints=0)


async def check(house: House, table: LiveTable, seats: Sequence[Seat]) -> None:
    """Refuse these sitters at a table that is rated, if it could then not be."""
    if table.settings.rated:
        refuse(why_not(table.game, table.options, table.clock.rule, seats, await _minds(house, seats)))


def refuse(reason: str | None) -> None:
    if reason is not None:
        raise Refused(reason, "not-rated")


def why_not(
    game: AnyGame, options: Any, clock: Clock, seats: Sequence[Seat], minds: Sequence[str | None]
) -> str | None:
    """The rule: why a game can't be rated, in a sentence; None if it can. `minds` are the persons behind the guests."""
    if not clock.timed:
        return "A rated game needs a clock, so that it comes to an end."
    guests = [seat.guest for seat in seats if seat.guest is not None]
    if len(set(guests)) < len(guests):
        return "In a rated game, each player has one seat; games of several people at one screen are friendly."
    known = [mind for mind in minds if mind is not None]
    if len(set(known)) < len(known):
        return "Bots can't play for rating against their owner, or against other bots of their owner."
    if all(seat.bot is not None for seat in seats):
        return "A rated game needs a guest; the house has measured its own players."
    own = [number for number, seat in enumerate(seats) if seat.bot is None]
    usual = [game.read_options(), *(game.read_options(preset=preset) for preset in game.presets)]
    if options not in usual and game.without_choices(options, own) not in usual:
        presets = f" ({listed(list(game.presets), 'or')})" if game.presets else ""
        return (
            f"Rated games of {game.title} follow its usual rules{presets}: no cards, boards or scripts of your own, "
            "and nobody chooses for the house."
        )
    return None


async def _minds(house: House, seats: Sequence[Seat]) -> list[str | None]:
    """Who decides for each seat: a person for themselves and for all their bots; None for the house."""
    ids = {seat.guest for seat in seats if seat.guest is not None}
    found = {id: house.guests[id] for id in ids if id in house.guests}
    found |= await house.store.guests(ids - found.keys())
    return [
        None if seat.guest is None else found[seat.guest].owner or seat.guest if seat.guest in found else seat.guest
        for seat in seats
    ]


def seats_of(table: LiveTable, payoffs: Sequence[float]) -> list[RatedSeat]:
    """What goes into the ledger with the result; nothing if the game was friendly."""
    settings = table.settings
    if not settings.rated or settings.imported or settings.branch is not None or settings.taken:
        return []
    return [
        RatedSeat(number, seat.guest or player_of(table.game, seat.bot or ""), payoff)
        for number, (seat, payoff) in enumerate(zip(table.row.seats, payoffs, strict=True))
    ]

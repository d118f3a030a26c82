"""Laying the tables of a tournament: seats are kept for their guests, and a game begins when all of them are there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

from parlour.core.clock import read_clock
from parlour.core.errors import Refused
from parlour.core.seed import Seed
from parlour.games import find
from parlour.server import rated
from parlour.server.table import LiveTable
from parlour.server.table_settings import StoredSettings, write_settings
from parlour.server.tournaments.progress import Progress
from parlour.store import Seat
from parlour.store.tournament_rows import TournamentGame

KIND: Final = "tournament"  # of an invitation
MARGIN: Final = 60.0  # seconds; whoever does not come is first of all a matter of the tournament

if TYPE_CHECKING:
    from parlour.server.house import House


async def lay_table(house: House, progress: Progress, game: TournamentGame) -> LiveTable:
    """Lay the table of a game, unless it is there. Its id was chosen with the game, so there is never another one."""
    if await house.store.match(game.table) is None:
        await _create(house, progress, game)
    if game.status == "waiting":
        await house.store.change_game(game.key, status="playing", at=house.time.date())
    table = await house.table(game.table)
    if not game.alone:
        await invite(house, table, progress.cup.grace)
    return table


async def _create(house: House, progress: Progress, game: TournamentGame) -> None:
    rules = find(progress.plan.game)
    sitting = [progress.entrants[entrant] for entrant in game.seats]
    seats = [Seat(one.guest, one.word if one.guest is None else None, one.name) for one in sitting]
    settings = StoredSettings(
        preset=progress.cup.preset,
        clock=read_clock(progress.plan.clock),
        takeover=False,
        hints=0,
        tournament=progress.row.id,
        programs={seat: one.version for seat, one in enumerate(sitting) if one.version is not None},
    )
    if progress.cup.rated and any(seat.guest is not None for seat in seats):
        settings = await _rated(house, progress, seats, settings)
    await house.store.create_match(
        rules.name,
        str(rules.version),
        seed_of(progress, game).hex,
        options=progress.plan.options,
        seats=seats,
        settings=write_settings(settings),
        status="running" if game.alone else "open",
        listed=progress.row.listed and not game.alone,
        started=house.time.date() if game.alone else None,
        id=game.table,
    )


async def _rated(house: House, progress: Progress, seats: list[Seat], settings: StoredSettings) -> StoredSettings:
    """Rated if this meeting can be: a bot doesn't play its owner for rating, for example."""
    rules = find(progress.plan.game)
    options = rules.read_stored(progress.plan.options, progress.plan.version)
    wanted = msgspec.structs.replace(settings, rated=True)
    try:
        return await rated.settings_of(house, rules, options, seats, wanted)
    except Refused:
        return settings


def seed_of(progress: Progress, game: TournamentGame) -> Seed:
    """Players of the house meet again over the same deal, with other seats, and so do programs, who know nothing of
    their earlier games. A guest would remember it."""
    if not game.alone:
        return Seed.fresh()
    deal = game.number // progress.plan.seats
    return Seed.parse(str(progress.row.seed)).child(game.round).child(game.place).child(deal)


async def invite(house: House, table: LiveTable, grace: int) -> None:
    """Bots on call are told that their game is ready; people see it on their pages."""
    if table.row.status != "open":
        return
    for seat, sitting in enumerate(table.row.seats):
        if sitting.guest is not None and sitting.guest in house.bots and seat not in table.settings.programs:
            await house.calling.expect(sitting.guest, table, seat, KIND, grace + MARGIN)

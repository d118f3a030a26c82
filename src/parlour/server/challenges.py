"""Challenges: a guest plays a bot on call."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Any

from parlour.core.clock import Clock, to_clock
from parlour.core.english import listed
from parlour.core.errors import Refused
from parlour.core.game import AnyGame
from parlour.core.protocol import BotOnCall, ChallengeWish
from parlour.games import find, title_of
from parlour.server.errors import NotFound
from parlour.server.table import LiveTable
from parlour.store import OnCall, rows

if TYPE_CHECKING:
    from parlour.server.house import House

USUAL_CLOCK = "5+3"
FILL = "medium"  # on further seats, in a game that needs more than two


def shown(house: House, one: OnCall) -> BotOnCall:
    return BotOnCall(**house.calling.said(one), busy=one.busy, since=one.since)


def agreed_clock(game: AnyGame, options: Any, wish: Clock | str | None, usual: str = USUAL_CLOCK) -> Clock:
    """The clock that was asked for, or the game's own; a game with a stranger always has one."""
    if wish is None:
        own = game.clock_of(options)
        return own if own.timed else to_clock(usual)
    clock = to_clock(wish).checked()
    if not clock.timed:
        raise Refused("This game needs a clock, so that nobody waits forever; 5+3 is usual.", "bad-clock")
    return clock


async def challenge(house: House, guest: rows.Guest, bot: str, wish: ChallengeWish) -> LiveTable:
    """A table with a bot on call; it begins when both are there."""
    found = await _on_call(house, guest, bot)
    game = find(wish.game)
    if game.name not in found.games:
        titles = listed([title_of(name) for name in found.games], "or")
        raise Refused(f"{found.bot.name} does not play {game.title}; challenge it at {titles}.", "not-on-call")
    await _check_room(house, guest, found)
    options = game.read_options(wish.options, wish.preset)
    seats = max(2, game.seats[0])
    await house.reader.check(game, options, seats, guest.id)
    mine = secrets.randbelow(2) if wish.seat is None else wish.seat
    if mine >= seats:
        raise Refused(f"This table has seats 0 to {seats - 1}, not {mine}.", "no-seat")
    its = 1 if mine == 0 else 0
    players: list[rows.Guest | str] = [FILL] * seats
    players[mine], players[its] = guest, found.bot
    table = await house.lobby.set_table(
        guest,
        game,
        options,
        players,
        clock=agreed_clock(game, options, wish.clock),
        preset=wish.preset,
        rated=wish.rated,
    )
    if not await house.calling.invite(found.bot.id, table, its):
        why = f"{found.bot.name} has just been asked to another table; try again in a while."
        await house.lobby.call_off(table, why)
        raise Refused(why, "busy")
    return table


async def _on_call(house: House, guest: rows.Guest, bot: str) -> OnCall:
    known = await house.store.guest(bot) if len(bot) <= 64 and bot.isascii() and "\0" not in bot else None
    if known is None or known.kind != "bot":
        raise NotFound("There is no such bot.")
    if known.id == guest.id:
        raise Refused("A bot can't challenge itself.", "not-on-call")
    found = await house.calling.of(known.id)
    if found is None:
        raise Refused(f"{known.name} is not on call at the moment.", "not-on-call")
    if not found.people and guest.id != known.owner:
        raise Refused(f"{known.name} is on call, but does not take challenges.", "not-on-call")
    return found


async def _check_room(house: House, guest: rows.Guest, bot: OnCall) -> None:
    """A bot has room for one more table, and not everybody's place is taken by one guest."""
    for invitation in await house.store.invitations_of(bot.bot.id):
        row = await house.store.match(invitation.match)
        if row is not None and any(seat.guest == guest.id for seat in row.seats):
            raise Refused(f"You are already playing {bot.bot.name}; finish that game first.", "busy")
    if not bot.room:
        plays = "at the table that it can play at" if bot.tables == 1 else f"at all {bot.tables} of its tables"
        says = "takes no more games at the moment" if not bot.tables else f"is busy {plays}"
        raise Refused(f"{bot.bot.name} {says}; try again in a while.", "busy")

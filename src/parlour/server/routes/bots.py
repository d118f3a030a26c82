"""Bots and their owners: trial tables against house players, and what a bot did, how long it took, what went wrong.

While a game is running, only the bot and its owner see its times and faults: rivals could learn from them.
"""

from __future__ import annotations

from typing import Annotated, Any

from litestar import get, post
from litestar.params import Parameter

from parlour.core.clock import Clock, to_clock
from parlour.core.errors import Refused
from parlour.core.game import AnyGame
from parlour.core.protocol import Bot, BotLog, BotMatch, BotMatches, Fault, GuestWish, GuestWithToken, TrialWish
from parlour.games import find, find_if_here
from parlour.server.auth import AnyRequest, client_address, client_neighbourhood, current_guest, current_guest_or_none
from parlour.server.errors import Forbidden, NotFound
from parlour.server.house import House
from parlour.server.routes.records import SeatNumber
from parlour.server.table import LiveTable
from parlour.server.table_settings import read_settings
from parlour.store import rows

AfterPly = Annotated[int, Parameter(ge=0, le=1_000_000)]


async def own_bot(house: House, owner: rows.Guest, bot: str) -> rows.Guest:
    """The bot, if this guest owns it or is it."""
    found = await house.store.guest(bot) if len(bot) <= 64 and bot.isascii() and "\0" not in bot else None
    if found is None or found.kind != "bot":
        raise NotFound("There is no such bot.")
    if owner.id not in (found.owner, found.id):
        raise Forbidden("This bot belongs to somebody else.")
    return found


def trial_clock(game: AnyGame, options: Any, wish: TrialWish) -> Clock | str:
    return wish.clock if wish.clock is not None else game.clock_of(options)


async def _create_trials(house: House, owner: rows.Guest, bot: rows.Guest, wish: TrialWish) -> list[LiveTable]:
    """Tables for the bot against a house player; unless a seat was named, the bot changes seats from table to table."""
    game = find(wish.game)
    options = game.read_options(wish.options, wish.preset)
    seats = wish.seats or game.default_seats
    game.check_seats(seats)
    await house.reader.check(game, options, seats, owner.id)
    if wish.seat is not None and wish.seat >= seats:
        raise Refused(f"{game.title} with {seats} players has seats 0 to {seats - 1}.", "no-seat")
    tables = []
    for number in range(wish.games):
        place = wish.seat if wish.seat is not None else number % seats
        words = [wish.against] * seats
        words[place] = "me"
        tables.append(
            await house.lobby.create_for_bot(
                owner, bot, game, options, words, clock=trial_clock(game, options, wish), preset=wish.preset
            )
        )
    return tables


async def matches_of_bot(house: House, bot: str, limit: int, after: str | None) -> BotMatches:
    page = await house.store.matches_of(bot, limit=limit, after=after)
    return BotMatches(await show_matches(house, page.matches, {bot}), page.after)


async def show_matches(house: House, found: list[rows.Match], bots: set[str]) -> list[BotMatch]:
    """Each match, once for every seat that one of these bots holds."""
    paces = await house.store.paces(row.id for row in found)
    shown = []
    for row in found:
        game = find_if_here(row.game)
        if game is None:
            continue
        live = house.tables.get(row.id)
        here = live.guests.present() if live is not None else set()
        for seat, sitting in enumerate(row.seats):
            if sitting.guest not in bots:
                continue
            pace = paces.get((row.id, seat), rows.Pace())
            faults = {code: n for code, n in pace.faults.items() if code != "note"}
            result = row.result or {}
            shown.append(
                BotMatch(
                    table=row.id,
                    game=row.game,
                    title=game.title,
                    seat=seat,
                    names=_names(row),
                    status=row.status,
                    here=seat in here,
                    created=row.created,
                    ended=row.ended,
                    clock=to_clock(read_settings(row).clock),
                    payoff=result["payoffs"][seat] if result.get("payoffs") else None,
                    why=result.get("why"),
                    decisions=pace.decisions,
                    mean_ms=round(pace.total_ms / pace.decisions) if pace.decisions else 0,
                    longest_ms=pace.longest_ms,
                    faults=faults,
                )
            )
    return shown


def _names(row: rows.Match) -> list[str]:
    return [seat.name or f"Seat {n + 1}" for n, seat in enumerate(row.seats)]


async def log_of(house: House, table: LiveTable, seat: int, asking: rows.Guest | None, after: int) -> BotLog:
    """What the bot on this seat saw and did after ply `after`."""
    if not 0 <= seat < len(table.row.seats):
        raise Refused(f"This table has {len(table.row.seats)} seats.", "no-seat")
    guest = table.row.seats[seat].guest
    bot = await house.store.guest(guest) if guest is not None else None
    if bot is None or bot.kind != "bot":
        raise Refused("Only bots' seats have a log.", "no-log")
    mine = asking is not None and asking.id in (bot.id, bot.owner)
    ended = table.status in ("over", "closed")
    if not mine and not ended:
        raise Forbidden("Until the game is over, only the bot and its owner may read its log.")
    played = table.played(await house.store.moves_since(table.id, 0), table.spoken)
    faults = await house.store.faults(table.id, seat)
    result = table.result or {}
    return BotLog(
        table=table.id,
        game=table.game.name,
        title=table.game.title,
        seat=seat,
        names=table.names,
        status=table.status,
        clock=table.clock.rule,
        why=result.get("why"),
        payoff=result["payoffs"][seat] if result.get("payoffs") else None,
        lines=await house.archive.log(played, seat, after, asking.id if asking else "") if played.entries else [],
        faults=[
            Fault(fault.ply, fault.at, fault.code, fault.why, fault.said)
            for fault in faults
            if mine or fault.code != "note"
        ],
    )


# --- routes ---


@post("/api/bots", summary="Register a bot and get its token; if you send your own token, the bot is yours")
async def new_bot(request: AnyRequest, house: House, data: GuestWish) -> GuestWithToken:
    owner = await current_guest_or_none(request, house)
    if not house.new_guests.take(client_neighbourhood(request, house)):
        raise Refused("Too many new guests from your address; try again in a minute.", "too-many")
    house.order.check(owner, client_address(request, house))
    guest, token = await house.new_guest(data.name or "Bot", "bot", owner.id if owner else None)
    return GuestWithToken(guest.id, guest.name, guest.kind, token)


@get("/api/bots", summary="Your bots")
async def my_bots(request: AnyRequest, house: House) -> list[Bot]:
    owner = await current_guest(request, house)
    return [Bot(bot.id, bot.name, bot.created) for bot in await house.store.bots_of(owner.id)]


@get("/api/bots/{bot:str}/token", summary="Get the token of one of your bots again")
async def bot_token(request: AnyRequest, house: House, bot: str) -> GuestWithToken:
    found = await own_bot(house, await current_guest(request, house), bot)
    return GuestWithToken(found.id, found.name, found.kind, house.signer.token(found.id, found.signed or 0))


@post("/api/bots/{bot:str}/token", summary="Revoke the token of one of your bots and get a new one", status_code=200)
async def new_bot_token(request: AnyRequest, house: House, bot: str) -> GuestWithToken:
    found = await own_bot(house, await current_guest(request, house), bot)
    number = await house.store.sign_anew(found.id, (found.signed or 0) + 1)
    await house.selves.changed(found.id)
    return GuestWithToken(found.id, found.name, found.kind, house.signer.token(found.id, number))


@post("/api/bots/{bot:str}/trials", summary="Create tables for your bot against a house player")
async def create_trials(request: AnyRequest, house: House, bot: str, data: TrialWish) -> list[BotMatch]:
    """Each table begins when the bot sits down; without `seat` (from 0), the bot changes seats from table to table."""
    owner = await current_guest(request, house)
    found = await own_bot(house, owner, bot)
    tables = await _create_trials(house, owner, found, data)
    return await show_matches(house, [table.row for table in tables], {found.id})


@get("/api/bots/{bot:str}/matches", summary="Your bot's matches: how long it thought, what went wrong")
async def bot_matches(request: AnyRequest, house: House, bot: str, after: str | None = None) -> BotMatches:
    found = await own_bot(house, await current_guest(request, house), bot)
    return await matches_of_bot(house, found.id, 20, after)


@get("/api/tables/{table_id:str}/log", summary="What a bot saw and did, how long it took, and what went wrong")
async def bot_log(
    request: AnyRequest, house: House, table_id: str, seat: SeatNumber = 0, after: AfterPly = 0
) -> BotLog:
    """While the game is running, only for the bot and its owner. `after` skips the lines up to that ply."""
    table = await house.table(table_id)
    return await log_of(house, table, seat, await current_guest_or_none(request, house), after)


ROUTES = [new_bot, my_bots, bot_token, new_bot_token, create_trials, bot_matches, bot_log]

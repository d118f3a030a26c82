"""The lobby in one answer, and the players one follows."""

from __future__ import annotations

import datetime
from collections.abc import Sequence

import msgspec
from litestar import get, put

from parlour.core.errors import Refused
from parlour.core.protocol import DailyPuzzle, Following, FollowWish, Lobby, PlayerName, Table
from parlour.server import messages
from parlour.server.auth import AnyRequest, current_guest, current_guest_or_none
from parlour.server.demonstration import is_demonstration
from parlour.server.errors import NotFound
from parlour.server.going_on import puzzle_of
from parlour.server.house import House
from parlour.server.routes.facts import who_is_here
from parlour.store import rows

MOST_SHOWN = 50


@get("/api/lobby", summary="Everything the lobby shows")
async def lobby(request: AnyRequest, house: House) -> Lobby:
    """Also tells the house that somebody looks, so that a demonstration goes on."""
    guest = await current_guest_or_none(request, house)
    house.demonstration.look()
    mine = (await house.store.matches_of(guest.id, limit=30)).matches if guest else []
    found = (await house.store.tables(limit=2 * MOST_SHOWN)).matches
    waiting = [row for row in found if row.status == "open" and any(seat.empty for seat in row.seats)]
    guests, tables = who_is_here(house)
    return Lobby(
        mine=await shown(house, mine, guest),
        waiting=await shown(house, waiting[:MOST_SHOWN], guest),
        looked_for=await house.seekers.looked_for(guest.id if guest else None),
        running=await to_watch(house, [row for row in found if row.status == "running"], guest),
        guests=guests,
        tables=tables,
        moods=await house.going_on.moods(),
        puzzle=await _puzzle(house, guest),
        best=house.going_on.best(),
    )


async def shown(house: House, found: Sequence[rows.Match], guest: rows.Guest | None) -> list[Table]:
    """Each table with a line about its position; one that cannot be loaded is left out."""
    return [messages.listed(table, guest.id if guest else None) for table in await house.tables_of(list(found))]


async def to_watch(house: House, found: Sequence[rows.Match], guest: rows.Guest | None) -> list[Table]:
    """Running games, those of players the guest follows first, a demonstration last."""
    follows = {player.id for player in await house.store.followed(guest.id)} if guest else set()
    seats_of = {
        row.id: [number for number, seat in enumerate(row.seats) if seat.guest in follows and seat.guest is not None]
        for row in found
    }
    ordered = sorted(found, key=lambda row: (is_demonstration(row), not seats_of[row.id]))
    return [_marked(table, seats_of[table.id]) for table in await shown(house, ordered[:MOST_SHOWN], guest)]


def _marked(table: Table, followed: Sequence[int]) -> Table:
    if not followed:
        return table
    seats = [msgspec.structs.replace(seat, followed=True) if seat.seat in followed else seat for seat in table.seats]
    return msgspec.structs.replace(table, seats=seats)


async def _puzzle(house: House, guest: rows.Guest | None) -> DailyPuzzle | None:
    today = datetime.datetime.fromtimestamp(house.time.date(), datetime.UTC).date()
    puzzle = puzzle_of(today)
    if puzzle is None or guest is None:
        return puzzle
    tried = await house.store.puzzles_tried(guest.id, puzzle.game)
    return msgspec.structs.replace(puzzle, tried=puzzle.id in tried)


@get("/api/following", summary="Whom you follow, and their games to watch")
async def following(request: AnyRequest, house: House) -> Following:
    return await _following(house, await current_guest(request, house))


async def _following(house: House, guest: rows.Guest) -> Following:
    players = await house.store.followed(guest.id)
    wanted = {player.id for player in players}
    found = (await house.store.tables(("running",), limit=500)).matches if wanted else []
    theirs = [row for row in found if any(seat.guest in wanted for seat in row.seats)]
    return Following([PlayerName(one.id, one.name, one.kind) for one in players], await to_watch(house, theirs, guest))


@put("/api/players/{player:str}/follow", summary="Follow a player, or stop following")
async def follow(request: AnyRequest, house: House, player: str, data: FollowWish) -> Following:
    """Their games that everybody may watch come first in your lists. The player is not told."""
    guest = await current_guest(request, house)
    found = await house.store.guest(player) if len(player) <= 64 and player.isascii() else None
    if found is None:
        raise NotFound("There is no such player.")
    if player == guest.id:
        raise Refused("You can't follow yourself.", "bad-request")
    if not await house.store.follow(guest.id, player, data.follow):
        raise Refused("You already follow as many players as you can; stop following one of them first.", "too-many")
    return await _following(house, guest)


ROUTES = [lobby, following, follow]

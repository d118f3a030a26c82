"""Leaderboards, the pages of players, and how strong those are who sit at a table."""

from __future__ import annotations

import msgspec
from litestar import get

from parlour.core.protocol import Leaderboard, Profile, Ranking, TablePlayer
from parlour.games import find
from parlour.server.auth import AnyRequest, current_guest_or_none
from parlour.server.challenges import shown
from parlour.server.house import House
from parlour.server.profiles import profile
from parlour.server.ratings import leaderboard, players_of


@get("/api/ratings/{game:str}", summary="The leaderboard of a game")
async def ranking(house: House, game: str, of: Ranking = "everybody") -> Leaderboard:
    """Everybody, people only, or bots only, among them the house's levels."""
    found = find(game)
    return leaderboard(found, await house.store.ratings(found.name), of)


@get("/api/tables/{table_id:str}/players", summary="Who sits at a table, and how strong they are")
async def table_players(house: House, table_id: str) -> list[TablePlayer]:
    """After a rated game, also what it changed, as soon as it has been counted."""
    return await players_of(await house.table(table_id))


@get("/api/players/{player:str}", summary="The page of a guest or bot")
async def one_player(request: AnyRequest, house: House, player: str) -> Profile:
    """Ratings, results by rival, best and latest games: finished ones from the lobby, and rated ones."""
    guest = await current_guest_or_none(request, house)
    found = await profile(house.store, player)
    follows = guest is not None and any(one.id == player for one in await house.store.followed(guest.id))
    on_call = await house.calling.of(found.player) if found.kind == "bot" else None
    return msgspec.structs.replace(found, followed=follows, call=None if on_call is None else shown(house, on_call))


ROUTES = [ranking, table_players, one_player]

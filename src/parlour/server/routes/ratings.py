"""Leaderboards, the pages of players, and how strong those are who sit at a table."""

from __future__ import annotations

from litestar import get

from parlour.core.protocol import Leaderboard, Profile, Ranking, TablePlayer
from parlour.games import find
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
async def one_player(house: House, player: str) -> Profile:
    """Ratings, results by rival, best and latest games: finished ones from the lobby, and rated ones."""
    return await profile(house.store, player)


ROUTES = [ranking, table_players, one_player]

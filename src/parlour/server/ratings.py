"""The ratings of a house: counted from the ledger of rated games, and shown as leaderboards."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import msgspec

from parlour.arena.anchors import HOUSE, player_of
from parlour.arena.scale import points_of, scale_of
from parlour.bots.seat_words import known_words
from parlour.core.game import AnyGame
from parlour.core.protocol import Leaderboard, Place, Ranking, Rating, TablePlayer
from parlour.games import find_if_here
from parlour.store import CountGames, RatedGame, RatedSeat, Standing, StoreError
from parlour.store.rating_writes import Pair

if TYPE_CHECKING:
    from parlour.server.house import House
    from parlour.server.table import LiveTable

log = logging.getLogger("parlour.server")

RANKED: dict[str, Ranking] = {"person": "people", "bot": "bots"}


def counting(game: AnyGame) -> CountGames:
    """Counts some of the games that wait in the ledger."""
    scale = scale_of(game)

    def rate(seats: Sequence[RatedSeat], known: Sequence[Pair | None]) -> Sequence[tuple[Pair, Pair]]:
        return scale.rate([seat.player for seat in seats], [seat.payoff for seat in seats], known)

    return CountGames(game.name, scale.rules, rate)


class Ratings:
    """However often and wherever it is asked to count, a game counts once: the store numbers what is counted."""

    def __init__(self, house: House) -> None:
        self.store = house.store

    async def count(self, game: AnyGame) -> None:
        """Count what waits in a game's ledger. What fails now is counted later."""
        try:
            while await self._count_some(game):
                pass
        except StoreError as trouble:
            log.warning("ratings of %s: %s", game.title, trouble)

    async def _count_some(self, game: AnyGame) -> int:
        write = counting(game)
        return await self.store.count_games(write.key, write.rules, write.rate)

    async def count_all(self, names: Iterable[str]) -> None:
        for name in names:
            game = find_if_here(name)
            if game is not None:  # otherwise its games wait
                await self.count(game)


def rating(standing: Standing) -> Rating:
    shown = points_of(standing.mu, standing.sigma)
    return Rating(points=shown.points, margin=shown.margin, provisional=shown.provisional, games=standing.games)


def gained(one: RatedGame) -> int:
    """The points that a game was worth."""
    return points_of(*one.new).points - points_of(*one.old).points


def house_name(game: AnyGame, player: str) -> str:
    """A house player of the ledger by its level; one that no level stands for any more by what it was."""
    return _house_players(game).get(player, player.removeprefix(HOUSE))


def _house_players(game: AnyGame) -> dict[str, str]:
    """The house players of today, as the ledger and as a seat word call them."""
    return {player_of(game, word): word for word in known_words(game)}


def leaderboard(game: AnyGame, standings: Sequence[Standing], of: Ranking, limit: int = 100) -> Leaderboard:
    """Those whose rating is sure, by points, then the provisional ones. Anchored levels are there even before they
    have played."""
    scale, levels = scale_of(game), _house_players(game)
    found = [one for one in standings if one.kind is not None and of in ("everybody", RANKED[one.kind])]
    if of != "people":
        played = {one.player: one for one in standings if one.player in levels}
        measured = {player: Standing(player, *scale.anchored[player], games=0, updated=0.0)
                    for player in levels if player in scale.anchored}  # fmt: skip
        found += (measured | played).values()
    shown = [(one, rating(one)) for one in found]
    shown.sort(key=lambda pair: (pair[1].provisional, -pair[0].mu, pair[0].player))
    places = [
        Place(
            **msgspec.structs.asdict(rated),
            place=None if rated.provisional else number,
            player=None if one.kind is None else one.player,
            name=one.name or levels[one.player],
            kind=one.kind or "house",
            anchored=one.player in scale.anchored,
        )
        for number, (one, rated) in enumerate(shown[:limit], 1)
    ]
    return Leaderboard(game.name, game.title, of, places)


async def players_of(table: LiveTable) -> list[TablePlayer]:
    """Who sits at a table, and how strong they are; after a rated game also what it changed."""
    store, game = table.house.store, table.game
    # First, so that the ratings are not older than what the game changed.
    counted = {one.seat: gained(one) for one in await store.rated_seats(table.id)} if table.settings.rated else {}
    sitting = [seat.guest or (player_of(game, seat.bot) if seat.bot else None) for seat in table.row.seats]
    known = {one.player: one for _, one in await store.ratings_of({one for one in sitting if one}, game.name)}
    for player, strength in scale_of(game).anchored.items():
        known.setdefault(player, Standing(player, *strength, games=0, updated=0.0))
    return [
        TablePlayer(
            seat=number,
            player=seat.guest,
            kind="house" if seat.guest is None else "bot" if seat.guest in table.house.bots else "person",
            rating=rating(known[player]) if player in known else None,
            gained=counted.get(number),
        )
        for number, (seat, player) in enumerate(zip(table.row.seats, sitting, strict=True))
        if player is not None
    ]

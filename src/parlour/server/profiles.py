"""The page of a player: ratings, results, rivals, best games. It shows only what everybody may know.

That is: finished games from the lobby, and rated games, which are public. Nothing of private tables, nothing of games
that are still running.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache

import msgspec

from parlour.arena.anchors import HOUSE
from parlour.arena.scale import points_of
from parlour.core.game import AnyGame
from parlour.core.protocol import (
    BestGame,
    CurvePoint,
    GameRating,
    GameScore,
    Outcome,
    PlayerName,
    Profile,
    PublicGame,
)
from parlour.games import find_if_here
from parlour.server.errors import NotFound
from parlour.server.ratings import gained, house_name, rating
from parlour.store import Guest, Match, RatedGame, Store

MOST_GAMES = 500  # that a curve goes back
LATEST = 15  # games in the list
BEST = 5


class Names:
    """What players are called now: guests by their names, players of the house by their levels."""

    def __init__(self, guests: dict[str, Guest]) -> None:
        self.guests = guests

    def of(self, player: str, game: str) -> PlayerName:
        if player.startswith(HOUSE):
            found = _game(game)
            level = player.removeprefix(HOUSE) if found is None else house_name(found, player)
            return PlayerName(None, level, "house")
        guest = self.guests.get(player)
        return PlayerName(None, "somebody", "person") if guest is None else _name(guest)


def _name(guest: Guest) -> PlayerName:
    return PlayerName(guest.id, guest.name, guest.kind)


@cache
def _game(name: str) -> AnyGame | None:
    return find_if_here(name)


def _title(name: str) -> str:
    found = _game(name)
    return name if found is None else found.title


async def profile(store: Store, player: str) -> Profile:
    guest = await store.guest(player) if len(player) <= 64 and player.isascii() else None
    if guest is None:
        raise NotFound("There is no such player.")
    standings = await store.ratings_of([guest.id])
    rated = await store.rated_games(guest.id, MOST_GAMES)
    scores = await store.scores(guest.id)
    wins = await store.rated_wins(guest.id, BEST)
    public = await store.public_games(guest.id, LATEST)
    bots = await store.bots_of(guest.id)
    playing = {one.player for _, one in await store.ratings_of([bot.id for bot in bots])}
    met = {score.rival for score in scores} | {seat.guest for match in public for seat in match.seats if seat.guest}
    met |= {guest.owner} if guest.owner else set()
    names = Names(await store.guests(one for one in met if not one.startswith(HOUSE)))
    by_match = {one.match: one for one in rated}
    return Profile(
        player=guest.id,
        name=guest.name,
        kind=guest.kind,
        since=guest.created,
        owner=names.of(guest.owner, "") if guest.owner in names.guests else None,
        ratings=[
            GameRating(
                **msgspec.structs.asdict(rating(one)),
                game=game,
                title=_title(game),
                curve=_curve(each for each in rated if each.game == game),
            )
            for game, one in sorted(standings, key=lambda pair: (-pair[1].games, pair[0]))
        ],
        scores=[
            GameScore(one.game, _title(one.game), names.of(one.rival, one.game), one.won, one.drawn, one.lost)
            for one in scores
        ],
        best=[
            BestGame(
                mine.match,
                mine.game,
                _title(mine.game),
                mine.at,
                names.of(theirs.player, theirs.game),
                points_of(*theirs.old).points,
                gained(mine),
            )
            for mine, theirs in wins
        ],
        games=[_public(match, guest.id, names, by_match.get(match.id)) for match in public if match.result],
        bots=[_name(bot) for bot in bots if bot.id in playing],
    )


def _curve(newest_first: Iterable[RatedGame]) -> list[CurvePoint]:
    return [CurvePoint(one.at, *points_of(*one.new), one.match) for one in reversed(list(newest_first))]


def _public(match: Match, guest: str, names: Names, counted: RatedGame | None) -> PublicGame:
    mine = next(number for number, seat in enumerate(match.seats) if seat.guest == guest)
    rivals = [
        names.of(seat.guest, match.game) if seat.guest else PlayerName(None, seat.name, "house")
        for number, seat in enumerate(match.seats)
        if number != mine
    ]
    return PublicGame(
        match.id,
        match.game,
        _title(match.game),
        match.ended or match.created,
        rivals,
        outcome(match.result["payoffs"], mine),
        bool(match.settings.get("rated")),
        None if counted is None else gained(counted),
    )


def outcome(payoffs: Sequence[float], seat: int) -> Outcome:
    """Won alone, shared the best result, or did worse than somebody."""
    if payoffs[seat] < max(payoffs):
        return "lost"
    return "won" if payoffs.count(payoffs[seat]) == 1 else "drawn"

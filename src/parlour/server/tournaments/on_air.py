"""The house's TV: the running game of the strongest players, of those that everybody may watch."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from parlour.arena.anchors import player_of
from parlour.arena.scale import MIDDLE, points_of, scale_of
from parlour.core.protocol import OnAir
from parlour.games import find, find_if_here
from parlour.server.demonstration import is_demonstration
from parlour.store import rows

if TYPE_CHECKING:
    from parlour.server.house import House

MOST: Final = 100  # running tables that are compared, the newest


async def on_air(house: House) -> OnAir:
    """Games with a guest count more than those of the house alone; then the mean of their points decides."""
    page = await house.store.tables(("running",), limit=MOST)
    # The lobby shows the demonstration anyway.
    here = [row for row in page.matches if find_if_here(row.game) is not None and not is_demonstration(row)]
    games = {row.game for row in here}
    known = {name: await _known(house, name, [row for row in here if row.game == name]) for name in games}
    best: tuple[tuple[bool, float, float], OnAir] | None = None
    for row in here:
        points = [known[row.game].get(player) for player in _players(row)]
        mean = sum(MIDDLE if one is None else one for one in points) / max(1, len(points))
        rank = any(seat.guest is not None for seat in row.seats), mean, row.started or 0.0
        if best is None or rank > best[0]:
            best = rank, OnAir(row.id, row.game, find(row.game).title, [seat.name for seat in row.seats], points)
    return best[1] if best is not None else OnAir(None)


def _players(row: rows.Match) -> list[str]:
    game = find(row.game)
    return [seat.guest or (player_of(game, seat.bot) if seat.bot else "") for seat in row.seats]


async def _known(house: House, name: str, found: Sequence[rows.Match]) -> dict[str, int]:
    """The points of all who play a game now; asked for at once, since every lobby asks again and again."""
    known = {player: points_of(*strength).points for player, strength in scale_of(find(name)).anchored.items()}
    players = {player for row in found for player in _players(row) if player}
    return known | {
        one.player: points_of(one.mu, one.sigma).points for _, one in await house.store.ratings_of(players, name)
    }

"""The house's TV: the running game of the strongest players, of those that everybody may watch."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from parlour.arena.anchors import player_of
from parlour.arena.scale import MIDDLE, points_of, scale_of
from parlour.core.errors import Refused
from parlour.core.protocol import OnAir
from parlour.games import find
from parlour.server.demonstration import is_demonstration
from parlour.store import rows

if TYPE_CHECKING:
    from parlour.server.house import House

MOST: Final = 100  # running tables that are compared, the newest


async def on_air(house: House) -> OnAir:
    """Games with a guest count more than those of the house alone; then the mean of their points decides."""
    page = await house.store.tables(("running",), limit=MOST)
    best: tuple[tuple[bool, float, float], OnAir] | None = None
    for row in page.matches:
        if is_demonstration(row):  # the lobby shows it anyway
            continue
        try:
            points = await _points(house, row)
        except Refused:  # its game is not here any more
            continue
        mean = sum(MIDDLE if one is None else one for one in points) / max(1, len(points))
        rank = any(seat.guest is not None for seat in row.seats), mean, row.started or 0.0
        if best is None or rank > best[0]:
            best = rank, OnAir(row.id, row.game, find(row.game).title, [seat.name for seat in row.seats], points)
    return best[1] if best is not None else OnAir(None)


async def _points(house: House, row: rows.Match) -> list[int | None]:
    game = find(row.game)
    players = [seat.guest or (player_of(game, seat.bot) if seat.bot else "") for seat in row.seats]
    known = {player: points_of(*strength).points for player, strength in scale_of(game).anchored.items()}
    for _, one in await house.store.ratings_of({player for player in players if player}, game.name):
        known[one.player] = points_of(one.mu, one.sigma).points
    return [known.get(player) for player in players]

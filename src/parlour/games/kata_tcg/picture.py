"""A picture of the duel: both sides' health, mana, hands from behind, and the minions between them."""

from __future__ import annotations

from collections.abc import Sequence

from parlour.core.picture import INK, MUTED, WIDTH, Picture
from parlour.games.kata_tcg.pool import POOL
from parlour.games.kata_tcg.view import KataView, SideView

FULL_HEALTH = 30
MIDDLE = 225
CARD = "#4a2f6b"


def draw(view: KataView, names: Sequence[str], options: object) -> Picture:
    drawn = Picture(ground="#2b141c")
    drawn.box(16, 100, WIDTH - 32, 250, "#3a1b27", radius=22)
    for seat, side in enumerate(view.sides):
        _side(drawn, seat, side, names[seat])
    if not view.minions:
        drawn.say(WIDTH / 2, MIDDLE, f"Turn {view.turn}", 20, MUTED, display=True)
    else:
        drawn.way([(60, MIDDLE), (WIDTH - 60, MIDDLE)], edge="#5c3342")
    return drawn


def _side(drawn: Picture, seat: int, side: SideView, name: str) -> None:
    """Seat 1 sits at the top, as on the board of seat 0."""
    top = seat == 1
    y = 48 if top else 402
    drawn.plate(24, y - 14, 300, seat, name)
    drawn.box(24, y + 4, 300, 16, "#1c0d12", radius=8)
    part = max(0.0, min(1.0, side.health / FULL_HEALTH))
    if part:
        drawn.box(24, y + 4, max(16.0, 300 * part), 16, "#d8574f", radius=8)
    drawn.say(174, y + 12, max(0, side.health), 14, INK, bold=True)
    for slot in range(side.slots):
        drawn.disc(346 + 17 * slot, y + 12, 6.5, "#58a6ff" if slot < side.mana else "#3b2630")
    for place in range(side.hand_size):
        drawn.box(WIDTH - 44 - 26 * place, y - 26, 24, 36, "#6d4b2f", radius=4, edge="#c99a55", edge_width=1.5)
    drawn.say(WIDTH - 20, y + 24, f"deck {side.deck_size}, played {len(side.discard)}", 13, MUTED, "end")
    _row(drawn, side, 112 if top else 236, seat)


def _row(drawn: Picture, side: SideView, y: float, seat: int) -> None:
    """The minions of a side; while there are none, the last cards it played."""
    if side.board:
        wide = 104 * len(side.board)
        for place, minion in enumerate(side.board):
            x = (WIDTH - wide) / 2 + 104 * place + 5
            drawn.card(x, y, 94, 100, CARD, POOL.by_id[minion.card].name)
            drawn.disc(x + 20, y + 48, 18, "#d9a648")
            drawn.say(x + 20, y + 48, minion.damage, 19, "#1c130a", bold=True)
            drawn.disc(x + 74, y + 48, 18, "#c8453f")
            drawn.say(x + 74, y + 48, minion.health, 19, bold=True)
        return
    for place, card in enumerate(side.discard[-6:]):
        printed = POOL.by_id[card]
        drawn.card(WIDTH / 2 - 267 + 90 * place, y + 8, 84, 92, "#43202c", printed.name, printed.cost)
        if printed.damage is not None:
            drawn.say(WIDTH / 2 - 225 + 90 * place, y + 50, printed.damage, 30, "#e8b6a9", display=True, bold=True)

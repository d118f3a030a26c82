"""A picture of the battle: three rows a side with every unit, the weather, powers and lives."""

from __future__ import annotations

from collections.abc import Sequence

from parlour.core.picture import BRASS, INK, MUTED, SEATS, WIDTH, Picture, fitting
from parlour.games.monogwent.pool import ROWS
from parlour.games.monogwent.view import MonoGwentView, SideView

LEFT = 168
HIGH = 70
COLOURS = {"Gold": "#b58a2c", "Silver": "#5b6570"}
WET = "#3a4f66"


def draw(view: MonoGwentView, names: Sequence[str], options: object) -> Picture:
    drawn = Picture(ground="#191b1f")
    for seat in (0, 1):
        side = view.sides[seat]
        for row in range(3):
            # Melee rows meet in the middle; seat 1 is at the top.
            y = 227 + HIGH * row + 5 if seat == 0 else 223 - HIGH * (row + 1)
            _row(drawn, view, side, row, y)
        _plate(drawn, view, side, seat, names[seat])
    drawn.way([(12, 225), (WIDTH - 12, 225)], edge=BRASS, edge_width=2)
    return drawn


def _row(drawn: Picture, view: MonoGwentView, side: SideView, row: int, y: float) -> None:
    weather = view.weather[row]
    drawn.box(LEFT, y, WIDTH - LEFT - 12, HIGH - 5, WET if weather else "#262a30", radius=8)
    drawn.disc(LEFT + 24, y + 32, 19, "#101215", BRASS if side.boosts[row] else "")
    drawn.say(LEFT + 24, y + 32, side.rows[row], 19, bold=True)
    units = [unit for unit in side.field if unit.row == ROWS[row]]
    step = min(70.0, (WIDTH - LEFT - 72) / max(1, len(units)))
    for place, unit in enumerate(units):
        x = LEFT + 52 + step * place
        drawn.box(x, y + 4, 66, HIGH - 13, COLOURS.get(unit.type, "#4a4436"), radius=6, edge="#101215")
        drawn.disc(x + 16, y + 20, 13, "#f2ead9")
        drawn.say(x + 16, y + 20, unit.counts, 15, "#17130c", bold=True)
        drawn.say(x + 5, y + 49, fitting(unit.card.rpartition(" ")[2], min(60, step - 5), 11), 11, INK, "start")


def _plate(drawn: Picture, view: MonoGwentView, side: SideView, seat: int, name: str) -> None:
    top = 244 if seat == 0 else 16
    drawn.box(12, top, LEFT - 24, 190, "#23272c", radius=12)
    drawn.disc(30, top + 24, 7, SEATS[seat])
    drawn.say(44, top + 24, name, 16, INK, "start", bold=True, room=LEFT - 64)
    drawn.say(24, top + 48, side.faction, 13, MUTED, "start", room=LEFT - 40)
    drawn.say(LEFT / 2, top + 92, side.power, 46, BRASS, display=True, bold=True)
    for life in range(2):
        drawn.disc(LEFT / 2 - 13 + 26 * life, top + 132, 9, "#d8574f" if life < side.lives else "#3a3f45")
    won = sum(one.winner == seat for one in view.rounds)
    passed = ", passed" if side.passed and view.mover >= 0 else ""
    drawn.say(LEFT / 2, top + 164, f"{side.hand_size} in hand{passed}", 13, MUTED, room=LEFT - 30)
    drawn.say(LEFT / 2, top + 181, f"{won} {'round' if won == 1 else 'rounds'} won", 12, MUTED, room=LEFT - 30)

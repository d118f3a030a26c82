"""A picture of the garden: who owns which field, what grows there, and both gardeners' points."""

from __future__ import annotations

from collections.abc import Sequence

from parlour.core.picture import BRASS, HEIGHT, INK, MUTED, SEATS, WIDTH, Picture, blend
from parlour.games.gardening_war.view import FieldView, GardenView

SIDE = 8
CELL = 51
LEFT, TOP = (WIDTH - SIDE * CELL) / 2, (HEIGHT - SIDE * CELL) / 2
FREE, SPECIAL = "#3d5a34", "#5a4630"
FLOWERS = {"anemone": "#f08bb4", "bluejazz": "#6f9cf0", "crocus": "#b58cf0", "tulip": "#f0584f"}


def draw(view: GardenView, names: Sequence[str], options: object) -> Picture:
    drawn = Picture(ground="#12302c")
    drawn.box(LEFT - 8, TOP - 8, SIDE * CELL + 16, SIDE * CELL + 16, "#2a1f14", radius=12)
    for field in view.fields:
        _field(drawn, field)
    for seat, gardener in enumerate(view.gardeners):
        x = 14 if seat == 0 else LEFT + SIDE * CELL + 20
        wide = LEFT - 36
        drawn.disc(x + 7, 60, 7, SEATS[seat])
        drawn.say(x + 22, 60, names[seat], 17, INK, "start", bold=True, room=wide - 22)
        drawn.say(x, 96, f"{gardener.points:,}".replace(",", " "), 30, BRASS, "start", display=True, bold=True)
        drawn.say(x, 122, "points", 13, MUTED, "start")
        drawn.say(x, 158, f"{gardener.gold:,}".replace(",", " "), 20, INK, "start", display=True)
        drawn.say(x, 178, "gold", 13, MUTED, "start")
        fields = len(gardener.fields)
        drawn.say(x, 214, fields, 20, INK, "start", display=True)
        drawn.say(x, 234, "field" if fields == 1 else "fields", 13, MUTED, "start")
    drawn.say(14, 404, f"Round {min(view.round, view.rounds)} of {view.rounds}", 14, MUTED, "start")
    return drawn


def _field(drawn: Picture, field: FieldView) -> None:
    """As on the board, y grows upwards."""
    x, y = LEFT + field.x * CELL, TOP + (SIDE - 1 - field.y) * CELL
    ground = SPECIAL if field.special else FREE
    if field.owner is not None:
        ground = blend(ground, SEATS[field.owner], 0.5)
    drawn.box(x + 1.5, y + 1.5, CELL - 3, CELL - 3, ground, radius=6)
    if field.special:
        drawn.disc(x + CELL - 10, y + 10, 3.5, BRASS)
    plant = field.plant
    if plant is None:
        return
    x, y = x + CELL / 2, y + CELL / 2
    if plant.state == "dead":
        drawn.way([(x - 9, y - 9), (x + 9, y + 9)], edge="#241c14", edge_width=5)
        drawn.way([(x - 9, y + 9), (x + 9, y - 9)], edge="#241c14", edge_width=5)
        return
    drawn.way([(x, y + 17), (x, y)], edge="#9fd36a", edge_width=4)
    petal = FLOWERS.get(plant.plant, INK)
    if plant.state == "mature":
        for across, down in ((-8, 0), (8, 0), (0, -8), (0, 8)):
            drawn.disc(x + across, y - 4 + down, 7.5, petal)
        drawn.disc(x, y - 4, 6, "#ffe9a8")
    else:
        drawn.disc(x, y - 2, 7, blend(petal, "#9fd36a", 0.45))
        for drop in range(max(0, plant.need)):
            drawn.disc(x - 15 + 8 * drop, y + 19, 2.8, "#7cc8ff")

"""A picture of the farms: coins on the way to the limit, what grows in every bed, and the market."""

from __future__ import annotations

from collections.abc import Sequence

from parlour.core.picture import INK, MUTED, SEATS, WIDTH, Picture, blend
from parlour.games.battle_farm.cards import BED, CARD
from parlour.games.battle_farm.view import BedView, FarmerView, FarmView

COLOURS = {"red": "#c8503f", "green": "#5d9a45", "yellow": "#d9aa3a"}
ACTION = "#55708c"
EARTH = "#4a3424"


def draw(view: FarmView, names: Sequence[str], options: object) -> Picture:
    drawn = Picture(ground="#25301a")
    drawn.box(0, 0, WIDTH, 78, "#1c2613", radius=14)
    drawn.say(20, 24, f"Market, round {view.round}", 15, MUTED, "start", room=160)
    drawn.say(20, 50, f"{view.win_limit} coins to win", 18, INK, "start", display=True)
    for slot, card in enumerate(view.market):
        x = 200.0 + 85 * slot
        if card is None:
            drawn.box(x, 8, 80, 62, "#162010", radius=7)
            continue
        printed = CARD[card]
        drawn.card(x, 8, 80, 62, COLOURS.get(printed.group, ACTION), printed.name, printed.price)
    rows = len(view.farmers) if len(view.farmers) <= 3 else (len(view.farmers) + 1) // 2
    columns = 1 if len(view.farmers) <= 3 else 2
    wide, high = (WIDTH - 16) / columns, 366 / rows
    for place, seat in enumerate(view.order):
        x, y = 8 + wide * (place // rows), 82 + high * (place % rows)
        _farm(drawn, view, seat, names[seat], x + 3, y + 3, wide - 6, high - 6)
    return drawn


def _farm(
    drawn: Picture, view: FarmView, seat: int, name: str, x: float, y: float, wide: float, high: float
) -> None:  # fmt: skip
    farmer = view.farmers[seat]
    drawn.box(x, y, wide, high, "#344425" if seat == view.active else "#2d3a20", radius=12)
    drawn.plate(x + 12, y + 22, wide - 26, seat, name, farmer.coins)
    part = min(1.0, farmer.coins / max(1, view.win_limit))
    drawn.box(x + 12, y + 38, wide - 24, 7, "#1c2613", radius=3)
    if part > 0:
        drawn.box(x + 12, y + 38, max(7, (wide - 24) * part), 7, SEATS[seat], radius=3)
    _beds(drawn, farmer, x + 12, y + 52, wide - 24, high - 62)


def _beds(drawn: Picture, farmer: FarmerView, x: float, y: float, wide: float, high: float) -> None:
    each = min(118.0, (wide + 6) / max(1, len(farmer.beds)))
    tall = min(high, 92)
    for place, bed in enumerate(farmer.beds):
        _bed(drawn, bed, x + each * place, y, each - 6, tall)


def _bed(drawn: Picture, bed: BedView, x: float, y: float, wide: float, high: float) -> None:
    drawn.box(x, y, wide, high, EARTH, radius=8, edge="#6b4c33" if bed.type == "common" else "#8fb7a0")
    if bed.crop is None:
        drawn.say(x + wide / 2, y + high / 2, BED[bed.type].name.partition(" ")[0], 12, "#8d7358", room=wide - 6)
        return
    crop = CARD[bed.crop]
    colour = COLOURS[crop.group]
    drawn.box(x + 4, y + 4, wide - 8, high - 8, blend(EARTH, colour, 0.35), radius=6)
    drawn.disc(x + wide / 2, y + high * 0.4, min(17, high * 0.28), colour)
    drawn.say(x + wide / 2, y + high * 0.4, bed.value, 17, "#fff8e6", bold=True)
    drawn.say(x + wide / 2, y + high - 14, crop.name, 12, room=wide - 8)
    if bed.timer:
        drawn.say(x + wide - 8, y + 14, f"{bed.timer}t", 11, MUTED, "end")

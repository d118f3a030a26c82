"""A picture of the lot: its sets and paths, what is being filmed, and where every actor stands."""

from __future__ import annotations

from collections.abc import Sequence

from parlour.core.picture import BRASS, INK, MUTED, SEATS, WIDTH, Picture
from parlour.games.deadwood.map import Plan
from parlour.games.deadwood.view import DeadwoodView, SetView

MAP = 530  # its width; the actors stand beside it
HIGH = 450
BOX = (112, 66)
COLOURS = {"face_down": "#5a3f33", "open": "#7a4a3a", "wrapped": "#2c2126"}


def draw(view: DeadwoodView, plan: Plan, names: Sequence[str]) -> Picture:
    drawn = Picture(ground="#241a24")
    centres = [
        (BOX[0] / 2 + 8 + x * (MAP - BOX[0] - 16), BOX[1] / 2 + 8 + y * (HIGH - BOX[1] - 16)) for x, y in _spread(plan)
    ]
    for area, near in enumerate(plan.near):
        for other in near:
            if area < other:
                drawn.way([centres[area], centres[other]], edge="#4a3848", edge_width=4)
    sets = {shown.area: shown for shown in view.sets}
    for area, id in enumerate(plan.ids):
        _area(drawn, view, plan.names[area], id, sets.get(id), *centres[area])
    drawn.box(MAP + 8, 8, WIDTH - MAP - 16, HIGH - 16, "#1c141d", radius=12)
    drawn.say(MAP + 22, 32, f"Day {view.day} of {view.days}", 17, MUTED, "start", display=True)
    for seat, player in enumerate(view.players):
        y = 68 + 47 * seat
        drawn.plate(MAP + 20, y, WIDTH - MAP - 42, seat, names[seat], player.score)
        drawn.say(MAP + 44, y + 20, f"rank {player.rank}, ${player.dollars}, {player.credits} cr.", 12, MUTED, "start")
    return drawn


def _spread(plan: Plan) -> list[tuple[float, float]]:
    """The centres of the areas, stretched so that they reach every edge of the map."""
    across, down = [x for x, _ in plan.centres], [y for _, y in plan.centres]
    wide, high = max(across) - min(across) or 1.0, max(down) - min(down) or 1.0
    return [((x - min(across)) / wide, (y - min(down)) / high) for x, y in plan.centres]


def _area(
    drawn: Picture, view: DeadwoodView, name: str, id: str, shown: SetView | None, x: float, y: float
) -> None:  # fmt: skip
    left, top = x - BOX[0] / 2, y - BOX[1] / 2
    fill = "#3b4a55" if shown is None else COLOURS[shown.state]
    drawn.box(left, top, *BOX, fill, radius=8, edge=BRASS if shown is not None and shown.state == "open" else "#120d13")
    drawn.say(x, top + 14, name, 13, INK if shown is None or shown.state != "wrapped" else MUTED, bold=True, room=104)
    if shown is not None and shown.state == "open":
        drawn.say(left + 8, top + 32, f"${shown.budget}M", 13, BRASS, "start", bold=True)
        for take in range(shown.takes):
            drawn.box(left + BOX[0] - 16 - 12 * take, top + 27, 9, 9, "#f2ead9", radius=2)
    here = [seat for seat, player in enumerate(view.players) if player.area == id]
    for place, seat in enumerate(here):
        player = view.players[seat]
        at = left + 16 + min(24.0, 92 / max(1, len(here))) * place
        acting = player.side is not None
        drawn.box(at - 10, top + 42, 20, 20, SEATS[seat], radius=5, edge=INK if acting else "", edge_width=2)
        drawn.say(at, top + 52, player.rank, 13, "#14110c", bold=True)

"""A small picture of a position, in plain shapes: as SVG for lists, and for whoever paints it otherwise."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import Final, Literal

import msgspec

WIDTH: Final = 720  # every game draws its board on a canvas of this size
HEIGHT: Final = 450
SEATS: Final = ("#51a9fb", "#e7728e", "#64951c", "#e2b6c2", "#8fa941", "#98f0ce", "#cacff8", "#a6cd5a")
INK: Final = "#f2ead9"
MUTED: Final = "#a9b5aa"
FELT: Final = "#1b2723"
BRASS: Final = "#d9a648"

Anchor = Literal["start", "middle", "end"]
Point = tuple[float, float]


class Painted(msgspec.Struct, frozen=True):
    """How a shape is filled, and the line around it; "" is neither."""

    fill: str
    edge: str
    edge_width: float


class Box(Painted, frozen=True, tag=True):
    x: float
    y: float
    width: float
    height: float
    radius: float


class Disc(Painted, frozen=True, tag=True):
    x: float
    y: float
    radius: float


class Way(Painted, frozen=True, tag=True):
    """A line through some points, or with a filling the area within them."""

    points: list[Point]


class Words(msgspec.Struct, frozen=True, tag=True):
    """A line of text; `y` is its middle. `display`: in the letters of headings."""

    x: float
    y: float
    text: str
    size: float
    fill: str = INK
    anchor: Anchor = "middle"
    display: bool = False
    bold: bool = False


Shape = Box | Disc | Way | Words


class Picture:
    """What is drawn first lies below. Colours are `#rrggbb`."""

    def __init__(self, width: float = WIDTH, height: float = HEIGHT, ground: str = FELT) -> None:
        self.width = width
        self.height = height
        self.ground = ground
        self.shapes: list[Shape] = []

    def box(
        self, x: float, y: float, width: float, height: float, fill: str, radius: float = 0, edge: str = "",
        edge_width: float = 2,
    ) -> None:  # fmt: skip
        self.shapes.append(Box(fill, edge, edge_width, x, y, width, height, radius))

    def disc(self, x: float, y: float, radius: float, fill: str, edge: str = "", edge_width: float = 2) -> None:
        self.shapes.append(Disc(fill, edge, edge_width, x, y, radius))

    def way(self, points: Iterable[Point], fill: str = "", edge: str = "", edge_width: float = 2) -> None:
        self.shapes.append(Way(fill, edge, edge_width, list(points)))

    def say(
        self,
        x: float,
        y: float,
        text: object,
        size: float,
        fill: str = INK,
        anchor: Anchor = "middle",
        *,
        display: bool = False,
        bold: bool = False,
        room: float = 0,
    ) -> None:
        """Write a line. With `room`, it is cut to about this width."""
        line = str(text)
        self.shapes.append(Words(x, y, fitting(line, room, size) if room else line, size, fill, anchor, display, bold))

    def card(self, x: float, y: float, width: float, height: float, fill: str, name: str, number: object = "") -> None:
        """A small card with its name, and a number in its corner."""
        self.box(x, y, width, height, fill, radius=7, edge="#0d1412")
        self.say(x + width / 2, y + height - 13, name, 12, room=width - 8)
        if number != "":
            self.disc(x + 17, y + 17, 13, "#0d1412")
            self.say(x + 17, y + 17, number, 15, bold=True)

    def plate(self, x: float, y: float, width: float, seat: int, name: str, figure: object = "") -> None:
        """A player's name in the colour of the seat, with a number that matters."""
        self.disc(x + 9, y, 7, SEATS[seat % len(SEATS)])
        taken = 14 * len(str(figure)) if figure != "" else 0
        self.say(x + 24, y, name, 18, anchor="start", bold=True, room=width - 34 - taken)
        if figure != "":
            self.say(x + width, y, figure, 24, BRASS, "end", display=True, bold=True)

    def place(self, other: Picture, x: float, y: float, scale: float = 1.0) -> None:
        """Put another picture into this one."""
        self.box(x, y, other.width * scale, other.height * scale, other.ground, radius=14)
        self.shapes += (moved(shape, x, y, scale) for shape in other.shapes)

    def svg(self) -> str:
        """The picture as an SVG file."""
        inside = "".join(_svg(shape) for shape in self.shapes)
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {self.width:g} {self.height:g}" '
            f'font-family="Inter, system-ui, sans-serif"><rect width="100%" height="100%" fill="{self.ground}"/>'
            f"{inside}</svg>"
        )


def fitting(text: str, room: float, size: float) -> str:
    """The text, or as much of it as about fits."""
    most = max(1, int(room / (0.53 * size)))
    return text if len(text) <= most else text[: max(1, most - 1)].rstrip() + "…"


def wrapped(text: str, room: float, size: float, most: int) -> list[str]:
    """The text in at most so many lines of about this width."""
    wide = max(1, int(room / (0.53 * size)))
    lines = [""]
    for word in text.split():
        if lines[-1] and len(lines[-1]) + 1 + len(word) > wide:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    kept = lines[:most]
    if len(lines) > most:
        kept[-1] = fitting(f"{kept[-1]} {lines[most]}", room, size)
    return [fitting(line, room * 1.06, size) for line in kept]


def blend(one: str, other: str, part: float) -> str:
    """A colour between two."""
    pairs = zip(bytes.fromhex(one[1:]), bytes.fromhex(other[1:]), strict=True)
    return "#" + bytes(round(a + (b - a) * part) for a, b in pairs).hex()


def moved(shape: Shape, x: float, y: float, scale: float) -> Shape:
    def at(point: Point) -> Point:
        return x + point[0] * scale, y + point[1] * scale

    if isinstance(shape, Way):
        return msgspec.structs.replace(
            shape, points=[at(point) for point in shape.points], edge_width=shape.edge_width * scale
        )
    left, top = at((shape.x, shape.y))
    sizes = [name for name in ("width", "height", "radius", "edge_width", "size") if hasattr(shape, name)]
    changed = {name: getattr(shape, name) * scale for name in sizes}
    return msgspec.structs.replace(shape, x=left, y=top, **changed)


def _svg(shape: Shape) -> str:
    if isinstance(shape, Words):
        family = ' font-family="Fraunces, Georgia, serif"' if shape.display else ""
        weight = ' font-weight="600"' if shape.bold else ""
        return (
            f'<text x="{shape.x:g}" y="{shape.y:g}" dy=".35em" font-size="{shape.size:g}" fill="{shape.fill}" '
            f'text-anchor="{shape.anchor}"{family}{weight}>{escape(shape.text)}</text>'
        )
    edge = f' stroke="{shape.edge}" stroke-width="{shape.edge_width:g}"' if shape.edge else ""
    paint = f'fill="{shape.fill or "none"}"{edge}'
    if isinstance(shape, Box):
        return (
            f'<rect x="{shape.x:g}" y="{shape.y:g}" width="{shape.width:g}" height="{shape.height:g}" '
            f'rx="{shape.radius:g}" {paint}/>'
        )
    if isinstance(shape, Disc):
        return f'<circle cx="{shape.x:g}" cy="{shape.y:g}" r="{shape.radius:g}" {paint}/>'
    points = " ".join(f"{x:g},{y:g}" for x, y in shape.points)
    return f'<poly{"gon" if shape.fill else "line"} points="{points}" {paint}/>'


def card_of_words(text: str) -> Picture:
    """A position in words, for games that cannot draw it."""
    drawn = Picture()
    lines = [part for line in text.splitlines() if line.strip() for part in wrapped(line, WIDTH - 60, 20, 3)]
    for number, line in enumerate(lines[:13]):
        drawn.say(30, 36 + 32 * number, line, 20, INK if number == 0 else MUTED, "start", bold=number == 0)
    return drawn

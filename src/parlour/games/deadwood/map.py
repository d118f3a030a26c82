"""A text map of the lot: each area in its place, with its takes, roles and prices, and lines for the paths."""

from __future__ import annotations

import itertools
import textwrap
from collections.abc import Sequence
from typing import Final

import msgspec

from parlour.core.english import count, listed
from parlour.games.deadwood import codes
from parlour.games.deadwood.board import STANDARD, Board, places_of
from parlour.games.deadwood.layout import MAP_HEIGHT, MAP_WIDTH
from parlour.games.deadwood.view import DeadwoodView, SetView

GAP: Final = 2  # columns between two areas
NARROWEST: Final = 17  # columns of an area
MOST_COLUMNS: Final = 5
MOST_ROWS: Final = 12


class Plan(msgspec.Struct, frozen=True):
    """The fixed parts of a lot, by area: sets first, then trailer and office."""

    ids: list[str]
    names: list[str]
    near: list[list[int]]
    prices: list[tuple[int, int, int]]  # rank, dollars, credits; 0 if not sold for them
    centres: list[tuple[float, float]]  # of each area, as fractions of the map's width and height

    def nearby(self, area: int) -> str:
        return listed([self.names[other] for other in self.near[area]])

    def price_list(self, short: bool = False) -> list[str]:
        if not self.prices:
            return ["no rank is sold"]
        return [f"rank {rank}: {price(dollars, credits, short)}" for rank, dollars, credits in self.prices]


def price(dollars: int, credits: int, short: bool = False) -> str:
    """What a rank costs in each currency that buys it."""
    word = "cr." if short else "credit" if credits == 1 else "credits"
    return " or ".join([f"${dollars}"] * (dollars > 0) + [f"{credits} {word}"] * (credits > 0))


def plan_of(board: Board) -> Plan:
    return STANDARD_PLAN if board is STANDARD else _plan(board)


def _plan(board: Board) -> Plan:
    numbers = {area: number for number, area in enumerate(board.areas)}
    boxes = [(place.x, place.y, place.w, place.h) for place in places_of(board)]
    return Plan(
        board.areas,
        board.area_names,
        [[numbers[other] for other in near] for near in board.links],
        [(price.rank, price.dollars or 0, price.credits or 0) for price in board.prices],
        _centres(boxes),
    )


def _centres(boxes: Sequence[tuple[int, int, int, int]]) -> list[tuple[float, float]]:
    across = max(MAP_WIDTH, *(x + w for x, _, w, _ in boxes))
    down = max(MAP_HEIGHT, *(y + h for _, y, _, h in boxes))
    return [((x + w / 2) / across, (y + h / 2) / down) for x, y, w, h in boxes]


STANDARD_PLAN: Final = _plan(STANDARD)
assert tuple(STANDARD_PLAN.ids[: len(codes.STANDARD_SETS)]) == codes.STANDARD_SETS


# --- drawing ---


def draw(view: DeadwoodView, plan: Plan, names: Sequence[str], width: int, roomy: bool = True) -> str:
    """The map at this width; if `roomy`, each area also names the neighbours that lines already show."""
    grid = _grid(plan.centres, max(1, min(MOST_COLUMNS, (width + GAP) // (NARROWEST + GAP))))
    columns = max(len(row) for row in grid)
    room = (width - GAP * (columns - 1)) // columns
    lines: list[str] = []
    for number, row in enumerate(grid):
        below = grid[number + 1] if number + 1 < len(grid) else [None] * columns
        cells: list[list[str]] = []
        for place, area in enumerate(row):
            if area is None:
                cells.append([])
                continue
            drawn = [other for other in _beside(grid, number, place) if other in plan.near[area]]
            told = [other for other in plan.near[area] if roomy or other not in drawn]
            cells.append(_cell(view, plan, area, told, names, room, roomy))
        lines += _side_by_side(cells, row, plan, room)
        paths = [
            f"  {'│' if area is not None and other is not None and other in plan.near[area] else ' '}"
            for area, other in zip(row, below, strict=True)
        ]
        lines.append("".join(path.ljust(room + GAP) for path in paths).rstrip())
    while lines and not lines[-1].strip():
        lines.pop()
    if not roomy:
        lines += ["", f"At {plan.names[-1]}: {'; '.join(plan.price_list())}."]
    return "\n".join(lines)


def _grid(centres: Sequence[tuple[float, float]], columns: int) -> list[list[int | None]]:
    """Rows of areas, each in its own cell close to its true position."""
    for rows, across in itertools.product(range(1, MOST_ROWS + 1), range(1, columns + 1)):
        cells = [(min(int(y * rows), rows - 1), min(int(x * across), across - 1)) for x, y in centres]
        if len(set(cells)) == len(cells):
            at = {cell: area for area, cell in enumerate(cells)}
            used_rows, used_columns = sorted({row for row, _ in cells}), sorted({column for _, column in cells})
            return [[at.get((row, column)) for column in used_columns] for row in used_rows]
    # Too close together for separate cells: fill rows from the left.
    down = sorted(range(len(centres)), key=lambda area: centres[area][1])
    chunks = [down[i : i + columns] for i in range(0, len(down), columns)]
    return [[*sorted(chunk, key=lambda area: centres[area][0]), *[None] * (columns - len(chunk))] for chunk in chunks]


def _beside(grid: Sequence[Sequence[int | None]], row: int, column: int) -> list[int]:
    """The areas directly to the left and right, above and below."""
    around = [(row, column - 1), (row, column + 1), (row - 1, column), (row + 1, column)]
    found = [grid[r][c] for r, c in around if 0 <= r < len(grid) and 0 <= c < len(grid[r])]
    return [area for area in found if area is not None]


def _side_by_side(cells: Sequence[Sequence[str]], row: Sequence[int | None], plan: Plan, room: int) -> list[str]:
    lines: list[str] = []
    for n in range(max(map(len, cells))):
        line = ""
        for place, cell in enumerate(cells):
            text = (cell[n] if n < len(cell) else "").ljust(room)
            area, beside = row[place], row[place + 1] if place + 1 < len(row) else None
            linked = n == 0 and area is not None and beside is not None and beside in plan.near[area]
            line += f"{text.rstrip()} ".ljust(room + GAP - 1, "─") + " " if linked else text + " " * GAP
        lines.append(line.rstrip())
    return lines


def _cell(
    view: DeadwoodView, plan: Plan, area: int, near: Sequence[int], names: Sequence[str], room: int, roomy: bool
) -> list[str]:
    lines = [plan.names[area].upper()[:room]]
    if area < len(view.sets):
        lines += _about_set(view.sets[area], names)
    elif plan.ids[area] == "office" and roomy:
        lines += plan.price_list(short=True)
    idle = [
        names[seat]
        for seat, player in enumerate(view.players)
        if player.area == plan.ids[area] and player.side is None and not player.left
    ]
    if idle:
        lines.append(f"here: {listed(idle)}")
    if near:
        lines.append(f"to {', '.join(plan.names[other] for other in near)}")
    return [part for line in lines for part in textwrap.wrap(line, room, subsequent_indent="  ")]


def _about_set(shown: SetView, names: Sequence[str]) -> list[str]:
    if shown.state == "wrapped":
        return ["wrapped"]
    takes = count(shown.takes, "take")
    lines = [f"{takes}, budget {shown.budget}" if shown.budget else f"{takes}, unseen"]
    if shown.on:
        lines.append(f"stars {_ranks(shown.on, shown.on_seats, names)}")
    if shown.off:
        lines.append(f"extras {_ranks(shown.off, shown.off_seats, names)}")
    return lines


def _ranks(ranks: Sequence[int], seats: Sequence[int], names: Sequence[str]) -> str:
    """The ranks the roles need, with the player of each filled role."""
    return ", ".join(
        f"{rank} {names[seat]}" if seat >= 0 else str(rank) for rank, seat in zip(ranks, seats, strict=True)
    )

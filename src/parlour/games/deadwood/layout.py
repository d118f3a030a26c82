"""A map for a lot without positions: always the same, with neighbours close together and few paths crossing."""

from __future__ import annotations

from typing import Final

MAP_WIDTH: Final = 1200
MAP_HEIGHT: Final = 900
SWEEPS: Final = 12
CROSSING: Final = 3.0  # how much longer paths may get to avoid a crossing, in squared cell lengths

Box = tuple[int, int, int, int]  # x, y, width, height
Cell = tuple[int, int]


def lay_out(given: list[Box | None], links: list[list[int]], trailer: int, size: tuple[int, int]) -> list[Box]:
    """A box for every area. Given boxes stay; the others go onto a grid, each near its neighbours."""
    missing = [area for area, box in enumerate(given) if box is None]
    if not missing:
        return [box for box in given if box is not None]
    columns, rows = _grid(len(given))
    wide, high = MAP_WIDTH / columns, MAP_HEIGHT / rows
    at: dict[int, tuple[float, float]] = {}
    taken: set[Cell] = set()
    for area, box in enumerate(given):
        if box is not None:
            x, y = (box[0] + box[2] / 2) / wide - 0.5, (box[1] + box[3] / 2) / high - 0.5
            at[area] = (x, y)
            taken |= _covered(box, columns, rows, wide, high)
    free = [(c, r) for r in range(rows) for c in range(columns) if (c, r) not in taken]
    while len(free) < len(missing):  # the given boxes take up too much room: add rows below
        free += [(c, rows) for c in range(columns)]
        rows += 1
    _place_near_neighbours(at, free, links, trailer, missing, columns, rows)
    _improve(at, free, links, missing)
    w, h = min(size[0], int(wide) - 30), min(size[1], int(high) - 30)
    boxes = []
    for area, box in enumerate(given):
        if box is None:
            x, y = at[area]
            box = (round((x + 0.5) * wide - w / 2), round((y + 0.5) * high - h / 2), w, h)
        boxes.append(box)
    return boxes


def _grid(areas: int) -> tuple[int, int]:
    """Columns and rows with some room to spare, in the proportions of the map."""
    rows = 3
    while rows * (rows + 1) < areas * 4 // 3:
        rows += 1
    return rows + 1, rows


def _covered(box: Box, columns: int, rows: int, wide: float, high: float) -> set[Cell]:
    x, y, w, h = box
    return {
        (c, r)
        for c in range(columns)
        for r in range(rows)
        if x < (c + 0.9) * wide and x + w > (c + 0.1) * wide and y < (r + 0.9) * high and y + h > (r + 0.1) * high
    }


def _place_near_neighbours(
    at: dict[int, tuple[float, float]],
    free: list[Cell],
    links: list[list[int]],
    trailer: int,
    missing: list[int],
    columns: int,
    rows: int,
) -> None:
    """In walking order from the trailer, put each area into the free cell nearest its placed neighbours."""
    order = [trailer]
    for area in order:
        order += [other for other in links[area] if other not in order]
    for area in order:
        if area not in missing:
            continue
        near = [at[other] for other in links[area] if other in at]
        if near:
            x = sum(p[0] for p in near) / len(near)
            y = sum(p[1] for p in near) / len(near)
        else:
            x, y = columns - 1.0, (rows - 1) / 2  # the trailer is at the right edge, as on the standard lot
        cell = min(free, key=lambda c: ((c[0] - x) ** 2 + (c[1] - y) ** 2, c[1], c[0]))
        free.remove(cell)
        at[area] = (float(cell[0]), float(cell[1]))


def _improve(at: dict[int, tuple[float, float]], free: list[Cell], links: list[list[int]], missing: list[int]) -> None:
    """Swap areas, or move one to a free cell, as long as that makes the paths shorter or less tangled."""
    pairs = [(a, b) for a, near in enumerate(links) for b in near if a < b]
    for _ in range(SWEEPS):
        better = False
        for number, area in enumerate(missing):
            for other in missing[number + 1 :]:
                before = _cost(at, pairs, (area, other))
                at[area], at[other] = at[other], at[area]
                if _cost(at, pairs, (area, other)) < before - 1e-9:
                    better = True
                else:
                    at[area], at[other] = at[other], at[area]
            for place, cell in enumerate(free):
                before = _cost(at, pairs, (area,))
                old = at[area]
                at[area] = (float(cell[0]), float(cell[1]))
                if _cost(at, pairs, (area,)) < before - 1e-9:
                    free[place] = (int(old[0]), int(old[1]))
                    better = True
                else:
                    at[area] = old
        if not better:
            return


def _cost(at: dict[int, tuple[float, float]], pairs: list[tuple[int, int]], touched: tuple[int, ...]) -> float:
    """The cost of these areas' paths: squared lengths, plus a penalty for each crossing."""
    total = 0.0
    for a, b in pairs:
        if a not in touched and b not in touched:
            continue
        (ax, ay), (bx, by) = at[a], at[b]
        total += (ax - bx) ** 2 + (ay - by) ** 2
        if len(pairs) > 40:
            continue
        for c, d in pairs:
            if len({a, b, c, d}) == 4 and _cross(at[a], at[b], at[c], at[d]):
                total += CROSSING
        for c in at:
            if c not in (a, b) and _lies_on(at[c], at[a], at[b]):
                total += 2 * CROSSING
    return total


def _turn(a: tuple[float, float], b: tuple[float, float], c: tuple[float, float]) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _cross(a: tuple[float, float], b: tuple[float, float], c: tuple[float, float], d: tuple[float, float]) -> bool:
    return _turn(a, b, c) * _turn(a, b, d) < 0 and _turn(c, d, a) * _turn(c, d, b) < 0


def _lies_on(p: tuple[float, float], a: tuple[float, float], b: tuple[float, float]) -> bool:
    """Whether a path from a to b would run under the card at p."""
    return (
        abs(_turn(a, b, p)) < 1e-6
        and min(a[0], b[0]) <= p[0] <= max(a[0], b[0])
        and min(a[1], b[1]) <= p[1] <= max(a[1], b[1])
    )

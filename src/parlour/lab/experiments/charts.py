"""Charts as SVG: shares with their intervals, bars, a matrix, and a bar of parts."""

from __future__ import annotations

import math
from collections.abc import Sequence
from html import escape
from typing import Final

from parlour.core.protocol import LabBars, LabDuels, LabFamily, LabParts, LabShare

WIDTH: Final = 720
LINE: Final = 26
LEFT: Final = 190  # for names
RIGHT: Final = 150  # for numbers
TOP: Final = 8
AXIS: Final = 44
BAR_HEIGHT: Final = 190
COLOURS: Final = ("var(--seat-1)", "var(--seat-2)", "var(--seat-3)", "var(--seat-4)")


def shares(family: LabFamily, told: Sequence[LabShare]) -> str:
    """A dot for each share, its interval, and a line where even is."""
    low = min([share.low for share in told] + [share.even for share in told])
    high = max([share.high for share in told] + [share.even for share in told])
    start, end, step = _scale(max(0.0, low - 0.02), min(1.0, high + 0.02))
    room = WIDTH - LEFT - RIGHT

    def x(value: float) -> float:
        return LEFT + room * (value - start) / (end - start)

    height = TOP + LINE * len(told)
    parts = _grid(start, end, step, x, height)
    evens = sorted({round(share.even, 6) for share in told})
    if len(evens) == 1:
        at = x(evens[0])
        parts.append(f'<line class="even" x1="{at:.1f}" x2="{at:.1f}" y1="{TOP}" y2="{height}"/>')
    for number, share in enumerate(told):
        y = TOP + LINE * number + LINE / 2
        kind = "clear" if share.clear else "plain"
        parts.append(_name(share.name, y))
        parts.append(
            f'<g class="{kind}"><title>{escape(_said(share))}</title>'
            f'<line x1="{x(share.low):.1f}" x2="{x(share.high):.1f}" y1="{y}" y2="{y}"/>'
            f'<circle cx="{x(share.share):.1f}" cy="{y}" r="5"/></g>'
        )
        if len(evens) > 1:
            at = x(share.even)
            parts.append(f'<line class="even" x1="{at:.1f}" x2="{at:.1f}" y1="{y - 10}" y2="{y + 10}"/>')
        numbers = f"{share.share:.3f}  [{share.low:.2f}, {share.high:.2f}]"
        parts.append(f'<text class="number" x="{WIDTH}" y="{y + 4}" text-anchor="end">{numbers}</text>')
    return _svg(height + AXIS, parts, f"{family.title}: share of wins", "share of wins", height)


def _said(share: LabShare) -> str:
    clear = "clearly not even" if share.clear else "may be even"
    return f"{share.name}: {share.share:.3f}, from {share.low:.3f} to {share.high:.3f}, {clear}; {share.games:,} games"


def bars(chart: LabBars) -> str:
    """A histogram."""
    most = max(chart.counts)
    left = 56
    room = WIDTH - left - 16
    start, end = chart.edges[0], chart.edges[-1]
    height = TOP + BAR_HEIGHT
    parts: list[str] = []
    _, top, step = _scale(0.0, float(most))
    for line in range(round(top / step) + 1):
        y = height - BAR_HEIGHT * line * step / top
        parts.append(f'<line class="grid" x1="{left}" x2="{WIDTH - 16}" y1="{y:.1f}" y2="{y:.1f}"/>')
        parts.append(f'<text class="tick" x="{left - 8}" y="{y + 4:.1f}" text-anchor="end">{line * step:,.0f}</text>')
    for at, number in enumerate(chart.counts):
        x0 = left + room * (chart.edges[at] - start) / (end - start)
        x1 = left + room * (chart.edges[at + 1] - start) / (end - start)
        tall = BAR_HEIGHT * number / top
        last = chart.edges[at + 1] - 1
        span = f"{chart.edges[at]:g}" + (f" to {last:g}" if last > chart.edges[at] else "")
        parts.append(
            f'<rect class="bar" x="{x0 + 1:.1f}" y="{height - tall:.1f}" width="{max(1.0, x1 - x0 - 2):.1f}" '
            f'height="{tall:.1f}"><title>{span} {escape(chart.unit)}: {number:,} games</title></rect>'
        )
    every = max(1, math.ceil(len(chart.edges) / 12))
    for edge in chart.edges[::every]:
        x = left + room * (edge - start) / (end - start)
        parts.append(f'<text class="tick" x="{x:.1f}" y="{height + 16}" text-anchor="middle">{edge:g}</text>')
    return _svg(height + AXIS, parts, f"{chart.title}: how many games", chart.unit, height)


def duels(chart: LabDuels) -> str:
    """A matrix: the row against the column, the stronger the redder."""
    names = chart.names
    size = max(30.0, min(64.0, (WIDTH - LEFT) / len(names)))
    head = 120
    width = LEFT + size * len(names)
    parts: list[str] = []
    for at, name in enumerate(names):
        x, y = LEFT + size * at + size / 2, head + size * at + size / 2
        parts.append(_name(name, y))
        parts.append(
            f'<text class="name" transform="translate({x + 4:.1f} {head - 8}) rotate(-55)">'
            f"{escape(_short(name))}</text>"
        )
        for column, share in enumerate(chart.shares[at]):
            if share is None:
                continue
            strength = min(1.0, abs(share - 0.5) * 4)
            colour = "var(--good)" if share > 0.5 else "var(--bad)"
            left = LEFT + size * column
            said = f"{name} beat {names[column]} {share:.1%} of {chart.games[at][column]:,} games"
            parts.append(
                f'<g><title>{escape(said)}</title><rect x="{left + 1:.1f}" y="{head + size * at + 1:.1f}" '
                f'width="{size - 2:.1f}" height="{size - 2:.1f}" rx="4" fill="{colour}" '
                f'fill-opacity="{0.08 + 0.62 * strength:.2f}"/>'
                f'<text class="cell" x="{left + size / 2:.1f}" y="{y + 4:.1f}" text-anchor="middle">'
                f"{share:.2f}</text></g>"
            )
    return _svg(head + size * len(names) + 8, parts, chart.title, "", 0, width)


def parts(chart: LabParts) -> str:
    """One bar, cut in parts."""
    x, shapes = 0.0, []
    total = sum(part.value for part in chart.parts) or 1.0
    for number, part in enumerate(chart.parts):
        wide = WIDTH * part.value / total
        said = f"{part.title}: {part.value:.0%}"
        shapes.append(
            f'<g><title>{escape(said)}</title><rect x="{x:.1f}" y="{TOP}" width="{wide:.1f}" height="40" '
            f'fill="{COLOURS[number % len(COLOURS)]}"/>'
        )
        if wide > 44:
            shapes.append(
                f'<text class="on" x="{x + wide / 2:.1f}" y="{TOP + 25}" text-anchor="middle">{part.value:.0%}</text>'
            )
        shapes.append("</g>")
        x += wide
    for number, part in enumerate(chart.parts):
        left = WIDTH / len(chart.parts) * number
        colour = COLOURS[number % len(COLOURS)]
        shapes.append(f'<rect x="{left:.1f}" y="{TOP + 54}" width="14" height="14" rx="3" fill="{colour}"/>')
        shapes.append(f'<text class="name" x="{left + 20:.1f}" y="{TOP + 66}">{escape(part.title)}</text>')
    return _svg(TOP + 80, shapes, chart.title, "", 0)


def _scale(low: float, high: float) -> tuple[float, float, float]:
    """Round numbers for an axis from about `low` to about `high`: start, end and step."""
    span = max(high - low, 1e-9)
    power = 10.0 ** math.floor(math.log10(span / 4))
    step = next(power * factor for factor in (1, 2, 2.5, 5, 10) if span / (power * factor) <= 6)
    start = math.floor(low / step + 1e-9) * step
    end = math.ceil(high / step - 1e-9) * step
    return start, max(end, start + step), step


def _grid(start: float, end: float, step: float, x: object, height: float) -> list[str]:
    found = []
    for number in range(round((end - start) / step) + 1):
        value = start + number * step
        at = x(value)  # type: ignore[operator]
        found.append(f'<line class="grid" x1="{at:.1f}" x2="{at:.1f}" y1="{TOP}" y2="{height}"/>')
        found.append(f'<text class="tick" x="{at:.1f}" y="{height + 16}" text-anchor="middle">{value:.4g}</text>')
    return found


def _name(name: str, y: float) -> str:
    return f'<text class="name" x="{LEFT - 12}" y="{y + 4:.1f}" text-anchor="end">{escape(_short(name))}</text>'


def _short(name: str, most: int = 24) -> str:
    return name if len(name) <= most else f"{name[: most - 1]}…"


def _svg(height: float, shapes: Sequence[str], label: str, axis: str, bottom: float, width: float = WIDTH) -> str:
    under = f'<text class="axis" x="{WIDTH / 2}" y="{bottom + 36}" text-anchor="middle">{escape(axis)}</text>'
    return (
        f'<svg viewBox="0 0 {width:.0f} {height:.0f}" role="img" aria-label="{escape(label)}">'
        f"{''.join(shapes)}{under if axis else ''}</svg>"
    )

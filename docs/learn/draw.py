"""Draws a learning curve: `python docs/learn/draw.py curve.json curve.svg`."""

from __future__ import annotations

import json
import sys
from pathlib import Path

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 720, 400, 64, 24, 48, 56


def draw(curve: list[dict[str, float]]) -> str:
    longest = max(point["cpu_minutes"] for point in curve)

    def x(minutes: float) -> float:
        return round(LEFT + (WIDTH - LEFT - RIGHT) * minutes / longest, 1)

    def y(share: float) -> float:
        return round(TOP + (HEIGHT - TOP - BOTTOM) * (1 - share), 1)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        'font-family="sans-serif" font-size="13">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fbf7ef"/>',
        f'<text x="{LEFT}" y="26" font-size="16" fill="#2b2118">Kata TCG: share of wins against greedy</text>',
    ]
    for percent in range(0, 101, 25):
        line = y(percent / 100)
        strong = ' stroke-dasharray="5 4" stroke="#a2542f"' if percent == 50 else ' stroke="#e2d8c6"'
        parts.append(f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{line}" y2="{line}"{strong}/>')
        parts.append(f'<text x="{LEFT - 10}" y="{line + 4}" text-anchor="end" fill="#6b5d4d">{percent} %</text>')
    step = 1 if longest < 8 else 2 if longest < 16 else 5
    for minute in range(0, int(longest) + 1, step):
        parts.append(f'<text x="{x(minute)}" y="{HEIGHT - 32}" text-anchor="middle" fill="#6b5d4d">{minute}</text>')
    parts.append(
        f'<text x="{(LEFT + WIDTH - RIGHT) / 2}" y="{HEIGHT - 10}" text-anchor="middle" fill="#6b5d4d">'
        "minutes of one processor core</text>"
    )
    line = " ".join(f"{x(point['cpu_minutes'])},{y(point['share'])}" for point in curve)
    parts.append(f'<polyline points="{line}" fill="none" stroke="#2f6f5e" stroke-width="2.5"/>')
    parts += [
        f'<circle cx="{x(point["cpu_minutes"])}" cy="{y(point["share"])}" r="3.5" fill="#2f6f5e"/>' for point in curve
    ]
    return "\n".join([*parts, "</svg>\n"])


if __name__ == "__main__":
    Path(sys.argv[2]).write_text(draw(json.loads(Path(sys.argv[1]).read_text("utf-8"))), "utf-8")

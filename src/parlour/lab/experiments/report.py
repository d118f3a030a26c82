"""A result as a page of its own, with charts: one HTML file that needs nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import Final

from parlour.core.protocol import LabFamily, LabNumber, LabResult, LabSlice
from parlour.lab.experiments import charts
from parlour.lab.experiments.reading import write
from parlour.lab.experiments.telling import amount, between, chosen, summary

MOST_SHARES: Final = 30  # of a family, in its chart; the table has all
STYLE: Final = """
:root { --room: #101a17; --panel: #1a2823; --brass: #d8a648; --text: #f2ead9; --muted: #b3ac9a;
  --line: rgb(255 255 255 / .13); --good: #7ac78a; --bad: #e5705f; --seat-1: #e8a33d; --seat-2: #4fa3d9;
  --seat-3: #4fbf8b; --seat-4: #e06d7c; color-scheme: dark; }
@media (prefers-color-scheme: light) { :root { --room: #ece3d0; --panel: #f7f1e3; --brass: #9a6a12; --text: #2b2118;
  --muted: #6d6250; --line: rgb(0 0 0 / .15); --good: #2f7d45; --bad: #b5392b; color-scheme: light; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 860px; padding: 24px 16px 64px; background: var(--room); color: var(--text);
  font: 400 1rem/1.5 "Inter Variable", Inter, system-ui, sans-serif; font-variant-numeric: tabular-nums; }
h1, h2, h3 { font-family: "Fraunces Variable", Fraunces, Georgia, serif; line-height: 1.2; margin: 1.4em 0 .4em; }
h1 { margin-top: 0; }
section { background: var(--panel); border: 1px solid var(--line); border-radius: 12px; padding: 4px 20px 16px;
  margin: 16px 0; }
p { margin: .4em 0; } .muted, caption, small { color: var(--muted); font-size: .88rem; }
svg { display: block; width: 100%; height: auto; margin: 12px 0; }
svg text { fill: var(--text); font: 13px Inter, system-ui, sans-serif; }
svg .tick, svg .axis, svg .number { fill: var(--muted); font-size: 12px; } svg .number { white-space: pre; }
svg .grid { stroke: var(--line); } svg .even { stroke: var(--muted); stroke-dasharray: 4 4; }
svg .plain line { stroke: var(--muted); stroke-width: 3; } svg .plain circle { fill: var(--muted); }
svg .clear line { stroke: var(--brass); stroke-width: 3; } svg .clear circle { fill: var(--brass); }
svg .bar { fill: var(--seat-2); } svg .on { fill: #14110c; font-weight: 600; }
.wide { overflow-x: auto; } table { border-collapse: collapse; width: 100%; }
th, td { text-align: right; white-space: nowrap; padding: 4px 10px; border-top: 1px solid var(--line);
  vertical-align: top; }
th:first-child, td:first-child { text-align: left; white-space: normal; } td small { display: block; }
pre { overflow-x: auto; font-size: .86rem; }
"""


def page(result: LabResult) -> str:
    """The report."""
    parts = [
        "<!doctype html>",
        f'<html lang="en"><head><meta charset="utf-8"><title>{escape(result.title)}</title>',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<style>{STYLE}</style></head><body>",
        f"<h1>{escape(result.title)}</h1>",
        *(f"<p>{escape(line)}</p>" for line in summary(result)),
        *([f"<p>{escape(result.experiment.note)}</p>"] if result.experiment.note else []),
        *_contents(result),
        *(part for one in result.slices for part in _slice(one)),
        "<section><h2>The experiment</h2>",
        f"<pre>{escape(write(result.experiment))}seed = &quot;{escape(result.seed)}&quot;</pre></section>",
        f'<p class="muted">Measured by Parlour {escape(result.parlour)}.</p></body></html>',
    ]
    return "\n".join(parts) + "\n"


def _contents(result: LabResult) -> Iterator[str]:
    if len(result.slices) > 1:
        links = (f'<a href="#{_anchor(one)}">{escape(one.title)}</a>' for one in result.slices)
        yield f"<p>{' · '.join(links)}</p>"


def _anchor(one: LabSlice) -> str:
    return "".join(letter if letter.isalnum() else "-" for letter in one.title.lower())


def _slice(one: LabSlice) -> Iterator[str]:
    yield f'<h2 id="{_anchor(one)}">{escape(one.title)}</h2>'
    yield f'<p class="muted">{one.games:,} games of {one.deals:,} deals.</p>'
    for note in one.notes:
        yield f'<p class="muted">{escape(note)}</p>'
    if one.numbers:
        yield "<section><h3>In numbers</h3>"
        yield from _numbers(one.numbers)
        yield "</section>"
    for parts in one.parts:
        yield f"<section><h3>{escape(parts.title)}</h3><p>{escape(parts.means)}</p>{charts.parts(parts)}"
        yield from _numbers(parts.parts)
        yield "</section>"
    for family in one.families:
        yield from _family(family)
    for duels in one.duels:
        yield f'<section><h3>{escape(duels.title)}</h3><p>{escape(duels.means)}</p><div class="wide">'
        yield f"{charts.duels(duels)}</div></section>"
    if one.bars:
        yield "<section><h3>Length</h3>"
        for chart in one.bars:
            yield f"<p>{escape(chart.title)}</p>{charts.bars(chart)}"
        yield "</section>"


def _numbers(numbers: list[LabNumber]) -> Iterator[str]:
    yield '<div class="wide"><table><tr><th>measure</th><th>value</th><th>95 % interval</th></tr>'
    for number in numbers:
        yield (
            f"<tr><td>{escape(number.title)}<small>{escape(number.means)}</small></td>"
            f"<td>{amount(number.unit, number.value)}</td>"
            f"<td>{escape(between(number.unit, number.low, number.high))}</td></tr>"
        )
    yield "</table></div>"


def _family(family: LabFamily) -> Iterator[str]:
    told = chosen(family, MOST_SHARES)
    if not told:
        return
    yield f"<section><h3>{escape(family.title)}</h3><p>{escape(family.means)}</p>"
    yield charts.shares(family, told)
    yield f'<p class="muted">{escape(family.correction)}</p>'
    if family.left_out:
        yield f'<p class="muted">{family.left_out} more were too rare to tell.</p>'
    yield '<details><summary>As a table</summary><div class="wide"><table>'
    yield "<tr><th></th><th>wins</th><th>interval</th><th>even</th><th>p (Holm)</th><th>games</th><th>deals</th></tr>"
    for share in family.shares:
        p = f"{share.p:.3f}" if share.p >= 0.001 else "< 0.001"
        yield (
            f"<tr><td>{escape(share.name)}</td><td>{share.share:.3f}</td><td>{share.low:.3f} to {share.high:.3f}</td>"
            f"<td>{share.even:.3f}</td><td>{p}</td><td>{share.games:,}</td><td>{share.deals:,}</td></tr>"
        )
    yield "</table></div></details></section>"

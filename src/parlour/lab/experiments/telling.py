"""A result as tables of words, for terminals and reports."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from parlour.core.english import count
from parlour.core.protocol import LabComparison, LabFamily, LabResult, LabShare, LabUnit


class Told(NamedTuple):
    title: str
    heads: list[str]
    rows: list[list[str]]
    below: list[str]


def tables(result: LabResult, most: int) -> Iterator[Told]:
    """All tables of a result; of a long family the clear ones and the extremes."""
    yield Told(result.title, [], [], summary(result))
    for one in result.slices:
        rows = [
            [number.title, amount(number.unit, number.value), between(number.unit, number.low, number.high)]
            for number in one.numbers
        ]
        below = [*one.notes]
        for parts in one.parts:
            rows += [
                [part.title, amount(part.unit, part.value), between(part.unit, part.low, part.high)]
                for part in parts.parts
            ]
        title = f"{one.title}: {count(one.games, 'game')}"
        yield Told(title, ["measure", "value", "95 % interval"], rows, below)
        for family in one.families:
            shares = chosen(family, most)
            rows = [
                [
                    share.name,
                    f"{share.share:.3f}",
                    f"{share.low:.3f} to {share.high:.3f}",
                    f"{share.even:.3f}",
                    "clear" if share.clear else "",
                    f"{share.games:,}",
                ]
                for share in shares
            ]
            below = [family.means, family.correction]
            rest = len(family.shares) - len(shares)
            if rest or family.left_out:
                below.append(_rest(rest, family.left_out))
            yield Told(f"{one.title}: {family.title}", ["", "wins", "interval", "even", "", "games"], rows, below)


def summary(result: LabResult) -> list[str]:
    """What was played, in a few sentences."""
    played = f"{result.game_title}, version {result.version}: {count(result.games, 'game')}"
    played += "" if result.complete else f" of {result.planned} that are planned"
    if result.again:
        played += f", and {result.again} more that played some deals again"
    tables = f"{count(result.line_ups, 'line-up')}"
    if len(result.cells) > 1:
        tables += f" in {len(result.cells)} cells"
    return [f"{played}; {tables}; seed {result.seed}.", *result.notes]


def chosen(family: LabFamily, most: int) -> list[LabShare]:
    """At most so many shares: clear ones first, then those furthest from even; in the family's order."""
    if len(family.shares) <= most:
        return list(family.shares)
    ranked = sorted(family.shares, key=lambda share: (not share.clear, -abs(share.share - share.even)))
    kept = {share.name for share in ranked[:most]}
    return [share for share in family.shares if share.name in kept]


def _rest(rest: int, left_out: int) -> str:
    told = [f"{rest} more are in the report" if rest else "", f"{left_out} were too rare to tell" if left_out else ""]
    return f"{'; '.join(filter(None, told))}."


def differences(found: LabComparison) -> tuple[list[str], list[list[str]], str]:
    heads = ["", "measure", "first", "second", "difference", "interval", ""]
    rows = [
        [
            line.slice,
            line.title,
            amount(line.unit, line.first),
            amount(line.unit, line.second),
            f"{line.difference:+.3f}",
            f"{line.low:+.3f} to {line.high:+.3f}",
            "clear" if line.clear else "",
        ]
        for line in found.differences
    ]
    below = found.means
    only = len(found.only_first) + len(found.only_second)
    if only:
        below += f" {count(only, 'measure')} {'is' if only == 1 else 'are'} in only one of them."
    return heads, rows, below


def amount(unit: LabUnit, value: float) -> str:
    if unit == "share":
        return f"{value:.3f}"
    if unit == "minutes":
        return f"{value:.1f} min"
    return f"{value:.1f}" if abs(value) < 1000 else f"{value:,.0f}"


def between(unit: LabUnit, low: float | None, high: float | None) -> str:
    if low is None or high is None:
        return "too few games to tell"
    return f"{amount(unit, low)} to {amount(unit, high)}"

"""A tournament as files for others: standings and crosstable as CSV, everything as JSON."""

from __future__ import annotations

import csv
import io
from pathlib import Path
from typing import Any, Protocol

import msgspec

from parlour.arena.tournaments.pairing import Round
from parlour.arena.tournaments.plan import Plan
from parlour.arena.tournaments.standings import Line, Result, Tally, crosstable
from parlour.core.errors import Refused


class Tournament(Protocol):
    """What is told: a tournament on the command line, or one of the house."""

    @property
    def plan(self) -> Plan: ...
    @property
    def finished(self) -> bool: ...
    @property
    def results(self) -> list[Result]: ...
    @property
    def lines(self) -> list[Line]: ...
    @property
    def pairings(self) -> list[Round]: ...


def write_reports(tournament: Tournament, folder: Path) -> None:
    files = {
        "standings.csv": standings_csv(tournament),
        "crosstable.csv": crosstable_csv(tournament),
        "results.json": msgspec.json.format(msgspec.json.encode(told(tournament))).decode() + "\n",
    }
    for name, text in files.items():
        try:
            (folder / name).write_text(text, "utf-8", newline="")
        except OSError as error:
            raise Refused(f"{folder / name} can't be written: {error.strerror}.", "bad-file") from None


def told(tournament: Tournament) -> dict[str, Any]:
    """Everything, for programs."""
    plan = tournament.plan
    return {
        "title": plan.title,
        "game": plan.game,
        "format": plan.format,
        "seed": plan.seed if tournament.finished else None,
        "finished": tournament.finished,
        "entrants": [msgspec.to_builtins(entrant) for entrant in plan.entrants],
        "standings": [msgspec.to_builtins(line) for line in tournament.lines],
        "rounds": [{"tables": one.tables, "byes": one.byes} for one in tournament.pairings],
        "results": [msgspec.to_builtins(result) for result in tournament.results],
    }


def standings_csv(tournament: Tournament) -> str:
    tally = [field for field in Tally.__struct_fields__ if field not in ("decisions", "used_ms")]
    rows: list[list[Any]] = []
    for line in tournament.lines:
        got = [getattr(line.tally, field) for field in tally]
        rows.append([line.place, line.name, *got, line.opposition, line.quality, round(line.tally.think_ms, 1)])
    return _csv([["place", "name", *tally, "opposition", "quality", "ms a move"], *rows])


def crosstable_csv(tournament: Tournament) -> str:
    """Best first, in rows and columns."""
    order = [line.entrant for line in tournament.lines]
    names = [tournament.plan.entrants[entrant].name for entrant in order]
    points = crosstable(tournament.plan, tournament.results)
    rows = [["" if (won := points[one][other]) is None else f"{won:g}" for other in order] for one in order]
    return _csv([["", *names], *([name, *row] for name, row in zip(names, rows, strict=True))])


def _csv(rows: list[list[Any]]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue()

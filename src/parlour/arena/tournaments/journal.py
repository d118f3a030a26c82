"""The results of a tournament as they fall, in a file that survives any crash: the plan, then a line for each."""

from __future__ import annotations

from pathlib import Path

import msgspec

from parlour.arena.lines import Lines
from parlour.arena.tournaments.plan import Plan
from parlour.arena.tournaments.standings import Result
from parlour.core.errors import Refused

NAME = "tournament.jsonl"

_WORDS = {"version": "version of the game", "seats": "number of seats", "games": "number of games"}
_PLURALS = ("options", "rounds", "minutes", "entrants")


class Journal(Lines):
    """Appends results, each on the disk before the next is asked for."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder / NAME)
        self.results: list[Result] = []

    def plan(self) -> Plan | None:
        """What is being played here, if anything."""
        first = self.first()
        return None if first is None else self.decoded(first, Plan)

    def begin(self, plan: Plan) -> None:
        """Create the file, or continue it if it has the same plan."""
        lines = list(self.read())
        if lines:
            self._compare(self.decoded(lines[0], Plan), plan)
            self.results = [self.decoded(line, Result) for line in lines[1:]]
        self.open(msgspec.json.encode(plan))

    def add(self, result: Result) -> None:
        self.write(msgspec.json.encode(result))
        self.results.append(result)

    def _compare(self, begun: Plan, plan: Plan) -> None:
        different = [field for field in Plan.__struct_fields__ if getattr(begun, field) != getattr(plan, field)]
        if different:
            what = _WORDS.get(different[0], different[0])
            differ = "differ" if different[0] in _PLURALS else "differs"
            raise Refused(
                f"{self.path} belongs to another tournament: its {what} {differ}. "
                "Choose another folder, or the same settings to go on with it.",
                "other-tournament",
            )

"""Which games are kept as golden files. A new game adds its lines to CASES and runs `make playthroughs`."""

from __future__ import annotations

from pathlib import Path

import msgspec

from parlour.core import record
from parlour.core.game import AnyGame
from parlour.core.match import Match
from parlour.core.seed import Seed
from parlour.core.testing import playthrough, random_match
from parlour.games import find

FOLDER = Path(__file__).parent
SEED = 1


class Case(msgspec.Struct, frozen=True):
    game: str
    seats: int = 2
    preset: str | None = None

    @property
    def name(self) -> str:
        return "-".join([self.game, str(self.seats), *([self.preset] if self.preset else [])])

    @property
    def file(self) -> Path:
        return FOLDER / f"{self.name}.txt"

    @property
    def record_file(self) -> Path:
        return FOLDER / "records" / f"{self.name}.json"

    def found(self) -> AnyGame:
        return find(self.game)

    def text(self) -> str:
        return playthrough(self.found(), self.seats, SEED, preset=self.preset)

    def record(self) -> record.Record:
        """A whole random match under another seed than the playthrough's."""
        game = self.found()
        *_, (match, _) = random_match(game, self.seats, SEED + 1, game.read_options(preset=self.preset))
        return record.record(match, [chr(65 + seat) for seat in range(self.seats)])

    @property
    def branch_file(self) -> Path:
        return FOLDER / "records" / f"{self.name}.branch.json"

    def branch(self) -> record.Record:
        """The stored match, played on from its middle after everything hidden was dealt anew."""
        stored = record.load(self.record_file)
        origin, middle = record.replay(stored, find), len(stored.moves) // 2
        branch = origin.branch_off(middle, stored.seats, origin.plies[middle].seat)
        match = Match(origin.game, origin.options, self.seats, Seed.parse(str(SEED + 2)), branch=branch)
        dice = match.seed.dice("moves")
        while not match.over:
            repeats = len(match.plies) < middle
            entry = origin.plies[len(match.plies)].move if repeats else int(match.state.random_move(dice))
            match.enter(match.mover, entry)
        return record.record(match, stored.seats)


CASES = [
    Case("connect-four", 2),
    Case("kata-tcg", 2, "classic"),
    Case("kata-tcg", 2, "full"),
    *(Case("battle-farm", seats, "short") for seats in range(2, 7)),
    Case("gardening-war", 2, "short"),
    *(Case("deadwood", seats) for seats in range(2, 9)),
    Case("monogwent", 2),
]
# Games that hide something are also kept played on: that pins down how they deal anew.
BRANCHED = [case for case in CASES if case.seats == 2 and case.found().hides]

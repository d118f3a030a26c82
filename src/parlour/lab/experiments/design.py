"""Who plays what against whom, how often: an experiment laid out as deals.

Factors of the table are crossed to cells. At the tables of a cell, every combination of the seats' own factors meets
every other one. Each deal is played once in each rotation of the seats, so that neither luck nor seat favours anybody.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations, combinations_with_replacement, islice, product
from random import Random
from typing import Any, Final, NamedTuple

import msgspec

from parlour.bots.seat_words import SeatWord, read_word
from parlour.core.english import count
from parlour.core.errors import Refused
from parlour.core.game import AnyGame
from parlour.core.protocol import LabExperiment
from parlour.core.seed import Seed
from parlour.lab.experiments.factors import PLAYERS, PRESET, SEATS, Value, find_factor, label, named, values_of
from parlour.lab.experiments.reading import CODE

MOST_CELLS: Final = 1000
MOST_LISTED: Final = 5000  # line-ups of a cell; of more, as many are drawn as can be played
MOST_ENTRIES: Final = 2000
LOOKED: Final = 400  # games that are looked at move by move, unless the file says otherwise
AGAIN_PART: Final = 80  # one in so many games is a deal that is played again and again,
LEAST_AGAIN: Final = 24
MOST_AGAIN: Final = 100
LUCKS: Final = 2  # such a deal is played with as much other luck,
CHOICES: Final = 2  # and each time by as many other minds

Names = dict[str, str]  # what a value of each factor is called


class Cell(NamedTuple):
    """One combination of the table's factors."""

    where: Names
    seats: int
    preset: str | None
    options: dict[str, Any]

    @property
    def title(self) -> str:
        return ", ".join(f"{name} {value}" for name, value in self.where.items()) or "all games"


class LineUp(NamedTuple):
    """Who sits at the tables of a cell: for each seat of the first rotation, the values of the seats' factors."""

    cell: int
    entries: tuple[tuple[Value, ...], ...]

    @property
    def rotations(self) -> int:
        """After so many rotations everybody has sat everywhere."""
        names = [tuple(value.name for value in entry) for entry in self.entries]
        seats = len(names)
        return next(turn for turn in range(1, seats + 1) if names[turn:] + names[:turn] == names)


class Table(NamedTuple):
    """A table that is ready to be played at; lists are by seat."""

    options: Any
    players: list[SeatWord]
    names: list[Names]  # of the seats' factors


class Job(NamedTuple):
    """A deal to be played: in every rotation, or again and again."""

    again: bool
    number: int  # among its kind
    line_up: int


class Design:
    """An experiment, laid out. It is the same wherever it is made."""

    def __init__(self, game: AnyGame, experiment: LabExperiment, seed: Seed) -> None:
        self.game = game
        self.experiment = experiment
        self.seed = seed
        self.seat_factors: list[str] = []
        self.cells: list[Cell] = []
        self.line_ups: list[LineUp] = []
        self.notes: list[str] = []
        self._tables: dict[tuple[int, int], Table] = {}
        if experiment.cells:
            self._list_cells()
        else:
            self._cross()
        rotations = sum(one.rotations for one in self.line_ups)
        if experiment.games < rotations:
            self._draw_line_ups()
            rotations = sum(one.rotations for one in self.line_ups)
        self.repeats = max(1, math.ceil(experiment.games / rotations))
        self.deals = self.repeats * len(self.line_ups)
        self.games = self.repeats * rotations
        self.again = self._again()
        looked = LOOKED if experiment.looked is None else experiment.looked
        looked = looked if self.wants("forced", "drama", "length") else 0
        self.look_step = 0 if looked == 0 else max(1, self.games // looked)
        self._note_players()

    def wants(self, *metrics: str) -> bool:
        """Whether any of these is to be measured."""
        return not self.experiment.metrics or any(metric in self.experiment.metrics for metric in metrics)

    # --- cells and line-ups ---

    def _cross(self) -> None:
        """Every value of each factor with every value of all others."""
        experiment, game = self.experiment, self.game
        table: dict[str, list[Value]] = {}
        seat: dict[str, list[Value]] = {}
        for name, given in experiment.factors.items():
            where = f"factors.{name}"
            factor = find_factor(game, name, where)
            values = values_of(factor, given, where)
            if factor.by == "seat" and any(isinstance(value.value, list) for value in values):
                raise Refused(
                    f"{where}: every seat has a value of its own, so write single values; whole line-ups go under "
                    "[[cells]].",
                    CODE,
                )
            (seat if factor.by == "seat" else table)[name] = values
        if math.prod(len(values) for values in table.values()) > MOST_CELLS:
            raise Refused(f"factors: they make more than {MOST_CELLS} different tables; leave some values out.", CODE)
        if math.prod(len(values) for values in seat.values()) > MOST_ENTRIES:
            raise Refused(f"factors: there are more than {MOST_ENTRIES} ways to fill a seat; leave some out.", CODE)
        players = experiment.players
        fixed = PLAYERS not in seat and len(players) > 1
        if fixed and seat:
            raise Refused(
                f"players: with the factor {next(iter(seat))}, write the players as a factor, too, or one for all "
                "seats.",
                CODE,
            )
        if fixed:
            seat[PLAYERS] = [Value(word, word) for word in players]
        self.seat_factors = list(seat)
        entries = list(product(*seat.values()))
        for chosen in product(*table.values()):
            cell = self._cell(dict(zip(table, chosen, strict=True)), "factors")
            if not fixed:
                self._add(cell, self._met(len(self.cells) - 1, cell.seats, entries), "factors")
                continue
            if len(players) != cell.seats:
                raise Refused(
                    f"players: name one for all seats or one for each of the {cell.seats} seats, not {len(players)}.",
                    CODE,
                )
            self._add(cell, [LineUp(len(self.cells) - 1, tuple((Value(word, word),) for word in players))], "players")

    def _list_cells(self) -> None:
        """The combinations that the file lists."""
        if self.experiment.factors:
            raise Refused("An experiment has either [factors] or [[cells]], not both.", CODE)
        for number, given in enumerate(self.experiment.cells, start=1):
            where = f"cells, number {number}"
            chosen: dict[str, Value] = {}
            seat: dict[str, list[Value]] = {}
            for name, value in given.items():
                factor = find_factor(self.game, name, where)
                if factor.by == "seat" and isinstance(value, list):
                    seat[name] = [named(one, f"{name} {at}") for at, one in enumerate(value, start=1)]
                elif factor.by == "seat":
                    seat[name] = [named(value, name)]
                else:
                    chosen[name] = named(value, f"{name} {number}")
            if seat and self.seat_factors and list(seat) != self.seat_factors:
                raise Refused(
                    f"{where}: all cells set the same things for their seats; the first sets "
                    f"{', '.join(self.seat_factors)}.",
                    CODE,
                )
            self.seat_factors = list(seat) or self.seat_factors
            cell = self._cell(chosen, where)
            for name, values in seat.items():
                if len(values) not in (1, cell.seats):
                    raise Refused(
                        f"{where}, {name}: write one value, or one for each of the {cell.seats} seats, not "
                        f"{len(values)}.",
                        CODE,
                    )
            columns = [values * cell.seats if len(values) == 1 else values for values in seat.values()]
            line_up = tuple(zip(*columns, strict=True)) if columns else ((),) * cell.seats
            self._add(cell, [LineUp(len(self.cells) - 1, tuple(line_up))], where)

    def _cell(self, chosen: Mapping[str, Value], where: str) -> Cell:
        options = dict(self.experiment.options)
        preset, seats = self.experiment.preset, self.experiment.seats
        for name, value in chosen.items():
            if name == PRESET:
                preset = str(value.value)
            elif name == SEATS:
                if not isinstance(value.value, int) or isinstance(value.value, bool):
                    raise Refused(f"{where}: seats must be a whole number, not {label(value.value)!r}.", CODE)
                seats = value.value
            else:
                options[name] = value.value
        seats = self.game.default_seats if seats is None else seats
        self.game.check_seats(seats)
        cell = Cell({name: value.name for name, value in chosen.items()}, seats, preset, options)
        self.cells.append(cell)
        return cell

    def _add(self, cell: Cell, wanted: Iterable[LineUp], where: str) -> None:
        """The line-ups of the last cell that the rules allow."""
        refusals: list[Refused] = []
        tried = 0
        for line_up in wanted:
            tried += 1
            try:
                self._table(line_up, 0)
            except Refused as refusal:
                refusals.append(refusal)
            else:
                self.line_ups.append(line_up)
        at_cell = f" ({cell.title})" if cell.where else ""
        if len(refusals) == tried:
            raise Refused(f"{where}{at_cell}: {refusals[0].text}", CODE)
        if refusals:
            left_out = f"{count(len(refusals), 'line-up')} of {tried}{at_cell} can't be played"
            self.notes.append(f"{left_out}: {refusals[0].text}")

    def _met(self, cell: int, seats: int, entries: Sequence[tuple[Value, ...]]) -> Iterator[LineUp]:
        """Everybody meets everybody else; if there are more seats than that, some sit there several times."""
        if len(entries) == 1:
            return iter([LineUp(cell, tuple(entries) * seats)])
        if len(entries) < seats:
            mixed = combinations_with_replacement(entries, seats)
            return (LineUp(cell, one) for one in islice(mixed, MOST_LISTED) if len(set(map(str, one))) > 1)
        if math.comb(len(entries), seats) <= MOST_LISTED:
            return (LineUp(cell, one) for one in combinations(entries, seats))
        wanted = min(MOST_LISTED, max(len(entries), self.experiment.games // seats))
        self.notes.append(f"There are too many line-ups to play them all; {wanted} were drawn, evenly.")
        return islice(self._drawn(cell, seats, list(entries)), wanted)

    def _drawn(self, cell: int, seats: int, entries: list[tuple[Value, ...]]) -> Iterator[LineUp]:
        """Line-ups in which everybody is met about equally often."""
        random = Random(f"{self.seed.hex} {cell}")
        while True:
            random.shuffle(entries)
            for first in range(0, len(entries) - seats + 1, seats):
                yield LineUp(cell, tuple(entries[first : first + seats]))

    def _draw_line_ups(self) -> None:
        """There are not enough games for all line-ups: as many as can be played, drawn at random."""
        order = list(range(len(self.line_ups)))
        Random(f"{self.seed.hex} line-ups").shuffle(order)
        room = self.experiment.games
        kept: list[int] = []
        for at in order:
            room -= self.line_ups[at].rotations
            if room >= 0 or not kept:
                kept.append(at)
        self.notes.append(
            f"{count(self.experiment.games, 'game')} {'is' if self.experiment.games == 1 else 'are'} too few for all "
            f"{len(order)} line-ups in all rotations; {len(kept)} of them are played."
        )
        self.line_ups = [self.line_ups[at] for at in sorted(kept)]

    # --- tables ---

    def table(self, line_up: int, rotation: int) -> Table:
        """The table of a line-up, with the seats rotated."""
        key = line_up, rotation
        if key not in self._tables:
            if len(self._tables) > 2 * MOST_LISTED:
                self._tables.clear()
            self._tables[key] = self._table(self.line_ups[line_up], rotation)
        return self._tables[key]

    def _table(self, line_up: LineUp, rotation: int) -> Table:
        cell, seats = self.cells[line_up.cell], len(line_up.entries)
        here = [line_up.entries[(seat + rotation) % seats] for seat in range(seats)]
        options = dict(cell.options)
        words = self.experiment.players or ["greedy"]
        players = list(words) if len(words) == seats else words[:1] * seats
        fields = self.game.Options.__struct_encode_fields__
        for at, name in enumerate(self.seat_factors):
            if not here[0]:
                break
            values = [entry[at].value for entry in here]
            if name == PLAYERS:
                players = [str(value) for value in values]
            elif name in fields:
                options[name] = values
            else:
                separator = "" if f"{name}0" in fields else "_"
                options |= {f"{name}{separator}{seat}": value for seat, value in enumerate(values)}
        read = self.game.read_options(options, cell.preset)
        self.game.check(read, seats)
        names = [{name: entry[at].name for at, name in enumerate(self.seat_factors)} if entry else {} for entry in here]
        return Table(read, [read_word(self.game, word) for word in players], names)

    # --- deals ---

    @property
    def jobs(self) -> int:
        return self.deals + self.again

    def job(self, number: int) -> Job:
        """The jobs in order; deals that are played again are spread evenly among the others."""
        before = number * self.again // self.jobs
        if (number + 1) * self.again // self.jobs > before:
            return Job(True, before, before % len(self.line_ups))
        deal = number - before
        return Job(False, deal, deal % len(self.line_ups))

    def _again(self) -> int:
        if not self.wants("luck"):
            return 0
        if self.experiment.again is not None:
            return self.experiment.again
        most = min(MOST_AGAIN, self.games // AGAIN_PART)
        return most if most >= LEAST_AGAIN else min(LEAST_AGAIN, self.games // 8)

    @property
    def again_games(self) -> int:
        return self.again * LUCKS * CHOICES

    def is_looked_at(self, deal: int) -> bool:
        """Whether the games of a deal are looked at move by move: evenly among the line-ups."""
        if self.look_step == 0:
            return False
        rounds, line_up = divmod(deal, len(self.line_ups))
        return (rounds + line_up) % self.look_step == 0

    def _note_players(self) -> None:
        hurried: dict[str, None] = {}
        for line_up in range(min(len(self.line_ups), MOST_LISTED)):
            for player in self.table(line_up, 0).players:
                if player.by_the_clock:
                    hurried[player.text] = None
        if hurried:
            self.notes.append(
                f"{' and '.join(hurried)} may play differently on another machine, or on a busy one: how well they "
                "play depends on the clock."
            )

    @property
    def players(self) -> list[SeatWord]:
        """Everybody who plays in any game."""
        found: dict[str, SeatWord] = {}
        for line_up in range(len(self.line_ups)):
            for player in self.table(line_up, 0).players:
                found[player.text] = player
        return list(found.values())


@lru_cache(8)
def _made(game: AnyGame, written: bytes, seed: str) -> Design:
    experiment = msgspec.json.decode(written, type=LabExperiment)
    return Design(game, experiment, Seed.parse(seed))


def design_of(game: AnyGame, experiment: LabExperiment, seed: Seed) -> Design:
    """The design of an experiment; made once in each process."""
    return _made(game, msgspec.json.encode(experiment), seed.hex)

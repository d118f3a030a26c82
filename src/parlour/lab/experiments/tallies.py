"""The games of an experiment are counted, deal by deal as they come, and nothing but the counts is kept."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from typing import Final, NamedTuple

from parlour.core.protocol import LabPeople
from parlour.lab.experiments.design import CHOICES, Design, Names
from parlour.lab.experiments.playing import DealRow, GameRow, Looked
from parlour.lab.experiments.statistics import Again, Tally

MOST_SLICES: Final = 120
SEAT: Final = "seat"
FIRST: Final = "first-move"

Measure = Callable[[Looked], tuple[float, float] | None]  # what is added to a sum, and to what it is divided by


class Slice(NamedTuple):
    """Which games are counted together, and the counts."""

    where: Names
    counts: Counts


class Counts:
    """Everything that is counted in some of the games."""

    def __init__(self, people: LabPeople) -> None:
        self.people = people
        self.games = self.deals = 0
        self.seat_games = 0.0
        self.families: defaultdict[str, defaultdict[str, Tally]] = defaultdict(lambda: defaultdict(Tally))
        self.had: defaultdict[str, defaultdict[str, Tally]] = defaultdict(lambda: defaultdict(Tally))
        self.numbers: defaultdict[str, Tally] = defaultdict(Tally)
        self.bars: defaultdict[str, Counter[int]] = defaultdict(Counter)
        self.duels: defaultdict[str, defaultdict[tuple[str, str], list[float]]] = defaultdict(
            lambda: defaultdict(lambda: [0.0, 0.0])
        )
        self.again: list[tuple[list[Names], list[list[list[float]]]]] = []

    def add(self, deal: DealRow, names: list[list[Names]]) -> None:
        """The games of a deal; `names` are the values of the seats' factors, game by game and seat by seat."""
        self.deals += 1
        self.games += len(deal.games)
        sums: defaultdict[tuple[bool, str, str], list[float]] = defaultdict(lambda: [0.0, 0.0, 0.0])
        means: defaultdict[str, list[float]] = defaultdict(lambda: [0.0, 0.0])
        for game, here in zip(deal.games, names, strict=True):
            self._shares(game, here, sums)
            self._means(game, means)
            if len(here) == 2:
                self._duel(game, here)
        for (had, family, name), (won, chances, even) in sums.items():
            (self.had if had else self.families)[family][name].add(won, chances, even)
        for measure, (total, number) in means.items():
            self.numbers[measure].add(total, number)

    def _shares(self, game: GameRow, here: list[Names], sums: dict[tuple[bool, str, str], list[float]]) -> None:
        even = 1.0 / len(game.payoffs)
        self.seat_games += len(game.payoffs)

        def count(had: bool, family: str, name: str, payoff: float) -> None:
            sum = sums[had, family, name]
            sum[0] += payoff
            sum[1] += 1.0
            sum[2] += even

        for seat, payoff in enumerate(game.payoffs):
            count(False, SEAT, f"seat {seat + 1}", payoff)
            for factor, name in here[seat].items():
                count(False, factor, name, payoff)
        count(False, FIRST, "whoever moves first", game.payoffs[game.first])
        for seat, things in enumerate(game.had):
            for kind, found in things.items():
                for name in found:
                    count(True, kind, name, game.payoffs[seat])

    def _means(self, game: GameRow, means: dict[str, list[float]]) -> None:
        found: list[tuple[str, tuple[float, float] | None]] = [
            ("turns", (game.turns, 1.0)),
            ("plies", (game.plies, 1.0)),
            ("shared", (float(max(game.payoffs) < 1.0), 1.0)),
        ]
        self.bars["turns"][game.turns] += 1
        looked = game.looked
        if looked is not None:
            self.bars["decisions"][looked.decisions] += 1
            found += [(name, measure(looked)) for name, measure in MEASURES.items()]
            free = looked.decisions - looked.forced
            minutes = (free * self.people.free + looked.forced * self.people.forced) / 60.0
            found.append(("minutes", (minutes, 1.0)))
        for name, counted in found:
            if counted is not None:
                means[name][0] += counted[0]
                means[name][1] += counted[1]

    def _duel(self, game: GameRow, here: list[Names]) -> None:
        for factor in here[0]:
            for seat in range(2):
                counts = self.duels[factor][here[seat][factor], here[1 - seat][factor]]
                counts[0] += game.payoffs[seat]
                counts[1] += 1.0

    def add_again(self, deal: DealRow, names: list[Names]) -> None:
        """A deal that was played again and again: luck by luck, and for each luck mind by mind."""
        payoffs = [game.payoffs for game in deal.games]
        self.again.append((names, [payoffs[at : at + CHOICES] for at in range(0, len(payoffs), CHOICES)]))

    def again_deals(self) -> list[Again]:
        """These deals, with what each seat could expect from where it sits and what it has."""
        found = []
        for names, results in self.again:
            even = 1.0 / len(names)
            effects = [sum(self._excess(family, name) for family, name in here.items()) for here in names]
            expected = []
            for seat, effect in enumerate(effects):
                rivals = (sum(effects) - effect) / (len(effects) - 1)
                likely = even + self._excess(SEAT, f"seat {seat + 1}") + effect - rivals
                expected.append(min(1.0, max(0.0, likely)))
            found.append(Again(results, expected))
        return found

    def _excess(self, family: str, name: str) -> float:
        tally = self.families[family].get(name)
        return 0.0 if tally is None else tally.share - tally.even_share


MEASURES: Final[dict[str, Measure]] = {
    "decisions": lambda game: (game.decisions, 1.0),
    "forced": lambda game: (game.forced, game.decisions),
    "changes": lambda game: None if game.changes is None else (game.changes, 1.0),
    "behind": lambda game: None if game.behind is None else (game.behind, 1.0),
    "came-back": lambda game: None if game.came_back is None else (float(game.came_back), 1.0),
    "settled": lambda game: None if game.settled is None else (game.settled, 1.0),
}


class Counting:
    """Counts an experiment, slice by slice."""

    def __init__(self, design: Design) -> None:
        self.design = design
        self.done = self.games = self.again = 0
        self.all = Slice({}, self._counts())
        self._slices: dict[tuple[tuple[str, str], ...], Slice] = {}
        self._of_cell: list[list[Slice]] = [self._slices_of(cell.where) for cell in design.cells]
        self._names: dict[tuple[int, int], list[Names]] = {}

    def _counts(self) -> Counts:
        return Counts(self.design.experiment.people)

    def _slices_of(self, where: Names) -> list[Slice]:
        """Where the games of a cell count: with all, with those of the same value, with those of the cell."""
        keys = [(one,) for one in where.items()]
        if len(where) > 1 and len(self.design.cells) <= MOST_SLICES:
            keys.append(tuple(where.items()))  # type: ignore[arg-type]
        found = [self.all]
        if len(self.design.cells) > 1:
            for key in keys:
                found.append(self._slices.setdefault(key, Slice(dict(key), self._counts())))
        return found

    @property
    def slices(self) -> Iterable[Slice]:
        return [self.all, *self._slices.values()]

    def add(self, deal: DealRow) -> None:
        """The next deal, in the order of the jobs: so sums are rounded alike wherever deals were played."""
        job = self.design.job(deal.job)
        self.done += 1
        names = [self._named(job.line_up, game.rotation) for game in deal.games]
        slices = self._of_cell[self.design.line_ups[job.line_up].cell]
        if job.again:
            self.again += len(deal.games)
        else:
            self.games += len(deal.games)
        for one in slices:
            if job.again:
                one.counts.add_again(deal, names[0])
            else:
                one.counts.add(deal, names)

    def _named(self, line_up: int, rotation: int) -> list[Names]:
        key = line_up, rotation
        if key not in self._names:
            self._names[key] = self.design.table(line_up, rotation).names
        return self._names[key]

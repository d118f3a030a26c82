"""Gardens for tests: set up by hand, played by lists, as the scenarios of the rules are told."""

from __future__ import annotations

from parlour.core.dice import Dice, NoDice
from parlour.core.testing import snapshot
from parlour.games.gardening_war.game import GAME
from parlour.games.gardening_war.judge import GardeningWarState
from parlour.games.gardening_war.lists import Line, Verdict, judge_list
from parlour.games.gardening_war.shop import LIFE
from parlour.games.gardening_war.state import a_plant, is_dead, is_mature, need_of, seedling

WATER, MOLE, FERT, ANEMONE, BLUEJAZZ, CROCUS, TULIP = range(7)
P1, P2 = 0, 1


def field(x: int, y: int) -> int:
    return 8 * x + y


class Plot:
    """A game in progress, with verbs for tests."""

    def __init__(self, **options: object) -> None:
        self.state: GardeningWarState = GAME.new(GAME.read_options(options), 2, Dice(1, 2, 3, 4))

    # given

    def own(self, seat: int, *fields: tuple[int, int]) -> Plot:
        for x, y in fields:
            self.state.gardener(seat).take(field(x, y))
        return self

    def gold(self, seat: int, gold: int) -> Plot:
        self.state.gardener(seat).gold = gold
        return self

    def stock(self, seat: int, good: int, amount: int) -> Plot:
        self.state.gardener(seat).stock[good] = amount
        return self

    def new_plant(self, x: int, y: int, kind: int) -> Plot:
        self.state.plants[field(x, y)] = seedling(kind)
        return self

    def grown(self, x: int, y: int, kind: int, need: int) -> Plot:
        self.state.plants[field(x, y)] = a_plant(kind, need, int(LIFE[kind]), False)
        return self

    def mature(self, x: int, y: int, kind: int) -> Plot:
        return self.grown(x, y, kind, 0)

    def dead(self, x: int, y: int, kind: int) -> Plot:
        self.state.plants[field(x, y)] = a_plant(kind, 0, 1, True)
        return self

    def at_round(self, number: int) -> Plot:
        self.state.round = number
        return self

    # when

    def do(self, kind: str, *lines: tuple[int, ...]) -> Verdict:
        """The mover's whole move as a list: (x, y), (id, amount), (x, y, id) or (x, y, amount) by kind."""
        verdict = judge_list(self.state, kind, [line_of(kind, values) for values in lines])
        for move in verdict.moves:
            assert self.state.allows(move), GAME.moves.to_words(move)
            self.state.play(move, NoDice())
            GAME.check_laws(self.state)
        return verdict

    def round(self, kind: str, *lines: tuple[int, ...]) -> Verdict:
        """A whole round: this move by Player 1, a pass by Player 2."""
        verdict = self.do(kind, *lines)
        self.do("-")
        return verdict

    def wait(self, rounds: int = 1) -> Plot:
        for _ in range(2 * rounds):
            self.do("-")
        return self

    def words(self) -> list[str]:
        return [GAME.moves.to_words(int(move)) for move in self.state.moves()]

    def say(self, words: str) -> Plot:
        """One decision, in its public notation."""
        move = GAME.moves.from_words(words)
        assert self.state.allows(move), f"{words!r} is not among {self.words()}"
        self.state.play(move, NoDice())
        return self

    # then

    def fields(self, seat: int) -> list[tuple[int, int]]:
        return [(int(f) >> 3, int(f) & 7) for f in self.state.gardener(seat).fields]

    def has(self, seat: int, good: int) -> int:
        return int(self.state.gardener(seat).stock[good])

    def gold_of(self, seat: int) -> int:
        return int(self.state.gardener(seat).gold)

    def points_of(self, seat: int) -> int:
        return int(self.state.gardener(seat).points)

    def fert_of(self, seat: int) -> int:
        return int(self.state.gardener(seat).fert)

    def plant(self, x: int, y: int) -> str:
        """`empty`, `dead`, `mature` or `needs N`."""
        plant = int(self.state.plants[field(x, y)])
        if plant == 0:
            return "empty"
        if is_dead(plant):
            return "dead"
        return "mature" if is_mature(plant) else f"needs {need_of(plant)}"

    def snapshot(self) -> dict[str, object]:
        return snapshot(self.state)


def line_of(kind: str, values: tuple[int, ...]) -> Line:
    if kind == "C":
        return Line(card=values[0], amount=values[1])
    if kind == "P":
        return Line(values[0], values[1], card=values[2])
    if kind == "W":
        return Line(values[0], values[1], amount=values[2])
    return Line(*values)

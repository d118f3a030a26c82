"""Compares what the mover might do: every line is tried in the same worlds, with the same luck."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

import msgspec

from parlour.core.game import AnyGame
from parlour.core.seed import Seed
from parlour.core.state import State
from parlour.lab.review.playing_on import House
from parlour.lab.review.weighing import DOUBT, mean_and_error

Line = tuple[int, ...]  # decisions of the mover, one after the other

TO_THE_END: Final = 10_000  # rounds
LITTLE_DOUBT: Final = 0.002


class Comparison:
    """Lines from one position, and what they led to in numbered worlds."""

    def __init__(self, house: House, view: Any, seat: int, seed: Seed, thought: int, rounds: int) -> None:
        self.house = house
        self.game: AnyGame = house.game
        self.seat = seat
        self.thought = thought
        self.points = house.game.puzzled_by == "points"
        self.rounds = TO_THE_END if self.points else rounds
        self.worlds = house.worlds(view, seat, seed)
        self.values: dict[Line, list[float]] = {}
        if self.points:
            self.now = float(self.root.scores()[seat])
            self.earned: list[float] = []

    @property
    def root(self) -> State:
        return self.worlds.root

    @property
    def seats(self) -> int:
        return int(self.root.seats)

    def widen(self, lines: Iterable[Line], upto: int) -> None:
        """Try these lines in all worlds up to this number."""
        for line in lines:
            found = self.values.setdefault(line, [])
            while len(found) < upto:
                found.append(self._try(line, len(found)))

    def _try(self, line: Line, number: int) -> float:
        state, luck = self.worlds.world(number), self.worlds.luck(number)
        dice = luck.of_entry()
        for move in line:
            if int(state.mover) != self.seat or not state.allows(move):
                break
            state.play(move, dice)
        chances = self.house.play_on(state, luck, self.thought, self.rounds, self.seat)
        if not self.points:
            return chances[self.seat]
        scores = [float(score) for score in state.scores()]
        self.earned.append(scores[self.seat] - self.now)
        return scores[self.seat] - max(score for seat, score in enumerate(scores) if seat != self.seat)

    def mean(self, line: Line) -> float:
        found = self.values[line]
        return sum(found) / len(found)

    def ranked(self, lines: Iterable[Line]) -> list[Line]:
        """The best first."""
        return sorted(lines, key=lambda line: -self.mean(line))

    def gap(self, best: Line, other: Line) -> tuple[float, float]:
        """By how much a line is better than another, by the game's measure of margins, and its standard error."""
        gaps = [self.measure(gap) for gap in self.gaps(best, other)]
        return mean_and_error(gaps, self.doubt)

    @property
    def doubt(self) -> float:
        """What a few equal results leave open, where something is hidden."""
        return DOUBT if self.game.hides and not self.points else LITTLE_DOUBT

    def gaps(self, best: Line, other: Line) -> list[float]:
        """By how much a line was better, in each world in which both were tried."""
        ours, theirs = self.values.get(best, []), self.values.get(other, [])
        return [mine - its for mine, its in zip(ours, theirs, strict=False)]

    def measure(self, gap: float) -> float:
        """Chances as they are; points as parts of what is still to be earned."""
        return gap / max(1.0, *self.earned) if self.points else gap


def same_moves(game: AnyGame, view: Any, moves: Sequence[int], names: Sequence[str], options: Any) -> dict[int, int]:
    """For every move the first one that reads the same: nobody could tell two copies of a card apart."""
    first: dict[str, int] = {}
    return {move: first.setdefault(game.say_move(view, move, names, options), move) for move in moves}


def come_to_the_same(game: AnyGame, state: State, seat: int, one: int, other: int, seed: Seed) -> bool:
    """Whether two decisions lead to the same view at once, or if both are made, in either order.

    After both, it does not matter in which order things lie, such as cards in a discard pile.
    """
    first, second = (_after(game, state, seat, line, seed) for line in ((one,), (other,)))
    if first is not None and first == second:
        return True
    first, second = (_after(game, state, seat, line, seed) for line in ((one, other), (other, one)))
    return first is not None and second is not None and _in_any_order(first) == _in_any_order(second)


def _after(game: AnyGame, state: State, seat: int, line: Line, seed: Seed) -> Any:
    """What the seat sees after these decisions; None if they cannot be made."""
    after = state.copy()
    dice = seed.dice("the same dice")
    for move in line:
        if int(after.mover) != seat or not after.allows(move):
            return None
        after.play(move, dice)
    return [int(after.mover), msgspec.to_builtins(game.view(after, seat))]


def _in_any_order(value: Any) -> Any:
    if isinstance(value, dict):
        return {str(name): _in_any_order(part) for name, part in value.items()}
    if isinstance(value, list | tuple):
        return sorted((_in_any_order(part) for part in value), key=repr)
    return value

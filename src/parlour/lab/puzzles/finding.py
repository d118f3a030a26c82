"""Finds puzzles: looks at a decision, cheaply first, and asks harder and harder whether one move stands out.

Nearly all decisions fail the first look, so it must be cheap; what passes everything was compared anew with other
seeds, much more thought, and every legal move, so that neither luck nor haste has chosen it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, Literal

import msgspec

from parlour.bots.seat_words import make_player, read_word
from parlour.core.game import AnyGame
from parlour.core.protocol import Hello, Turn
from parlour.core.seed import Seed
from parlour.core.state import OVER, State
from parlour.lab.puzzles.book import Puzzle, Tried, identity, names_of
from parlour.lab.puzzles.comparing import Comparison, Line, come_to_the_same, same_moves
from parlour.lab.review.playing_on import House
from parlour.lab.review.weighing import mean_and_error

FEWEST_MOVES: Final = 3
FEWEST_WRONG: Final = 2  # "anything but this one move" is no question
MOST_LOOKED: Final = 10  # moves tried at a first look
MOST_CHECKED: Final = 40  # and in the deep check
ROUNDS: Final = 4
DEEP_ROUNDS: Final = 6
# A first look stops as soon as the margin after so many worlds is below this part of what is wanted.
LOOKS: Final = ((1, 0.5), (3, 0.7), (8, 0.9))
AGAIN: Final = (4, 12)
CLEAR_LOOKS: Final = ((1, 0.7), (2, 0.8))  # without luck and secrets
GLANCE: Final = 30  # a glance is such a part of the iterations of the strongest level
GLANCED: Final = 0.3
CHEAP: Final = 500
SEEDS: Final = 3
EACH: Final = 2  # worlds in which the deep check tries every move
WORLDS: Final = 12  # and those that come close to the best, for each seed
MORE_WORLDS: Final = 48  # for each seed, if the margin seems large enough but is not yet certain
PERHAPS: Final = 0.8
CLEAR_WORLDS: Final = 2
RIVALS: Final = 4
DEEPER: Final = 4  # times the thought of a first look
CONFIRMED: Final = 1000  # the number of the seed of the second deep check
SURE: Final = 1.96
NEAR: Final = 0.3  # of the margin: what is so near the best must come to the same, or there are two solutions
THOUGHTS: Final = 2  # of the strongest level, which must find the solution each time
MOST_THOUGHT: Final = 2000
TRIES: Final = 3  # of each player that is asked, to guess how difficult it is
ASKED: Final = ("greedy", "easy", "medium", "hard")
MOST_SHOWN: Final = 5
LONGEST_LINE: Final = 12
# Why a decision is no puzzle: no move stands out, or the deep check found that a strong search prefers another move,
# that with another seed or more thought another move is as good, or that the margin is not certain.
Verdict = Literal["dull", "unstable", "unsure", "disputed"]


class Finder:
    """Looks for puzzles of one game with the same options."""

    def __init__(self, game: AnyGame, options: Any, seats: int) -> None:
        self.game = game
        self.options = options
        self.seats = seats
        self.house = House(game)
        self.clear: bool | None = None
        words = read_word(game, "expert")
        self.strong = min(MOST_THOUGHT, words.settings.get("iterations", 200))

    def is_clear(self, state: State, seed: Seed) -> bool:
        """Whether the game has neither luck nor secrets."""
        if self.clear is None:
            self.clear = not self.game.hides and not self.house.rolls(state, seed)
        return self.clear

    def look(self, state: State, seed: Seed, source: str) -> Puzzle | Verdict:
        """The puzzle in this decision, or why there is none."""
        seat = int(state.mover)
        if seat == OVER or len(state.moves()) < FEWEST_MOVES or not self.game.puzzling(state):
            return "dull"
        view = self.game.view(state, seat)
        found = Question(self, view, seat, seed)
        # Whichever is cheaper comes first; a game whose strongest level has few iterations has dear ones.
        looks = (found.glance, found.stands_out) if self.strong >= CHEAP else (found.stands_out, found.glance)
        if not all(look() for look in looks):
            return "dull"
        checked = found.deep_check(found.solutions)
        if not isinstance(checked, Checked):
            return checked
        # Those that pass are the lucky ones too, so they pass twice, the second time by seeds that chose nothing.
        again = Question(self, view, seat, seed.child(CONFIRMED)).deep_check(checked.solutions)
        if not isinstance(again, Checked):
            return again
        return found.puzzle(checked, source) if set(again.solutions) <= set(checked.solutions) else "unstable"

    def thought(self, deep: bool) -> int:
        return self.game.played_on * (DEEPER if deep else 1) * (4 if self.game.puzzled_by == "points" else 1)


class Checked(msgspec.Struct, frozen=True):
    """What the deep check found."""

    solutions: list[int]
    tried: list[tuple[int, float]]  # best first, each with what it leads to
    margin: float  # as tried
    error: float
    measured: float  # the margin as the game measures it
    sure: float  # the lower end of its interval


class Question:
    """One decision from the mover's view: is there one best move?"""

    def __init__(self, finder: Finder, view: Any, seat: int, seed: Seed) -> None:
        self.finder = finder
        self.game: AnyGame = finder.game
        self.house = finder.house
        self.view = view
        self.seat = seat
        self.seed = seed
        self.state = self.game.imagine(view, seed.dice("imagine"))
        self.clear = finder.is_clear(self.state, seed)
        self.names = names_of(seat, finder.seats)
        self.moves = [int(move) for move in self.state.moves()]
        self.same = same_moves(self.game, view, self.moves, self.names, finder.options)
        self.solutions: list[int] = []

    @property
    def wanted(self) -> float:
        return self.game.puzzle_margin

    def distinct(self) -> list[int]:
        """A move of each that reads differently."""
        return list(dict.fromkeys(self.same.values()))

    def alike(self, one: int, other: int) -> bool:
        return self.same.get(one, one) == self.same.get(other, other) or come_to_the_same(
            self.game, self.state, self.seat, one, other, self.seed
        )

    # --- a first look ---

    def glance(self) -> bool:
        """Whether the game's own search, if it has one, finds one plan better than those that begin otherwise."""
        planner = self.state.planner(self.seed.dice("glance"), self.house.evaluator)
        if planner is None or self.game.puzzled_by == "points":
            return True
        planner.think(max(1, self.finder.strong // GLANCE), 0.0)
        plans = [(int(moves[0]), float(chance)) for moves, chance in planner.plans() if moves]
        best = max(plans, key=lambda plan: plan[1], default=None)
        if best is None:
            return True
        others = [chance for move, chance in plans if move != best[0] and not self.alike(best[0], move)]
        return not others or best[1] - max(others) >= GLANCED * self.wanted

    def stands_out(self) -> bool:
        """Whether one move looks far better than all others, as far as a first look tells."""
        moves = self._promising()
        if len(self.distinct()) < FEWEST_MOVES or len(moves) < 2:
            return False
        tried = Comparison(self.house, self.view, self.seat, self.seed, self.finder.thought(False), ROUNDS)
        lines: list[Line] = [(move,) for move in moves]
        for worlds, part in CLEAR_LOOKS if self.clear else LOOKS:
            tried.widen(lines, worlds)
            ranked = tried.ranked(lines)
            best = ranked[0]
            others = [line for line in ranked[1:] if tried.gap(best, line)[0] >= NEAR * self.wanted]
            near = ranked[1 : len(ranked) - len(others)]
            if len(others) < FEWEST_WRONG or tried.gap(best, others[0])[0] < part * self.wanted:
                return False
            if any(not self.alike(best[0], line[0]) for line in near):
                return False
            lines = [best, *near, *others[:RIVALS]]
        self.solutions = [line[0] for line in [best, *near]]
        return self.clear or self._again(best, others[:RIVALS])

    def _again(self, best: Line, rivals: Sequence[Line]) -> bool:
        """The same in worlds that have not chosen the best: in those that did, it looks better than it is."""
        thought = self.finder.thought(False)
        tried = Comparison(self.house, self.view, self.seat, self.seed.child(0), thought, ROUNDS)
        lines = [best, *rivals]
        for worlds in AGAIN:
            tried.widen(lines, worlds)
            if any(tried.gap(best, line)[0] < self.wanted for line in rivals):
                return False
        return True

    def _promising(self) -> list[int]:
        """Moves worth a try, those first that look good at once."""
        sensible = {self.same.get(int(move), int(move)) for move in self.state.candidates()}
        moves = [move for move in self.distinct() if move in sensible]
        if len(moves) <= MOST_LOOKED:
            return moves
        return self._by_looks(moves)[:MOST_LOOKED]

    def _by_looks(self, moves: Sequence[int]) -> list[int]:
        looks = {}
        for move in moves:
            after = self.state.copy()
            after.play(move, self.seed.dice("look"))
            looks[move] = self.house.looks(after)[self.seat]
        return sorted(moves, key=lambda move: -looks[move])

    # --- the deep check ---

    def deep_check(self, expected: Sequence[int]) -> Checked | Verdict:
        """Every legal move compared anew, with more thought and several seeds: is the solution always the same?"""
        moves = self.distinct()
        if len(moves) > MOST_CHECKED:
            moves = list(dict.fromkeys([*expected, *self._promising(), *self._by_looks(moves)]))[:MOST_CHECKED]
        if not self._found_by_thought([move for move in self.moves if self.same[move] in expected]):
            return "disputed"
        solution = self.same[expected[0]]
        found: list[Comparison] = []
        solutions = set(moves)
        checked: Checked | None = None
        for number in range(SEEDS):
            tried = self._compare_all(moves, solution, self.seed.child(number + 1))
            here = None if tried is None else self._solutions(tried, moves, solution)
            if tried is None or here is None:
                return "unstable"
            solutions &= here
            found.append(tried)
            checked = self._sum_up(found, moves, solution, solutions)
            if checked is None or checked.measured < self.wanted:
                return "unsure"
        assert checked is not None
        if checked.sure < self.wanted < PERHAPS * checked.measured and not self.clear:
            for tried in found:
                tried.widen([line for line, values in tried.values.items() if len(values) > EACH], MORE_WORLDS)
            checked = self._sum_up(found, moves, solution, solutions)
        return checked if checked is not None and checked.sure >= self.wanted else "unsure"

    def _compare_all(self, moves: Sequence[int], solution: int, seed: Seed) -> Comparison | None:
        """All moves in a few worlds, the best of them in more; None as soon as the solution is not the best."""
        tried = Comparison(self.house, self.view, self.seat, seed, self.finder.thought(True), DEEP_ROUNDS)
        lines = self._lines(moves, solution)
        tried.widen(lines, 1 if self.clear else EACH)
        best, *others = tried.ranked(lines)
        if best[-1] != solution and tried.gap(best, (solution,))[0] > NEAR * self.wanted:
            return None
        ranked = [line for line in [best, *others] if line != (solution,)]
        close = [line for line in ranked if tried.gap((solution,), line)[0] < 2 * self.wanted]
        rivals = list(dict.fromkeys([*close[: 2 * RIVALS], *ranked[:RIVALS]]))
        for worlds in (CLEAR_WORLDS,) if self.clear else (WORLDS // 2, WORLDS):
            tried.widen([(solution,), *rivals], worlds)
            if self._solutions(tried, moves, solution) is None:
                return None
        return tried

    def _lines(self, moves: Sequence[int], solution: int) -> list[Line]:
        """Each move by itself, and if the solution can still be made after it, followed by the solution."""
        lines: list[Line] = [(move,) for move in moves]
        for move in moves:
            after = self.state.copy()
            after.play(move, self.seed.dice("look"))
            if move != solution and int(after.mover) == self.seat and after.allows(solution):
                lines.append((move, solution))
        return lines

    def _solutions(self, tried: Comparison, moves: Sequence[int], solution: int) -> set[int] | None:
        """The solution and what comes to the same; None if another move is as good or better."""
        found = {solution}
        for move in moves:
            if move == solution:
                continue
            lines = [line for line in ((move,), (move, solution)) if line in tried.values]
            if all(tried.gap((solution,), line)[0] >= NEAR * self.wanted for line in lines):
                continue
            if not self.alike(solution, move):
                return None
            found.add(move)
        return found

    def _sum_up(
        self, found: Sequence[Comparison], moves: Sequence[int], solution: int, solutions: set[int]
    ) -> Checked | None:
        """The margin over all seeds together."""
        best: Line = (solution,)
        means: dict[int, float] = {}
        sure, margin, error = 1.0, 0.0, 0.0
        narrowest = float("inf")
        for move in moves:
            if move in solutions:
                continue
            lines = {line for tried in found for line in tried.values if line[0] == move}
            gaps = {line: [gap for tried in found for gap in tried.gaps(best, line)] for line in lines}
            line = min(lines, key=lambda line: sum(gaps[line]) / len(gaps[line]))
            mean, its_error = mean_and_error(gaps[line], found[0].doubt)
            measured = found[0].measure(mean)
            sure = min(sure, measured - SURE * found[0].measure(its_error))
            means[move] = mean
            if measured < narrowest:
                narrowest, margin, error = measured, mean, its_error
        if len(means) < FEWEST_WRONG:
            return None
        worth = [value for tried in found for value in tried.values[best]]
        top = sum(worth) / len(worth)
        others = sorted(means, key=lambda move: means[move])[: MOST_SHOWN - 1]
        shown = [(solution, top), *((move, top - means[move]) for move in others)]
        every = [move for move in self.moves if self.same[move] in solutions]
        return Checked([solution, *(m for m in every if m != solution)], shown, margin, error, narrowest, sure)

    def _found_by_thought(self, solutions: Sequence[int]) -> bool:
        """Whether the strongest level's search finds a solution with every seed."""
        for number in range(THOUGHTS):
            root = self.game.imagine(self.view, self.seed.dice(f"strong world {number}"))
            dice = self.seed.dice(f"strong {number}")
            if next(iter(self.house.promising(root, dice, self.finder.strong))) not in solutions:
                return False
        return True

    # --- the puzzle ---

    def puzzle(self, checked: Checked, source: str) -> Puzzle:
        game, to_json = self.game, self.game.moves.to_json
        found = self.found_by(checked.solutions)
        digits = 0 if game.puzzled_by == "points" else 3
        return Puzzle(
            id=identity(game, self.view),
            version=game.version,
            seat=self.seat,
            seats=self.finder.seats,
            options=msgspec.to_builtins(self.finder.options),
            view=msgspec.to_builtins(self.view),
            solutions=[to_json(move) for move in checked.solutions],
            tried=[Tried(to_json(move), round(worth, digits)) for move, worth in checked.tried],
            margin=round(checked.margin, digits),
            error=round(checked.error, digits + 1),
            line=self.line(checked.solutions[0]),
            found=found,
            rating=rating(found),
            source=source,
        )

    def line(self, solution: int) -> list[str]:
        """How the turn goes on after the solution, as far as the mover can foresee it."""
        state, dice = self.state.copy(), self.seed.dice("line")
        said: list[str] = []
        planned = [solution]
        while planned and len(said) < LONGEST_LINE:
            move = planned.pop(0)
            if int(state.mover) != self.seat or not state.allows(move):
                break
            view = self.game.view(state, self.seat)
            said.append(self.game.say_move(view, move, self.names, self.finder.options))
            state.play(move, dice)
            if not planned and len(said) == 1 and int(state.mover) == self.seat and len(state.moves()) > 1:
                planner = state.planner(dice, self.house.evaluator)
                if planner is not None:
                    planner.think(self.finder.thought(True), 0.0)
                    planned = [int(move) for move in planner.moves()]
        return said

    def found_by(self, solutions: Sequence[int]) -> dict[str, float]:
        """How often each level finds it."""
        found = {"random": round(len(solutions) / len(self.moves), 3)}
        moves = [self.game.moves.to_json(move) for move in self.moves]
        turn = Turn(1, self.view, moves)
        options = msgspec.to_builtins(self.finder.options)
        clock = self.game.clock_of(self.finder.options)
        hello = Hello(self.game.name, self.game.version, self.seat, self.finder.seats, self.names, options, clock, "")
        for word in ASKED:
            right = 0
            for number in range(TRIES):
                player = make_player(self.game, word, self.seed.dice(f"{word} {number}"))
                player.hello(hello)
                choice = player.choose(turn)
                player.close()
                move = self.moves[choice] if isinstance(choice, int) else self.game.moves.from_json(choice)
                right += move in solutions
            found[word] = round(right / TRIES, 2)
        return found


WEIGHTS: Final = {"random": 1, "greedy": 2, "easy": 3, "medium": 3, "hard": 3}
EASIEST: Final = 700
HARDEST: Final = 2100


def rating(found: dict[str, float]) -> int:
    """A first guess at how difficult a puzzle is: the fewer of the house's players find it, the more."""
    total = sum(WEIGHTS[word] for word in found)
    share = sum(WEIGHTS[word] * part for word, part in found.items()) / total
    return round(HARDEST - (HARDEST - EASIEST) * share)


def is_easy(found: dict[str, float]) -> bool:
    """Whether everybody who does not play at random finds it every time, even at first sight."""
    return all(part == 1 for word, part in found.items() if word != "random")

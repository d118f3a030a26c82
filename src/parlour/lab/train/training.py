"""Training in rounds: play, fit, try out. What is accepted plays the next round's games."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

import msgspec

from parlour.arena.workers import Runner, staff
from parlour.bots.seat_words import SeatWord
from parlour.core import learned
from parlour.core.errors import Refused
from parlour.core.evaluator import LinearEvaluator
from parlour.core.game import AnyGame, Game
from parlour.core.learned import Learned, Made, Trial
from parlour.lab.train.fit import Case, fit, loss, spreads
from parlour.lab.train.minds import JUDGE, Mind
from parlour.lab.train.selfplay import Lesson, SelfPlay
from parlour.lab.train.trial import Duel, Verdict, try_out

CAUTION: Final = 1.0  # pulls like one game's result for each feature
ASIDE: Final = 5  # every fifth game is not learned from, but used to see how well what was learned holds
DIGITS: Final = 5

Progress = Callable[[str, int, int], None]  # what is going on, games played, games to play


class Course(msgspec.Struct, frozen=True):
    """What to train, and how."""

    game: Any
    options: Any
    seats: int
    word: SeatWord
    games: int  # of each round
    rounds: int
    trial_games: int  # at most, for each trial
    bounds: tuple[float, float]
    seed: Any
    path: Path
    workers: Any = None  # how many processes, or an engine
    afresh: bool = False


class Round(msgspec.Struct, frozen=True):
    """What happened in a round: `before` and `after` are the surprise at games that were kept aside, in nats."""

    number: int
    what: str  # judgement or habit
    games: int
    cases: int
    before: float
    after: float
    verdict: Verdict


class Result(msgspec.Struct):
    """All rounds, and what was learned and written; None if nothing was good enough."""

    rounds: list[Round] = []
    learned: Learned | None = None
    interrupted: bool = False


class _Interrupted(Exception):
    pass


def check(course: Course) -> None:
    """Refuse what cannot work, before any game is played."""
    game: AnyGame = course.game
    if not game.features:
        raise Refused(
            f"{game.title} declares no features, so there is nothing to weigh: define State.features and Game.features "
            "(docs/train.md).",
            "no-features",
        )
    low, high = course.bounds
    if not 0.4 <= low < high <= 0.9:
        raise Refused("The bounds must be two shares of wins such as 0.50,0.55, the smaller one first.", "bad-bounds")
    course.word.player(game, course.seed.dice("nobody")).close()
    JUDGE.player(course.word, game, course.seed.dice("nobody"))
    folder = course.path.parent
    if course.path.is_dir():
        raise Refused(f"{course.path} is a folder, not a file.", "bad-file")
    if not folder.is_dir():
        raise Refused(f"{course.path} cannot be written: there is no folder {folder}.", "bad-file")
    try:
        course.path.open("ab").close()
        if course.path.stat().st_size == 0:
            course.path.unlink()
    except OSError as error:
        raise Refused(f"{course.path} cannot be written: {error.strerror}.", "bad-file") from None


def train(course: Course, tell: Callable[[Round], None] | None = None, progress: Progress | None = None) -> Result:
    """Run a course. Whatever is accepted is written at once, so that an interruption loses only the running round."""
    check(course)
    school = _School(course, tell, progress)
    try:
        for number in range(1, course.rounds + 1):
            school.round(number)
    except _Interrupted:
        school.result.interrupted = True
    return school.result


def present(game: AnyGame, afresh: bool) -> Mind:
    """The mind that a new one has to beat."""
    if afresh:
        return JUDGE
    found = game.evaluator()
    if isinstance(found, LinearEvaluator):
        return Mind("the present evaluator", judge=found.judge, weights=list(found.weights), habit=list(found.habit))
    own = type(game).evaluator is not Game.evaluator
    return Mind("the game's own evaluator", own=True) if own else JUDGE


class _School:
    def __init__(self, course: Course, tell: Callable[[Round], None] | None, progress: Progress | None) -> None:
        self.course = course
        self.tell = tell
        self.progress = progress
        self.result = Result()
        self.best = present(course.game, course.afresh)
        size = len(course.game.features)
        # The hand-written judge, or what is there already, is the first guess.
        self.first = [self.best.judge, *(self.best.weights or [0.0] * size)]
        self.first_habit = self.best.habit or [0.0] * len(course.game.move_features)
        self.lessons: list[Lesson] = []
        self.trials: list[Trial] = []

    def round(self, number: int) -> None:
        self._play(number)
        asked = self._learn_to_judge(number)
        if self.course.game.move_features and not self.best.own:
            asked |= self._learn_habit(number)
        if not asked:
            raise Refused(
                f"The player {self.course.word.text!r} never asked for a judgement: the planner of "
                f"{self.course.game.title} judges by itself. Train without it, as in `search:iterations=200:plan=0`.",
                "never-asked",
            )

    def _play(self, number: int) -> None:
        course = self.course
        seed = course.seed.child(2 * number)
        work = SelfPlay(course.game, course.options, course.seats, course.word, self.best, seed)
        jobs = list(range(course.games))
        crew = staff(course.game, [course.word], course.workers, learning=True)
        runner = Runner(work.play, jobs, crew, at_once=True)
        played: list[Lesson] = []

        def take(lesson: Lesson) -> None:
            played.append(lesson)
            self._show(f"round {number}: play", len(played), course.games)

        runner.run(take)
        if runner.interrupted:
            raise _Interrupted
        self.lessons += played

    def _learn_to_judge(self, number: int) -> bool:
        """Returns whether the players asked for a judgement."""
        cases = [_positions(lesson) for lesson in self.lessons]
        first = self.first[:]
        flat = [case for part in cases for case in part]
        if not flat:
            raise Refused("The games were over before a position could be looked at.", "no-positions")
        if spreads(flat, 1)[0] == 0:
            first[0] = 0.0  # the judge finds every position equal, so it need not be asked
        weights, before, after = _fit(cases, first)
        new = Mind("the new evaluator", judge=weights[0], weights=weights[1:], habit=self.best.habit)
        verdict = self._try(new, number, habit=False)
        self._note(Round(number, "judgement", len(self.lessons), len(flat), before, after, verdict), new)
        return verdict.asked

    def _learn_habit(self, number: int) -> bool:
        """Returns whether the players asked for a habit."""
        cases = [_choices(lesson) for lesson in self.lessons]
        flat = [case for part in cases for case in part]
        if not flat:
            return False
        habit, before, after = _fit(cases, self.first_habit)
        new = msgspec.structs.replace(self._plain(self.best), name="the new habit", habit=habit)
        verdict = self._try(new, number, habit=True)
        self._note(Round(number, "habit", len(self.lessons), len(flat), before, after, verdict), new)
        return verdict.asked

    def _plain(self, mind: Mind) -> Mind:
        """A mind whose weights are written out, so that they can be changed."""
        return msgspec.structs.replace(mind, own=False, weights=mind.weights or [0.0] * len(self.course.game.features))

    def _try(self, new: Mind, number: int, habit: bool) -> Verdict:
        course = self.course
        seed = course.seed.child(2 * number + 1).child(int(habit))
        duel = Duel(course.game, course.options, course.seats, course.word, new, self.best, seed, habit)
        what = f"round {number}: try {new.name}"
        return try_out(
            duel, course.trial_games, course.bounds, course.workers, lambda done, most: self._show(what, done, most)
        )

    def _note(self, found: Round, new: Mind) -> None:
        if found.verdict.interrupted:
            raise _Interrupted
        if found.verdict.accepted:
            self.best = msgspec.structs.replace(new, name=f"the evaluator of round {found.number}")
            self.trials.append(found.verdict.trial)
            self._write(found)
        self.result.rounds.append(found)
        if self.tell is not None:
            self.tell(found)

    def _write(self, found: Round) -> None:
        course, game = self.course, self.course.game
        made = Made(
            seed=course.seed.hex,
            player=course.word.text,
            seats=course.seats,
            options=msgspec.to_builtins(course.options),
            games=found.games,
            positions=sum(len(lesson.positions) for lesson in self.lessons),
            rounds=found.number,
            trials=self.trials[:],
        )
        features = dict(zip(game.features, self.best.weights, strict=True))
        habit = dict(zip(game.move_features, self.best.habit, strict=True)) if self.best.habit else {}
        self.result.learned = Learned(game.name, self.best.judge, features, made, habit)
        try:
            course.path.write_bytes(self.result.learned.encode())
        except OSError as error:
            raise Refused(f"{course.path} cannot be written: {error.strerror}.", "bad-file") from None
        learned.forget()

    def _show(self, what: str, done: int, total: int) -> None:
        if self.progress is not None:
            self.progress(what, done, total)


def _positions(lesson: Lesson) -> list[Case]:
    """The positions of a game; together they count as one game, since they share its result."""
    weight = 1.0 / max(1, len(lesson.positions))
    return [Case(numbers, lesson.payoffs, weight) for numbers in lesson.positions]


def _choices(lesson: Lesson) -> list[Case]:
    return [Case(numbers, [1.0, *[0.0] * (len(numbers) - 1)], 1.0) for numbers in lesson.choices if len(numbers) > 1]


def _fit(cases: Sequence[list[Case]], first: list[float]) -> tuple[list[float], float, float]:
    """Weights fitted to most of the games, and the surprise at the others, before and after."""
    learning = [case for number, part in enumerate(cases) if number % ASIDE != ASIDE - 1 for case in part]
    aside = [case for number, part in enumerate(cases) if number % ASIDE == ASIDE - 1 for case in part]
    weights = [float(f"{weight:.{DIGITS}g}") for weight in fit(learning, first, CAUTION)]
    return weights, float(loss(aside, first)), float(loss(aside, weights))

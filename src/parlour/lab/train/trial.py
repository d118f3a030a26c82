"""A new evaluator against the present one: a sequential test that plays no more games than it needs."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, Final

import msgspec

from parlour.arena.engines import Where
from parlour.arena.series import measured
from parlour.arena.table import play_match
from parlour.arena.workers import Enough, Runner, staff, stop_if_unwanted
from parlour.bots.player import GamePlayer, PutAside
from parlour.bots.seat_words import SeatWord
from parlour.core.clock import Clock
from parlour.core.dice import Dice
from parlour.core.errors import Refused
from parlour.core.evaluator import LinearEvaluator
from parlour.core.game import AnyGame
from parlour.core.learned import Trial
from parlour.core.match import Match, Ply
from parlour.core.moves import MoveJson
from parlour.core.protocol import Hello, Turn
from parlour.core.seed import Seed
from parlour.core.state import Evaluator
from parlour.lab.train.minds import Mind
from parlour.lab.train.selfplay import OPENING

WRONG: Final = 0.05  # how often the test may accept what is no better, or refuse what is as good as hoped
FEWEST: Final = 8  # deals before it decides
FAIR: Final = 0.125  # how much the mean of two fair games varies


class Sprt:
    """A sequential probability ratio test on a share of wins: `low` and `high` are what it tells apart.

    A sample is the share in both games of a deal, which varies less than single games, because luck and the first
    move even out. Samples are taken as normally distributed with the spread that was seen.
    """

    def __init__(self, low: float, high: float) -> None:
        self.low = low
        self.high = high
        self.samples: list[float] = []

    def add(self, share: float) -> None:
        self.samples.append(share)

    @property
    def share(self) -> float:
        return sum(self.samples) / len(self.samples) if self.samples else 0.5

    @property
    def evidence(self) -> float:
        """The logarithm of how much likelier `high` is than `low`."""
        n, share = len(self.samples), self.share
        # one sample more, of fair games, so that a few equal results do not look like certainty
        spread = (sum((sample - share) ** 2 for sample in self.samples) + FAIR) / (n + 1)
        return n * (self.high - self.low) * (2 * share - self.low - self.high) / (2 * spread)

    @property
    def accepted(self) -> bool | None:
        """Whether the share is rather `high` than `low`; None: not known yet."""
        if len(self.samples) < FEWEST:
            return None
        limit = math.log((1 - WRONG) / WRONG)
        return None if abs(self.evidence) < limit else self.evidence > 0


class Verdict(msgspec.Struct, frozen=True):
    """What came of a trial; `accepted` is None if the games did not suffice to decide."""

    trial: Trial
    accepted: bool | None
    asked: bool = True  # whether what is new about it was ever used
    interrupted: bool = False


class Duel(msgspec.Struct, frozen=True):
    """What a worker needs to play a deal twice, with the new mind first in one half of the seats, then in the other."""

    game: Any
    options: Any
    seats: int
    word: SeatWord
    new: Mind
    old: Mind
    seed: Any
    habit: bool = False  # whether it is the habit that is new

    def play(self, number: int) -> tuple[float, int]:
        """The new mind's share of both games, and how often it was asked."""
        seed: Seed = self.seed.child(number)
        dice = seed.dice("seating")
        order = list(range(self.seats))
        dice.shuffle(order)
        half = set(order[: self.seats // 2])
        opening = int(dice.below(OPENING + 1))
        share, asked = 0.0, 0
        for turn, news in enumerate((half, set(order) - half)):
            payoffs, questions = self._game(seed, opening, news, turn)
            share += sum(payoffs[seat] for seat in sorted(news)) / 2
            asked += questions
        return share, asked

    def _game(self, seed: Seed, opening: int, news: set[int], turn: int) -> tuple[list[float], int]:
        minds = [self.new if seat in news else self.old for seat in range(self.seats)]
        players = [
            Opened(self.game, mind, self.word, seed.dice(f"bot {seat} in game {turn}"), seed, opening)
            for seat, mind in enumerate(minds)
        ]
        match = Match(self.game, self.options, self.seats, seed)
        played = play_match(self.game, self.options, players, clock=Clock(), match=match, watch=_watch, reveal=False)
        if not match.over:
            raise PutAside
        for note in filter(None, played.notes):
            raise Refused(f"A player failed: {note}", "worker-failed")
        return match.payoffs(), sum(self._asked(players[seat].thinker.evaluator) for seat in sorted(news))

    def _asked(self, evaluator: Evaluator) -> int:
        if not isinstance(evaluator, LinearEvaluator):
            return 0
        return int(evaluator.guessed if self.habit else evaluator.judged)


class Opened(GamePlayer):
    """A searching player whose first moves are drawn with the deal, the same in both games."""

    def __init__(self, game: AnyGame, mind: Mind, word: SeatWord, dice: Dice, seed: Seed, opening: int) -> None:
        super().__init__(game, dice)
        self.thinker = mind.player(word, game, dice)
        self.seed = seed
        self.opening = opening

    def hello(self, hello: Hello) -> None:
        super().hello(hello)
        self.thinker.hello(hello)

    def choose(self, turn: Turn) -> MoveJson | int:
        if turn.ply <= self.opening:
            return int(self.seed.dice(f"opening {turn.ply}").below(len(turn.moves)))
        return self.thinker.choose(turn)


def _watch(match: Match, ply: Ply) -> None:
    stop_if_unwanted()


def try_out(
    duel: Duel,
    games: int,
    bounds: tuple[float, float],
    workers: Where = None,
    progress: Callable[[int, int], None] | None = None,
) -> Verdict:
    """Play until it is clear whether the new mind is better than the old one, but at most `games` games.

    It ends early if nobody asks for what is new about it.
    """
    test = Sprt(*bounds)
    asked = 0

    def take(found: tuple[float, int]) -> None:
        nonlocal asked
        test.add(found[0])
        asked += found[1]
        if progress is not None:
            progress(2 * len(test.samples), games)
        if test.accepted is not None or (not asked and len(test.samples) >= FEWEST):
            raise Enough

    crew = staff(duel.game, [duel.word], workers, learning=True)
    runner = Runner(duel.play, list(range(max(1, games // 2))), crew, at_once=True)
    runner.run(take)
    played = 2 * len(test.samples)
    found = measured(test.share, played)
    trial = Trial(duel.old.name, played, round(found.share, 4), round(found.low, 4), round(found.high, 4), bounds)
    return Verdict(trial, test.accepted if asked else None, asked > 0, runner.interrupted)

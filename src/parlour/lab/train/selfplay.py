"""Games of the house against itself, and what is learned from them: positions with their result, choices of moves."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, Final

import msgspec

from parlour.arena.table import play_match
from parlour.arena.workers import stop_if_unwanted
from parlour.bots.player import GamePlayer, PutAside
from parlour.bots.seat_words import SeatWord
from parlour.bots.thinkers import SearchPlayer
from parlour.core.clock import Clock
from parlour.core.dice import Dice
from parlour.core.errors import Refused
from parlour.core.evaluator import opinion
from parlour.core.game import AnyGame
from parlour.core.match import Match, Ply
from parlour.core.moves import MoveJson
from parlour.core.protocol import Hello, Turn
from parlour.core.seed import Seed
from parlour.core.state import State
from parlour.lab.train.minds import Mind

OPENING: Final = 6  # at most this many random moves begin a game, so that no two games are alike
SLIP: Final = 4  # the percentage of later moves that are random, so that mistakes are seen too
POSITIONS: Final = 24  # taken from a game
CHOICES: Final = 12


class Lesson(msgspec.Struct, frozen=True):
    """One game: the numbers of each seat in some positions, who won, and what was chosen in some of the turns."""

    positions: list[list[list[float]]]  # by position and seat: the judge's opinion, then the features
    payoffs: list[float]
    choices: list[list[list[float]]]  # by decision and move: the features; the move that was made comes first


class SelfPlay(msgspec.Struct, frozen=True):
    """What a worker needs to play a game of the house against itself."""

    game: Any
    options: Any
    seats: int
    word: SeatWord
    mind: Mind
    seed: Any

    def play(self, number: int) -> Lesson:
        seed: Seed = self.seed.child(number)
        dice = seed.dice("lesson")
        opening = int(dice.below(OPENING + 1))
        pupils = [Pupil(self, seat, seed, opening) for seat in range(self.seats)]
        album = Album(dice, POSITIONS)
        match = Match(self.game, self.options, self.seats, seed)

        def watch(match: Match, ply: Ply) -> None:
            stop_if_unwanted()
            if not match.over and len(match.plies) >= opening:
                album.see(match.state)

        played = play_match(self.game, self.options, pupils, clock=Clock(), match=match, watch=watch, reveal=False)
        if not match.over:
            raise PutAside
        for note in filter(None, played.notes):
            raise Refused(f"A player failed: {note}", "worker-failed")
        positions = [self._numbers(state, dice) for state in album.kept]
        choices = [choice for pupil in pupils for choice in pupil.choices]
        return Lesson(positions, match.payoffs(), choices)

    def _numbers(self, state: State, dice: Dice) -> list[list[float]]:
        """The numbers of each seat, in a position as one of the seats may imagine it: never of what is hidden."""
        if self.game.hides:
            staying = [seat for seat in range(self.seats) if not state.has_left(seat)]
            observer = staying[dice.below(len(staying))]
            state = self.game.imagine(self.game.view(state, observer), dice)
        opinions = state.judge_all()
        return [[opinion(opinions[seat]), *features_of(self.game, state, seat)] for seat in range(self.seats)]


class Album:
    """Keeps some of the positions of a game, each as likely as any other."""

    def __init__(self, dice: Dice, most: int) -> None:
        self.dice = dice
        self.most = most
        self.seen = 0
        self.kept: list[State] = []

    def see(self, state: State) -> None:
        self.seen += 1
        if len(self.kept) < self.most:
            self.kept.append(state.copy())
        elif (place := int(self.dice.below(self.seen))) < self.most:
            self.kept[place] = state.copy()


class Pupil(GamePlayer):
    """A searching player that also plays a few random moves, and notes some of its choices."""

    def __init__(self, lesson: SelfPlay, seat: int, seed: Seed, opening: int) -> None:
        super().__init__(lesson.game, seed.dice(f"slips {seat}"))
        self.thinker: SearchPlayer = lesson.mind.player(lesson.word, lesson.game, seed.dice(f"bot {seat}"))
        self.opening = opening
        self.turns = 0
        self.choices: list[list[list[float]]] = []

    def hello(self, hello: Hello) -> None:
        super().hello(hello)
        self.thinker.hello(hello)

    def choose(self, turn: Turn) -> MoveJson | int:
        if turn.ply <= self.opening or self.dice.below(100) < SLIP:
            return int(self.dice.below(len(turn.moves)))
        choice = self.thinker.choose(turn)
        if self.game.move_features and len(turn.moves) > 1:
            self._note(turn, choice)
        return choice

    def _note(self, turn: Turn, choice: MoveJson | int) -> None:
        """Keep some of the decisions of a game, each as likely as any other."""
        self.turns += 1
        place = len(self.choices)
        if place >= CHOICES and (place := int(self.dice.below(self.turns))) >= CHOICES:
            return
        state = self.game.imagine(self.game.read_view(turn.view), self.dice)
        chosen = self.game.moves.from_json(turn.moves[choice] if isinstance(choice, int) else choice)
        moves = [chosen, *(int(move) for move in state.candidates() if move != chosen)]
        self.choices[place : place + 1] = [[move_features_of(self.game, state, move) for move in moves]]


def features_of(game: AnyGame, state: State, seat: int) -> list[float]:
    return _checked(game, state.features(seat), game.features, "features")


def move_features_of(game: AnyGame, state: State, move: int) -> list[float]:
    return _checked(game, state.move_features(move), game.move_features, "move_features")


def _checked(game: AnyGame, numbers: Sequence[float], names: Sequence[str], what: str) -> list[float]:
    found = [float(number) for number in numbers]
    if len(found) != len(names):
        raise Refused(
            f"{game.title}: State.{what} gives {len(found)} numbers, but the game's {what} names {len(names)}.",
            "bad-features",
        )
    if not all(map(math.isfinite, found)):
        name = next(name for name, number in zip(names, found, strict=True) if not math.isfinite(number))
        raise Refused(f"{game.title}: the feature {name!r} is not a finite number.", "bad-features")
    return found

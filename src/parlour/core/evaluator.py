"""A learned evaluator: weighs the numbers that a game's features give it. Compiled, since searches ask it all the time.

A seat's score is the weighted sum of its features, and its chance is its share in the softmax of all seats' scores.
The hand-written judge may be one of the things weighed, so that learning begins where the judge ends.
"""

from __future__ import annotations

import math
from typing import Final

from mypy_extensions import i64

from parlour.core.dice import Dice
from parlour.core.state import Evaluator, State

WORDS: Final = 4294967296.0  # how many different words dice give
SURE: Final = 0.001  # the judge is taken to be at least this far from certain


class LinearEvaluator(Evaluator):
    """Judges by `State.features`, and knows by `State.move_features` which moves are worth trying first.

    `judge` is the weight of the hand-written judge (0: it is not asked). Without `habit` every move is equally likely.
    """

    def __init__(self, judge: float, weights: list[float], habit: list[float]) -> None:
        self.judge: float = judge
        self.weights: list[float] = weights
        self.habit: list[float] = habit
        self.has_habit = len(habit) > 0
        self.weighs: bool = judge != 1.0  # else it says just what the judge says
        for weight in weights:
            if weight != 0.0:
                self.weighs = True
        self.judged: i64 = 0  # how many positions it has judged
        self.guessed: i64 = 0  # how often its habit was asked

    def judge_all(self, state: State) -> list[float]:
        self.judged += 1
        if not self.weighs:
            return state.judge_all()
        scores: list[float] = []
        opinions = state.judge_all() if self.judge != 0.0 else scores
        seat: i64 = 0
        while seat < state.seats:
            score = weigh(self.weights, state.features(seat))
            if self.judge != 0.0:
                score += self.judge * opinion(opinions[seat])
            scores.append(score)
            seat += 1
        if state.out == 0:
            return softmax(scores)
        return shares_of_the_rest(state, scores)

    def prior(self, state: State, moves: list[i64]) -> list[float]:
        if not self.has_habit:
            return super().prior(state, moves)
        self.guessed += 1
        scores: list[float] = []
        for move in moves:
            scores.append(weigh(self.habit, state.move_features(move)))
        return softmax(scores)

    def playout_move(self, state: State, dice: Dice) -> i64:
        """Drawn by habit, if there is one, so that playouts are sensible and still differ."""
        if not self.has_habit:
            return state.playout_move(dice)
        moves = state.candidates()
        last: i64 = len(moves) - 1
        if last == 0:
            return moves[0]
        shares = self.prior(state, moves)
        left = float(dice.next32()) / WORDS
        at: i64 = 0
        while at < last:
            left -= shares[at]
            if left < 0.0:
                break
            at += 1
        return moves[at]


def shares_of_the_rest(state: State, scores: list[float]) -> list[float]:
    """The chances where somebody has left: whoever has left has none."""
    staying: list[float] = []
    seat: i64 = 0
    while seat < state.seats:
        if not state.has_left(seat):
            staying.append(scores[seat])
        seat += 1
    shares = softmax(staying)
    found: list[float] = []
    at: i64 = 0
    seat = 0
    while seat < state.seats:
        if state.has_left(seat):
            found.append(0.0)
        else:
            found.append(shares[at])
            at += 1
        seat += 1
    return found


def opinion(chance: float) -> float:
    """What the judge says, on the scale of the scores."""
    return math.log(min(max(chance, SURE), 1.0 - SURE))


def weigh(weights: list[float], numbers: list[float]) -> float:
    total = 0.0
    i: i64 = 0
    size: i64 = len(weights)
    while i < size:
        total += weights[i] * numbers[i]
        i += 1
    return total


def softmax(scores: list[float]) -> list[float]:
    """Shares that add up to 1, each e times as large for one more point of score."""
    found: list[float] = []
    if not scores:
        return found
    best = scores[0]
    for score in scores:
        if score > best:
            best = score
    total = 0.0
    for score in scores:
        share = math.exp(score - best)
        total += share
        found.append(share)
    i: i64 = 0
    size: i64 = len(found)
    while i < size:
        found[i] /= total
        i += 1
    return found

"""How habit and outlook were learned: the habit plays against itself, and what won is done more often.

    python -m parlour.games.monogwent.practice --minutes 10 --seed 1

Each deal is played several times; a game counts by how much better it went than the others from the same deal, so that
the luck of the deal teaches nothing. Then the outlook is fitted to more games of the new habit. The weights are written
to habit.json and outlook.json in the folder named, this one unless told otherwise. It takes patience.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from collections.abc import Sequence
from pathlib import Path

from parlour.core.dice import Dice
from parlour.games.monogwent import habit as h
from parlour.games.monogwent import outlook as o
from parlour.games.monogwent.decks import cards_of
from parlour.games.monogwent.game import deal
from parlour.games.monogwent.habit import FEATURES, SITUATIONS, Habit
from parlour.games.monogwent.judge import Gwent
from parlour.games.monogwent.outlook import Outlook
from parlour.games.monogwent.planner import twin
from parlour.games.monogwent.pool import POOL
from parlour.games.monogwent.script import book_of

SIZE = FEATURES * SITUATIONS
GAMES = 8  # from each deal
DEALS = 64  # between two steps
PACE, MEMORY, SPREAD_MEMORY = 0.02, 0.9, 0.99
FITTED_GAMES, FITTED_ROUNDS = 40_000, 6

Example = tuple[list[tuple[int, float]], float]  # what is not zero at the start of a round, and how the game ended


def first_guess() -> list[float]:
    """What a beginner is told: win points, keep good cards, pass when well ahead, and win a passed round cheaply."""
    weights: list[float] = []
    for situation in range(SITUATIONS):
        own_last, rival_last, passed = situation // 4 == 1, situation // 2 % 2 == 1, situation % 2 == 1
        one = [0.0] * FEATURES
        thrift = 0.0 if own_last and rival_last else 1.0
        one[h.GAIN] = 1.5
        one[h.SILVER_POWER], one[h.GOLD_POWER] = -0.8 * thrift, -1.2 * thrift
        for kind, cost in ((1, 1.0), (2, 0.5), (3, 1.0), (4, 0.5), (5, 0.5)):
            one[h.KINDS + kind] = -cost * thrift
        one[h.EFFECT] = 0.5
        one[h.LEADERS : h.LEADERS + 4] = [-1.0 * thrift] * 4
        one[h.LOST_TO_WEATHER] = -1.0
        one[h.OUT_OF_WEATHER] = 1.0
        for place, score in enumerate((0, 0, -0.5, -1, -1.5, -1, 0, 0.5, 1.0, 1.5, 2.0)):
            one[h.LEAD + place] = float(score)
        if own_last:
            one[h.LEAD : h.LEAD + 6] = [-4.0] * 6
            one[h.RIVAL_CARDS] = -1.0
        if passed:
            one[h.LEAD + 6 : h.LEAD + 11] = [5.0] * 5
            one[h.OVERTAKES], one[h.OVERKILL], one[h.STRONGEST_FIRST] = 3.0, -1.0, 1.0
            one[h.OUT_OF_REACH], one[h.PRICE] = 4.0, 3.0 * thrift
            one[h.PASSING] = -6.0 if own_last else 0.0
        weights += one
    return weights


def new_game(dice: Dice) -> Gwent:
    return deal(cards_of(POOL.factions[dice.below(4)], POOL.factions[dice.below(4)], book_of("")), dice)


# --- the habit ---


def play(habit: Habit, state: Gwent, dice: Dice) -> tuple[float, list[list[float]]]:
    """Seat 0's payoff, and for each seat the slope of its choices."""
    slopes = [[0.0] * SIZE for _ in range(2)]
    while state.mover >= 0:
        habit.slope = slopes[state.mover]
        state.play(habit.choose(state, dice), dice)
    return state.payoffs()[0], slopes


def step(habit: Habit, dice: Dice) -> list[float]:
    """The direction in which the habit wins more."""
    way = [0.0] * SIZE
    for _ in range(DEALS):
        start = new_game(dice)
        games = [play(habit, twin(start), dice) for _ in range(GAMES)]
        mean = sum(won for won, _ in games) / GAMES
        for won, (own, theirs) in games:
            if won != mean:
                lead = (won - mean) / (GAMES * DEALS)
                way = [w + lead * (a - b) for w, a, b in zip(way, own, theirs, strict=True)]
    return way


def practise(minutes: float, seed: int, start: Sequence[float]) -> Habit:
    """Many small steps (Adam), shorter towards the end."""
    habit = Habit(list(start))
    habit.practising = True
    dice = Dice(seed, 1, 2, 3)
    speed, spread = [0.0] * SIZE, [0.0] * SIZE
    steps = 0
    seconds = 60 * minutes
    until = time.process_time() + seconds
    while (left := until - time.process_time()) > 0:
        steps += 1
        pace = PACE * max(0.1, left / seconds)
        for i, slope in enumerate(step(habit, dice)):
            speed[i] += (1 - MEMORY) * (slope - speed[i])
            spread[i] += (1 - SPREAD_MEMORY) * (slope * slope - spread[i])
            quick, wide = speed[i] / (1 - MEMORY**steps), spread[i] / (1 - SPREAD_MEMORY**steps)
            habit.weights[i] += pace * quick / (wide**0.5 + 1e-4)
        if steps % 50 == 0:
            print(f"{steps} steps, {steps * GAMES * DEALS} games, {left:.0f} seconds left", flush=True)
    habit.practising = False
    return habit


# --- the outlook ---


def starts_of_rounds(habit: Habit, games: int, dice: Dice) -> list[list[Example]]:
    """Examples for each situation, from the side of seat 0, or of the one with more lives."""
    found: list[list[Example]] = [[], [], []]
    outlook = Outlook([])
    for _ in range(games):
        state = new_game(dice)
        seen: list[tuple[int, int, list[float]]] = []
        round = 0
        while state.mover >= 0:
            if state.round != round:
                round = int(state.round)
                lives, rival_lives = state.side0.lives, state.side1.lives
                if lives == rival_lives:
                    seen.append((o.EVEN if lives == 1 else o.OPENING, 0, outlook.describe(state, 0)))
                else:
                    ahead = 0 if lives > rival_lives else 1
                    seen.append((o.AHEAD, ahead, outlook.describe(state, ahead)))
            state.play(habit.choose(state, dice), dice)
        for situation, seat, numbers in seen:
            found[situation].append(([(i, x) for i, x in enumerate(numbers) if x], state.payoffs()[seat]))
    return found


def fit(examples: Sequence[Example], alike: bool) -> list[float]:
    """Logistic regression, one example at a time (Adagrad); `alike`: what helps one side harms the other as much."""
    weights = [0.0] * o.WEIGHTS
    squares = [0.001] * o.WEIGHTS
    for round in range(FITTED_ROUNDS):
        for numbers, won in examples:
            total = sum(weights[i] * x for i, x in numbers)
            error = won - 1 / (1 + math.exp(-max(-30.0, min(30.0, total))))
            for i, x in numbers:
                pull = error * x
                squares[i] += pull * pull
                weights[i] += 0.5 * pull / math.sqrt(squares[i]) / (1 + round)
    if alike:
        for i in range(o.FEATURES):
            weights[i] = (weights[i] - weights[o.FEATURES + i]) / 2
            weights[o.FEATURES + i] = -weights[i]
        weights[-1] = 0.0
    return weights


def write(rows: Sequence[Sequence[float]], file: Path) -> None:
    rounded = (json.dumps([round(float(weight), 3) for weight in row]) for row in rows)
    file.write_text("[\n" + ",\n".join(rounded) + "\n]\n", encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=10.0, help="of practice, in time of one processor core")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--go-on", action="store_true", help="begin with the present habit, not as a beginner")
    parser.add_argument("--games", type=int, default=FITTED_GAMES, help="to which the outlook is fitted")
    parser.add_argument("--folder", type=Path, default=Path(__file__).parent)
    given = parser.parse_args()
    habit = practise(given.minutes, given.seed, h.LEARNED if given.go_on else first_guess())
    write([habit.weights[at : at + FEATURES] for at in range(0, SIZE, FEATURES)], given.folder / "habit.json")
    opening, even, ahead = starts_of_rounds(habit, given.games, Dice(given.seed, 4, 5, 6))
    fitted = [fit(opening, alike=True), fit(even, alike=True), fit(ahead, alike=False)]
    write(fitted, given.folder / "outlook.json")


if __name__ == "__main__":
    main()

"""Many games side by side in a compiled loop: every step plays one decision of the caller in each of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from parlour.core.dice import Dice
from parlour.core.lens import Lens, Numbers
from parlour.core.state import State

NOBODY: Final = -1
FINE: Final = -1

Start = Callable[[int], tuple[State, Dice]]  # the number of a place -> the next game to be played there, and its dice
Opponent = Callable[[int, int], int]  # the number of a place, the seat to move -> its move there


class Stepper:
    """`places` games side by side; where one ends, the next one begins at once.

    `ours` has a bit for each seat that the caller plays; `random` has one for each seat that plays any legal move, and
    the opponent is asked for the others. What a step leaves behind is in the attributes, for numpy to read.
    """

    def __init__(
        self, lens: Lens, places: i64, seats: i64, ours: i64, random: i64, start: Start, opponent: Opponent
    ) -> None:
        self.lens: Lens = lens
        self.places: i64 = places
        self.seats: i64 = seats
        self.ours: i64 = ours
        self.random: i64 = random
        self.start: Start = start
        self.opponent: Opponent = opponent
        self.states: list[State] = []
        self.dice: list[Dice] = []
        self.listed: list[list[i64]] = []  # the legal moves, place by place
        self.numbers: Numbers = Numbers(places, lens.size)
        self.mask: vec[bool] = vec[bool]([False] * (places * lens.choices))
        self.marked: vec[i64] = vec[i64]([0] * (places * lens.choices))  # the choices that belong to the listed moves
        self.movers: vec[i64] = vec[i64]([NOBODY] * places)
        self.rewards: vec[float] = vec[float]([0.0] * (places * seats))
        self.ended: vec[bool] = vec[bool]([False] * places)
        self.lengths: vec[i64] = vec[i64]([0] * places)  # decisions so far, of all seats
        self.last_lengths: vec[i64] = vec[i64]([0] * places)  # of the game that has ended last

    def begin(self) -> None:
        """New games everywhere."""
        place: i64 = 0
        fresh = len(self.states) == 0
        while place < self.places:
            if fresh:
                state, dice = self.start(place)
                self.states.append(state)
                self.dice.append(dice)
                self.listed.append([])
            else:
                self.states[place], self.dice[place] = self.start(place)
            self.lengths[place] = 0
            self.no_reward(place)
            self.until_ours(place)
            self.look(place)
            place += 1

    def wrong(self, actions: list[i64]) -> i64:
        """The first place where this action is not legal, or FINE."""
        place: i64 = 0
        while place < self.places:
            if self.find(place, actions[place]) < 0:
                return place
            place += 1
        return FINE

    def find(self, place: i64, action: i64) -> i64:
        """Which of the listed moves an action stands for, or -1."""
        at = place * self.lens.choices
        size: i64 = len(self.listed[place])
        n: i64 = 0
        while n < size:
            if self.marked[at + n] == action:
                return n
            n += 1
        return -1

    def step(self, actions: list[i64]) -> None:
        """One legal action in each place, then the opponents' replies, and new games where one has ended."""
        place: i64 = 0
        while place < self.places:
            n = self.find(place, actions[place])
            state = self.states[place]
            self.no_reward(place)
            state.play(self.listed[place][n], self.dice[place])
            self.lengths[place] += 1
            if state.mover < 0 or not self.is_ours(state.mover):
                self.until_ours(place)
            self.look(place)
            place += 1

    def is_ours(self, seat: i64) -> bool:
        return (self.ours >> seat) & 1 == 1

    def no_reward(self, place: i64) -> None:
        if self.ended[place]:
            self.ended[place] = False
            at = place * self.seats
            end = at + self.seats
            while at < end:
                self.rewards[at] = 0.0
                at += 1

    def until_ours(self, place: i64) -> None:
        """Let the opponents play until the caller has a decision; a game that ends meanwhile is followed by another."""
        state = self.states[place]
        while True:
            if state.mover < 0:
                self.settle(place, state)
                state, dice = self.start(place)
                self.states[place] = state
                self.dice[place] = dice
                self.lengths[place] = 0
            elif self.is_ours(state.mover):
                return
            else:
                if (self.random >> state.mover) & 1 == 1:
                    move = state.random_move(self.dice[place])
                else:
                    move = self.opponent(place, state.mover)
                state.play(move, self.dice[place])
                self.lengths[place] += 1

    def settle(self, place: i64, state: State) -> None:
        """The rewards of a game that is over: 1 for a win, less for the others, 0 in all."""
        self.ended[place] = True
        self.last_lengths[place] = self.lengths[place]
        at = place * self.seats
        for payoff in state.payoffs():
            self.rewards[at] = reward(payoff, self.seats)
            at += 1

    def look(self, place: i64) -> None:
        """Write down what the mover sees and may do."""
        state = self.states[place]
        lens = self.lens
        self.movers[place] = state.mover
        self.numbers.begin(place)
        lens.observe(state, state.mover, self.numbers)
        at = place * lens.choices
        n = at
        end: i64 = at + len(self.listed[place])
        while n < end:
            self.mask[at + self.marked[n]] = False
            n += 1
        moves = state.moves()
        self.listed[place] = moves
        n = at
        for move in moves:
            choice = lens.choice(state, move)
            self.mask[at + choice] = True
            self.marked[n] = choice
            n += 1


def reward(payoff: float, seats: i64) -> float:
    """A payoff as learning programs like it: 1 for the only winner, 0 for an even share, and 0 in all."""
    return (payoff * float(seats) - 1.0) / float(seats - 1)


def choose_randomly(stepper: Stepper, dice: Dice, actions: list[i64]) -> None:
    """A legal action in every place, each equally likely: for tests and for measuring."""
    place: i64 = 0
    while place < stepper.places:
        size: i64 = len(stepper.listed[place])
        actions[place] = stepper.marked[place * stepper.lens.choices + dice.below(size)]
        place += 1

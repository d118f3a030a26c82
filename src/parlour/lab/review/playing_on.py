"""What a position is worth: the house plays on from it for a while, and then its judge is asked.

Everything is drawn from one seed, by the number of the world and of the turn. So two moves that are compared in the
same world see the same hidden things, and turn by turn the same luck, and differ by what they are worth.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from parlour.bots.search import Search
from parlour.bots.thinkers import is_judged
from parlour.core.dice import Dice
from parlour.core.game import AnyGame
from parlour.core.match import carry_out
from parlour.core.seed import Seed
from parlour.core.state import OVER, State

Chances = list[float]  # of every seat

SEARCHED = 24  # iterations of the house's search for a decision, in a game without habits of its own
HABIT = 1  # iterations of the game's own search for a turn, at a first look
# Each seat has about this many turns before the judge is asked: luck after that would only blur what is compared. Where
# there is neither luck nor anything hidden, a few more.
ROUNDS = 4
CLEAR_ROUNDS = 6
LONGEST = 5000  # decisions in a game without a judge
# Shortly before the end, habit overlooks what wins and thinking is cheap: the fewer choices are left, the more
# iterations for each, up to the most that are of any use.
END_WORK = 1000  # iterations, if one choice is left; with more of them, divided by their square
MOST_THOUGHT = 128
LAST_CHANCES = 32  # moves that are tried in an open game if the plan loses
SOON = 8  # choices
ROLLED = 4  # random games in which we look for dice


class Entry(NamedTuple):
    """What is played in a world: a decision of the mover, or an entry of the house for a seat."""

    seat: int
    move: int


class House:
    """The house's players as the review uses them: quick, the same for every seat, and honest about what they know."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self.evaluator = game.evaluator()

    def worlds(self, view: Any, seat: int, seed: Seed) -> Worlds:
        """Positions that fit what `seat` sees."""
        return Worlds(self.game.imagine(view, seed.dice("imagine")), seat, seed)

    def choose(self, state: State, dice: Dice, thought: int) -> list[int]:
        """What the mover does next: one or more decisions, from what the mover knows."""
        moves = state.moves()
        if len(moves) == 1:
            return [moves[0]]
        planner = state.planner(dice, self.evaluator)
        if planner is not None:
            planner.think(thought, 0.0)
            return [int(move) for move in planner.moves()]
        if self.evaluator.has_habit or type(state).playout_move is not State.playout_move:
            return [int(self.evaluator.playout_move(state, dice))]
        search = Search(state, state.mover, dice, -1.0, 0 if self.judges(state) else LONGEST, False, self.evaluator)
        search.think(SEARCHED, 0.0)
        return [int(max(search.tally(), key=lambda entry: (entry[1], entry[2]))[0])]

    def rolls(self, state: State, seed: Seed) -> bool:
        """Whether dice ever decide anything, as far as some random games show."""
        for game in range(ROLLED):
            world, dice, choices = state.copy(), seed.dice(f"rolls {game}"), seed.dice(f"choices {game}")
            before = (int(dice.s0), int(dice.s3))
            decisions = 0
            while int(world.mover) != OVER and decisions < LONGEST:
                world.play(world.random_move(choices), dice)
                decisions += 1
                if (int(dice.s0), int(dice.s3)) != before:
                    return True
        return False

    def judges(self, state: State) -> bool:
        return is_judged(state, self.evaluator)

    def looks(self, state: State) -> Chances:
        """What every seat can expect here, as far as a look tells: the result, or what the judge says of all seats."""
        if int(state.mover) == OVER:
            return [float(payoff) for payoff in state.payoffs()]
        return shares([float(chance) for chance in self.evaluator.judge_all(state)])

    def play_on(self, state: State, luck: Luck, thought: int, rounds: int = ROUNDS, mover: int = OVER) -> Chances:
        """What every seat can expect if the house plays on for some rounds; the position is used up.

        `mover` had the turn from which rounds are counted; by default the one who has it now.
        """
        turns = rounds * int(state.seats) if self.judges(state) else LONGEST
        turn = decisions = 0
        mover = int(state.mover) if mover == OVER else mover
        dice, thoughts = luck.of_turn(0)
        while int(state.mover) != OVER and decisions < LONGEST:
            if int(state.mover) != mover:
                mover = int(state.mover)
                turn += 1
                if turn >= turns:
                    break
                dice, thoughts = luck.of_turn(turn)
            decisions += _play(state, self.choose(state, thoughts, thought), mover, dice)
        return self.looks(state)

    def outcome(
        self, state: State, entry: Entry | None, luck: Luck, thought: int, clear: bool, plan: Sequence[int] = ()
    ) -> Chances:
        """What an entry, if any, leads to soon, to be compared with others; the position is used up.

        If the game has neither luck nor secrets, a little later. An entry that only begins a move is completed by the
        `plan` it belongs to, as far as there is one.
        """
        mover = int(state.mover)
        if entry is not None:
            carry_out(state, entry.seat, entry.move, luck.of_entry())
            for move in plan:
                if int(state.mover) != mover or not state.goes_on() or not state.allows(move):
                    break
                state.play(move, luck.of_entry())
        return self.play_on(state, luck, thought, CLEAR_ROUNDS if clear else ROUNDS, mover)

    def choices_left(self, state: State, luck: Luck) -> int:
        """How often somebody has to think until the end of the game, or a great many; the position is used up."""
        choices = turn = 0
        mover = int(state.mover)
        dice, thoughts = luck.of_turn(0)
        while int(state.mover) != OVER:
            if int(state.mover) != mover:
                mover = int(state.mover)
                turn += 1
                dice, thoughts = luck.of_turn(turn)
            _play(state, self.choose(state, thoughts, HABIT), mover, dice)
            choices += 1
            if choices * choices > END_WORK:
                return LONGEST
        return choices

    def promising(self, state: State, dice: Dice, iterations: int) -> dict[int, list[int]]:
        """The mover's next decisions that a longer thought finds worth considering, the best first.

        With each comes the rest of the plan that it belongs to.
        """
        planner = state.planner(dice, self.evaluator)
        if planner is not None:
            planner.think(iterations, 0.0)
            found = [planner.moves(), *(moves for moves, _ in planner.plans() if moves)]
        else:
            depth = 0 if self.judges(state) else LONGEST
            search = Search(state, state.mover, dice, -1.0, depth, False, self.evaluator)
            search.think(iterations, 0.0)
            tally = sorted(search.tally(), key=lambda entry: (entry[1], entry[2]), reverse=True)
            found = [[entry[0]] for entry in tally]
        plans: dict[int, list[int]] = {}
        for moves in found:
            plans.setdefault(int(moves[0]), [int(move) for move in moves[1:]])
        return plans


def _play(state: State, moves: Sequence[int], mover: int, dice: Dice) -> int:
    """Play these moves while they are legal and the turn is still the mover's. How many were played."""
    for number, move in enumerate(moves):
        if int(state.mover) != mover or not state.allows(move):
            return number
        state.play(move, dice)
    return len(moves)


class LastHouse(House):
    """The same shortly before the end: in a game that hides nothing, what wins is played, though not planned."""

    def choose(self, state: State, dice: Dice, thought: int) -> list[int]:
        planned = super().choose(state, dice, thought)
        if self.game.hides:
            return planned
        for moves in (planned, *([int(move)] for move in state.candidates()[:LAST_CHANCES])):
            if self._wins(state.copy(), moves, dice):
                return moves
        return planned

    def _wins(self, state: State, moves: list[int], dice: Dice) -> bool:
        """Whether these moves win soon if everybody plays on by habit."""
        mover = int(state.mover)
        for _ in range(SOON):
            for move in moves:
                state.play(move, dice)
            if int(state.mover) == OVER:
                return float(state.payoffs()[mover]) == 1.0
            moves = super().choose(state, dice, HABIT)
        return False


class Luck:
    """The luck of one world: dice for the entry that is tried, and for each turn after it."""

    def __init__(self, seed: Seed, world: int) -> None:
        self.seed = seed
        self.world = world

    def of_entry(self) -> Dice:
        return self.seed.dice(f"world {self.world} entry")

    def of_turn(self, turn: int) -> tuple[Dice, Dice]:
        """Dice for the rules, and others for the players' thoughts, so that thinking does not change the luck."""
        return self.seed.dice(f"world {self.world} turn {turn}"), self.seed.dice(f"world {self.world} thought {turn}")


class Worlds:
    """Numbered worlds that fit what a seat knows: the same number is always the same world."""

    def __init__(self, root: State, seat: int, seed: Seed) -> None:
        self.root = root
        self.seat = seat
        self.seed = seed

    def world(self, number: int) -> State:
        state = self.root.copy()
        state.redeal(self.seat, self.seed.dice(f"world {number} hidden"))
        return state

    def luck(self, number: int) -> Luck:
        return Luck(self.seed, number)


def shares(chances: Chances) -> Chances:
    """Chances that add up to 1: a judge says for each seat by itself how good its position looks."""
    chances = [min(1.0, max(0.0, chance)) for chance in chances]
    total = sum(chances)
    return [chance / total for chance in chances] if total > 0 else [1.0 / len(chances) for _ in chances]

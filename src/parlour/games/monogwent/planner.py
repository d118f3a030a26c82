"""The AI's search in MonoGwent: try each move in many worlds, and let both sides finish the round by habit.

In every world the hidden cards are dealt anew, the same ones for all moves, so that moves differ by what they are worth
and not by luck. Nobody in a world knows more than a player at the table would: a rival who knew our hand would scare
us away from good moves. A world ends with the round, where the outlook says what both hands are worth in the next one:
that tells more than a win or a loss, which luck in later rounds mostly decides. Moves that do poorly are given up
early, and the others get the remaining worlds.
"""

from __future__ import annotations

import math
from typing import Final

from mypy_extensions import i64

from parlour.core.bits import first, kind_of, pack2, second
from parlour.core.dice import WORDS, Dice
from parlour.core.state import OVER, Planner
from parlour.core.watch import Watch
from parlour.games.monogwent import effects, moves
from parlour.games.monogwent.habit import LEARNED as HABIT
from parlour.games.monogwent.habit import Habit
from parlour.games.monogwent.judge import Gwent
from parlour.games.monogwent.outlook import LEARNED as OUTLOOK
from parlour.games.monogwent.outlook import Outlook
from parlour.games.monogwent.state import DECOY, EMPTY

WIDEST: Final = 8  # moves that are tried at most, except in the mulligan
HALVINGS: Final = 3  # how often the worse half of the moves is given up, if tries are counted
FIRST_TRIES: Final = 200  # for each move before that, if only time is limited
READS: Final = 4  # deals that are compared with what the rival did, for each world
READ_BACK: Final = 4  # units of the rival that are looked back at
SURPRISE: Final = 0.1  # how likely a rival is to do what habit never does
# Rivals give back and play their weak cards first: how many times likelier a hand is (as an exponent of e) for every
# ten points that it is worth more, by round.
KEPT: Final[list[float]] = [0.0, 1.5, 1.5, 0.5]
SWAPS: Final = 24  # enough to mix a hand and a deck


class Option:
    """A move and how it did."""

    def __init__(self, move: i64) -> None:
        self.move: i64 = move
        self.tries: i64 = 0
        self.won: float = 0.0

    def share(self) -> float:
        return self.won / float(self.tries) if self.tries > 0 else 0.0


class GwentPlanner(Planner):
    """One decision at a time: what the rival answers decides what is best next."""

    def __init__(self, root: Gwent, dice: Dice) -> None:
        super().__init__()
        self.root: Gwent = root
        self.seat: i64 = root.mover
        self.dice: Dice = dice.fork()
        self.habit: Habit = Habit(HABIT)
        self.outlook: Outlook = Outlook(OUTLOOK)
        self.reads: i64 = READS
        self.kept: float = KEPT[root.round]
        self.watch: Watch = Watch()
        self.options: list[Option] = [Option(move) for move in self.promising()]
        self.running: list[Option] = self.options[:]

    def promising(self) -> list[i64]:
        """The moves that look best at a glance, the very best first."""
        if self.root.round == 0:
            return self.root.candidates()
        habit = self.habit
        habit.look(self.root)
        found: list[i64] = []
        scores: list[float] = []
        i: i64 = 0
        n: i64 = len(habit.options)
        while i < n:
            score: float = habit.scores[i]
            at: i64 = len(found)
            while at > 0 and scores[at - 1] < score:
                at -= 1
            found.insert(at, habit.options[i])
            scores.insert(at, score)
            i += 1
        return found[:WIDEST]

    def think(self, iterations: i64, seconds: float) -> None:
        """Try this many times, or for this long; 0 means no limit."""
        self.watch.start(seconds)
        if len(self.options) == 1:
            self.iterations += iterations
            return
        share: i64 = iterations // HALVINGS if iterations > 0 else FIRST_TRIES * len(self.running)
        spent: i64 = 0
        done: i64 = 0
        while (iterations == 0 or done < iterations) and not self.watch.over:
            tried = self.try_world()
            done += tried
            spent += tried
            if spent >= share and len(self.running) > 2:
                self.running = best_first(self.running)[: (len(self.running) + 1) // 2]
                spent = 0
        self.iterations += done

    def moves(self) -> list[i64]:
        return self.plans()[0][0]

    def plans(self) -> list[tuple[list[i64], float]]:
        """The moves that were tried to the end, then those given up; the better ones first."""
        found = best_first(self.options)
        if found[0].tries == 0:
            return [([self.habit.choose(self.root, self.dice)], 0.5)]
        most = found[0].share()
        # what was given up is not known well enough to promise more
        return [([option.move], min(most, option.share())) for option in found]

    # --- one world ---

    def try_world(self) -> i64:
        """Try every move that is still running in one new world; returns how many were tried.

        If time runs out meanwhile, this world does not count.
        """
        world = self.guess()
        a = self.dice.next32()
        b = self.dice.next32()
        results: list[float] = []
        for option in self.running:
            if self.watch.over:
                return 0
            results.append(self.try_move(twin(world), option.move, Dice(a, b, 3, 4)))
        if self.watch.over:
            return 0
        tried: i64 = len(results)
        i: i64 = 0
        while i < tried:
            self.running[i].won += results[i]
            self.running[i].tries += 1
            i += 1
        return tried

    def try_move(self, state: Gwent, move: i64, dice: Dice) -> float:
        """The chance of winning after this move."""
        round = state.round
        if round == 0:
            return self.try_redraw(state, move, dice)
        state.play(move, dice)
        while state.mover != OVER and state.round == round:
            if self.watch.up():
                return state.judge(self.seat)
            state.play(self.habit.choose(state, dice), dice)
        self.watch.up()
        return self.outlook.chance(state, self.seat)

    def try_redraw(self, state: Gwent, move: i64, dice: Dice) -> float:
        """The hand after the mulligan; what the rival gives back does not matter to the choice."""
        kind = kind_of(move)
        given = first(move) if kind != moves.KEEP else EMPTY
        other = second(move) if kind == moves.REDRAW_TWO else EMPTY
        state.redraw(self.seat, given, other, dice)
        state.round = 1
        state.mover = state.starter
        self.watch.up()
        return self.outlook.chance(state, self.seat)

    # --- reading the rival's hand ---

    def guess(self) -> Gwent:
        """Deal what is hidden; of several deals the likelier one, judging by what the rival did."""
        world = self.deal()
        if self.reads <= 1 or world.round == 0:
            return world
        total = self.explains(world)
        n: i64 = 1
        while n < self.reads:
            other = self.deal()
            likely = self.explains(other)
            total += likely
            if float(self.dice.next32()) / float(WORDS) * total < likely:
                world = other
            n += 1
        return world

    def deal(self) -> Gwent:
        """Deal what is hidden; the rival's good cards are likelier to be in hand still."""
        world = twin(self.root)
        world.redeal(self.seat, self.dice)
        rival = world.side(1 - self.seat)
        seen: i64 = 0
        for card in rival.hand:
            if world.is_known(card):
                seen += 1  # a deal puts them first
        hidden: i64 = len(rival.hand) - seen
        size: i64 = len(rival.deck)
        if hidden == 0 or size == 0 or self.kept <= 0.0:
            return world
        worth = world.cards.worth
        n: i64 = 0
        while n < SWAPS:  # Metropolis: no swap that makes the hand less likely, except now and then
            i: i64 = seen + self.dice.below(hidden)
            j: i64 = self.dice.below(size)
            held: i64 = rival.hand[i]
            other: i64 = rival.deck[j]
            gain: i64 = worth[other] - worth[held]
            if gain >= 0 or float(self.dice.next32()) < float(WORDS) * math.exp(0.01 * self.kept * float(gain)):
                rival.hand[i] = other
                rival.deck[j] = held
            n += 1
        return world

    def explains(self, world: Gwent) -> float:
        """How likely the rival was to do what it did in this round, with these cards in hand."""
        state = twin(world)
        own = state.side(self.seat)
        rival = state.side(1 - self.seat)
        state.mover = 1 - self.seat
        if rival.passed:
            rival.passed = False
            if state.total(1 - self.seat) < state.total(self.seat):
                return 1.0  # since then we have overtaken the rival, who did not see that
            return SURPRISE + self.habit.chance(state, moves.PASS)
        likely = 1.0
        back: i64 = 0
        while back < READ_BACK and len(rival.field) > 0:
            card: i64 = rival.field.pop()
            if state.cards.kind[card] == DECOY:
                break
            state.power[card] = state.cards.printed[card]
            rival.hand.append(card)
            if state.cards.effect[card] <= effects.DRAW_CARD:  # others have changed the table
                likely *= SURPRISE + self.habit.chance(state, pack2(moves.PLAY, card, state.row[card]))
            if not own.passed and len(own.field) > 0:
                ours: i64 = own.field.pop()
                own.hand.append(ours)
            back += 1
        return likely


def best_first(options: list[Option]) -> list[Option]:
    """The most tried first, and of those the best: what was given up early is not known as well."""
    found: list[Option] = []
    for option in options:
        at: i64 = len(found)
        while at > 0 and (
            found[at - 1].tries < option.tries
            or (found[at - 1].tries == option.tries and found[at - 1].share() < option.share())
        ):
            at -= 1
        found.insert(at, option)
    return found


def twin(state: Gwent) -> Gwent:
    copied = state.copy()
    assert isinstance(copied, Gwent)
    return copied

"""The AI's search: try each way to play the turn in many worlds, and let everybody play on by habit.

In every world the hidden cards are dealt anew and each seat has its own dice, the same for all ways to play, so that
they differ by what they are worth and not by luck. A world ends with the day or after twelve rounds; rank, purse and
role say what is to be expected then. Ways that do poorly are given up early, and the others get the remaining worlds.
"""

from __future__ import annotations

import math
from typing import Final

from mypy_extensions import i64

from parlour.core.bits import bit, first, has, kind_of
from parlour.core.dice import Dice
from parlour.core.state import OVER, Planner
from parlour.core.watch import Watch
from parlour.games.deadwood import moves
from parlour.games.deadwood.habit import WEIGHTS, Habit, shared
from parlour.games.deadwood.rules import DeadwoodRules, role_move
from parlour.games.deadwood.state import NO_ROLE, OFF_CARD, RANKS, Lot

FACES: Final = 6
MOST_KNOWN: Final = 8
EVEN: Final = 0.5
FLATTEST: Final = 0.1

# Tuned by letting the player play itself with one number changed.
HORIZON: Final = 0  # rounds until a world is judged, if the day does not end before
WON: Final = 1  # how much a finished game counts by who has won, the rest by how closely
CLOSE: Final = 2  # points that are close
DOUBT: Final = 3  # by how many standard errors another way must be better than the habitual one
PASS_BY: Final = 4  # by how much more (in winning chance) a way that leaves a free role
SETTINGS: list[float] = [12.0, 0.5, 3.0, 0.5, 0.01]


class PresetDice(Dice):
    """Dice of which the first throw is fixed, so that each face comes up equally often."""

    def __init__(self, s0: i64, s1: i64, s2: i64, s3: i64, face: i64) -> None:
        super().__init__(s0, s1, s2, s3)
        self.face: i64 = face
        self.fresh: bool = True

    def below(self, n: i64) -> i64:
        if self.fresh:
            self.fresh = False
            if n == FACES:
                return self.face
        return super().below(n)


class Way:
    """A way to play the turn, as far as luck does not decide."""

    def __init__(self, plan: list[i64]) -> None:
        self.plan: list[i64] = plan
        self.handicap: float = 0.0
        self.worlds: i64 = 0
        self.total: float = 0.0
        # compared with the habitual way in the same worlds
        self.more: float = 0.0
        self.squares: float = 0.0

    def mean(self) -> float:
        return self.total / float(self.worlds) if self.worlds > 0 else 0.0

    def sure_gain(self, doubt: float) -> float:
        """How much better than the habitual way it is, less this many standard errors."""
        if self.worlds < 2:
            return -1.0
        n = float(self.worlds)
        mean = self.more / n
        spread = max(0.0, self.squares / n - mean * mean)
        return mean - doubt * math.sqrt(spread / n)


class DeadwoodPlanner(Planner):
    """Plans one turn, up to the first card that is turned up."""

    def __init__(self, root: DeadwoodRules, dice: Dice, habit: Habit) -> None:
        super().__init__()
        self.root: DeadwoodRules = root
        self.seat: i64 = root.mover
        self.dice: Dice = dice.fork()
        self.habit: Habit = habit
        self.ways: list[Way] = ways_to_play(root, habit)
        self.running: list[Way] = self.ways[:]
        self.world: i64 = 0
        self.watch: Watch = Watch()

    def think(self, iterations: i64, seconds: float) -> None:
        """Play this many worlds, or for this long; 0 means no limit."""
        self.watch.start(seconds)
        done: i64 = 0
        if len(self.ways) == 1:
            self.iterations += iterations
            return
        # Sequential halving: the same number of worlds for each round, the better half goes on.
        rounds: i64 = 1
        while (len(self.running) >> rounds) > 1:
            rounds += 1
        share: i64 = iterations // rounds
        spent: i64 = 0
        while (iterations == 0 or done < iterations) and not self.watch.over:
            tried = self.try_world(iterations - done if iterations > 0 else len(self.running))
            done += tried
            spent += tried
            if iterations == 0:
                share = 300 * len(self.running)
            if spent >= share and len(self.running) > 2:
                self.give_up_half()
                spent = 0
        self.iterations += done

    def try_world(self, most: i64) -> i64:
        """Play all ways that are still running in one new world; how many were played."""
        world = fresh_copy(self.root)
        world.redeal(self.seat, self.dice)
        words: list[i64] = []
        for _ in range(4 * self.root.seats):
            words.append(self.dice.next32())
        done: i64 = 0
        usual = 0.0
        for way in self.running:
            if done > 0 and (done >= most or self.watch.up()):
                break
            value = self.play_world(world, way, words)
            if done == 0:
                usual = value
            way.total += value
            way.more += value - usual
            way.squares += (value - usual) * (value - usual)
            way.worlds += 1
            done += 1
        self.world += 1
        return done

    def play_world(self, world: DeadwoodRules, way: Way, words: list[i64]) -> float:
        """The mover's share of the win after playing this way."""
        state = fresh_copy(world)
        dice: list[Dice] = []
        seat: i64 = 0
        while seat < state.seats:
            at: i64 = 4 * seat
            if seat == self.seat:
                face = self.world % FACES
                dice.append(PresetDice(words[at], words[at + 1], words[at + 2], words[at + 3], face))
            else:
                dice.append(Dice(words[at], words[at + 1], words[at + 2], words[at + 3]))
            seat += 1
        day = state.day
        for move in way.plan:
            state.play(move, dice[self.seat])
        habit = self.habit
        turns: i64 = 0
        horizon: i64 = i64(SETTINGS[HORIZON]) * state.seats
        while state.mover != OVER and state.day == day and turns < horizon:
            habit.turn(state, dice[state.mover])
            turns += 1
        if state.mover == OVER:
            won: float = SETTINGS[WON]
            return won * state.payoffs()[self.seat] + (1.0 - won) * by_score(state, self.seat, SETTINGS[CLOSE])
        return habit.shares(state)[self.seat]

    def give_up_half(self) -> None:
        """The habitual way always goes on: the others are compared with it."""
        keep: i64 = len(self.running) // 2
        rest = best_first(self.running[1:])[:keep]
        rest.insert(0, self.running[0])
        self.running = rest

    def moves(self) -> list[i64]:
        """The habitual way, unless another one is surely better."""
        return self.plans()[0][0]

    def plans(self) -> list[tuple[list[i64], float]]:
        """The habitual way, the others by how much better they surely are; as if nobody were ahead.

        Close to victory or defeat all ways promise much the same chance. So that a careless player is not more careless
        then, the differences are those that the same points would make in an even game of two.
        """
        base = self.ways[0].mean()
        steepness = max(FLATTEST, 4.0 * base * (1.0 - base))
        found: list[tuple[list[i64], float]] = [(self.ways[0].plan, EVEN)]
        for way in self.ways[1:]:
            gain = (way.sure_gain(SETTINGS[DOUBT]) - way.handicap) / steepness
            promise = min(1.0, max(0.0, EVEN + gain))
            at: i64 = len(found)
            while at > 0 and found[at - 1][1] < promise:
                at -= 1
            found.insert(at, (way.plan, promise))
        return found


def by_score(state: DeadwoodRules, seat: i64, spread: float) -> float:
    """A share of the win that also counts by how much a finished game was won or lost."""
    hopes: list[float] = []
    best = 0.0
    other: i64 = 0
    while other < state.seats:
        score = float(state.score(other))
        hopes.append(score)
        if score > best and not state.has_left(other):
            best = score
        other += 1
    return shared(state, hopes, best, spread)[seat]


KNOWN: list[Habit] = []


def habit_on(lot: Lot, seats: i64) -> Habit:
    """The habit for a lot and a number of seats. The latest ones are kept: their tables take a while to compute."""
    for habit in KNOWN:
        if habit.seats == seats and same_lot(habit.lot, lot):
            return habit
    if len(KNOWN) == MOST_KNOWN:
        KNOWN.pop(0)
    KNOWN.append(Habit(lot, seats, WEIGHTS))
    return KNOWN[len(KNOWN) - 1]


def same_lot(a: Lot, b: Lot) -> bool:
    """Whether two lots play alike: a loaded one is read anew from every view."""
    if a is b:
        return True
    return (
        a.codes == b.codes
        and a.near_from == b.near_from
        and a.near == b.near
        and a.takes == b.takes
        and a.off_from == b.off_from
        and a.off_rank == b.off_rank
        and a.prices == b.prices
        and a.budget == b.budget
        and a.on_from == b.on_from
        and a.on_rank == b.on_rank
    )


def fresh_copy(state: DeadwoodRules) -> DeadwoodRules:
    twin = state.copy()
    assert isinstance(twin, DeadwoodRules)
    return twin


def best_first(ways: list[Way]) -> list[Way]:
    """Insertion sort: there are few, and equal ones keep their order."""
    found: list[Way] = []
    for way in ways:
        at: i64 = len(found)
        mean = way.mean()
        while at > 0 and found[at - 1].mean() < mean:
            at -= 1
        found.insert(at, way)
    return found


def ways_to_play(state: DeadwoodRules, habit: Habit) -> list[Way]:
    """Everything worth trying, the habitual way first."""
    seat = state.mover
    usual = habit.choose(state)
    goal = state.lot.office if habit.shopping else habit.goal
    if state.role[seat] != NO_ROLE:
        found = [Way([usual])]
        if state.may_rehearse(seat):
            found.append(Way([moves.ACT if usual == moves.REHEARSE else moves.REHEARSE]))
        return found
    found = []
    area: i64 = state.area[seat]
    shop = habit.best_purchase(state, seat, habit.turns_left(state)) >= 0
    free = worth_taking(state, seat, area)
    add_roles(found, -1, free)
    for move in state.moves():
        kind = kind_of(move)
        if kind == moves.UPGRADE:
            found.append(Way([move]))
        elif kind == moves.MOVE:
            there = state.area_of(first(move))
            free = worth_taking(state, seat, there)
            add_roles(found, move, free)
            if free == 0:
                # an empty place is worth a visit only on the way to something
                if move == usual or state.is_face_down(there) or (shop and nearer_office(state, area, there)):
                    found.append(Way([move]))
            elif (move == usual and goal != there) or (shop and nearer_office(state, area, there)):
                # past these roles to something better
                found.append(Way([move, moves.END_TURN]))
    if len(found) == 0:
        return [Way([moves.END_TURN])]
    if usual == moves.END_TURN:
        rest = Way([moves.END_TURN])
        if state.free_roles(seat) == 0:
            found.insert(0, rest)
        else:  # leaving a free role is never a habit
            rest.handicap = SETTINGS[PASS_BY]
            found.append(rest)
        return found
    at = habitual(found, usual, role_move(habit.goal_role) if goal == state.area_of(first(usual)) else moves.END_TURN)
    found.insert(0, found.pop(at) if at >= 0 else Way([usual]))
    return found


def habitual(ways: list[Way], usual: i64, then: i64) -> i64:
    """Which way begins with the usual decision, and goes on as usual if there are several; -1 if none does."""
    best: i64 = -1
    at: i64 = 0
    while at < len(ways):
        plan = ways[at].plan
        if plan[0] == usual:
            best = at
            if len(plan) == 1 or plan[1] == then:
                return at
        at += 1
    return best


def nearer_office(state: DeadwoodRules, here: i64, there: i64) -> bool:
    lot = state.lot
    return lot.distance(there, lot.office) < lot.distance(here, lot.office)


def add_roles(ways: list[Way], walk: i64, roles: i64) -> None:
    role: i64 = 0
    while roles != 0:
        if roles & 1 == 1:
            plan: list[i64] = []
            if walk >= 0:
                plan.append(walk)
            plan.append(role_move(role))
            ways.append(Way(plan))
        roles >>= 1
        role += 1


def worth_taking(state: DeadwoodRules, seat: i64, area: i64) -> i64:
    """The free roles in sight on a set, one bit per role: the best paid one on the card and the best paid extra."""
    if not state.is_open(area):
        return 0
    lot = state.lot
    card: i64 = state.scene[area]
    rank: i64 = state.rank[seat]
    found: i64 = 0
    free = lot.on_open[card * RANKS + rank] & ~state.filled[area]
    best: i64 = -1
    top = -1.0
    role: i64 = 0
    while free >> role != 0:
        if has(free, role) and lot.on_bonus[lot.on_from[card] + role] > top:
            top = lot.on_bonus[lot.on_from[card] + role]
            best = role
        role += 1
    if best >= 0:
        found |= bit(best)
    free = lot.off_open[area * RANKS + rank] & ~state.filled[area]
    best = -1
    most: i64 = 0
    role = OFF_CARD
    while free >> role != 0:
        if has(free, role) and lot.off_rank[lot.off_from[area] + role - OFF_CARD] > most:
            most = lot.off_rank[lot.off_from[area] + role - OFF_CARD]
            best = role
        role += 1
    if best >= 0:
        found |= bit(best)
    return found

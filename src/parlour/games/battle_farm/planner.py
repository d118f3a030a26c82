"""The farmers' search: the answers that habit finds most promising are tried in the same imagined games.

In each game what is hidden is dealt anew, one answer is given, and then all seats play on by habit for a few rounds.
The answers share the cards and, turn by turn, the dice, so that luck hardly blurs the comparison. The worse half of
the answers is dropped again and again (sequential halving). Whatever habit misjudges a little, playing on corrects;
so this farmer plays at least as well as its habit.
"""

from __future__ import annotations

import math
from typing import Final

from mypy_extensions import i64

from parlour.core.bits import pack1, pack2
from parlour.core.dice import Dice
from parlour.core.state import OVER, Evaluator, Planner
from parlour.core.watch import Watch
from parlour.games.battle_farm import asks, moves
from parlour.games.battle_farm.farmer import NO_BID, card_kind, card_value
from parlour.games.battle_farm.habit import Habit
from parlour.games.battle_farm.outlook import LUCK, TASTE, WINNING, rounds_left
from parlour.games.battle_farm.rules import FarmRules

MOST_PLANS: Final = 8
MOST_OFFERED: Final = 4
HORIZON: Final = 6  # rounds to play on
PROBABLY_WORSE: Final = 0.02  # in chance of winning, what an answer loses that habit does not give
FEW: Final = 20.0  # games that say as much as habit
DOUBT: Final = 1.0  # in standard errors: how sure we must be to do something unusual


class Plan:
    """Answers to give one after the other, and how much better they did than the usual ones in the same games."""

    def __init__(self, answers: list[i64]) -> None:
        self.answers: list[i64] = answers
        self.games: i64 = 0
        self.lead: float = 0.0
        self.squares: float = 0.0

    def count(self, lead: float) -> None:
        self.games += 1
        self.lead += lead
        self.squares += lead * lead

    def mean(self) -> float:
        return self.lead / float(self.games) if self.games > 0 else 0.0

    def surely(self) -> float:
        """The lead of which we can be fairly sure: luck makes some of many equal plans look better."""
        if self.games < 2:
            return -1.0
        n = float(self.games)
        mean = self.lead / n
        spread = max(0.0, self.squares / n - mean * mean)
        return mean - DOUBT * math.sqrt(spread / (n - 1.0))


class FarmPlanner(Planner):
    """Plans the answer to one question; of an offer, all its cards."""

    def __init__(self, root: FarmRules, dice: Dice, evaluator: Evaluator | None = None) -> None:
        super().__init__()
        self.evaluator: Evaluator | None = evaluator  # None: the habit's own judgement
        self.root: FarmRules = root
        self.seat: i64 = root.mover
        self.dice: Dice = dice
        self.roll: Dice = Dice(1, 2, 3, 4)  # of the imagined games
        self.habit: Habit = Habit(root, TASTE)
        self.watch: Watch = Watch()
        self.horizon: i64 = HORIZON
        tried = self.worth_trying()
        self.usual: list[i64] = tried[0]  # what habit does
        self.won: float = 0.0  # by doing it
        self.worlds: i64 = 0
        self.others: list[Plan] = [Plan(answers) for answers in tried[1:]]
        self.alive: i64 = len(self.others)  # the first ones are still compared

    # --- what is tried ---

    def worth_trying(self) -> list[list[i64]]:
        """What habit would do first, then what else is promising."""
        if self.root.asking == asks.BUNDLE:
            return self.offers()
        if self.root.asking == asks.BID:
            return self.bids()
        return [[answer] for answer in self.habit.options(self.root, MOST_PLANS)]

    def bids(self) -> list[list[i64]]:
        coins = self.root.farmers[self.seat].coins
        usual = self.habit.bid_of(self.root, self.seat)
        tried: list[i64] = []
        for bid in (usual, 0, usual // 2, (3 * usual + 1) // 2, 2 * usual):
            if bid <= coins and bid not in tried:
                tried.append(bid)
        return [[pack1(moves.BID, bid)] for bid in tried]

    def offers(self) -> list[list[i64]]:
        """Nothing, or cards that others can use better: the best one, and several together."""
        farm = self.root
        plans: list[list[i64]] = [[moves.SKIP]]
        if len(farm.bundle) > 0:
            plans.append([moves.SEND])
            return plans
        hand = farm.farmers[self.seat].hand
        gains = self.habit.offer_gains(farm)
        several: list[i64] = []
        best: i64 = -1
        for place in range(len(hand)):
            if gains[place] > 0.0:
                if best < 0 or gains[place] > gains[best]:
                    best = place
                if len(several) < MOST_OFFERED:
                    several.append(hand[place])
        if best >= 0:
            plans.append(offer(farm, [hand[best]]))
            if len(several) > 1:
                plans.append(offer(farm, several))
        return plans

    # --- trying ---

    def think(self, iterations: i64, seconds: float) -> None:
        """Play this many games, or for this long; 0 means no limit."""
        if len(self.others) == 0:
            self.iterations += iterations
            return
        self.watch.start(seconds)
        left = iterations
        while not self.watch.over and (iterations == 0 or left > self.alive):
            worlds: i64 = 16 if iterations == 0 else max(1, left // (halvings(self.alive) * (self.alive + 1)))
            while worlds > 0 and (iterations == 0 or left > self.alive) and not self.watch.over:
                self.compare()
                left -= self.alive + 1
                worlds -= 1
            self.rank()
            if self.alive > 1:
                self.alive = (self.alive + 1) // 2
        self.iterations += iterations - left if self.watch.over else iterations

    def compare(self) -> None:
        """Try the usual answer, and all plans still compared, in one world."""
        twin = self.root.copy()
        assert isinstance(twin, FarmRules)
        twin.redeal(self.seat, self.dice)
        self.guess_bids(twin)
        seed = self.dice.next32()
        usual = self.outcome(twin, self.usual, seed)
        self.won += usual
        self.worlds += 1
        at: i64 = 0
        while at < self.alive and not self.watch.up():
            plan = self.others[at]
            plan.count(self.outcome(twin, plan.answers, seed) - usual)
            at += 1

    def guess_bids(self, farm: FarmRules) -> None:
        """Rivals whose bids are still sealed have bid as usual."""
        if farm.asking == asks.BID:
            seat: i64 = 0
            while seat < farm.seats:
                if seat != self.seat and farm.farmers[seat].bid != NO_BID:
                    farm.farmers[seat].bid = self.habit.bid_of(farm, seat)
                seat += 1

    def outcome(self, world: FarmRules, answers: list[i64], seed: i64) -> float:
        """How this world looks after these answers and a few rounds by habit."""
        farm = world.copy()
        assert isinstance(farm, FarmRules)
        roll = self.roll
        habit = self.habit
        turn = farm.round * farm.seats + farm.place
        end = turn + self.horizon * farm.seats
        stage: i64 = -1
        at: i64 = 0
        while farm.mover != OVER:
            turn = farm.round * farm.seats + farm.place
            if turn >= end:
                break
            # the same dice in the same phase of the same turn, whatever was rolled before
            if turn * 8 + farm.phase != stage:
                stage = turn * 8 + farm.phase
                reseed(roll, seed, stage)
            if at < len(answers):
                farm.play(answers[at], roll)
                at += 1
            else:
                farm.play(habit.choose(farm), roll)
        return self.value(farm)

    def value(self, farm: FarmRules) -> float:
        """How good a position looks: mostly the chance of winning; a little plain riches keep hopeless farms going."""
        seat = self.seat
        if self.evaluator is not None and farm.mover != OVER:
            return self.evaluator.judge_all(farm)[seat]
        taste = self.habit.taste
        worths: list[float] = []
        scale = 1.0
        if farm.mover == OVER:
            for farmer in farm.farmers:
                worths.append(float(farmer.coins))
        else:
            scale = 2.0 + taste[LUCK] * math.sqrt(rounds_left(farm, taste))
            other: i64 = 0
            while other < farm.seats:
                worths.append(self.habit.worth(farm, other))
                other += 1
        own: float = worths[seat]
        total = 0.0
        riches = 0.0
        for worth in worths:
            total += math.exp(max(-30.0, min(30.0, (worth - own) / scale)))
            riches += worth + 20.0
        chance = farm.payoffs()[seat] if farm.mover == OVER else 1.0 / total
        return taste[WINNING] * chance + (1.0 - taste[WINNING]) * (own + 20.0) / riches

    def rank(self) -> None:
        """Sort the plans still compared, the best first; of equals, the one that habit prefers."""
        at: i64 = 1
        while at < self.alive:
            plan = self.others[at]
            place = at
            while place > 0 and self.others[place - 1].mean() < plan.mean():
                self.others[place] = self.others[place - 1]
                place -= 1
            self.others[place] = plan
            at += 1

    # --- what came of it ---

    def moves(self) -> list[i64]:
        best = self.usual
        lead = 0.0
        for plan in self.others:
            if plan.surely() > lead:
                lead = plan.surely()
                best = plan.answers
        return best

    def plans(self) -> list[tuple[list[i64], float]]:
        chance = self.won / float(self.worlds) if self.worlds > 0 else 0.5
        best = self.moves()
        found: list[tuple[list[i64], float]] = []
        if best is not self.usual:
            found.append((self.usual, chance))
        for plan in self.others:
            if plan.answers is best:
                found.insert(0, (best, chance + max(0.0, plan.surely())))
            elif plan.games > 0:
                # a few games say little: until there are more, what habit does not do is probably worse
                n = float(plan.games)
                found.append((plan.answers, chance + (plan.lead - PROBABLY_WORSE * FEW) / (n + FEW)))
        if best is self.usual:
            found.insert(0, (best, chance))
        return found


def offer(farm: FarmRules, cards: list[i64]) -> list[i64]:
    """The answers that put these cards together, which are in hand order, and send them."""
    answers: list[i64] = []
    farmer = farm.farmers[farm.mover]
    rest = cards[:]
    for place in range(len(farmer.hand)):
        if farmer.is_first_copy(place):
            c: i64 = farmer.hand[place]
            for other in rest:
                if other == c:
                    answers.append(pack2(moves.ADD, card_kind(c), card_value(c)))
    answers.append(moves.SEND)
    return answers


def halvings(n: i64) -> i64:
    """How often this many can be halved, once at least."""
    times: i64 = 1
    while n > 2:
        n = (n + 1) // 2
        times += 1
    return times


def reseed(dice: Dice, seed: i64, stage: i64) -> None:
    dice.s0 = seed | 1
    dice.s1 = (stage * 2654435761) & 0xFFFFFFFF
    dice.s2 = (seed * 40503 + stage * 69069) & 0xFFFFFFFF
    dice.s3 = (seed ^ (stage << 7)) & 0xFFFFFFFF
    for _ in range(4):
        dice.next32()

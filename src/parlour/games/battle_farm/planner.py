"""The farmers' search: the answers that habit finds most promising are tried in the same imagined games.

In each game what is hidden is dealt anew, one answer is given, and then all seats play on by habit for a few rounds.
The answers share the cards and, turn by turn, the dice, so that luck hardly blurs the comparison. The worse half of
the answers is dropped again and again (sequential halving), and at once what is clearly worse. What habit thinks of an
answer counts as evidence too, as much as habit is usually wrong: few games change little.
"""

from __future__ import annotations

import math
import time
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
NEAR_END: Final = 4  # rounds beyond the horizon: a game that ends so soon is played to its end
HABIT_ERROR: Final = 1.0  # coins by which habit usually misjudges an answer that looks as good as the best
VAGUE: Final = 0.3  # how much more for each coin that it looks worse
MOST_HANDICAP: Final = 10.0  # coins
UNUSUAL: Final = 1.0  # coins that an offer probably loses, since habit would make none
A_BID: Final = 0.5  # coins that each coin more or less than the usual bid probably loses
USUAL_SPREAD: Final = 0.1  # of the lead in one game, before any was played
FEW: Final = 4.0  # games that this guess is worth
A_FEW_WORLDS: Final = 8  # after this many, what is clearly worse is dropped
CLEARLY: Final = 2.5  # in standard deviations
LEAST_CHANCE: Final = 0.2  # a farm that is further behind or ahead still cares for coins as if its chances were these


class Plan:
    """Answers to give one after the other, and how much better they did than the usual ones in the same games."""

    def __init__(self, answers: list[i64], handicap: float) -> None:
        self.answers: list[i64] = answers
        self.handicap: float = handicap  # what habit thinks it loses, in coins
        self.prior: float = 0.0  # the same in chances of winning
        self.error: float = 1.0  # and how exact that is
        self.games: i64 = 0
        self.lead: float = 0.0
        self.squares: float = 0.0

    def count(self, lead: float) -> None:
        self.games += 1
        self.lead += lead
        self.squares += lead * lead

    def variance(self) -> float:
        """Of the lead in one game."""
        guess = FEW * USUAL_SPREAD * USUAL_SPREAD
        return (self.squares + guess) / (float(self.games) + FEW)

    def likely(self) -> float:
        """The lead to expect, from the games and from what habit thinks."""
        trust = self.variance() / (self.error * self.error)  # habit says as much as this many games
        return (self.lead + trust * self.prior) / (float(self.games) + trust)

    def doubt(self) -> float:
        """The standard deviation of that."""
        variance = self.variance()
        return math.sqrt(variance / (float(self.games) + variance / (self.error * self.error)))


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
        if rounds_left(root, TASTE) <= float(HORIZON + NEAR_END):
            self.horizon = 2 * (HORIZON + NEAR_END)
        tried = self.worth_trying()
        self.usual: list[i64] = tried[0].answers  # what habit does
        self.won: float = 0.0  # by doing it
        self.worlds: i64 = 0
        self.others: list[Plan] = tried[1:]
        self.alive: i64 = len(self.others)  # the first ones are still compared
        coin = self.a_coin() if self.alive > 0 else 0.0
        for plan in self.others:
            handicap = min(MOST_HANDICAP, plan.handicap)
            plan.prior = -coin * handicap
            plan.error = coin * (HABIT_ERROR + VAGUE * handicap)

    # --- what is tried ---

    def worth_trying(self) -> list[Plan]:
        """What habit would do first, then what else is promising."""
        if self.root.asking == asks.BUNDLE:
            return self.offers()
        if self.root.asking == asks.BID:
            return self.bids()
        habit = self.habit
        return [Plan([answer], habit.deficit(answer)) for answer in habit.options(self.root, MOST_PLANS)]

    def bids(self) -> list[Plan]:
        coins = self.root.farmers[self.seat].coins
        usual = self.habit.bid_of(self.root, self.seat)
        tried: list[i64] = []
        for bid in (usual, 0, usual // 2, (3 * usual + 1) // 2, 2 * usual):
            if bid <= coins and bid not in tried:
                tried.append(bid)
        return [Plan([pack1(moves.BID, bid)], A_BID * float(max(bid - usual, usual - bid))) for bid in tried]

    def offers(self) -> list[Plan]:
        """Nothing, or cards that others can use better: the best one, and several together."""
        farm = self.root
        plans: list[Plan] = [Plan([moves.SKIP], 0.0)]
        if len(farm.bundle) > 0:
            plans.append(Plan([moves.SEND], UNUSUAL))
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
            plans.append(Plan(offer(farm, [hand[best]]), UNUSUAL))
            if len(several) > 1:
                plans.append(Plan(offer(farm, several), UNUSUAL))
        return plans

    def a_coin(self) -> float:
        """What a coin more is worth here, in chances of winning."""
        farm = self.root
        worths: list[float] = [self.habit.worth(farm, seat) for seat in range(farm.seats)]
        own = worths[self.seat]
        scale = spread(farm, self.habit.taste)
        total = 0.0
        for worth in worths:
            total += math.exp(max(-30.0, min(30.0, (worth - own) / scale)))
        chance = max(LEAST_CHANCE, min(1.0 - LEAST_CHANCE, 1.0 / total))
        return chance * (1.0 - chance) / scale

    # --- trying ---

    def think(self, iterations: i64, seconds: float) -> None:
        """Play this many games, or for this long; 0 means no limit. Stops early if the best answer is clear."""
        self.watch.start(seconds)
        began = time.perf_counter()
        left = iterations
        stages = halvings(self.alive)
        stage: i64 = 0
        while stage < stages:
            stage += 1
            games = left // (stages + 1 - stage)
            until = began + seconds * float(stage) / float(stages)
            while self.alive > 0 and not self.watch.over:
                if iterations > 0:
                    if games <= self.alive:
                        break
                elif stage < stages and time.perf_counter() >= until:
                    break
                self.compare()
                games -= self.alive + 1
                left -= self.alive + 1
                if self.worlds % A_FEW_WORLDS == 0:
                    self.rank()
                    self.drop_hopeless()
            self.rank()
            if stage < stages:
                self.alive = (self.alive + 1) // 2
        self.iterations += iterations - left if self.watch.over else iterations

    def drop_hopeless(self) -> None:
        """Compare no longer what is clearly worse than the best, or, if only that is left, clearly better."""
        best = 0.0
        for plan in self.others:
            best = max(best, plan.likely())
        while self.alive > 0 and self.others[self.alive - 1].likely() < best:
            plan = self.others[self.alive - 1]
            if best - plan.likely() < CLEARLY * plan.doubt():
                return
            self.alive -= 1
        if self.alive == 1 and best > CLEARLY * self.others[0].doubt():
            self.alive = 0

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
        scale = spread(farm, taste)
        if farm.mover == OVER:
            for farmer in farm.farmers:
                worths.append(float(farmer.coins))
        else:
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
        return taste[WINNING] / total + (1.0 - taste[WINNING]) * (own + 20.0) / riches

    def rank(self) -> None:
        """Sort the plans still compared, the best first; of equals, the one that habit prefers."""
        at: i64 = 1
        while at < self.alive:
            plan = self.others[at]
            place = at
            while place > 0 and self.others[place - 1].likely() < plan.likely():
                self.others[place] = self.others[place - 1]
                place -= 1
            self.others[place] = plan
            at += 1

    # --- what came of it ---

    def moves(self) -> list[i64]:
        best = self.usual
        lead = 0.0
        for plan in self.others:
            if plan.likely() > lead:
                lead = plan.likely()
                best = plan.answers
        return best

    def plans(self) -> list[tuple[list[i64], float]]:
        chance = self.won / float(self.worlds) if self.worlds > 0 else 0.5
        found: list[tuple[list[i64], float]] = [(self.usual, chance)]
        best = 0.0
        for plan in self.others:
            lead = plan.likely()
            if lead > best:
                best = lead
                found.insert(0, (plan.answers, chance + lead))
            else:
                found.append((plan.answers, chance + lead))
        return found


def spread(farm: FarmRules, taste: list[float]) -> float:
    """By how many coins the farms' fortunes may still change."""
    return 2.0 if farm.mover == OVER else 2.0 + taste[LUCK] * math.sqrt(rounds_left(farm, taste))


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

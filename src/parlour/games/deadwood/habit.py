"""How an experienced actor plays without searching: by the exact odds of roles, the worth of rank and the way there.

Everything is measured in points of the final score. The planner lets all seats play on like this to see what a
decision leads to.
"""

from __future__ import annotations

import math
from typing import Final

from mypy_extensions import i64

from parlour.core.bits import has, pack1, pack2
from parlour.core.dice import Dice
from parlour.core.state import OVER
from parlour.games.deadwood import codes, moves
from parlour.games.deadwood.career import Career
from parlour.games.deadwood.odds import HELPS, Odds
from parlour.games.deadwood.rules import (
    EXTRA_CUT_CREDITS,
    EXTRA_CUT_DOLLARS,
    EXTRA_TAKE_CREDITS,
    EXTRA_TAKE_DOLLARS,
    STAR_TAKE_CREDITS,
    STAR_TAKE_DOLLARS,
    DeadwoodRules,
    role_move,
)
from parlour.games.deadwood.state import NO_ROLE, OFF_CARD, RANK_POINTS, RANKS, WRAPPED_SET, Lot

FINISHED: Final = 0  # how likely a scene is to wrap before the day ends, if many are left
LATER_STAR: Final = 1  # how likely an extra's scene has a star in the end, if it has none now
NEAR: Final = 2  # how much the way to the office counts while there is something to buy
TRIP: Final = 3  # turns that a visit to the office costs
UNSEEN: Final = 4  # how much better or worse an unseen scene is than the average
NERVES: Final = 5  # the expected spread of the final scores: how little a lead is trusted
NERVES_TIME: Final = 6
WAY: Final = 7  # what a turn on the way costs more than others: the role may be gone
WEIGHTS: list[float] = [1.0, 0.15, 0.6, 2.0, 0.1, 1.5, 1.0, 0.2]

# At tables of two, four and eight: what a turn is expected to bring at each rank, walks included, and the turns of all
# seats together for a take. Found by play: what was measured at two and four seats itself plays worse.
TABLES: list[i64] = [2, 4, 8]
DOLLARS: list[list[float]] = [
    [0.0, 0.8, 0.85, 0.95, 1.2, 1.35, 1.5],
    [0.0, 0.8, 0.85, 0.95, 1.2, 1.35, 1.5],
    [0.0, 0.7, 0.88, 1.21, 1.6, 1.95, 2.3],
]
CREDITS: list[list[float]] = [
    [0.0, 0.45, 0.57, 0.65, 0.78, 0.85, 0.9],
    [0.0, 0.45, 0.57, 0.65, 0.78, 0.85, 0.9],
    [0.0, 0.28, 0.31, 0.28, 0.28, 0.3, 0.3],
]
TURNS_PER_TAKE: list[float] = [3.3, 4.15, 4.7]

NOTHING: Final = -99.0  # the worth of a set without a role for somebody
LOST: Final = 4.0  # turns without work if there is no role in sight
UNKNOWN: Final = -1000.0
SOON: Final = 2.0  # turns over which the worth of a turn is measured
FEW_DOLLARS: Final = 4
FEW_CREDITS: Final = 3


class Habit:
    """A way to play on one lot at a table of this many."""

    def __init__(self, lot: Lot, seats: i64, weights: list[float]) -> None:
        self.lot: Lot = lot
        self.seats: i64 = seats
        self.weights: list[float] = weights
        self.odds: Odds = Odds()
        self.turns_per_take: float = at_table(TURNS_PER_TAKE, seats)
        dollars: list[float] = []
        credits: list[float] = []
        for rank in range(RANKS):
            dollars.append(at_table([row[rank] for row in DOLLARS], seats))
            credits.append(at_table([row[rank] for row in CREDITS], seats))
        self.rates: list[float] = [dollars[rank] + credits[rank] for rank in range(RANKS)]
        takes: i64 = 0
        for left in lot.takes:
            takes += left
        days: i64 = 4 if seats > 3 else 3
        longest = i64(self.turns_per_take * float(days * takes) / float(seats))
        self.career: Career = Career(lot.prices, dollars, credits, weights[TRIP], min(longest, 120))
        # what a rank can expect of each face-down set, computed when first wanted
        self.unseen_turns: list[float] = []
        self.unseen_dollars: list[float] = []
        self.unseen_credits: list[float] = []
        for _ in range(RANKS * len(lot.takes)):
            self.unseen_turns.append(UNKNOWN)
            self.unseen_dollars.append(0.0)
            self.unseen_credits.append(0.0)
        # What a turn, a dollar and a credit are worth to the seat that is being thought about.
        self.turn_worth: float = 1.0
        self.dollar: float = 1.0
        self.credit: float = 1.0
        # What the last look around found: the set to work on, the role there (NO_ROLE if unseen or far away).
        self.goal: i64 = 0
        self.goal_role: i64 = 0
        self.shopping: bool = False  # the office comes first

    # --- a turn ---

    def turn(self, state: DeadwoodRules, dice: Dice) -> None:
        """Play the mover's turn to its end."""
        seat = state.mover
        if state.role[seat] != NO_ROLE:
            state.play(self.work(state, seat), dice)
            return
        day = state.day
        while state.mover == seat and state.day == day and state.role[seat] == NO_ROLE:
            state.play(self.decide(state, seat), dice)

    def choose(self, state: DeadwoodRules) -> i64:
        """The mover's next decision."""
        seat = state.mover
        if state.role[seat] != NO_ROLE:
            return self.work(state, seat)
        return self.decide(state, seat)

    def work(self, state: DeadwoodRules, seat: i64) -> i64:
        """Act or rehearse, whichever has the better odds."""
        chips: i64 = state.chips[seat]
        if chips >= self.lot.budget[state.scene[state.area[seat]]] - 1:
            return moves.ACT
        self.set_prices(state.rank[seat], state.dollars[seat], state.credits[seat], self.turns_left(state))
        self.role_worth(state, seat)
        return moves.REHEARSE if self.odds.aim > chips else moves.ACT

    def decide(self, state: DeadwoodRules, seat: i64) -> i64:
        """Without a role: take one, buy rank, walk, or end the turn."""
        lot = self.lot
        area: i64 = state.area[seat]
        rank: i64 = state.rank[seat]
        dollars: i64 = state.dollars[seat]
        credits: i64 = state.credits[seat]
        turns = self.turns_left(state)
        self.shopping = False
        way = lot.distance(area, lot.office)
        bought = self.best_purchase(state, seat, turns - self.weights[TRIP])
        self.set_prices(rank, dollars, credits, turns)
        work = self.best_work(state, seat, rank, area, state.moved, self.weights[NEAR] if bought >= 0 else 0.0)
        work += self.career.more(turns, rank, dollars, credits)
        goal = self.goal
        goal_role = self.goal_role
        if bought < 0 and goal < 0:
            bought = self.way_out(state, seat, turns)
        if bought >= 0:
            # Shopping first: the way to the office, the purchase, and the best work from there with the new rank.
            lost: i64 = way
            if state.moved:
                lost += 1
            value = self.after_purchase(state, seat, bought, turns - float(lost))
            value += self.best_work(state, seat, bought // 2, lot.office, False, 0.0)
            self.goal = goal
            self.goal_role = goal_role
            if value >= work or goal < 0:
                self.shopping = True
                if way == 0:
                    return pack2(moves.UPGRADE, bought // 2, bought % 2)
                if state.moved:
                    return moves.END_TURN
                return self.step(state, area, lot.office)
        if goal < 0:
            return moves.END_TURN
        if goal == area:
            return role_move(goal_role)
        if state.moved:
            return moves.END_TURN
        return self.step(state, area, goal)

    def step(self, state: DeadwoodRules, area: i64, goal: i64) -> i64:
        """A step on a shortest way, over an unseen set if possible: it may offer something better."""
        lot = self.lot
        wanted = lot.distance(area, goal) - 1
        choice: i64 = -1
        place: i64 = lot.near_from[area]
        while place < lot.near_from[area + 1]:
            there: i64 = lot.near[place]
            if lot.distance(there, goal) == wanted and (choice < 0 or state.is_face_down(there)):
                choice = there
            place += 1
        return pack1(moves.MOVE, lot.codes[choice])

    # --- what things are worth to somebody ---

    def set_prices(self, rank: i64, dollars: i64, credits: i64, turns: float) -> None:
        """A turn, a dollar and a credit: by what the career would be with a little more of them."""
        career = self.career
        more = career.more(turns, rank, dollars, credits)
        richer = career.more(turns, rank, dollars + FEW_DOLLARS, credits)
        self.dollar = 1.0 + (richer - more) / float(FEW_DOLLARS)
        richer = career.more(turns, rank, dollars, credits + FEW_CREDITS)
        self.credit = 1.0 + (richer - more) / float(FEW_CREDITS)
        self.turn_worth = self.rates[rank]
        if turns > SOON:
            self.turn_worth = (more - career.more(turns - SOON, rank, dollars, credits)) / SOON

    # --- looking around ---

    def best_work(self, state: DeadwoodRules, seat: i64, rank: i64, area: i64, moved: bool, near: float) -> float:
        """The best work to be had from an area, less the turns on the way; sets `goal` and `goal_role`.

        `near` is how much the way from there to the office counts.
        """
        lot = self.lot
        best = NOTHING
        self.goal = -1
        goal: i64 = -1
        goal_role: i64 = NO_ROLE
        there: i64 = 0
        while there < lot.sets:
            if state.scene[there] != WRAPPED_SET:
                value = self.place_worth(state, seat, rank, there)
                if value > NOTHING:
                    way = lot.distance(area, there)
                    lost: i64 = way
                    if not moved and way > 0:
                        lost = way - 1
                    value -= (self.turn_worth + self.weights[WAY]) * float(lost)
                    if near > 0.0:
                        value -= near * self.turn_worth * float(lot.distance(there, lot.office))
                    if value > best:
                        best = value
                        goal = there
                        goal_role = self.goal_role
            there += 1
        self.goal = goal
        self.goal_role = goal_role
        if goal < 0:
            return -LOST * self.turn_worth
        if near > 0.0:
            best += near * self.turn_worth * self.weights[TRIP]
        return best

    def place_worth(self, state: DeadwoodRules, seat: i64, rank: i64, area: i64) -> float:
        """The best free role on a set for this rank, as far as it is known; sets `goal_role`."""
        self.goal_role = NO_ROLE
        if not has(state.face_up, area):
            return self.unseen_worth(rank, area)
        lot = self.lot
        card: i64 = state.scene[area]
        free = (lot.on_open[card * RANKS + rank] | lot.off_open[area * RANKS + rank]) & ~state.filled[area]
        best = NOTHING
        if free == 0:
            return best
        help = self.help(state, seat, area, lot.budget[card])
        role: i64 = 0
        while free != 0:
            if free & 1 == 1:
                value = self.worth(state, area, role, 0, help)
                if value > best:
                    best = value
                    self.goal_role = role
            free >>= 1
            role += 1
        return best

    def role_worth(self, state: DeadwoodRules, seat: i64) -> float:
        """What the role that a seat has still pays beyond the worth of the turns."""
        area: i64 = state.area[seat]
        help = self.help(state, seat, area, self.lot.budget[state.scene[area]])
        return self.worth(state, area, state.role[seat], state.chips[seat], help)

    def worth(self, state: DeadwoodRules, area: i64, role: i64, chips: i64, help: i64) -> float:
        """What a role still pays beyond the worth of the turns, to somebody with these chips."""
        lot = self.lot
        budget: i64 = lot.budget[state.scene[area]]
        takes: i64 = state.takes[area]
        odds = self.odds
        if role < OFF_CARD:
            take = self.dollar * float(STAR_TAKE_DOLLARS) + self.credit * float(STAR_TAKE_CREDITS)
            value = odds.worth(budget, help, takes, chips, take, 0.0, self.turn_worth)
            bonus = lot.on_bonus[lot.on_from[state.scene[area]] + role]
        else:
            take = self.dollar * float(EXTRA_TAKE_DOLLARS) + self.credit * float(EXTRA_TAKE_CREDITS)
            cut = self.dollar * float(EXTRA_CUT_DOLLARS) + self.credit * float(EXTRA_CUT_CREDITS)
            value = odds.worth(budget, help, takes, chips, take, cut, self.turn_worth)
            bonus = float(lot.off_rank[lot.off_from[area] + role - OFF_CARD])
            if state.filled[area] & (2**OFF_CARD - 1) == 0:
                bonus *= self.weights[LATER_STAR]
        return value + self.dollar * bonus * self.finished(state, area, odds.length)

    def finished(self, state: DeadwoodRules, area: i64, length: float) -> float:
        """How likely a scene is to wrap before the day ends: it does unless all others are faster."""
        sure: float = self.weights[FINISHED]
        if state.scenes_left > 3:
            return sure
        slower = 1.0
        other: i64 = 0
        while other < self.lot.sets:
            if other != area and state.scene[other] != WRAPPED_SET:
                takes = float(state.takes[other])
                rounds = 4.0 + 3.0 * takes
                if state.filled[other] != 0:
                    rounds = 6.0 * takes / float(self.help(state, -1, other, self.lot.budget[state.scene[other]]))
                slower *= length / (length + rounds)
            other += 1
        return sure * (1.0 - slower)

    def help(self, state: DeadwoodRules, seat: i64, area: i64, budget: i64) -> i64:
        """How many faces of a die the others in a scene have between them."""
        if state.filled[area] == 0:
            return 0
        faces: i64 = 0
        other: i64 = 0
        while other < state.seats:
            if other != seat and state.area[other] == area and state.role[other] != NO_ROLE:
                one: i64 = 7 - budget + state.chips[other]
                faces += one if one > 2 else 2
            other += 1
        return faces if faces < HELPS else HELPS - 1

    def unseen_worth(self, rank: i64, area: i64) -> float:
        """The average over all cards of the best role there."""
        at: i64 = area * RANKS + rank
        if self.unseen_turns[at] == UNKNOWN:
            self.expect_unseen(rank, area)
        value = self.dollar * self.unseen_dollars[at] + self.credit * self.unseen_credits[at]
        return value - self.turn_worth * self.unseen_turns[at] + self.weights[UNSEEN]

    def expect_unseen(self, rank: i64, area: i64) -> None:
        """Dollars, credits and turns, on average over all cards, of the best role there."""
        lot = self.lot
        odds = self.odds
        rate: float = self.rates[rank]
        all_turns = 0.0
        all_dollars = 0.0
        all_credits = 0.0
        takes: i64 = lot.takes[area]
        card: i64 = 0
        while card < lot.cards:
            budget: i64 = lot.budget[card]
            best = -rate  # nothing there: a turn lost
            turns = 1.0
            dollars = 0.0
            credits = 0.0
            pay = float(STAR_TAKE_DOLLARS + STAR_TAKE_CREDITS)
            worth = odds.worth(budget, 0, takes, 0, pay, 0.0, rate)
            place: i64 = lot.on_from[card]
            while place < lot.on_from[card + 1]:
                bonus: float = self.weights[FINISHED] * lot.on_bonus[place]
                if lot.on_rank[place] <= rank and worth + bonus > best:
                    best = worth + bonus
                    turns = odds.length
                    dollars = bonus + float(STAR_TAKE_DOLLARS * takes)
                    credits = float(STAR_TAKE_CREDITS * takes)
                place += 1
            pay = float(EXTRA_TAKE_DOLLARS + EXTRA_TAKE_CREDITS)
            worth = odds.worth(budget, 0, takes, 0, pay, float(EXTRA_CUT_DOLLARS + EXTRA_CUT_CREDITS), rate)
            cuts = odds.length - float(odds.aim) - float(takes)
            place = lot.off_from[area]
            while place < lot.off_from[area + 1]:
                bonus = self.weights[LATER_STAR] * float(lot.off_rank[place])
                if lot.off_rank[place] <= rank and worth + bonus > best:
                    best = worth + bonus
                    turns = odds.length
                    dollars = bonus + float(EXTRA_TAKE_DOLLARS * takes) + float(EXTRA_CUT_DOLLARS) * cuts
                    credits = float(EXTRA_TAKE_CREDITS * takes) + float(EXTRA_CUT_CREDITS) * cuts
                place += 1
            all_turns += turns
            all_dollars += dollars
            all_credits += credits
            card += 1
        at: i64 = area * RANKS + rank
        self.unseen_turns[at] = all_turns / float(lot.cards)
        self.unseen_dollars[at] = all_dollars / float(lot.cards)
        self.unseen_credits[at] = all_credits / float(lot.cards)

    # --- rank ---

    def turns_left(self, state: DeadwoodRules) -> float:
        """How many more turns each seat can expect: the longest scene of a day stays unfinished."""
        lot = self.lot
        takes: i64 = 0
        every: i64 = 0
        longest: i64 = 0
        area: i64 = 0
        while area < lot.sets:
            left: i64 = state.takes[area]
            takes += left
            if left > longest:
                longest = left
            every += lot.takes[area]
            area += 1
        takes += (state.days - state.day) * (every - 2) - longest
        return self.turns_per_take * float(takes) / float(state.seats)

    def best_purchase(self, state: DeadwoodRules, seat: i64, turns: float) -> i64:
        """The purchase that gains most with the present purse, as 2 * rank + currency; -1 if none gains."""
        rank: i64 = state.rank[seat] + 1
        if rank > codes.TOP_RANK:
            return -1
        dollars: i64 = state.dollars[seat]
        credits: i64 = state.credits[seat]
        best = self.career.more(turns, state.rank[seat], dollars, credits)
        choice: i64 = -1
        while rank <= codes.TOP_RANK:
            points = float(RANK_POINTS * (rank - state.rank[seat]))
            price: i64 = self.lot.prices[2 * rank]
            if 0 < price <= dollars:
                value = points - float(price) + self.career.more(turns, rank, dollars - price, credits)
                if value > best:
                    best = value
                    choice = 2 * rank
            price = self.lot.prices[2 * rank + 1]
            if 0 < price <= credits:
                value = points - float(price) + self.career.more(turns, rank, dollars, credits - price)
                if value > best:
                    best = value
                    choice = 2 * rank + 1
            rank += 1
        return choice

    def way_out(self, state: DeadwoodRules, seat: i64, turns: float) -> i64:
        """A purchase that leads to work where there is none for the present rank; -1 if none does."""
        best = NOTHING
        choice: i64 = -1
        rank: i64 = state.rank[seat] + 1
        while rank <= codes.TOP_RANK:
            pay: i64 = 0
            while pay < 2:
                if state.can_buy(seat, rank, pay):
                    value = self.after_purchase(state, seat, 2 * rank + pay, turns)
                    value += self.best_work(state, seat, rank, self.lot.office, False, 0.0)
                    if self.goal >= 0 and (choice < 0 or value > best):
                        best = value
                        choice = 2 * rank + pay
                pay += 1
            rank += 1
        return choice

    def after_purchase(self, state: DeadwoodRules, seat: i64, bought: i64, turns: float) -> float:
        """What a career gains with a purchase, compared with the present score; sets the prices for the time after."""
        rank = bought // 2
        price: i64 = self.lot.prices[bought]
        dollars: i64 = state.dollars[seat]
        credits: i64 = state.credits[seat]
        if bought % 2 == codes.DOLLARS:
            dollars -= price
        else:
            credits -= price
        self.set_prices(rank, dollars, credits, turns)
        points = float(RANK_POINTS * (rank - state.rank[seat])) - float(price)
        return points + self.career.more(turns, rank, dollars, credits)

    # --- judging a position ---

    def shares(self, state: DeadwoodRules) -> list[float]:
        """Each seat's share of the win, by the score it can expect."""
        if state.mover == OVER:
            return state.payoffs()
        turns = self.turns_left(state)
        hopes: list[float] = []
        best = UNKNOWN
        seat: i64 = 0
        while seat < state.seats:
            hope = UNKNOWN
            if not state.has_left(seat):
                hope = self.hope(state, seat, turns)
                if hope > best:
                    best = hope
            hopes.append(hope)
            seat += 1
        spread: float = self.weights[NERVES] + self.weights[NERVES_TIME] * math.sqrt(max(0.0, turns))
        return shared(state, hopes, best, spread)

    def hope(self, state: DeadwoodRules, seat: i64, turns: float) -> float:
        """The score a seat can expect."""
        rank: i64 = state.rank[seat]
        area: i64 = state.area[seat]
        dollars: i64 = state.dollars[seat]
        credits: i64 = state.credits[seat]
        self.set_prices(rank, dollars, credits, turns)
        points = self.career.more(turns, rank, dollars, credits)
        if state.role[seat] != NO_ROLE:
            points += self.role_worth(state, seat)
        else:
            points += self.best_work(state, seat, rank, area, seat == state.mover and state.moved, 0.0)
            lost: i64 = self.lot.distance(area, self.lot.office)
            if seat != state.mover:
                points -= self.turn_worth
                lost += 1
            bought = self.best_purchase(state, seat, turns - float(lost))
            if bought >= 0:
                points = max(points, self.after_purchase(state, seat, bought, turns - float(lost)))
        return points + float(state.score(seat))


def at_table(measured: list[float], seats: i64) -> float:
    """A number for this many seats, between those of the tables where it was measured."""
    at: i64 = 1
    while at < len(TABLES) - 1 and seats > TABLES[at]:
        at += 1
    part = float(seats - TABLES[at - 1]) / float(TABLES[at] - TABLES[at - 1])
    return measured[at - 1] * (1.0 - part) + measured[at] * part


def shared(state: DeadwoodRules, hopes: list[float], best: float, spread: float) -> list[float]:
    """Shares of the win for expected scores that spread by so much."""
    shares: list[float] = []
    total = 0.0
    seat: i64 = 0
    while seat < state.seats:
        share = 0.0
        if not state.has_left(seat):
            share = math.exp(max(-30.0, (hopes[seat] - best) / spread))
        shares.append(share)
        total += share
        seat += 1
    seat = 0
    while seat < state.seats:
        shares[seat] = shares[seat] / total
        seat += 1
    return shares

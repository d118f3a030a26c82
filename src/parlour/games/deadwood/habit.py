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
from parlour.games.deadwood.odds import EXTRA, HELPS, STAR, Odds
from parlour.games.deadwood.rules import DeadwoodRules, role_move
from parlour.games.deadwood.state import NO_ROLE, OFF_CARD, RANK_POINTS, RANKS, WRAPPED_SET, Lot

TURNS_PER_TAKE: Final = 0
RATE: Final = 1  # points a turn earns at rank 1
RATE_RANK: Final = 2  # more points a turn for each rank above 1, as the price of a turn
RANK_WORTH: Final = 3  # more points a turn for each rank above 1, as a reason to buy it, at a table of two
FINISHED: Final = 4  # how likely a scene is to wrap before the day ends
LATER_STAR: Final = 5  # how likely an extra's scene has a star in the end, if it has none now
HOLD: Final = 6  # how much a possible purchase counts before it is made
AWAY: Final = 7  # turns until somebody who takes a role now can go shopping
UNSEEN: Final = 8  # how much better or worse an unseen scene is than the average
NERVES: Final = 9  # the expected spread of the final scores: how little a lead is trusted
NERVES_TIME: Final = 10
THRIFT: Final = 11  # what a purchase must gain, as a part of its price
DREAM: Final = 12  # how much a purse counts that is too small for the next rank
WEIGHTS: list[float] = [3.3, 1.25, 0.13, 0.16, 0.85, 0.1, 1.05, 3.0, 0.0, 1.5, 1.0, 0.0, 0.3]

# What rank is worth at a table of so many, compared with a table of two.
TABLE_WORTH: list[float] = [1.0, 1.0, 1.0, 0.9, 0.8, 1.1, 1.4, 2.0, 2.4]

NOTHING: Final = -99.0  # the worth of a set without a role for somebody
LOST: Final = 4.0  # turns without work if there is no role in sight
UNKNOWN: Final = -1000.0


class Habit:
    """A way to play on one lot."""

    def __init__(self, lot: Lot, weights: list[float]) -> None:
        self.lot: Lot = lot
        self.weights: list[float] = weights
        self.rates: list[float] = []
        for rank in range(RANKS):
            self.rates.append(weights[RATE] + weights[RATE_RANK] * float(max(0, rank - 1)))
        self.odds: Odds = Odds(self.rates)
        self.unseen: list[float] = []  # what a rank can expect of each face-down set, computed when first wanted
        for _ in range(RANKS * len(lot.takes)):
            self.unseen.append(UNKNOWN)
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
        area: i64 = state.area[seat]
        role: i64 = state.role[seat]
        chips: i64 = state.chips[seat]
        budget: i64 = self.lot.budget[state.scene[area]]
        if chips >= budget - 1:
            return moves.ACT
        side: i64 = STAR if role < OFF_CARD else EXTRA
        bonus = self.bonus(state, area, role)
        help = self.help(state, seat, area, budget)
        if self.odds.should_rehearse(side, state.rank[seat], budget, help, bonus, state.takes[area], chips):
            return moves.REHEARSE
        return moves.ACT

    def decide(self, state: DeadwoodRules, seat: i64) -> i64:
        """Without a role: take one, buy rank, walk, or end the turn."""
        lot = self.lot
        area: i64 = state.area[seat]
        rank: i64 = state.rank[seat]
        turns = self.turns_left(state)
        work = self.best_work(state, seat, rank, area, state.moved, turns)
        goal = self.goal
        goal_role = self.goal_role
        # Shopping first: the way to the office, the purchase, and the best work from there with the new rank.
        self.shopping = False
        way = lot.distance(area, lot.office)
        bought = self.best_purchase(state, seat, turns - float(way))
        if bought >= 0:
            lost: i64 = way
            if state.moved:
                lost += 1
            new = bought // 2
            value = self.gain(state, seat, new, bought % 2, turns - float(lost)) - self.rates[rank] * float(lost)
            value += self.best_work(state, seat, new, lot.office, False, -1.0)
            self.goal = goal
            self.goal_role = goal_role
            if value >= work:
                self.shopping = True
                if way == 0:
                    return pack2(moves.UPGRADE, new, bought % 2)
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

    # --- looking around ---

    def best_work(self, state: DeadwoodRules, seat: i64, rank: i64, area: i64, moved: bool, turns: float) -> float:
        """The best work to be had from an area, less the turns on the way; sets `goal` and `goal_role`.

        With `turns` left (not negative), a purchase that the purse allows counts too, later and from there.
        """
        lot = self.lot
        rate: float = self.rates[rank]
        best = NOTHING
        self.goal = -1
        goal: i64 = -1
        goal_role: i64 = NO_ROLE
        can_shop = turns >= 0.0 and self.best_purchase(state, seat, turns) >= 0
        there: i64 = 0
        while there < lot.sets:
            if state.scene[there] != WRAPPED_SET:
                way = lot.distance(area, there)
                lost: i64 = way
                if not moved and way > 0:
                    lost = way - 1
                value = self.place_worth(state, seat, rank, there)
                if value > NOTHING:
                    value -= rate * float(lost)
                    if can_shop:
                        value += self.later_purchase(state, seat, there, turns - float(lost))
                    if value > best:
                        best = value
                        goal = there
                        goal_role = self.goal_role
            there += 1
        self.goal = goal
        self.goal_role = goal_role
        return best if goal >= 0 else -LOST * rate

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
        budget: i64 = lot.budget[card]
        takes: i64 = state.takes[area]
        help = self.help(state, seat, area, budget)
        role: i64 = 0
        while free != 0:
            if free & 1 == 1:
                side: i64 = STAR if role < OFF_CARD else EXTRA
                value = self.odds.worth(side, rank, budget, help, self.bonus(state, area, role), takes, 0)
                if value > best:
                    best = value
                    self.goal_role = role
            free >>= 1
            role += 1
        return best

    def role_worth(self, state: DeadwoodRules, seat: i64) -> float:
        """What the role that a seat has still pays beyond the usual worth of the turns."""
        area: i64 = state.area[seat]
        role: i64 = state.role[seat]
        budget: i64 = self.lot.budget[state.scene[area]]
        side: i64 = STAR if role < OFF_CARD else EXTRA
        help = self.help(state, seat, area, budget)
        bonus = self.bonus(state, area, role)
        return self.odds.worth(side, state.rank[seat], budget, help, bonus, state.takes[area], state.chips[seat])

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

    def bonus(self, state: DeadwoodRules, area: i64, role: i64) -> float:
        """The expected bonus at the wrap."""
        lot = self.lot
        if role < OFF_CARD:
            return self.weights[FINISHED] * lot.on_bonus[lot.on_from[state.scene[area]] + role]
        rank = float(lot.off_rank[lot.off_from[area] + role - OFF_CARD])
        if state.filled[area] & (2**OFF_CARD - 1) != 0:
            return self.weights[FINISHED] * rank
        return self.weights[LATER_STAR] * rank

    def unseen_worth(self, rank: i64, area: i64) -> float:
        """The average over all cards of the best role there."""
        at: i64 = area * RANKS + rank
        if self.unseen[at] != UNKNOWN:
            return self.unseen[at]
        lot = self.lot
        takes: i64 = lot.takes[area]
        total = 0.0
        card: i64 = 0
        while card < lot.cards:
            budget: i64 = lot.budget[card]
            best = -self.rates[rank]  # nothing there: a turn lost
            place: i64 = lot.on_from[card]
            while place < lot.on_from[card + 1]:
                if lot.on_rank[place] <= rank:
                    bonus: float = self.weights[FINISHED] * lot.on_bonus[place]
                    best = max(best, self.odds.worth(STAR, rank, budget, 0, bonus, takes, 0))
                place += 1
            place = lot.off_from[area]
            while place < lot.off_from[area + 1]:
                if lot.off_rank[place] <= rank:
                    bonus = self.weights[LATER_STAR] * float(lot.off_rank[place])
                    best = max(best, self.odds.worth(EXTRA, rank, budget, 0, bonus, takes, 0))
                place += 1
            total += best
            card += 1
        self.unseen[at] = total / float(lot.cards) + self.weights[UNSEEN]
        return self.unseen[at]

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
        return self.weights[TURNS_PER_TAKE] * float(takes) / float(state.seats)

    def gain(self, state: DeadwoodRules, seat: i64, rank: i64, pay: i64, turns: float) -> float:
        """What a purchase gains until the end."""
        more = float(rank - state.rank[seat])
        price = float(self.lot.prices[2 * rank + pay])
        return more * (float(RANK_POINTS) + self.rank_worth(state) * max(0.0, turns)) - price

    def rank_worth(self, state: DeadwoodRules) -> float:
        """Points a turn for each rank."""
        return self.weights[RANK_WORTH] * TABLE_WORTH[state.seats]

    def best_purchase(self, state: DeadwoodRules, seat: i64, turns: float) -> i64:
        """The purchase that gains most with the present purse, as 2 * rank + currency; -1 if none gains."""
        best = 0.0
        choice: i64 = -1
        rank: i64 = state.rank[seat] + 1
        while rank <= codes.TOP_RANK:
            pay: i64 = 0
            while pay < 2:
                if state.can_buy(seat, rank, pay):
                    value = self.gain(state, seat, rank, pay, turns)
                    value -= self.weights[THRIFT] * float(self.lot.prices[2 * rank + pay])
                    if value > best:
                        best = value
                        choice = 2 * rank + pay
                pay += 1
            rank += 1
        return choice

    def later_purchase(self, state: DeadwoodRules, seat: i64, area: i64, turns: float) -> float:
        """What a purchase will gain after some work in an area."""
        way = self.lot.distance(area, self.lot.office)
        turns -= self.weights[AWAY] + float(way)
        bought = self.best_purchase(state, seat, turns)
        if bought < 0:
            return 0.0
        value = self.gain(state, seat, bought // 2, bought % 2, turns) - self.rates[state.rank[seat]] * float(way)
        return self.weights[HOLD] * max(0.0, value)

    def dream(self, state: DeadwoodRules, seat: i64, turns: float) -> float:
        """What a purse that is too small for a purchase counts towards it."""
        best = 0.0
        turns -= self.weights[AWAY]
        rank: i64 = state.rank[seat] + 1
        while rank <= codes.TOP_RANK:
            pay: i64 = 0
            while pay < 2:
                price: i64 = self.lot.prices[2 * rank + pay]
                owned: i64 = state.dollars[seat] if pay == codes.DOLLARS else state.credits[seat]
                if price > owned:
                    part = float(owned) / float(price)
                    value = self.gain(state, seat, rank, pay, turns) * part * part * self.weights[DREAM]
                    if value > best:
                        best = value
                pay += 1
            rank += 1
        return best

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
        """The score a seat can expect, but for what every actor earns."""
        rank: i64 = state.rank[seat]
        area: i64 = state.area[seat]
        points = float(state.score(seat)) + self.rank_worth(state) * float(rank - 1) * max(0.0, turns)
        if state.role[seat] != NO_ROLE:
            points += self.role_worth(state, seat)
            purchase = self.later_purchase(state, seat, area, turns)
        else:
            points += self.best_work(state, seat, rank, area, seat == state.mover and state.moved, -1.0)
            if seat != state.mover:
                points -= self.rates[rank]
            purchase = self.later_purchase(state, seat, area, turns)
        return points + max(purchase, self.dream(state, seat, turns))


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


def play_out(state: DeadwoodRules, habits: list[Habit], dice: Dice) -> None:
    """Play a game to its end, each seat by its own habit."""
    while state.mover != OVER:
        habits[state.mover].turn(state, dice)

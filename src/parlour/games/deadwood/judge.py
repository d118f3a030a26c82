"""How good a position of Deadwood looks, and how playouts play it.

Everything is measured in points of the final score: what a role still pays, what a turn is worth at a rank, what the
purse could buy, and how far away the office is.
"""

from __future__ import annotations

import math
from typing import Final

from mypy_extensions import i64

from parlour.core.bits import has, pack1, pack2
from parlour.core.dice import Dice
from parlour.core.state import OVER, Evaluator, Planner
from parlour.games.deadwood import codes, moves
from parlour.games.deadwood.planner import DeadwoodPlanner, habit_on
from parlour.games.deadwood.rules import DeadwoodRules, role_move
from parlour.games.deadwood.state import NO_ROLE, OFF_CARD, RANKS, WRAPPED_SET

# Tuned by letting the player play itself with one number changed.
TURNS_PER_TAKE: Final = 0
TURN_WORTH: Final = 1  # points a turn earns at rank 1
RANK_WORTH: Final = 2  # extra points per turn for each rank above 1
STEP_COST: Final = 3  # the extra cost of a turn without work
UNSEEN_WORTH: Final = 4  # what an unseen scene is worth
FINISHED: Final = 5  # how likely a scene is to wrap today
LATER_STAR: Final = 6  # how likely somebody is to take a role on the card
DREAM: Final = 7  # how much a purse counts while it is too small
NERVES: Final = 8  # the expected spread of the final scores: how little a lead is trusted
NERVES_TIME: Final = 9
AWAY: Final = 10  # turns until somebody with a role can go shopping
SHOP_COST: Final = 11  # what a turn on the way to the office costs
HOLD: Final = 12  # how much a possible purchase counts before it is made
NOTHING: Final = -99.0  # the worth of a wrapped set
WEIGHTS: list[float] = [3.3, 1.1, 0.13, 0.3, 1.2, 0.85, 0.35, 0.5, 1.5, 1.0, 1.5, 0.5, 0.85]


class Deadwood(DeadwoodRules):
    """Deadwood with an estimate of what money, rank and time are worth."""

    def blank(self) -> Deadwood:
        return Deadwood(self.lot, self.seats, self.days, self.stall_limit)

    def planner(self, dice: Dice, evaluator: Evaluator) -> Planner | None:
        """Whole turns by exact odds instead of the house's search."""
        return DeadwoodPlanner(self, dice, habit_on(self.lot, self.seats))

    # --- the judge ---

    def judge(self, seat: i64) -> float:
        return self.judge_all()[seat]

    def judge_all(self) -> list[float]:
        """Each seat's share of the win, by the score it can expect."""
        if self.mover == OVER:
            return self.payoffs()
        turns = self.turns_left()
        nerves = WEIGHTS[NERVES] + WEIGHTS[NERVES_TIME] * math.sqrt(turns)
        hopes: list[float] = []
        best = -1.0
        for seat in range(self.seats):
            hope = -1.0
            if not self.has_left(seat):
                hope = self.hope(seat, turns)
                if hope > best:
                    best = hope
            hopes.append(hope)
        total = 0.0
        for seat in range(self.seats):
            share = 0.0
            if not self.has_left(seat):
                share = math.exp(max(-30.0, (hopes[seat] - best) / nerves))
            hopes[seat] = share
            total += share
        for seat in range(self.seats):
            hopes[seat] = hopes[seat] / total
        return hopes

    def turns_left(self) -> float:
        """How many more turns each seat can expect."""
        takes: i64 = 0
        every: i64 = 0
        longest: i64 = 0
        area: i64 = 0
        while area < self.lot.sets:
            left: i64 = self.takes[area]
            takes += left
            if left > longest:
                longest = left
            every += self.lot.takes[area]
            area += 1
        takes += (self.days - self.day) * every - longest
        return WEIGHTS[TURNS_PER_TAKE] * float(takes) / float(self.seats)

    def hope(self, seat: i64, turns: float) -> float:
        """The score this seat can expect."""
        worth = self.turn_worth(seat)
        points = float(self.score(seat)) + turns * worth
        area: i64 = self.area[seat]
        far = float(self.lot.distance(area, self.lot.office))
        if self.role[seat] != NO_ROLE:
            points += self.role_worth(seat, area, self.role[seat], self.chips[seat], worth)
            return points + self.purse_worth(seat, turns, far + WEIGHTS[AWAY])
        # The mover can still take a role this turn; for anybody else that costs the next turn.
        lost: i64 = 1
        reach: i64 = 1
        if seat == self.mover:
            lost = 0
            if self.moved:
                reach = 0
        points += self.best_place(self.place_worths(seat, worth), area, lost, reach, worth)
        return points + self.purse_worth(seat, turns, far)

    def turn_worth(self, seat: i64) -> float:
        return WEIGHTS[TURN_WORTH] + WEIGHTS[RANK_WORTH] * float(self.rank[seat] - 1)

    def place_worths(self, seat: i64, worth: float) -> list[float]:
        """What this seat would find on each set."""
        values: list[float] = []
        there: i64 = 0
        while there < self.lot.sets:
            values.append(NOTHING if self.scene[there] == WRAPPED_SET else self.place_worth(seat, there, worth))
            there += 1
        return values

    def best_place(self, values: list[float], area: i64, lost: i64, reach: i64, worth: float) -> float:
        """The best work that can be reached from here, less the turns until it begins."""
        lot = self.lot
        best = -9.0
        step = worth + WEIGHTS[STEP_COST]
        there: i64 = 0
        while there < lot.sets:
            value = values[there]
            if value > best:
                way = lot.distance(area, there)
                turns: i64 = lost
                if way > reach:
                    turns += max(1, way - reach)
                value -= step * float(turns)
                if value > best:
                    best = value
            there += 1
        return best

    def place_worth(self, seat: i64, area: i64, worth: float) -> float:
        """The best role this seat could take on a set, as far as it is known."""
        if not has(self.face_up, area):
            return WEIGHTS[UNSEEN_WORTH]
        rank: i64 = self.rank[seat]
        lot = self.lot
        free = lot.on_open[self.scene[area] * RANKS + rank] | lot.off_open[area * RANKS + rank]
        free &= ~self.filled[area]
        best = -4.0
        role: i64 = 0
        while free != 0:
            if free & 1 == 1:
                value = self.role_worth(seat, area, role, 0, worth)
                if value > best:
                    best = value
            free >>= 1
            role += 1
        return best

    def role_worth(self, seat: i64, area: i64, role: i64, chips: i64, worth: float) -> float:
        """What a role still pays beyond the usual worth of the turns it takes."""
        lot = self.lot
        card: i64 = self.scene[area]
        budget: i64 = lot.budget[card]
        others = 0.0
        star = role < OFF_CARD
        other: i64 = 0
        while other < self.seats:
            if other != seat and self.area[other] == area and self.role[other] != NO_ROLE:
                others += skill(budget, self.chips[other])
                if self.role[other] < OFF_CARD:
                    star = True
            other += 1
        mine = skill(budget, chips)
        rounds = float(self.takes[area]) / (mine + others)
        finished = WEIGHTS[FINISHED]
        if self.scenes_left == 2:
            finished *= 0.7
        if role < OFF_CARD:
            gain = 2.0 * mine * rounds + finished * lot.on_bonus[lot.on_from[card] + role]
        else:
            gain = (1.0 + mine) * rounds
            rank = float(lot.off_rank[lot.off_from[area] + role - OFF_CARD])
            gain += finished * rank * (1.0 if star else WEIGHTS[LATER_STAR])
        return gain - worth * rounds

    def purse_worth(self, seat: i64, turns: float, away: float) -> float:
        """What the best purchase would gain after walking there; less while the purse is too small."""
        best = 0.0
        rank: i64 = self.rank[seat] + 1
        while rank <= codes.TOP_RANK:
            gain = self.purchase_worth(seat, rank, turns - away)
            pay: i64 = 0
            while pay < 2:
                price: i64 = self.lot.prices[2 * rank + pay]
                if price > 0:
                    owned: i64 = self.dollars[seat] if pay == codes.DOLLARS else self.credits[seat]
                    surplus = gain - float(price) - WEIGHTS[SHOP_COST] * away
                    if owned < price:
                        part = float(owned) / float(price)
                        surplus *= part * part * WEIGHTS[DREAM]
                    else:
                        surplus *= WEIGHTS[HOLD]
                    if surplus > best:
                        best = surplus
                pay += 1
            rank += 1
        return best

    def purchase_worth(self, seat: i64, rank: i64, turns: float) -> float:
        more = float(rank - self.rank[seat])
        return more * (5.0 + WEIGHTS[RANK_WORTH] * max(0.0, turns))

    # --- how playouts play ---

    def candidates(self) -> list[i64]:
        """All moves, but no ending the turn before walking."""
        legal = self.moves()
        if len(legal) > 1 and not self.moved and legal[len(legal) - 1] == moves.END_TURN:
            legal.pop()
        return legal

    def playout_move(self, dice: Dice) -> i64:
        """Usually the best move for this seat alone, now and then a random one."""
        if dice.below(32) == 0:
            return self.random_move(dice)
        seat = self.mover
        if self.role[seat] != NO_ROLE:
            return self.work(seat)
        return self.plan(seat)

    def work(self, seat: i64) -> i64:
        """Rehearse while that shortens the scene; extras seldom do, because they are paid even for a cut."""
        budget = self.budget_of(seat)
        chips: i64 = self.chips[seat]
        if chips >= budget - 1:
            return moves.ACT
        faces: i64 = 7 - budget + chips
        area: i64 = self.area[seat]
        helpers: i64 = 1
        other: i64 = 0
        while other < self.seats:
            if other != seat and self.area[other] == area and self.role[other] != NO_ROLE:
                helpers += 1
            other += 1
        limit: i64 = faces * (faces + 1) * helpers
        if self.role[seat] >= OFF_CARD:
            limit *= 3
        return moves.REHEARSE if 6 * self.takes[area] > limit else moves.ACT

    def plan(self, seat: i64) -> i64:
        """Buy, take a role, walk or stay: whatever the judge rates best for this seat."""
        lot = self.lot
        area: i64 = self.area[seat]
        turns = self.turns_left()
        worth = self.turn_worth(seat)
        far = float(lot.distance(area, lot.office))
        if area == lot.office:
            bought = self.shopping(seat, turns)
            if bought >= 0:
                return bought
        values = self.place_worths(seat, worth)
        # Staying costs a turn.
        best = self.best_place(values, area, 1, 1, worth) + self.purse_worth(seat, turns, far)
        choice: i64 = moves.END_TURN
        free = self.free_roles(seat)
        if free != 0:
            purse = self.purse_worth(seat, turns, far + WEIGHTS[AWAY])
            role: i64 = 0
            while free != 0:
                if free & 1 == 1:
                    value = self.role_worth(seat, area, role, 0, worth) + purse
                    if value > best:
                        best = value
                        choice = role_move(role)
                free >>= 1
                role += 1
        if not self.moved:
            place: i64 = lot.near_from[area]
            while place < lot.near_from[area + 1]:
                there: i64 = lot.near[place]
                value = self.best_place(values, there, 0, 0, worth)
                value += self.purse_worth(seat, turns, float(lot.distance(there, lot.office)))
                if value > best:
                    best = value
                    choice = pack1(moves.MOVE, lot.codes[there])
                place += 1
        return choice

    def shopping(self, seat: i64, turns: float) -> i64:
        """The best purchase that beats waiting for a better one, or -1."""
        best = self.purse_worth(seat, turns, WEIGHTS[AWAY] + 2.0)
        choice: i64 = -1
        rank: i64 = self.rank[seat] + 1
        while rank <= codes.TOP_RANK:
            pay: i64 = 0
            while pay < 2:
                if self.can_buy(seat, rank, pay):
                    surplus = self.purchase_worth(seat, rank, turns) - float(self.lot.prices[2 * rank + pay])
                    if surplus > best:
                        best = surplus
                        choice = pack2(moves.UPGRADE, rank, codes.CREDITS if pay == 1 else codes.DOLLARS)
                pay += 1
            rank += 1
        return choice


def skill(budget: i64, chips: i64) -> float:
    """The chance of a take, assuming a little rehearsing in hard scenes."""
    faces: i64 = 7 - budget + chips
    if faces > 6:
        faces = 6
    if faces < 3:
        return 0.4
    return float(faces) / 6.0

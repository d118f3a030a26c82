"""How good a position of MonoGwent is, and how playouts play it.

Cards are the currency: a player who wins a round with fewer cards has the upper hand in the next. So the judge weighs
lives and the cards left after this round in three scenarios: I stop now and my rival answers as well as possible; my
rival stops now and I answer; or we both play on.
"""

from __future__ import annotations

import math
from typing import Final

from mypy_extensions import i64

from parlour.core.bits import bit, first, kind_of, pack1, pack2, second
from parlour.core.dice import Dice
from parlour.core.state import OVER, Evaluator, Planner
from parlour.games.monogwent import moves
from parlour.games.monogwent.rules import Rules
from parlour.games.monogwent.state import BOOST, EMPTY, GOLD, SILVER, WEATHER, Side

OUT_OF_REACH: Final = 1_000_000

# Points are tenths, as in `Cards.worth`.
LAST_ROUND: Final = 70.0  # how many points in hand, or in hand and on the table, decide a last round
ROUND_AHEAD: Final = 105.0  # what a lead of one round is worth
GAME_AHEAD: Final = 70.0  # how many points decide a game with such a lead
THIS_ROUND: Final = 80.0  # how many points on the table decide a round that goes on
COMMITTED: Final = 0.5  # how much of a hand goes into it
WINNERS_PRICE: Final = 30.0  # what its winner usually spends beyond that


def chance(points: float, scale: float) -> float:
    return 1.0 / (1.0 + math.exp(-points / scale))


def price_of(gains: list[i64], worths: list[i64], need: i64) -> tuple[i64, i64]:
    """The worth and number of cards needed to gain this much at once: the largest gains, then the cheapest card that
    is enough. No cards: it is out of reach. Uses up `gains`."""
    n: i64 = len(gains)
    price: i64 = 0
    used: i64 = 0
    while True:
        cheapest: i64 = -1
        largest: i64 = -1
        i: i64 = 0
        while i < n:
            gain: i64 = gains[i]
            if gain >= need:
                if cheapest < 0 or worths[i] < worths[cheapest]:
                    cheapest = i
            elif gain > 0 and (largest < 0 or gain > gains[largest]):
                largest = i
            i += 1
        used += 1
        if cheapest >= 0:
            return price + worths[cheapest], used
        if largest < 0:
            return 0, 0
        price += worths[largest]
        need -= gains[largest]
        gains[largest] = 0


class Gwent(Rules):
    """MonoGwent with a judgement of positions."""

    def blank(self, side0: Side, side1: Side) -> Gwent:
        return Gwent(self.cards, self.power[:], self.row[:], side0, side1, self)

    def planner(self, dice: Dice, evaluator: Evaluator) -> Planner | None:
        from parlour.games.monogwent.planner import GwentPlanner  # which plays positions of this class

        return GwentPlanner(self, dice)

    # --- guessing ---

    def settle(self, seat: i64) -> None:
        """Hidden copies of a card are drawn in order of number; not with a script, which may make copies differ."""
        if self.cards.script is not None or self.round == 0:
            return
        own = self.side(seat)
        rival = self.side(1 - seat)
        self.sort_copies(own.deck)
        place: i64 = len(rival.deck)
        unseen = rival.deck[:]
        i: i64 = len(rival.hand) - 1
        while i >= 0:
            if len(self.known) == 0 or not self.is_known(rival.hand[i]):
                unseen.append(rival.hand[i])
            i -= 1
        self.sort_copies(unseen)
        rival.deck = unseen[:place]
        top: i64 = len(unseen) - 1
        i = 0
        n: i64 = len(rival.hand)
        while i < n:
            if len(self.known) == 0 or not self.is_known(rival.hand[i]):
                rival.hand[i] = unseen[top]
                top -= 1
            i += 1

    def sort_copies(self, cards: list[i64]) -> None:
        """Among copies of a card the lowest number goes to the end, where it is drawn first."""
        n: i64 = len(cards)
        i: i64 = n - 1
        while i > 0:
            card: i64 = cards[i]
            j: i64 = i - 1
            while j >= 0:
                other: i64 = cards[j]
                if other < card and self.cards.number[other] == self.cards.number[card]:
                    cards[i] = other
                    cards[j] = card
                    card = other
                j -= 1
            i -= 1

    # --- judging ---

    def judge(self, seat: i64) -> float:
        if self.mover == OVER:
            return self.payoffs()[seat]
        own = float(self.hand_worth(seat))
        theirs = float(self.hand_worth(1 - seat))
        if self.round == 0:
            return chance(own - theirs, LAST_ROUND)
        lead = self.total(seat) - self.total(1 - seat)
        if self.side(1 - seat).passed:
            return self.answer(seat, lead, own, theirs)
        if self.side(seat).passed:
            return 1.0 - self.answer(1 - seat, -lead, theirs, own)
        going_on = self.going_on(seat, lead, own, theirs)
        if self.mover == seat:
            stopping = 1.0 - self.answer(1 - seat, -lead, theirs, own)
            return max(stopping, going_on)
        rival_stops = self.answer(seat, lead, own, theirs)
        return min(rival_stops, going_on)

    def judge_all(self) -> list[float]:
        own = self.judge(0)
        return [own, 1.0 - own]

    def hand_worth(self, seat: i64) -> i64:
        side = self.side(seat)
        worth: i64 = 0
        for card in side.hand:
            worth += self.cards.worth[card]
        if not side.leader_used:
            worth += self.cards.leader_worth[seat]
        if self.round == 0 and self.chosen == bit(seat):
            worth += self.redraw_worth(side)
        return worth

    def redraw_worth(self, side: Side) -> i64:
        """The average worth of the replacements, less that of the cards given back."""
        if len(side.deck) == 0:
            return 0
        average: i64 = 0
        for card in side.deck:
            average += self.cards.worth[card]
        average //= len(side.deck)
        gain: i64 = 0
        if self.pick0 != EMPTY:
            gain += average - self.cards.worth[self.pick0]
        if self.pick1 != EMPTY:
            gain += average - self.cards.worth[self.pick1]
        return gain

    def prospects(self, lives: i64, rival_lives: i64, ahead: float) -> float:
        """The share of wins with these lives and this lead in hand, before a new round."""
        if lives == 0 or rival_lives == 0:
            if lives > 0:
                return 1.0
            return 0.0 if rival_lives > 0 else 0.5
        if lives == rival_lives:
            return chance(ahead, LAST_ROUND)
        if lives > rival_lives:
            return chance(ahead + ROUND_AHEAD, GAME_AHEAD)
        return chance(ahead - ROUND_AHEAD, GAME_AHEAD)

    def after_round(self, seat: i64, won: i64, ahead: float) -> float:
        """The prospects after this round is won (1), drawn (0) or lost (-1)."""
        lives = self.side(seat).lives
        rival_lives = self.side(1 - seat).lives
        if won <= 0:
            lives -= 1
        if won >= 0:
            rival_lives -= 1
        return self.prospects(lives, rival_lives, ahead)

    def answer(self, seat: i64, lead: i64, own: float, theirs: float) -> float:
        """The rival stops: concede the round, or pay what it takes to win it."""
        if lead > 0:
            return self.after_round(seat, 1, own - theirs)
        best = self.after_round(seat, -1 if lead < 0 else 0, own - theirs)
        cost = self.cost_to_gain(seat, 1 - lead)
        if cost < OUT_OF_REACH:
            best = max(best, self.after_round(seat, 1, own - float(cost) - theirs))
        return best

    def going_on(self, seat: i64, lead: i64, own: float, theirs: float) -> float:
        ahead = own - theirs
        points = 10.0 * float(lead)
        if self.side(seat).lives == 1 and self.side(1 - seat).lives == 1:
            return chance(points + ahead, LAST_ROUND)
        p = chance(points + COMMITTED * ahead, THIS_ROUND)
        won = self.after_round(seat, 1, ahead - WINNERS_PRICE)
        lost = self.after_round(seat, -1, ahead + WINNERS_PRICE)
        return p * won + (1.0 - p) * lost

    # --- reach ---

    def cost_to_gain(self, seat: i64, need: i64) -> i64:
        """The worth of the cards needed to gain this many points at once, or OUT_OF_REACH."""
        gains: list[i64] = []
        worths: list[i64] = []
        for card in self.side(seat).hand:
            gains.append(self.gain(seat, card))
            worths.append(self.cards.worth[card])
        cost, cards = price_of(gains, worths, need)
        return cost if cards > 0 else OUT_OF_REACH

    def gain(self, seat: i64, card: i64) -> i64:
        """How much a card in hand would change the difference on the table, ignoring effects."""
        kind: i64 = self.cards.kind[card]
        if kind == GOLD:
            return self.cards.printed[card]
        rows: i64 = self.cards.rows[card]
        best: i64 = 0
        row: i64 = 0
        while row < 3:
            if (rows >> row) & 1 == 1:
                gain: i64 = 0
                if kind == SILVER:
                    gain = self.silver_strength(seat, card, row)
                elif kind == WEATHER:
                    gain = self.weather_gain(seat, row)
                elif kind == BOOST:
                    gain = self.boost_gain(seat, row)
                if gain > best:
                    best = gain
            row += 1
        return best

    def weather_gain(self, seat: i64, row: i64) -> i64:
        if self.weather[row] != EMPTY:
            return 0
        return self.frost_loss(1 - seat, row) - self.frost_loss(seat, row)

    def frost_loss(self, seat: i64, row: i64) -> i64:
        """How much power weather would take from a row."""
        loss: i64 = 0
        for card in self.side(seat).field:
            if self.row[card] == row and self.cards.kind[card] == SILVER:
                v = self.strength(seat, card)
                if v > 1:
                    loss += v - 1
        return loss

    def boost_gain(self, seat: i64, row: i64) -> i64:
        if self.side(seat).boosts[row] != EMPTY or self.weather[row] != EMPTY:
            return 0
        units: i64 = 0
        for card in self.side(seat).field:
            if self.row[card] == row and self.cards.kind[card] == SILVER:
                units += 1
        return units

    # --- choosing ---

    def candidates(self) -> list[i64]:
        """One move for identical copies; in the mulligan only the least valuable cards are given back."""
        if self.mover == OVER:
            return self.moves()
        if self.round == 0:
            return self.redraw_candidates()
        seat = self.mover
        side = self.side(seat)
        kept: list[i64] = [moves.PASS]
        if self.leader_ready(seat):
            kept.append(moves.LEADER)
        rival_stopped = self.side(1 - seat).passed
        safe = rival_stopped and self.total(seat) > self.total(1 - seat)
        i: i64 = 0
        n: i64 = len(side.hand)
        while i < n:
            card: i64 = side.hand[i]
            if self.is_first_alike(side.hand, i):
                ways = self.ways_to_play(side, card)
                way: i64 = 0
                while way < ways:
                    move = self.way_to_play(side, card, way)
                    # once the round is won, only getting a unit back can be worth a card
                    if (not safe or kind_of(move) == moves.SWAP) and self.is_sensible(seat, move):
                        kept.append(move)
                    way += 1
            i += 1
        return kept

    def is_first_alike(self, cards: list[i64], place: i64) -> bool:
        card: i64 = cards[place]
        i: i64 = 0
        while i < place:
            other: i64 = cards[i]
            if self.cards.number[other] == self.cards.number[card] and self.power[other] == self.power[card]:
                return False
            i += 1
        return True

    def is_sensible(self, seat: i64, move: i64) -> bool:
        """Not a row in which the unit counts less than in another, and no weather or boost that does nothing."""
        kind = kind_of(move)
        card = first(move)
        if kind == moves.SWAP:
            return self.is_first_target(seat, card, second(move))
        if kind != moves.PLAY:
            return True
        row = second(move)
        card_kind: i64 = self.cards.kind[card]
        if card_kind == SILVER:
            here = self.silver_strength(seat, card, row)
            other: i64 = 0
            while other < 3:
                if (self.cards.rows[card] >> other) & 1 == 1 and self.silver_strength(seat, card, other) > here:
                    return False
                other += 1
            return True
        if card_kind == WEATHER:
            return self.weather_gain(seat, row) > 0
        if card_kind == BOOST:
            return self.boost_gain(seat, row) > 0 or self.weather[row] == EMPTY
        return True

    def is_first_target(self, seat: i64, decoy: i64, target: i64) -> bool:
        """Of identical units in a row only the first needs to be considered."""
        for other in self.side(seat).field:
            if other == target:
                return True
            if (
                self.cards.number[other] == self.cards.number[target]
                and self.power[other] == self.power[target]
                and self.row[other] == self.row[target]
            ):
                return False
        return True

    def redraw_candidates(self) -> list[i64]:
        """Keep, or give back one or two of the four least valuable cards."""
        hand = self.side(self.mover).hand
        low: list[i64] = []  # indices in the hand, least valuable first
        i: i64 = 0
        n: i64 = len(hand)
        while i < n:
            at: i64 = 0
            while at < len(low) and self.cards.worth[hand[low[at]]] <= self.cards.worth[hand[i]]:
                at += 1
            low.insert(at, i)
            i += 1
        kept: list[i64] = [moves.KEEP]
        i = 0
        while i < 4 and i < n:
            kept.append(pack1(moves.REDRAW, hand[low[i]]))
            j: i64 = i + 1
            while j < 4 and j < n:
                a: i64 = low[i]
                b: i64 = low[j]
                kept.append(pack2(moves.REDRAW_TWO, hand[min(a, b)], hand[max(a, b)]))
                j += 1
            i += 1
        return kept

    def playout_move(self, dice: Dice) -> i64:
        """The best move at first glance: expensive, but a playout that passes badly says nothing about this game."""
        if self.round == 0:
            return moves.KEEP
        options = self.candidates()
        best: i64 = options[0]
        n: i64 = len(options)
        if n == 1:
            return best
        seat = self.mover
        most = -1.0
        i: i64 = 0
        while i < n:
            move: i64 = options[i]
            after = self.copy()
            after.play(move, dice)
            value = after.judge(seat)
            if value > most:
                most = value
                best = move
            i += 1
        return best

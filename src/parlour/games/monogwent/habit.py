"""How an experienced player of MonoGwent plays without thinking: every move is scored by what a glance tells.

A habit looks at what its seat may know and no further: of the rival's hand it counts the cards, and knows on average
what has not been seen. So the planner can let both sides play on by habit, and neither of them peeks. How much each
thing it looks at counts was learned by playing against itself (practice.py); the weights are in habit.json.
"""

from __future__ import annotations

import json
import math
from importlib.resources import files
from typing import Final

from mypy_extensions import i64

from parlour.core.bits import pack1, pack2
from parlour.core.dice import WORDS, Dice
from parlour.games.monogwent import effects, moves
from parlour.games.monogwent.judge import Gwent, price_of
from parlour.games.monogwent.outlook import group
from parlour.games.monogwent.state import BOOST, DECOY, DISPEL, EMPTY, GOLD, HAND_CAP, SILVER, WEATHER, Side

# What a glance at a move tells.
GAIN: Final = 0  # how the difference on the table changes
LARGE_GAIN: Final = 1
OVERTAKES: Final = 2
OVERKILL: Final = 3  # points beyond those needed, once the rival has passed
SILVER_POWER: Final = 4
GOLD_POWER: Final = 5
KINDS: Final = 6  # silver, gold, decoy, weather, dispel, boost
EFFECT: Final = 12  # draw, average, rival's weakest, strongest, emptiest row, boost, weather, copies, script
LEADERS: Final = 21  # draw, rival's weakest, recover, script
RECOVERED: Final = 25  # what the recovered card is worth
CROWDED: Final = 26  # what weather could take from the row already
LOST_TO_WEATHER: Final = 27
BOOSTABLE: Final = 28  # silver units in hand for the boosted row
COPIES: Final = 29  # further copies in hand of a unit that gathers
TAKEN_BACK: Final = 30  # the power of the unit that a decoy takes back
DRAWS_AGAIN: Final = 31
OUT_OF_WEATHER: Final = 32  # what it counts more elsewhere
ACTS_AGAIN: Final = 33
OWN_FROST: Final = 34  # power in hand that is bound for the row under weather
STRONGEST_FIRST: Final = 35  # the gain, if the rival has passed and no single card is enough
WITH_FULL_HAND: Final = 36
GAIN_WHEN_BEHIND: Final = 37

# What a glance tells about passing.
PASSING: Final = 40
LEAD: Final = 41  # eleven bands
OWN_CARDS: Final = 52
RIVAL_CARDS: Final = 53
OWN_WORTH: Final = 54
RIVAL_WORTH: Final = 55
FULL_HAND: Final = 56  # cards that the next draw would lose
LEAD_AND_HANDS: Final = 57
PRICE: Final = 58  # of the cards that would win the round at once
OUT_OF_REACH: Final = 59
CARDS_NEEDED: Final = 60
OWN_REACH: Final = 61
ROUND_ONE: Final = 62
RIVAL_FULL_HAND: Final = 63
EXPOSED: Final = 64  # what one weather could take from us
RIVAL_LEADER: Final = 65
OWN_LEADER: Final = 66
AHEAD_IN_CARDS: Final = 67  # while leading
RIVAL_CARDS_TO_COME: Final = 68  # while leading
BEHIND_IN_CARDS: Final = 69  # while trailing
TIE_IS_MINE: Final = 70
LEAD_FINE: Final = 71

# More about a move.
WEATHER_LATER: Final = 72  # the rival's cards to come, for a weather, the leader, a decoy, an effect that removes
LEADER_LATER: Final = 73
DECOY_LATER: Final = 74
REMOVAL_LATER: Final = 75
GAIN_LATER: Final = 76
SILVER_LATER: Final = 77  # one's own cards to come, by the power of the unit
GOLD_LATER: Final = 78
LEAD_AFTER: Final = 79  # three bands

# More about passing.
LEAD_AND_CARDS: Final = 82  # how many more cards we have, by five bands of the lead
CARDS_TO_OVERTAKE: Final = 87  # that an average rival's hand needs
BEST_GAIN: Final = 88
IDLE_CARDS: Final = 89
WORTH_AHEAD: Final = 90  # while leading; while trailing
LEAD_FOR_EACH: Final = 92  # of the rival's cards
NO_CARDS: Final = 93  # of the rival

FEATURES: Final = 94
SITUATIONS: Final = 8  # the lives of both sides, and whether the rival has passed
KEEP_WORTH: Final = 38  # in the mulligan, cards of this worth or more stay

MOST_GAIN: Final = 40  # scripts may write larger numbers than any that were learned from
MOST_POWER: Final = 15


def within(n: i64, limit: i64) -> i64:
    if n > limit:
        return limit
    return n if n > -limit else -limit


class Habit:
    """Scores the mover's moves, and draws one: the likelier, the better it looks."""

    def __init__(self, weights: list[float]) -> None:
        self.weights: list[float] = weights
        self.base: i64 = 0  # where the weights for the present situation begin
        self.options: list[i64] = []
        self.scores: list[float] = []
        self.score: float = 0.0
        # the table in numbers: seat 0's rows, then seat 1's
        self.losses: list[i64] = [0] * 6  # what weather takes from the silver units
        self.silvers: list[i64] = [0] * 6
        self.counts: list[i64] = [0] * 6  # cards
        self.removable: list[i64] = [0] * 6  # the strength of silver units
        self.lead: i64 = 0
        self.gains: list[i64] = []  # the best gain of each different card in hand
        self.worths: list[i64] = []
        self.rival_cards: float = 0.0
        # for practice
        self.practising: bool = False
        self.seen: list[i64] = []  # features, one after the other, with their values
        self.values: list[float] = []
        self.starts: list[i64] = []  # where those of each option begin
        self.slope: list[float] = []  # of the logarithm of the chance of what was chosen

    # --- choosing ---

    def choose(self, state: Gwent, dice: Dice) -> i64:
        """What the mover does here out of habit."""
        if state.round == 0:
            return self.redraw(state)
        self.look(state)
        n: i64 = len(self.options)
        if n == 1:
            return self.options[0]
        scores = self.scores
        best: float = scores[0]
        i: i64 = 1
        while i < n:
            score: float = scores[i]
            if score > best:
                best = score
            i += 1
        total = 0.0
        i = 0
        while i < n:
            share = math.exp(scores[i] - best)
            scores[i] = share
            total += share
            i += 1
        left = total * (float(dice.next32()) / float(WORDS))
        i = 0
        while i < n - 1:
            left -= scores[i]
            if left < 0.0:
                break
            i += 1
        if self.practising:
            self.learn(i, total)
        return self.options[i]

    def chance(self, state: Gwent, move: i64) -> float:
        """How likely the mover is to do this out of habit."""
        self.look(state)
        total = 0.0
        found = 0.0
        best = max(self.scores)
        i: i64 = 0
        n: i64 = len(self.options)
        while i < n:
            share = math.exp(self.scores[i] - best)
            total += share
            if self.options[i] == move:
                found = share
            i += 1
        return found / total

    def redraw(self, state: Gwent) -> i64:
        """Give back the two least valuable cards, if they are worth little."""
        hand = state.side(state.mover).hand
        a: i64 = EMPTY
        b: i64 = EMPTY
        for card in hand:
            worth: i64 = state.cards.worth[card]
            if worth >= KEEP_WORTH:
                continue
            if a == EMPTY or worth < state.cards.worth[a]:
                b = a
                a = card
            elif b == EMPTY or worth < state.cards.worth[b]:
                b = card
        if a == EMPTY:
            return moves.KEEP
        if b == EMPTY:
            return pack1(moves.REDRAW, a)
        for card in hand:
            if card == a:
                return pack2(moves.REDRAW_TWO, a, b)
            if card == b:
                return pack2(moves.REDRAW_TWO, b, a)
        return moves.KEEP

    # --- looking ---

    def look(self, state: Gwent) -> None:
        """Score everything that the mover may sensibly do."""
        seat = state.mover
        side = state.side(seat)
        rival = state.side(1 - seat)
        lives: i64 = 0
        if side.lives == 1:
            lives += 2
        if rival.lives == 1:
            lives += 1
        self.base = FEATURES * (2 * lives + (1 if rival.passed else 0))
        self.options = []
        self.scores = []
        self.gains = []
        self.worths = []
        if self.practising:
            self.seen = []
            self.values = []
            self.starts = []
        self.count_table(state, seat)
        self.rival_cards = 0.2 * float(len(rival.hand))
        safe = rival.passed and self.lead > 0
        if state.leader_ready(seat):
            self.look_at_leader(state, seat)
        hand = side.hand
        n: i64 = len(hand)
        i: i64 = 0
        while i < n:
            card: i64 = hand[i]
            if state.is_first_alike(hand, i):
                kind: i64 = state.cards.kind[card]
                if kind == DECOY:
                    self.look_at_swaps(state, seat, card)
                elif not safe:
                    self.look_at_card(state, seat, side, card, kind, i)
            i += 1
        self.look_at_passing(state, seat, side, rival)

    def put(self, feature: i64, value: float) -> None:
        self.score += self.weights[self.base + feature] * value
        if self.practising:
            self.seen.append(feature)
            self.values.append(value)

    def begin(self, move: i64) -> None:
        self.options.append(move)
        self.score = 0.0
        if self.practising:
            self.starts.append(len(self.seen))

    def end(self) -> None:
        self.scores.append(self.score)

    def count_table(self, state: Gwent, seat: i64) -> None:
        cards = state.cards
        place: i64 = 0
        while place < 6:
            self.losses[place] = 0
            self.silvers[place] = 0
            self.counts[place] = 0
            self.removable[place] = 0
            place += 1
        lead: i64 = 0
        who: i64 = 0
        while who < 2:
            side = state.side(who)
            power: i64 = 0
            for card in side.field:
                row: i64 = state.row[card]
                place = 3 * who + row
                self.counts[place] += 1
                kind: i64 = cards.kind[card]
                if kind == GOLD:
                    power += cards.printed[card]
                elif kind == SILVER:
                    v: i64 = state.power[card]
                    if side.boosts[row] != EMPTY:
                        v += 1
                    self.silvers[place] += 1
                    if v > 1:
                        self.losses[place] += v - 1
                        if state.weather[row] != EMPTY:
                            v = 1
                    self.removable[place] += v
                    power += v
            lead += power if who == seat else -power
            who += 1
        self.lead = lead

    def look_at_card(self, state: Gwent, seat: i64, side: Side, card: i64, kind: i64, place: i64) -> None:
        """The best rows for a card; weather and boosts only where they do something."""
        rows: i64 = state.cards.rows[card]
        if kind == DISPEL and rows == 0:
            if state.any_weather():
                gain: i64 = 0
                row: i64 = 0
                while row < 3:
                    if state.weather[row] != EMPTY:
                        gain += self.losses[3 * seat + row] - self.losses[3 * (1 - seat) + row]
                    row += 1
                self.look_at_play(state, seat, side, card, kind, place, 0, pack1(moves.CLEAR, card), gain)
                self.gains.append(gain)
                self.worths.append(state.cards.worth[card])
            return
        most: i64 = -1000000
        row = 0
        here: list[i64] = [most, most, most]
        while row < 3:
            if state.can_play(side, card, kind, row):
                gain = self.gain(state, seat, card, kind, row)
                here[row] = gain
                if gain > most:
                    most = gain
            row += 1
        if most == -1000000:
            return
        self.gains.append(most)
        self.worths.append(state.cards.worth[card])
        unit = kind <= GOLD
        row = 0
        while row < 3:
            gain = here[row]
            if gain > -1000000 and (gain == most if unit else self.does_something(state, seat, kind, row, gain)):
                move = pack2(moves.PLAY, card, row)
                self.look_at_play(state, seat, side, card, kind, place, row, move, gain)
            row += 1

    def does_something(self, state: Gwent, seat: i64, kind: i64, row: i64, gain: i64) -> bool:
        if kind == BOOST:
            return state.weather[row] == EMPTY
        return gain > 0

    def look_at_play(
        self, state: Gwent, seat: i64, side: Side, card: i64, kind: i64, place: i64, row: i64, move: i64, gain: i64
    ) -> None:
        cards = state.cards
        self.begin(move)
        self.look_at_gain(state, seat, gain)
        power = float(within(state.power[card], MOST_POWER))
        self.put(KINDS + kind, 1.0)
        if kind == SILVER:
            self.put(SILVER_POWER, 0.2 * power)
            self.put(SILVER_LATER, 0.04 * power * float(len(side.hand)))
            self.put(CROWDED, 0.1 * float(within(self.losses[3 * seat + row], MOST_GAIN)))
            if state.weather[row] != EMPTY:
                self.put(LOST_TO_WEATHER, 0.2 * (power - 1.0))
        elif kind == GOLD:
            self.put(GOLD_POWER, 0.2 * power)
            self.put(GOLD_LATER, 0.2 * float(len(side.hand)))
        elif kind != DISPEL:  # a boost or weather
            bound: i64 = 0
            frozen: i64 = 0
            for other in side.hand:
                rows: i64 = cards.rows[other]
                if cards.kind[other] == SILVER and (rows >> row) & 1 == 1:
                    bound += 1
                    if rows == (rows >> row) << row and (rows >> row) == 1:
                        frozen += state.power[other]
            if kind == BOOST:
                self.put(BOOSTABLE, 0.5 * float(bound))
            else:
                self.put(OWN_FROST, 0.2 * float(within(frozen, MOST_GAIN)))
                self.put(WEATHER_LATER, self.rival_cards)
        if len(side.hand) >= HAND_CAP - 1:
            self.put(WITH_FULL_HAND, 1.0)
        effect: i64 = cards.effect[card]
        if effect != effects.NO_EFFECT:
            self.put(EFFECT + group(effect), 1.0)
            if effect > effects.DRAW_CARD and effect < effects.SET_BOOST:
                self.put(REMOVAL_LATER, self.rival_cards)
            if effect == effects.MULTIPLY_BY_COPIES:
                copies: i64 = -1
                for other in side.hand:
                    if cards.number[other] == cards.number[card]:
                        copies += 1
                self.put(COPIES, float(copies))
        self.end()

    def look_at_gain(self, state: Gwent, seat: i64, gain: i64) -> None:
        points = within(gain, MOST_GAIN)
        lead = self.lead
        self.put(GAIN, 0.2 * float(points))
        if points > 8:
            self.put(LARGE_GAIN, 0.2 * float(points - 8))
        self.put(GAIN_LATER, 0.2 * float(points) * self.rival_cards)
        after = lead + gain
        if after > 0:
            self.put(LEAD_AFTER + (0 if after < 8 else 1 if after < 15 else 2), 1.0)
        if lead <= 0:
            if lead + gain > 0:
                self.put(OVERTAKES, 1.0)
                if state.side(1 - seat).passed:
                    self.put(OVERKILL, 0.2 * float(within(lead + gain - 1, MOST_GAIN)))
            else:
                if state.side(1 - seat).passed:
                    self.put(STRONGEST_FIRST, 0.2 * float(points))
                self.put(GAIN_WHEN_BEHIND, 0.2 * float(points))

    def look_at_swaps(self, state: Gwent, seat: i64, decoy: i64) -> None:
        cards = state.cards
        for target in state.side(seat).field:
            if not state.can_swap(decoy, target) or not state.is_first_target(seat, decoy, target):
                continue
            loss = state.strength(seat, target)
            if state.side(1 - seat).passed and self.lead > 0 and self.lead - loss <= 0:
                continue
            self.begin(pack2(moves.SWAP, decoy, target))
            self.look_at_gain(state, seat, -loss)
            self.put(KINDS + DECOY, 1.0)
            self.put(DECOY_LATER, self.rival_cards)
            power = within(cards.printed[target], MOST_POWER)
            self.put(TAKEN_BACK, 0.2 * float(power))
            if state.weather[state.row[target]] != EMPTY:
                self.put(OUT_OF_WEATHER, 0.2 * float(power - loss))
            effect: i64 = cards.effect[target]
            if effect == effects.DRAW_CARD:
                self.put(DRAWS_AGAIN, 1.0)
            elif effect != effects.NO_EFFECT:
                self.put(ACTS_AGAIN, 1.0)
            self.end()

    def look_at_leader(self, state: Gwent, seat: i64) -> None:
        self.begin(moves.LEADER)
        effect: i64 = state.cards.leader_effect[seat]
        gain: i64 = 0
        if effect == effects.REMOVE_RIVAL_WEAKEST:
            gain = self.weakest(state, 1 - seat)
            self.put(LEADERS + 1, 1.0)
            self.gains.append(gain)
            self.worths.append(state.cards.leader_worth[seat])
        elif effect == effects.RECOVER_LAST_DISCARDED:
            self.put(LEADERS + 2, 1.0)
            grave = state.side(seat).grave
            self.put(RECOVERED, 0.01 * float(within(state.cards.worth[grave[len(grave) - 1]], 200)))
        elif effect == effects.DRAW_CARD:
            self.put(LEADERS, 1.0)
        else:
            self.put(LEADERS + 3, 1.0)
        self.put(LEADER_LATER, self.rival_cards)
        if len(state.side(seat).hand) >= HAND_CAP:
            self.put(WITH_FULL_HAND, 1.0)
        self.look_at_gain(state, seat, gain)
        self.end()

    def look_at_passing(self, state: Gwent, seat: i64, side: Side, rival: Side) -> None:
        self.begin(moves.PASS)
        lead = self.lead
        self.put(PASSING, 1.0)
        self.put(LEAD + band(lead), 1.0)
        self.put(LEAD_FINE, 0.1 * float(within(lead, MOST_GAIN)))
        own_cards = float(len(side.hand))
        rival_cards = float(len(rival.hand))
        self.put(OWN_CARDS, 0.2 * own_cards)
        self.put(RIVAL_CARDS, 0.2 * rival_cards)
        own_worth = 0.0
        for card in side.hand:
            own_worth += float(state.cards.worth[card])
        rival_worth = self.expected_worth(state, rival)
        self.put(OWN_WORTH, 0.01 * own_worth)
        self.put(RIVAL_WORTH, 0.01 * rival_worth)
        if own_cards > 8.0:
            self.put(FULL_HAND, own_cards - 8.0)
        if rival_cards > 8.0:
            self.put(RIVAL_FULL_HAND, rival_cards - 8.0)
        ahead = 0.01 * (10.0 * float(within(lead, MOST_GAIN)) - rival_worth)
        self.put(LEAD_AND_HANDS, ahead)
        if rival.passed:
            if lead <= 0:
                self.look_at_price(1 - lead)
        else:
            reach: i64 = 0
            most: i64 = 0
            idle: i64 = len(side.hand)
            for gain in self.gains:
                if gain > 0:
                    reach += gain
                    idle -= 1
                    if gain > most:
                        most = gain
            self.put(OWN_REACH, 0.05 * float(within(reach, 100)))
            self.put(BEST_GAIN, 0.1 * float(within(most, MOST_GAIN)))
            self.put(IDLE_CARDS, 0.2 * float(idle))
            worth_ahead = 0.01 * (own_worth - rival_worth)
            self.put(WORTH_AHEAD if lead > 0 else WORTH_AHEAD + 1, worth_ahead)
            if len(rival.hand) == 0:
                self.put(NO_CARDS, 1.0)
            elif lead > 0:
                need = 10.0 * float(lead + 1) * rival_cards
                self.put(CARDS_TO_OVERTAKE, min(4.0, need / (rival_worth + 1.0)))
                self.put(LEAD_FOR_EACH, min(10.0, float(lead) / rival_cards))
                self.put(LEAD_AND_CARDS + band(lead) - 6, own_cards - rival_cards)
            exposed: i64 = 0
            row: i64 = 0
            while row < 3:
                if state.weather[row] == EMPTY and self.losses[3 * seat + row] > exposed:
                    exposed = self.losses[3 * seat + row]
                row += 1
            self.put(EXPOSED, 0.1 * float(within(exposed, MOST_GAIN)))
            if lead > 0:
                self.put(AHEAD_IN_CARDS, own_cards - rival_cards)
                self.put(RIVAL_CARDS_TO_COME, 0.2 * rival_cards)
            else:
                self.put(BEHIND_IN_CARDS, own_cards - rival_cards)
        if state.round == 1:
            self.put(ROUND_ONE, 1.0)
        if not rival.leader_used and state.cards.leader_effect[1 - seat] != effects.WIN_DRAWN_ROUND:
            self.put(RIVAL_LEADER, 1.0)
        if not side.leader_used:
            if state.cards.leader_effect[seat] != effects.WIN_DRAWN_ROUND:
                self.put(OWN_LEADER, 1.0)
            elif lead == 0:
                self.put(TIE_IS_MINE, 1.0)
        self.end()

    def look_at_price(self, need: i64) -> None:
        """What it takes to win the round at once."""
        price, cards = price_of(self.gains, self.worths, need)
        if cards == 0:
            self.put(OUT_OF_REACH, 1.0)
            return
        self.put(PRICE, 0.01 * float(within(price, 400)))
        self.put(CARDS_NEEDED, 0.5 * float(cards))

    def expected_worth(self, state: Gwent, side: Side) -> float:
        """The worth of a hand that one does not see: that of the cards seen to go there, and an average of the rest."""
        worth = state.cards.worth
        total: i64 = 0
        known: i64 = 0
        known_worth: i64 = 0
        for card in side.deck:
            total += worth[card]
        for card in side.hand:
            if len(state.known) > 0 and state.is_known(card):
                known += 1
                known_worth += worth[card]
            else:
                total += worth[card]
        hidden: i64 = len(side.hand) - known
        size: i64 = len(side.deck) + hidden
        if hidden == 0 or size == 0:
            return float(known_worth)
        return float(known_worth) + float(total) * float(hidden) / float(size)

    # --- what a card would change on the table ---

    def gain(self, state: Gwent, seat: i64, card: i64, kind: i64, row: i64) -> i64:
        cards = state.cards
        own: i64 = 3 * seat + row
        theirs: i64 = 3 * (1 - seat) + row
        if kind == WEATHER:
            return self.losses[theirs] - self.losses[own] if state.weather[row] == EMPTY else 0
        if kind == BOOST:
            return self.silvers[own] if state.weather[row] == EMPTY else 0
        if kind == DISPEL:
            return self.losses[own] - self.losses[theirs]
        effect: i64 = cards.effect[card]
        v: i64 = state.power[card]
        if kind == SILVER:
            if effect == effects.MULTIPLY_BY_COPIES:
                copies: i64 = 1
                for other in state.side(seat).field:
                    if cards.number[other] == cards.number[card]:
                        copies += 1
                v *= copies
            if state.side(seat).boosts[row] != EMPTY:
                v += 1
            if v > 1 and state.weather[row] != EMPTY:
                v = 1
        if effect <= effects.DRAW_CARD or effect >= effects.MULTIPLY_BY_COPIES:
            return v
        if effect >= effects.SET_WEATHER:
            target: i64 = effect - effects.SET_WEATHER
            if state.weather[target] == EMPTY and state.lowest_in_deck(seat, WEATHER, target) >= 0:
                gain: i64 = self.losses[3 * (1 - seat) + target] - self.losses[3 * seat + target]
                if target == row and kind == SILVER and v > 1:
                    gain -= v - 1
                return v + gain
            return v
        if effect >= effects.SET_BOOST:
            target = effect - effects.SET_BOOST
            if (
                state.side(seat).boosts[target] == EMPTY
                and state.weather[target] == EMPTY
                and state.lowest_in_deck(seat, BOOST, target) >= 0
            ):
                v += self.silvers[3 * seat + target]
                if target == row and kind == SILVER:
                    v += 1
            return v
        if effect == effects.REMOVE_RIVAL_WEAKEST:
            return v + self.weakest(state, 1 - seat)
        if effect == effects.REMOVE_STRONGEST:
            return v + self.strongest(state, seat, card)
        if effect == effects.CLEAR_EMPTIEST_ROW:
            return v + self.emptiest(seat, row, v if kind == SILVER else 0)
        return v + self.averaged(state, seat, card, row)

    def weakest(self, state: Gwent, seat: i64) -> i64:
        lowest: i64 = -1
        found: i64 = EMPTY
        for card in state.side(seat).field:
            power = state.effect_power(card)
            if power >= 0 and (lowest < 0 or power < lowest):
                lowest = power
                found = card
        return state.strength(seat, found) if found != EMPTY else 0

    def strongest(self, state: Gwent, seat: i64, played: i64) -> i64:
        """The gain from burying the strongest on either side, once `played` is there too."""
        highest: i64 = -1
        gain: i64 = 0
        for card in state.side(1 - seat).field:
            power = state.effect_power(card)
            if power > highest:
                highest = power
                gain = state.strength(1 - seat, card)
        for card in state.side(seat).field:
            power = state.effect_power(card)
            if power > highest:
                highest = power
                gain = -state.strength(seat, card)
        return 0 if state.effect_power(played) > highest else gain

    def emptiest(self, seat: i64, row: i64, power: i64) -> i64:
        """The average gain from clearing the row with the fewest cards, once a unit is in this row."""
        fewest: i64 = 1000
        ties: i64 = 0
        gain: i64 = 0
        place: i64 = 0
        while place < 6:
            own = place // 3 == seat
            count: i64 = self.counts[place]
            value: i64 = self.removable[place]
            if own and place % 3 == row:
                count += 1
                value += power
            if count > 0:
                if count < fewest:
                    fewest = count
                    ties = 0
                    gain = 0
                if count == fewest:
                    ties += 1
                    gain += -value if own else value
            place += 1
        return gain // ties if ties > 0 else 0

    def averaged(self, state: Gwent, seat: i64, played: i64, row: i64) -> i64:
        total, units = state.silver_power()
        silver = state.cards.kind[played] == SILVER
        if silver:
            total += state.power[played]
            units += 1
        if units == 0:
            return 0
        average = total // units
        gain: i64 = 0
        place: i64 = 0
        while place < 6:
            who = place // 3
            n: i64 = self.silvers[place]
            if n > 0:
                v = average
                if state.side(who).boosts[place % 3] != EMPTY:
                    v += 1
                if v > 1 and state.weather[place % 3] != EMPTY:
                    v = 1
                change = n * v - self.removable[place]
                gain += change if who == seat else -change
            place += 1
        if silver and state.weather[row] == EMPTY:
            gain += average - state.power[played]
        return gain

    # --- practising ---

    def learn(self, chosen: i64, total: float) -> None:
        """Add the slope of the logarithm of the choice's chance; `scores` are shares of `total` now."""
        n: i64 = len(self.options)
        base = self.base
        i: i64 = 0
        while i < n:
            pull = -self.scores[i] / total
            if i == chosen:
                pull += 1.0
            at: i64 = self.starts[i]
            stop: i64 = self.starts[i + 1] if i + 1 < n else len(self.seen)
            while at < stop:
                feature: i64 = base + self.seen[at]
                self.slope[feature] += pull * self.values[at]
                at += 1
            i += 1


def band(lead: i64) -> i64:
    """Leads that are alike."""
    if lead == 0:
        return 5
    if lead > 0:
        if lead <= 3:
            return 6
        if lead <= 7:
            return 7
        if lead <= 12:
            return 8
        return 9 if lead <= 19 else 10
    if lead >= -3:
        return 4
    if lead >= -7:
        return 3
    if lead >= -12:
        return 2
    return 1 if lead >= -19 else 0


def read_weights() -> list[float]:
    """What ships with the game."""
    text = files("parlour.games.monogwent").joinpath("habit.json").read_text(encoding="utf-8")
    weights: list[float] = []
    for situation in json.loads(text):
        for weight in situation:
            weights.append(float(weight))
    return weights


LEARNED: Final = read_weights()

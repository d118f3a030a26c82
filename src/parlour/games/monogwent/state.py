"""The table of MonoGwent: two sides with deck, hand, field, boosts and graveyard, and the weather between them.

A card is a number: its index in seat 0's deck list followed by seat 1's, as they were before the first shuffle. So a
number always means the same card, and only the positions of hidden numbers must be guessed. What is printed on a card
is in `Cards`, shared by every copy of a position; only current power and row change.
"""

from __future__ import annotations

from typing import Any, ClassVar, Final

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from parlour.core.bits import bit
from parlour.core.dice import Dice
from parlour.core.pickling import taken_apart
from parlour.core.state import OVER, State, duel_payoffs
from parlour.games.monogwent.pool import EFFECTS, TYPES, Card, Pool, check_numbers

SILVER: Final = 0
GOLD: Final = 1
DECOY: Final = 2
WEATHER: Final = 3
DISPEL: Final = 4
BOOST: Final = 5
LEADER_TYPE: Final = 6
check_numbers(
    TYPES,
    {
        "Silver": SILVER,
        "Gold": GOLD,
        "Decoy": DECOY,
        "Weather": WEATHER,
        "Dispel": DISPEL,
        "Boost": BOOST,
        "Leader": LEADER_TYPE,
    },
)

HAND_CAP: Final = 10
LIVES: Final = 2
ROUNDS: Final = 3  # at most: after the third, a side has lost its last life
MOST_POWER: Final = 9999
NOBODY: Final = -1
EMPTY: Final = -1  # a slot without a card


@mypyc_attr(allow_interpreted_subclasses=True)
class Script:
    """Effects that players wrote: one immutable object, shared by every position of the game."""

    def __init__(self, text: str) -> None:
        self.text: str = text

    def run(self, table: Table, card: i64, seat: i64, dice: Dice) -> None:
        """Carry out the effects of a scripted card that `seat` has played, or of its leader (-1)."""
        raise NotImplementedError


class Cards:
    """What is printed on every card of one game, by card number. Shared by all copies of a position."""

    SHARED: ClassVar[bool] = True

    def __init__(self, pool: Pool, script: Script | None) -> None:
        self.pool: Pool = pool  # including the cards of the script
        self.script: Script | None = script
        self.kind: vec[i64] = vec[i64]()  # SILVER, GOLD, …
        self.printed: vec[i64] = vec[i64]()
        self.rows: vec[i64] = vec[i64]()  # one bit a row
        self.always: vec[i64] = vec[i64]()  # how many rows are always open to it; 0 if that depends
        self.home: vec[i64] = vec[i64]()  # its first row as declared
        self.effect: vec[i64] = vec[i64]()
        self.number: vec[i64] = vec[i64]()  # index in the pool: the same for all copies, and used in events
        self.owner: vec[i64] = vec[i64]()
        self.worth: vec[i64] = vec[i64]()  # its value in hand to a judge, in tenths of a point
        self.leader_worth: list[i64] = [0, 0]
        self.leader_effect: list[i64] = [0, 0]
        self.leader_number: list[i64] = [0, 0]

    def __reduce__(self) -> tuple[Any, ...]:
        numbers = (self.kind, self.printed, self.rows, self.always, self.home, self.effect, self.number, self.owner)
        leaders = (self.leader_worth, self.leader_effect, self.leader_number)
        return printed_again, (self.pool, self.script, [list(each) for each in (*numbers, self.worth)], leaders)

    def add(self, card: Card, owner: i64) -> i64:
        """Add a card to the deck list of its owner; returns its number."""
        rows: i64 = 0
        for row in card.rows:
            rows |= bit(row)
        always: i64 = len(card.rows) if card.type in ("Silver", "Gold", "Weather") else 0
        home: i64 = card.rows[0] if card.rows else 0
        kind: i64 = TYPES.index(card.type)
        return self.put(
            kind, card.power, rows, always, home, EFFECTS.index(card.effect), card.number, owner, card.worth
        )

    def put(
        self,
        kind: i64,
        printed: i64,
        rows: i64,
        always: i64,
        home: i64,
        effect: i64,
        number: i64,
        owner: i64,
        worth: i64,
    ) -> i64:
        """Add a card by its numbers."""
        self.kind = append(self.kind, kind)
        self.printed = append(self.printed, printed)
        self.rows = append(self.rows, rows)
        self.always = append(self.always, always)
        self.home = append(self.home, home)
        self.effect = append(self.effect, effect)
        self.number = append(self.number, number)
        self.owner = append(self.owner, owner)
        self.worth = append(self.worth, worth)
        return len(self.kind) - 1

    def lead(self, card: Card, seat: i64) -> None:
        """Set the leader of a seat."""
        self.leader_effect[seat] = EFFECTS.index(card.effect)
        self.leader_number[seat] = card.number
        self.leader_worth[seat] = card.worth


def printed_again(pool: Pool, script: Script | None, numbers: list[list[int]], leaders: tuple[Any, ...]) -> Cards:
    """The cards of a game, unpickled."""
    cards = Cards(pool, script)
    for kind, printed, rows, always, home, effect, number, owner, worth in zip(*numbers, strict=True):
        cards.put(kind, printed, rows, always, home, effect, number, owner, worth)
    cards.leader_worth, cards.leader_effect, cards.leader_number = leaders
    return cards


class Side:
    """One player's side of the table."""

    def __init__(
        self, deck: list[i64], hand: list[i64], field: list[i64], grave: list[i64], boosts: list[i64], lives: i64
    ) -> None:
        self.deck: list[i64] = deck  # the top card is the last one
        self.hand: list[i64] = hand
        self.field: list[i64] = field  # in order of placement
        self.grave: list[i64] = grave
        self.boosts: list[i64] = boosts  # one per row, or EMPTY
        self.lives: i64 = lives
        self.passed: bool = False
        self.leader_used: bool = False

    def copy(self) -> Side:
        twin = Side(self.deck[:], self.hand[:], self.field[:], self.grave[:], self.boosts[:], self.lives)
        twin.passed = self.passed
        twin.leader_used = self.leader_used
        return twin

    def __reduce__(self) -> tuple[Any, ...]:
        return taken_apart(self, self.deck, self.hand, self.field, self.grave, self.boosts, self.lives)


class Table(State):
    """A position of MonoGwent."""

    def __init__(
        self,
        cards: Cards,
        power: list[i64],
        row: list[i64],
        side0: Side,
        side1: Side,
        like: Table | None = None,
    ) -> None:
        super().__init__(2, 0)
        self.cards: Cards = cards
        self.power: list[i64] = power  # current power of each card
        self.row: list[i64] = row  # of each card on a field
        self.side0: Side = side0
        self.side1: Side = side1
        self.weather: list[i64] = [EMPTY, EMPTY, EMPTY] if like is None else like.weather[:]
        # cards in a hand that both players saw go there
        self.known: list[i64] = [] if like is None else like.known[:]
        self.round: i64 = 0  # 0 during the mulligan
        self.starter: i64 = 0  # who moved first in round 1
        self.chosen: i64 = 0  # seats that have chosen, one bit each
        self.pick0: i64 = EMPTY  # what the first player to choose gives back
        self.pick1: i64 = EMPTY
        # how many cards each seat gave back, once both have chosen
        self.redrawn: list[i64] = [0, 0] if like is None else like.redrawn[:]
        self.first_pass: i64 = NOBODY
        self.plays: i64 = 0  # cards played and leaders used in this round
        # power of seat 0, of seat 1, and the winner, round by round
        self.history: list[i64] = [] if like is None else like.history[:]
        self.winner: i64 = NOBODY

    def side(self, seat: i64) -> Side:
        return self.side0 if seat == 0 else self.side1

    def blank(self, side0: Side, side1: Side) -> Table:
        """A new table of the same kind and cards, on which what lies between the sides is the same."""
        raise NotImplementedError

    def copy(self) -> Table:
        twin = self.blank(self.side0.copy(), self.side1.copy())
        twin.mover, twin.out, twin.winner = self.mover, self.out, self.winner
        twin.round, twin.starter = self.round, self.starter
        twin.chosen, twin.pick0, twin.pick1 = self.chosen, self.pick0, self.pick1
        twin.first_pass, twin.plays = self.first_pass, self.plays
        return twin

    def made_with(self) -> tuple[Any, ...]:
        return self.cards, self.power, self.row, self.side0, self.side1

    # --- power (section 3) ---

    def strength(self, seat: i64, card: i64) -> i64:
        """What a card on this seat's field counts now."""
        kind: i64 = self.cards.kind[card]
        if kind == GOLD:
            return self.cards.printed[card]
        if kind == DECOY:
            return 0
        return self.silver_strength(seat, card, self.row[card])

    def silver_strength(self, seat: i64, card: i64, row: i64) -> i64:
        """What a silver unit counts in this row, or would count there."""
        v: i64 = self.power[card]
        if self.side(seat).boosts[row] != EMPTY:
            v += 1
        if v > 1 and self.weather[row] != EMPTY:
            v = 1
        return v

    def total(self, seat: i64) -> i64:
        """The power of a player."""
        side = self.side(seat)
        boosted: i64 = 0  # one bit a row
        frozen: i64 = 0
        row: i64 = 0
        while row < 3:
            if side.boosts[row] != EMPTY:
                boosted |= bit(row)
            if self.weather[row] != EMPTY:
                frozen |= bit(row)
            row += 1
        kinds = self.cards.kind
        powers = self.power
        rows = self.row
        total: i64 = 0
        for card in side.field:
            kind: i64 = kinds[card]
            if kind == SILVER:
                row = rows[card]
                v: i64 = powers[card] + ((boosted >> row) & 1)
                if v > 1 and (frozen >> row) & 1 == 1:
                    v = 1
                total += v
            elif kind == GOLD:
                total += self.cards.printed[card]
        return total

    def row_total(self, seat: i64, row: i64) -> i64:
        total: i64 = 0
        for card in self.side(seat).field:
            if self.row[card] == row:
                total += self.strength(seat, card)
        return total

    # --- zones (section 2) ---

    def bury(self, card: i64) -> None:
        """Put a card on top of its owner's graveyard."""
        self.power[card] = self.cards.printed[card]
        owner: i64 = self.cards.owner[card]
        self.side(owner).grave.append(card)

    def is_known(self, card: i64) -> bool:
        return place_of(self.known, card) >= 0

    def forget(self, card: i64) -> None:
        """The card leaves a hand."""
        if len(self.known) > 0:
            i = place_of(self.known, card)
            if i >= 0:
                self.known.pop(i)

    # --- what a seat cannot know ---

    def redeal(self, seat: i64, dice: Dice) -> None:
        """Shuffle one's own deck, and the rival's deck and hand together, except for cards that both saw go there."""
        own = self.side(seat)
        rival = self.side(1 - seat)
        dice.shuffle(own.deck)
        self.guess_hand(rival, dice)
        if self.cards.script is not None:
            # Nobody knows the powers that a script changed out of sight.
            for card in own.deck:
                self.power[card] = self.cards.printed[card]
            for card in rival.deck:
                self.power[card] = self.cards.printed[card]
            for card in rival.hand:
                self.power[card] = self.cards.printed[card]
        if self.chosen == bit(1 - seat):
            self.guess_pick(rival, dice)

    def guess_hand(self, side: Side, dice: Dice) -> None:
        pool = side.deck
        size: i64 = len(side.hand)
        hand: list[i64] = []
        if len(self.known) == 0:
            pool.extend(side.hand)
        else:
            for card in side.hand:
                if self.is_known(card):
                    hand.append(card)
                else:
                    pool.append(card)
        dice.shuffle(pool)
        while len(hand) < size:
            hand.append(pool.pop())
        side.hand = hand

    def guess_pick(self, side: Side, dice: Dice) -> None:
        """Guess which cards the rival has chosen to give back, and how many."""
        size: i64 = len(side.hand)
        most: i64 = 2 if size > 2 else size
        n = dice.below(most + 1)
        self.pick0 = EMPTY
        self.pick1 = EMPTY
        if n >= 1:
            a = dice.below(size)
            self.pick0 = side.hand[a]
            if n == 2:
                b = dice.below(size - 1)
                if b >= a:
                    self.pick1 = side.hand[b + 1]
                else:
                    self.pick1 = self.pick0
                    self.pick0 = side.hand[b]

    # --- the end ---

    def payoffs(self) -> list[float]:
        return duel_payoffs(self.winner)

    def scores(self) -> list[i64]:
        """Rounds won; a drawn round counts for both."""
        return [LIVES - self.side1.lives, LIVES - self.side0.lives]

    def finish(self, winner: i64) -> None:
        self.winner = winner
        self.mover = OVER


def place_of(cards: list[i64], card: i64) -> i64:
    """The index of a card in a pile, or -1."""
    place: i64 = 0
    for other in cards:
        if other == card:
            return place
        place += 1
    return -1


def take(cards: list[i64], card: i64) -> None:
    """Remove a card from a pile."""
    cards.pop(place_of(cards, card))

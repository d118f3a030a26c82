"""A position of Deadwood: areas, scenes, takes, roles, and what each actor owns."""

from __future__ import annotations

from typing import Any, ClassVar, Final

from mypy_extensions import i64

from parlour.core.bits import has
from parlour.core.dice import Dice
from parlour.core.pickling import taken_apart
from parlour.core.state import State

WRAPPED_SET: Final = -1  # instead of a card
NO_ROLE: Final = -1
OFF_CARD: Final = 12  # roles on the card are numbered from 0, extras from 12
RANKS: Final = 7  # 0 (nobody has it) to 6
RANK_POINTS: Final = 5
FAR: Final = 99


class Lot:
    """What never changes during a game: the map, the roles, the prices and the deck. Shared by all copies.

    Areas are numbered: sets in dealing order, then the trailer, then the office. Lists of lists are flattened, and a
    second list says where each one starts (`near_from[a] .. near_from[a + 1]`).
    """

    SHARED: ClassVar[bool] = True

    def __init__(
        self,
        loaded: bool,
        names: list[str],
        codes: list[i64],
        near_from: list[i64],
        near: list[i64],
        takes: list[i64],
        off_from: list[i64],
        off_rank: list[i64],
        prices: list[i64],
        budget: list[i64],
        on_from: list[i64],
        on_rank: list[i64],
    ) -> None:
        self.loaded: bool = loaded
        self.names: list[str] = names  # of the areas, for people
        self.codes: list[i64] = codes  # the number of each area in moves and events
        self.near_from: list[i64] = near_from
        self.near: list[i64] = near
        self.takes: list[i64] = takes
        self.off_from: list[i64] = off_from
        self.off_rank: list[i64] = off_rank
        self.prices: list[i64] = prices  # of rank r: dollars at 2r, credits at 2r + 1; 0 if not for sale
        self.budget: list[i64] = budget
        self.on_from: list[i64] = on_from
        self.on_rank: list[i64] = on_rank
        self.sets: i64 = len(takes)
        self.areas: i64 = len(codes)
        self.trailer: i64 = self.sets
        self.office: i64 = self.sets + 1
        self.cards: i64 = len(budget)
        # Which roles a rank may play, one bit per role: rank r of set s (or card c) at 7s + r.
        self.off_open: list[i64] = open_roles(off_from, off_rank, OFF_CARD)
        self.on_open: list[i64] = open_roles(on_from, on_rank, 0)
        self.billing: list[i64] = billing(on_from, on_rank)
        self.steps: list[i64] = walking_distances(near_from, near)
        self.on_bonus: list[float] = expected_bonus(budget, on_from, self.billing)

    def __reduce__(self) -> tuple[Any, ...]:
        near, takes, off, on = self.near_from, self.takes, self.off_from, self.on_from
        roles = off, self.off_rank, self.prices, self.budget, on, self.on_rank
        return taken_apart(self, self.loaded, self.names, self.codes, near, self.near, takes, *roles)

    def off_roles(self, area: i64) -> i64:
        return self.off_from[area + 1] - self.off_from[area]

    def on_roles(self, card: i64) -> i64:
        return self.on_from[card + 1] - self.on_from[card]

    def distance(self, a: i64, b: i64) -> i64:
        return self.steps[a * self.areas + b]


def open_roles(starts: list[i64], ranks: list[i64], shift: i64) -> list[i64]:
    table: list[i64] = []
    owner: i64 = 0
    while owner + 1 < len(starts):
        rank: i64 = 0
        while rank < RANKS:
            mask: i64 = 0
            one: i64 = 1
            one <<= shift
            place: i64 = starts[owner]
            while place < starts[owner + 1]:
                if ranks[place] <= rank:
                    mask |= one
                one <<= 1
                place += 1
            table.append(mask)
            rank += 1
        owner += 1
    return table


def billing(starts: list[i64], ranks: list[i64]) -> list[i64]:
    """The roles of each card in the order in which they get dice: highest rank first, then by index (section 7)."""
    order: list[i64] = []
    card: i64 = 0
    while card + 1 < len(starts):
        begin: i64 = starts[card]
        end: i64 = starts[card + 1]
        rank: i64 = RANKS - 1
        while rank > 0:
            place = begin
            while place < end:
                if ranks[place] == rank:
                    order.append(place - begin)
                place += 1
            rank -= 1
        card += 1
    return order


def walking_distances(near_from: list[i64], near: list[i64]) -> list[i64]:
    """The number of moves from each area to each other one, breadth first."""
    areas: i64 = len(near_from) - 1
    table: list[i64] = []
    start: i64 = 0
    while start < areas:
        far: list[i64] = []
        for _ in range(areas):
            far.append(FAR)
        far[start] = 0
        queue: list[i64] = [start]
        done: i64 = 0
        while done < len(queue):
            here: i64 = queue[done]
            done += 1
            place: i64 = near_from[here]
            while place < near_from[here + 1]:
                there: i64 = near[place]
                if far[there] == FAR:
                    far[there] = far[here] + 1
                    queue.append(there)
                place += 1
        table.extend(far)
        start += 1
    return table


# The average of the highest, second highest … of b dice: the j-th of b dice at 6b + j.
SORTED_DICE: list[float] = []


def fill_sorted_dice() -> None:
    """The j-th highest of b dice is at least v if more than j dice are: a binomial sum."""
    for b in range(7):
        for j in range(6):
            total = 0.0
            if j < b:
                for v in range(1, 7):
                    p = float(7 - v) / 6.0
                    for hits in range(j + 1, b + 1):
                        ways = 1.0
                        for k in range(hits):
                            ways = ways * float(b - k) / float(k + 1)
                        total += ways * p**hits * (1.0 - p) ** (b - hits)
            SORTED_DICE.append(total)


fill_sorted_dice()


def expected_bonus(budget: list[i64], on_from: list[i64], order: list[i64]) -> list[float]:
    """The average dollars for each role on each card at a wrap."""
    bonus: list[float] = []
    for card in range(len(budget)):
        begin: i64 = on_from[card]
        roles: i64 = on_from[card + 1] - begin
        for _ in range(roles):
            bonus.append(0.0)
        die: i64 = 0
        while die < budget[card]:
            role: i64 = order[begin + die % roles]
            bonus[begin + role] += SORTED_DICE[budget[card] * 6 + die]
            die += 1
    return bonus


class DeadwoodTable(State):
    """A position of Deadwood."""

    def __init__(self, lot: Lot, seats: i64, days: i64, stall_limit: i64) -> None:
        super().__init__(seats, 0)
        self.lot: Lot = lot
        self.days: i64 = days
        self.stall_limit: i64 = stall_limit
        self.day: i64 = 0
        self.idle: i64 = 0  # finished turns in a row without work
        self.moved: bool = False  # the mover has walked this turn
        self.upgraded: bool = False  # the mover has bought rank this turn
        self.scenes_left: i64 = 0
        self.rank: list[i64] = []
        self.dollars: list[i64] = []
        self.credits: list[i64] = []
        self.area: list[i64] = []
        self.role: list[i64] = []
        self.chips: list[i64] = []
        self.takes: list[i64] = []
        self.scene: list[i64] = []  # the card on each set, WRAPPED_SET once it is done
        self.filled: list[i64] = []  # roles taken on each set, one bit per role
        self.face_up: i64 = 0  # one bit per set: its card has been turned up today
        self.pile: list[i64] = []  # the next card is the last one
        # What everybody may remember of the deck since the last shuffle (R12):
        self.seen: list[i64] = []  # 1 for each card that has been face up
        self.gone: list[i64] = []  # cards that left play unseen
        # After a reshuffle in mid-deal: cards seen before it cannot be on the sets dealt before it.
        self.barred: list[i64] = []  # 1 for each such card
        self.early: i64 = 0  # sets dealt before today's reshuffle
        self.early_gone: list[i64] = []  # cards of such sets that left play unseen

    def blank(self) -> DeadwoodTable:
        """A new lot of the same kind and options."""
        raise NotImplementedError

    def copy(self) -> DeadwoodTable:
        twin = self.blank()
        twin.mover, twin.out = self.mover, self.out
        twin.day, twin.idle = self.day, self.idle
        twin.moved, twin.upgraded, twin.scenes_left = self.moved, self.upgraded, self.scenes_left
        twin.rank, twin.dollars, twin.credits = self.rank[:], self.dollars[:], self.credits[:]
        twin.area, twin.role, twin.chips = self.area[:], self.role[:], self.chips[:]
        twin.takes, twin.scene, twin.filled = self.takes[:], self.scene[:], self.filled[:]
        twin.face_up, twin.pile = self.face_up, self.pile[:]
        twin.seen, twin.gone, twin.barred = self.seen[:], self.gone[:], self.barred[:]
        twin.early, twin.early_gone = self.early, self.early_gone[:]
        return twin

    def made_with(self) -> tuple[Any, ...]:
        return self.lot, self.seats, self.days, self.stall_limit

    def is_set(self, area: i64) -> bool:
        return area < self.lot.sets

    def is_wrapped(self, area: i64) -> bool:
        return self.scene[area] == WRAPPED_SET

    def is_open(self, area: i64) -> bool:
        return area < self.lot.sets and self.scene[area] != WRAPPED_SET and has(self.face_up, area)

    def is_face_down(self, area: i64) -> bool:
        return area < self.lot.sets and self.scene[area] != WRAPPED_SET and not has(self.face_up, area)

    def budget_of(self, seat: i64) -> i64:
        """The budget of the scene in which this seat has a role."""
        return self.lot.budget[self.scene[self.area[seat]]]

    def score(self, seat: i64) -> i64:
        return self.dollars[seat] + self.credits[seat] + RANK_POINTS * self.rank[seat]

    def scores(self) -> list[i64]:
        return [self.score(seat) for seat in range(self.seats)]

    def payoffs(self) -> list[float]:
        return self.share(self.scores())

    def redeal(self, seat: i64, dice: Dice) -> None:
        """Shuffle what nobody has seen: the face-down cards, the pile, and cards that left play unseen."""
        hidden = self.pile[:]
        hidden.extend(self.gone)
        hidden.extend(self.early_gone)
        area: i64 = 0
        while area < self.lot.sets:
            if self.is_face_down(area):
                hidden.append(self.scene[area])
            area += 1
        self.deal_hidden(hidden, len(self.pile), len(self.gone), len(self.early_gone), dice)

    def deal_hidden(self, hidden: list[i64], pile: i64, gone: i64, early_gone: i64, dice: Dice) -> None:
        """Deal these cards at random to the face-down sets, the cards that left play unseen, and the pile."""
        wanted: i64 = early_gone
        area: i64 = 0
        while area < self.early:
            if self.is_face_down(area):
                wanted += 1
            area += 1
        dice.shuffle(hidden)
        if wanted > 0:
            # First fill the places that cannot hold just any card, then all others.
            fresh: list[i64] = []
            rest: list[i64] = []
            for card in hidden:
                if len(fresh) < wanted and self.barred[card] == 0:
                    fresh.append(card)
                else:
                    rest.append(card)
            dice.shuffle(rest)
            hidden = rest
            area = 0
            while area < self.early:
                if self.is_face_down(area):
                    self.scene[area] = fresh.pop()
                area += 1
            self.early_gone = fresh
        area = self.early
        while area < self.lot.sets:
            if self.is_face_down(area):
                self.scene[area] = hidden.pop()
            area += 1
        self.gone = hidden[:gone]
        self.pile = hidden[gone : gone + pile]

"""The rules of Deadwood: the turn, the six decisions, wrap and bonus, the day and the end."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from parlour.core.bits import bit, count_bits, first, has, kind_of, pack1, pack2, second
from parlour.core.dice import Dice
from parlour.core.state import OVER
from parlour.games.deadwood import codes, events, moves
from parlour.games.deadwood.state import NO_ROLE, OFF_CARD, RANKS, WRAPPED_SET, DeadwoodTable

# What acting pays (3.3).
STAR_TAKE_DOLLARS: Final = 0
STAR_TAKE_CREDITS: Final = 2
EXTRA_TAKE_DOLLARS: Final = 1
EXTRA_TAKE_CREDITS: Final = 1
EXTRA_CUT_DOLLARS: Final = 1
EXTRA_CUT_CREDITS: Final = 0

# Why a decision is refused; text.py has the sentences.
FINE: Final = 0
MUST_WORK: Final = 1
NO_WORK: Final = 2
CHIPS_FULL: Final = 3
NOT_IN_OFFICE: Final = 4
NOT_HIGHER: Final = 5
NOT_SOLD: Final = 6
TOO_DEAR: Final = 7
ALREADY_MOVED: Final = 8
NO_SUCH_AREA: Final = 9
NOT_NEAR: Final = 10
NOT_ON_A_SET: Final = 11
IS_WRAPPED: Final = 12
NO_SUCH_ROLE: Final = 13
ROLE_FILLED: Final = 14
RANK_TOO_LOW: Final = 15
STILL_HIDDEN: Final = 16


def role_number(side: i64, index: i64) -> i64:
    return index if side == codes.ON else index + OFF_CARD


def role_move(role: i64) -> i64:
    if role < OFF_CARD:
        return pack2(moves.TAKE_ROLE, codes.ON, role)
    return pack2(moves.TAKE_ROLE, codes.OFF, role - OFF_CARD)


class DeadwoodRules(DeadwoodTable):
    """Deadwood as played: which decisions are legal, and what they do."""

    # --- legal decisions (section 4) ---

    def may_rehearse(self, seat: i64) -> bool:
        """With budget - 1 chips even a 1 succeeds, so there is nothing left to rehearse."""
        return self.chips[seat] < self.budget_of(seat) - 1

    def can_buy(self, seat: i64, rank: i64, pay: i64) -> bool:
        price: i64 = self.lot.prices[2 * rank + pay]
        if price == 0 or rank <= self.rank[seat]:
            return False
        return price <= (self.dollars[seat] if pay == codes.DOLLARS else self.credits[seat])

    def free_roles(self, seat: i64) -> i64:
        """The roles this seat could take in its area, one bit per role."""
        area: i64 = self.area[seat]
        if area >= self.lot.sets or not has(self.face_up, area):
            return 0
        card: i64 = self.scene[area]
        if card == WRAPPED_SET:
            return 0
        rank: i64 = self.rank[seat]
        offered = self.lot.on_open[card * RANKS + rank] | self.lot.off_open[area * RANKS + rank]
        return offered & ~self.filled[area]

    def moves(self) -> list[i64]:
        options: list[i64] = []
        seat = self.mover
        if seat == OVER:
            return options
        if self.role[seat] != NO_ROLE:
            options.append(moves.ACT)
            if self.may_rehearse(seat):
                options.append(moves.REHEARSE)
            return options
        lot = self.lot
        area: i64 = self.area[seat]
        if area == lot.office:
            rank: i64 = self.rank[seat] + 1
            while rank <= codes.TOP_RANK:
                if self.can_buy(seat, rank, codes.DOLLARS):
                    options.append(pack2(moves.UPGRADE, rank, codes.DOLLARS))
                if self.can_buy(seat, rank, codes.CREDITS):
                    options.append(pack2(moves.UPGRADE, rank, codes.CREDITS))
                rank += 1
        if not self.moved:
            place: i64 = lot.near_from[area]
            end: i64 = lot.near_from[area + 1]
            while place < end:
                options.append(pack1(moves.MOVE, lot.codes[lot.near[place]]))
                place += 1
        free = self.free_roles(seat)
        role: i64 = 0
        while free != 0:
            if free & 1 == 1:
                options.append(role_move(role))
            free >>= 1
            role += 1
        options.append(moves.END_TURN)
        return options

    def random_move(self, dice: Dice) -> i64:
        """Counts the moves instead of listing them, with the same result."""
        seat = self.mover
        if self.role[seat] != NO_ROLE:
            if not self.may_rehearse(seat):
                return moves.ACT
            return moves.ACT if dice.below(2) == 0 else moves.REHEARSE
        lot = self.lot
        area: i64 = self.area[seat]
        if area == lot.office:
            legal = self.moves()
            return legal[dice.below(len(legal))]
        near: i64 = 0
        if not self.moved:
            near = lot.near_from[area + 1] - lot.near_from[area]
        free = self.free_roles(seat)
        pick = dice.below(near + count_bits(free) + 1)
        if pick < near:
            return pack1(moves.MOVE, lot.codes[lot.near[lot.near_from[area] + pick]])
        pick -= near
        role: i64 = 0
        while free != 0:
            if free & 1 == 1:
                if pick == 0:
                    return role_move(role)
                pick -= 1
            free >>= 1
            role += 1
        return moves.END_TURN

    def default_move(self) -> i64:
        """Act in a role; otherwise end the turn."""
        return moves.ACT if self.role[self.mover] != NO_ROLE else moves.END_TURN

    def area_of(self, code: i64) -> i64:
        """The area with this public number, or -1 if this lot has none."""
        area: i64 = 0
        while area < self.lot.areas:
            if self.lot.codes[area] == code:
                return area
            area += 1
        return -1

    def neighbours(self, a: i64, b: i64) -> bool:
        place: i64 = self.lot.near_from[a]
        while place < self.lot.near_from[a + 1]:
            if self.lot.near[place] == b:
                return True
            place += 1
        return False

    def rejection(self, move: i64) -> i64:
        """The first reason to refuse a decision of the mover, or FINE."""
        kind = kind_of(move)
        seat = self.mover
        if kind in (moves.ACT, moves.REHEARSE):
            if self.role[seat] == NO_ROLE:
                return NO_WORK
            if kind == moves.REHEARSE and not self.may_rehearse(seat):
                return CHIPS_FULL
            return FINE
        if self.role[seat] != NO_ROLE:
            return MUST_WORK
        if kind == moves.UPGRADE:
            return self.upgrade_rejection(seat, first(move), second(move))
        if kind == moves.MOVE:
            if self.moved:
                return ALREADY_MOVED
            there = self.area_of(first(move))
            if there < 0:
                return NO_SUCH_AREA
            return FINE if self.neighbours(self.area[seat], there) else NOT_NEAR
        if kind == moves.TAKE_ROLE:
            return self.role_rejection(seat, first(move), second(move))
        return FINE

    def upgrade_rejection(self, seat: i64, rank: i64, pay: i64) -> i64:
        if self.area[seat] != self.lot.office:
            return NOT_IN_OFFICE
        if rank <= self.rank[seat]:
            return NOT_HIGHER
        if self.lot.prices[2 * rank + pay] == 0:
            return NOT_SOLD
        return FINE if self.can_buy(seat, rank, pay) else TOO_DEAR

    def role_rejection(self, seat: i64, side: i64, index: i64) -> i64:
        area: i64 = self.area[seat]
        if not self.is_set(area):
            return NOT_ON_A_SET
        if self.is_wrapped(area):
            return IS_WRAPPED
        if self.is_face_down(area):
            return STILL_HIDDEN
        if index >= (self.lot.on_roles(self.scene[area]) if side == codes.ON else self.lot.off_roles(area)):
            return NO_SUCH_ROLE
        role = role_number(side, index)
        if has(self.filled[area], role):
            return ROLE_FILLED
        return FINE if has(self.free_roles(seat), role) else RANK_TOO_LOW

    # --- what decisions do ---

    def play(self, move: i64, dice: Dice) -> None:
        kind = kind_of(move)
        if kind == moves.ACT:
            self.act(dice)
        elif kind == moves.REHEARSE:
            self.rehearse()
        elif kind == moves.UPGRADE:
            self.upgrade(first(move), second(move))
        elif kind == moves.MOVE:
            self.walk(self.area_of(first(move)))
        elif kind == moves.TAKE_ROLE:
            self.take_role(role_number(first(move), second(move)))
        else:
            self.stop(dice)

    def walk(self, area: i64) -> None:
        """The first to enter a set turns its card face up for everybody."""
        seat = self.mover
        self.tell(events.MOVED, seat, self.lot.codes[self.area[seat]], self.lot.codes[area])
        self.area[seat] = area
        self.moved = True
        if self.is_face_down(area):
            card: i64 = self.scene[area]
            self.tell(events.TURNED_UP, seat, self.lot.codes[area], card)
            self.face_up |= bit(area)
            self.seen[card] = 1

    def take_role(self, role: i64) -> None:
        """Taking a role ends the turn at once."""
        seat = self.mover
        area: i64 = self.area[seat]
        self.role[seat] = role
        self.chips[seat] = 0
        self.filled[area] = self.filled[area] | bit(role)
        if role < OFF_CARD:
            self.tell(events.TOOK_ROLE, seat, self.lot.codes[area], codes.ON, role, self.scene[area])
        else:
            self.tell(events.TOOK_ROLE, seat, self.lot.codes[area], codes.OFF, role - OFF_CARD, self.scene[area])
        self.idle = 0
        self.next_turn()

    def role_rank(self, seat: i64, role: i64) -> i64:
        """The rank of a role on the set where this seat is."""
        area: i64 = self.area[seat]
        if role < OFF_CARD:
            return self.lot.on_rank[self.lot.on_from[self.scene[area]] + role]
        return self.lot.off_rank[self.lot.off_from[area] + role - OFF_CARD]

    def upgrade(self, rank: i64, pay: i64) -> None:
        """The price of the new rank, whatever the old one was (R22)."""
        seat = self.mover
        price: i64 = self.lot.prices[2 * rank + pay]
        if pay == codes.DOLLARS:
            self.dollars[seat] -= price
        else:
            self.credits[seat] -= price
        self.tell(events.UPGRADED, seat, self.rank[seat], rank, pay, price)
        self.rank[seat] = rank
        self.upgraded = True

    def rehearse(self) -> None:
        seat = self.mover
        self.chips[seat] += 1
        self.tell(events.REHEARSED, seat, self.chips[seat], self.budget_of(seat))
        self.idle = 0
        self.next_turn()

    def stop(self, dice: Dice) -> None:
        """End the turn; too many turns in a row without work end the day (R32)."""
        seat = self.mover
        self.tell(events.ENDED_TURN, seat)
        if self.upgraded:
            self.idle = 0
        else:
            self.idle += 1
            if self.stall_limit > 0 and self.idle >= self.stall_limit:
                self.end_day(events.BY_STALL, dice)
                return
        self.next_turn()

    def next_turn(self) -> None:
        """The next seat that is still in the game."""
        seat = self.mover
        steps: i64 = 0
        while steps < self.seats:
            seat += 1
            if seat == self.seats:
                seat = 0
            if not self.has_left(seat):
                break
            steps += 1
        self.mover = seat
        self.moved = False
        self.upgraded = False
        self.tell(events.TURN, seat)

    # --- acting (3.3) ---

    def act(self, dice: Dice) -> None:
        seat = self.mover
        area: i64 = self.area[seat]
        budget = self.budget_of(seat)
        on_card = self.role[seat] < OFF_CARD
        die = dice.roll(6)
        success = die + self.chips[seat] >= budget
        self.idle = 0
        if self.heard is not None:
            self.tell(events.ACTED, seat, die, self.chips[seat], budget, 1 if success else 0)
        if success:
            if on_card:
                self.pay(seat, STAR_TAKE_DOLLARS, STAR_TAKE_CREDITS)
            else:
                self.pay(seat, EXTRA_TAKE_DOLLARS, EXTRA_TAKE_CREDITS)
            left: i64 = self.takes[area] - 1
            self.takes[area] = left
            self.tell(events.TAKE_SHOT, self.lot.codes[area], left)
            if left == 0:
                self.wrap(area, dice)
                if self.scenes_left == 1:
                    self.end_day(events.BY_WRAP, dice)
                    return
        elif not on_card:
            self.pay(seat, EXTRA_CUT_DOLLARS, EXTRA_CUT_CREDITS)
        self.next_turn()

    def pay(self, seat: i64, dollars: i64, credits: i64) -> None:
        self.dollars[seat] += dollars
        self.credits[seat] += credits
        if self.heard is not None:
            self.tell(events.PAID, seat, dollars, credits, self.dollars[seat], self.credits[seat])

    # --- wrap and bonus (section 7) ---

    def wrap(self, area: i64, dice: Dice) -> None:
        if self.filled[area] & (bit(OFF_CARD) - 1) != 0:
            self.pay_stars(area, dice)
            self.pay_extras(area)
        else:
            self.tell(events.UNPAID, self.lot.codes[area])
        seat: i64 = 0
        while seat < self.seats:
            if self.area[seat] == area and self.role[seat] != NO_ROLE:
                self.role[seat] = NO_ROLE
                self.chips[seat] = 0
            seat += 1
        card: i64 = self.scene[area]
        self.filled[area] = 0
        self.scene[area] = WRAPPED_SET
        self.scenes_left -= 1
        self.tell(events.WRAPPED, self.lot.codes[area], card, self.scenes_left)

    def pay_stars(self, area: i64, dice: Dice) -> None:
        """Deal as many dice as the budget, high to low, to all roles on the card; those on vacant roles are lost."""
        lot = self.lot
        card: i64 = self.scene[area]
        budget: i64 = lot.budget[card]
        begin: i64 = lot.on_from[card]
        roles: i64 = lot.on_from[card + 1] - begin
        thrown: list[i64] = []
        while len(thrown) < budget:
            thrown.append(dice.roll(6))
        due: list[i64] = []
        while len(due) < roles:
            due.append(0)
        place: i64 = 0
        face: i64 = 6
        while face > 0:
            for die in thrown:
                if die == face:
                    role: i64 = lot.billing[begin + place % roles]
                    due[role] += die
                    place += 1
                    if self.heard is not None:
                        code: i64 = lot.codes[area]
                        self.tell(
                            events.BONUS_DIE, code, die, role, lot.on_rank[begin + role], self.player_of(area, role)
                        )
            face -= 1
        role = 0
        while role < roles:
            seat = self.player_of(area, role)
            if seat >= 0 and due[role] > 0:
                self.pay_bonus(seat, area, codes.ON, due[role])
            role += 1

    def pay_extras(self, area: i64) -> None:
        """Extras get the rank of their role in dollars."""
        seat: i64 = 0
        while seat < self.seats:
            if self.area[seat] == area and self.role[seat] >= OFF_CARD:
                self.pay_bonus(seat, area, codes.OFF, self.role_rank(seat, self.role[seat]))
            seat += 1

    def pay_bonus(self, seat: i64, area: i64, side: i64, dollars: i64) -> None:
        self.dollars[seat] += dollars
        self.tell(events.BONUS, seat, self.lot.codes[area], side, dollars, self.dollars[seat])

    def player_of(self, area: i64, role: i64) -> i64:
        """Who plays this role, or -1."""
        seat: i64 = 0
        while seat < self.seats:
            if self.role[seat] == role and self.area[seat] == area:
                return seat
            seat += 1
        return -1

    # --- the day (sections 2 and 8) ---

    def end_day(self, why: i64, dice: Dice) -> None:
        """Unfinished scenes pay nothing; the next seat begins the next day."""
        self.tell(events.DAY_OVER, self.day, why)
        area: i64 = 0
        while area < self.lot.sets:
            if self.is_face_down(area):
                if area < self.early:
                    self.early_gone.append(self.scene[area])
                else:
                    self.gone.append(self.scene[area])
            area += 1
        self.clear_sets()
        if self.day >= self.days:
            self.finish()
            return
        self.start_day(dice)
        self.next_turn()

    def clear_sets(self) -> None:
        """Filming stops, and nobody has a role."""
        seat: i64 = 0
        while seat < self.seats:
            self.role[seat] = NO_ROLE
            self.chips[seat] = 0
            seat += 1
        area: i64 = 0
        while area < self.lot.sets:
            self.scene[area] = WRAPPED_SET
            self.takes[area] = 0
            self.filled[area] = 0
            area += 1
        self.face_up = 0
        self.scenes_left = 0
        self.early = 0

    def start_day(self, dice: Dice) -> None:
        """Everybody to the trailers, a new card face down on each set."""
        self.day += 1
        self.idle = 0
        lot = self.lot
        seat: i64 = 0
        while seat < self.seats:
            self.area[seat] = lot.trailer
            seat += 1
        area: i64 = 0
        while area < lot.sets:
            if len(self.pile) == 0:
                self.reshuffle(area, dice)
            self.scene[area] = self.pile.pop()
            self.takes[area] = lot.takes[area]
            area += 1
        self.scenes_left = lot.sets
        self.tell(events.DAY, self.day, self.days, lot.sets, len(self.pile))

    def reshuffle(self, dealt: i64, dice: Dice) -> None:
        """The pile has run out: shuffle all cards except those dealt today into a new one (R12)."""
        lot = self.lot
        self.barred = self.seen
        self.seen = []
        self.gone = []
        self.early_gone = []
        self.early = dealt
        out: list[i64] = []
        card: i64 = 0
        while card < lot.cards:
            self.seen.append(0)
            if not self.lies_on_a_set(card, dealt):
                out.append(card)
            card += 1
        dice.shuffle(out)
        out.reverse()
        self.pile = out
        self.tell(events.RESHUFFLED, len(out))

    def lies_on_a_set(self, card: i64, dealt: i64) -> bool:
        area: i64 = 0
        while area < dealt:
            if self.scene[area] == card:
                return True
            area += 1
        return False

    # --- the end ---

    def finish(self) -> None:
        self.mover = OVER
        self.moved = False
        self.upgraded = False
        seat: i64 = 0
        while seat < self.seats:
            self.tell(events.FINAL_SCORE, seat, self.score(seat), self.place_of(seat))
            seat += 1

    def place_of(self, seat: i64) -> i64:
        """1 for the best score; equal scores share a place, and those who left come after those who stayed."""
        place: i64 = 1
        other: i64 = 0
        while other < self.seats:
            if self.has_left(seat) == self.has_left(other):
                if self.score(other) > self.score(seat):
                    place += 1
            elif self.has_left(seat):
                place += 1
            other += 1
        return place

    def leave(self, seat: i64) -> None:
        """Leaving vacates the role; the others play on as long as two are left."""
        if self.role[seat] != NO_ROLE:
            area: i64 = self.area[seat]
            self.filled[area] = self.filled[area] & ~bit(self.role[seat])
            self.role[seat] = NO_ROLE
            self.chips[seat] = 0
        super().leave(seat)
        if self.mover == OVER:
            self.finish()
        elif self.mover == seat:
            self.next_turn()

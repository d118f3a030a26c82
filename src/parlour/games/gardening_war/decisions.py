"""Section 13: a move as a sequence of small decisions, in their listing order."""

from __future__ import annotations

from mypy_extensions import i64

from parlour.core.bits import count_bits, first, kind_of, pack1, pack2, pack3, second, third
from parlour.core.dice import Dice
from parlour.core.state import OVER
from parlour.games.gardening_war import events, moves, shop, steps
from parlour.games.gardening_war.rules import GardenRules
from parlour.games.gardening_war.state import FIELDS, Gardener, affordable, is_alive, is_dead, is_ripe, need_of

CHEAPEST: i64 = min(shop.PRICE)
NO_DICE: Dice = Dice(1, 2, 3, 4)  # this game rolls none


def at(kind: i64, field: i64) -> i64:
    """A move of this kind on a field."""
    return pack2(kind, field >> 3, field & 7)


class GardenDecisions(GardenRules):
    """The mover's decisions: which are possible now, and what each of them does."""

    # --- which kinds of move are possible (step 0) ---

    def may_harvest(self, gardener: Gardener) -> bool:
        plants = self.plants
        for field in gardener.fields:  # noqa: SIM110 (a generator is slow when compiled)
            if is_ripe(plants[field]):
                return True
        return False

    def may_begin(self, action: i64, gardener: Gardener) -> bool:
        if action == steps.LAND:
            return gardener.gold >= shop.FIELD_PRICE and self.has_frontier(gardener)
        if action == steps.SHOP:
            return gardener.gold >= CHEAPEST
        if action == steps.PLANT:
            return gardener.seeds() > 0 and self.count_beds(gardener, -1) > 0
        if action == steps.WATER:
            return gardener.stock[shop.DROPS] > 0 and self.has_living(gardener, -1)
        return False

    def count_beds(self, gardener: Gardener, above: i64) -> i64:
        """The gardener's empty fields with an index above this one."""
        plants = self.plants
        n: i64 = 0
        for field in gardener.fields:
            if field > above and plants[field] == 0:
                n += 1
        return n

    def has_living(self, gardener: Gardener, above: i64) -> bool:
        plants = self.plants
        for field in gardener.fields:  # noqa: SIM110
            if field > above and is_alive(plants[field]):
                return True
        return False

    # --- listing ---

    def moves(self) -> list[i64]:
        found: list[i64] = []
        if self.mover == OVER:
            return found
        gardener = self.gardener(self.mover)
        if self.step == steps.CHOOSE:
            self.list_kinds(gardener, found)
            return found
        if self.step == steps.LAND:
            self.list_land(gardener, found)
        elif self.step == steps.SHOP:
            self.list_goods(gardener, found)
        elif self.step == steps.PLANT:
            self.list_beds(gardener, found)
        else:
            self.list_thirst(gardener, found)
        if self.begun:
            found.append(moves.DONE)
        return found

    def list_kinds(self, gardener: Gardener, found: list[i64]) -> None:
        found.append(moves.PASS)
        if self.may_harvest(gardener):
            found.append(moves.HARVEST)
        if gardener.stock[shop.FERTILIZERS] > 0:
            found.append(moves.FERTILIZER)
        if gardener.stock[shop.MOLES] > 0:
            rival = self.gardener(1 - self.mover)
            field: i64 = 0
            while field < FIELDS:
                if rival.owns(field):
                    found.append(at(moves.MOLE, field))
                field += 1
        action: i64 = steps.LAND
        while action <= steps.WATER:
            if self.may_begin(action, gardener):
                found.append(pack1(moves.BEGIN, action))
            action += 1

    def list_land(self, gardener: Gardener, found: list[i64]) -> None:
        low = self.frontier_low(gardener)
        high = self.frontier_high(gardener)
        field: i64 = 0
        while low != 0:
            if low & 1 == 1:
                found.append(at(moves.LAND, field))
            low >>= 1
            field += 1
        field = 32
        while high != 0:
            if high & 1 == 1:
                found.append(at(moves.LAND, field))
            high >>= 1
            field += 1

    def open_quantities(self, gardener: Gardener, good: i64) -> i64:
        """How many quantities of the series, from the smallest on, can be bought of this good now."""
        n = affordable(gardener.gold, shop.PRICE[good])
        if good == self.cursor and n > self.ceiling + 1:
            n = self.ceiling + 1
        return n

    def list_goods(self, gardener: Gardener, found: list[i64]) -> None:
        good: i64 = self.cursor if self.cursor > 0 else 0
        while good < shop.GOOD_COUNT:
            n = self.open_quantities(gardener, good)
            place: i64 = 0
            while place < n:
                found.append(pack2(moves.BUY, good, place))
                place += 1
            good += 1

    def list_beds(self, gardener: Gardener, found: list[i64]) -> None:
        stock = gardener.stock
        plants = self.plants
        field = self.cursor + 1
        while field < FIELDS:
            if plants[field] == 0 and gardener.owns(field):
                kind: i64 = shop.ANEMONE
                while kind < shop.GOOD_COUNT:
                    if stock[kind] > 0:
                        found.append(pack3(moves.PLANT, field >> 3, field & 7, kind - shop.FIRST_PLANT))
                    kind += 1
            field += 1

    def list_thirst(self, gardener: Gardener, found: list[i64]) -> None:
        plants = self.plants
        drops: i64 = gardener.stock[shop.DROPS]
        field = self.cursor + 1
        while field < FIELDS:
            plant: i64 = plants[field]
            if is_alive(plant) and gardener.owns(field):
                most = need_of(plant) + 1
                if most > drops:
                    most = drops
                d: i64 = 1
                while d <= most:
                    found.append(pack3(moves.WATER, field >> 3, field & 7, d))
                    d += 1
            field += 1

    # --- a random move without listing them all ---

    def random_move(self, dice: Dice) -> i64:
        if self.mover == OVER:
            return super().random_move(dice)
        gardener = self.gardener(self.mover)
        if self.step == steps.CHOOSE:
            if gardener.stock[shop.MOLES] == 0:
                return self.random_kind(gardener, dice)
        elif self.step == steps.SHOP:
            return self.random_good(gardener, dice)
        elif self.step == steps.LAND:
            return self.random_field(gardener, dice)
        return super().random_move(dice)

    def random_kind(self, gardener: Gardener, dice: Dice) -> i64:
        """Step 0 without a mole card: at most seven kinds, packed into one integer of four bits each."""
        kinds: i64 = moves.PASS
        n: i64 = 1
        plants = self.plants
        ripe = False
        bare = False
        alive = False
        for field in gardener.fields:
            plant: i64 = plants[field]
            if plant == 0:
                bare = True
            else:
                if is_ripe(plant):
                    ripe = True
                if not is_dead(plant):
                    alive = True
        if ripe:
            kinds |= moves.HARVEST << (n * 4)
            n += 1
        if gardener.stock[shop.FERTILIZERS] > 0:
            kinds |= moves.FERTILIZER << (n * 4)
            n += 1
        begins = n
        if gardener.gold >= shop.FIELD_PRICE and self.has_frontier(gardener):
            kinds |= steps.LAND << (n * 4)
            n += 1
        if gardener.gold >= CHEAPEST:
            kinds |= steps.SHOP << (n * 4)
            n += 1
        if bare and gardener.seeds() > 0:
            kinds |= steps.PLANT << (n * 4)
            n += 1
        if alive and gardener.stock[shop.DROPS] > 0:
            kinds |= steps.WATER << (n * 4)
            n += 1
        i = dice.below(n)
        chosen = (kinds >> (i * 4)) & 15
        return chosen if i < begins else pack1(moves.BEGIN, chosen)

    def random_good(self, gardener: Gardener, dice: Dice) -> i64:
        n: i64 = 1 if self.begun else 0
        start: i64 = self.cursor if self.cursor > 0 else 0
        counts: i64 = 0  # open quantities, eight bits for each good
        good = start
        while good < shop.GOOD_COUNT:
            quantities = self.open_quantities(gardener, good)
            counts |= quantities << (good * 8)
            n += quantities
            good += 1
        i = dice.below(n)
        good = start
        while good < shop.GOOD_COUNT:
            quantities = (counts >> (good * 8)) & 255
            if i < quantities:
                return pack2(moves.BUY, good, i)
            i -= quantities
            good += 1
        return moves.DONE

    def random_field(self, gardener: Gardener, dice: Dice) -> i64:
        low = self.frontier_low(gardener)
        high = self.frontier_high(gardener)
        left = count_bits(low)
        n = left + count_bits(high)
        i = dice.below(n + 1 if self.begun else n)
        if i >= n:
            return moves.DONE
        field: i64 = 0
        half = low
        if i >= left:
            i -= left
            half = high
            field = 32
        while i > 0:
            half &= half - 1
            i -= 1
        while half & 1 == 0:
            half >>= 1
            field += 1
        return at(moves.LAND, field)

    # --- moves from outside ---

    def allows(self, move: i64) -> bool:
        """Every listed move, and at step 0 the moves that only lists from outside need."""
        kind = kind_of(move)
        if self.mover == OVER:
            return False
        if kind == moves.VOID:
            return self.step == steps.CHOOSE
        if kind == moves.DRENCH:
            gardener = self.gardener(self.mover)
            field = first(move)
            drops = second(move) * 1000 + third(move)
            return (
                self.step == steps.CHOOSE
                and 1 <= drops <= gardener.stock[shop.DROPS]
                and gardener.owns(field)
                and self.plants[field] != 0
            )
        return move in self.moves()

    # --- playing ---

    def play(self, move: i64, dice: Dice) -> None:
        kind = kind_of(move)
        seat = self.mover
        if kind == moves.BEGIN:
            self.step = first(move)
            return
        if kind == moves.BUY:
            self.play_buy(seat, first(move), second(move))
        elif kind == moves.LAND:
            self.buy_field(seat, first(move) * 8 + second(move))
            self.go_on()
        elif kind == moves.PLANT:
            self.cursor = first(move) * 8 + second(move)
            self.put_seed(seat, self.cursor, third(move) + shop.FIRST_PLANT)
            self.go_on()
        elif kind == moves.WATER:
            self.cursor = first(move) * 8 + second(move)
            self.give_water(seat, self.cursor, third(move))
            self.go_on()
        elif kind == moves.DONE:
            self.end_move()
        elif kind == moves.DRENCH:
            self.step = steps.WATER
            self.give_water(seat, first(move), second(move) * 1000 + third(move))
            self.go_on()
        else:
            self.play_whole(kind, move)

    def play_whole(self, kind: i64, move: i64) -> None:
        """Moves that are complete by themselves."""
        seat = self.mover
        if kind == moves.HARVEST:
            self.harvest(seat)
        elif kind == moves.FERTILIZER:
            self.fertilize(seat)
        elif kind == moves.MOLE:
            self.dig(seat, first(move) * 8 + second(move))
        elif kind == moves.VOID:
            self.tell(events.VOIDED, seat, first(move), second(move))
        else:
            self.tell(events.PASSED, seat)
        self.end_move()

    def play_buy(self, seat: i64, good: i64, place: i64) -> None:
        """Quantities of one good fall; 2, 20, 200 … may be bought twice, but then not 1, 10, 100 …"""
        self.buy_goods(seat, good, shop.QUANTITIES[place])
        again = good == self.cursor and place == self.last
        self.cursor = good
        self.last = place
        if place % 3 != 1:
            self.ceiling = place - 1
        elif again:
            self.ceiling = place - 2
        else:
            self.ceiling = place
        self.go_on()

    def completed(self, written: list[i64]) -> list[i64]:
        """These decisions, with DONE if the move doesn't complete by itself."""
        rehearsal = self.copy()
        for move in written:
            rehearsal.play(move, NO_DICE)
        if rehearsal.goes_on():
            written.append(moves.DONE)
        return written

    def go_on(self) -> None:
        """A part has been played; the move is complete if no other part is possible."""
        self.begun = True
        gardener = self.gardener(self.mover)
        if not self.has_part(gardener):
            self.end_move()

    def has_part(self, gardener: Gardener) -> bool:
        if self.step == steps.LAND:
            return gardener.gold >= shop.FIELD_PRICE and self.has_frontier(gardener)
        if self.step == steps.PLANT:
            return gardener.seeds() > 0 and self.count_beds(gardener, self.cursor) > 0
        if self.step == steps.WATER:
            return gardener.stock[shop.DROPS] > 0 and self.has_living(gardener, self.cursor)
        if self.ceiling >= 0 and gardener.gold >= shop.PRICE[self.cursor]:
            return True
        good = self.cursor + 1
        while good < shop.GOOD_COUNT:
            if gardener.gold >= shop.PRICE[good]:
                return True
            good += 1
        return False

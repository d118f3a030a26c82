"""A beam search over one gardener's whole moves: the best gardens of each round, many rounds ahead."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from parlour.core.watch import Watch
from parlour.games.gardening_war import shop
from parlour.games.gardening_war.economy import (
    BLUEJAZZ,
    CARD_PRICE,
    CROCUS,
    DEAD,
    DROP_PRICE,
    FIELD_PRICE,
    LAST_PHASE,
    MOLE_PRICE,
    TULIP,
    Economy,
    Ground,
    units_of,
)
from parlour.games.gardening_war.state import life_of, need_of
from parlour.games.gardening_war.wholes import (
    DIG,
    FEED,
    REAP,
    REST,
    SPRINKLE,
    expand,
    sow,
    supply,
    supply_two,
)

FEW: Final = 4  # fields that a rival might lose for good
SOON: Final = 3  # a rival down to a few fields will not wait for longer until the last is taken


class Weights:
    """What the end of a plan is judged by. Fields are counted in plain ones: a special one counts twice."""

    def __init__(self) -> None:
        # what is not gold yet: ripe plants, growing ones, stock
        self.ripe: float = 0.9
        self.growing: float = 0.75
        self.stock: float = 0.95
        # gold: what it buys (a field with a tulip and a drop on it), how much of it keeps a field busy, and a little
        self.planted: float = 8800.0
        self.liquid: float = 200.0
        self.cash: float = 0.02
        # land: its price, and what it brings in a round with tulips and fertilizer; what a round of fertilizer adds
        self.land: float = 5000.0
        self.yields: float = 3200.0
        self.doubling: float = 900.0
        self.sooner: float = 0.004  # what a point is worth more for each round that it comes sooner
        # the rival: our share of free land, and what it is worth that he doesn't get the land he wants
        self.share: float = 0.6
        self.deny: float = 0.4
        # moles: how much of the remaining game we keep what they take, and what they cost the rival in plants
        self.hold: float = 0.8
        self.strike: float = 1.0
        self.peace: float = 40.0  # nobody wants a war before so few rounds are left, unless the rival begins it
        self.raids: float = 4.0  # moles that a rival who has them will use without a pause
        self.knockout: float = 10.0  # a rival without fields
        self.danger: float = 5.0  # a rival who could take our last one
        self.ruin: float = 0.4  # how likely he is to strike in a round in which that would ruin us
        # how far judgements are off in a wide beam, and how much further in a narrow one; plans that are as good
        self.whim: float = 0.004
        self.haste: float = 0.5
        self.draw: float = 0.002


class Beam:
    """Looks for the best garden that one gardener can have some rounds later."""

    def __init__(self, ground: Ground, start: Economy, now: i64, weights: Weights, rough: float, whim: i64) -> None:
        self.ground: Ground = ground
        self.start: Economy = start
        self.now: i64 = now
        self.weights: Weights = weights
        self.rough: float = rough  # how far the judgement of a garden may be off, as a part of what it promises
        self.whim: i64 = whim  # by which it is off: the same in all of this search, another in the next
        self.promise: float = 0.0  # the points that the garden judged last will still bring
        self.found: list[i64] = []
        self.heap: list[Economy] = []
        self.best: list[Economy] = []  # the gardens of the last round searched, in no order

    def search(self, width: i64, depth: i64, watch: Watch) -> bool:
        """Look this far ahead, keeping this many gardens of each round; False if time was up before the end."""
        ground = self.ground
        level: list[Economy] = [self.start]
        now = self.now
        until = now + depth
        if until > ground.rounds + 1:
            until = ground.rounds + 1
        spare = Economy()
        while now < until:
            self.heap = []
            seen: set[int] = set()
            for garden in level:
                self.list_moves(garden, now)
                place: i64 = -1
                for move in self.found:
                    place += 1
                    spare.become(garden)
                    if spare.do(move, ground, now):
                        spare.lead += float(spare.points - self.start.points)
                        if now >= ground.danger and spare.is_fragile():
                            spare.exposed += 1.0
                        key = spare.key()
                        score = self.worth(spare, now + 1)
                        score += self.rough * self.promise * mood(key + self.whim)
                        if len(self.heap) < width or score > self.heap[0].score:
                            name = int(key)
                            if name not in seen:
                                seen.add(name)
                                spare.score = score
                                spare.before = garden
                                spare.move = move
                                if now == self.now:
                                    spare.first = place
                                if len(self.heap) < width:
                                    self.push(spare)
                                    spare = Economy()
                                else:
                                    spare = self.replace(spare)
                if watch.up():
                    if len(self.best) == 0:
                        self.best = self.heap
                    return False
            level = self.heap
            self.best = level
            now += 1
        return True

    def top(self) -> Economy:
        """The best garden of the last round."""
        best = self.best[0]
        for garden in self.best:
            if garden.score > best.score:
                best = garden
        return best

    # --- the worst of the best on top ---

    def push(self, garden: Economy) -> None:
        heap = self.heap
        heap.append(garden)
        at: i64 = len(heap) - 1
        while at > 0:
            above = (at - 1) >> 1
            if heap[above].score <= garden.score:
                break
            heap[at] = heap[above]
            at = above
        heap[at] = garden

    def replace(self, garden: Economy) -> Economy:
        """Put this garden in the place of the worst one, which is returned."""
        heap = self.heap
        worst = heap[0]
        n: i64 = len(heap)
        at: i64 = 0
        while True:
            below = 2 * at + 1
            if below >= n:
                break
            if below + 1 < n and heap[below + 1].score < heap[below].score:
                below += 1
            if heap[below].score >= garden.score:
                break
            heap[at] = heap[below]
            at = below
        heap[at] = garden
        return worst

    # --- moves ---

    def list_moves(self, garden: Economy, now: i64) -> None:
        found: list[i64] = []
        self.found = found
        left = self.ground.rounds - now  # moves after this one
        phase = now % 10
        if garden.has_ripe():
            found.append(REAP)
        if left == 0:
            found.append(REST)
            return
        if garden.can_water(phase):
            found.append(SPRINKLE)
        if garden.bare_plain + garden.bare_special > 0:
            kinds: i64 = 0
            if garden.tulip > 0 and phase <= 7 and left >= 2:
                found.append(sow(1 << TULIP))
                kinds += 64
            if garden.crocus > 0 and left >= 2:
                found.append(sow(1 << CROCUS))
                kinds += 32
            if garden.bluejazz > 0 and (left >= 2 or phase == LAST_PHASE):
                found.append(sow(1 << BLUEJAZZ))
                kinds += 16
            if kinds & (kinds - 1) != 0:
                found.append(sow(kinds))
        if garden.cards > 0:
            found.append(FEED)
        prey: i64 = len(self.ground.prey) - garden.taken
        if garden.moles > 0 and (prey > 1 or (prey == 1 and now - self.now <= SOON)):
            found.append(DIG)
        if left >= 3:
            self.list_land(garden, left)
        if left >= 2:
            self.list_baskets(garden, phase, left)
        found.append(REST)

    def add(self, move: i64) -> None:
        if move not in self.found:
            self.found.append(move)

    def list_land(self, garden: Economy, left: i64) -> None:
        most = garden.gold // FIELD_PRICE
        free: i64 = len(self.ground.land) - garden.bought
        if most > free:
            most = free
        if most <= 0:
            return
        self.add(expand(most))
        n = garden.plain + garden.special
        self.add_land((garden.gold - 3800 * n) // 8800, most)
        self.add_land((garden.gold - 3800 * n - 6000) // 8800, most)
        self.add_land((garden.gold - 2000 * n) // 7000, most)
        self.add_land((garden.gold - 2000 * n - 3000) // 7000, most)
        self.add_land((garden.gold - 900 * n) // 5900, most)
        self.add_land((garden.gold - 500 * n) // 5500, most)
        self.add_land((most + 1) // 2, most)
        self.add_land(1, most)

    def add_land(self, count: i64, most: i64) -> None:
        if 0 < count < most:
            self.add(expand(count))

    def list_baskets(self, garden: Economy, phase: i64, left: i64) -> None:
        n = garden.plain + garden.special
        gold = garden.gold
        if n > 0:
            kind: i64 = TULIP
            while kind >= BLUEJAZZ:
                full = self.basket(garden, kind, n, n * shop.NEED[kind], 0, 0)
                if full and left >= 3:
                    self.basket(garden, kind, n, n * shop.NEED[kind], 1, 0)
                    self.basket(garden, kind, n, n * shop.NEED[kind], 2, 0)
                    if kind == TULIP:
                        self.basket(garden, kind, n, n * shop.NEED[kind], 3, 0)
                    cycles: i64 = 2
                    while cycles <= 8 and cycles * 3 <= left + 2:
                        if not self.basket(garden, kind, n * cycles, n * cycles * shop.NEED[kind], 0, 0):
                            break
                        if kind == TULIP:
                            self.basket(garden, kind, n * cycles, n * cycles, (3 * cycles + 1) // 2, 0)
                            self.basket(garden, kind, n * cycles, n * cycles, 3 * cycles // 2 - 1, 0)
                        else:
                            self.basket(garden, kind, n * cycles, n * cycles * shop.NEED[kind], cycles, 0)
                        cycles *= 2
                elif not full:
                    self.part_basket(garden, kind)
                if phase >= 6 and kind != TULIP:
                    self.basket(garden, kind, n, n * (shop.NEED[kind] - 2), 0, 0)
                    self.basket(garden, kind, n, n * (shop.NEED[kind] - 2), 1, 0)
                kind -= 1
            self.mixed_baskets(garden, n)
        if gold >= CARD_PRICE:
            self.add(supply(0, 0, 0, 1, 0))
            if gold >= 2 * CARD_PRICE:
                self.add(supply(0, 0, 0, 2, 0))
        self.list_moles(garden, n, left)

    def basket(self, garden: Economy, kind: i64, seeds: i64, drops: i64, cards: i64, moles: i64) -> bool:
        """Fill up to this many seeds, drops and cards, if there is gold for it all."""
        seeds -= garden.seeds(kind)
        drops -= garden.drops
        cards -= garden.cards
        if seeds < 0:
            seeds = 0
        if drops < 0:
            drops = 0
        if cards < 0:
            cards = 0
        price = seeds * shop.PRICE[kind] + drops * DROP_PRICE + cards * CARD_PRICE + moles * MOLE_PRICE
        if price > garden.gold:
            return False
        if seeds > 2000 or drops > 16000:
            return False
        if price > 0:
            self.add(supply(kind, seeds, drops, cards, moles))
        return True

    def part_basket(self, garden: Economy, kind: i64) -> None:
        """As much seed and water of a kind as there is gold for."""
        unit = shop.PRICE[kind] + DROP_PRICE * shop.NEED[kind]
        seeds = (garden.gold + garden.drops * DROP_PRICE) // unit
        if seeds > 0:
            self.basket(garden, kind, garden.seeds(kind) + seeds, seeds * shop.NEED[kind], 0, 0)
        seeds = (garden.gold - CARD_PRICE + garden.drops * DROP_PRICE) // unit
        if seeds > 1:
            self.basket(garden, kind, garden.seeds(kind) + seeds, seeds * shop.NEED[kind], 1, 0)

    def mixed_baskets(self, garden: Economy, n: i64) -> None:
        """A dear kind for some fields and a cheaper one for the rest, as far as gold goes."""
        for cards in (0, 1):
            gold = garden.gold - cards * CARD_PRICE
            tulips = (gold - 2000 * n) // 1800
            if 0 < tulips < n:
                drops = tulips + 5 * (n - tulips) - garden.drops
                self.add(supply_two(TULIP, tulips, CROCUS, n - tulips, drops if drops > 0 else 0, cards))
            tulips = (gold - 900 * n) // 2900
            if 0 < tulips < n:
                drops = tulips + 2 * (n - tulips) - garden.drops
                self.add(supply_two(TULIP, tulips, BLUEJAZZ, n - tulips, drops if drops > 0 else 0, cards))
            crocuses = (gold - 900 * n) // 1100
            if 0 < crocuses < n:
                drops = 5 * crocuses + 2 * (n - crocuses) - garden.drops
                self.add(supply_two(CROCUS, crocuses, BLUEJAZZ, n - crocuses, drops if drops > 0 else 0, cards))

    def list_moles(self, garden: Economy, n: i64, left: i64) -> None:
        most: i64 = len(self.ground.prey) - garden.taken - garden.moles
        if not self.ground.war and not (self.ground.helpless and most <= FEW):
            return
        if most > garden.gold // MOLE_PRICE:
            most = garden.gold // MOLE_PRICE
        if most > left:
            most = left
        moles: i64 = 1
        while moles <= most and moles <= 16:
            self.add(supply(0, 0, 0, 0, moles))
            if n > 0:
                self.basket(garden, TULIP, 2 * n, 2 * n, 3, moles)
                self.basket(garden, TULIP, 4 * n, 4 * n, 6, moles)
            moles *= 2
        if 0 < most < 6:
            self.add(supply(0, 0, 0, 0, most))

    # --- how good a garden is ---

    def worth(self, garden: Economy, now: i64) -> float:
        """The points that this garden is expected to end with, less what the rival's fields will bring."""
        w = self.weights
        ground = self.ground
        left = ground.rounds + 1 - now  # moves to come
        fert = garden.fert
        standing = (
            self.standing(garden.g0, fert, left)
            + self.standing(garden.g1, fert, left)
            + self.standing(garden.g2, fert, left)
            + self.standing(garden.g3, fert, left)
        )
        points = float(garden.points) + standing
        if left <= 0:
            self.promise = 0.0
            return float(garden.points)
        stock = float(
            garden.tulip * 3600
            + garden.crocus * 1000
            + garden.bluejazz * 500
            + garden.drops * 200
            + garden.cards * 3000
            + garden.moles * 10000
        )
        cash = float(garden.gold) + w.stock * stock + standing
        free = w.share * ground.lasting[garden.bought]
        fields = float(garden.plain) + 2.0 * float(garden.special)
        by_wealth = (cash + w.land * fields) / w.planted
        by_land = fields + min(free, cash / w.planted)
        strength = min(by_wealth, by_land)
        self.promise = standing + w.yields * float(left) * strength
        rival = ground.prey_left[garden.taken]
        strength -= rival
        if garden.taken > 0:
            strength -= 2.0 * (1.0 - w.hold) * (ground.prey_left[0] - rival)
            if rival == 0.0 and ground.helpless:
                strength += w.knockout
        strength += w.deny * float(garden.denied)
        if garden.plain + garden.special <= ground.threat:
            strength -= w.danger
        liquid = cash - w.stock * float(garden.moles * MOLE_PRICE + garden.cards * CARD_PRICE)
        strength = min(strength, liquid / w.liquid)
        doubling = w.doubling * fields * float(min(fert, left, 4))
        return (
            points
            + w.sooner * garden.lead
            + w.strike * garden.struck
            + doubling
            + w.yields * float(left) * strength
            + w.cash * cash
            - min(0.9, w.ruin * garden.exposed) * self.promise
        )

    def standing(self, group: i64, fert: i64, left: i64) -> float:
        need = need_of(group)
        if group == 0 or need == DEAD:
            return 0.0
        wait: i64 = 0 if need == 0 else 1
        if life_of(group) <= wait or left <= wait:
            return 0.0
        worth = float(shop.WORTH[group & 7] * units_of(group))
        if fert > wait:
            worth *= 2.0
        return worth * (self.weights.ripe if need == 0 else self.weights.growing)


def mood(key: i64) -> float:
    """A number from -1 to 1 that looks random but depends on the key alone."""
    mixed = (key & 0xFFFFFFFF) * 668265263 & 0xFFFFFFFF
    mixed = (mixed ^ mixed >> 15) * 374761393 & 0xFFFFFFFF
    return float((mixed >> 12) & 1023) / 511.5 - 1.0
